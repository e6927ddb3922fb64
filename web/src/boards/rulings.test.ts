// A ruling of ours is noticed where a turn uses it, in both games.
import { describe, expect, it } from "vitest";
import type { Entry, GameEvent } from "../lib/protocol";
import { boardOf } from ".";

const used = (game: string, events: GameEvent[]): string[] =>
  boardOf(game).rulings?.({ version: 1, kind: "action", seat: "first", text: "", words: [], events } as Entry) ?? [];
const entered = (to: string): GameEvent => ({ kind: "entered", to });
const stepped = (from: string, to: string): GameEvent => ({ kind: "stepped", from, to });
const displaced = (cell: string): GameEvent => ({ kind: "displaced", cell });

describe("rulings of ours", () => {
  it("stay silent where a turn uses none", () => {
    expect(
      used("towar", [entered("b1"), displaced("b1"), stepped("b1", "b2"), displaced("b2"), stepped("b2", "a2")]),
    ).toEqual([]);
    expect(used("towar", [entered("b1"), displaced("b1"), stepped("b1", "b2"), stepped("b2", "b3")])).toEqual([]);
    expect(
      used("cities", [{ kind: "moved" }, { kind: "city_taken", square: "d3" }, { kind: "captured", squares: ["e3"] }]),
    ).toEqual([]);
  });

  it("are named in To War! by what happened on the way", () => {
    expect(used("towar", [{ kind: "attacked_entering", to: "b1" }])).toEqual(["towar.turn.entry_enemy"]);
    expect(used("towar", [{ kind: "passed" }])).toEqual(["towar.turn.pass"]);
    const pushed = [entered("b1"), { kind: "displaced", cell: "b1", seat: "second" }, stepped("b1", "a1")];
    expect(used("towar", pushed)).toEqual(["towar.turn.entry_pushes_enemy"]);
    const twice = [entered("b1"), displaced("b1"), stepped("b1", "b2"), stepped("b2", "b3"), displaced("b3")];
    expect(used("towar", twice)).toEqual(["towar.turn.second_step_displaces"]);
    const around = [
      entered("b1"),
      displaced("b1"),
      stepped("b1", "a1"),
      displaced("a1"),
      stepped("a1", "b1"),
      displaced("b1"),
    ];
    expect(used("towar", around)).toEqual(["towar.turn.fresh_card"]);
    const again = [
      entered("a1"),
      displaced("a1"),
      stepped("a1", "b1"),
      displaced("b1"),
      stepped("b1", "c1"),
      displaced("c1"),
      stepped("c1", "b1"),
      displaced("b1"),
    ];
    expect(used("towar", again)).toEqual(["towar.turn.displaced_again"]);
  });

  it("are named in Cities & Heroes for passing, claims and a city whose taker falls", () => {
    expect(used("cities", [{ kind: "passed" }])).toEqual(["cities.turn.no_move"]);
    expect(used("cities", [{ kind: "claimed" }])).toEqual(["cities.end.claims"]);
    const fell = [
      { kind: "city_taken", square: "d3" },
      { kind: "captured", squares: ["d3"] },
    ];
    expect(used("cities", fell)).toEqual(["cities.city.owner_stays"]);
  });
});
