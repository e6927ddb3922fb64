import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { canKeep, freshClock, LocalClock } from "./clock.svelte";

describe("the clock of a game without a room", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("runs for who acts, rests between, and gives its seconds for every action", () => {
    const fresh = freshClock({ minutes: 5, increment: 3 });
    const clock = new LocalClock(fresh, () => expect.unreachable());
    clock.run("first");
    vi.advanceTimersByTime(10_000);
    clock.run(null);
    vi.advanceTimersByTime(60_000);
    expect(clock.left).toEqual({ first: 290_000, second: 300_000 });
    clock.acted("first");
    clock.run("second");
    vi.advanceTimersByTime(1000);
    clock.run("second");
    vi.advanceTimersByTime(1000);
    clock.run(null);
    expect(fresh.left).toEqual({ first: 293_000, second: 298_000 });
  });

  it("falls once, and goes on from what was kept", () => {
    const fell: string[] = [];
    const clock = new LocalClock({ minutes: 5, increment: 0, left: { first: 250, second: 9 } }, (who) =>
      fell.push(who),
    );
    clock.run("first");
    vi.advanceTimersByTime(200);
    expect(fell).toEqual([]);
    vi.advanceTimersByTime(5000);
    expect(fell).toEqual(["first"]);
    expect(clock.left.first).toBe(0);
  });

  it("is one of minutes for each", () => {
    expect([{ minutes: 5 }, { days: 3 }, { minutes: 60, together: true }, {}].map(canKeep)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
