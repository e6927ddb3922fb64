// What the odds page asks and is told; the words for it are those of `POST /api/games/adlg/odds`.

export type SideName = "a" | "b";
export const SIDES: readonly SideName[] = ["a", "b"];
export const MODES = ["charge", "later", "fight", "shooting"] as const;
export type Mode = (typeof MODES)[number];

export interface Support {
  type: string;
  kind: string;
}

/** One of the two units. */
export interface Unit {
  type: string;
  quality: string;
  abilities: string[];
  /** Cohesion left; 0 stands for all that it has. */
  left: number;
  terrain: string;
  flags: string[];
  supports: Support[];
}

/** Everything that is asked; it fits into the address of the page. */
export interface Question {
  mode: Mode;
  charger: string;
  contact: string;
  weapon: string;
  a: Unit | null;
  b: Unit | null;
}

export interface Named {
  id: string;
  name: string;
}

export interface TroopKind extends Named {
  category: string;
  mounted: boolean;
  cohesion: number;
  has: string[];
  melee: string[];
  shooting: Record<SideName, string[]>;
  weapons: { id: string; reach: number }[];
}

/** What `GET /api/games/adlg/odds/form` offers. */
export interface Form {
  troops: TroopKind[];
  qualities: Named[];
  abilities: (Named & { rules: string[] })[];
  weapons: Named[];
  terrains: (Named & { class: string; cover: boolean })[];
  circumstances: (Named & { rules: string[]; melee: SideName[]; shooting: SideName[]; troops?: string[] })[];
  disordered: { rules: string[] };
  chargers: string[];
  contacts: string[];
  supports: { kinds: string[]; most: number };
  profiles: Named[];
}

export interface Cited {
  rule: string;
  text: Record<string, string>;
  page: Record<string, string>;
}

export interface Line extends Cited {
  side: SideName;
  value: number;
  name: string;
  troop?: string;
}

export interface Void {
  side: SideName;
  what: Cited;
  by: Cited;
  name: string;
}

export interface Cell {
  loser: SideName | null;
  loss: string;
  breaks: boolean;
  steps: { side: SideName; rule: string }[];
}

/** A round of melee or a shot, by one reading. */
export interface RoundAnswer {
  ledger: Line[];
  voided: Void[];
  totals: Record<SideName, number>;
  destroyed?: SideName[];
  left: Record<SideName, number>;
  mean: Record<SideName, string>;
  rolls: Cell[][];
  steps: Record<string, Cited & { name: string }>;
  chance: Record<string, string>;
}

export interface FightAnswer {
  a_wins: string;
  b_wins: string;
  rounds: string;
  round: RoundAnswer;
}

export interface Reading {
  profile: string;
  name: string;
  answer: RoundAnswer | FightAnswer;
}

export interface Told {
  kind: string;
  units: Record<SideName, string>;
  readings: Reading[];
  spoken: { name: string; about: string; rule: string; values: Record<string, unknown>; decides: boolean }[];
}

export const isFight = (answer: RoundAnswer | FightAnswer): answer is FightAnswer => "a_wins" in answer;
export const roundOf = (answer: RoundAnswer | FightAnswer): RoundAnswer => (isFight(answer) ? answer.round : answer);
