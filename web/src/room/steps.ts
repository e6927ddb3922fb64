// Entries of the record as what is shown of them: steps from view to view.
import type { Entry, View } from "../lib/protocol";

/** One entry of the record to be shown: from one view to the next. */
export interface Step {
  from: View;
  entry: Entry;
  /** Null as long as the server has not confirmed what is shown. */
  to: View | null;
}

/** Shows a step; resolves when it is over, and at once when the signal says so. */
export type Animator = (step: Step, signal: AbortSignal) => Promise<void>;

/** Kinds of entries that change nothing on the board, nor what can be decided. */
const SILENT = new Set(["clock", "draw_offered", "draw_declined"]);

export const isSilent = (entry: Entry): boolean => SILENT.has(entry.kind);

/** The last entry that shows, and the action before it where that is a chance: a drawn card hides no turn. */
export function lastOf(entries: Entry[]): [Entry | null, Entry | null] {
  const last = entries.findLast((entry) => !isSilent(entry)) ?? null;
  const before = entries.findLast((entry) => !isSilent(entry) && entry.kind !== "chance");
  return [last, last?.kind === "chance" && before?.kind === "action" ? before : null];
}

/** All that came since the other seat acted. */
export function lastTurn(entries: Entry[]): Entry[] {
  const last = entries.length - 1;
  const seat = entries[last]?.seat;
  let first = last;
  while (first > 0 && [seat, undefined, null].includes(entries[first - 1]?.seat)) first--;
  return entries.slice(Math.max(0, first));
}

/** Entries with their views as steps; an entry that changed nothing on the board is no step. */
export function stepsOf(entries: Entry[], before: View): (Step & { to: View })[] {
  const steps: (Step & { to: View })[] = [];
  let from = before;
  for (const entry of entries) {
    const to = entry.view;
    if (!to || isSilent(entry)) continue;
    steps.push({ from, entry, to });
    from = to;
  }
  return steps;
}
