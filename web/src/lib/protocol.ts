// The messages between app and server, as docs/protocol.md agrees them. No behaviour lives here.

export type Seat = "first" | "second";
export type Eye = Seat | "observer";
export type Turn = Seat | "chance" | "over";
export type Lang = "en" | "de";

export const SEATS: readonly Seat[] = ["first", "second"];
export const other = (seat: Seat): Seat => (seat === "first" ? "second" : "first");

/** What one eye may know of a position. */
export interface View {
  eye: Eye;
  turn: Turn;
  text: string;
  facts: Record<string, unknown>;
  words: string[];
  /** What lies where, of a game that describes its board. */
  scene?: SceneTold;
}

/** One piece as it lies there; `id` is how a choice names it. */
export interface ThingTold {
  piece: string;
  text: string;
  id: string;
}

export interface SceneTold {
  cells: Record<string, ThingTold[]>;
  areas: Record<string, ThingTold[]>;
  /** Cells that don't take part. */
  absent: string[];
}

export interface CellTold {
  id: string;
  x: number;
  y: number;
  shape: "square" | "round" | "hex" | "none";
  colour: string;
  name: string;
}

export interface AreaTold {
  id: string;
  name: string;
  /** On whose side it lies; empty: nobody's. */
  seat: Seat | "";
}

export interface PieceTold {
  name: string;
  shape: string;
  colour: string;
  path: string;
  sign: string;
}

/** A board as its game describes it, in the asked language. */
export interface BoardTold {
  cells: CellTold[];
  areas: AreaTold[];
  pieces: Record<string, PieceTold>;
  sides: { name: string; colour: string }[];
  lines: [string, string][];
  turns: boolean;
}

export interface GameEvent {
  kind: string;
  [field: string]: unknown;
}

/** One line of the game's record, as this eye may read it. */
export interface Entry {
  version: number;
  kind: string;
  seat?: Seat | null;
  text: string;
  words: string[];
  events: GameEvent[];
  view?: View;
  chance?: number | null;
  /** Of a take-back: the version that it returned to. */
  to?: number;
}

/** The next word of an action; `cell` says where on the board it can be clicked. */
export interface Choice {
  text: string;
  label: string;
  cell?: string | null;
  /** Where else a click means the same. */
  also?: string[];
  /** What may follow it, where that is told ahead. */
  then?: ChoicesAnswer;
}

/** A number as next word. */
export interface Span {
  low: number;
  high: number;
  step: number;
  unit: string;
  scale: number;
}

/** What may follow some words; where they spell an action, that one with what it would bring. */
export interface ChoicesAnswer extends Partial<PreviewAnswer> {
  choices?: Choice[];
  span?: Span;
  action?: string;
}

export interface PreviewAnswer {
  preview: Record<string, unknown>;
  words: string[];
  /** What will be entered, where that is certain. */
  events?: GameEvent[];
  /** What will lie where, of a game that describes its board. */
  scene?: SceneTold;
}

/** Where a piece stands and how it is turned, in the measures of its game. */
export type Pose = [x: number, y: number, heading: number];

/** An action that brings pieces to where somebody points, with all that its preview tells. */
export interface AimOffer extends PreviewAnswer {
  action: string;
  /** What it was drawn to, such as "contact" or "line"; "free": nothing but the place itself. */
  snap: string;
}

export interface AimsAnswer {
  /** The best first. */
  aims: AimOffer[];
  /** Where there is none: why the most natural try fails, and where it would have ended. */
  refused: (Refusal & { pose: Pose | null }) | null;
  /** Why the best ends before the place; null where it does not, or goes its full distance. */
  short: Refusal | null;
}

/** A shape that a board shows on request. */
export interface Shape {
  kind: string;
  unit?: string;
  label?: string;
  [more: string]: unknown;
}

export interface OverlaysAnswer {
  shapes: Shape[];
}

/** A question that a seat can answer once for the whole game. */
export interface StandingKind {
  name: string;
  label: string;
  values: { value: string; label: string }[];
}

export interface Standing {
  kinds: StandingKind[];
  answers: Record<string, string>;
}

export interface HintAnswer {
  action: string;
  words: string[];
}

/** Why something was not done. */
export interface Refusal {
  code: string;
  words: string;
  rule?: string;
}

export interface SeatInfo {
  kind: "person" | "computer";
  name?: string;
  level?: string | null;
  /** Words for the level, in the asked language. */
  title?: string | null;
  taken?: boolean;
}

export interface Clock {
  first: number;
  second: number;
  running: Seat | null;
  /** One time for both, whoever is to act. */
  together?: boolean;
}

export interface Asks {
  draw: Seat | null;
  take_back: Seat | null;
  rematch: Seat | null;
}

export interface Result {
  winner: Seat | null;
  rule?: string;
  words: string | string[];
  secret?: string | null;
  /** What the game was worth to both, and how that came about; only of games that are worth points. */
  score?: { first: number; second: number; rule: string; words: string[] };
  /** How a campaign stands, and whether it is over; only of games that belong to one. */
  sequel?: { words: string[]; last: boolean };
}

/** Games that each seat's player has won, and drawn games. */
export interface Score {
  first: number;
  second: number;
  drawn: number;
}

