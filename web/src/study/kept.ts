// What was tried in an analysis stays in this browser: found again after a reload, and when the same record or position
// is opened another day. Only the latest few are kept.
import { keep, recall } from "../lib/keeping";
import type { Written } from "./sharing";

export interface Kept {
  line: Written;
  at: number;
}

const NAME = "study.trees";
const MOST = 20;
type Trees = [key: string, kept: Kept][];

/** A short name for what is studied. */
export async function keyOf(what: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(what));
  // Only pages of https and of this machine may ask for a digest.
  if (!globalThis.crypto?.subtle) return `${bytes.length}.${bytes.reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7)}`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function keptTree(key: string): Kept | null {
  return recall<Trees>(NAME, []).find(([name]) => name === key)?.[1] ?? null;
}

export function keepTree(key: string, kept: Kept): void {
  const others = recall<Trees>(NAME, []).filter(([name]) => name !== key);
  keep(NAME, [[key, kept], ...others].slice(0, MOST));
}
