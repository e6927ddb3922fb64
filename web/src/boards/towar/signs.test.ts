// What a card says of itself, and where its arrows lead on the field.
import { describe, expect, it } from "vitest";
import { CAMP } from "./chain";
import { reachOf, signsOf } from "./signs";

const face = { unit: "rider", army: "north", defence: 3, attack: 3, kind: "T2", elite: false };
const none = (): boolean => false;

describe("the signs of a card", () => {
  it("are only those that it bears", () => {
    expect(signsOf(face).map((one) => one.sign)).toEqual(["shield", "star", "arrows", "bar"]);
    expect(signsOf({ ...face, kind: "F1", elite: true }).map((one) => one.sign)).toEqual([
      "shield",
      "star",
      "arrows",
      "crown",
    ]);
  });
});

describe("where arrows lead", () => {
  it("is one cell forward for a single arrow, as its side sees it", () => {
    expect(reachOf("b2", "first", "F1", none)).toEqual({ near: ["b3"], far: [] });
    expect(reachOf("b2", "second", "F1", none)).toEqual({ near: ["b1"], far: [] });
  });

  it("is never over the left or right edge, and over the far edge the camp", () => {
    expect(reachOf("a4", "first", "T1", none).near).toEqual([CAMP, "b4"]);
  });

  it("goes on from empty cells only where a bar allows a second step", () => {
    expect(reachOf("b1", "first", "F2", none)).toEqual({ near: ["b2"], far: ["b3"] });
    expect(reachOf("b1", "first", "F2", (cell) => cell === "b2")).toEqual({ near: ["b2"], far: [] });
  });
});
