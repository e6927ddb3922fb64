// A game as text to paste: who played, when, every move, how it ended.
import type { Entry } from "../lib/protocol";
import { rowsOf } from "../room/moves";

export interface Told {
  title: string;
  names: readonly [string, string];
  date: string;
  entries: Entry[];
  result: string;
  notation: (entry: Entry) => string;
}

export function asText({ title, names, date, entries, result, notation }: Told): string {
  const lines = [`${title}: ${names[0]} – ${names[1]}`, ...(date ? [date] : []), ""];
  for (const row of rowsOf(entries)) {
    // Sentences speak to whoever plays here, and how it ended is said below.
    if (row.kind === "chance") lines.push(notation(row.entry));
    if (row.kind !== "pair") continue;
    const first = row.first ? notation(row.first) : "…";
    lines.push(`${row.number}. ${first}${row.second ? `  ${notation(row.second)}` : ""}`);
  }
  if (result) lines.push("", result);
  return `${lines.join("\n")}\n`;
}
