// What the app shows of a game by the board that it describes: its places, its seats in their colours.
import { SEATS, type BoardTold, type Seat } from "../../lib/protocol";
import type { BoardKind } from "../kind";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";

export function describedKind(board: BoardTold): BoardKind {
  return {
    parts: { Board },
    Mark,
    sideName: (seat: Seat) => board.sides[SEATS.indexOf(seat)]!.name,
    colour: (seat: Seat) => board.sides[SEATS.indexOf(seat)]!.colour,
    example: "",
  };
}
