import { describe, expect, it } from "vitest";
import type { Entry, GameEvent } from "../../../lib/protocol";
import { phasesOf } from "./fights";

const entry = (version: number, text: string, ...told: [GameEvent, string][]): Entry => ({
  version,
  kind: told.length ? "chance" : "action",
  text,
  words: told.map(([, words]) => words),
  events: told.map(([event]) => event),
});
const dice = { first: 4, second: 2, total: 5, enemy_total: 3 };
const BATTLE = [
  entry(1, "done"),
  entry(
    2,
    "4-2",
    [{ kind: "dice_volley", unit: "e1", shooters: ["u1", "u2"], ...dice }, "They shoot."],
    [{ kind: "hit", unit: "e1" }, "It is hit."],
  ),
  entry(
    3,
    "4-2",
    [{ kind: "dice_melee", unit: "u3", enemy: "e2", ...dice }, "They fight."],
    [{ kind: "round_lost", unit: "e2" }, "It loses the round."],
    [{ kind: "lost", unit: "e2" }, "It loses 1."],
    [{ kind: "sequence", seat: "second" }, "The other one begins."],
  ),
  entry(4, "corps d1"),
  entry(5, "done"),
  entry(6, "4-2", [{ kind: "dice_melee", unit: "e2", enemy: "u3", ...dice }, "They fight again."]),
];

describe("fights that are read afterwards", () => {
  it("are grouped by phases, which orders part", () => {
    expect(phasesOf(BATTLE).map((phase) => phase.fights.map((fight) => fight.version))).toEqual([[2, 3], [6]]);
  });

  it("have those with the first die on the left: who shoots, or who is named first", () => {
    expect(phasesOf(BATTLE)[0]?.fights.map(({ left, right }) => [left, right])).toEqual([
      [["u1", "u2"], ["e1"]],
      [["u3"], ["e2"]],
    ]);
  });

  it("tell their own outcome, and what came of all of them once", () => {
    const [phase] = phasesOf(BATTLE);
    expect(phase?.fights.map((fight) => fight.outcome)).toEqual(["It is hit.", "It loses the round."]);
    expect(phase?.after).toEqual(["It loses 1."]);
  });
});
