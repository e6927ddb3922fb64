// A board by description: where its cells are for either seat, what has changed, where an arrow leads.
import { describe, expect, it } from "vitest";
import type { BoardTold, View } from "../../lib/protocol";
import { changed, ground, isDark, onwards, thingName } from "./scene";

const cell = (id: string, x: number, y: number) => ({ id, x, y, shape: "square" as const, colour: "", name: id });
const board: BoardTold = {
  cells: [cell("a1", 0, 1), cell("b1", 1, 1), cell("a2", 0, 0), cell("far", 5, 0)],
  areas: [],
  pieces: { card: { name: "a card", shape: "card", colour: "#ffffff", path: "", sign: "" } },
  sides: [
    { name: "Red", colour: "#c0392b" },
    { name: "Blue", colour: "#2f6db5" },
  ],
  lines: [],
  turns: true,
};
const places = (near: "first" | "second", absent: string[] = []) =>
  ground(board, absent, near).cells.map(({ id, left, top }) => [id, left, top]);
const view = (cells: NonNullable<View["scene"]>["cells"]): View => ({
  eye: "first",
  turn: "first",
  text: "",
  facts: {},
  words: [],
  scene: { cells, areas: {}, absent: [] },
});

describe("a board by description", () => {
  it("is seen from the other side by the second seat, where it turns", () => {
    expect(places("first", ["far"])).toEqual([
      ["a1", 0, 1],
      ["b1", 1, 1],
      ["a2", 0, 0],
    ]);
    expect(places("second", ["far"])).toEqual([
      ["a1", 1, 0],
      ["b1", 0, 0],
      ["a2", 1, 1],
    ]);
    expect(ground({ ...board, turns: false }, ["far"], "second").cells[0]).toMatchObject({ left: 0, top: 1 });
  });

  it("is as large as the cells that take part", () => {
    expect(ground(board, [], "first").width).toBe(6);
    expect(ground(board, ["far"], "first").width).toBe(2);
  });

  it("names a thing with what stands on it, and one that nobody described by its id", () => {
    expect(thingName(board, { piece: "card", text: "7", id: "" })).toBe("a card 7");
    expect(thingName(board, { piece: "stone", text: "", id: "" })).toBe("stone");
  });

  it("knows the cells where something else lies than before", () => {
    const thing = { piece: "card", text: "", id: "" };
    expect(changed(view({ a1: [thing] }), view({ a1: [thing], b1: [thing] }))).toEqual(["b1"]);
    expect(changed(view({ a1: [thing] }), view({}))).toEqual(["a1"]);
  });

  it("leads an arrow to the nearest place ahead, and nowhere at the edge", () => {
    const spots = [
      { id: "left", x: 0, y: 0 },
      { id: "right", x: 50, y: 0 },
      { id: "below", x: 10, y: 60 },
    ];
    expect(onwards(spots[0]!, spots, [0, 1])).toBe("right");
    expect(onwards(spots[0]!, spots, [1, 0])).toBe("below");
    expect(onwards(spots[0]!, spots, [-1, 0])).toBeNull();
  });

  it("writes white on dark colours only", () => {
    expect([isDark("#2b2a28"), isDark("#f4f1ea")]).toEqual([true, false]);
  });
});
