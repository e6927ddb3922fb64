// What goes along to another device.
import { beforeEach, describe, expect, it } from "vitest";
import { keep, recall } from "./keeping";
import { packed, unpacked } from "./luggage";

const NAMES = ["learn.cities", "puzzles.towar", "local.games", "openings.own"];

describe("what goes along to another device", () => {
  beforeEach(() => NAMES.forEach((name) => keep(name, null)));

  it("is what was learned, solved and played here", () => {
    keep("learn.cities", ["goal"]);
    keep("local.games", [{ id: "a" }]);
    keep("sound", false);
    expect(packed(10_000)).toEqual({ "learn.cities": ["goal"], "local.games": [{ id: "a" }] });
  });

  it("leaves out what does not fit", () => {
    keep("learn.cities", ["goal"]);
    keep("local.games", [{ id: "a", actions: "x".repeat(500) }]);
    expect(Object.keys(packed(200))).toEqual(["learn.cities"]);
  });

  it("is put beside what the device has", () => {
    keep("learn.cities", ["goal", "moves"]);
    keep("local.games", [{ id: "a", over: false }]);
    keep("puzzles.towar", { solved: ["p"], streak: 1, longest: 7, day: 20, days: 2 });
    unpacked({
      "learn.cities": ["goal", "cities"],
      "local.games": [{ id: "a", over: true }, { id: "b" }, "nonsense"],
      "puzzles.towar": { solved: ["q", "p"], streak: 4, longest: 5, day: 21, days: 9 },
      name: "somebody else",
    });
    expect(recall("learn.cities", [])).toEqual(["goal", "moves", "cities"]);
    expect(recall("local.games", [])).toEqual([{ id: "a", over: false }, { id: "b" }]);
    const both = { solved: ["q", "p"], streak: 4, longest: 7, day: 21, days: 9 };
    expect(recall("puzzles.towar", {})).toEqual(both);
    expect(recall("name", "nobody")).toBe("nobody");
  });

  it("may be damaged", () => {
    keep("learn.cities", ["goal"]);
    unpacked({ "learn.cities": "x", "puzzles.towar": 3, "local.games": { id: "a" } });
    expect(recall("learn.cities", [])).toEqual(["goal"]);
    expect(recall("puzzles.towar", null)).toBeNull();
  });
});
