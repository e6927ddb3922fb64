// Games that are played in this browser alone, without a room: against a level, or two people at one screen. Each is
// kept after every move, so that it waits and goes on.
import { keep, recall } from "../lib/keeping";
import type { ClockWish, Seat } from "../lib/protocol";
import { canKeep, freshClock, type KeptClock } from "./clock.svelte";

export interface LocalGame {
  id: string;
  game: string;
  options: Record<string, unknown>;
  start: string;
  /** Who sits before the screen; null: both. */
  side: Seat | null;
  level: string;
  actions: string[];
  /** The day as YYYY-MM-DD. */
  date: string;
  over: boolean;
  resigned: Seat | "";
  /** Both at this screen have agreed on a draw. */
  drawn?: boolean;
  clock?: KeptClock | undefined;
  /** Whose time was up. */
  flagged?: Seat | "";
}

export type Wished = Pick<LocalGame, "game" | "options" | "start" | "side" | "level"> & {
  clock?: ClockWish | undefined;
};

const NAME = "local.games";
const MOST = 30;
/** Levels that a browser plays without letting anybody wait for long. */
export const ABLE: readonly string[] = ["beginner", "casual", "club"];

export const localGames = (): LocalGame[] => recall<LocalGame[]>(NAME, []);
export const localGame = (id: string): LocalGame | undefined => localGames().find((one) => one.id === id);

/** The latest first; of many, the oldest are forgotten. */
export function keepGame(game: LocalGame): void {
  keep(NAME, [game, ...localGames().filter((one) => one.id !== game.id)].slice(0, MOST));
}

export function newGame(wish: Wished): LocalGame {
  const made = crypto.getRandomValues(new Uint32Array(2));
  const id = [...made].map((part) => part.toString(36)).join("");
  const level = ABLE.includes(wish.level) ? wish.level : ABLE.at(-1)!;
  const date = new Date().toISOString().slice(0, 10);
  const ended = { over: false, resigned: "", drawn: false, flagged: "" } as const;
  const clock = wish.clock && canKeep(wish.clock) ? freshClock(wish.clock) : undefined;
  const game = { ...wish, level, id, actions: [], date, ...ended, clock };
  keepGame(game);
  return game;
}
