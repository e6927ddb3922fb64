import { describe, expect, it } from "vitest";
import type { Entry } from "../lib/protocol";
import { stepsOf } from "./steps";

function entry(...events: Entry["events"]): Entry {
  return { version: 1, kind: "action", text: "", words: [], events };
}

describe("the steps of a move", () => {
  it("are numbered along the way of a piece", () => {
    expect(stepsOf(entry({ kind: "moved", from: "c3", to: "d5", path: ["c3", "c4", "d5"] }))).toEqual([
      { cell: "c4", number: 1 },
      { cell: "d5", number: 2 },
    ]);
  });

  it("are numbered from card to card", () => {
    const chain = entry(
      { kind: "entered", number: 0, to: "b1" },
      { kind: "displaced", cell: "b1" },
      { kind: "stepped", number: 1, from: "b1", to: "b2" },
    );
    expect(stepsOf(chain)).toEqual([
      { cell: "b1", number: 1 },
      { cell: "b2", number: 2 },
    ]);
  });

  it("need no number where there is one", () => {
    expect(stepsOf(entry({ kind: "entered", number: 0, to: "b1" }))).toEqual([]);
    expect(stepsOf(entry({ kind: "moved", from: "c3", to: "c4", path: ["c3", "c4"] }))).toEqual([]);
    expect(stepsOf(null)).toEqual([]);
  });

  it("keep the later number where two end on one cell", () => {
    const back = entry({ kind: "stepped", number: 0, to: "b2" }, { kind: "stepped", number: 1, to: "b2" });
    expect(stepsOf(back)).toEqual([{ cell: "b2", number: 2 }]);
  });
});
