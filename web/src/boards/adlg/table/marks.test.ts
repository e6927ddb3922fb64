import { describe, expect, it } from "vitest";
import { isCircle, Marks } from "./marks.svelte";
import type { Point } from "./reading";

function draw(marks: Marks, from: Point, to: Point): void {
  marks.begin(from);
  marks.lead(to);
  marks.end();
}

describe("marks on the battle table", () => {
  it("are arrows from place to place, and circles where they end beside their beginning", () => {
    const marks = new Marks();
    draw(marks, [1000, 1000], [5000, 4000]);
    draw(marks, [7000, 1000], [7200, 1100]);
    expect(marks.all.map(isCircle)).toEqual([false, true]);
    marks.clear();
    expect(marks.all).toEqual([]);
  });

  it("are seen while they are drawn, and gone when they are drawn once more", () => {
    const marks = new Marks();
    marks.begin([0, 0]);
    marks.lead([3000, 0]);
    expect(marks.all).toEqual([{ from: [0, 0], to: [3000, 0] }]);
    marks.end();
    draw(marks, [100, 0], [3100, 100]);
    expect(marks.all).toEqual([]);
    marks.begin([0, 0]);
    marks.drop();
    expect(marks.all).toEqual([]);
  });
});
