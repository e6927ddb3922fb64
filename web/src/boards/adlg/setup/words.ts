// Places of a set-up in words and numbers, as people read and hear them.
import { language, t } from "../../../lib/i18n.svelte";
import type { Point } from "../table/reading";

/** A place in words. */
export function place([x, y]: Point): string {
  return t("adlg_setup.place", { x: decimal(x), y: decimal(y) });
}

/** A place as two numbers, for lists that have little room; the words stay for those who hear them. */
export const shortPlace = ([x, y]: Point): string => `${decimal(x)} / ${decimal(y)}`;

/** Thousandths of a UD as people read them. */
export function decimal(value: number): string {
  return (Math.round(value / 10) / 100).toLocaleString(language.now);
}
