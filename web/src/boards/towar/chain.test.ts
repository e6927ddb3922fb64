// Drawing a turn: which card goes where, who hovers, and where each cell is seen.
import { describe, expect, it } from "vitest";
import { CAMP, ENTERING, directionTo, entryCell, follow, placeOf, seen, seenCells, stepFrom, wordsOf } from "./chain";
import type { Placed } from "./reading";

const card = (cell: string, seat: "first" | "second", unit = "footman"): Placed => ({ key: cell, seat, unit, cell });
const at = (placed: Placed[], key: string): string | undefined => placed.find((one) => one.key === key)?.cell;

describe("steps", () => {
  it("lead forward, left and right as the mover sees them", () => {
    expect([..."flr"].map((way) => stepFrom("b2", way, "first"))).toEqual(["b3", "a2", "c2"]);
    expect([..."flr"].map((way) => stepFrom("b3", way, "second"))).toEqual(["b2", "c3", "a3"]);
  });
  it("lead into the camp beyond the last row, and nowhere over the side", () => {
    expect(stepFrom("a4", "f", "first")).toBe(CAMP);
    expect(stepFrom("a1", "f", "second")).toBe(CAMP);
    expect(stepFrom("a2", "l", "first")).toBe("");
  });
  it("are found again from their two cells", () => {
    expect(directionTo("b2", "c2", "first")).toBe("r");
    expect(directionTo("b3", "c3", "second")).toBe("l");
    expect(directionTo("b2", "b1", "first")).toBe("");
  });
});

describe("a turn", () => {
  const field = [card("b1", "first", "squire"), card("b2", "first", "knight"), card("b3", "second", "archer")];

  it("begins on the own back row", () => {
    expect([entryCell("first", "b"), entryCell("second", "c")]).toEqual(["b1", "c4"]);
  });
  it("lets the displaced unit hover over the card that came in", () => {
    const chain = follow(field, "first", "footman", ["b"]);
    expect([at(chain.placed, ENTERING), chain.mover, chain.at, chain.lifted]).toEqual(["b1", "b1", "b1", true]);
  });
  it("pushes card by card", () => {
    const chain = follow(field, "first", "footman", ["b", "f"]);
    expect([at(chain.placed, ENTERING), at(chain.placed, "b1"), chain.mover, chain.at]).toEqual([
      "b1",
      "b2",
      "b2",
      "b2",
    ]);
    expect(chain.moves.map((move) => [move.unit, move.from, move.to])).toEqual([
      ["footman", "", "b1"],
      ["squire", "b1", "b2"],
    ]);
  });
  it("stops in front of an enemy", () => {
    const chain = follow(field, "first", "footman", ["b", "f", "f"]);
    expect([chain.met, chain.mover, at(chain.placed, "b2")]).toEqual(["b3", "b2", "b2"]);
  });
  it("stands on an empty cell and may go on from there", () => {
    const first = follow(field, "first", "footman", ["b", "l"]);
    expect([first.mover, first.at, first.lifted]).toEqual(["b1", "a1", false]);
    const second = follow(field, "first", "footman", ["b", "l", "f", "."]);
    expect([at(second.placed, "b1"), second.at]).toEqual(["a2", "a2"]);
  });
  it("displaces an enemy where that is agreed, and the enemy meets the mover's own", () => {
    const held = [card("b1", "second", "rider"), card("c1", "first", "knight")];
    expect(follow(held, "first", "footman", ["b"]).met).toBe("b1");
    const pushed = follow(held, "first", "footman", ["b"], true);
    expect([pushed.met, pushed.mover, pushed.lifted]).toEqual(["", "b1", true]);
    expect(at(follow(held, "first", "footman", ["b", "l"], true).placed, "b1")).toBe("a1");
    expect(follow(held, "first", "footman", ["b", "r"], true).met).toBe("c1");
  });
  it("leaves the given field as it was", () => {
    follow(field, "first", "footman", ["b", "l"]);
    expect(at(field, "b1")).toBe("b1");
  });
  it("ends in the enemy camp", () => {
    const chain = follow([card("a1", "first"), card("a4", "first", "knight")], "first", "squire", ["a", "f"]);
    expect(at(chain.placed, "a1")).toBe("a2");
    const broken = follow([card("a4", "second")], "second", "rider", ["a"]);
    expect(broken.lifted).toBe(true);
    expect(placeOf(CAMP, "first", "a4")).toEqual([0, 3.7]);
  });
});

describe("texts", () => {
  it("of turns are read word by word", () => {
    expect(wordsOf("b")).toEqual({ card: "", words: ["b"] });
    expect(wordsOf("rider/b:fl")).toEqual({ card: "rider", words: ["b", "f", "l"] });
    expect([wordsOf("b2"), wordsOf("pass"), wordsOf("knight")]).toEqual([null, null, null]);
  });
});

describe("the field as it is seen", () => {
  it("has the own back row below, from both seats", () => {
    expect(seenCells("first")[3]).toEqual(["a1", "b1", "c1"]);
    expect(seenCells("second")[3]).toEqual(["c4", "b4", "a4"]);
  });
  it("is turned back by turning it twice", () => {
    for (const near of ["first", "second"] as const) expect(seen(...seen(2, 3, near), near)).toEqual([2, 3]);
  });
});
