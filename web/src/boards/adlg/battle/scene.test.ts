import { describe, expect, it } from "vitest";
import type { Pose } from "../table/reading";
import { fleeing, shaken } from "./scene.svelte";

describe("what befalls a unit", () => {
  const pose: Pose = [5000, 5000, 0];

  it("shakes it, and it stands where it stood", () => {
    expect(shaken(pose, 0.2)).not.toEqual(pose);
    expect(shaken(pose, 1)).toEqual(pose);
  });

  it("turns it about and drives it back where it routs", () => {
    const [x, y, heading] = fleeing(pose, 1);
    expect([Math.round(x), heading]).toEqual([5000, 18000]);
    expect(y).toBeLessThan(4000);
  });
});
