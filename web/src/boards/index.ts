// Which game has which board: one of ours, the one that it describes itself, or plain text.
import type { Component } from "svelte";
import { described } from "../lib/described.svelte";
import { t } from "../lib/i18n.svelte";
import type { Entry, Seat, View } from "../lib/protocol";
import type { RoomGame } from "../room/game.svelte";
import type { Table } from "../room/table.svelte";
import { ADLG } from "./adlg";
import { CITIES } from "./cities";
import { describedKind } from "./described";
import PlainBoard from "./plain/PlainBoard.svelte";
import { TOWAR } from "./towar";

export interface BoardProps {
  table: Table;
  /** The seat at the lower edge. */
  near: Seat;
  /** The game's id; only a board that serves many games asks for it. */
  game?: string;
  /** Told when the board is shown without anybody acting, as in a study: it is then no place to play. */
  still?: boolean;
}

/** A fact about the options of a game that players should know: its text key and the rule behind it. */
export interface OptionChip {
  key: string;
  rule: string;
}

/** What both sides have at the end: a key of the texts, and a number for each. */
export interface Count {
  key: string;
  values: Record<Seat, number | string>;
}

/** Everything the app knows about one game beyond the protocol. */
export interface BoardKind {
  Board: Component<BoardProps>;
  /** Counts beside the board. */
  Tally?: Component<{ table: Table }>;
  /** What is counted up when the game is over. */
  counts?: (view: View) => Count[];
  /** What a room adds to the panel, with sections of its own. */
  Panel?: Component<{ game: RoomGame }>;
  /** A line in the bar of a seat, such as its losses. */
  Strip?: Component<{ seat: Seat; facts: Record<string, unknown> }>;
  /** True where board and tally offer every answer themselves, so that the panel need not list words. */
  answers?: boolean;
  /** The picture on the home page. */
  Picture?: Component;
  /** The mark of a seat: piece, emblem. */
  Mark?: Component<{ seat: Seat; options: Record<string, unknown>; facts?: Record<string, unknown>; game?: string }>;
  /** The name of a seat, where the server tells it. */
  sideName?: (seat: Seat) => string;
  /** Key of a seat's name in the texts, such as "cities.side.first". */
  sideKey?: (seat: Seat, options: Record<string, unknown>, facts?: Record<string, unknown>) => string;
  /** The colour of a seat in bars and graphs, where it is not blue against ochre. */
  colour?: (seat: Seat, options: Record<string, unknown>, facts?: Record<string, unknown>) => string | undefined;
  /** Key of one line that describes the seat's things. */
  sideNoteKey?: (seat: Seat) => string;
  /** How an entry is written in the list of moves. */
  notation?: (entry: Entry) => string;
  /** What a person types, as the game writes it. */
  tidy?: (typed: string) => string;
  /** Keys that only this board knows, named in the texts under "keys". */
  keys?: readonly string[];
  /** Rules behind what an entry shows, beyond those that its events name: where one is ours, that is said once. */
  rulings?: (entry: Entry) => string[];
  /** True where the board fills the whole stage, edge to edge, instead of a square. */
  wide?: boolean;
  /** An example for the text entry. */
  example: string;
  /** What is reconstructed under these options. */
  chips?: (options: Record<string, unknown>) => OptionChip[];
}

const KINDS: Record<string, BoardKind> = { cities: CITIES, towar: TOWAR, adlg: ADLG };
const PLAIN: BoardKind = { Board: PlainBoard, example: "" };

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

/** What a seat is called: by its side in the game, or else as the first or second. */
export function sideName(
  game: string,
  seat: Seat,
  options: Record<string, unknown> = {},
  facts?: Record<string, unknown>,
): string {
  const { sideName: told, sideKey } = boardOf(game);
  return told?.(seat) ?? t(sideKey?.(seat, options, facts) ?? `room.${seat}_seat`);
}
