import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["thurntaxis_web/app/offline.js"] }, // a template, which the build fills in
  js.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
];
