// Where things are on a board by description, and what they are called; no rules, only places.
import type { BoardTold, CellTold, Seat, ThingTold, View } from "../../lib/protocol";

/** The cells that take part, as whoever sits near sees them, within a box that begins at 0. */
export interface Ground {
  width: number;
  height: number;
  cells: (CellTold & { left: number; top: number })[];
}

export function ground(board: BoardTold, absent: readonly string[], near: Seat): Ground {
  const shown = board.cells.filter((cell) => !absent.includes(cell.id));
  const xs = shown.map((cell) => cell.x);
  const ys = shown.map((cell) => cell.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const turned = board.turns && near === "second";
  const cells = shown.map((cell) => ({
    ...cell,
    left: turned ? width - 1 - (cell.x - left) : cell.x - left,
    top: turned ? height - 1 - (cell.y - top) : cell.y - top,
  }));
  return { width, height, cells };
}

/** "a card 7": what a thing is called aloud. */
export function thingName(board: BoardTold, thing: ThingTold): string {
  return [board.pieces[thing.piece]?.name ?? thing.piece, thing.text].filter(Boolean).join(" ");
}

/** Cells and things where something else lies than before. */
export function changed(before: View, after: View): string[] {
  const places = new Set([...Object.keys(before.scene?.cells ?? {}), ...Object.keys(after.scene?.cells ?? {})]);
  const lies = (view: View, cell: string): string => JSON.stringify(view.scene?.cells[cell] ?? []);
  return [...places].filter((cell) => lies(before, cell) !== lies(after, cell));
}

/** Whether a sign on this colour is better read in white. */
export function isDark(colour: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
  return 0.3 * red + 0.59 * green + 0.11 * blue < 140;
}

export interface Spot {
  id: string;
  x: number;
  y: number;
}

/** The nearest place in the direction of an arrow: what lies straight ahead comes before what lies aside. */
export function onwards(from: Spot, spots: readonly Spot[], [down, right]: readonly [number, number]): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const ahead = (spot.x - from.x) * right + (spot.y - from.y) * down;
    const aside = Math.abs((spot.x - from.x) * down) + Math.abs((spot.y - from.y) * right);
    if (ahead < 1) continue;
    if (ahead + 3 * aside < least) [best, least] = [spot.id, ahead + 3 * aside];
  }
  return best;
}
