import { describe, expect, it } from "vitest";
import type { Entry, View } from "../../../lib/protocol";
import type { Reel } from "../../../room/reel";
import type { FieldFacts, UnitFact } from "../table/reading";
import { fightsOf, lastTurnAt, nearest, phaseFrom, trailsBetween, turnsOf } from "./chapters";

const entry = (version: number, text: string, ...events: string[]): Entry =>
  ({
    version,
    kind: /^\d/.test(text) ? "chance" : "action",
    text,
    words: [],
    events: events.map((kind) => ({ kind })),
  }) as Partial<Entry> as Entry;

const BATTLE = [
  entry(1, "corps c1"),
  entry(2, "u1 advance 3", "moved"),
  entry(3, "end"),
  entry(4, "3-5", "lost"),
  entry(5, "end", "sequence"),
  entry(6, "4"),
  entry(7, "e1 advance 2", "moved"),
  entry(8, "6-1", "lost", "routed"),
];
const PHASES = ["movement", "movement", "movement", "melee", "melee", "movement", "movement", "movement", "melee"];

function reel(shown: number): Reel {
  const view = (version: number): View =>
    ({ facts: { phase: PHASES[version], turn: 1, active: version < 5 ? 0 : 1, units: [] } }) as Partial<View> as View;
  return {
    entries: BATTLE,
    shown,
    latest: 8,
    viewAt: (version) => Promise.resolve(view(version)),
    look: () => Promise.resolve(),
    playOn: () => Promise.resolve(false),
  };
}

describe("a battle seen again", () => {
  it("can be entered at every turn and before every fight", () => {
    expect(turnsOf(BATTLE)).toEqual([0, 5]);
    expect(fightsOf(BATTLE)).toEqual([3, 7]);
    expect(nearest(turnsOf(BATTLE), 2, 1)).toBe(5);
    expect(nearest(turnsOf(BATTLE), 5, -1)).toBe(0);
    expect(nearest(fightsOf(BATTLE), 7, 1)).toBeUndefined();
  });

  it("goes from phase to phase, both ways", async () => {
    expect(await phaseFrom(reel(1), 1)).toBe(3);
    expect(await phaseFrom(reel(6), 1)).toBe(8);
    expect(await phaseFrom(reel(8), 1)).toBeUndefined();
    expect(await phaseFrom(reel(7), -1)).toBe(5);
    expect(await phaseFrom(reel(5), -1)).toBe(3);
    expect(await phaseFrom(reel(0), -1)).toBeUndefined();
  });

  it("shows the moves of this turn, or of the one before while nobody has moved", () => {
    expect(lastTurnAt(BATTLE, 2)).toEqual([0, 2]);
    expect(lastTurnAt(BATTLE, 6)).toEqual([0, 5]);
    expect(lastTurnAt(BATTLE, 7)).toEqual([5, 7]);
  });

  it("draws who moved and who is gone, and nobody who stood", () => {
    const unit = (id: string, x: number) =>
      ({ id, seat: 0, depth: 500, pose: [x, 1000, 0] }) as Partial<UnitFact> as UnitFact;
    const facts = (...units: FieldFacts["units"]) => ({ units }) as Partial<FieldFacts> as FieldFacts;
    const found = trailsBetween(
      facts(unit("u1", 1000), unit("u2", 2000), unit("u3", 3000)),
      facts(unit("u1", 1500), unit("u2", 2000)),
    );
    expect(found.map(({ id, to }) => [id, to?.[0] ?? null])).toEqual([
      ["u1", 1500],
      ["u3", null],
    ]);
  });
});
