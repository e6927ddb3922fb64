// What people call armies and whoever stands on the table. Orders are written with ids; those are for tooltips.
import { SvelteMap } from "svelte/reactivity";
import { language } from "../../lib/i18n.svelte";
import type { FieldFacts } from "./told";

/** Whoever stands on the table, as far as names go. */
export type Named = { units: { id: string; name: Record<string, string> }[] };

/** The names of all who were seen in the battle that is open, as some of them leave the table. */
const roll = new SvelteMap<string, Record<string, string>>();
let battle = "";

/** Keeps the names of everybody who stands on the table. */
export function remember(facts: FieldFacts): void {
  const key = JSON.stringify([facts.armies, facts.size]);
  if (key !== battle) roll.clear();
  battle = key;
  for (const unit of facts.units) if (!roll.has(unit.id)) roll.set(unit.id, unit.name);
}

/** "Axemen 2"; several are joined as in an order, u1+u2. */
export function called(id: string, facts: Named): string {
  const named = (one: string): string =>
    (facts.units.find((unit) => unit.id === one)?.name ?? roll.get(one))?.[language.now] ?? one;
  return listed(id.split("+").map(named));
}

export const calledAll = (ids: readonly string[], facts: Named): string => called(ids.join("+"), facts);

/** "Axemen 2, Axemen 3 and Raiders". */
export const listed = (names: string[]): string => new Intl.ListFormat(language.now).format(names);

/** "Vikings", by the number of the seat; nothing where nobody has told. */
export const armyName = (facts: Pick<FieldFacts, "armies">, seat: number): string | undefined =>
  facts.armies?.[seat]?.[language.now];
