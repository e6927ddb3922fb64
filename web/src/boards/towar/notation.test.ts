// How turns are written in the list and understood when typed.
import { describe, expect, it, vi } from "vitest";

vi.mock("./Board.svelte", () => ({ default: {} }));
vi.mock("./Mark.svelte", () => ({ default: {} }));
vi.mock("./Picture.svelte", () => ({ default: {} }));
vi.mock("./Tally.svelte", () => ({ default: {} }));

import type { Entry, GameEvent } from "../../lib/protocol";
import { TOWAR, isTurn, notation, tidy } from ".";
import { armyOf } from "./armies";

const entry = (kind: string, text: string, ...events: GameEvent[]): Entry => ({
  version: 1,
  kind,
  seat: "first",
  text,
  words: [],
  events,
});

describe("a turn in the list", () => {
  it("names the card, its way and what came of it", () => {
    const events = [{ kind: "entered", unit: "knight" }, { kind: "attacked" }, { kind: "fight_won" }];
    expect(notation(entry("action", "b:ff", ...events))).toBe("Knight b:ff ×");
    expect(notation(entry("action", "rider/b:fl", { kind: "entered", unit: "rider" }))).toBe("Rider b:fl");
  });
  it("tells cards that are turned up or laid out", () => {
    expect(notation(entry("chance", "archer", { kind: "turned_up", unit: "archer" }))).toBe("↥ Archer");
    expect(notation(entry("chance", "card", { kind: "drew_unseen" }))).toBe("↥");
    expect(notation(entry("action", "b2", { kind: "deployed", unit: "archer", cell: "b2" }))).toBe("Archer b2");
    expect(notation(entry("action", "west", { kind: "chose", army: "west" }))).toBe("West");
  });
});

describe("the turns that are counted at the end", () => {
  it("are cards that came in or were set aside, not armies that were taken or laid out", () => {
    const counted = (kind: string): boolean => isTurn(entry("action", "", { kind }));
    expect(["entered", "passed", "chose", "chose_unseen", "deployed"].map(counted)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("what is typed", () => {
  it("may leave out signs and use capitals", () => {
    expect(["B:FF", "b ff", "bff", " b : f f ", "b"].map(tidy)).toEqual(["b:ff", "b:ff", "b:ff", "b:ff", "b"]);
    expect(["Rider/B fl", "b2", "Norden"].map(tidy)).toEqual(["Rider/b:fl", "b2", "Norden"]);
  });
});

describe("what players should know", () => {
  it("is that arrows and crowns are ours, unless the table is a player's own or compared with the cards", () => {
    const arrows = { key: "towar.arrows_ours", rule: "towar.cards.movement" };
    const crowns = { key: "towar.crowns_ours", rule: "towar.cards.elite_types" };
    expect(TOWAR.chips?.({ movement: "standard" })).toEqual([arrows, crowns]);
    expect(TOWAR.chips?.({ movement: { name: "mine", kinds: {} } })).toEqual([crowns]);
    expect(TOWAR.chips?.({ movement: { name: "standard", mark: "X", kinds: {} } })).toEqual([arrows, crowns]);
    expect(TOWAR.chips?.({ movement: { name: "real", mark: "printed", kinds: {} } })).toEqual([]);
  });
  it("is which army a seat has, by option or by choice", () => {
    expect(armyOf("second", { armies: "west,north" })).toBe("north");
    expect(armyOf("first", { armies: "choose" })).toBe("");
    expect(armyOf("first", { armies: "choose" }, { armies: ["east", ""] })).toBe("east");
  });
});
