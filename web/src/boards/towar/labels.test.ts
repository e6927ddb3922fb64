// What a screen reader hears for a cell, and how a view's facts are read.
import { describe, expect, it } from "vitest";
import type { View } from "../../lib/protocol";
import { campLabel, labelOf } from "./labels";
import { cardsOf, readField } from "./reading";

const view: View = {
  eye: "first",
  turn: "first",
  text: "",
  words: [],
  facts: {
    phase: "turn",
    armies: ["south", "north"],
    units: {
      sarbaz: { army: "south", defence: 1, attack: 4, kind: "T1", elite: false, cards: 2 },
      berserker: { army: "north", defence: 5, attack: 5, kind: "T1", elite: true, cards: 3 },
    },
    field: { b2: { seat: "first", unit: "sarbaz" }, a3: { seat: "second", unit: "berserker" } },
    card: "sarbaz",
    side: "first",
    turn: 9,
    turns: 22,
    hand_counts: [0, 3],
    reserve_counts: [7, 4],
    hands: [{}, null],
    unseen: [{ sarbaz: 1 }, { berserker: 2 }],
    fallen: [{}, { berserker: 1 }],
  },
};
const field = readField(view);
const of = (cell: string, more = {}): string =>
  labelOf({
    cell,
    field,
    card: field.placed.find((card) => card.cell === cell),
    over: undefined,
    eye: "first",
    target: undefined,
    last: false,
    ...more,
  });

describe("a cell", () => {
  it("tells its place, whose card stands there and what it can do", () => {
    expect(of("b2")).toBe("b2, your front row. Sarbaz, yours, defence 1, attack 4, three ways.");
    expect(of("a3")).toBe("a3, enemy front row. Berserker, enemy, elite, defence 5, attack 5, three ways.");
  });
  it("tells an observer whose row and card it is by the army", () => {
    expect(of("a3", { eye: "observer" })).toBe("a3, front row, North. Berserker, North, elite, defence 5, attack 5, three ways.");
  });
  it("tells that it is empty, a target, part of the last turn", () => {
    const target = { text: "f", label: "forward: Sarbaz to b3, empty", cell: "b3" };
    expect(of("b4", { target, last: true })).toBe(
      "b4, enemy back row. Empty. Target: forward: Sarbaz to b3, empty. Part of the last turn.",
    );
  });
  it("tells of a unit that hovers above it", () => {
    expect(of("b2", { over: { key: "b1", seat: "first", unit: "sarbaz", cell: "b2" } })).toContain("Sarbaz is displaced.");
  });
});

describe("the camp", () => {
  it("tells whose it is and that a breakthrough is open", () => {
    expect(campLabel(field, "second", "first", { text: "f", label: "breaks through and wins" })).toBe(
      "Enemy camp: North. Target: breaks through and wins.",
    );
  });
});

describe("an army", () => {
  it("is read with its units, cards to come and fallen cards", () => {
    expect(field.armies.second).toMatchObject({ army: "north", units: 1, elite: 1, reserve: 4, held: 3, hand: null });
    expect([field.armies.second.unseen, field.armies.second.fallen]).toEqual([{ berserker: 2 }, { berserker: 1 }]);
  });
  it("holds its hand card by card", () => {
    expect(cardsOf({ sarbaz: 2, mamluk: 1 })).toEqual(["sarbaz", "sarbaz", "mamluk"]);
  });
});
