// The list of orders by turns: where a player's sequence begins, and which turn it belongs to.
import { t } from "../../../lib/i18n.svelte";
import type { Entry, Seat } from "../../../lib/protocol";
import { takenBack } from "../../../room/moves";
import { armyCalled } from "../called";

/** With these words a battle is under way; what comes before them is the set-up. */
const BEGINS = /^(corps |done$|time$|[a-z]\d+[+ ])/;

/**
 * Headings by the version of the entry that they stand before. `whole`: no entry is missing before these, so that turns
 * can be counted.
 */
export function chaptersOf(entries: readonly Entry[], whole: boolean): Map<number, string> {
  const found = new Map<number, string>();
  const undone = takenBack([...entries]);
  let sequence = 0;
  let begun = !whole;
  let next: Seat | null = null;
  for (const entry of entries) {
    if (undone.has(entry.version)) continue;
    if (!begun && entry.kind === "action" && entry.seat && BEGINS.test(entry.text)) {
      begun = true;
      next = entry.seat;
    } else if (!begun && entry.kind === "action" && !found.size) found.set(entry.version, t("adlg_hands.turns.setup"));
    if (next) {
      const number = whole ? Math.floor(sequence / 2) + 1 : 0;
      found.set(entry.version, heading(number, next));
      sequence++;
      next = null;
    }
    const event = entry.events.find((one) => one.kind === "sequence");
    if (event) next = event.seat as Seat;
  }
  return found;
}

function heading(number: number, seat: Seat): string {
  const army = armyCalled(seat === "first" ? 0 : 1) || t(`adlg_board.side.${seat}`);
  return number ? t("adlg_board.turn", { number, side: army }) : army;
}
