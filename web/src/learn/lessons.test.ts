// The steps of each game, with all their words; tries are judged by what happened.
import { describe, expect, it } from "vitest";
import { OFFERED } from "../boards";
import { CATALOGUES } from "../texts";
import { lessonsOf, missOf } from "./lessons";
import { TAUGHT } from "./taught";

type Words = Record<string, Record<string, { title: string; miss: object }>>;
const texts = CATALOGUES.en.learn as Words;

describe("the lessons", () => {
  it("are there for every game that says so, and the goal comes first", () => {
    expect([...TAUGHT]).toEqual(OFFERED.filter((game) => lessonsOf(game).length));
    for (const game of TAUGHT) {
      const [first] = lessonsOf(game);
      expect(texts[game]![first!.id]!.title).toMatch(/^The goal: /);
    }
    expect(lessonsOf("chess")).toEqual([]);
  });

  it("have words for the task, for success and for every miss, and for nothing else", () => {
    for (const game of TAUGHT) {
      expect(Object.keys(texts[game]!).sort()).toEqual(
        lessonsOf(game)
          .map((lesson) => lesson.id)
          .sort(),
      );
      for (const lesson of lessonsOf(game)) {
        const words = texts[game]![lesson.id]!;
        expect(Object.keys(words).sort()).toEqual(["done", "hint", "miss", "task", "title"]);
        const misses = [...(lesson.wrong ? ["other"] : []), ...(lesson.misses ?? []).map((miss) => miss.text)];
        expect([lesson.id, ...Object.keys(words.miss).sort()]).toEqual([lesson.id, ...misses.sort()]);
      }
    }
  });

  it("tell why a try misses the task", () => {
    const lesson = (game: string, id: string) => lessonsOf(game).find((one) => one.id === id)!;
    expect(missOf(lesson("cities", "enclose"), [{ kind: "moved" }, { kind: "captured", seat: "second" }])).toBe("");
    expect(missOf(lesson("cities", "enclose"), [{ kind: "moved" }])).toBe("other");
    expect(missOf(lesson("cities", "few"), [{ kind: "drawn" }])).toBe("draw");
    const turned = (heading: number) => ["u1", "u2"].map((unit) => ({ kind: "moved", unit, heading }));
    expect(missOf(lesson("adlg", "wheel"), turned(3000))).toBe("");
    expect(missOf(lesson("adlg", "wheel"), turned(1500))).toBe("way");
    expect(missOf(lesson("cities", "lines"), [{ kind: "captured", seat: "second", line: "row" }])).toBe("too_few");
  });
});
