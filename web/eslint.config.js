import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist/"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: globals.browser } },
  { files: ["*.mjs", "*.js", "*.ts"], languageOptions: { globals: globals.node } },
  { files: ["public/companion-worker.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["src/**/*.ts", "src/**/*.svelte"],
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "TSAsExpression > TSAsExpression > TSUnknownKeyword",
          message: "Say what it is where it comes from: `as unknown as` silences the compiler.",
        },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      "svelte/no-useless-mustaches": "off", // a space that the layout must not eat is written {" "}
      "max-len": ["error", { code: 120, ignoreRegExpLiterals: true }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "none" },
      ],
      "no-import-assign": "off", // the compiler knows; this rule takes `export type {}` of a component for one
      "svelte/no-unused-svelte-ignore": "off", // takes the reason behind a code for more codes
      "svelte/prefer-svelte-reactivity": "off", // most sets and maps of ours live within one function
    },
  },
);
