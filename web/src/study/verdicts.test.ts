import { describe, expect, it } from "vitest";
import type { Judged, Seat } from "../lib/protocol";
import { accountOf, accuracy, lessonsIn, type Blame } from "./verdicts";
import type { Node } from "./tree";

const blame = (seat: Seat, verdict: Judged["verdict"], loss: number): Blame => ({
  node: {} as Node,
  judged: {
    seat,
    action: "a",
    verdict,
    best_score: 0.6,
    score: 0.6 - loss,
    best: null,
    words: [],
    averted: null,
    gained: null,
  },
});
const GAME = [
  blame("first", "best", 0),
  blame("second", "blunder", 0.3),
  blame("first", "mistake", 0.17),
  blame("second", "inaccuracy", 0.06),
  blame("second", "mistake", 0.12),
];

describe("accuracy", () => {
  it("is whole for best moves and halves with every 17 points", () => {
    expect(accuracy([0, 0])).toBe(1);
    expect(accuracy([0.17])).toBeCloseTo(0.5);
    expect(accuracy([0, 0.34])).toBeCloseTo(0.625);
    expect(accuracy([])).toBeUndefined();
  });

  it("is told for each side with what it is blamed for", () => {
    expect(accountOf(GAME, "first")).toMatchObject({ moves: 2, counts: { mistake: 1, blunder: 0 } });
    expect(accountOf(GAME, "second").counts).toEqual({ inaccuracy: 1, mistake: 1, blunder: 1 });
  });
});

describe("what is worth another try", () => {
  it("are mistakes and blunders of one side, in the order of the game", () => {
    expect(lessonsIn(GAME, "second")).toEqual([GAME[1], GAME[4]]);
    expect(lessonsIn(GAME, "first")).toEqual([GAME[2]]);
  });

  it("are the ten costliest of many", () => {
    const many = Array.from({ length: 14 }, (_, i) => blame("first", "mistake", 0.1 + i / 200));
    expect(lessonsIn(many, "first")).toEqual(many.slice(4));
  });
});
