// The fights of a battle as people read them afterwards: phase by phase, each with its dice, sums and outcome.
import type { Entry } from "../../../lib/protocol";

export interface Fought {
  version: number;
  /** Who stands on the left: the side of the first die. */
  left: string[];
  right: string[];
  dice: [number, number];
  totals: [number, number];
  /** Who lost what, in sentences. */
  outcome: string;
}

export interface Phase {
  fights: Fought[];
  /** What came of all of them together: losses, routs. */
  after: string[];
}

/** These belong to the fight itself; whatever follows them comes of all fights of the phase. */
const OUTCOMES = /^(round_|hit$|missed$)/;
const NEWS_OF_TURNS = /^sequence$/;

export const isFight = (entry: Entry): boolean => entry.events.some(({ kind }) => THROWS.has(kind));
const THROWS = new Set(["dice_melee", "dice_volley"]);

/** All phases with fights among these entries, the oldest first; orders part one from the next. */
export function phasesOf(entries: readonly Entry[]): Phase[] {
  const found: Phase[] = [];
  let open: Phase | null = null;
  for (const entry of entries) {
    if (isFight(entry)) {
      if (!open) found.push((open = { fights: [], after: [] }));
      const [fight, after] = told(entry);
      open.fights.push(fight);
      open.after.push(...after);
    } else if (/^(done|corps )/.test(entry.text)) open = null;
  }
  return found;
}

function told(entry: Entry): [Fought, string[]] {
  const at = entry.events.findIndex(({ kind }) => THROWS.has(kind));
  const event = entry.events[at]!;
  const melee = event.kind === "dice_melee";
  const said = entry.words.map((words, i) => ({ words, kind: entry.events[i]?.kind ?? "" }));
  return [
    {
      version: entry.version,
      left: melee ? [String(event.unit)] : (event.shooters as string[]),
      right: [String(melee ? event.enemy : event.unit)],
      dice: [Number(event.first), Number(event.second)],
      totals: [Number(event.total), Number(event.enemy_total)],
      outcome: said
        .filter(({ kind }) => OUTCOMES.test(kind))
        .map(({ words }) => words)
        .join(" "),
    },
    said
      .filter(({ kind }, i) => i !== at && !OUTCOMES.test(kind) && !NEWS_OF_TURNS.test(kind))
      .map(({ words }) => words),
  ];
}
