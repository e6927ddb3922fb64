// What a screen reader hears for a cell, and how a view's facts are read.
import { describe, expect, it } from "vitest";
import type { View } from "../../lib/protocol";
import { crownWords } from "../../look/cards";
import { boardOf } from "..";
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
    in_secret: false,
    sealed: "",
    crowns_ours: true,
    pushes_enemy: false,
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
    expect(of("a3")).toBe(
      "a3, enemy front row. Berserker, enemy, elite (reconstructed), defence 5, attack 5, three ways.",
    );
  });
  it("says that a crown is reconstructed unless the table was compared with the cards", () => {
    const printed = readField({ ...view, facts: { ...view.facts, crowns_ours: false } });
    expect(of("a3", { field: printed })).toBe(
      "a3, enemy front row. Berserker, enemy, elite, defence 5, attack 5, three ways.",
    );
    expect(crownWords(field.faces.get("berserker")!)).toContain("reconstructed");
    expect(crownWords(printed.faces.get("berserker")!)).toBe("Elite");
    const chips = (mark: string): string[] =>
      boardOf("towar")
        .chips?.({ movement: { mark } })
        .map((chip) => chip.key) ?? [];
    expect(chips("X")).toEqual(["towar.arrows_ours", "towar.crowns_ours"]);
    expect(chips("")).toEqual(["towar.crowns_ours"]);
    expect(chips("printed")).toEqual([]);
  });
  it("tells an observer whose row and card it is by the army", () => {
    expect(of("a3", { eye: "observer" })).toBe(
      "a3, front row, North. Berserker, North, elite (reconstructed), defence 5, attack 5, three ways.",
    );
  });
  it("tells that it is empty, a target, part of the last turn", () => {
    const target = { text: "f", label: "forward: Sarbaz to b3, empty", cell: "b3" };
    expect(of("b4", { target, last: true })).toBe(
      "b4, enemy back row. Empty. Target: forward: Sarbaz to b3, empty. Part of the last turn.",
    );
  });
  it("tells of a unit that hovers above it", () => {
    expect(of("b2", { over: { key: "b1", seat: "first", unit: "sarbaz", cell: "b2" } })).toContain(
      "Sarbaz is pushed away.",
    );
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
