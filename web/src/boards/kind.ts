// What a board is given, and what the app knows about a game that has one. `index.ts` lists them.
import type { Component } from "svelte";
import type { Entry, Eye, Seat, Standing, View, Wish } from "../lib/protocol";
import type { Reel } from "../room/reel";
import type { Cut } from "../share/pictures";
import type { Table } from "../room/table.svelte";

export interface BoardProps {
  table: Table;
  /** The seat at the lower edge. */
  near: Seat;
  /** The game's id; only a board that serves many games asks for it. */
  game?: string;
  /** Told when the board is shown without anybody acting, as in a study: it is then no place to play. */
  still?: boolean;
}

/** What a panel of a board may know and want of the room in which it stands. */
export interface PanelRoom {
  readonly table: Table;
  readonly over: boolean;
  readonly lookedAt: number | null;
  readonly shownVersion: number;
  readonly standing: Standing | null;
  readonly line: {
    readonly eye: Eye;
    readonly commit: string;
    readonly entries: readonly Entry[];
    viewAt(version: number): Promise<View>;
  };
  wish(what: Wish): Promise<void>;
  setStanding(answers: Record<string, string>): void;
}

/** What a replay is given; `news` is how many entries have come while one looks back. */
export interface ReplayProps {
  table: Table;
  reel: Reel;
  news?: number;
  opened?: (open: boolean) => void;
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

/** What is drawn of a game only where it is played or studied. */
export interface BoardParts {
  Board: Component<BoardProps>;
  /** Counts beside the board. */
  Tally?: Component<{ table: Table }>;
  /** What a room adds to the panel, with sections of its own. */
  Panel?: Component<{ game: PanelRoom }>;
  /** The game once more, beside the tools of a room or study. */
  Replay?: Component<ReplayProps>;
  /** A line in the bar of a seat, such as its losses. */
  Strip?: Component<{ seat: Seat; facts: Record<string, unknown> }>;
}

/** Everything the app knows about one game beyond the protocol. */
export interface BoardKind {
  /** The board and what stands beside it, or how to fetch them when the game is first opened. */
  parts: BoardParts | (() => Promise<BoardParts>);
  /** What is counted up when the game is over. */
  counts?: (view: View) => Count[];
  /** What a player has done is counted in these; moves, all of them, where nothing else is said. */
  deeds?: { called: "turns" | "orders"; counts: (entry: Entry) => boolean };
  /** True where board and tally offer every answer themselves, so that the panel need not list words. */
  answers?: boolean;
  /** True where board and tally tell what an action that is aimed at would bring, so that the panel need not. */
  foretells?: boolean;
  /** The picture on the home page. */
  Picture?: Component;
  /** The mark of a seat: piece, emblem. */
  Mark?: Component<{ seat: Seat; options: Record<string, unknown>; facts?: Record<string, unknown>; game?: string }>;
  /** The name of a seat, where the server tells it. */
  sideName?: (seat: Seat, facts?: Record<string, unknown>) => string | undefined;
  /** Key of a seat's name in the texts, such as "cities.side.first". */
  sideKey?: (seat: Seat, options: Record<string, unknown>, facts?: Record<string, unknown>) => string;
  /** The colour of a seat in bars and graphs, where it is not blue against ochre. */
  colour?: (seat: Seat, options: Record<string, unknown>, facts?: Record<string, unknown>) => string | undefined;
  /** Key of one line that describes the seat's things. */
  sideNoteKey?: (seat: Seat) => string;
  /** How an entry is written in the list of moves. */
  notation?: (entry: Entry) => string;
  /** Headings of the list of moves by the version that they stand before, where each action has a line of its own. */
  chapters?: (entries: readonly Entry[], whole: boolean) => Map<number, string>;
  /** From which cell to which an action goes, where an arrow can show that; else the board shows it as a hint. */
  ends?: (action: string) => [from: string, to: string] | null;
  /** What a person types, as the game writes it. */
  tidy?: (typed: string) => string;
  /** Keys that only this board knows, named in the texts under "keys". */
  keys?: readonly string[];
  /** Rules behind what an entry shows, beyond those that its events name: where one is ours, that is said once. */
  rulings?: (entry: Entry) => string[];
  /** True where the board fills the whole stage, edge to edge, instead of a square. */
  wide?: boolean;
  /** How a film of a game is cut, where not every position is shown for as long. */
  film?: (entries: readonly Entry[]) => Cut;
  /** True where a recorded game can be had as one moving picture. */
  moving?: boolean;
  /** True where a report fits on two pages and the whole one is for those who want it. */
  brief?: boolean;
  /** An example for the text entry. */
  example: string;
  /** What is reconstructed under these options. */
  chips?: (options: Record<string, unknown>) => OptionChip[];
}
