// What a person has chosen for this browser: how moves are confirmed and shown, which boards and pieces, which sounds.
// Every choice holds at once, in every window, and is kept. Language and theme are beside it, in files of their own.
import { keep, recall, whenKept } from "./keeping";

/** One of a few words. What was kept and is none of them counts for nothing. */
export class Choice<T extends string> {
  now = $state() as T;

  constructor(
    readonly name: string,
    readonly values: readonly T[],
    private readonly otherwise: T,
  ) {
    this.now = this.kept();
    whenKept(name, () => (this.now = this.kept()));
  }

  choose(value: T): void {
    this.now = value;
    keep(this.name, value);
  }

  private kept(): T {
    const found = recall<string>(this.name, "");
    return this.values.find((value) => value === found) ?? this.otherwise;
  }
}

/** When a move wants a second choice before it is played; one that costs own pieces always does. */
export const confirming = new Choice("confirm", ["never", "touch", "always"], "touch");

export const speed = new Choice("speed", ["off", "fast", "normal", "slow"], "normal");

/** Where the names of the squares stand. */
export const coordinates = new Choice("coordinates", ["edge", "cells", "none"], "edge");

/** Whether the field for a move in words is always there, or only when it is asked for. */
export const typing = new Choice("typing", ["asked", "always"], "asked");

export const SETS = ["paper", "clear", "contrast"] as const;
export type SetName = (typeof SETS)[number];
const sets: Record<string, Choice<SetName>> = {};

/** The board and the pieces of a game; those of others follow Cities & Heroes. */
export function setOf(game: string): Choice<SetName> {
  return sets[game] ?? sets.cities!;
}
for (const game of ["cities", "towar", "adlg"]) sets[game] = new Choice(`set.${game}`, SETS, "paper");

/** Whether a move wants a second choice, made by a finger or not. */
export function asksTwice(touch: boolean): boolean {
  return confirming.now === "always" || (touch && confirming.now === "touch");
}

const PACES: Record<string, number> = { off: 0, fast: 0.5, normal: 1, slow: 2 };

/** How many times as long as usual everything takes that moves. */
export function pace(): number {
  return PACES[speed.now] ?? 1;
}
