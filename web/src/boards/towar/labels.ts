// What a screen reader hears for a cell: the place first, then who stands there, then what can be done.
import { t } from "../../lib/i18n.svelte";
import type { Choice, Eye, Seat } from "../../lib/protocol";
import { ROWS, rowOf } from "./chain";
import type { Field, Placed } from "./reading";

export interface CellFacts {
  cell: string;
  field: Field;
  card: Placed | undefined;
  /** A displaced unit that hovers over it. */
  over: Placed | undefined;
  eye: Eye;
  target: Choice | undefined;
  last: boolean;
}

export function labelOf({ cell, field, card, over, eye, target, last }: CellFacts): string {
  const said = [t("towar.cell.place", { cell, row: rowName(cell, field, eye) })];
  if (card) said.push(cardWords(card, field, eye));
  else said.push(t("towar.cell.empty"));
  if (over) said.push(t("towar.ask.displaced", { unit: t(`towar.unit.${over.unit}`) }));
  if (target) said.push(t("towar.cell.target", { label: target.label }));
  if (last) said.push(t("towar.cell.last"));
  return said.join(" ");
}

export function campLabel(field: Field, seat: Seat, eye: Eye, target: Choice | undefined): string {
  const army = t(`towar.army.${field.armies[seat].army}`);
  const said = [`${t(eye !== "observer" && eye !== seat ? "towar.camp_enemy" : "towar.camp", { army })}.`];
  if (target) said.push(t("towar.cell.target", { label: target.label }));
  return said.join(" ");
}

/** Sarbaz, yours, defence 1, attack 4, three ways. */
export function cardWords(card: { unit: string; seat: Seat }, field: Field, eye: Eye): string {
  const face = field.faces.get(card.unit);
  const unit = t(`towar.unit.${card.unit}`);
  if (!face) return `${unit}.`;
  const owner =
    eye === "observer" ? t(`towar.army.${face.army}`) : t(eye === card.seat ? "towar.cell.yours" : "towar.cell.theirs");
  const { defence, attack, kind, elite, crownOurs } = face;
  const crown = crownOurs === false ? "towar.cell.card_elite" : "towar.cell.card_elite_ours";
  return t(elite ? crown : "towar.cell.card", { unit, owner, defence, attack, kind: t(`towar.kind.${kind}`) });
}

/** The rows as a player sees them. */
function rowName(cell: string, field: Field, eye: Eye): string {
  const seat: Seat = rowOf(cell) < ROWS / 2 ? "first" : "second";
  const row = rowOf(cell) === 0 || rowOf(cell) === ROWS - 1 ? "back" : "front";
  if (eye === "observer") return t(`towar.row.${row}`, { army: t(`towar.army.${field.armies[seat].army}`) });
  return t(`towar.row.${eye === seat ? "own" : "enemy"}_${row}`);
}
