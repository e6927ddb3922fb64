// What this game tells of views, previews, events and overlays beside their texts.
// Made by `make protocol` from src/triarii/games/adlg/forms.py; change it there.
import type { Seat } from "../../lib/protocol";

export type TerrainFact = {
  class: "open" | "rough" | "difficult" | "impassable";
  id: string;
  kind: string;
  polygon: (readonly [number, number])[];
  crest: readonly [number, number] | null;
};

export type RoadFact = {
  points: (readonly [number, number])[];
};

export type WorkFact = {
  from: readonly [number, number];
  to: readonly [number, number];
  /** fortification, obstacle, stakes. */
  kind: string;
  seat: number;
};

export type CampFact = {
  id: string;
  seat: number;
  kind: string;
  pose: readonly [number, number, number];
  width: number;
  depth: number;
  lost: boolean;
};

export type UnitFact = {
  id: string;
  seat: number;
  corps: number;
  troop: string;
  category: string;
  name: Record<string, string>;
  quality: string;
  abilities: string[];
  weapon: string | null;
  width: number;
  depth: number;
  full: number;
  expendable: boolean;
  pose: readonly [number, number, number];
  cohesion: number;
  fighting: boolean;
  done: boolean;
  /** `held` if it holds its fire, or the target that its owner prefers. */
  fire?: string;
};

/** A marker for an ambush. */
export type MarkerFact = {
  id: string;
  seat: number;
  x: number;
  y: number;
  side: number;
  /** Who lies under it, only for whoever may know. */
  units?: string[];
};

/** What is written of a unit before it stands anywhere. */
export type Enlisted = {
  id: string;
  seat: number;
  corps: number;
  troop: string;
  category: string;
  name: Record<string, string>;
  quality: string;
  abilities: string[];
  weapon: string | null;
  width: number;
  depth: number;
  full: number;
  expendable: boolean;
};

/** A corps that marches around a flank, as far as it is known, and who of it waits at the edge. */
export type MarchFact = {
  seat: number;
  leader: string;
  flank: "left" | "right" | null;
  way: "marching" | "due" | "here" | "lost";
  units: Enlisted[];
};

export type CommanderFact = {
  id: string;
  seat: number;
  corps: number;
  grade: string;
  pose: readonly [number, number, number];
  unit: string | null;
  chief: boolean;
  /** Why the corps may hesitate, and what it has shown so far; missing where nobody doubts it. */
  doubt?: "allied" | "unreliable";
  shown?: "untried" | "hesitant" | "encouraged" | "reliable";
};

export type Pick = {
  kind: string;
  seat: number;
  compulsory: boolean;
  id: string;
};

export type Zone = {
  seat: number;
  light: boolean;
  polygon: (readonly [number, number])[];
};

export type Lot = {
  id: string;
  kind: string;
  size: string;
  x: number;
  y: number;
  turn: number;
  side: string;
};

export type WaitingUnit = {
  id: string;
  seat: number;
  corps: number;
  troop: string;
  category: string;
  name: Record<string, string>;
  quality: string;
  abilities: string[];
  weapon: string | null;
  width: number;
  depth: number;
  full: number;
  expendable: boolean;
  cohesion: number;
  light: boolean;
  mounted: boolean;
  fighting: boolean;
  done: boolean;
};

export type WaitingCorps = {
  /** The commander's id, which names the corps. */
  id: string;
  seat: number;
  corps: number;
  grade: string;
  chief: boolean;
  /** The unit that the commander is part of. */
  included: string | null;
  /** Why the corps may hesitate in battle, if it may. */
  doubt?: "allied" | "unreliable";
  /** How far he is heard; light troops hear him from twice as far. */
  radius: number;
  units: WaitingUnit[];
};

export type RegionOffer = {
  region: string;
  compulsory: string;
  most: Record<string, number>;
};

export type PickOffer = {
  kind: string;
  most: number;
  taken: number;
  open: boolean;
  claimed: boolean;
};

