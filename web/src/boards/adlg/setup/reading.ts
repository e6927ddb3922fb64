// What a view tells of a set-up, as types, and how its words are read and written. Nothing here is decided.
import { at, turned, type Point, type Pose, type TerrainFact, type UnitFact } from "../table/reading";

export type Task =
  | "initiative"
  | "region"
  | "pick"
  | "claim"
  | "sector"
  | "lay"
  | "river"
  | "way"
  | "road"
  | "adjust"
  | "effort"
  | "alter"
  | "camp"
  | "works"
  | "march"
  | "ambush"
  | "corps"
  | "deploy"
  | "dismount";

export interface WaitingUnit extends Omit<UnitFact, "pose"> {
  light: boolean;
  mounted: boolean;
}

export interface WaitingCorps {
  /** The commander's id, which names the corps. */
  id: string;
  seat: number;
  corps: number;
  grade: string;
  chief: boolean;
  /** The unit that the commander is part of. */
  included: string | null;
  /** Why the corps may hesitate in battle, if it may. */
  doubt?: "allied" | "unreliable";
  /** How far he is heard; light troops hear him from twice as far. */
  radius: number;
  units: WaitingUnit[];
}

export interface Lot {
  id: string;
  kind: string;
  size: string;
  x: number;
  y: number;
  turn: number;
  side: string;
}

export interface SetupFacts {
  task: Task;
  seat: number;
  /** A kind of terrain, a piece or a corps, as the task has it. */
  about: string;
  defender: number | null;
  region: string;
  initiative: Record<string, number>[];
  picks: { kind: string; seat: number; compulsory: boolean; id: string }[];
  dice: [number, number];
  areas: Point[][];
  zones: { seat: number; light: boolean; polygon: Point[] }[];
  deployed: string[];
  lots: Lot[];
  waiting: WaitingCorps[];
  regions?: { region: string; compulsory: string; most: Record<string, number> }[];
  choosing?: {
    kinds: { kind: string; most: number; taken: number; open: boolean; claimed: boolean }[];
    have: number;
    least: number;
    most: number;
  };
  coasts?: string[];
  /** The sides along which a river may run, and how narrow and wide it may be. */
  river?: { sides: string[]; widths: [number, number] };
  piece?: {
    kind: string;
    class: TerrainFact["class"];
    at_edge?: boolean;
    from_edges?: number;
    outlines: Record<string, Point[]>;
  };
  adjusting?: { open: string[]; attempts: number };
  altering?: { reach: number; rotates: boolean; removes: boolean };
  /** Pieces of each kind that are still to be built. */
  works?: Record<string, number>;
  /** Units that may still dismount, and as what troops. */
  dismounting?: { unit: string; as: string }[];
  /** Who may march around which flank. */
  march?: { corps: { id: string; corps: number; grade: string }[]; flanks: ("left" | "right")[] };
  /** Markers laid so far, and places for the next one with who could lie there; nobody: a false one. */
  ambush?: {
    have: number;
    most: number;
    places: { x: number; y: number; groups: string[][] }[];
    names: Record<string, Partial<Record<"en" | "de", string>>>;
  };
  camp?: { kind: string; width: number; depth: number; edge: number };
}

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
