// What an order or an answer would bring, as the server tells it before anything is done.
import type { Aim } from "../../../room/aim";
import type { Preview } from "../told";

export type { Preview } from "../told";

export interface Proposal {
  action: string;
  preview: Preview;
  words: string[];
  snap: string;
}

/** What is aimed at, where it can be. */
export function proposalOf(aim: Aim | null): Proposal | null {
  return aim?.action && aim.preview
    ? { action: aim.action, preview: aim.preview as Preview, words: aim.words, snap: aim.snap ?? "" }
    : null;
}

/** An answer that the battle waits for, such as standing or evading. */
export interface Answer {
  action: string;
  label: string;
  words: string[];
  preview: Preview;
}
