// Chances as the server writes them, exact fractions, and how people read them.
import { language, t } from "../../lib/i18n.svelte";
import type { Cell, RoundAnswer, SideName } from "./types";

export function fraction(text: string): number {
  const [above = "0", below = "1"] = text.split("/");
  return Number(above) / Number(below);
}

/** Whole percent; what can happen is never told as 0, what may fail never as 100. */
export function percent(chance: number): string {
  const shown = chance > 0 && chance < 0.01 ? 0.01 : chance < 1 && chance > 0.99 ? 0.99 : chance;
  return new Intl.NumberFormat(language.now, { style: "percent", maximumFractionDigits: 0 }).format(shown);
}

export const decimal = (number: number): string =>
  new Intl.NumberFormat(language.now, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(number);

export const signed = (number: number): string => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** One thing that the dice can bring, with its share of the 36 rolls. */
export interface Share {
  loser: SideName | null;
  label: string;
  look: string;
  count: number;
}

export function labelOf(cell: Cell): string {
  if (!cell.loser) return "·";
  return cell.breaks || cell.loss === "rout" ? t("adlg_odds.rout") : `−${cell.loss}`;
}

/** The colour of the winner, deeper the more the loser loses. */
export function lookOf(cell: Cell): string {
  if (!cell.loser) return "even";
  const part = cell.loser === "b" ? "a-part" : "b-part";
  if (cell.breaks || cell.loss === "rout") return part;
  if (cell.loss === "1") return `${part} lv1`;
  return part === "a-part" ? "a-part lv2" : "b-part";
}

/** The rolls by what they bring: the best for the attacker first. */
export function shares(answer: RoundAnswer): Share[] {
  const found = new Map<string, Share & { order: number }>();
  for (const cell of answer.rolls.flat()) {
    const label = labelOf(cell);
    const key = `${cell.loser}${label}`;
    const weight = cell.breaks || cell.loss === "rout" ? 9 : Number(cell.loss);
    const order = cell.loser === "b" ? -weight : cell.loser === "a" ? weight : 0;
    const share = found.get(key) ?? { loser: cell.loser, label, look: lookOf(cell), count: 0, order };
    share.count += 1;
    found.set(key, share);
  }
  return [...found.values()].sort((one, other) => one.order - other.order);
}

/** How many of the 36 rolls cost this side something. */
export const lost = (answer: RoundAnswer, side: SideName): number =>
  answer.rolls.flat().filter((cell) => cell.loser === side).length / 36;