export type Choosing = {
  kinds: PickOffer[];
  have: number;
  least: number;
  most: number;
};

/** The sides along which a river may run, and how narrow and wide it may be. */
export type RiverOffer = {
  sides: string[];
  widths: readonly [number, number];
};

export type PieceInHand = {
  class: "open" | "rough" | "difficult" | "impassable";
  kind: string;
  outlines: Record<string, (readonly [number, number])[]>;
  at_edge?: boolean;
  from_edges?: number;
};

export type Adjusting = {
  open: string[];
  attempts: number;
};

export type Altering = {
  reach: number;
  rotates: boolean;
  removes: boolean;
};

/** A unit that may dismount, and as what troops. */
export type Dismounting = {
  as: string;
  unit: string;
};

export type Marcher = {
  id: string;
  corps: number;
  grade: string;
};

/** Who may march around which flank. */
export type MarchOffer = {
  corps: Marcher[];
  flanks: ("left" | "right")[];
};

export type AmbushPlace = {
  x: number;
  y: number;
  /** Who could lie there; nobody: a false marker. */
  groups: string[][];
};

/** Markers laid so far, and places for the next one. */
export type AmbushOffer = {
  have: number;
  most: number;
  places: AmbushPlace[];
  names: Record<string, Record<string, string>>;
};

export type CampOffer = {
  kind: string;
  width: number;
  depth: number;
  edge: number;
};

/** How far the table is set up, and what the task asks for. */
export type SetupFacts = {
  task:
    | "initiative"
    | "region"
    | "pick"
    | "claim"
    | "sector"
    | "lay"
    | "river"
    | "way"
    | "road"
    | "adjust"
    | "effort"
    | "alter"
    | "camp"
    | "works"
    | "march"
    | "ambush"
    | "corps"
    | "deploy"
    | "dismount";
  seat: number;
  /** A kind of terrain, a piece or a corps, as the task has it. */
  about: string;
  defender: number | null;
  region: string;
  initiative: Record<string, number>[];
  picks: Pick[];
  dice: readonly [number, number];
  areas: (readonly [number, number])[][];
  zones: Zone[];
  deployed: string[];
  lots: Lot[];
  waiting: WaitingCorps[];
  regions?: RegionOffer[];
  choosing?: Choosing;
  coasts?: string[];
  river?: RiverOffer;
  piece?: PieceInHand;
  adjusting?: Adjusting;
  altering?: Altering;
  /** Pieces of each kind that are still to be built. */
  works?: Record<string, number>;
  dismounting?: Dismounting[];
  march?: MarchOffer;
  ambush?: AmbushOffer;
  camp?: CampOffer;
};

/** What the battle is worth if it ends as it stands, and how long it goes on. */
export type ScoreFact = {
  points: readonly [number, number];
  winner: Seat | null;
  ending: string;
  parts: string[];
  /** Game turns after which it ends; 0: none. */
  limit: number;
  last_turn: boolean;
  /** Whether the seat to act may propose that this turn be the last. */
  may_propose: boolean;
};

export type CampaignFact = {
  title: Record<string, string>;
  battle: number;
  of: number;
  points: readonly [number, number];
};

export type OnsetFact = {
  units: string[];
  targets: string[];
};

/** What is being decided, and by whom. */
export type CommandFact = {
  /** The commander whose corps is activated. */
  corps: string;
  points: number;
  free: number;
  /** Commanders whose corps have been activated in this sequence. */
  done: string[];
  /** The unit or commander that a decision or a die is about. */
  who: string;
  /** Units that evade with it as one group, or have done so. */
  together: string[];
  /** The charge that is under way: who charges whom. */
  onset: OnsetFact | null;
};

export type LedgerEntry = {
  side: "a" | "b";
  value: number;
  rule: string;
  name: Record<string, string>;
};

