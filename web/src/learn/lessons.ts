// The lessons as data: a position, what must happen in it, and what is said of tries that miss it. `solution` and `wrong` are one action of
// each kind; the tests play both by the rules.
import type { GameEvent } from "../lib/protocol";
import lessons from "./lessons.json";

/** Fields that an event must have. */
export type Pattern = Record<string, string>;

export interface Lesson {
  id: string;
  start: string;
  goal: Pattern[];
  misses: { when: Pattern[]; text: string }[];
  solution: string;
  wrong: string;
  rule: string;
}

export function lessonsOf(game: string): Lesson[] {
  return (lessons as unknown as Record<string, Lesson[]>)[game] ?? [];
}

function happened(patterns: Pattern[], events: GameEvent[]): boolean {
  return patterns.every((pattern) => events.some((event) => Object.entries(pattern).every(([key, value]) => event[key] === value)));
}

/** Empty: the task is done. Else the name of what to say about the try. */
export function missOf(lesson: Lesson, events: GameEvent[]): string {
  if (happened(lesson.goal, events)) return "";
  return lesson.misses.find((miss) => happened(miss.when, events))?.text ?? "other";
}
