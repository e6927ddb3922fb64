// A shot at the table: sums of what the players tapped, and what the tables say about such a sum.
import { linesOf, voidsOf, type Line, type Void } from "./ledger";
import type { Asked, Fighter } from "./lookup";
import type { Shooting, Tables } from "./tables";

export const SHOT = "shot";
/** Where the target stands. */
export const PLACES = ["open", "covered"] as const;

export interface ShotSide {
  total: number;
  lines: Line[];
  voids: Void[];
}

export interface ShotTold {
  a: ShotSide;
  b: ShotSide;
  /** The chance of a hit, which costs the target one point. */
  hit: number;
}

/** What somebody may have in a shot: the shooter a weapon, the target one thing beside its row. */
export const carried = (side: "a" | "b", troop: string, { shooters, targets }: Shooting): string[] =>
  Object.keys((side === "a" ? shooters : targets)[troop] ?? {});

/** The same two for a shot: who can't shoot makes room for somebody who can. */
export function forShot({ a, b }: Asked, tables: Tables): Pick<Asked, "a" | "b"> {
  const { shooting } = tables;
  const troop = shooting.shooters[a.troop] ? a.troop : (Object.keys(shooting.shooters)[0] ?? a.troop);
  return { a: armed("a", { ...a, troop, taps: {} }, shooting), b: armed("b", { ...b, taps: {} }, shooting) };
}

/** With something that it can have. */
export function armed(side: "a" | "b", fighter: Fighter, shooting: Shooting): Fighter {
  const known = carried(side, fighter.troop, shooting);
  return known.includes(fighter.kit) ? fighter : { ...fighter, kit: known[0] ?? "" };
}

/** What the tables tell of a shot, or null where they don't have it. */
export function lookUpShot({ a, b, ground }: Asked, tables: Tables): ShotTold | null {
  const { shooting, odds } = tables;
  const place = shooting.shooters[a.troop]?.[a.kit];
  const column = shooting.targets[b.troop]?.[b.kit];
  if (place === undefined || column === undefined) return null;
  const row = shooting.rows[place]?.[ground] ?? [];
  const [shooter, target] = [0, 1].map((side) => told(row[2 * column + side], tables));
  if (!shooter || !target) return null;
  shooting.modifiers.forEach(({ id, rule, name }, number) => {
    const value = (a.taps[id] ?? 0) * (shooting.taps[place]?.[number] ?? 0);
    if (a.taps[id]) shooter.lines.push({ name, value, rule });
    shooter.total += value;
  });
  const throws = odds.throws[a.quality]?.[b.quality] ?? [];
  const hits = throws.filter(([ahead]) => ahead > target.total - shooter.total);
  return { a: shooter, b: target, hit: hits.reduce((sum, [, count]) => sum + count, 0) / 36 };
}

function told(place: number | undefined, { shooting, rules }: Tables): ShotSide | null {
  const side = shooting.sides[place ?? -1];
  if (!side) return null;
  const lines = linesOf(side[0], shooting.lines, rules);
  return {
    total: lines.reduce((sum, line) => sum + line.value, 0),
    lines,
    voids: voidsOf(side[1], shooting.voids, rules),
  };
}