export type VoidEntry = {
  side: "a" | "b";
  rule: string;
  name: Record<string, string>;
  by: string;
};

export type Totals = {
  a: number;
  b: number;
};

export type LossChances = {
  a: Record<string, string>;
  b: Record<string, string>;
};

/** A melee or a shooting: every number of both sides with its rule, and the exact chances as fractions. */
export type Fight = {
  kind: "melee" | "shooting";
  a: string;
  b: string;
  /** The same as a question about odds. */
  asks: Record<string, unknown>;
  ledger: LedgerEntry[];
  voided: VoidEntry[];
  totals: Totals;
  chance: Record<string, string>;
  /** How likely each loss is, by side: "0", "1", … or "rout". */
  loss: LossChances;
};

export type BriefingFact = {
  title: Record<string, string>;
  about: Record<string, string>;
};

export type FieldFacts = {
  size: readonly [number, number];
  /** What the ground looks like: plain, forest, mountain, desert, steppe. */
  region: string;
  terrain: TerrainFact[];
  roads: RoadFact[];
  works: WorkFact[];
  camps: CampFact[];
  units: UnitFact[];
  /** Only where battle plans are secret. */
  markers?: MarkerFact[];
  marches?: MarchFact[];
  commanders: CommanderFact[];
  /** Only while the table is set up. */
  setup?: SetupFacts;
  /** The seat whose sequence it is. */
  active: number;
  phase: string;
  stage: string;
  turn: number;
  score: ScoreFact;
  /** Only in a battle of a campaign: which one it is, and the points before it. */
  campaign?: CampaignFact;
  command: CommandFact;
  /** Losses that were thrown and count at the end of the phase, by unit. */
  pending: Record<string, number>;
  /** The fight whose dice fall next. */
  fight: Fight | null;
  /** What the scenario tells of itself, before its first decision. */
  briefing?: BriefingFact;
  /** Of each seat: what its army is called. */
  armies: Record<string, string>[];
  /** Of each seat: losses, and at how many the army breaks. */
  losses: (readonly [number, number])[];
};

export type Price = {
  value: number;
  rule: string;
  name: Record<string, string>;
};

export type LaidPiece = {
  id: string;
  polygon: (readonly [number, number])[];
};

/** Why a corps can't stay like this. */
export type NotYet = {
  code: string;
  rule: string;
  words: Record<string, string>;
};

/** What an order, an answer or a step of the set-up would bring. */
export type Preview = {
  refused?: string;
  rule?: string;
  params?: Record<string, number | string | boolean>;
  cost?: number;
  bill?: Price[];
  left?: readonly [number, number];
  spent?: number;
  limit?: number;
  ends?: Record<string, readonly [number, number, number]>;
  path?: (readonly [number, number])[][];
  difficult?: string[];
  panicked?: string[];
  targets?: string[];
  /** Of a charge that does not get to its target: whom it meets first. */
  instead?: string[];
  odds?: Record<string, unknown>[];
  fights?: Fight[];
  /** Of an evade: the chance that the charge catches whoever runs. */
  caught?: string;
  terrain?: LaidPiece[];
  dismounts?: string[];
  then?: NotYet;
};

export type Overlay = {
  kind: "zone" | "threat" | "reach" | "ring" | "acts" | "radius" | "shot" | "card" | "bout";
  unit: string;
  label: string;
  polygon?: (readonly [number, number])[];
  line?: (readonly [number, number])[];
  /** Its middle and its radius. */
  circle?: readonly [number, number, number];
  enemy?: string;
  target?: string;
  distance?: number;
  can?: boolean;
  /** Why a unit can't act, if it can't. */
  code?: string;
  /** Of a card: UD in open, rough and difficult ground. */
  moves?: number[];
  protection?: number;
  /** Of a bout: what both add to their dice, the unit's own first. */
  totals?: Totals;
  /** Of a bout: that the unit `wins` or `loses` the round, or `neither`. */
  chance?: Record<string, string>;
};
