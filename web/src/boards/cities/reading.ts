// Reads a position's text for display: who stands where, who owns which city. The form is that of
// games/cities/notation.py.
import type { Seat } from "../../lib/protocol";

export type Kind = "fighter" | "hero";

export interface Man {
  square: string;
  seat: Seat;
  kind: Kind;
}

export interface Field {
  men: Man[];
  /** Owner by square. */
  cities: Map<string, Seat>;
}

export const COLUMNS = "abcdefghij";
export const SIZE = 10;

export function readField(text: string): Field {
  const [rows = "", , cities = "-"] = text.split(" ");
  const men: Man[] = [];
  for (const [i, row] of rows.split("/").entries()) {
    let column = 0;
    for (const [part] of row.matchAll(/\d+|[FHfh]/g)) {
      if (/\d/.test(part)) {
        column += Number(part);
        continue;
      }
      const seat = part === part.toUpperCase() ? "first" : "second";
      const kind = part.toLowerCase() === "h" ? "hero" : "fighter";
      men.push({ square: `${COLUMNS[column]}${SIZE - i}`, seat, kind });
      column++;
    }
  }
  const owned = new Map<string, Seat>();
  const [first = "", second = ""] = cities.split("-");
  for (const square of squaresIn(first)) owned.set(square, "first");
  for (const square of squaresIn(second)) owned.set(square, "second");
  return { men, cities: owned };
}

export function squaresIn(text: string): string[] {
  return text.match(/[a-j](?:10|[1-9])/g) ?? [];
}

export const columnOf = (square: string): number => COLUMNS.indexOf(square[0] ?? "a");
export const rowOf = (square: string): number => Number(square.slice(1)) - 1;

/** Corner of a square in the drawing, 48 to a square; the near seat sits at the lower edge. */
export function cornerOf(square: string, near: Seat): [number, number] {
  const [column, row] = [columnOf(square), rowOf(square)];
  return near === "first" ? [column * 48, (SIZE - 1 - row) * 48] : [(SIZE - 1 - column) * 48, row * 48];
}

export function middleOf(square: string, near: Seat): [number, number] {
  const [x, y] = cornerOf(square, near);
  return [x + 24, y + 24];
}

/** The squares of the board as they are seen: rows from the far edge, from left to right. */
export function seenSquares(near: Seat): string[][] {
  const rows = Array.from({ length: SIZE }, (_, i) => (near === "first" ? SIZE - i : i + 1));
  const columns = near === "first" ? [...COLUMNS] : [...COLUMNS].reverse();
  return rows.map((row) => columns.map((column) => `${column}${row}`));
}
