// What a view of a battle tells, as types: everything here is read, nothing is decided. Distances are thousandths of a
// UD, headings hundredths of a degree (0 looks up the table, clockwise); a pose is the middle of the front edge.
import type { Combat } from "../../../adlg/odds/question";
import type { Lang, Seat, View } from "../../../lib/protocol";

export type Point = readonly [number, number];
export type Pose = readonly [number, number, number];
export type Side = "a" | "b";

export interface TerrainFact {
  id: string;
  kind: string;
  class: "open" | "rough" | "difficult" | "impassable";
  polygon: Point[];
  crest: Point | null;
}

export interface WorkFact {
  kind: "fortification" | "obstacle" | "stakes" | string;
  from: Point;
  to: Point;
  seat: number;
}

export interface CampFact {
  id: string;
  seat: number;
  kind: string;
  pose: Pose;
  width: number;
  depth: number;
  lost: boolean;
}

export interface UnitFact {
  id: string;
  seat: number;
  corps: number;
  troop: string;
  category: string;
  name: Partial<Record<"en" | "de", string>>;
  quality: string;
  abilities: string[];
  weapon: string | null;
  /** Missing while a unit waits to be deployed. */
  pose: Pose;
  width: number;
  depth: number;
  cohesion: number;
  full: number;
  expendable: boolean;
  fighting: boolean;
  done: boolean;
  /** `held` if it holds its fire, or the target that its owner prefers. */
  fire?: string;
}

export interface CommanderFact {
  id: string;
  seat: number;
  corps: number;
  grade: string;
  pose: Pose;
  unit: string | null;
  chief: boolean;
  /** Why the corps may hesitate, and what it has shown so far; missing where nobody doubts it. */
  doubt?: "allied" | "unreliable";
  shown?: "untried" | "hesitant" | "encouraged" | "reliable";
}

export const hesitates = (commander: CommanderFact | undefined): boolean =>
  commander?.shown === "hesitant" || commander?.shown === "encouraged";

/** What is being decided, and by whom. */
export interface CommandFact {
  /** The commander whose corps is activated. */
  corps: string;
  points: number;
  free: number;
  /** Commanders whose corps have been activated in this sequence. */
  done: string[];
  /** The unit or commander that a decision or a die is about. */
  who: string;
  /** Units that evade with it as one group, or have done so. */
  together: string[];
  /** The charge that is under way: who charges whom. */
  onset: { units: string[]; targets: string[] } | null;
}

/** A melee or a shooting: every number of both sides with its rule, and the exact chances as fractions. */
export interface Fight {
  kind: "melee" | "shooting";
  a: string;
  b: string;
  /** The same as a question about odds. */
  asks?: Combat;
  ledger: { side: "a" | "b"; value: number; rule: string; name: Record<string, string> }[];
  voided: { side: "a" | "b"; rule: string; name: Record<string, string>; by: string }[];
  totals: { a: number; b: number };
  chance: Record<string, string>;
  /** How likely each loss is, by side: "0", "1", … or "rout". */
  loss: { a: Record<string, string>; b: Record<string, string> };
}

export interface ScoreFact {
  points: [number, number];
  winner: Seat | null;
  /** Game turns after which it ends; 0: none. */
  limit: number;
  last_turn: boolean;
  /** Whether the seat to act may propose that this turn be the last. */
  may_propose: boolean;
}

/** A marker for an ambush; who lies under it only for whoever may know. */
export interface MarkerFact {
  id: string;
  seat: number;
  x: number;
  y: number;
  side: number;
  units?: string[];
}

/** A corps that marches around a flank, as far as it is known, and who of it waits at the edge. */
export interface MarchFact {
  seat: number;
  leader: string;
  flank: "left" | "right" | null;
  way: "marching" | "due" | "here" | "lost";
  units: Omit<UnitFact, "pose">[];
}

export interface FieldFacts {
  size: Point;
  terrain: TerrainFact[];
  roads: { points: Point[] }[];
  works: WorkFact[];
  camps: CampFact[];
  units: UnitFact[];
  commanders: CommanderFact[];
  /** Only where battle plans are secret. */
  markers?: MarkerFact[];
  marches?: MarchFact[];
  /** The seat whose sequence it is. */
  active: number;
  phase: string;
  stage: string;
  turn: number;
  /** Of each seat: losses, and at how many the army breaks. */
  losses: [number, number][];
  command: CommandFact;
  /** Losses that were thrown and count at the end of the phase, by unit. */
  pending: Record<string, number>;
  /** The fight whose dice fall next. */
  fight: Fight | null;
  /** What the battle is worth if it ends as it stands, and how long it goes on. */
  score?: ScoreFact;
  /** Only in a battle of a campaign: which one it is, and the points before it. */
  campaign?: { title: Record<Lang, string>; battle: number; of: number; points: [number, number] };
  /** Only while the table is set up. */
  setup?: Record<string, unknown>;
}

const NO_COMMAND: CommandFact = { corps: "", points: 0, free: 0, done: [], who: "", together: [], onset: null };

export function readFacts(view: View): FieldFacts {
  const facts = view.facts as unknown as FieldFacts;
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
