// Builds the app into the Python package, so that a wheel holds it; in development it hands /api on to a
// running server.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { place } from "./place.mjs";

// Where `triarii serve` answers while the app is developed.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), { name: "place", apply: "build", closeBundle: place }],
  // Files name each other by where they lie; the server says in the page where that is.
  base: "./",
  build: {
    outDir: "dist",
    // A strict content security policy allows no data: addresses for scripts and fonts; files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every visit needs comes as one file: twenty small ones cost a slow line more than they save.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "app", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node", css: { include: [/\.css\?raw$/] } },
});
