// What an order or an answer would bring, as the server tells it before anything is done.
import type { Fight, Point, Pose } from "../table/reading";

export interface Preview {
  cost?: number;
  bill?: { value: number; rule: string; name: Record<string, string> }[];
  left?: [number, number];
  spent?: number;
  limit?: number;
  ends?: Record<string, Pose>;
  path?: Point[][];
  difficult?: string[];
  panicked?: string[];
  targets?: string[];
  fights?: Fight[];
}

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
