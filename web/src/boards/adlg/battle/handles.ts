// The grips around a selection and what dragging one of them means, as words of an order. Whether the order may be
// given, what it costs and where it ends the server says.
import { at, corners, gap, headingTo, radians, type Point, type Pose, type UnitFact } from "../table/reading";

export type Grip = "face" | "left" | "right" | "widen_left" | "widen_right";

export interface Handle {
  grip: Grip;
  place: Point;
  /** Where its stalk begins. */
  from: Point;
}

/** Pixels from a base to the middle of a grip, and between two grips. */
const AWAY = 30;
const APART = 48;
/** Pixels around the middle of a grip that must not lie on somebody else: a finger needs more room than a mouse. */
export const KNOB = 13;
export const FINGER = 22;
/** Up to this angle facing is wheeled to; beyond it, it is a quarter turn, then a half turn. */
const WIDEST_WHEEL = 8000;
const HALF = 13500;
/** Whole five degrees are caught from near. */
const CATCH = 120;
const LEAST_ANGLE = 200;
const LEAST = 50;
const MOST_SLIDE = 1000;
/** So far ahead a drag to the side still means the side alone. */
const STRAIGHT = 300;

/** The ground that a group takes up, seen from the pose of its first unit. */
interface Block {
  pose: Pose;
  left: number;
  right: number;
  front: number;
  rear: number;
  /** Units of the front rank from left to right, and how many stand behind them. */
  rank: UnitFact[];
  behind: number;
}

export function blockOf(units: readonly UnitFact[]): Block | null {
  const [first] = units;
  if (!first?.pose) return null;
  const placed = units.map((unit) => ({ unit, off: seenFrom(first.pose, unit.pose) }));
  const front = Math.max(...placed.map(({ off }) => off[1]));
  const rank = placed.filter(({ off, unit }) => front - off[1] < unit.depth / 2).sort((a, b) => a.off[0] - b.off[0]);
  return {
    pose: first.pose,
    left: Math.min(...placed.map(({ unit, off }) => off[0] - unit.width / 2)),
    right: Math.max(...placed.map(({ unit, off }) => off[0] + unit.width / 2)),
    front,
    rear: Math.min(...placed.map(({ unit, off }) => off[1] - unit.depth)),
    rank: rank.map(({ unit }) => unit),
    behind: units.length - rank.length,
  };
}

/** How far to the right and how far ahead of a pose a point lies. */
export function seenFrom(pose: Pose, point: readonly [number, number, ...number[]]): Point {
  const turn = radians(pose[2]);
  const [dx, dy] = [point[0] - pose[0], point[1] - pose[1]];
  return [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
}

/**
 * Grips for these units, where there is room: none lies on somebody else, who could not be pressed then. `pixel` is
 * how much of the table a pixel shows.
 */
export function handlesOf(units: readonly UnitFact[], all: readonly UnitFact[], pixel: number, size = KNOB): Handle[] {
  const block = blockOf(units);
  if (!block) return [];
  const { pose, left, right, front, rear } = block;
  const low = Math.min(rear, front - APART * pixel);
  const spots: [Grip, Point, Point][] = [
    ["face", [(left + right) / 2, front], [0, 1]],
    ["left", [left, front], [-1, 0]],
    ["right", [right, front], [1, 0]],
  ];
  if (units.length > 1) spots.push(["widen_left", [left, low], [-1, 0]], ["widen_right", [right, low], [1, 0]]);
  const own = new Set(units.map((unit) => unit.id));
  const others = all.filter((unit) => unit.pose && !own.has(unit.id));
  const bases = others.map((unit) => corners(unit.pose, unit.width, unit.depth));
  return spots.flatMap(([grip, [x, y], [dx, dy]]) => {
    for (const away of [AWAY, 2 * AWAY]) {
      const place = at(pose, x + dx * away * pixel, y + dy * away * pixel);
      if (bases.every((base) => gap([place], base) > size * pixel))
        return [{ grip, place, from: at(pose, x, y + (grip.startsWith("widen") ? rear - low : 0)) }];
    }
    return [];
  });
}

/** The orders that a drag of a grip may mean, the likeliest first, without who gets them; none for a small drag. */
export function meantBy(grip: Grip, units: readonly UnitFact[], from: Point, to: Point): string[] {
  const block = blockOf(units);
  if (!block) return [];
  if (grip === "face") return faced(block, units, to);
  const [a, b] = [seenFrom(block.pose, from), seenFrom(block.pose, to)];
  const [aside, ahead] = [b[0] - a[0], b[1] - a[1]];
  if (grip === "left" || grip === "right") return slid(aside, ahead);
  return reformed(block, grip === "widen_left" ? "left" : "right", aside);
}

function faced(block: Block, units: readonly UnitFact[], to: Point): string[] {
  const { pose, left, right, front } = block;
  const middle = at(pose, (left + right) / 2, front - (units[0]?.depth ?? 0) / 2);
  const angle = ((headingTo(middle, to) - pose[2] + 54000) % 36000) - 18000;
  const [size, side] = [Math.abs(angle), angle < 0 ? "left" : "right"];
  if (size < LEAST_ANGLE) return [];
  if (units.length === 1 && /artillery/.test(units[0]?.troop ?? ""))
    return [`pivot ${side} ${spelled(Math.min(9000, caught(size)), 100)}`];
  if (size > HALF) return ["turn back"];
  const wheel = `wheel ${side} ${spelled(Math.min(9000, caught(size)), 100)}`;
  return size > WIDEST_WHEEL ? [`turn ${side}`, wheel] : [wheel];
}

function slid(aside: number, ahead: number): string[] {
  const side = aside < 0 ? "left" : "right";
  const far = Math.min(MOST_SLIDE, Math.abs(aside));
  if (far < LEAST) return [];
  if (ahead < STRAIGHT) return [`slide ${side} ${spelled(far, 1000)}`];
  const [wide, deep] = [spelled(far, 1000), spelled(ahead, 1000)];
  return [`oblique ${side} ${wide} ${deep}`, `slide ${side} ${wide} advance ${deep}`];
}

/** Outwards the rear ranks come up, inwards the units of that end fall in behind their neighbours. */
function reformed(block: Block, side: "left" | "right", aside: number): string[] {
  const { rank, behind } = block;
  const width = rank[0]?.width ?? 1000;
  const files = Math.round((side === "left" ? -aside : aside) / width);
  if (files > 0) return [widened(side, Math.min(files, Math.max(1, behind)))];
  if (files < 0) return [narrowed(rank, side, Math.min(-files, rank.length - 1))];
  return [];
}

export const widened = (side: "left" | "right", files: number): string =>
  side === "left" ? `extend ${files} 0` : `extend 0 ${files}`;

/** The least advance with which a group falls in behind whoever stays in front. */
export function narrowed(rank: readonly UnitFact[], side: "left" | "right", files: number): string {
  const leading = side === "left" ? rank.slice(files) : rank.slice(0, rank.length - files);
  const least = Math.max(...leading.map((unit) => unit.depth));
  return `contract ${leading.map((unit) => unit.id).join("+")} advance ${spelled(least, 1000)}`;
}

function caught(angle: number): number {
  const nearest = Math.round(angle / 500) * 500;
  return Math.abs(nearest - angle) < CATCH ? nearest : Math.round(angle / 100) * 100;
}

/** Hundredths of a UD and whole degrees are fine enough for a hand. */
function spelled(value: number, scale: 100 | 1000): string {
  return String(scale === 100 ? Math.round(value / 100) : Math.round(value / 10) / 100);
}
