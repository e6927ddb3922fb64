// Both languages say the same things, with the same blanks, and the code asks for nothing that is not there.
import { describe, expect, it } from "vitest";
import { CATALOGUES } from ".";

function flat(tree: unknown, path = ""): [string, string][] {
  if (typeof tree === "string") return [[path, tree]];
  return Object.entries(tree as object).flatMap(([key, value]) => flat(value, path ? `${path}.${key}` : key));
}

const english = new Map(flat(CATALOGUES.en));
const german = new Map(flat(CATALOGUES.de));
const blanks = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

const sources = Object.entries(
  import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

describe("the texts", () => {
  it("have the same keys in both languages", () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("have the same blanks in both languages", () => {
    for (const [key, text] of english) expect([key, blanks(german.get(key) ?? "")]).toEqual([key, blanks(text)]);
  });

  it("are never empty", () => {
    for (const [key, text] of [...english, ...german]) expect(text.trim(), key).not.toBe("");
  });

  it("answer every key that the code names", () => {
    const keys = new Set([...english.keys()].flatMap((key) => [key, key.replace(/\.(one|other)$/, "")]));
    for (const [file, source] of sources) {
      for (const [, key] of source.matchAll(/\bt\(\s*"([^"]+)"/g)) expect(keys.has(key!), `${file}: ${key}`).toBe(true);
      for (const [, head] of source.matchAll(/\bt\(\s*`([a-z_.]+)\$\{/g)) {
        expect(
          [...keys].some((key) => key.startsWith(head!)),
          `${file}: ${head}…`,
        ).toBe(true);
      }
    }
  });

  it("have a heading for every part of the rules", () => {
    const games = Object.entries(
      import.meta.glob<string>("../../../src/triarii/games/*/rules.toml", {
        query: "?raw",
        import: "default",
        eager: true,
      }),
    );
    expect(games.length).toBeGreaterThanOrEqual(3);
    for (const [, rules] of games) {
      for (const [, game, part] of rules.matchAll(/^id = "(\w+)\.(\w+)\./gm)) {
        expect(english.has(`${game}_rules.${part}`) || english.has(`rules.part.${part}`), `${game}: ${part}`).toBe(
          true,
        );
      }
    }
  });

  it("are not written into the pages", () => {
    for (const [file, whole] of sources.filter(([path]) => path.endsWith(".svelte"))) {
      const source = whole.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "");
      const markup = source.replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "");
      const words = [...markup.matchAll(/>([^<>]*)</g)].map(([, text]) => text!.replace(/&\w+;/g, "").trim());
      for (const text of words)
        expect(/[A-Za-zÄÖÜäöü]{3,}/.test(text) && text !== "Triarii", `${file}: ${text}`).toBe(false);
      expect(/(aria-label|title|placeholder|alt)="[^"{]*[A-Za-z]{3}/.test(markup), file).toBe(false);
      // A style with an expression is set by the browser's own interface, which the policy allows.
      expect(/\sstyle="[^"{]*"/.test(source), `${file}: inline style, which the security policy forbids`).toBe(false);
    }
  });
});
