// Outlines of terrain as ground has them: rounded corners, edges that waver a little, hachures, lines along a shore.
// What counts is the polygon of the rules; nothing drawn here leaves it by more than WAVER.
import { path, round } from "./frame";
import type { Point } from "./reading";

/** Units of the drawing by which an edge may stray: six hundredths of a UD, less than the width of a unit's rim. */
export const WAVER = 6;
/** Between two points of an outline. */
const STEP = 34;
/** Where a corner begins to be rounded. */
const CORNER = 12;

/** A number from -1 to 1 that follows from a place alone: the same outline wherever and whenever it is drawn. */
function noise(x: number, y: number): number {
  const value = Math.sin(Math.round(x) * 12.9898 + Math.round(y) * 78.233) * 43758.5453;
  return 2 * (value - Math.floor(value)) - 1;
}

/** The points of an outline, close together, wavering across its edges; corners and what lies at `fixed` stay. */
export function wavering(
  figure: readonly Point[],
  amount = WAVER,
  fixed: (point: Point) => boolean = () => false,
): Point[] {
  const found: Point[] = [];
  for (const [i, [ax, ay]] of figure.entries()) {
    const [bx, by] = figure[(i + 1) % figure.length]!;
    const length = Math.hypot(bx - ax, by - ay);
    if (!length) continue;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const cut = Math.min(CORNER, length / 3);
    const parts = Math.max(1, Math.round((length - 2 * cut) / STEP));
    const rigid = fixed([ax, ay]) && fixed([bx, by]);
    if (fixed([ax, ay])) found.push([ax, ay]);
    for (let part = 0; part <= parts; part++) {
      const along = cut + ((length - 2 * cut) * part) / parts;
      const [x, y] = [ax + along * ux, ay + along * uy];
      const off = rigid || part === 0 || part === parts ? 0 : amount * noise(x, y);
      found.push([x - off * uy, y + off * ux]);
    }
  }
  return found;
}

/** A smooth closed line through the middles between points. */
export function smooth(points: readonly Point[]): string {
  const last = points.length - 1;
  if (last < 2) return path(points, true);
  const half = ([ax, ay]: Point, [bx, by]: Point): string => `${round((ax + bx) / 2)} ${round((ay + by) / 2)}`;
  let drawn = `M${half(points[last]!, points[0]!)}`;
  for (const [i, point] of points.entries())
    drawn += `Q${round(point[0])} ${round(point[1])} ${half(point, points[i === last ? 0 : i + 1]!)}`;
  return `${drawn}z`;
}

/** The way to the inside at every point of an outline. */
function inwards(points: readonly Point[]): Point[] {
  const area = points.reduce((sum, [ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length]!;
    return sum + ax * by - bx * ay;
  }, 0);
  const sign = area > 0 ? 1 : -1;
  return points.map((_, i) => {
    const [ax, ay] = points[(i + points.length - 1) % points.length]!;
    const [bx, by] = points[(i + 1) % points.length]!;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return [(-sign * (by - ay)) / length, (sign * (bx - ax)) / length];
  });
}

/** The outline a little farther in. */
export function inset(points: readonly Point[], by: number): Point[] {
  return inwards(points).map(([nx, ny], i) => [points[i]![0] + by * nx, points[i]![1] + by * ny]);
}

/** Strokes down a slope, from an outline inwards: thick and thin by turns, as on old maps. */
export function hachures(points: readonly Point[], distance: number, length: number): string {
  const normals = inwards(points);
  let [drawn, ahead, count] = ["", 0, 0];
  for (const [i, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(i + 1) % points.length]!;
    const edge = Math.hypot(bx - ax, by - ay);
    for (; ahead < edge; ahead += distance, count++) {
      const part = ahead / (edge || 1);
      const [x, y] = [ax + part * (bx - ax), ay + part * (by - ay)];
      const deep = length * (0.72 + 0.28 * noise(x, y)) * (count % 2 ? 0.7 : 1);
      const [nx, ny] = normals[i]!;
      drawn += path([
        [x + 4 * nx, y + 4 * ny],
        [x + deep * nx, y + deep * ny],
      ]);
    }
    ahead -= edge;
  }
  return drawn;
}

/** What grows or lies on open ground, in signs so small that they are a texture. */
const SIGNS: Record<string, string> = {
  plain: "l-3-9m3 9v-11m0 11l4-8",
  forest: "l-4-8m4 8l1-12m-1 12l5-9m6 11l-2-6m2 6l3-6",
  mountain: "l5-7 6 3 2 4m4-1h3",
  desert: "q9-7 20 0m-6 6q7-4 14 0",
  steppe: "l-5-10m5 10l-1-13m1 13l4-11m-4 11l8-7",
};
const APART = 168;

export function texture(width: number, height: number, region: string): string {
  const sign = SIGNS[region] ?? SIGNS.plain!;
  let drawn = "";
  for (let y = APART / 2; y < height; y += APART * 0.6)
    for (let x = APART / 2; x < width; x += APART) {
      const [dx, dy] = [noise(x, y), noise(y + 7, x)];
      const [px, py] = [x + 70 * dx, y + 44 * dy];
      // An even grid is no ground: here and there nothing grows.
      if (noise(x + 3, y + 5) < -0.35 || px < 16 || px > width - 30 || py < 20 || py > height - 16) continue;
      drawn += `M${round(px)} ${round(py)}${sign}`;
    }
  return drawn;
}
