// Where the words of a turn lead on the field: which card goes where, who is in the air. Only for drawing what the
// server has offered: it does not know what is allowed.
import type { Seat } from "../../lib/protocol";
import type { Placed } from "./reading";

export const COLUMNS = "abc";
export const ROWS = 4;
/** Stands for the camp behind the far edge, as seen by whoever moves. */
export const CAMP = "camp";
/** The key of the card that comes in. */
export const ENTERING = "in";

export const columnOf = (cell: string): number => COLUMNS.indexOf(cell[0] ?? "a");
export const rowOf = (cell: string): number => Number(cell[1]) - 1;
const ahead = (seat: Seat): 1 | -1 => (seat === "first" ? 1 : -1);

/** The cell of a column in a seat's back row. */
export function entryCell(seat: Seat, column: string): string {
  return `${column}${seat === "first" ? 1 : ROWS}`;
}

/** Where a step leads: a cell, the enemy camp, or nowhere. */
export function stepFrom(cell: string, direction: string, seat: Seat): string {
  const way = ahead(seat);
  const row = rowOf(cell) + (direction === "f" ? way : 0);
  const column = columnOf(cell) + (direction === "l" ? -way : direction === "r" ? way : 0);
  if (row < 0 || row >= ROWS) return CAMP;
  return COLUMNS[column] ? `${COLUMNS[column]}${row + 1}` : "";
}

/** The direction that leads from one cell to the next, if one does. */
export function directionTo(from: string, to: string, seat: Seat): string {
  return [..."flr"].find((direction) => stepFrom(from, direction, seat) === to) ?? "";
}

/** One card on its way. */
export interface Move {
  key: string;
  unit: string;
  /** Empty: it comes from outside of the field. */
  from: string;
  to: string;
}

export interface Chain {
  placed: Placed[];
  moves: Move[];
  /** The key of the card that was displaced or moved last. */
  mover: string;
  at: string;
  /** It hovers over the card that displaced it. */
  lifted: boolean;
  /** The key of the enemy that the last move came upon. The two still stand where they stood. */
  met: string;
}

/** The field after the words of a turn so far: a column, then directions; `.` stays. */
export function follow(base: Placed[], seat: Seat, unit: string, words: readonly string[], pushesEnemy = false): Chain {
  const placed = base.map((card) => ({ ...card }));
  const chain: Chain = { placed, moves: [], mover: "", at: "", lifted: false, met: "" };
  const [column, ...steps] = words;
  if (!column) return chain;
  placed.push({ key: ENTERING, seat, unit, cell: "" });
  push(chain, ENTERING, entryCell(seat, column), pushesEnemy);
  for (const step of steps) {
    if (step === "." || chain.met) break;
    push(chain, chain.mover, stepFrom(chain.at, step, seat));
  }
  return chain;
}

/** A card goes to a cell; a card of its side there is displaced and hovers, an enemy is met, or displaced as well. */
function push(chain: Chain, key: string, to: string, pushesEnemy = false): void {
  const card = chain.placed.find((one) => one.key === key);
  if (!card || !to) return;
  const there = to === CAMP ? undefined : chain.placed.find((one) => one.cell === to && one.key !== key);
  chain.moves.push({ key, unit: card.unit, from: card.cell, to });
  if (there && there.seat !== card.seat && !pushesEnemy) {
    chain.met = there.key;
    chain.mover = key;
    return;
  }
  card.cell = to;
  chain.mover = there?.key ?? key;
  chain.at = to;
  chain.lifted = there !== undefined;
}

const TURN = /^(?:([^/:]+)\/)?([abc])(?::([flr]+))?$/;

/** The card and the words of an action's text, or null if it is no turn. */
export function wordsOf(text: string): { card: string; words: string[] } | null {
  const found = TURN.exec(text);
  return found ? { card: found[1] ?? "", words: [found[2]!, ...(found[3] ?? "")] } : null;
}

/** The cells as they are seen: rows from the far edge, from left to right. */
export function seenCells(near: Seat): string[][] {
  const rows = Array.from({ length: ROWS }, (_, i) => (near === "first" ? ROWS - i : i + 1));
  const columns = near === "first" ? [...COLUMNS] : [...COLUMNS].reverse();
  return rows.map((row) => columns.map((column) => `${column}${row}`));
}

/** A place on the field as it is seen: 0, 0 is the far left cell. Its own inverse. */
export function seen(column: number, row: number, near: Seat): [number, number] {
  return near === "first" ? [column, ROWS - 1 - row] : [COLUMNS.length - 1 - column, row];
}

/** Column and row of a cell; a camp lies one row beyond. */
export function placeOf(cell: string, seat: Seat, from = ""): [number, number] {
  if (cell === CAMP) return [columnOf(from), seat === "first" ? ROWS - 0.3 : -0.7];
  return [columnOf(cell), rowOf(cell)];
}
