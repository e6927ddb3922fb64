// Puts the built app into the package without a moment in which it is missing: a server may be showing it right now.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const made = join(here, "dist");
const target = join(here, "../src/triarii/server/app_files");

const files = (folder, inside = "") =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? files(join(folder, entry.name), join(inside, entry.name)) : [join(inside, entry.name)],
      );

export function place() {
  const fresh = files(made);
  if (!fresh.includes("index.html")) throw new Error("web/dist holds no app");
  // The page comes last: it names all the others.
  for (const file of fresh.sort((a, b) => Number(a === "index.html") - Number(b === "index.html"))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(made, file), join(target, `${file}.new`));
    renameSync(join(target, `${file}.new`), join(target, file));
  }
  for (const file of files(target)) if (!fresh.includes(file)) rmSync(join(target, file), { force: true });
}
