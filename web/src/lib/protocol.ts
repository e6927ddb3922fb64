// The messages between app and server, as docs/protocol.md tells of them. No behaviour lives here.
// Made by `make protocol` from src/triarii/server/wire; change it there.

export type Seat = "first" | "second";
export type Turn = "first" | "second" | "chance" | "over";
export type Eye = "first" | "second" | "observer";
export type Lang = "en" | "de";
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

export const SEATS: readonly Seat[] = ["first", "second"];
export const other = (seat: Seat): Seat => (seat === "first" ? "second" : "first");

/** One piece as it lies there now. */
export interface ThingTold {
  piece: string;
  /** What stands on it: the number of a card or of a die, a score. A sign, the same in every language. */
  text: string;
  /** In an area: the name by which a choice finds it; without one it can't be clicked. */
  id: string;
}

/** What lies where, as one eye may know it. */
export interface SceneTold {
  /** By cell, the lowest first. */
  cells: Record<string, ThingTold[]>;
  /** By area, in the order in which they lie. */
  areas: Record<string, ThingTold[]>;
  /** Cells that don't take part under the options of this game. */
  absent: string[];
}

/** What one eye may know of a position. */
export interface View {
  eye: Eye;
  turn: Turn;
  text: string;
  facts: Record<string, unknown>;
  /** The position in sentences; in news only for those who asked for them. */
  words: string[];
  /** What lies where, of a game that describes its board. */
  scene?: SceneTold;
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

export interface SideTold {
  name: string;
  colour: string;
}

/** A board as its game describes it, in the asked language. */
export interface BoardTold {
  cells: CellTold[];
  areas: AreaTold[];
  pieces: Record<string, PieceTold>;
  sides: SideTold[];
  lines: (readonly [string, string])[];
  /** Whether the second seat sees it from the other side. */
  turns: boolean;
}

/** Something that happened, of a kind. */
export interface GameEvent {
  kind: string;
  [field: string]: unknown;
}

/** One line of the game's record, as this eye may read it, without the position that it led to. */
export interface Played {
  version: number;
  /**
   * That of the record: `action`, `chance`, `take_back`, `draw_offered`, `draw_agreed`, `resigned`, `flag_fell`,
   * `clock`, `time_called`.
   */
  kind: string;
  seat?: Seat;
  /** Of a take-back: the version that it returned to. */
  to?: number;
  /** Of a reading of the clock: milliseconds of the first seat. */
  first?: number;
  second?: number;
  text: string;
  words: string[];
  events: GameEvent[];
  /** The number of the chance, for its proof. */
  chance?: number;
}

/** One line of the game's record, as this eye may read it. */
export interface Entry extends Played {
  /** The position after it; only in news. */
  view?: View;
}

/** A number as next word or as value of an option: low to high in steps, both ends included. */
export interface Span {
  low: number;
  high: number;
  step: number;
  unit: string;
  /** A power of ten by which numbers are divided in words: with 1000, the number 2500 is spelled 2.5. */
  scale: number;
}

/**
 * What may follow some words: choices, or a number; where they spell an action, that one, and what it would bring where
 * that was asked for.
 */
export interface ChoicesAnswer {
  choices?: Choice[];
  span?: Span;
  action?: string;
  preview?: Record<string, unknown>;
  words?: string[];
  events?: GameEvent[];
  scene?: SceneTold;
}

/** The next word of an action. */
export interface Choice {
  text: string;
  label: string;
  /** Where on the board it can be clicked. */
  cell?: string | null;
  /** Where else a click means the same. */
  also?: string[];
  /** What may follow it, where that is told ahead. */
  then?: ChoicesAnswer;
}

/** What an action would do. */
export interface PreviewAnswer {
  action?: string;
  preview: Record<string, unknown>;
  words: string[];
  /** What will be entered, where that is certain. */
  events?: GameEvent[];
  /** What will lie where, of a game that describes its board. */
  scene?: SceneTold;
}

/** Why something was not done. */
export interface Refusal {
  code: string;
  words: string;
  rule?: string;
}

/** An action that brings pieces to where somebody points, with all that its preview tells. */
export interface AimOffer {
  /** What it was drawn to, such as `contact` or `line`; `free`: nothing but the place itself. */
  snap: string;
  action: string;
  preview: Record<string, unknown>;
  words: string[];
  events?: GameEvent[];
  scene?: SceneTold;
}

/** Why the most natural try fails, and where it would have ended. */
export interface RefusedAim extends Refusal {
  pose: readonly [number, number, number] | null;
}

export interface AimsAnswer {
  /** The best first. */
  aims: AimOffer[];
  /** Where there is none: why not. */
  refused: RefusedAim | null;
  /** Why the best ends before the place; null where it does not, or goes its full distance. */
  short: Refusal | null;
}

/** A shape that a board shows on request. */
export interface Shape {
  kind: string;
  [field: string]: unknown;
}

export interface OverlaysAnswer {
  shapes: Shape[];
}

/** What an engine would do, what that brings in sentences, and the score that it expects of it, 0 to 1. */
export interface HintAnswer {
  action: string;
  words: string[];
  score: number | null;
  /** What it has in mind as shapes, for a board that draws such. */
  plan: Shape[];
}

/** The view after an entry. */
export interface LookAnswer {
  at: number;
  view: View;
}

export interface StandingValue {
  value: string;
  label: string;
}

/** A question that a seat can answer once for the whole game. */
export interface StandingKind {
  name: string;
  label: string;
  values: StandingValue[];
}

/** What can be answered beforehand, and what this seat has answered. */
export interface Standing {
  kinds: StandingKind[];
  answers: Record<string, string>;
}

/** Who sits there. */
export interface SeatInfo {
  kind: "person" | "computer";
  name?: string;
  taken?: boolean;
  level?: string;
  /** Words for the level, in the asked language. */
  title?: string;
}

export interface Seats {
  first: SeatInfo;
  second: SeatInfo;
}

/** Milliseconds that both have left, as of the moment of sending. */
export interface Clock {
  first: number;
  second: number;
  running: Seat | null;
  increment: number;
  /** One time for both, whoever is to act. */
  together?: true;
  /** Of a slow game: the days that each turn may take. */
  days?: number;
}

/** Who asks and has no answer yet. */
export interface Asks {
  draw: Seat | null;
  take_back: Seat | null;
  rematch: Seat | null;
}

/** What the game was worth to both, and how that came about. */
export interface Points {
  first: number;
  second: number;
  rule: string;
  words: string[];
}

/** How a campaign stands, and whether it is over. */
export interface SequelTold {
  words: string[];
  last: boolean;
}

/** How it ended. */
export interface Result {
  winner: Seat | null;
  rule: string;
  words: string;
  /** Of chance, now that it can be shown. */
  secret?: string;
  /** Only of games that are worth points. */
  score?: Points;
  /** Only of games that belong to a campaign. */
  sequel?: SequelTold;
  /** The token of a link with which anybody can look at the game, now that it is over; only in a room. */
  share?: string;
}

/** What a proof of chance needs. */
export interface RecordTold {
  id: string;
  rules: number;
  texts: string[];
  date: string;
}

/** The games of a series so far, as the players sit now. */
export interface Score {
  first: number;
  second: number;
  drawn: number;
}

/** Everything that a newcomer needs. */
export interface Welcome {
  t: "welcome";
  room: string;
  game: string;
  eye: Eye;
  seats: Seats;
  options: Record<string, unknown>;
  /** What promises the secret of chance. */
  commit: string;
  /** What this seat adds to chance; null for watchers, and where no chance can fall. */
  text: "awaited" | "given" | null;
  record: RecordTold;
  /** The view before the first entry. */
  start: View;
  view: View;
  capabilities: string[];
  /** Of a game that describes its board. */
  board: BoardTold | null;
  /** Whether an engine may be asked: only where no other person plays. */
  hints: boolean;
  /** Whether this game keeps something from an eye. */
  hides: boolean;
  /** Whether all that can be chosen comes by itself to the seat that is to act. */
  offers: boolean;
  /** What can be answered beforehand; null where nothing can. */
  standing: Standing | null;
  /** How many entries came before those that are told. */
  earlier: number;
  /** The score of the games before, by who has these seats now; null where this is no rematch. */
  before: Score | null;
  version: number;
  /** The last ones, without their views; those before are asked for in pages. */
  entries: Entry[];
  clock: Clock | null;
  asks: Asks;
  result: Result | null;
}

/** What came since. */
export interface News {
  t: "news";
  version: number;
  entries: Entry[];
  clock: Clock | null;
  asks: Asks;
  result: Result | null;
}

/** Done and stored; comes after the news of it. */
export interface AcceptedMessage {
  t: "accepted";
  key: string;
  version: number;
}

/** Not done, and nothing has changed. */
export interface RefusedMessage {
  t: "refused";
  key?: string;
  id?: number;
  code: string;
  words: string;
  rule: string;
}

/** What may follow some words, as asked. */
export interface ChoicesMessage {
  t: "choices";
  id: number;
  choices?: Choice[];
  span?: Span;
  action?: string;
  preview?: Record<string, unknown>;
  words?: string[];
  events?: GameEvent[];
  scene?: SceneTold;
}

/** All that the seat to act can choose next, with what it would bring. */
export interface OffersMessage {
  t: "offers";
  version: number;
  offers: ChoicesAnswer;
}

/** What an action would do. */
export interface PreviewMessage {
  t: "preview";
  id: number;
  action: string;
  preview: Record<string, unknown>;
  words: string[];
  events?: GameEvent[];
  scene?: SceneTold;
}

/** What brings pieces to a place. */
export interface AimsMessage {
  t: "aims";
  id: number;
  aims: AimOffer[];
  refused: RefusedAim | null;
  short: Refusal | null;
}

/** Shapes that a board shows on request. */
export interface OverlaysMessage {
  t: "overlays";
  id: number;
  shapes: Shape[];
}

/** What an engine would do. */
export interface HintMessage {
  t: "hint";
  id: number;
  action: string;
  words: string[];
  score: number | null;
  /** What it has in mind as shapes, for a board that draws such. */
  plan: Shape[];
}

/** The view after an entry. */
export interface LookedMessage {
  t: "looked";
  id: number;
  at: number;
  view: View;
}

/** A page of earlier entries, oldest first, without views; empty before the first. */
export interface HistoryMessage {
  t: "history";
  id: number;
  entries: Entry[];
}

export interface PongMessage {
  t: "pong";
  id: number;
}

/** Which people are connected. */
export interface PresenceMessage {
  t: "presence";
  seats: Partial<Record<Seat, boolean>>;
}

/** Somebody took a seat. */
export interface SeatsMessage {
  t: "seats";
  seats: Seats;
}

/** These standing answers are kept. */
export interface StandingKeptMessage {
  t: "standing";
  answers: Record<string, string>;
}

/** What this seat adds to chance is kept. */
export interface TextKeptMessage {
  t: "text";
  text: "given";
}

/** A player lets the others know something without words; it is stored nowhere. */
export interface EmotedMessage {
  t: "emote";
  seat: Seat;
  kind:
    "hello" | "good_luck" | "well_played" | "ouch" | "wow" | "lucky" | "thinking" | "sorry" | "thanks" | "good_game";
}

/** Which seats want to talk: it goes as soon as both do. Told only to those who may: friends who met by a link. */
export interface TalkMessage {
  t: "talk";
  seats: Seat[];
}

/** What a friend says; it is stored nowhere. */
export interface SaidMessage {
  t: "say";
  seat: Seat;
  text: string;
}

/** The computer thinks for so many milliseconds; without a seat: it is done. */
export interface ThinkingMessage {
  t: "thinking";
  seat: Seat | null;
  limit?: number;
}

/** Both want another game: where it is played, and this seat's own token and seat there. */
export interface RematchMessage {
  t: "rematch";
  room: string;
  token: string;
  /** Null for whoever watches. */
  seat: Seat | null;
}

/** The socket is closed after it. */
export interface ErrorMessage {
  t: "error";
  code: string;
  words: string;
  rule: string;
}

export interface HelloSaid {
  t: "hello";
  token?: string;
  lang?: string;
  seen?: number | null;
  words?: boolean;
  offers?: boolean;
  shared?: boolean;
}

export interface ActSaid {
  t: "act";
  key: string;
  version: number;
  action: string;
}

export interface DoSaid {
  t: "do";
  key: string;
  version: number;
  what: string;
}

export interface ChoicesSaid {
  t: "choices";
  id: number;
  prefix?: string[];
  at?: number | null;
}

export interface PreviewSaid {
  t: "preview";
  id: number;
  action: string;
  at?: number | null;
}

export interface AimSaid {
  t: "aim";
  id: number;
  who: string[];
  place: readonly [number, number];
  heading?: number | null;
  target?: string | null;
  at?: number | null;
}

export interface OverlaysSaid {
  t: "overlays";
  id: number;
  at?: number | null;
}

export interface HintSaid {
  t: "hint";
  id: number;
}

export interface LookSaid {
  t: "look";
  id: number;
  at: number;
}

export interface HistorySaid {
  t: "history";
  id: number;
  before: number;
}

export interface StandingSaid {
  t: "standing";
  answers: Record<string, string>;
}

export interface ChanceTextSaid {
  t: "text";
  text: string;
}

export interface EmoteSaid {
  t: "emote";
  kind:
    "hello" | "good_luck" | "well_played" | "ouch" | "wow" | "lucky" | "thinking" | "sorry" | "thanks" | "good_game";
}

/** Switch talking with a friend on or off. */
export interface TalkSaid {
  t: "talk";
  on: boolean;
}

export interface SaySaid {
  t: "say";
  text: string;
}

export interface PingSaid {
  t: "ping";
  id?: number;
}

/** Where other machines can open this server; empty if only this one can. */
export interface Network {
  addresses: string[];
  public_url: string;
}

/** What is stored, and after how many days it is put away. */
export interface Privacy {
  days: number;
  words: string;
}

/** What the seals of this server's records are checked with. */
export interface Key {
  /** The public key: 32 bytes, in hexadecimal. */
  key: string;
  algorithm: string;
}

export interface Range {
  low: number;
  high: number;
  step: number;
}

/** A choice of whoever begins a game: of `values`, of the numbers in `span`, or a `content` by one of its names. */
export interface OptionInfo {
  name: string;
  default: number | string | boolean;
  rule: string;
  about: string;
  span?: Range;
  content?: string;
  /** The contents that the game ships. */
  names?: string[];
  values?: (number | string | boolean)[];
  /** That of its rule: `reconstructed` where the rule is ours. */
  kind: string;
}

/** A computer that can be played against. */
export interface Level {
  id: string;
  title: string;
}

/** A game that this server knows, in the asked language. */
export interface GameInfo {
  id: string;
  title: string;
  about: string;
  reconstructed: string;
  credits: string;
  rules_version: number;
  options: OptionInfo[];
  /** Options whose values set the defaults of others: by option, then by its value. */
  presets: Record<string, Record<string, Record<string, unknown>>>;
  levels: Level[];
  capabilities: string[];
  /** Of a game that describes its board. */
  board: BoardTold | null;
  /** Whether the server draws it. */
  picture: boolean;
  has_chance: boolean;
  has_secrets: boolean;
  secret_under: Record<string, number | string | boolean>;
  lists_all_actions: boolean;
}

export interface Games {
  games: GameInfo[];
}

export interface Rule {
  id: string;
  text: string;
  kind: string;
  page: string;
  why: string;
  /** The options that decide where more than one reading is possible. */
  options: string[];
  covers: string[];
}

export interface Rules {
  game: string;
  rules: Rule[];
}

export interface RoomMade {
  room: string;
  /** Of the seats that are free. */
  invitations: Partial<Record<Seat, string>>;
  watch: string;
  /** What promises the secret of chance. */
  commit: string;
}

export interface Claimed {
  room: string;
  seat: Seat;
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

/** What anybody may know of a room. */
export interface RoomInfo {
  room: string;
  game: string;
  seats: Seats;
  version: number;
  turn: string;
  over: boolean;
  listed: boolean;
  clock: Record<string, number> | null;
  commit: string;
  /** Milliseconds since 1970, like `touched`, the moment of the last change. */
  created: number;
  touched: number;
  /** Milliseconds until the clock of whoever is to act runs out; null where none runs. */
  left: number | null;
  /** Only told of one room; null for a usual game. */
  set_up?: SetUp | null;
}

/** A rating by Glicko-2, and how far off it may be. */
export interface RatingTold {
  game: string;
  against: "people" | "levels";
  rating: number;
  /** One standard deviation: in two of three cases the true strength is nearer than this. */
  deviation: number;
  games: number;
}

/** A game of somebody, as it ended. */
export interface ResultTold {
  room: string;
  game: string;
  opponent: string;
  kind: "person" | "computer";
  /** Words for the level of a computer, in the asked language. */
  level: string;
  /** 2 won, 1 drawn, 0 lost. */
  score: number;
  rated: boolean;
  /** After it, where it was rated. */
  rating: number;
  at: number;
}

/** What is kept of somebody. */
export interface ProfileTold {
  ratings: RatingTold[];
  /** The latest ones, the newest first. */
  results: ResultTold[];
  games: number;
}

/** What one browser hands to another, sealed by a code that only these two know. */
export interface Box {
  box: string;
}

/** A row of the table; scores in halves of a point. */
export interface StandingTold {
  player: number;
  score: number;
  buchholz: number;
  points: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Two players of a round, by their places; without a second it is a bye. */
export interface MatchTold {
  first: number;
  second: number | null;
  room: string;
  /** Of the first: 2, 1 or 0. */
  score: number | null;
  /** By the game's own scoring. */
  points: readonly [number, number] | null;
  /**
   * How it came to its score: by a game, by the host's word, because the loser did not turn up, or because nobody did,
   * which is lost for both.
   */
  how: "played" | "entered" | "by_default" | "nobody_came";
}

export interface TournamentTold {
  id: string;
  name: string;
  game: string;
  clock: Record<string, number> | null;
  system: "round_robin" | "swiss";
  /** Their names, in the order of joining. */
  players: string[];
  /** The places of those who have left: they are paired no more, their results stand. */
  gone: number[];
  /** Your place among them, by your token. */
  you: number | null;
  host: boolean;
  rounds: MatchTold[][];
  rounds_wanted: number;
  over: boolean;
  table: StandingTold[];
  /** How often it has changed. */
  revision: number;
}

export interface Rooms {
  rooms: RoomInfo[];
}

/** A server's signature under a record. */
export interface Seal {
  key: string;
  /** It fits the record and the key beside it. */
  genuine: boolean;
  /** That key is this server's. */
  ours: boolean;
}

/** What the check of a record found. */
export interface Proof {
  chances: number;
  proven: number;
  /** Why chances stay unproven (`by_hand`, `not_over`), or nothing. */
  open: string;
  /** The texts that were made for the promise. */
  bound: number;
  seal: Seal | null;
}

/** One step of a studied record: the entry, and the position after it. */
export interface Step extends Played {
  /** The whole action or outcome; null for entries that are none. */
  action: string | null;
  view: View;
  /** Whole: whoever has the record knows it anyway. */
  position: string;
}

/** A record or a line of play, step by step. */
export interface Study {
  game: string;
  options: Record<string, unknown>;
  /** Text of the position that it starts from; empty: the game's own start. */
  start: string;
  seats: string[];
  /** The room that it was played in. */
  id: string;
  date: string;
  commit: string;
  /** What each seat added to chance. */
  texts: string[];
  /** Whether this game keeps something from an eye. */
  hides: boolean;
  /** Of a game that describes its board. */
  board: BoardTold | null;
  /** The start, as text; `view` shows it. */
  position: string;
  view: View;
  steps: Step[];
  result: Result | null;
  /** Only of a record. */
  proof: Proof | null;
}

/** A whole game as one HTML page, or as a moving picture. */
export interface Report {
  page: string;
}

/** A position, drawn. */
export interface Picture {
  svg: string;
}

export interface Prospect {
  win: number;
  draw: number;
  loss: number;
  /** Standard error of the expected score; null where the chances are exact. */
  error: number | null;
}

/** A way to go on. */
export interface Line {
  action: string;
  /** Expected score of the seat to act, 0 to 1. */
  score: number | null;
  line: string[];
  nodes: number;
  prospect: Prospect | null;
}

/** What an engine thinks of a position. */
export interface Lines {
  seat: Seat;
  lines: Line[];
}

/** An action that was not played, and what it would do. */
export interface Foretold {
  action: string;
  words: string[];
}

/**
 * What an action gave away, by the expected score of whoever acts; luck after it is taken out. Without a verdict where
 * nobody can say what a way is worth.
 */
export interface Judged {
  seat: Seat;
  action: string;
  verdict: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | null;
  score: number | null;
  best_score: number | null;
  best: Line | null;
  /** What the best one would do. */
  words: string[];
  /** What the other side answers the action with, and could not answer the best one with. */
  averted: Foretold | null;
  /** What the best one leads to a little later. */
  gained: Foretold | null;
}

/** Something that can fall where chance decides. */
export interface Outcome {
  text: string;
  /** Exact: 1/6. */
  probability: string;
  words?: string;
}

export interface Chances {
  chances: Outcome[];
}

/** A fight on offer, with exact odds as fractions: 1, 0, 5/36. */
export interface Fight {
  action: string;
  words: string;
  wins: string;
  ties: string;
  losses: string;
}

export interface Fights {
  seat: Seat | null;
  fights: Fight[];
}

/** A puzzle in a list. */
export interface PuzzleEntry {
  id: string;
  theme: string;
  /** The weakest level that finds it at least every second time. */
  level: string;
}

/**
 * All puzzles of a game, in the order of the days: that of a day has its number, counted from 1970-01-01, modulo how
 * many there are.
 */
export interface Puzzles {
  puzzles: PuzzleEntry[];
}

/** How a game of two of our levels began: its first decisions, without what chance brought; and who won it. */
export interface OpenedGame {
  seats: readonly [string, string];
  winner: Seat | null;
  moves: string[];
}

/** Games that an opening explorer counts. */
export interface Openings {
  games: OpenedGame[];
}

/** A move of a puzzle with what it is worth to whoever makes it, 0 to 1: a fraction where it is exact. */
export interface PuzzleWay {
  action: string;
  value: string;
  /** Of a charge: the chances to win and to lose its first round. */
  odds: string[] | null;
  /** Of a charge: who charges, and whom. */
  who: string[] | null;
}

/** A position with one best move, and the game that it comes from. */
export interface Puzzle {
  id: string;
  game: string;
  options: Record<string, unknown>;
  position: string;
  /** Who is to find the move. */
  seat: Seat;
  theme: string;
  level: string;
  proven: boolean;
  /** The best first. */
  ways: PuzzleWay[];
  /** How it may go on, from the best move on. */
  line: string[];
  /** By level: how often it finds the best move. */
  found: Record<string, number>;
  seats: string[];
  played: string[];
}

/** What is kept under a token. */
export interface Asked {
  kind: "push" | "mail";
  /** Of e-mail; empty for a browser. */
  address: string;
  /** Whether messages are sent: an address has to be confirmed by whoever reads its mail. */
  confirmed: boolean;
  /** For all own games of a browser; else it goes with its last game. */
  lasting: boolean;
  /** The games of which it tells. */
  rooms: string[];
}

export interface RemindersTold {
  /** The key with which browsers subscribe; empty where this server sends no push messages. */
  push: string;
  /** Whether this server sends e-mail. */
  mail: boolean;
  asked: Asked | null;
}

export interface HallHelloSaid {
  t: "hello";
  lang?: string;
}

/** Minutes for the whole game with seconds added for every action, or days for every turn. */
export interface WishedClock {
  minutes?: number;
  increment?: number;
  together?: boolean;
  days?: number;
}

/**
 * Look for an opponent, until withdrawn or until this socket ends. The token will hold the seat; the same one again
 * goes on with what was begun under it.
 */
export interface SeekSaid {
  t: "seek";
  key: string;
  token: string;
  game: string;
  options?: Record<string, unknown>;
  clock?: WishedClock | null;
  experience?: "new" | "some" | "much";
  name?: string;
  profile?: string | null;
}

export interface WithdrawSaid {
  t: "withdraw";
}

/** Play an open game; the token will hold the seat. */
export interface JoinSaid {
  t: "join";
  key: string;
  id: string;
  token: string;
  name?: string;
  profile?: string | null;
}

/** Tell of these rooms, now and whenever something happens there; in place of those before. */
export interface FollowSaid {
  t: "follow";
  rooms: string[];
}

/** Tell which games anybody may watch, now and whenever that changes; or no longer. */
export interface WatchListSaid {
  t: "watch_list";
  on: boolean;
}

/** Tell when this tournament changes, in place of the one before; null: of none any more. */
export interface AttendSaid {
  t: "attend";
  tournament: string | null;
}

/** Somebody looks for an opponent. */
export interface OpenGameTold {
  id: string;
  game: string;
  name: string;
  experience: "new" | "some" | "much";
  clock: Record<string, number> | null;
  /** What was chosen beside the usual. */
  options: Record<string, unknown>;
  created: number;
  /** Of whoever looks, against people in this game; null where none is kept. */
  rating: RatingTold | null;
}

/** All open games, the oldest first. */
export interface OpenGamesMessage {
  t: "open_games";
  games: OpenGameTold[];
}

/** Yours is among the open games, under this id; null: no longer. */
export interface SeekingMessage {
  t: "seeking";
  key?: string;
  id: string | null;
}

/** There is a game for you: your token holds this seat. */
export interface MatchedMessage {
  t: "matched";
  room: string;
  game: string;
  seat: Seat;
  /** What promises the secret of chance. */
  commit: string;
  /** Of the wish that it answers. */
  key?: string;
}

/** Rooms that are followed, those of which there is something to tell. */
export interface RoomsMessage {
  t: "rooms";
  rooms: RoomInfo[];
  /** Rooms that are no longer there. */
  gone: string[];
}

/** Games that anybody may watch, the liveliest first. */
export interface WatchListMessage {
  t: "watch_list";
  rooms: RoomInfo[];
}

/** The tournament that is attended is at this revision: who knows an older one asks for it. */
export interface TournamentChangedMessage {
  t: "tournament";
  id: string;
  revision: number;
}

/** Who sits there: a person with a token, a person still to be invited, or a computer of a level. */
export interface SeatWish {
  kind?: string;
  token?: string | null;
  name?: string;
  level?: string;
  profile?: string | null;
}

export interface SeatWishes {
  first: SeatWish;
  second: SeatWish;
}

export interface ClockWish {
  minutes?: number;
  increment?: number;
  together?: boolean;
  days?: number;
}

export interface RoomRequest {
  game: string;
  options?: Record<string, unknown>;
  start?: string;
  lang?: string;
  listed?: boolean;
  seats: SeatWishes;
  clock?: ClockWish | null;
}

export type ServerMessage =
  | Welcome
  | News
  | AcceptedMessage
  | RefusedMessage
  | ChoicesMessage
  | OffersMessage
  | PreviewMessage
  | AimsMessage
  | OverlaysMessage
  | HintMessage
  | LookedMessage
  | HistoryMessage
  | PongMessage
  | PresenceMessage
  | SeatsMessage
  | StandingKeptMessage
  | TextKeptMessage
  | EmotedMessage
  | TalkMessage
  | SaidMessage
  | ThinkingMessage
  | RematchMessage
  | ErrorMessage;

export type ClientMessage =
  | HelloSaid
  | ActSaid
  | DoSaid
  | ChoicesSaid
  | PreviewSaid
  | AimSaid
  | OverlaysSaid
  | HintSaid
  | LookSaid
  | HistorySaid
  | StandingSaid
  | ChanceTextSaid
  | EmoteSaid
  | TalkSaid
  | SaySaid
  | PingSaid;

export type HallMessage =
  | OpenGamesMessage
  | SeekingMessage
  | MatchedMessage
  | RoomsMessage
  | WatchListMessage
  | TournamentChangedMessage
  | RefusedMessage
  | PongMessage
  | ErrorMessage;

export type HallWish =
  HallHelloSaid | SeekSaid | WithdrawSaid | JoinSaid | FollowSaid | WatchListSaid | AttendSaid | PingSaid;
