// Which rules that the texts leave open a turn has used: its events show it, and whoever meets one for the first time
// is told.
import type { Entry, GameEvent } from "../../lib/protocol";

export function rulings(entry: Entry): string[] {
  const found = new Set<string>();
  /** How whoever stands on a cell came there in this turn. */
  const came = new Map<string, string>();
  let arrival: GameEvent | null = null;
  let met: string | undefined;
  let secondStep = false;
  let displaced = false;
  for (const event of entry.events) {
    // A card that came in has displaced a unit of the other side.
    if (event.kind === "displaced" && event.seat && entry.seat && event.seat !== entry.seat)
      found.add("towar.turn.entry_pushes_enemy");
    if (event.kind === "attacked_entering") found.add("towar.turn.entry_enemy");
    else if (event.kind === "passed") found.add("towar.turn.pass");
    else if (event.kind === "entered" || event.kind === "stepped") {
      // A card that displaced nobody and goes on from there makes its second step.
      secondStep = arrival?.kind === "stepped" && !displaced && event.from === arrival.to;
      if (secondStep) came.delete(String(event.from));
      met = came.get(String(event.to));
      came.set(String(event.to), event.kind);
      [arrival, displaced] = [event, false];
    } else if (event.kind === "displaced") {
      displaced = true;
      if (secondStep) found.add("towar.turn.second_step_displaces");
      if (met) found.add(met === "entered" ? "towar.turn.fresh_card" : "towar.turn.displaced_again");
    }
  }
  return [...found];
}
