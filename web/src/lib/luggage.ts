// What goes along to another device beside name and rooms: what was learned and solved, how own games began, games that
// are played in this browser alone. There it is put beside what that device has.
import { keep, recall } from "./keeping";

/** Lessons that were done, by game. */
const LEARNED = ["learn.cities", "learn.towar", "learn.adlg"];
/** What was solved, by game. */
const SOLVED = ["puzzles.cities", "puzzles.towar", "puzzles.adlg"];
/** Lists of things with an id. */
const LISTS = ["local.games", "openings.own"];

export type Luggage = Record<string, unknown>;

/** All of it, the smallest first, as far as it fits into so many characters. */
export function packed(room: number): Luggage {
  const luggage: Luggage = {};
  let left = room;
  for (const name of [...LEARNED, ...SOLVED, ...LISTS]) {
    const kept = recall<unknown>(name, null);
    const size = JSON.stringify(kept).length + name.length + 4;
    if (kept === null || size > left) continue;
    luggage[name] = kept;
    left -= size;
  }
  return luggage;
}

/** Nothing that this device has is lost; other names are left in the box. */
export function unpacked(luggage: Luggage): void {
  for (const name of LEARNED) united(name, luggage[name], (one) => String(one));
  for (const name of LISTS) united(name, luggage[name], (one) => (isTable(one) ? String(one.id) : ""));
  for (const name of SOLVED) {
    const brought = luggage[name];
    if (isTable(brought)) keep(name, solvedOnBoth(recall<Record<string, unknown>>(name, {}), brought));
  }
}

function united(name: string, brought: unknown, keyOf: (one: unknown) => string): void {
  if (!Array.isArray(brought)) return;
  const own = recall<unknown[]>(name, []);
  const known = new Set(own.map(keyOf));
  keep(name, [...own, ...(brought as unknown[]).filter((one) => keyOf(one) && !known.has(keyOf(one)))]);
}

/** The longer row counts; days in a row are those of the later day. */
function solvedOnBoth(own: Record<string, unknown>, brought: Record<string, unknown>): Record<string, unknown> {
  const number = (from: Record<string, unknown>, key: string): number => Number(from[key]) || 0;
  const list = (from: Record<string, unknown>): unknown[] => (Array.isArray(from.solved) ? from.solved : []);
  const later = number(brought, "day") > number(own, "day") ? brought : own;
  return {
    solved: [...new Set([...list(brought), ...list(own)])],
    streak: Math.max(number(own, "streak"), number(brought, "streak")),
    longest: Math.max(number(own, "longest"), number(brought, "longest")),
    day: number(later, "day"),
    days: number(later, "days"),
  };
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
