// Orders that no word of the list begins: a group wider or narrower, an oblique advance, a gun about its middle.
// Buttons and keys propose them as the grips do, and the server says whether they may be given.
import type { UnitFact } from "../table/reading";
import { blockOf, narrowed, widened } from "./handles";

export interface Reshaping {
  name:
    | "oblique_left"
    | "oblique_right"
    | "widen_left"
    | "widen_right"
    | "narrow_left"
    | "narrow_right"
    | "pivot_left"
    | "pivot_right";
  /** The key that proposes it; pressed again, the one after it with the same key. */
  key: string;
  /** Without who gets it, the likeliest first. */
  orders: string[];
}

/** Obliquely as far ahead as to the side; the slower way stays open where the faster one is refused. */
const DIAGONAL = ["1 2", "1 1", "0.5 1", "0.5 0.5"];

export function reshapings(units: readonly UnitFact[]): Reshaping[] {
  const block = blockOf(units);
  if (!block) return [];
  const found: Reshaping[] = [];
  for (const side of ["left", "right"] as const) {
    if (units.length === 1 && /artillery/.test(units[0]!.troop))
      found.push({ name: `pivot_${side}`, key: "o", orders: [`pivot ${side} 45`] });
    else found.push({ name: `oblique_${side}`, key: "o", orders: DIAGONAL.map((far) => `oblique ${side} ${far}`) });
  }
  if (units.length < 2) return found;
  for (const side of ["left", "right"] as const)
    if (block.behind) found.push({ name: `widen_${side}`, key: "x", orders: [widened(side, 1)] });
  for (const side of ["left", "right"] as const)
    if (block.rank.length > 1)
      found.push({ name: `narrow_${side}`, key: "y", orders: [narrowed(block.rank, side, 1)] });
  return found;
}

/** What a key proposes after an order that it proposed before: the next one, and the first again. */
export function nextReshaping(units: readonly UnitFact[], key: string, before: string): Reshaping | undefined {
  const fitting = reshapings(units).filter((one) => one.key === key);
  const here = fitting.findIndex((one) => one.orders.some((order) => before.endsWith(order)));
  return fitting[(here + 1) % fitting.length];
}
