// What is fetched when the game is first opened.
import type { BoardParts } from "../kind";
import Board from "./Board.svelte";
import Tally from "./Tally.svelte";

export const PARTS: BoardParts = { Board, Tally };
