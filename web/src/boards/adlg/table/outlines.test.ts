import { describe, expect, it } from "vitest";
import { hachures, inset, smooth, texture, WAVER, wavering } from "./outlines";
import { toEdge, within, type Point } from "./reading";

const SQUARE: Point[] = [
  [100, 100],
  [500, 100],
  [500, 400],
  [100, 400],
];
const away = (point: Point): number =>
  Math.min(...SQUARE.map((corner, i) => toEdge(point, corner, SQUARE[(i + 1) % 4]!)));

describe("the outline of terrain", () => {
  it("wavers, never by more than a hair's breadth of the true edge, and always the same way", () => {
    const points = wavering(SQUARE);
    expect(points.length).toBeGreaterThan(20);
    for (const point of points) expect(away(point)).toBeLessThanOrEqual(WAVER);
    expect(points.some((point) => away(point) > 1)).toBe(true);
    expect(wavering(SQUARE)).toEqual(points);
  });

  it("stays at the edge of the table", () => {
    const points = wavering(SQUARE, WAVER, ([, y]) => y === 100);
    const top = points.filter(([, y]) => y < 150);
    expect(top.filter(([, y]) => y === 100).length).toBeGreaterThan(5);
  });

  it("has lines inside of it", () => {
    for (const point of inset(wavering(SQUARE, 0), 20)) expect(within(point, SQUARE)).toBe(true);
    const strokes = hachures(wavering(SQUARE), 20, 24);
    expect(strokes.match(/M/g)!.length).toBeGreaterThan(50);
    expect(smooth(SQUARE)).toMatch(/^M[\d. ]+(Q[\d. ]+){4}z$/);
  });

  it("differs by region, and open ground has a few signs only", () => {
    const signs = ["plain", "forest", "mountain", "desert", "steppe"].map((region) => texture(2000, 1500, region));
    expect(new Set(signs).size).toBe(5);
    expect(signs[0]!.match(/M/g)!.length).toBeLessThan(250);
  });
});
