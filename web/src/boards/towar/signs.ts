// What the signs of a card say: for its explanation, and for where its arrows lead on the field.
import { t } from "../../lib/i18n.svelte";
import type { Seat } from "../../lib/protocol";
import type { CardFace } from "../../look/cards";
import { CAMP, stepFrom } from "./chain";

/** What an attack to the side adds. */
const SIDE = 2;

export const SIGNS = ["shield", "star", "arrows", "bar", "crown"] as const;
export type Sign = (typeof SIGNS)[number];

const threeWays = (kind: string): boolean => kind.startsWith("T");
const twoSteps = (kind: string): boolean => kind.endsWith("2");

/** The signs that a card bears, each with what it means on this card. */
export function signsOf(face: CardFace): { sign: Sign; means: string }[] {
  const { attack, defence, kind } = face;
  const found: { sign: Sign; means: string }[] = [
    { sign: "shield", means: t("towar_legend.shield.means", { value: defence }) },
    { sign: "star", means: t("towar_legend.star.means", { value: attack, side: attack + SIDE }) },
    { sign: "arrows", means: t(threeWays(kind) ? "towar_legend.arrows.three" : "towar_legend.arrows.forward") },
  ];
  if (twoSteps(kind)) found.push({ sign: "bar", means: t("towar_legend.bar.means") });
  if (face.elite) found.push({ sign: "crown", means: t("towar_legend.crown.means") });
  return found;
}

/** The cells to which a card's arrows point from its own, and those of a second step over empty cells. */
export function reachOf(
  cell: string,
  seat: Seat,
  kind: string,
  taken: (cell: string) => boolean,
): { near: string[]; far: string[] } {
  const steps = (from: string): string[] =>
    [...(threeWays(kind) ? "flr" : "f")].map((way) => stepFrom(from, way, seat)).filter((to) => to !== "");
  const near = steps(cell);
  const onward = twoSteps(kind) ? near.filter((to) => to !== CAMP && !taken(to)).flatMap(steps) : [];
  return { near, far: [...new Set(onward)].filter((to) => to !== cell && !near.includes(to)) };
}
