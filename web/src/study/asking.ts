// What the study asks of the server about a position: lines, odds, outcomes of chance. All of it can be given up.
import { ask } from "../lib/api";
import { language } from "../lib/i18n.svelte";
import type { Seat } from "../lib/protocol";

/** Where a line of play starts. */
export interface Place {
  game: string;
  options: Record<string, unknown>;
  start: string;
}

export interface Prospect {
  win: number;
  draw: number;
  loss: number;
  /** Standard error of the expected score; null where the chances are exact. */
  error: number | null;
}

export interface Line {
  action: string;
  /** Expected score of the seat to act, 0 to 1. */
  score: number | null;
  line: string[];
  nodes: number;
  prospect: Prospect | null;
}

export interface Lines {
  seat: Seat;
  lines: Line[];
}

export interface Fight {
  action: string;
  words: string;
  /** Exact: 1, 0, 5/36. */
  wins: string;
  ties: string;
  losses: string;
}

export interface Outcome {
  text: string;
  probability: string;
  words?: string;
}

export function askStudy<T>(
  path: string,
  place: Place,
  actions: string[],
  more: object = {},
  signal?: AbortSignal,
): Promise<T> {
  const body = JSON.stringify({ ...place, actions, lang: language.now, ...more });
  return ask<T>(`/api/study${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: signal ?? null,
  });
}

/** So many milliseconds, or until it is given up. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });
}
