// Boards that games describe themselves, as the server told them: with a room, a study, or the list of games.
import type { BoardTold } from "./protocol";

class Told {
  boards = $state.raw<Record<string, BoardTold>>({});
}
const told = new Told();

/** Keeps what the server says of a game's board; names in it are in the language that was asked for. */
export function learn(game: string, board: BoardTold | null | undefined): void {
  if (board) told.boards = { ...told.boards, [game]: board };
}

/** Null where the game describes none, or where nobody has told it yet. */
export function described(game: string): BoardTold | null {
  return told.boards[game] ?? null;
}
