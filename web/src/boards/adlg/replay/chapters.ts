// Where a battle that is seen again can be entered: its turns, its phases, its fights. Turns and fights are read from
// the record; a phase is told by the view alone.
import type { Entry } from "../../../lib/protocol";
import type { Reel } from "../../../room/reel";
import { corners, readFacts, type FieldFacts, type Point, type Pose } from "../table/reading";

export type Mark = "turn" | "phase" | "fight";

const begins = (entry: Entry): boolean => entry.events.some((event) => event.kind === "sequence");
/** Two dice against each other: a melee or a volley. */
const isFight = (entry: Entry): boolean => entry.kind === "chance" && /^[1-6]-[1-6]$/.test(entry.text);

/** The versions at which a turn of either army begins; the battle itself is the first. */
export function turnsOf(entries: readonly Entry[]): number[] {
  const found = entries.filter(begins).map((entry) => entry.version);
  return found[0] === 0 ? found : [0, ...found];
}

/** The versions just before two sides roll against each other: so the dice are seen. */
export function fightsOf(entries: readonly Entry[]): number[] {
  return entries.filter(isFight).map((entry) => entry.version - 1);
}

/** The nearest of these before or after what is shown. */
export function nearest(places: readonly number[], shown: number, way: 1 | -1): number | undefined {
  return way > 0 ? places.find((place) => place > shown) : places.findLast((place) => place < shown);
}

/** Where the phase before or after this one begins; views are asked for one after the other. */
export async function phaseFrom(reel: Reel, way: 1 | -1): Promise<number | undefined> {
  const phase = async (version: number): Promise<string> => {
    const facts = readFacts(await reel.viewAt(version));
    return `${facts.turn} ${facts.active} ${facts.phase}`;
  };
  const here = await phase(reel.shown);
  if (way > 0) {
    for (let at = reel.shown + 1; at <= reel.latest; at++) if ((await phase(at)) !== here) return at;
    return undefined;
  }
  // Back to where this phase began; from there, to where the one before it did.
  let at = reel.shown;
  while (at > 0 && (await phase(at - 1)) === here) at--;
  if (at < reel.shown) return at;
  if (at === 0) return undefined;
  const before = await phase(at - 1);
  while (at > 1 && (await phase(at - 2)) === before) at--;
  return at - 1;
}

/** How a unit moved in a turn, or where it was lost. */
export interface Trail {
  id: string;
  seat: number;
  from: Pose;
  /** Null: it is gone. */
  to: Pose | null;
  depth: number;
}

/** From which entry to which the moves are shown: the turn that is on, or the one before while nothing has moved. */
export function lastTurnAt(entries: readonly Entry[], shown: number): [from: number, to: number] {
  const turns = turnsOf(entries).filter((version) => version <= shown);
  const begin = turns.at(-1) ?? 0;
  const moved = entries.some(
    (entry) => entry.version > begin && entry.version <= shown && entry.events.some((event) => event.kind === "moved"),
  );
  return moved || turns.length < 2 ? [begin, shown] : [turns.at(-2)!, begin];
}

export function trailsBetween(before: FieldFacts, after: FieldFacts): Trail[] {
  const later = new Map(after.units.map((unit) => [unit.id, unit]));
  return before.units.flatMap((unit): Trail[] => {
    if (!unit.pose) return [];
    const to = later.get(unit.id)?.pose ?? null;
    if (to && unit.pose.every((value, i) => Math.abs(value - to[i]!) < 20)) return [];
    return [{ id: unit.id, seat: unit.seat, from: unit.pose, to, depth: unit.depth }];
  });
}

/** The head of an arrow at the end of a way, in units of the table. */
export function head(from: Point, to: Point, size: number): Point[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const foot: Point = [to[0] - size * ux, to[1] - size * uy];
  return [
    to,
    [foot[0] - 0.5 * size * uy, foot[1] + 0.5 * size * ux],
    [foot[0] + 0.5 * size * uy, foot[1] - 0.5 * size * ux],
  ];
}

/** The outline of where a unit stood. */
export const outline = (trail: Trail): Point[] => corners(trail.from, 1000, trail.depth);
