// The lessons as data: a position, what must happen in it, and what is said of tries that miss it. `solution`, `wrong`
// and the `try` of a miss are one action of each kind; the tests play all of them by the rules.
import type { GameEvent } from "../lib/protocol";
import lessons from "./lessons.json";

/** Fields that an event must have: a value, or the least and the most of a number. */
export type Pattern = Record<string, string | number | number[] | undefined>;

export interface Lesson {
  id: string;
  options?: Record<string, unknown>;
  start: string;
  /** Dice fall by themselves after the action, and what they bring counts too; a list says how they fall. */
  dice?: boolean | string[];
  goal: Pattern[];
  misses?: { when: Pattern[]; text: string; try: string }[];
  solution: string;
  /** Misses the task in no way that has a name; not every lesson can be missed so. */
  wrong?: string;
  rule: string;
}

const LESSONS: Record<string, Lesson[]> = lessons;

export function lessonsOf(game: string): Lesson[] {
  return LESSONS[game] ?? [];
}

const fits = (value: unknown, wanted: Pattern[string]): boolean =>
  Array.isArray(wanted) ? Number(value) >= wanted[0]! && Number(value) <= wanted[1]! : value === wanted;

function happened(patterns: Pattern[], events: GameEvent[]): boolean {
  return patterns.every((pattern) =>
    events.some((event) => Object.entries(pattern).every(([key, wanted]) => fits(event[key], wanted))),
  );
}

/** What was said is an event too: `{ kind: "said", text: "u3 rally" }`. */
export const said = (action: string): GameEvent => ({ kind: "said", text: action });

/** Empty: the task is done. Else the name of what to say about the try. */
export function missOf(lesson: Lesson, events: GameEvent[]): string {
  if (happened(lesson.goal, events)) return "";
  return lesson.misses?.find((miss) => happened(miss.when, events))?.text ?? "other";
}
