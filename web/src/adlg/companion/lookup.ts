// Odds at the table: sums of what the players tapped, and what the tables say about such a sum.
import { linesOf, voidsOf, type Line, type Void } from "./ledger";
import type { SideRow, Tables } from "./tables";

export interface Fighter {
  troop: string;
  kit: string;
  quality: string;
  /** How often each modifier is tapped. */
  taps: Record<string, number>;
}

export interface Asked {
  situation: string;
  ground: string;
  a: Fighter;
  b: Fighter;
}

export interface SideTold {
  total: number;
  lines: Line[];
  voids: Void[];
  /** What this side can still do when the dice have fallen. */
  means: { ties: boolean; adds: boolean; softens: number; furious: boolean };
  destroyed: boolean;
  /** Chances to lose at least 1, 2, 3, 4 of cohesion; a rout counts as all. */
  atLeast: number[];
  loses: number;
}

export interface Looked {
  a: SideTold;
  b: SideTold;
  /** Kits that are not told apart in this situation. */
  leftOut: string[];
}

export const DEEPEST = 4;

/** What the tables tell, or null where they don't have it: a flank on bad ground, for one. */
export function lookUp(asked: Asked, tables: Tables): Looked | null {
  const { odds } = tables;
  const situation = odds.situations.find((one) => one.id === asked.situation && one.ground === asked.ground);
  if (!situation) return null;
  const kits = [asked.a.kit, asked.b.kit].map((kit) => (situation.kits.includes(kit) ? kit : ""));
  const places = [asked.a, asked.b].map((fighter, side) => {
    const wanted = odds.classes[fighter.troop];
    return situation.fighters.findIndex(([number, kit]) => number === wanted && kit === kits[side]);
  });
  const row = situation.rows[places[0] ?? -1];
  const first = odds.sides[row?.[2 * (places[1] ?? 0)] ?? -1];
  const second = odds.sides[row?.[2 * (places[1] ?? 0) + 1] ?? -1];
  if (!first || !second || places.includes(-1)) return null;
  const a = told(first, asked.a, odds.classes[asked.b.troop] ?? 0, asked.situation, tables);
  const b = told(second, asked.b, odds.classes[asked.a.troop] ?? 0, asked.situation, tables);
  chances(a, b, first, second, odds.throws[asked.a.quality]?.[asked.b.quality] ?? [], tables);
  const leftOut = [asked.a.kit, asked.b.kit].filter((kit) => !situation.kits.includes(kit));
  return { a, b, leftOut: [...new Set(leftOut)] };
}

function told(row: SideRow, fighter: Fighter, enemy: number, situation: string, tables: Tables): SideTold {
  const [lines, voids, means, destroyed] = row;
  const { odds, rules } = tables;
  const found = linesOf(lines, odds.lines, rules);
  for (const modifier of odds.modifiers) {
    const taps = fighter.taps[modifier.id] ?? 0;
    if (taps)
      found.push({
        name: modifier.name,
        value: taps * (modifier.values[situation]?.[enemy] ?? 0),
        rule: modifier.rule,
      });
  }
  return {
    total: found.reduce((sum, line) => sum + line.value, 0),
    lines: found,
    voids: voidsOf(voids, odds.voids, rules),
    means: { ties: means[0] === "1", adds: means[1] === "1", softens: Number(means[2]), furious: means[3] === "1" },
    destroyed: destroyed === 1,
    atLeast: Array.from({ length: DEEPEST }, () => 0),
    loses: 0,
  };
}

function chances(
  a: SideTold,
  b: SideTold,
  first: SideRow,
  second: SideRow,
  throws: [number, number][],
  tables: Tables,
): void {
  const { by_lead: byLead, ties } = tables.odds.losses;
  for (const [ahead, count] of throws) {
    if (a.destroyed || b.destroyed) {
      lose(a.destroyed ? a : b, DEEPEST, count);
      continue;
    }
    const lead = a.total - b.total + ahead;
    const winner = lead > 0 ? "a" : lead < 0 ? "b" : ties[`${first[2][0]}${second[2][0]}`];
    if (!winner) continue;
    const [better, worse, loser] = winner === "a" ? [first[2], second[2], b] : [second[2], first[2], a];
    const table = byLead[`${better[1]}${worse[2]}${better[3]}`] ?? [];
    lose(loser, table[Math.min(Math.abs(lead), table.length - 1)] ?? 0, count);
  }
}

function lose(side: SideTold, loss: number, count: number): void {
  for (let depth = 0; depth < DEEPEST; depth++)
    if (loss > depth) side.atLeast[depth] = (side.atLeast[depth] ?? 0) + count / 36;
  if (loss > 0) side.loses += count / 36;
}
