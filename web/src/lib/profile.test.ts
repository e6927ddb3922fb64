import { describe, expect, it } from "vitest";
import { opponents, streaks, tally } from "./profile";
import type { ResultTold } from "./protocol";

const result = (score: number, opponent = "Ben"): ResultTold => ({
  room: "r",
  game: "cities",
  opponent,
  kind: "person",
  level: "",
  score,
  rated: true,
  rating: 1500,
  at: 0,
});

describe("results", () => {
  it("are counted, newest first", () => {
    const all = [2, 2, 0, 2, 2, 2, 1].map((score) => result(score));
    expect(tally(all)).toEqual({ won: 5, drawn: 1, lost: 1 });
    expect(streaks(all)).toEqual({ now: 2, best: 3 });
    expect(streaks([])).toEqual({ now: 0, best: 0 });
    expect(streaks([result(2), result(2)])).toEqual({ now: 2, best: 2 });
    expect(streaks([result(0), result(2)])).toEqual({ now: 0, best: 1 });
  });

  it("tell against whom most was played", () => {
    const all = [result(2, "Eve"), result(0), result(1)];
    expect(opponents(all).map(({ who, results }) => [who.opponent, results.length])).toEqual([
      ["Ben", 2],
      ["Eve", 1],
    ]);
  });
});
