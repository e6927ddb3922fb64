// Games that are played in this browser alone, without a room: against a level, or two people at one screen. Each is
// kept after every move, so that it waits and goes on.
import { keep, recall } from "../lib/keeping";
import type { Seat } from "../lib/protocol";

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
}

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

export function newGame(wish: Pick<LocalGame, "game" | "options" | "start" | "side" | "level">): LocalGame {
  const made = crypto.getRandomValues(new Uint32Array(2));
  const id = [...made].map((part) => part.toString(36)).join("");
  const level = ABLE.includes(wish.level) ? wish.level : ABLE.at(-1)!;
  const date = new Date().toISOString().slice(0, 10);
  const game = { ...wish, level, id, actions: [], date, over: false, resigned: "" as const };
  keepGame(game);
  return game;
}
