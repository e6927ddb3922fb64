import { describe, expect, it } from "vitest";
import type { PuzzleEntry } from "../lib/protocol";
import {
  afterMissing,
  afterSolving,
  chapterList,
  chaptersOf,
  dayOf,
  daysInRow,
  nextOf,
  ofDay,
  progressOf,
} from "./puzzles";

const entry = (id: string, theme = "capture", level = "club"): PuzzleEntry => ({ id, theme, level });
const LIST = [entry("a"), entry("b"), entry("c")];

describe("the puzzle of the day", () => {
  it("is another one on each day, by the calendar of this place", () => {
    const noon = new Date(2026, 10, 18, 12);
    const midnight = new Date(2026, 10, 18, 0, 1);
    expect(dayOf(noon)).toBe(dayOf(midnight));
    expect(dayOf(new Date(2026, 10, 19, 0, 1))).toBe(dayOf(noon) + 1);
    expect(ofDay(LIST, 4)?.id).toBe("b");
  });
});

describe("progress", () => {
  it("counts what was solved at the first try, one after the other", () => {
    let now = afterSolving(afterSolving(progressOf("none"), "a", true, null), "b", true, null);
    expect([now.streak, now.longest, now.solved]).toEqual([2, 2, ["a", "b"]]);
    now = afterSolving(afterMissing(now), "c", false, null);
    expect([now.streak, now.longest, now.solved]).toEqual([0, 2, ["a", "b", "c"]]);
  });

  it("counts days in a row, each once, and a missed one ends them", () => {
    let now = afterSolving(progressOf("none"), "a", true, 100);
    now = afterSolving(afterSolving(now, "a", true, 100), "b", true, 101);
    expect(now.days).toBe(2);
    expect(daysInRow(now, 102)).toBe(2);
    expect(daysInRow(now, 103)).toBe(0);
    expect(afterSolving(now, "c", true, 105).days).toBe(1);
  });
});

describe("the next puzzle", () => {
  it("is the first that was not solved, round the list", () => {
    expect(nextOf(LIST, "b", [])?.id).toBe("c");
    expect(nextOf(LIST, "b", ["c"])?.id).toBe("a");
    expect(nextOf(LIST, "b", ["a", "b", "c"])?.id).toBe("c");
    expect(nextOf(LIST, "elsewhere", [])?.id).toBe("a");
  });
});

describe("a chapter", () => {
  it("has puzzles about its theme, from easy to hard", () => {
    const [capture] = chaptersOf("cities");
    const many = Array.from({ length: 30 }, (_, i) => entry(`${i}`, "capture", i % 2 ? "club" : "beginner"));
    const found = chapterList([...many, entry("x", "escape")], capture!);
    expect(found).toHaveLength(12);
    expect(found[0]?.level).toBe("beginner");
    expect(found.at(-1)?.level).toBe("club");
  });
});
