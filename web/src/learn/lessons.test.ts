// A few steps for each game, with all their words; tries are judged by what happened.
import { describe, expect, it } from "vitest";
import en from "../texts/en.json";
import { lessonsOf, missOf } from "./lessons";

const STEPS: Record<string, number> = { cities: 5, towar: 5, adlg: 9 };
const GAMES = Object.keys(STEPS);
const texts: Record<string, unknown> = en.learn;

describe("the lessons", () => {
  it("are five for each game, and nine for the thick rule book", () => {
    for (const game of GAMES) expect(lessonsOf(game).length).toBe(STEPS[game]);
    expect(lessonsOf("chess")).toEqual([]);
  });

  it("have words for the task, for success and for every miss", () => {
    for (const game of GAMES)
      for (const lesson of lessonsOf(game)) {
        const words = (texts[game] as Record<string, { miss: object }>)[lesson.id]!;
        expect(Object.keys(words).sort()).toEqual(["done", "hint", "miss", "task", "title"]);
        const misses = ["other", ...lesson.misses.map((miss) => miss.text)];
        expect(Object.keys(words.miss).sort()).toEqual(misses.sort());
      }
  });

  it("tell why a try misses the task", () => {
    const [, enclose, lines] = lessonsOf("cities");
    expect(missOf(enclose!, [{ kind: "moved" }, { kind: "captured", seat: "second" }])).toBe("");
    expect(missOf(enclose!, [{ kind: "moved" }, { kind: "captured", seat: "first" }])).toBe("own_loss");
    expect(missOf(enclose!, [{ kind: "moved" }])).toBe("other");
    const wheel = lessonsOf("adlg").find((lesson) => lesson.id === "wheel")!;
    const turned = (heading: number) => ["u1", "u2"].map((unit) => ({ kind: "moved", unit, heading }));
    expect(missOf(wheel, turned(3000))).toBe("");
    expect(missOf(wheel, turned(1500))).toBe("way");
    expect(missOf(lines!, [{ kind: "captured", seat: "second", line: "row" }])).toBe("too_few");
  });
});
