declare module "*/pyodide.mjs" {
  export { loadPyodide } from "pyodide";
}
declare module "*/qrcode.mjs" {
  export { qrcode } from "qrcode-generator";
}
