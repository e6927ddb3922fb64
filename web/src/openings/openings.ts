// How games began and ended, counted move by move: those of our levels, as the server ships them, and those that were
// played in this browser, which stay here.
import { ask } from "../lib/api";
import { keep, recall } from "../lib/keeping";
import type { Openings, Seat } from "../lib/protocol";

/** One game as it is counted. */
export interface Opened {
  winner: Seat | null;
  moves: readonly string[];
}

export interface OwnGame extends Opened {
  id: string;
  game: string;
  /** The start that was chosen: other starts have other openings. */
  start: string;
}

/** What followed a beginning, and how it ended. */
export interface Followed {
  action: string;
  count: number;
  first: number;
  second: number;
  drawn: number;
}

const NAME = "openings.own";
const MOST_OWN = 200;
/** Decisions that are kept of a game, as many as of those that we ship. */
const DEEP = 16;

/** By game: the option that decides how it starts, and how it is in the games that we ship. */
const STARTS: Record<string, { option: string; usual: string }> = {
  cities: { option: "layout", usual: "gates" },
  towar: { option: "variant", usual: "standard" },
};

export const explored = (game: string): boolean => game in STARTS;

export function startOf(game: string, options: Record<string, unknown>): string {
  const known = STARTS[game];
  const chosen = known && options[known.option];
  return typeof chosen === "string" ? chosen : (known?.usual ?? "");
}

/** Whether the games of our levels began like this one. */
export const isUsual = (game: string, options: Record<string, unknown>): boolean =>
  startOf(game, options) === STARTS[game]?.usual;

/** The decisions on the board: an army that is chosen before is none, its name has no square in it. */
export const onBoard = (actions: readonly string[]): string[] => actions.filter((text) => /[\d:]/.test(text));

/** What was played after these moves, the most frequent first. */
export function following(games: readonly Opened[], moves: readonly string[]): Followed[] {
  const found = new Map<string, Followed>();
  for (const game of games) {
    const action = game.moves[moves.length];
    if (action === undefined || moves.some((move, i) => game.moves[i] !== move)) continue;
    const row = found.get(action) ?? { action, count: 0, first: 0, second: 0, drawn: 0 };
    row.count++;
    row[game.winner ?? "drawn"]++;
    found.set(action, row);
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.action.localeCompare(b.action));
}

export const openingsOf = async (game: string): Promise<Opened[]> =>
  (await ask<Openings>(`/api/games/${game}/openings`)).games;

export const ownGames = (): OwnGame[] => recall<OwnGame[]>(NAME, []);

export const ownOpenings = (game: string, start: string, known = ownGames()): Opened[] =>
  known.filter((one) => one.game === game && one.start === start);

/** Own games with one more; one that is known already stays as it is. */
export function withGame(
  known: OwnGame[],
  id: string,
  game: string,
  options: Record<string, unknown>,
  actions: readonly string[],
  winner: Seat | null,
): OwnGame[] {
  const moves = onBoard(actions).slice(0, DEEP);
  if (!explored(game) || !moves.length || known.some((one) => one.id === id)) return known;
  return [{ id, game, start: startOf(game, options), moves, winner }, ...known].slice(0, MOST_OWN);
}

/** Keeps how a game of this browser began and ended. */
export function keepOpening(...[id, game, options, actions, winner]: OpeningOf): void {
  keep(NAME, withGame(ownGames(), id, game, options, actions, winner));
}

type OpeningOf = [
  id: string,
  game: string,
  options: Record<string, unknown>,
  actions: readonly string[],
  winner: Seat | null,
];
