// What the sets of boards and pieces promise, computed from the colours that stand in the style sheets.
import { describe, expect, it } from "vitest";
import { SETS, type SetName } from "../lib/settings.svelte";
import { apart, contrast, EYES } from "./colours";

const sheets = import.meta.glob<string>("./{tokens,sets}.css", { query: "?raw", import: "default", eager: true });

/** The colours under a selector, over those that it inherits. */
function colours(set: SetName, theme: "light" | "dark"): Record<string, string> {
  const found: Record<string, string> = {};
  const css = `${sheets["./tokens.css"]}\n${sheets["./sets.css"]}`.replace(/\/\*[\s\S]*?\*\//g, "");
  const around = [":root", '[data-theme="light"]'];
  if (theme === "dark") around.push('[data-theme="dark"]');
  around.push(`[data-set="${set}"]`);
  if (theme === "dark") around.push(`[data-theme="dark"] [data-set="${set}"]`);
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, heads, body]) => ({
    heads: heads!.split(",").map((head) => head.trim()),
    body: body!,
  }));
  for (const selector of around)
    for (const { body } of blocks.filter((block) => block.heads.includes(selector)))
      for (const [, name, value] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) found[name!] = value!.trim();
  for (const [name, value] of Object.entries(found)) {
    const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
    if (other) found[name] = found[other]!;
  }
  return found;
}

const LOOKS = SETS.flatMap((set) => (["light", "dark"] as const).map((theme) => [set, theme] as const));
const ARMIES = ["west", "north", "east", "south"];
const SQUARES = ["sq-1", "sq-2", "hl-last", "hl-select", "hl-ahead"];

/** What is read, and what it stands on. */
const WORDS = [
  ...["ink", "ink-2", "ink-3", "accent-ink", "danger", "warn", "a-ink", "b-ink"].flatMap((ink) =>
    ["surface", "paper"].map((ground) => [ink, ground]),
  ),
  ["on-accent", "accent"],
  ["ink", "accent-soft"],
  ["danger", "danger-soft"],
  ["warn", "warn-soft"],
  ["a-on", "a"],
  ["b-on", "b"],
  ["frame-ink", "frame"],
  ["ink", "card"],
  ...ARMIES.map((army) => [`${army}-on`, army]),
] as [string, string][];
/** What is drawn, and what it is drawn on. */
const SIGNS = [
  ...SQUARES.flatMap((square) => ["target", "threat"].map((mark) => [mark, square])),
  ["reach", "ground"],
  ["zoc", "ground"],
  ["line-strong", "surface"],
  ...ARMIES.map((army) => [army, "card"]),
] as [string, string][];

describe.each(LOOKS)("the set %s, %s", (set, theme) => {
  const of = colours(set, theme);
  const weak = (pairs: [string, string][], least: number): string[] =>
    pairs
      .map(([ink, ground]) => [ink, ground, contrast(of[ink]!, of[ground]!)] as const)
      .filter(([, , found]) => found < least)
      .map(([ink, ground, found]) => `${ink} on ${ground}: ${found.toFixed(2)}`);

  it("has words that can be read", () => {
    expect(weak(WORDS, set === "contrast" ? 7 : 4.5)).toEqual([]);
  });

  it("has signs that can be seen", () => {
    expect(weak(SIGNS, set === "contrast" ? 4.5 : 3)).toEqual([]);
  });

  it("has pieces that stand out from every square and from the ground of a battle", () => {
    for (const side of ["a", "b"])
      for (const ground of [...SQUARES, "ground"])
        expect(
          Math.max(contrast(of[side]!, of[ground]!), contrast(of[`${side}-rim`]!, of[ground]!)),
          `${side} on ${ground}`,
        ).toBeGreaterThanOrEqual(set === "contrast" ? 4.5 : 3);
  });
});

describe.each(["light", "dark"] as const)("the set for colour-blind eyes, %s", (theme) => {
  const of = colours("clear", theme);
  const pairs: [string, string][] = [
    ["a", "b"],
    ["target", "threat"],
    ["reach", "zoc"],
    ["accent", "danger"],
    ...ARMIES.flatMap((one, i) => ARMIES.slice(i + 1).map((other) => [one, other] as [string, string])),
  ];

  it.each(EYES)("tells apart what must not be confused: %s", (eyes) => {
    const near = pairs.filter(([one, other]) => apart(of[one]!, of[other]!, eyes) < 25);
    expect(near).toEqual([]);
  });

  it("has a hatching that leaves the signs on it readable and can be seen", () => {
    for (const ground of ["hatch-1", "hatch-2"]) expect(contrast(of["b-on"]!, of[ground]!)).toBeGreaterThanOrEqual(7);
    expect(contrast(of["hatch-1"]!, of["hatch-2"]!)).toBeGreaterThanOrEqual(1.3);
  });

  it("differs from a picture without colours by lightness", () => {
    expect(contrast(of.a!, of.b!)).toBeGreaterThanOrEqual(2.4);
  });
});

describe("the measures", () => {
  it("are those of the guidelines", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 1);
  });
  it("know that green and red look alike to eyes without red cones, as on printed paper", () => {
    const paper = colours("paper", "light");
    expect(apart(paper.target!, paper.threat!, "no red")).toBeLessThan(25);
    expect(apart(paper.target!, paper.threat!, "all cones")).toBeGreaterThan(60);
  });
});
