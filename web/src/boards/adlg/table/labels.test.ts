import { describe, expect, it } from "vitest";
import { roomForNames } from "./labels";
import type { FieldUnit, Pose } from "./reading";

/** Bases of one UD that stand so; how much room each name has. */
function rooms(...poses: Pose[]): number[] {
  const units = poses.map((pose, i) => ({ id: `u${i}`, width: 1000, depth: 700, pose }) as FieldUnit);
  const found = roomForNames(units, (unit) => unit.pose);
  return units.map((unit) => Math.round(found.get(unit.id)!));
}

describe("room for names", () => {
  it("is wider than a base that stands alone, within reason", () => {
    expect(rooms([5000, 5000, 0])).toEqual([2200]);
    expect(rooms([5000, 5000, 9000])).toEqual([2200]);
  });

  it("is as wide as the base in a closed line", () => {
    expect(rooms([5000, 5000, 0], [6000, 5000, 0], [7000, 5000, 0])).toEqual([1000, 1000, 1000]);
  });

  it("is shared by two that stand apart", () => {
    expect(rooms([5000, 5000, 0], [6500, 5000, 0])).toEqual([1440, 1440]);
  });

  it("ends where another base begins, whichever way that one faces", () => {
    expect(rooms([5000, 5000, 0], [6300, 4500, 0])[0]).toBe(1540);
    expect(rooms([5000, 5000, 18000], [6300, 5500, 9000])[0]).toBeLessThan(2200);
  });
});
