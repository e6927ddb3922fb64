// Where what is dragged is drawn to: side to side with neighbours, into their line, to the borders of a zone; else to
// an even grid. It only helps the hand; what is allowed, the game says.
import { corners, type Point, type Pose } from "../table/reading";

export interface Base {
  pose: Pose;
  width: number;
  depth: number;
}

/** Nearer than this, in thousandths of a UD, counts as meant. */
const REACH = 300;
export const GRID = 50;
const HAIR = 5;

interface Extent {
  west: number;
  east: number;
  south: number;
  north: number;
}

function extent(base: Base): Extent {
  const quad = corners(base.pose, base.width, base.depth);
  const [xs, ys] = [quad.map(([x]) => Math.round(x)), quad.map(([, y]) => Math.round(y))];
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

function least(distances: number[]): number | null {
  let best: number | null = null;
  for (const one of distances)
    if (Math.abs(one) <= REACH && (best === null || Math.abs(one) < Math.abs(best))) best = one;
  return best;
}

export interface Snap {
  /** How much is to be added to where everybody is. */
  shift: Point;
  /** The lines that it was drawn to, for showing. */
  lines: { x?: number; y?: number }[];
}

/** Draws those who are moved to those who stand and to the borders of their zones (one for each base). */
export function snapped(moved: readonly Base[], standing: readonly Base[], zones: readonly (readonly Point[])[]): Snap {
  const across: [number, number][] = [];
  const up: [number, number][] = [];
  const add = (list: [number, number][], from: number, to: number): void => void list.push([to - from, to]);
  const others = standing.map((base) => ({ base, at: extent(base) }));
  for (const [i, base] of moved.entries()) {
    const own = extent(base);
    const zone = zones[i];
    if (zone) {
      const [xs, ys] = [zone.map(([x]) => x), zone.map(([, y]) => y)];
      for (const x of [Math.min(...xs), Math.max(...xs)]) for (const edge of [own.west, own.east]) add(across, edge, x);
      for (const y of [Math.min(...ys), Math.max(...ys)]) for (const edge of [own.south, own.north]) add(up, edge, y);
    }
    for (const { base: other, at: its } of others) {
      // Far along the other axis it is no neighbour.
      if (Math.max(own.south, its.south) - Math.min(own.north, its.north) < REACH) {
        add(across, own.west, its.east);
        add(across, own.east, its.west);
      }
      if (Math.max(own.west, its.west) - Math.min(own.east, its.east) < 2000) add(up, base.pose[1], other.pose[1]);
    }
  }
  const [dx, dy] = [least(across.map(([far]) => far)), least(up.map(([far]) => far))];
  const lines = [...new Set(across.filter(([far]) => far === dx).map(([, x]) => x))].map(
    (x) => ({ x }) as { x?: number; y?: number },
  );
  lines.push(...[...new Set(up.filter(([far]) => far === dy).map(([, y]) => y))].map((y) => ({ y })));
  const first = moved[0]?.pose ?? [0, 0, 0];
  return { shift: [dx ?? even(first[0]), dy ?? even(first[1])], lines };
}

const even = (value: number): number => Math.round(value / GRID) * GRID - value;
export const toGrid = ([x, y]: Point): Point => [Math.round(x / GRID) * GRID, Math.round(y / GRID) * GRID];

/** A piece of terrain is drawn to the borders of its sector or to an edge; `outline` is where it would lie. */
export function snappedPiece(outline: readonly Point[], borders: { xs: number[]; ys: number[] }): Point {
  // A hair inside the line, so that rounding can't push a corner over it.
  const near = (corners: number[], lines: number[]): number => {
    const [low, high] = [Math.min(...corners), Math.max(...corners)];
    return least(lines.flatMap((line) => [line + HAIR - low, line - HAIR - high])) ?? 0;
  };
  return [
    near(
      outline.map(([x]) => x),
      borders.xs,
    ),
    near(
      outline.map(([, y]) => y),
      borders.ys,
    ),
  ];
}
