// An army that was built on the army page, taken to the table: by link, or by the code in it.
import { unpack } from "../../editors/packing";
import { nameOf, type ArmyTable } from "../armies/army";
import { MOST_CORPS, MOST_UNITS, withArmy, type Game, type RosterUnit } from "./game";
import type { Fighter } from "./lookup";

/** The army of a link or code; null if there is none in it. */
export async function armyIn(given: string): Promise<ArmyTable | null> {
  const code = /[#&?]a=([\w-]+)/.exec(given)?.[1] ?? given.trim();
  if (!/^[\w-]{8,}$/.test(code)) return null;
  const found = (await unpack(code)) as ArmyTable | null;
  return found && Array.isArray(found.corps) && found.corps.every((corps) => Array.isArray(corps?.units))
    ? found
    : null;
}

export function withRoster(game: Game, which: 0 | 1, army: ArmyTable): Game {
  const roster: RosterUnit[] = army.corps.flatMap((corps) =>
    corps.units.map((unit) => ({
      name: nameOf(unit.name, ""),
      count: Math.max(1, Math.round(Number(unit.count)) || 1),
      troop: String(unit.troop),
      quality: unit.quality ?? "ordinary",
      kit: [...(unit.abilities ?? []), ...(unit.weapon ? [unit.weapon] : [])],
    })),
  );
  return withArmy(game, which, {
    name: nameOf(army.name, "").slice(0, 40),
    units: Math.min(
      MOST_UNITS,
      roster.reduce((sum, unit) => sum + unit.count, 0),
    ),
    breaks: 0,
    camp: army.camp ?? "normal",
    roster,
    corps: army.corps.slice(0, MOST_CORPS).map((corps) => ({
      grade: corps.commander ?? "ordinary",
      lost: false,
      die: 0,
      points: 0,
      free: 0,
    })),
  });
}

/** A unit of the roster as the odds ask for it, with the one thing that it carries and they know. */
export const asFighter = (unit: RosterUnit, known: readonly string[]): Fighter => ({
  troop: unit.troop,
  quality: unit.quality,
  kit: unit.kit.find((kit) => known.includes(kit)) ?? "",
  taps: {},
});
