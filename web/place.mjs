// Puts the built app into the package without a moment in which it is missing: a server may be showing it right now.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const made = join(here, "dist");
const target = join(here, "../src/triarii/server/app_files");

/** Bytes from which on a file is packed. */
const WORTH_IT = 1000;

/** Bytes from which on Brotli takes longer than anybody wants to wait for a build. */
const TOO_LONG = 1_000_000;

const files = (folder, inside = "") =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? files(join(folder, entry.name), join(inside, entry.name)) : [join(inside, entry.name)],
      );

/** What a Python in the browser is made of; the rules it gets from the server, which packs its own. */
const PYTHON = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
/** Made beside this, from the rules (bytecode.mjs); no browser fetches it, the server packs what is in it. */
const BYTECODE = join("python", "bytecode.zip");
const runtime = join(here, "node_modules/pyodide");

function bringPython() {
  mkdirSync(join(made, "python"), { recursive: true });
  for (const file of PYTHON) cpSync(join(runtime, file), join(made, "python", file));
}

/** The page, plain or packed. */
const isPage = (name) => name.startsWith("index.html");

/** Browsers take text packed: with Brotli over https, with gzip everywhere. Packed once here, never while one waits. */
function pack() {
  for (const file of files(made).filter((name) => /\.(m?js|css|html|svg|json|wasm|webmanifest)$/.test(name))) {
    const plain = readFileSync(join(made, file));
    if (plain.length < WORTH_IT) continue;
    writeFileSync(join(made, `${file}.gz`), gzipSync(plain, { level: 9 }));
    if (plain.length > TOO_LONG) continue;
    writeFileSync(
      join(made, `${file}.br`),
      brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    );
  }
}

export function place() {
  bringPython();
  // What a browser that keeps the app has to fetch.
  const whole = files(made).filter((name) => name !== "app-worker.js" && !/\.(html|gz|br)$/.test(name));
  writeFileSync(join(made, "files.json"), JSON.stringify([...whole, "python/triarii.zip"]));
  pack();
  const fresh = files(made);
  if (!fresh.includes("index.html")) throw new Error("web/dist holds no app");
  // The page comes last: it names all the others.
  for (const file of fresh.sort((a, b) => Number(isPage(a)) - Number(isPage(b)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(made, file), join(target, `${file}.new`));
    renameSync(join(target, `${file}.new`), join(target, file));
  }
  for (const file of files(target))
    if (!fresh.includes(file) && file !== BYTECODE) rmSync(join(target, file), { force: true });
}
