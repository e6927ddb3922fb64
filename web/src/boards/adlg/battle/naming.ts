// Orders as short words on buttons: "Charge Raiders 3", "Wheel right 20°, advance 1.2 UD".
import { capital, has, language, t } from "../../../lib/i18n.svelte";
import { called, type Named } from "../called";
import type { Preview } from "./proposal";

/** Every word of an order in the language of the page; who gets it stays away. */
export function orderName(action: string, facts: Named): string {
  const words = action.split(" ");
  if (words[0] === "corps" || words.length === 1) return verbName(words[0]!);
  const parts: string[] = [];
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!;
    const last = parts.length - 1;
    if (has(`adlg_board.verb.${word}`)) parts.push(t(`adlg_board.verb.${word}`));
    else if (word === "left" || word === "right" || word === "back") parts[last] += ` ${t(`adlg_board.way.${word}`)}`;
    else if (/^\d/.test(word)) parts[last] += ` ${measure(word, words.slice(1, i))}`;
    else if (last >= 0) parts[last] += ` ${called(word, facts)}`;
    else parts.push(called(word, facts));
  }
  return capital(parts.join(", "));
}

const NOBODY: Named = { units: [] };
/** Of a group with more units only the first is named. */
const FEW = 2;

/** An order as one sentence of the list: "Axemen 1 and 3 more: advance 3 UD". */
export function orderSentence(action: string): string {
  const [who = "", verb = ""] = action.split(" ");
  if (who === "corps") return t("adlg_board.told.corps", { number: verb.slice(1) });
  if (who === "done") return t("adlg_board.told.done");
  if (!verb || !/^[a-z]\d/.test(who)) return orderName(action, NOBODY);
  return t("adlg_board.told.who", { who: whom(who), order: uncapital(orderName(action, NOBODY)) });
}

function whom(who: string): string {
  const ids = who.split("+");
  if (/^[cd]/.test(who)) return t("adlg_board.told.commander", { number: who.slice(1) });
  if (ids.length <= FEW) return called(who, NOBODY);
  return t("adlg_board.told.others", { first: called(ids[0]!, NOBODY), count: ids.length - 1 });
}

const uncapital = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

export function verbName(verb: string): string {
  return capital(has(`adlg_board.verb.${verb}`) ? t(`adlg_board.verb.${verb}`) : verb);
}

function measure(word: string, before: string[]): string {
  const verb = before.findLast((one) => has(`adlg_board.verb.${one}`));
  const number = new Intl.NumberFormat(language.now, { maximumFractionDigits: 2 }).format(Number(word));
  if (verb === "go") return /^\d/.test(before.at(-1) ?? "") ? `/ ${number}` : number;
  return verb === "wheel" || verb === "pivot" ? `${number}°` : `${number} UD`;
}

/** " · 2 CP", where an order has a price. */
export function cost(preview: Preview): string {
  return preview.cost === undefined ? "" : ` · ${t("adlg_board.cp", { count: preview.cost })}`;
}

/** A fraction such as "7/36" in percent. */
export function percent(fraction: string | undefined): number {
  if (!fraction) return 0;
  const [over, under = "1"] = fraction.split("/");
  return (100 * Number(over)) / Number(under);
}

/** How much cohesion is lost on average, by the chance of each loss; a rout costs all that is left. */
export function expected(loss: Record<string, string>, left: number): number {
  const points = (key: string): number => (key === "rout" ? left : Math.min(left, Number(key)));
  return Object.entries(loss).reduce((sum, [key, chance]) => sum + (points(key) * percent(chance)) / 100, 0);
}

export const decimal = (value: number): string =>
  new Intl.NumberFormat(language.now, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
