// What people call armies, their wings and whoever stands on the table. Orders are written with ids; those are for
// tooltips.
import { SvelteMap } from "svelte/reactivity";
import { language, t } from "../../lib/i18n.svelte";
import { wingsOf, type Wing } from "./battle/wings";
import type { FieldFacts } from "./told";

/** Whoever stands on the table, as far as names go. */
export type Named = { units: { id: string; name: Record<string, string> }[] };

interface Member {
  name: Record<string, string>;
  seat: number;
  corps: number;
}

/** All who were seen in the battle that is open, as some of them leave the table. */
const roll = new SvelteMap<string, Member>();
/** Where each corps stood when it was first seen, by seat and number. */
const wings = new SvelteMap<string, Wing>();
const armies = new SvelteMap<number, Record<string, string>>();
let battle = "";

/** Keeps the names of everybody who stands on the table; `first` where this is how the battle began. */
export function remember(facts: FieldFacts, first = false): void {
  const key = JSON.stringify([facts.armies, facts.size]);
  if (key !== battle) for (const store of [roll, wings, armies]) store.clear();
  battle = key;
  for (const { id, name, seat, corps } of facts.units) if (!roll.has(id)) roll.set(id, { name, seat, corps });
  (facts.armies ?? []).forEach((name, seat) => armies.has(seat) || armies.set(seat, name));
  const placed = facts.units.filter((unit) => unit.pose);
  if (placed.length && !facts.setup && (first || !wings.size))
    for (const [corps, wing] of wingsOf(placed)) if (wings.get(corps) !== wing) wings.set(corps, wing);
}

/** "Axemen 2"; several are joined as in an order, u1+u2. */
export function called(id: string, facts: Named): string {
  const named = (one: string): string =>
    (facts.units.find((unit) => unit.id === one)?.name ?? roll.get(one)?.name)?.[language.now] ?? one;
  return listed(id.split("+").map(named));
}

export const calledAll = (ids: readonly string[], facts: Named): string => called(ids.join("+"), facts);

/** "Axemen 2, Axemen 3 and Raiders". */
export const listed = (names: string[]): string => new Intl.ListFormat(language.now).format(names);

/** "Vikings", by the number of the seat; nothing where nobody has told. */
export const armyName = (facts: Pick<FieldFacts, "armies">, seat: number): string | undefined =>
  facts.armies?.[seat]?.[language.now];

/** The same of the battle that is open. */
export const armyCalled = (seat: number): string => armies.get(seat)?.[language.now] ?? "";

/** "Vikings' left wing"; the army alone where it is one corps; its number where its place has no name. */
export function corpsCalled(seat: number, corps: number): string {
  const army = armyCalled(seat);
  const wing = wings.get(`${seat}.${corps}`) ?? "";
  if (!army) return t("adlg_hands.wing.number", { number: corps });
  const whose = language.now === "en" ? `${army}${/s$/.test(army) ? "’" : "’s"}` : army;
  return wing === "whole" ? army : t(`adlg_hands.wing.${wing || "other"}`, { army: whose, number: corps });
}

/** What a group is, if it is most of a corps: the corps' seat and number, and how many belong to it. */
export function corpsOf(ids: readonly string[]): { seat: number; corps: number; all: number } | null {
  const [first] = ids.map((id) => roll.get(id));
  if (!first || ids.some((id) => roll.get(id)?.corps !== first.corps || roll.get(id)?.seat !== first.seat)) return null;
  const all = [...roll.values()].filter((one) => one.seat === first.seat && one.corps === first.corps).length;
  return { seat: first.seat, corps: first.corps, all };
}

/** Whether a corps is the whole army: then its name stands for many. */
export const isWhole = (seat: number, corps: number): boolean => wings.get(`${seat}.${corps}`) === "whole";
