// Arrows and circles that a person draws on a board to think with. They are between cells, whichever board has them.

/** From cell to cell; to itself it is a circle. */
export interface Drawing {
  from: string;
  to: string;
}

/** One that the page shows by itself, such as a move of a line. */
export interface Shown extends Drawing {
  number: number;
  side: "a" | "b";
}

/** Drawn once more, it is gone. */
export function toggled(list: Drawing[], drawn: Drawing): Drawing[] {
  const others = list.filter((one) => one.from !== drawn.from || one.to !== drawn.to);
  return others.length < list.length ? others : [...list, drawn];
}

const CELLS = "[data-square], [data-cell], [data-place]";

const nameOf = (cell: HTMLElement): string => cell.dataset.square ?? cell.dataset.cell ?? cell.dataset.place ?? "";

/** The cell under a point of the page, if there is one. */
export function cellAt(within: HTMLElement, x: number, y: number): string {
  for (const element of document.elementsFromPoint(x, y)) {
    const cell = element.closest<HTMLElement>(CELLS);
    if (cell && within.contains(cell)) return nameOf(cell);
  }
  return "";
}

export interface Spot {
  x: number;
  y: number;
  /** Half of the shorter side. */
  half: number;
}

/** The middle of each cell, measured from the corner of the board's space. */
export function spotsOf(within: HTMLElement): Map<string, Spot> {
  const box = within.getBoundingClientRect();
  const spots = new Map<string, Spot>();
  for (const cell of within.querySelectorAll<HTMLElement>(CELLS)) {
    const at = cell.getBoundingClientRect();
    const [x, y] = [at.left + at.width / 2 - box.left, at.top + at.height / 2 - box.top];
    spots.set(nameOf(cell), { x, y, half: Math.min(at.width, at.height) / 2 });
  }
  return spots;
}
