// What a screen reader hears for a square: the place first, then who, then what can be done there.
import { t } from "../../lib/i18n.svelte";
import type { Choice, Seat } from "../../lib/protocol";
import type { Man } from "./reading";

export interface SquareFacts {
  square: string;
  man: Man | undefined;
  city: Seat | undefined;
  chosen: boolean;
  target: Choice | undefined;
  movable: boolean;
  last: boolean;
}

export function labelOf({ square, man, city, chosen, target, movable, last }: SquareFacts): string {
  const side = (seat: Seat): string => t(`cities.side.${seat}`);
  const said: string[] = [];
  if (man) {
    const where = city ? (city === man.seat ? "man_home" : "man_away") : "man";
    said.push(
      t(`cities.square.${where}`, {
        square,
        side: side(man.seat),
        kind: t(`cities.kind.${man.kind}`),
        owner: side(city ?? man.seat),
      }),
    );
  } else if (city) said.push(t("cities.square.city", { square, owner: side(city) }));
  else said.push(t("cities.square.empty", { square }));
  if (chosen) said.push(t("cities.square.chosen"));
  if (target) said.push(t("cities.square.target", { label: target.label }));
  else if (movable && !chosen) said.push(t("cities.square.movable"));
  if (last) said.push(t("cities.square.last"));
  return said.join(" ");
}

/** What is said of a piece that shows where it could go. */
export function reachWords(square: string, goals: readonly string[]): string {
  return goals.length
    ? t("cities.reach", { square, goals: goals.filter((goal) => goal !== square).join(", ") })
    : t("cities.reach_none", { square });
}
