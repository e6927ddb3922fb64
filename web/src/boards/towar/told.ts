// What this game tells of views, previews, events and overlays beside their texts.
// Made by `make protocol` from src/triarii/games/towar/forms.py; change it there.
import type { Seat } from "../../lib/protocol";

/** What a card shows, and how many of it an army has. */
export type Face = {
  army: string;
  defence: number;
  attack: number;
  /** F1, T1, F2 or T2. */
  kind: string;
  elite: boolean;
  cards: number;
};

export type Standing = {
  seat: Seat;
  unit: string;
};

export type Facts = {
  phase: "armies" | "dealing" | "lots" | "deploy" | "draw" | "turn" | "over";
  armies: readonly [string, string];
  /** Whether armies are chosen in secret and shown together. */
  in_secret: boolean;
  /** The own choice, once it is made. */
  sealed: string;
  movement: string;
  /** Whether it is inferred, and not printed, who bears the crown. */
  crowns_ours: boolean;
  /** Whether a card that comes in on an enemy displaces it. */
  pushes_enemy: boolean;
  units: Record<string, Face>;
  field: Record<string, Standing>;
  /** The card face up; empty: none. */
  card: string;
  side: Seat | "";
  turn: number;
  turns: number;
  hand_counts: readonly [number, number];
  reserve_counts: readonly [number, number];
  /** Null where this eye may not see it. */
  hands: readonly [Record<string, number> | null, Record<string, number> | null];
  unseen: readonly [Record<string, number>, Record<string, number>];
  fallen: readonly [Record<string, number>, Record<string, number>];
};

/** Both numbers of a fight, and how it ends. */
export type Fight = {
  unit: string;
  cell: string;
  enemy: string;
  attack: number;
  bonus: number;
  total: number;
  defence: number;
  outcome: "won" | "lost" | "tied";
};

export type NoFight = {
  unit?: null;
};

export type Preview = {
  path: string[];
  fight: Fight | NoFight;
  captures: string[];
  losses: string[];
  /** The rule by which the game would end, if it would. */
  ends: string;
};

export type Chose = {
  kind: "chose";
  seat: Seat;
  army: string;
};

export type ChoseUnseen = {
  kind: "chose_unseen";
  seat: Seat;
};

export type Dealt = {
  kind: "dealt";
  first: string;
  second: string;
};

export type Revealed = {
  kind: "revealed";
  first: string;
  second: string;
};

export type Clashed = {
  kind: "clashed";
  army: string;
};

export type Begins = {
  kind: "begins";
  seat: Seat;
};

export type TurnedUp = {
  kind: "turned_up";
  seat: Seat;
  unit: string;
};

export type Drew = {
  kind: "drew";
  seat: Seat;
  unit: string;
};

export type DrewUnseen = {
  kind: "drew_unseen";
  seat: Seat;
};

export type Deployed = {
  kind: "deployed";
  seat: Seat;
  unit: string;
  cell: string;
};

export type Passed = {
  kind: "passed";
  seat: Seat;
  unit: string;
};

export type BrokeThrough = {
  from: string;
  kind: "broke_through";
  seat: Seat;
  unit: string;
  number: number;
};

export type Entered = {
  kind: "entered";
  seat: Seat;
  unit: string;
  number: number;
  to: string;
};

export type Stepped = {
  from: string;
  kind: "stepped";
  seat: Seat;
  unit: string;
  number: number;
  to: string;
  direction: string;
};

export type Displaced = {
  kind: "displaced";
  seat: Seat;
  unit: string;
  cell: string;
};

/** Without `from` and `direction` it comes in where the enemy stands. */
export type Attacked = {
  from?: string;
  kind: "attacked" | "attacked_sideways" | "attacked_entering";
  seat: Seat;
  unit: string;
  number: number;
  to: string;
  direction?: string;
  enemy: string;
  enemy_seat: Seat;
  attack: number;
  bonus: number;
  total: number;
  defence: number;
  outcome: "won" | "lost" | "tied";
};

export type Fought = {
  kind: "fight_won" | "fight_lost" | "fight_tied";
  seat: Seat;
  unit: string;
  enemy: string;
  cell: string;
};

export type Counted = {
  kind: "counted";
  first: number;
  first_elite: number;
  second: number;
  second_elite: number;
};

export type Drawn = {
  kind: "drawn";
  rule: string;
};

export type Won = {
  kind: "won";
  seat: Seat;
  rule: string;
};

export type Told =
  | Chose
  | ChoseUnseen
  | Dealt
  | Revealed
  | Clashed
  | Begins
  | TurnedUp
  | Drew
  | DrewUnseen
  | Deployed
  | Passed
  | BrokeThrough
  | Entered
  | Stepped
  | Displaced
  | Attacked
  | Fought
  | Counted
  | Drawn
  | Won;
