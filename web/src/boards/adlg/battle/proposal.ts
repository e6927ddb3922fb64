// What an order or an answer would bring, as the server tells it before anything is done.
import type { Preview } from "../told";

export type { Preview } from "../told";

export interface Proposal {
  action: string;
  preview: Preview;
  words: string[];
  snap: string;
}

/** An answer that the battle waits for, such as standing or evading. */
export interface Answer {
  action: string;
  label: string;
  words: string[];
  preview: Preview;
}
