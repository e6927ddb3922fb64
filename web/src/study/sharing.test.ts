// A tree goes into a link and comes out the same; what is no link of ours is told apart; what was tried is kept.
import { beforeEach, describe, expect, it } from "vitest";
import { pack } from "../editors/packing";
import type { GameInfo, Step, View } from "../lib/protocol";
import { keepTree, keptTree, keyOf } from "./kept";
import { linesIn, numberIn, packShared, unpackShared, unusual, written, type Shared } from "./sharing";
import { Node, everyNode } from "./tree";

const view: View = { eye: "observer", turn: "first", text: "", facts: {}, words: [] };
const step = (action: string): Step => ({
  version: 0,
  kind: "action",
  text: action,
  action,
  words: [],
  events: [],
  view,
  position: "",
});

function planted(lines: string[][]): Node {
  const root = new Node(null, null, view, "", "");
  for (const line of lines) line.reduce((node, action) => node.add(step(action)), root);
  return root;
}

const LINES = [["a", "b", "c"], ["a", "x", "y"], ["a", "x", "z", "u1 advance 3"], ["q"]];
const shared = (more: Partial<Shared> = {}): Shared => ({
  game: "cities",
  options: { layout: "rear" },
  start: "",
  line: written(planted(LINES)),
  at: 3,
  names: ["Ada", ""],
  ...more,
});

describe("a shared analysis", () => {
  it("holds every line, in its order", () => {
    expect(written(planted(LINES))).toEqual(["a", ["q"], "b", ["x", "y", ["z", "u1 advance 3"]], "c"]);
    const root = planted(linesIn(written(planted(LINES))));
    expect(written(root)).toEqual(written(planted(LINES)));
    expect(everyNode(root).length).toBe(everyNode(planted(LINES)).length);
    expect(everyNode(root)[numberIn(root, root.children[0]!)]).toBe(root.children[0]);
  });

  it("comes out of a link as it went in", async () => {
    expect(await unpackShared(await packShared(shared()))).toEqual(shared());
    expect(await unpackShared(await packShared(shared({ line: [], at: 0, names: [] })))).toEqual(
      shared({ line: [], at: 0, names: [] }),
    );
  });

  it("is short: forty moves take less room than a sentence or two", async () => {
    const moves = Array.from({ length: 40 }, (_, i) => `${"abcdefghij"[i % 10]}${(i % 9) + 1}${"jihgfedcba"[i % 10]}3`);
    expect((await packShared(shared({ line: moves }))).length).toBeLessThan(300);
  });

  it("is refused where it is none, or too much", async () => {
    const whole = await packShared(shared());
    for (const bad of ["", "x", whole.slice(0, -6), await pack({ start: "", options: {} }), await pack(["cities"])])
      expect(await unpackShared(bad)).toBeNull();
    for (const wrong of [
      { line: [["b"], "a"] },
      { line: ["a", []] },
      { line: [3] },
      { line: Array<string>(3001).fill("a") },
      { line: ["a", ...Array.from({ length: 100 }, (_, i) => [String(i)])] },
      { names: ["n".repeat(41)] },
      { names: ["a", "b", "c"] },
      { at: "1" },
    ])
      expect(await unpackShared(await packShared({ ...shared(), ...wrong } as Shared))).toBeNull();
  });

  it("names only what is not as usual", () => {
    const info = {
      options: [
        { name: "layout", default: "gates" },
        { name: "repetition", default: 3 },
      ],
    } as GameInfo;
    expect(unusual({ layout: "gates", repetition: 0 }, info)).toEqual({ repetition: 0 });
    expect(unusual({ layout: "gates" }, undefined)).toEqual({ layout: "gates" });
  });
});

describe("what was tried", () => {
  beforeEach(() => globalThis.localStorage?.clear());

  it("is kept by what was studied, the latest twenty", async () => {
    const [one, other] = await Promise.all([keyOf({ record: "a" }), keyOf({ record: "b" })]);
    expect(one).not.toBe(other);
    expect(keptTree(one)).toBeNull();
    keepTree(one, { line: ["a", "b"], at: 2 });
    expect(keptTree(one)).toEqual({ line: ["a", "b"], at: 2 });
    expect(keptTree(other)).toBeNull();
    for (let i = 0; i < 20; i++) keepTree(`more ${i}`, { line: [], at: 0 });
    expect(keptTree(one)).toBeNull();
  });
});
