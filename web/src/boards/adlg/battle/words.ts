// Units, places and prices in words, for labels and for whoever listens instead of looking.
import { capital, has, language, t } from "../../../lib/i18n.svelte";
import type { Seat } from "../../../lib/protocol";
import { called } from "../called";
import {
  corners,
  gap,
  headingTo,
  middleOf,
  turned,
  type CommanderFact,
  type FieldFacts,
  type UnitFact,
} from "../table/reading";

/** Thousandths of a UD with one decimal, or two where it matters; German writes a comma. */
export function ud(distance: number, decimals = 1): string {
  return new Intl.NumberFormat(language.now, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(distance / 1000);
}

export const degrees = (heading: number): string =>
  new Intl.NumberFormat(language.now, { maximumFractionDigits: 1 }).format(heading / 100);

/** The troop, as it begins a sentence or stands in one; its own name where it has one. */
export function troopName(unit: UnitFact): string {
  return capital(
    has(`adlg_board.troop.${unit.troop}`) ? t(`adlg_board.troop.${unit.troop}`) : unit.troop.replace(/_/g, " "),
  );
}

export function unitName(unit: UnitFact): string {
  return unit.name[language.now] || troopName(unit);
}

/** "Heavy cavalry, elite, impact". */
export function kindWords(unit: UnitFact): string {
  const parts = [troopName(unit)];
  if (unit.quality !== "ordinary") parts.push(t(`adlg_board.quality.${unit.quality}`));
  for (const ability of unit.abilities)
    if (has(`adlg_board.ability.${ability}`)) parts.push(t(`adlg_board.ability.${ability}`));
  if (unit.weapon && !unit.abilities.includes(unit.weapon)) parts.push(t(`adlg_board.weapon.${unit.weapon}`));
  return parts.join(", ");
}

const WINDS = ["north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west"] as const;

/** Where a unit looks; north is up the table for whoever sits at it. */
export function facing(heading: number, near: Seat): string {
  const seen = turned(heading, near === "first" ? 0 : 18000);
  return t(`adlg_board.facing.${WINDS[Math.round(seen / 4500) % 8]!}`);
}

/** The nearest enemy and how far it is. */
export function nearestEnemy(unit: UnitFact, facts: FieldFacts): { enemy: UnitFact; distance: number } | null {
  const own = corners(unit.pose, unit.width, unit.depth);
  let found: { enemy: UnitFact; distance: number } | null = null;
  for (const enemy of facts.units) {
    if (enemy.seat === unit.seat || !enemy.pose) continue;
    const distance = gap(own, corners(enemy.pose, enemy.width, enemy.depth));
    if (!found || distance < found.distance) found = { enemy, distance };
  }
  return found;
}

/** "Heavy cavalry, elite, corps 2, cohesion 3 of 3, faces north, 3.1 UD from Gallic swordsmen." */
export function unitWords(unit: UnitFact, facts: FieldFacts, near: Seat): string {
  const parts = [unitName(unit), kindWords(unit)];
  parts.push(
    t("adlg_board.of.corps", { number: unit.corps }),
    t("adlg_board.of.cohesion", { left: unit.cohesion, full: unit.full }),
  );
  parts.push(facing(unit.pose[2], near));
  if (unit.expendable) parts.push(t("adlg_board.of.expendable"));
  if (unit.fighting) parts.push(t("adlg_board.of.fighting"));
  if (unit.done) parts.push(t("adlg_board.of.done"));
  const nearest = nearestEnemy(unit, facts);
  if (nearest && !unit.fighting)
    parts.push(
      t("adlg_board.of.from", {
        distance: ud(nearest.distance),
        enemy: unitName(nearest.enemy),
      }),
    );
  return parts.join(", ");
}

export function commanderWords(commander: CommanderFact, facts: FieldFacts): string {
  const grade = t(`adlg_board.grade.${commander.grade}`);
  const parts = [
    t(commander.chief ? "adlg_board.of.chief" : "adlg_board.of.commander", { grade }),
    t("adlg_board.of.corps", { number: commander.corps }),
  ];
  if (commander.unit) parts.push(t("adlg_board.of.with", { unit: called(commander.unit, facts) }));
  if (commander.doubt) parts.push(t(`adlg_board.doubt.${commander.doubt}`), t(`adlg_board.shown.${commander.shown}`));
  return parts.join(", ");
}

/** The next unit in a direction on the screen, for arrow keys: straight ahead counts more than near. */
export function towards(
  from: UnitFact,
  units: UnitFact[],
  way: "up" | "down" | "left" | "right",
  near: Seat,
): UnitFact | null {
  const wanted = turned({ up: 0, right: 9000, down: 18000, left: 27000 }[way], near === "first" ? 0 : 18000);
  const here = middleOf(from);
  let best: UnitFact | null = null;
  let least = Infinity;
  for (const unit of units) {
    if (unit.id === from.id || !unit.pose) continue;
    const there = middleOf(unit);
    const off = Math.abs(((headingTo(here, there) - wanted + 54000) % 36000) - 18000);
    if (off > 6000) continue;
    const far = Math.hypot(there[0] - here[0], there[1] - here[1]) * (1 + (2 * off) / 4500);
    if (far < least) [best, least] = [unit, far];
  }
  return best;
}
