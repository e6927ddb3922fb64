// Orders as short words on buttons: "Charge Raiders 3", "Wheel right 20°, advance 1.2 UD".
import { capital, has, language, t } from "../../../lib/i18n.svelte";
import { called, type Named } from "../called";
import type { Preview } from "./proposal";

/** Every word of an order in the language of the page; who gets it stays away. */
export function orderName(action: string, facts: Named): string {
  const words = action.split(" ");
  if (words[0] === "corps" || words.length === 1) return verbName(words[0]!);
  const steps: { verb: string; way: string; rest: string[] }[] = [];
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!;
    const step = steps.at(-1);
    if (has(`adlg_board.verb.${word}`)) steps.push({ verb: t(`adlg_board.verb.${word}`), way: "", rest: [] });
    else if (!step) steps.push({ verb: called(word, facts), way: "", rest: [] });
    else if (word === "left" || word === "right" || word === "back") step.way = t(`adlg_board.way.${word}`);
    else step.rest.push(/^\d/.test(word) ? measure(word, words.slice(1, i)) : called(word, facts));
  }
  return capital(steps.map(({ verb, way, rest }) => joined(verb, way, rest)).join(", "));
}

/** English begins with the verb, German ends with it: "charge Raiders 3", "Plünderer 3 angreifen". */
function joined(verb: string, way: string, rest: string[]): string {
  const parts = language.now === "de" ? [...rest, way, verb] : [verb, way, ...rest];
  return parts.filter(Boolean).join(" ");
}

export function verbName(verb: string): string {
  return capital(has(`adlg_board.verb.${verb}`) ? t(`adlg_board.verb.${verb}`) : verb);
}

/** A number of an order with its unit. */
export function measure(word: string, before: string[]): string {
  const verb = before.findLast((one) => has(`adlg_board.verb.${one}`));
  const number = new Intl.NumberFormat(language.now, { maximumFractionDigits: 2 }).format(Number(word));
  if (verb === "go") return /^\d/.test(before.at(-1) ?? "") ? `/ ${number}` : number;
  return verb === "wheel" || verb === "pivot" ? `${number}°` : `${number} UD`;
}

/** Whom a charge meets before it gets to its target, in words; nothing where it gets there. */
export function inTheWay({ instead = [] }: Preview, action: string, facts: Named): string {
  const target = action.split(" ").at(-1)!;
  if (!instead.length) return "";
  return t("adlg_board.instead", { who: called(instead.join("+"), facts), target: called(target, facts) });
}

/** The same order on a button that has no room for a sentence beside it. */
export function orderAndMet(action: string, preview: Preview | null, facts: Named): string {
  const [order, who] = [orderName(action, facts), preview?.instead ?? []];
  return who.length ? t("adlg_board.instead_short", { order, who: called(who.join("+"), facts) }) : order;
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
