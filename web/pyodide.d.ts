declare module "*/pyodide.mjs" {
  export { loadPyodide } from "pyodide";
}
