// An army as a table, as files hold it, and what the server tells about one. What may be in it the server says; nothing
// is decided here.
import { ask, post } from "../../lib/api";
import { language } from "../../lib/i18n.svelte";
import { keep, recall } from "../../lib/keeping";
import type { OwnArmy, Said } from "../start/cards";

export type Name = string | Partial<Said>;

export interface UnitTable {
  count: number;
  troop: string;
  quality?: string;
  abilities?: string[];
  weapon?: string;
  name?: Name;
  /** The troops on foot as which they may fight instead. */
  dismounts?: string;
}

export interface CorpsTable {
  commander?: string;
  units: UnitTable[];
  [flag: string]: unknown;
}

export interface ArmyTable {
  name?: Name;
  format: number;
  command_value: number;
  total?: number;
  camp?: string;
  fortifications?: number;
  obstacles?: number;
  points?: Record<string, unknown>;
  corps: CorpsTable[];
}

export interface Fault {
  code: string;
  rule: string;
  words: string;
  corps: number | null;
  entry: number | null;
}

export interface UnitTold {
  count: number;
  name: string;
  troop: string;
  quality: string;
  kit: string[];
  /** What people print of a unit: cohesion, move, protection, fighting, shooting, in words. */
  figures: { name: string; value: string }[];
  points_each: number | null;
  points: number | null;
}

export interface CorpsTold {
  points: number;
  commander: string;
  commander_points: number;
  units: UnitTold[];
}

export interface ArmyTold {
  name: string;
  format: number;
  ok: boolean;
  points: number;
  points_behind: number;
  units: number;
  expendables: number;
  command_cost: number;
  command_value: number;
  cohesion: number;
  summary: string;
  behind: string[];
  values: string;
  corps: CorpsTold[];
  faults: Fault[];
  /** What is allowed and still unwise. */
  advice: string[];
  own_prices: boolean;
  army: ArmyTable;
  text: string;
  readable: string;
}

interface Named {
  id: string;
  name: string;
}
type Priced = Named & { points: number };
type PricedBySize = Named & { points: Record<string, number> };

export interface TroopChoice extends Named {
  category: string;
  foot: boolean;
  has: string[];
  qualities: Record<string, number>;
  abilities: Priced[];
  weapons: Priced[];
  /** As what they may dismount. */
  dismounts: Named[];
  always_armed: boolean;
}

export interface Choices {
  formats: number[];
  most: number;
  flags: Named[];
  grades: (PricedBySize & { value: number; radius: number; costs: number })[];
  camps: PricedBySize[];
  works: { id: "fortifications" | "obstacles"; points: Record<string, number> }[];
  qualities: Named[];
  troops: TroopChoice[];
}

export interface ShippedArmy {
  name: string;
  title: string;
  format: number;
  points: number;
  units: number;
  command_value: number;
  age: string;
  region: string;
}

const PATH = "/api/games/adlg/armies";

export const everything = (): Promise<{ armies: ShippedArmy[]; choices: Choices }> =>
  ask(`${PATH}?lang=${language.now}`);
export const shippedArmy = (name: string): Promise<ArmyTold> =>
  ask(`${PATH}/${encodeURIComponent(name)}?lang=${language.now}`);
export const checkArmy = (army: ArmyTable): Promise<ArmyTold> => post(PATH, { army, lang: language.now });
export const readArmy = (text: string): Promise<ArmyTold> => post(PATH, { text, lang: language.now });

/** Armies kept in this browser, where a new game finds them too. */
export function ownArmies(): OwnArmy[] {
  const kept = recall<OwnArmy[]>("adlg.armies", []);
  return Array.isArray(kept) ? kept.filter((own) => typeof own?.text === "string" && typeof own.name === "string") : [];
}

export function keepArmies(armies: OwnArmy[]): void {
  keep("adlg.armies", armies);
}

/** Keeps an army under its name; gives its place. */
export function keepArmy(name: string, text: string): number {
  const armies = ownArmies();
  const found = armies.findIndex((own) => own.name === name);
  const place = found < 0 ? armies.length : found;
  armies[place] = { name, text };
  keepArmies(armies);
  return place;
}

export const nameOf = (name: Name | undefined, otherwise: string): string =>
  typeof name === "string" ? name : (name?.[language.now] ?? name?.en ?? name?.de ?? otherwise);
