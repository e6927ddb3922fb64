// What is fetched when the game is first opened.
import type { BoardParts } from "../kind";
import Panel from "./battle/Panel.svelte";
import Strip from "./battle/Strip.svelte";
import Replay from "./replay/Replay.svelte";
import Board from "./Board.svelte";
import Tally from "./Tally.svelte";

export const PARTS: BoardParts = { Panel, Strip, Board, Tally, Replay };
