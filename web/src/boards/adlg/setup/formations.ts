// A corps in order: where its units stand in a line, two lines, files or a block, around the middle of its front. Pure
// measuring of bases; what is allowed, the game says.
import { at, type Point, type Pose } from "../table/reading";
import { facing, type Draft, type WaitingCorps, type WaitingUnit } from "./reading";

export const FORMATIONS = ["line", "two_lines", "column", "block"] as const;
export type Formation = (typeof FORMATIONS)[number];

const WIDTH = 1000;
/** Between the front of a line and those who skirmish before it. */
const AHEAD = 1500;
const BETWEEN_LINES = 250;
const BLOCK = 4;

/** Foot in the middle, mounted troops at both ends, in the order of the roster. */
function inOrder(units: readonly WaitingUnit[]): WaitingUnit[] {
  const foot = units.filter((unit) => !unit.mounted);
  const mounted = units.filter((unit) => unit.mounted);
  const half = Math.ceil(mounted.length / 2);
  return foot.length ? [...mounted.slice(0, half), ...foot, ...mounted.slice(half)] : mounted;
}

function rowsOf(units: WaitingUnit[], wide: number): WaitingUnit[][] {
  const rows: WaitingUnit[][] = [];
  for (let i = 0; i < units.length; i += wide) rows.push(units.slice(i, i + wide));
  return rows;
}

/** How many stand side by side so that the formation is no deeper than the zone. */
function files(units: WaitingUnit[], depth: number): number {
  for (let wide = 1; wide < units.length; wide++) {
    const deep = rowsOf(units, wide).reduce((sum, row) => sum + Math.max(...row.map((unit) => unit.depth)), 0);
    if (deep <= depth) return wide;
  }
  return Math.max(1, units.length);
}

/** Where each unit stands: to the right of the middle of the front, and ahead of it. */
export function offsets(units: readonly WaitingUnit[], formation: Formation, depth: number): Map<string, Point> {
  const skirmishers = units.filter((unit) => unit.category === "LI");
  const line = units.filter((unit) => unit.category !== "LI");
  const main = inOrder(line.length ? line : [...units]);
  const wide = {
    line: main.length,
    two_lines: Math.ceil(main.length / 2),
    column: files(main, depth),
    block: Math.min(BLOCK, main.length),
  }[formation];
  const found = new Map<string, Point>();
  let ahead = 0;
  for (const row of rowsOf(main, Math.max(1, wide))) {
    for (const [i, unit] of row.entries()) found.set(unit.id, [(i - (row.length - 1) / 2) * WIDTH, ahead]);
    ahead -= Math.max(...row.map((unit) => unit.depth)) + (formation === "two_lines" ? BETWEEN_LINES : 0);
  }
  if (line.length)
    for (const [i, unit] of skirmishers.entries())
      found.set(unit.id, [(i - (skirmishers.length - 1) / 2) * WIDTH, AHEAD]);
  return found;
}

/** The formation with the middle of its front here, facing the enemy. */
export function formed(corps: WaitingCorps, formation: Formation, middle: Point, depth: number, leads = ""): Draft {
  const anchor: Pose = [middle[0], middle[1], facing(corps.seat)];
  const poses = new Map<string, Pose>();
  for (const [id, [right, ahead]] of offsets(corps.units, formation, depth)) {
    const [x, y] = at(anchor, right, ahead);
    poses.set(id, [Math.round(x), Math.round(y), anchor[2]]);
  }
  return { poses, leads: leads || central(poses, corps) };
}

/** The unit next to the middle: whoever leads from there is heard by most. */
export function central(poses: ReadonlyMap<string, Pose>, corps: WaitingCorps): string {
  if (corps.included) return corps.included;
  const standing = corps.units.filter((unit) => poses.has(unit.id));
  if (!standing.length) return "";
  const mean = (axis: 0 | 1): number =>
    standing.reduce((sum, unit) => sum + poses.get(unit.id)![axis], 0) / standing.length;
  const [x, y] = [mean(0), mean(1)];
  const far = (unit: WaitingUnit): number =>
    Math.hypot(poses.get(unit.id)![0] - x, poses.get(unit.id)![1] - y) + (unit.light ? 5000 : 0);
  return standing.reduce((best, unit) => (far(unit) < far(best) ? unit : best)).id;
}

/** Left and right changed around the middle of those who are meant. */
export function mirrored(poses: ReadonlyMap<string, Pose>, ids: readonly string[]): Map<string, Pose> {
  const xs = ids.map((id) => poses.get(id)![0]);
  const twice = Math.min(...xs) + Math.max(...xs);
  const found = new Map(poses);
  for (const id of ids) {
    const [x, y, heading] = poses.get(id)!;
    found.set(id, [twice - x, y, (36000 - heading) % 36000]);
  }
  return found;
}

export function shifted(
  poses: ReadonlyMap<string, Pose>,
  ids: readonly string[],
  dx: number,
  dy: number,
): Map<string, Pose> {
  const found = new Map(poses);
  for (const id of ids) {
    const pose = poses.get(id);
    if (pose) found.set(id, [Math.round(pose[0] + dx), Math.round(pose[1] + dy), pose[2]]);
  }
  return found;
}

/**
 * The middle of the front of those who stand: half way between the outermost, as far forward as the heavy troops are.
 */
export function middleOfFront(poses: ReadonlyMap<string, Pose>, corps: WaitingCorps): Point | null {
  const standing = corps.units.filter((unit) => poses.has(unit.id));
  const line = standing.filter((unit) => unit.category !== "LI");
  const main = line.length ? line : standing;
  if (!main.length) return null;
  const [xs, ys] = [main.map((unit) => poses.get(unit.id)![0]), main.map((unit) => poses.get(unit.id)![1])];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, corps.seat === 0 ? Math.max(...ys) : Math.min(...ys)];
}
