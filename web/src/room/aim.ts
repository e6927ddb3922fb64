// What is aimed at while an action is put together, and how it is spelled.
import type { ChoicesAnswer, Refusal, RefusedAim, Span } from "../lib/protocol";

export interface Aim {
  word: string;
  /** Known once the words spell an action. */
  action: string | null;
  preview: Record<string, unknown> | null;
  words: string[];
  /** The preview tells of own losses: said first, and played only when chosen again. */
  costs: boolean;
  /** What a place was drawn to, such as `contact`; `free`: nothing but the place itself. */
  snap?: string;
  /** Why it can't be. */
  refused?: Refusal & { pose?: RefusedAim["pose"] };
  /** Why it ends before the place that was pointed to. */
  short?: Refusal | null;
}

/** The word that ends an action which could go on. */
const END = ".";

export function aimOf(word: string, told: ChoicesAnswer): Aim {
  const losses = told.preview?.losses;
  return {
    word,
    action: told.action ?? null,
    preview: told.preview ?? null,
    words: told.words ?? [],
    costs: Array.isArray(losses) && losses.length > 0,
  };
}

/** The action that these words and this number spell, where they do. */
export function actionOf(words: string[], { action, choices, span }: ChoicesAnswer, number: number): string | null {
  if (action !== undefined) return action;
  if (span) return [...words, numberWord(number, span.scale)].join(" ");
  return choices?.some((choice) => choice.text === END) ? words.join(" ") : null;
}

/** The only word that can follow, where there is no choice. */
export function alone({ action, choices, span }: ChoicesAnswer): string {
  const [only, other] = choices ?? [];
  return action === undefined && !span && only && !other && only.text !== END ? only.text : "";
}

/** The nearest number that the span has. */
export function within(span: Span, value: number): number {
  const step = span.step || 1;
  return Math.min(span.high, Math.max(span.low, Math.round(value / step) * step));
}

/** How a number of a span is spelled. */
export const numberWord = (value: number, scale: number): string => String(Math.round((value / scale) * 1000) / 1000);
