// What the study asks of the server about a position: lines, odds, outcomes of chance. All of it can be given up.
import { ask } from "../lib/api";
import { language } from "../lib/i18n.svelte";

/** Where a line of play starts. */
export interface Place {
  game: string;
  options: Record<string, unknown>;
  start: string;
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
