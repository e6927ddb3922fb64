// A battle's text as the editor changes it.
import { describe, expect, it } from "vitest";
import {
  fighting,
  inFight,
  joins,
  moved,
  readPlacement,
  refreshed,
  restored,
  taken,
  writePlacement,
} from "./placement";

const TEXT =
  "3 first orders c=c1 p=4+1 time=asked ; u1:7800,8000,0:1/2:near.stakes u2:9800,2500,0:3 e3:7800,8000,18000:1 ; " +
  "c1:@u2 d1:9000,13000,18000 ; u1>e3:front:u1:1 ; u5:routed k1:taken";
const placement = readPlacement(TEXT)!;

describe("a battle in the editor", () => {
  it("is written as it was read, at the beginning of a sequence", () => {
    expect(writePlacement(placement)).toBe(
      "3 first corps time=asked ; u1:7800,8000,0:1:stakes u2:9800,2500,0:3 e3:7800,8000,18000:1 ; " +
        "c1:@u2 d1:9000,13000,18000 ; u1>e3:front:u1:1 ; u5:routed k1:taken",
    );
  });

  it("loses the fight of whoever is moved", () => {
    const now = moved(placement, new Map([["u1", [5000, 4000, -1500]]]));
    expect(now.units.get("u1")?.pose).toEqual([5000, 4000, 34500]);
    expect(inFight(placement, "e3")).toBe(true);
    expect(inFight(now, "e3")).toBe(false);
  });

  it("leaves a commander where his unit stood", () => {
    const now = taken(placement, "u2");
    expect(now.leaders.get("c1")).toEqual({ pose: [9800, 2500, 0] });
    expect([...now.lost]).toEqual([
      ["u5", "routed"],
      ["k1", "taken"],
      ["u2", "routed"],
    ]);
    expect(taken(now, "c1").lost.get("c1")).toBe("fallen");
  });

  it("brings back units, commanders and camps", () => {
    const now = restored(restored(taken(placement, "c1"), "c1", [1, 2, 3], 0), "k1", null, 0);
    expect(now.leaders.get("c1")).toEqual({ pose: [1, 2, 3] });
    expect([...now.lost.keys()]).toEqual(["u5"]);
    expect(restored(now, "u5", [4, 5, 6], 4).units.get("u5")).toEqual({ pose: [4, 5, 6], cohesion: 4, marks: [] });
  });

  it("puts enemies front to front", () => {
    const now = fighting(placement, "u2", "e3");
    expect(now.units.get("u2")?.pose).toEqual([7800, 8000, 0]);
    expect(now.fights).toEqual(["u1>e3:front:u1:1", "u2>e3:front:u2:1"]);
  });

  it("knows who rides with whom and how fresh they are", () => {
    expect(joins(placement, "d1", "e3").leaders.get("d1")).toEqual({ unit: "e3" });
    expect(refreshed(placement, "u2", 1).units.get("u2")?.cohesion).toBe(1);
  });

  it("is none where the text is none", () => {
    for (const text of ["", "x", "3 first corps ; u1:a,b,c:1 ; - ; - ; -", "3 nobody corps ; - ; - ; - ; -"])
      expect(readPlacement(text)).toBeNull();
  });
});
