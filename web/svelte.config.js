import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { links } from "./links.mjs";

export default { preprocess: [links, vitePreprocess()], compilerOptions: { runes: true } };
