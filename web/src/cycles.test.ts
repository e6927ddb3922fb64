// No file needs another one that needs it, be it through many others and be it for its types alone: each can be read,
// tested and moved after what it stands on.
import { describe, expect, it } from "vitest";

const texts = import.meta.glob<string>("./**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const IMPORT = /^\s*(?:import|export)\b[^;"]*?\bfrom\s+"(\.[^"]*)"|^\s*import\s+"(\.[^"]*)"/gm;

/** Where a name beside a file leads to; nothing for what is no code, such as texts in JSON. */
function resolved(from: string, name: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const part of name.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const path = parts.join("/");
  return [path, `${path}.ts`, `${path}/index.ts`].find((one) => one in texts);
}

const needs = new Map(
  Object.entries(texts).map(([path, text]) => [
    path,
    [...text.matchAll(IMPORT)].flatMap(([, first, second]) => resolved(path, first ?? second ?? "") ?? []),
  ]),
);

/** Files that lead to one another, in groups (Tarjan); a component may show itself in itself. */
function cycles(): string[][] {
  const found: string[][] = [];
  const [number, lowest, stack] = [new Map<string, number>(), new Map<string, number>(), [] as string[]];
  const visit = (path: string): void => {
    number.set(path, number.size);
    lowest.set(path, number.get(path)!);
    stack.push(path);
    for (const next of needs.get(path)!) {
      if (!number.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!));
    }
    if (lowest.get(path) !== number.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) found.push(group.sort());
  };
  for (const path of needs.keys()) if (!number.has(path)) visit(path);
  return found;
}

describe("what files import", () => {
  it("is found", () => {
    expect(needs.get("./room/table.svelte.ts")).toContain("./lib/protocol.ts");
    expect(needs.get("./main.ts")).toContain("./App.svelte");
  });

  it("never leads back to them", () => {
    expect(cycles()).toEqual([]);
  });
});