export interface Welcome {
  t: "welcome";
  room: string;
  game: string;
  eye: Eye;
  seats: Record<Seat, SeatInfo>;
  options: Record<string, unknown>;
  commit: string;
  /** What this seat adds to chance; null where it adds nothing. */
  text?: "awaited" | "given" | null;
  version: number;
  view: View;
  /** The last ones; those before are asked for in pages. */
  entries: Entry[];
  /** How many entries came before them. */
  earlier?: number;
  clock: Clock | null;
  asks: Asks | null;
  result: Result | null;
  capabilities: string[];
  /** Of a game that describes its board. */
  board?: BoardTold | null;
  /** True where this game keeps something from an eye. */
  hides?: boolean;
  /** Whether an engine may be asked: only where no other person plays. */
  hints?: boolean;
  /** Whether all that can be chosen comes by itself to the seat that is to act. */
  offers?: boolean;
  /** The view before the first entry. */
  start?: View;
  /** The score of the games before, by who has these seats now; null where this is no rematch. */
  before?: Score | null;
  /** What can be answered beforehand; null where nothing can. */
  standing?: Standing | null;
}

export interface News {
  t: "news";
  version: number;
  entries: Entry[];
  clock?: Clock | null;
  asks?: Asks | null;
  result?: Result | null;
}

export type ServerMessage =
  | Welcome
  | News
  | { t: "accepted"; key: string; version: number }
  | ({ t: "refused"; key?: string; id?: number } & Refusal)
  | ({ t: "choices"; id: number } & ChoicesAnswer)
  | { t: "offers"; version: number; offers: ChoicesAnswer }
  | ({ t: "preview"; id: number } & PreviewAnswer)
  | ({ t: "aims"; id: number } & AimsAnswer)
  | ({ t: "overlays"; id: number } & OverlaysAnswer)
  | ({ t: "hint"; id: number } & HintAnswer)
  | { t: "looked"; id: number; view: View }
  | { t: "history"; id: number; entries: Entry[] }
  | { t: "pong"; id: number }
  | { t: "presence"; seats: Partial<Record<Seat, boolean>> }
  | { t: "seats"; seats: Record<Seat, SeatInfo> }
  | { t: "standing"; answers: Record<string, string> }
  | { t: "text"; text: "given" }
  | { t: "thinking"; seat: Seat | null; limit?: number }
  | { t: "rematch"; room: string; token: string; seat?: Seat | null }
  | ({ t: "error" } & Refusal);

export type Wish =
  | "resign"
  | "offer_draw"
  | "accept_draw"
  | "decline_draw"
  | "take_back"
  | "allow_take_back"
  | "refuse_take_back"
  | "rematch"
  | "decline_rematch";

// HTTP

export interface OptionInfo {
  name: string;
  values?: (string | number | boolean)[] | null;
  span?: Span | null;
  content?: string | null;
  names?: string[];
  default: string | number | boolean;
  rule: string;
  about: string;
}

export interface Level {
  id: string;
  title: string;
}

export interface GameInfo {
  id: string;
  title: string;
  about?: string;
  reconstructed?: string;
  credits?: string;
  options: OptionInfo[];
  levels: Level[];
  capabilities: string[];
  /** Of a game that describes its board. */
  board?: BoardTold | null;
  /** Whether the server draws it. */
  picture?: boolean;
}

export interface Rule {
  id: string;
  text: string;
  page: string;
  kind: string;
  why: string;
  /** The options that decide where more than one reading is possible. */
  options: string[];
}

/** A time for each seat, with what every action adds; or one time for both. */
export interface ClockWish {
  minutes: number;
  increment: number;
  together?: boolean;
}

export interface RoomRequest {
  game: string;
  options?: Record<string, unknown>;
  start?: string;
  lang: Lang;
  listed?: boolean;
  seats: Record<Seat, { kind: "person"; token?: string; name?: string } | { kind: "computer"; level: string }>;
  clock?: ClockWish;
}

export interface RoomMade {
  room: string;
  invitations: Partial<Record<Seat, string>>;
  watch: string;
  commit: string;
}

/** What the creator of a room chose beside the usual. */
export interface SetUp {
  /** Whether it starts from a position that was set up. */
  position: boolean;
  options: Record<string, unknown>;
  /** Contents of the creator's own, such as a layout: the option and the name. */
  own: Record<string, string>;
  /** How it starts, where that is not as usual. */
  view: View | null;
}

export interface RoomInfo {
  room: string;
  game: string;
  seats: Record<Seat, SeatInfo>;
  version: number;
  over: boolean;
  turn: Turn;
  commit: string;
  /** Only told of one room; null for a usual game. */
  set_up?: SetUp | null;
}

/** One step of a studied record: the entry and the view after it. */
export interface Step extends Omit<Entry, "view"> {
  view: View;
  /** The whole action or outcome; null for entries that are none. */
  action?: string | null;
  /** The whole position: whoever has the record knows it anyway. */
  position: string;
}

/** `genuine`: it fits the record and the key beside it; `ours`: that key is this server's. */
export interface Seal {
  key: string;
  genuine: boolean;
  ours: boolean;
}

export interface Study {
  game: string;
  options: Record<string, unknown>;
  /** Text of the position that it starts from; empty: the game's own start. */
  start: string;
  seats: string[];
  /** The room that it was played in. */
  id: string;
  commit: string;
  /** What each seat added to chance. */
  texts: string[];
  /** True where this game keeps something from an eye. */
  hides?: boolean;
  /** Of a game that describes its board. */
  board?: BoardTold | null;
  /** The start, as text and as a view. */
  position: string;
  view: View;
  steps: Step[];
  result: Result | null;
  /**
   * `open`: why chances stay unproven ("by_hand", "not_over"), or nothing; `bound`: the texts made for the promise.
   * `seal`: a server's signature under the record, if there is one.
   */
  proof: { chances: number; proven: number; open: string; bound: number; seal: Seal | null } | null;
}
