// Orders the entries of a record into the rows of the list: two seats side by side, everything else across. A chance
// that falls for one seat, such as its next card, stands beside that seat's next action.
import { SEATS, type Entry, type Seat } from "../lib/protocol";

export type Row =
  | { kind: "pair"; number: number; first?: Entry; second?: Entry; chances: Record<Seat, Entry[]> }
  | { kind: "line" | "chance" | "aside"; entry: Entry };

export function rowsOf(entries: Entry[]): Row[] {
  const rows: Row[] = [];
  let number = 0;
  let open: Extract<Row, { kind: "pair" }> | null = null;
  const undone = takenBack(entries);
  const waiting: Record<Seat, Entry[]> = { first: [], second: [] };
  for (const entry of entries) {
    if (undone.has(entry.version)) continue;
    if (entry.kind === "action" && entry.seat) {
      if (!open || open[entry.seat] || (entry.seat === "first" && open.second)) {
        open = { kind: "pair", number: ++number, chances: { first: [], second: [] } };
        rows.push(open);
      }
      open[entry.seat] = entry;
      open.chances[entry.seat] = waiting[entry.seat].splice(0);
    } else if (entry.kind === "chance" && SEATS.includes(entry.events[0]?.seat as Seat)) {
      waiting[entry.events[0]?.seat as Seat].push(entry);
    } else if (entry.kind === "chance") {
      rows.push({ kind: "chance", entry });
      open = null;
    } else if (entry.kind !== "clock") rows.push({ kind: "aside", entry });
  }
  for (const entry of [...waiting.first, ...waiting.second]) rows.push({ kind: "chance", entry });
  return rows;
}

/** The same with a line for every action, whoever gave it. */
export function linesOf(entries: Entry[]): Row[] {
  const undone = takenBack(entries);
  return entries
    .filter((entry) => !undone.has(entry.version) && entry.kind !== "clock")
    .map((entry) => ({ kind: entry.kind === "action" ? "line" : entry.kind === "chance" ? "chance" : "aside", entry }));
}

/** What stays the same of a row when others come in before it. */
export function keyOf(row: Row): number {
  return row.kind === "pair"
    ? Math.min(row.first?.version ?? Infinity, row.second?.version ?? Infinity)
    : row.entry.version;
}

/** The versions of entries that a take-back undid. */
export function takenBack(entries: Entry[]): Set<number> {
  const undone = new Set<number>();
  for (const entry of entries) {
    if (entry.kind !== "take_back" || entry.to === undefined) continue;
    for (let version = entry.to + 1; version < entry.version; version++) undone.add(version);
  }
  return undone;
}
