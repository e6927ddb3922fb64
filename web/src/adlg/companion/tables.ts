// The document of `GET /api/games/adlg/companion`: every number was reckoned by the rules; here they are only found.

export interface Grade {
  id: string;
  name: string;
}

/**
 * The lines of a ledger, what does not count, what a side can still do after the dice, and whether it is simply
 * destroyed.
 */
export type SideRow = [lines: number[], voids: number[], means: string, destroyed: number];

export interface Situation {
  id: string;
  ground: string;
  kits: string[];
  fighters: [number, string][];
  rows: number[][];
}

export interface Modifier {
  id: string;
  rule: string;
  name: string;
  most: number;
  /** By situation, then by class of the enemy. */
  values: Record<string, number[]>;
}

/** Shots: by shooter and weapon a row, by target and what it has a column; in each place both sides of the shot. */
export interface Shooting {
  shooters: Record<string, Record<string, number>>;
  targets: Record<string, Record<string, number>>;
  rows: Record<string, number[]>[];
  /** For each row what each modifier counts. */
  taps: number[][];
  sides: [lines: number[], voids: number[]][];
  lines: [number, string][];
  voids: [string, string][];
  modifiers: { id: string; rule: string; name: string; most: number }[];
  weapons: Record<string, string>;
}

export interface Tables {
  version: number;
  lang: string;
  profile: string;
  profile_name: string;
  profiles: { id: string; name: string }[];
  command: { grades: Grade[]; nobody: string; points: Record<string, [number, number][]> };
  orders: {
    switches: { id: string; rule: string; name: string }[];
    list: { id: string; rule: string; costs: Record<string, number> }[];
  };
  rally: { id: string; needs: number; chance: [string, string] }[];
  losses: {
    disordered: number;
    left_table: number;
    routed: number;
    commander: Record<string, number>;
    camp: Record<string, number>;
    unit: number;
    camp_bears: Record<string, number>;
  };
  troops: { id: string; name: string; category: string; mounted: boolean; cohesion: number }[];
  qualities: { id: string; name: string }[];
  kits: Record<string, string>;
  odds: {
    classes: Record<string, number>;
    kits: Record<string, string[]>;
    situations: Situation[];
    sides: SideRow[];
    lines: [number, string][];
    voids: [string, string][];
    modifiers: Modifier[];
    throws: Record<string, Record<string, [number, number][]>>;
    losses: { by_lead: Record<string, number[]>; ties: Record<string, string>; rout: number };
  };
  shooting: Shooting;
  rules: Record<string, { name: string; text: string }>;
}
