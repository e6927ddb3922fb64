// The ruler: from base to base where it begins or ends on one, else from point to point, with a mark at 4 UD.
import { apart, corners, within, type Point, type UnitFact } from "../table/reading";

const FOUR = 4000;
/** Half the length of the mark. */
const MARK = 220;

export interface Ruler {
  from: Point;
  to: Point;
  /** Both ends of the mark across the ruler, where it is long enough. */
  four: [Point, Point] | null;
}

export function rulerBetween(from: Point, to: Point, units: readonly UnitFact[]): Ruler {
  const bases = units.filter((unit) => unit.pose).map((unit) => corners(unit.pose, unit.width, unit.depth));
  const [here, there] = [from, to].map((point) => bases.find((base) => within(point, base)));
  const [start, end] =
    here && there && here !== there
      ? nearest(here, there)
      : [here && here !== there ? onto(to, here) : from, there && here !== there ? onto(from, there) : to];
  const far = apart(start, end);
  if (far < FOUR) return { from: start, to: end, four: null };
  const [x, y] = [(end[0] - start[0]) / far, (end[1] - start[1]) / far];
  const at: Point = [start[0] + x * FOUR, start[1] + y * FOUR];
  return {
    from: start,
    to: end,
    four: [
      [at[0] - y * MARK, at[1] + x * MARK],
      [at[0] + y * MARK, at[1] - x * MARK],
    ],
  };
}

/** The points of two bases that are nearest to each other: one of them is a corner. */
function nearest(a: Point[], b: Point[]): [Point, Point] {
  const pairs: [Point, Point][] = [
    ...a.map((corner): [Point, Point] => [corner, onto(corner, b)]),
    ...b.map((corner): [Point, Point] => [onto(corner, a), corner]),
  ];
  return pairs.reduce((best, pair) => (apart(...pair) < apart(...best) ? pair : best));
}

/** The point of an outline that is nearest to another. */
function onto(point: Point, outline: Point[]): Point {
  let best: Point = outline[0]!;
  for (const [i, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(i + 1) % outline.length]!;
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy || 1)));
    const found: Point = [ax + along * dx, ay + along * dy];
    if (apart(point, found) < apart(point, best)) best = found;
  }
  return best;
}
