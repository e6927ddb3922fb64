// Drawing on areas of any outline, in units of the drawing: points and lines spread over them, and room for a name.
import { path } from "./frame";
import { toEdge, within, type Point } from "./reading";

export interface Span {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(points: readonly Point[]): Span {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export const around = ([x, y]: Point, wide: number, high: number): Span => ({
  left: x - wide / 2,
  top: y - high / 2,
  right: x + wide / 2,
  bottom: y + high / 2,
});

export const clear = (a: Span, b: Span): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

function edges(figure: readonly Point[]): [Point, Point][] {
  return figure.map((point, i) => [point, figure[(i + 1) % figure.length]!]);
}

/** How far a point inside is from the edge; 0 for one outside. */
function room(point: Point, figure: readonly Point[]): number {
  return within(point, figure) ? Math.min(...edges(figure).map(([a, b]) => toEdge(point, a, b))) : 0;
}

/** The centre of gravity. */
export function middle(figure: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  for (const [[ax, ay], [bx, by]] of edges(figure)) {
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  const box = boxOf(figure);
  return area ? [x / (3 * area), y / (3 * area)] : [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}

export const shrunk = (figure: readonly Point[], [tx, ty]: Point, size: number): Point[] =>
  figure.map(([x, y]) => [tx + size * (x - tx), ty + size * (y - ty)]);

/** The direction of the longest edge. */
function along(figure: readonly Point[]): Point {
  let [best, found]: [number, Point] = [0, [1, 0]];
  for (const [[ax, ay], [bx, by]] of edges(figure)) {
    const length = Math.hypot(bx - ax, by - ay);
    if (length > best) [best, found] = [length, [(bx - ax) / length, (by - ay) / length]];
  }
  return found;
}

/** Points all over an area with room to its edge: in rows along its longest edge, or staggered, a bit uneven. */
export function spread(figure: readonly Point[], [across, down]: Point, needs: number, rows: boolean): Point[] {
  const [ux, uy] = rows ? along(figure) : [1, 0];
  const [cx, cy] = middle(figure);
  const reach = Math.max(...figure.map(([x, y]) => Math.hypot(x - cx, y - cy)));
  const found: Point[] = [];
  for (let row = -Math.ceil(reach / down); row <= Math.ceil(reach / down); row++)
    for (let column = -Math.ceil(reach / across); column <= Math.ceil(reach / across); column++) {
      let [s, t] = [column * across, row * down];
      if (!rows) {
        s += (across / 2) * (row & 1) + modulo(7 * row + 3 * column, 5) * 2 - 4;
        t += modulo(3 * row + 5 * column, 7) - 3;
      }
      const point: Point = [cx + s * ux - t * uy, cy + s * uy + t * ux];
      if (room(point, figure) >= needs) found.push(point);
    }
  return found;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** Lines across an area along its longest edge; they end before its edge. */
export function furrows(figure: readonly Point[], distance: number, needs: number): string {
  const [ux, uy] = along(figure);
  const offsets = figure.map(([x, y]) => y * ux - x * uy);
  let drawn = "";
  for (
    let step = Math.floor(Math.min(...offsets) / distance);
    step <= Math.ceil(Math.max(...offsets) / distance);
    step++
  ) {
    const offset = (step + 0.5) * distance;
    const crossings: number[] = [];
    for (const [i, [[ax, ay], [bx, by]]] of edges(figure).entries()) {
      const [before, after] = [offsets[i]!, offsets[(i + 1) % offsets.length]!];
      if (before > offset === after > offset) continue;
      const share = (offset - before) / (after - before);
      crossings.push((ax + share * (bx - ax)) * ux + (ay + share * (by - ay)) * uy);
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [start, end] = [crossings[i]! + needs, crossings[i + 1]! - needs];
      if (end > start) drawn += path([start, end].map((s) => [s * ux - offset * uy, s * uy + offset * ux] as Point));
    }
  }
  return drawn;
}

/** Where a name fits, as near to the middle as can be: free of what stands there, else at least inside. */
export function placeFor(figure: readonly Point[], wide: number, high: number, taken: readonly Span[]): Point {
  const [box, [cx, cy], step] = [boxOf(figure), middle(figure), 20];
  const tries: [number, Point][] = [];
  for (let row = Math.ceil((box.top - cy) / step); row <= Math.floor((box.bottom - cy) / step); row++)
    for (let column = Math.ceil((box.left - cx) / step); column <= Math.floor((box.right - cx) / step); column++)
      tries.push([Math.hypot(column, 1.5 * row), [cx + column * step, cy + row * step]]);
  tries.sort((a, b) => a[0] - b[0]);
  let fallback: Point | null = null;
  for (const [, point] of tries) {
    const span = around(point, wide, high);
    const holds = [span.left, point[0], span.right].every((x) =>
      [span.top, span.bottom].every((y) => within([x, y], figure)),
    );
    if (!holds) continue;
    if (taken.every((other) => clear(span, other))) return point;
    fallback ??= point;
  }
  return fallback ?? [cx, cy];
}
