// What a series of rematches stands at, and how it is said.
import { describe, expect, it } from "vitest";
import type { Result } from "../lib/protocol";
import { scoreWords, standing } from "./score";

const won = (winner: "first" | "second" | null): Result => ({ winner, rule: "", words: "" });

describe("a series", () => {
  it("counts the game that is over, and only where games came before", () => {
    const before = { first: 1, second: 0, drawn: 0 };
    expect(standing(null, won("first"))).toBeNull();
    expect(standing(before, null)).toEqual(before);
    expect(standing(before, won("first"))).toEqual({ first: 2, second: 0, drawn: 0 });
    expect(standing(before, won("second"))).toEqual({ first: 1, second: 1, drawn: 0 });
    expect(standing(before, won(null))).toEqual({ first: 1, second: 0, drawn: 1 });
  });
  it("is told from one's own seat, and by sides to everybody else", () => {
    const score = { first: 1, second: 2, drawn: 0 };
    expect(scoreWords(score, "second", "cities", {})).toBe("Series: you 2 : 1 opponent");
    expect(scoreWords(score, "first", "cities", {})).toBe("Series: you 1 : 2 opponent");
    expect(scoreWords({ ...score, drawn: 1 }, null, "cities", {})).toBe("Series: Blue 1 : 2 Ochre, 1 drawn");
  });
});
