// A battle as its text tells it, as far as an editor changes it: who stands where and how fresh, who fights whom, who
// is gone, whose sequence begins. What the editor does not know stays as it was written.
import { SEATS, type Seat } from "../../lib/protocol";
import type { Pose } from "../../boards/adlg/table/reading";

export interface Standing {
  pose: Pose;
  cohesion: number;
  /** Words such as `stakes` that the text has for it. */
  marks: string[];
}

/** A commander stands somewhere or with a unit. */
export type Leading = { pose: Pose } | { unit: string };

export interface Placement {
  sequence: number;
  active: Seat;
  /** The words of the moment after number and seat. */
  moment: string[];
  units: ReadonlyMap<string, Standing>;
  leaders: ReadonlyMap<string, Leading>;
  /** Fights as they are written: u1>e3:front:u1:1. */
  fights: readonly string[];
  /** Whoever is no longer there, and how. */
  lost: ReadonlyMap<string, string>;
  /** Parts that the editor leaves alone. */
  more: readonly string[];
}

const NOTHING = "-";
const LASTING = ["stakes", "ready", "looting", "holds_fire"];
/** What of a moment holds when a new sequence begins. */
const STAYS = /^(afoot|shown|time)=/;
const FULL_TURN = 36000;

export function readPlacement(text: string): Placement | null {
  const parts = text.split(";").map((part) => part.trim());
  const [number, seat, ...moment] = (parts[0] ?? "").split(/\s+/);
  if (parts.length < 5 || !/^\d{1,5}$/.test(number ?? "") || !SEATS.includes(seat as Seat)) return null;
  const units = new Map<string, Standing>();
  for (const word of words(parts[1])) {
    const [name, pose, cohesion, marks] = word.split(":");
    const read = poseOf(pose);
    if (!name || !read || !/^\d+(\/\d)?$/.test(cohesion ?? "")) return null;
    units.set(name, { pose: read, cohesion: parseInt(cohesion!), marks: marks ? marks.split(".") : [] });
  }
  const leaders = new Map<string, Leading>();
  for (const word of words(parts[2])) {
    const [name, where] = word.split(":");
    const pose = poseOf(where);
    if (!name || (!pose && !where?.startsWith("@"))) return null;
    leaders.set(name, pose ? { pose } : { unit: where!.slice(1) });
  }
  const lost = words(parts[4]).map((word) => word.split(":") as [string, string]);
  return {
    sequence: Number(number),
    active: seat as Seat,
    moment,
    units,
    leaders,
    fights: words(parts[3]),
    lost: new Map(lost),
    more: parts.slice(5),
  };
}

/** Every change begins a sequence anew: what was decided or moved in the running one is over. */
export function writePlacement(placement: Placement): string {
  const { sequence, active, moment, units, leaders, fights, lost, more } = placement;
  const stand = ([name, { pose, cohesion, marks }]: [string, Standing]): string => {
    const lasting = marks.filter((mark) => LASTING.includes(mark) || mark.startsWith("@"));
    return [name, pose.join(","), cohesion, ...(lasting.length ? [lasting.join(".")] : [])].join(":");
  };
  const lead = ([name, at]: [string, Leading]): string => `${name}:${"unit" in at ? `@${at.unit}` : at.pose.join(",")}`;
  return [
    [sequence, active, "corps", ...moment.filter((word) => STAYS.test(word))].join(" "),
    joined([...units].map(stand)),
    joined([...leaders].map(lead)),
    joined([...fights]),
    joined([...lost].map(([name, how]) => `${name}:${how}`)),
    ...more,
  ].join(" ; ");
}

/** Units and commanders in their new places; who was in a fight has left it. */
export function moved(placement: Placement, poses: ReadonlyMap<string, Pose>): Placement {
  const units = new Map(placement.units);
  const leaders = new Map(placement.leaders);
  for (const [name, pose] of poses) {
    const standing = units.get(name);
    if (standing) units.set(name, { ...standing, pose: turned(pose, 0) });
    else if (leaders.has(name)) leaders.set(name, { pose: turned(pose, 0) });
  }
  return { ...placement, units, leaders, fights: without(placement.fights, poses) };
}

export function refreshed(placement: Placement, name: string, cohesion: number): Placement {
  const standing = placement.units.get(name);
  return standing ? { ...placement, units: new Map(placement.units).set(name, { ...standing, cohesion }) } : placement;
}

/** A commander rides with a unit of his own side. */
export function joins(placement: Placement, leader: string, unit: string): Placement {
  return { ...placement, leaders: new Map(placement.leaders).set(leader, { unit }) };
}

/** Takes a unit, a commander or a camp out of the battle; who rode with the unit stays where it stood. */
export function taken(placement: Placement, name: string): Placement {
  const units = new Map(placement.units);
  const leaders = new Map(placement.leaders);
  const lost = new Map(placement.lost);
  const pose = units.get(name)?.pose;
  if (pose) {
    for (const [leader, at] of leaders) if ("unit" in at && at.unit === name) leaders.set(leader, { pose });
    units.delete(name);
    lost.set(name, "routed");
  } else if (leaders.delete(name)) lost.set(name, "fallen");
  else lost.set(name, "taken");
  return { ...placement, units, leaders, lost, fights: without(placement.fights, new Map([[name, null]])) };
}

/** Somebody is back, as fresh as on the first day. */
export function restored(placement: Placement, name: string, pose: Pose | null, cohesion: number): Placement {
  const lost = new Map(placement.lost);
  const how = lost.get(name);
  lost.delete(name);
  if (how === "taken" || !pose) return { ...placement, lost };
  if (how === "fallen") return { ...placement, lost, leaders: new Map(placement.leaders).set(name, { pose }) };
  return { ...placement, lost, units: new Map(placement.units).set(name, { pose, cohesion, marks: [] }) };
}

/** Two enemies front to front, a round into their fight: the first comes up to the second. */
export function fighting(placement: Placement, attacker: string, target: string): Placement {
  const [one, two] = [placement.units.get(attacker), placement.units.get(target)];
  if (!one || !two) return placement;
  const there = moved(placement, new Map([[attacker, turned(two.pose, FULL_TURN / 2)]]));
  return { ...there, fights: [...there.fights, `${attacker}>${target}:front:${attacker}:1`] };
}

export const inFight = (placement: Placement, name: string): boolean =>
  placement.fights.some((fight) => fightersOf(fight).includes(name));

export function turned([x, y, heading]: Pose, by: number): Pose {
  return [
    Math.max(0, Math.round(x)),
    Math.max(0, Math.round(y)),
    (Math.round(heading + by) + 2 * FULL_TURN) % FULL_TURN,
  ];
}

const fightersOf = (fight: string): string[] => fight.split(":")[0]!.split(">");

function without(fights: readonly string[], names: ReadonlyMap<string, unknown>): string[] {
  return fights.filter((fight) => !fightersOf(fight).some((name) => names.has(name)));
}

const words = (part: string | undefined): string[] => (!part || part === NOTHING ? [] : part.split(/\s+/));
const joined = (found: string[]): string => found.join(" ") || NOTHING;

function poseOf(text: string | undefined): Pose | null {
  const numbers = (text ?? "").split(",").map(Number);
  return numbers.length === 3 && numbers.every((number) => Number.isInteger(number) && number >= 0)
    ? [numbers[0]!, numbers[1]!, numbers[2]!]
    : null;
}
