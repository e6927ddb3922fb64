// How what a view of a battle tells is read: nothing is decided here. Distances are thousandths of a UD, headings
// hundredths of a degree (0 looks up the table, clockwise); a pose is the middle of the front edge.
import type { Seat, View } from "../../../lib/protocol";
import type { CommandFact, CommanderFact, FieldFacts, UnitFact } from "../told";

export type Point = readonly [number, number];
export type Pose = readonly [number, number, number];
export type Side = "a" | "b";

export type {
  CampFact,
  CommandFact,
  CommanderFact,
  FieldFacts,
  Fight,
  MarchFact,
  MarkerFact,
  ScoreFact,
  TerrainFact,
  UnitFact,
  WorkFact,
} from "../told";

/** A unit as the field draws it; without a pose it is drawn only where somebody says so. */
export type FieldUnit = Omit<UnitFact, "pose"> & { pose?: Pose };
export type ShownField = Omit<FieldFacts, "units"> & { units: FieldUnit[] };

export const hesitates = (commander: CommanderFact | undefined): boolean =>
  commander?.shown === "hesitant" || commander?.shown === "encouraged";

const NO_COMMAND: CommandFact = { corps: "", points: 0, free: 0, done: [], who: "", together: [], onset: null };

export function readFacts(view: View): FieldFacts {
  const facts = view.facts as FieldFacts;
  return { ...facts, command: facts.command ?? NO_COMMAND, pending: facts.pending ?? {}, fight: facts.fight ?? null };
}

export const sideOf = (seat: number): Side => (seat === 0 ? "a" : "b");
export const seatOf = (number: number): Seat => (number === 0 ? "first" : "second");
export const numberOf = (seat: Seat): number => (seat === "first" ? 0 : 1);

export const SHIELD_DEPTH = 750;

// Plane geometry for drawing and for telling places in words; what is allowed is never worked out here.

export const radians = (heading: number): number => (heading * Math.PI) / 18000;

/** A point of a pose's own frame: so far to the right of the middle of the front, and so far ahead of it. */
export function at(pose: Pose, right: number, ahead: number): Point {
  const turn = radians(pose[2]);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return [pose[0] + right * cos + ahead * sin, pose[1] - right * sin + ahead * cos];
}

/** The four corners of a base, from its front left. */
export function corners(pose: Pose, width: number, depth: number): Point[] {
  return [at(pose, -width / 2, 0), at(pose, width / 2, 0), at(pose, width / 2, -depth), at(pose, -width / 2, -depth)];
}

export const middleOf = (unit: { pose: Pose; depth: number }): Point => at(unit.pose, 0, -unit.depth / 2);

export const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The heading from one point to another. */
export function headingTo(from: Point, to: Point): number {
  const found = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 18000) / Math.PI;
  return Math.round((found + 36000) % 36000);
}

export const turned = (heading: number, by: number): number => (((heading + by) % 36000) + 36000) % 36000;

/** Between the edges of two bases. */
export function gap(a: Point[], b: Point[]): number {
  if (a.some((point) => within(point, b)) || b.some((point) => within(point, a))) return 0;
  let least = Infinity;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    for (const point of one)
      for (const [i, from] of other.entries())
        least = Math.min(least, toEdge(point, from, other[(i + 1) % other.length]!));
  return least;
}

export function toEdge(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square ? Math.min(1, Math.max(0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square)) : 0;
  return Math.hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy);
}

export function within(point: Point, figure: readonly Point[]): boolean {
  const [x, y] = point;
  let inside = false;
  for (const [i, [ax, ay]] of figure.entries()) {
    const [bx, by] = figure[(i + 1) % figure.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
}
