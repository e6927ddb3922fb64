// The steps of a move, numbered for the board: where each one led, in order.
import type { Entry } from "../lib/protocol";

export interface Numbered {
  cell: string;
  number: number;
}

/** Of a move with several steps; a single step needs no number. Where two led to one cell, the later one counts. */
export function stepsOf(entry: Entry | null | undefined): Numbered[] {
  const cells = (entry?.kind === "action" ? entry.events : []).flatMap(({ path, number, to }) => {
    if (Array.isArray(path)) return path.slice(1).map(String);
    return typeof number === "number" && typeof to === "string" ? [to] : [];
  });
  const numbered = cells.map((cell, i) => ({ cell, number: i + 1 }));
  if (numbered.length < 2) return [];
  return numbered.filter(({ cell }, i) => cells.lastIndexOf(cell) === i);
}
