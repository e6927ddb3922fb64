import { describe, expect, it } from "vitest";
import { figuresOn, shifted } from "./figures";
import { SYMBOLS } from "./troops";

const numbers = (drawing: string): number[] => (drawing.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

describe("the figures on a base", () => {
  it("are there for all troops, each kind with its own, and stay on their base", () => {
    const seen = new Set<string>();
    for (const short of Object.values(SYMBOLS)) {
      const rows = figuresOn(`tr-${short}`, 100, 71, false);
      seen.add(rows[0]!.outline + rows[0]!.detail);
      for (const { outline } of rows) {
        const all = numbers(outline);
        const [across, down] = [all.filter((_, i) => i % 2 === 0), all.filter((_, i) => i % 2 === 1)];
        expect(Math.max(...across.map(Math.abs)), short).toBeLessThanOrEqual(50);
        expect(Math.max(...down), short).toBeLessThanOrEqual(74);
      }
    }
    expect(seen.size).toBe(new Set(Object.values(SYMBOLS)).size);
  });

  it("look at each other", () => {
    expect(shifted("M1 2L3 4Z", 10, 20)).toBe("M11 22L13 24Z");
    expect(shifted("M1 2L3 4Z", 10, 20, 1, true)).toBe("M9 22L7 24Z");
    expect(figuresOn("tr-hkn", 100, 71, true)).not.toEqual(figuresOn("tr-hkn", 100, 71, false));
  });
});
