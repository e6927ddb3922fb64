// The form about time and points stands for options of the game.
import { describe, expect, it } from "vitest";
import { OWN_TABLE, USUAL, optionsOf, type Table } from "./evening";

const own: Table = { name: { en: "ours", de: "unsere" }, broken: { winner: 3 }, unfinished: { draw: 1 } };

describe("time and points", () => {
  it("send nothing where all is as usual", () => {
    expect(optionsOf(0, USUAL, own)).toEqual({});
  });
  it("send a limit and another table", () => {
    expect(optionsOf(6, "league", null)).toEqual({ turn_limit: 6, scoring: "league" });
  });
  it("send own numbers without the name that they began with", () => {
    expect(optionsOf(0, OWN_TABLE, own)).toEqual({ scoring: { broken: { winner: 3 }, unfinished: { draw: 1 } } });
  });
});
