// Which game has which board: one of ours, the one that it describes itself, or plain text.
import { SvelteMap } from "svelte/reactivity";
import { described } from "../lib/described.svelte";
import { t } from "../lib/i18n.svelte";
import type { Seat } from "../lib/protocol";
import { ADLG } from "./adlg";
import { CITIES } from "./cities";
import { describedKind } from "./described";
import type { BoardKind, BoardParts } from "./kind";
import PlainBoard from "./plain/PlainBoard.svelte";
import { TOWAR } from "./towar";

const KINDS: Record<string, BoardKind> = { cities: CITIES, towar: TOWAR, adlg: ADLG };
const PLAIN: BoardKind = { parts: { Board: PlainBoard }, example: "" };

/** Milliseconds. */
const AGAIN_AFTER = 2000;

/** The games that are offered, in this order. */
export const OFFERED: readonly string[] = Object.keys(KINDS);

/** Whether a game has a board, ours or its own; one without is played in words. */
export function hasBoard(game: string): boolean {
  return game in KINDS || described(game) !== null;
}

export function boardOf(game: string): BoardKind {
  const board = described(game);
  return KINDS[game] ?? (board ? describedKind(board) : PLAIN);
}

const fetched = new SvelteMap<string, BoardParts>();
const asked = new Set<string>();

/** What is drawn where a game is played or studied; null until it was fetched, which the first question begins. */
export function partsOf(game: string): BoardParts | null {
  const { parts } = boardOf(game);
  if (typeof parts !== "function") return parts;
  if (!asked.has(game)) {
    asked.add(game);
    void fetchParts(game, parts);
  }
  return fetched.get(game) ?? null;
}

/** As often as it takes: the line may be broken just now. */
async function fetchParts(game: string, fetch: () => Promise<BoardParts>): Promise<void> {
  try {
    fetched.set(game, await fetch());
  } catch {
    setTimeout(() => void fetchParts(game, fetch), AGAIN_AFTER);
  }
}

/** What a seat is called: by its side in the game, or else as the first or second. */
export function sideName(
  game: string,
  seat: Seat,
  options: Record<string, unknown> = {},
  facts?: Record<string, unknown>,
): string {
  const { sideName: told, sideKey } = boardOf(game);
  return told?.(seat, facts) ?? t(sideKey?.(seat, options, facts) ?? `room.${seat}_seat`);
}
