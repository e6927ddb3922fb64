// A game with real figures as the companion keeps it: armies, corps, dice, points, losses. Every change makes a new
// game.
import type { Tables } from "./tables";

/** A kind of unit of an army that was taken along. */
export interface RosterUnit {
  name: string;
  count: number;
  troop: string;
  quality: string;
  kit: string[];
}

export interface Corps {
  grade: string;
  /** Whether its commander is lost. */
  lost: boolean;
  die: number;
  points: number;
  free: number;
}

export interface Army {
  name: string;
  /** Units that count; or the break value itself, if the players enter it. */
  units: number;
  breaks: number;
  camp: string;
  campLost: boolean;
  disordered: number;
  leftTable: number;
  routed: number;
  corps: Corps[];
  /** What was taken along of the army page. */
  roster?: RosterUnit[];
}

export type Two<T> = [T, T];

export interface Game {
  armies: Two<Army>;
  /** Whose sequence it is. */
  active: 0 | 1;
  turn: number;
}

export const COUNTS = ["disordered", "routed", "leftTable"] as const;
export type Count = (typeof COUNTS)[number];
export const MOST_CORPS = 4;
export const MOST_UNITS = 60;

const newCorps = (grade = "ordinary"): Corps => ({ grade, lost: false, die: 0, points: 0, free: 0 });

const newArmy = (): Army => ({
  name: "",
  units: 20,
  breaks: 0,
  camp: "normal",
  campLost: false,
  disordered: 0,
  leftTable: 0,
  routed: 0,
  corps: [newCorps("competent"), newCorps(), newCorps()],
});

export const newGame = (): Game => ({ armies: [newArmy(), newArmy()], active: 0, turn: 1 });

export function withArmy(game: Game, which: 0 | 1, changed: Partial<Army>): Game {
  const armies = game.armies.map((army, place) => (place === which ? { ...army, ...changed } : army)) as Two<Army>;
  return { ...game, armies };
}

export function withCorps(game: Game, which: 0 | 1, place: number, changed: Partial<Corps>): Game {
  const corps = game.armies[which].corps.map((one, number) => (number === place ? { ...one, ...changed } : one));
  return withArmy(game, which, { corps });
}

export function withCorpsCount(game: Game, which: 0 | 1, count: number): Game {
  const corps = game.armies[which].corps.slice(0, count);
  while (corps.length < count) corps.push(newCorps());
  return withArmy(game, which, { corps });
}

/** The command die of a corps: points for all, and the free one. */
export function thrown(game: Game, which: 0 | 1, place: number, die: number, tables: Tables): Game {
  const corps = game.armies[which].corps[place];
  if (!corps) return game;
  const { points: table, nobody } = tables.command;
  const [points, free] = table[corps.lost ? nobody : corps.grade]?.[die - 1] ?? [0, 0];
  return withCorps(game, which, place, { die, points, free });
}

/** An order paid for, or null if the corps can't. What is for the commander and his unit takes the free point first. */
export function paid(game: Game, which: 0 | 1, place: number, cost: number, own: boolean): Game | null {
  const corps = game.armies[which].corps[place];
  if (!corps?.die) return null;
  const free = own ? Math.min(corps.free, cost) : 0;
  if (cost - free > corps.points) return null;
  return withCorps(game, which, place, { points: corps.points - (cost - free), free: corps.free - free });
}

/** The other player's sequence: new dice for all; after the second one a new turn. */
export function nextSequence(game: Game): Game {
  const active = game.active === 0 ? 1 : 0;
  const fresh = { die: 0, points: 0, free: 0 };
  const armies = game.armies.map((army) => ({
    ...army,
    corps: army.corps.map((corps) => ({ ...corps, ...fresh })),
  })) as Two<Army>;
  return { armies, active, turn: game.turn + (active === 0 ? 1 : 0) };
}

export function counted(game: Game, which: 0 | 1, what: Count, by: number): Game {
  return withArmy(game, which, { [what]: Math.max(0, game.armies[which][what] + by) });
}

/** A disordered unit routs: it counts as routed now, and no longer as disordered. */
export function disorderedRouts(game: Game, which: 0 | 1): Game {
  return counted(counted(game, which, "disordered", -1), which, "routed", 1);
}

export interface Loss {
  what: Count | "commander" | "camp";
  count: number;
  points: number;
}

/** What an army has lost, item by item. */
export function losses(army: Army, tables: Tables): Loss[] {
  const each = tables.losses;
  const lost = army.corps.filter((corps) => corps.lost);
  const found: Loss[] = [
    { what: "disordered", count: army.disordered, points: army.disordered * each.disordered },
    { what: "routed", count: army.routed, points: army.routed * each.routed },
    { what: "leftTable", count: army.leftTable, points: army.leftTable * each.left_table },
    { what: "commander", count: lost.length, points: sum(lost.map((corps) => each.commander[corps.grade] ?? 0)) },
    { what: "camp", count: army.campLost ? 1 : 0, points: army.campLost ? (each.camp[army.camp] ?? 0) : 0 },
  ];
  return found.filter((loss) => loss.count > 0);
}

export const lossPoints = (army: Army, tables: Tables): number => sum(losses(army, tables).map((loss) => loss.points));

/** At how many points the army breaks: as entered, or by its units and its camp. */
export function breakValue(army: Army, tables: Tables): number {
  return army.breaks || army.units * tables.losses.unit + (tables.losses.camp_bears[army.camp] ?? 0);
}

const sum = (numbers: number[]): number => numbers.reduce((one, other) => one + other, 0);

/** A kept game, if it still has the form of one. */
export function restored(kept: unknown): Game | null {
  const game = kept as Game | null;
  const whole =
    Array.isArray(game?.armies) &&
    game.armies.length === 2 &&
    game.armies.every(
      (army) =>
        Array.isArray(army?.corps) &&
        [army.units, army.disordered, army.routed, army.leftTable].every(Number.isInteger),
    );
  return whole && game ? game : null;
}
