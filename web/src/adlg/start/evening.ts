// What the form about time and points stands for: options of the game, of which only what is unusual is sent.
import { ask } from "../../lib/api";
import type { Lang } from "../../lib/protocol";

export const USUAL = "club";
export const OWN_TABLE = "own";

export type Numbers = Record<string, number>;
export interface Table {
  name: Record<Lang, string>;
  broken: Numbers;
  unfinished: Numbers;
}
/** The tables that the game ships, by name. */
export type Tables = Record<string, Table>;

export async function shippedTables(): Promise<Tables> {
  return (await ask<{ contents: Tables }>("/api/games/adlg/contents/scoring")).contents;
}

export function optionsOf(limit: number, table: string, own: Table | null): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  if (limit) options.turn_limit = limit;
  if (table === OWN_TABLE && own) options.scoring = { broken: own.broken, unfinished: own.unfinished };
  else if (table !== USUAL) options.scoring = table;
  return options;
}
