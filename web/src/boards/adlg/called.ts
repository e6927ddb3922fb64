// What people call armies and whoever stands on the table. Orders are written with ids; those are for tooltips.
import { language } from "../../lib/i18n.svelte";
import type { FieldFacts } from "./told";

/** Whoever stands on the table, as far as names go. */
export type Named = { units: { id: string; name: Record<string, string> }[] };

/** "Axemen 2"; several are joined as in an order, u1+u2. Whoever has left the table keeps the id. */
export function called(id: string, facts: Named): string {
  return listed(id.split("+").map((one) => facts.units.find((unit) => unit.id === one)?.name[language.now] ?? one));
}

export const calledAll = (ids: readonly string[], facts: Named): string => called(ids.join("+"), facts);

/** "Axemen 2, Axemen 3 and Raiders". */
export const listed = (names: string[]): string => new Intl.ListFormat(language.now).format(names);

/** "Vikings", by the number of the seat; nothing where nobody has told. */
export const armyName = (facts: Pick<FieldFacts, "armies">, seat: number): string | undefined =>
  facts.armies?.[seat]?.[language.now];
