import { describe, expect, it } from "vitest";
import { following, isUsual, onBoard, ownOpenings, withGame } from "./openings";

const played = [
  { winner: "first" as const, moves: ["b2b4", "i9i7", "c2c4"] },
  { winner: null, moves: ["b2b4", "i9i7", "d2d4"] },
  { winner: "second" as const, moves: ["b2b4", "h9h7"] },
  { winner: "second" as const, moves: ["e2e4"] },
];

describe("openings", () => {
  it("count what followed, and who won", () => {
    expect(following(played, [])).toEqual([
      { action: "b2b4", count: 3, first: 1, second: 1, drawn: 1 },
      { action: "e2e4", count: 1, first: 0, second: 1, drawn: 0 },
    ]);
    expect(following(played, ["b2b4"]).map(({ action, count }) => [action, count])).toEqual([
      ["i9i7", 2],
      ["h9h7", 1],
    ]);
    expect(following(played, ["b2b4", "h9h7"])).toEqual([]);
    expect(following(played, ["a1a2"])).toEqual([]);
  });

  it("leave out armies, which are chosen before anything stands on the board", () => {
    expect(onBoard(["west", "east", "b2", "b3", "a:frf"])).toEqual(["b2", "b3", "a:frf"]);
  });

  it("keep own games once, apart by how they start", () => {
    let known = withGame([], "g1", "cities", {}, ["b2b4", "i9i7"], "first");
    known = withGame(known, "g1", "cities", {}, ["b2b4", "i9i7"], "first");
    known = withGame(known, "g2", "cities", { layout: "flanks" }, ["e2e4"], null);
    known = withGame(known, "g3", "adlg", {}, ["u1 advance 2"], "first");
    expect(ownOpenings("cities", "gates", known)).toHaveLength(1);
    expect(ownOpenings("cities", "flanks", known)).toHaveLength(1);
    expect(known).toHaveLength(2);
    expect(isUsual("cities", { layout: "flanks" })).toBe(false);
    expect(isUsual("towar", {})).toBe(true);
  });
});
