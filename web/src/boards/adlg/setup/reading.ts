// What a view tells of a set-up, as types, and how its words are read and written. Nothing here is decided.
import { at, turned, type Point, type Pose } from "../table/reading";
import type { SetupFacts, WaitingCorps } from "../told";

export type { Lot, SetupFacts, WaitingCorps, WaitingUnit } from "../told";
export type Task = SetupFacts["task"];

/** A piece of terrain in hand. */
export interface HeldPiece {
  x: number;
  y: number;
  /** Hundredths of a degree; pieces look the same after half a turn. */
  turn: number;
  size: string;
}

/** A river in hand: how far its middle is from its side at the near and at the far edge, and how wide it is. */
export interface HeldRiver {
  side: string;
  near: number;
  far: number;
  width: number;
}

/** Works in hand: a straight stretch of so many pieces from its first end on. */
export interface HeldWorks {
  verb: string;
  x: number;
  y: number;
  count: number;
  /** Hundredths of a degree; 0 runs along the long edges. */
  turn: number;
}

/** Where everybody of a corps shall stand. */
export interface Draft {
  poses: ReadonlyMap<string, Pose>;
  /** The unit that the commander is with; nothing while that is open. */
  leads: string;
}

export const facing = (seat: number): number => (seat === 0 ? 0 : 18000);
const WIDTH = 1000;

// Numbers as words

/** Thousandths of a UD as the game writes them: 12.5. */
export const ud = (value: number): string => String(Math.round(value) / 1000);
const degrees = (value: number): string => String(Math.round(turned(value, 0)) / 100);
export const mud = (word: string): number => Math.round(Number(word.replace(",", ".")) * 1000);

export const layText = (piece: HeldPiece): string =>
  `lay ${ud(piece.x)} ${ud(piece.y)} ${degrees(piece.turn % 18000)} ${piece.size}`;
export const rotateText = (turn: number): string => `rotate ${degrees(turn % 18000)}`;
export const pointText = (verb: string, point: Point): string => `${verb} ${ud(point[0])} ${ud(point[1])}`;

export const riverText = (river: HeldRiver): string =>
  `river ${river.side} ${ud(river.near)} ${ud(river.far)} ${ud(river.width)}`;

export function readRiver(action: string): HeldRiver {
  const [near = 0, far = near, width = 1000] = readNumbers(action);
  return { side: action.split(" ")[1] ?? "left", near, far, width };
}

/** Where a river would lie on a table of this size. */
export function riverOutline({ side, near, far, width }: HeldRiver, [wide, high]: Point): Point[] {
  const half = (width * Math.hypot(high, far - near)) / (2 * high);
  const [south, north] = side === "left" ? [near, far] : [wide - near, wide - far];
  return [
    [south - half, 0],
    [north - half, high],
    [north + half, high],
    [south + half, 0],
  ];
}

export function worksText({ verb, x, y, count, turn }: HeldWorks): string {
  return `${verb} ${ud(x)} ${ud(y)} ${count}${turn ? ` ${degrees(turn)}` : ""}`;
}

export function readWorks(action: string): HeldWorks {
  const [x = 0, y = 0, count = 1000, turn = 0] = readNumbers(action);
  return { verb: action.split(" ")[0]!, x, y, count: count / 1000, turn: turn / 10 };
}

/** Both ends of works in hand. */
export function worksLine({ x, y, count, turn }: HeldWorks): Point[] {
  const angle = (turn / 18000) * Math.PI;
  return [
    [x, y],
    [Math.round(x + count * WIDTH * Math.cos(angle)), Math.round(y - count * WIDTH * Math.sin(angle))],
  ];
}

/** Both ends, and the bend if there is one. */
export function roadText(points: readonly Point[]): string {
  return `road ${points.map(([x, y]) => `${ud(x)} ${ud(y)}`).join(" ")}`;
}

export function readNumbers(action: string): number[] {
  return action
    .split(" ")
    .slice(1)
    .filter((word) => /^\d+(\.\d+)?$/.test(word))
    .map(mud);
}

export function readLay(action: string): HeldPiece {
  const [x = 0, y = 0, turn = 0] = readNumbers(action);
  return { x, y, turn: Math.round(turn / 10), size: action.split(" ")[4] ?? "small" };
}

// Deployment as one line: neighbours in a row are named together, from the left as their owner sees them

export function deployText(draft: Draft, corps: WaitingCorps): string {
  const ahead = facing(corps.seat);
  const sign = corps.seat === 0 ? 1 : -1;
  const words: string[] = [];
  const rows = new Map<number, [string, Pose][]>();
  for (const unit of corps.units) {
    const pose = draft.poses.get(unit.id);
    if (!pose) continue;
    if (pose[2] !== ahead) words.push(`${unit.id}@${ud(pose[0])},${ud(pose[1])},${degrees(pose[2])}`);
    else rows.set(pose[1], [...(rows.get(pose[1]) ?? []), [unit.id, pose]]);
  }
  const named: string[] = [];
  for (const y of [...rows.keys()].sort((a, b) => sign * (b - a))) {
    let line: { names: string[]; x: number } | null = null;
    const flush = (): void => {
      if (line) named.push(`${line.names.join("+")}@${ud(line.x)},${ud(y)}`);
    };
    for (const [id, [x]] of rows.get(y)!.sort((a, b) => sign * (a[1][0] - b[1][0]))) {
      if (line && x === line.x + sign * WIDTH * line.names.length) line.names.push(id);
      else {
        flush();
        line = { names: [id], x };
      }
    }
    flush();
  }
  const leads = draft.leads && draft.poses.has(draft.leads) ? [`${corps.id}@${draft.leads}`] : [];
  return ["deploy", ...named, ...words, ...leads].join(" ");
}

export function readDeploy(action: string, corps: WaitingCorps): Draft {
  const poses = new Map<string, Pose>();
  const depths = new Map(corps.units.map((unit) => [unit.id, unit.depth]));
  let leads = corps.included ?? "";
  for (const word of action.split(" ").slice(1)) {
    const [who = "", where = ""] = word.split("@");
    if (who === corps.id) {
      leads = where;
      continue;
    }
    const parts = where.split(",");
    const column = parts.at(-1) === "column";
    if (column) parts.pop();
    let pose: Pose = [
      mud(parts[0] ?? "0"),
      mud(parts[1] ?? "0"),
      parts[2] ? Math.round(Number(parts[2]) * 100) : facing(corps.seat),
    ];
    for (const name of who.split("+")) {
      poses.set(name, pose);
      const [x, y] = column ? at(pose, 0, -(depths.get(name) ?? WIDTH)) : at(pose, WIDTH, 0);
      pose = [Math.round(x), Math.round(y), pose[2]];
    }
  }
  return { poses, leads };
}

/** Units that a sentence names. */
export const named = (words: string): string[] => words.match(/\b[uecd]\d+\b/g) ?? [];

/** The outline of a piece where it is held. */
export function outlineAt(outline: readonly Point[], piece: { x: number; y: number; turn: number }): Point[] {
  return outline.map(([right, ahead]) => {
    const [x, y] = at([piece.x, piece.y, piece.turn], right, ahead);
    return [Math.round(x), Math.round(y)];
  });
}
