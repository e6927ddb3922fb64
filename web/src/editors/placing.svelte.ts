// How things are put on a board by mouse, finger or keys: a tool puts something on every cell that is chosen; without
// one a thing is picked up and put down, or dragged; dropped beside the board it goes. It knows no game.
import { ARROWS } from "../lib/arrows";
import type { Seat } from "../lib/protocol";
import { speaker } from "../lib/speak.svelte";

/** What can be done on a board, told by its editor. */
export interface Board {
  near: () => Seat;
  /** The cells as they are seen, row by row. */
  cells: () => string[][];
  occupied: (cell: string) => boolean;
  /** Uses a tool on a cell. */
  use: (tool: string, cell: string) => void;
  move: (from: string, to: string) => void;
  remove: (cell: string) => void;
  /** What a screen reader hears of a cell. */
  label: (cell: string) => string;
}

const DRAG_FROM = 6;

export class Placing {
  /** Empty: things are picked up and put down. */
  tool = $state("");
  focused = $state("");
  /** The cell whose thing is picked up. */
  held = $state("");
  dragged = $state.raw<{ x: number; y: number } | null>(null);
  private pressed: { cell: string; x: number; y: number } | null = null;

  constructor(
    private readonly board: Board,
    first: string,
    private readonly tools: () => string[],
  ) {
    this.focused = first;
  }

  choose(tool: string): void {
    this.tool = tool;
    this.held = "";
  }

  /** A click, tap or Enter on a cell. */
  click(cell: string): void {
    this.focused = cell;
    if (this.tool) this.board.use(this.tool, cell);
    else if (this.held) {
      if (this.held !== cell) this.board.move(this.held, cell);
      this.held = "";
    } else if (this.board.occupied(cell)) this.held = cell;
    speaker.say(this.board.label(cell));
  }

  remove(cell: string): void {
    this.held = "";
    if (!this.board.occupied(cell)) return;
    this.board.remove(cell);
    speaker.say(this.board.label(cell));
  }

  // Mouse and finger

  press(event: PointerEvent): void {
    const cell = cellAt(event);
    if (event.button !== 0 || !cell) return;
    this.pressed = { cell, x: event.clientX, y: event.clientY };
  }

  drag(event: PointerEvent): void {
    if (!this.pressed || !this.board.occupied(this.pressed.cell)) return;
    const far = Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y);
    if (!this.dragged && far < DRAG_FROM) return;
    if (!this.dragged) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.held = this.pressed.cell;
    this.dragged = { x: event.clientX, y: event.clientY };
  }

  release(event: PointerEvent): void {
    const pressed = this.pressed;
    const dragged = this.dragged !== null;
    this.cancel();
    if (!pressed) return;
    if (!dragged) return this.click(pressed.cell);
    this.held = "";
    const cell = cellAt(event);
    if (!cell) return this.remove(pressed.cell);
    if (cell !== pressed.cell) this.board.move(pressed.cell, cell);
    this.focused = cell;
    speaker.say(this.board.label(cell));
  }

  cancel(): void {
    if (this.dragged) this.held = "";
    this.pressed = null;
    this.dragged = null;
  }

  // Keys

  key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    const tools = ["", ...this.tools()];
    if (step) this.walk(event.currentTarget as Element, ...step);
    else if (event.key === "Enter" || event.key === " ") this.click(this.focused);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(this.focused);
    else if (event.key === "Escape" && (this.held || this.tool)) this.choose("");
    else if (/^\d$/.test(event.key) && tools[Number(event.key)] !== undefined) this.choose(tools[Number(event.key)]!);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private walk(grid: Element, down: number, right: number): void {
    const cells = this.board.cells();
    const row = cells.findIndex((line) => line.includes(this.focused));
    const column = cells[row]?.indexOf(this.focused) ?? 0;
    const next = cells[row + down]?.[column + right];
    if (!next) return;
    this.focused = next;
    grid.querySelector<HTMLElement>(`[data-square="${next}"], [data-cell="${next}"]`)?.focus();
  }
}

function cellAt(event: PointerEvent): string {
  const there = document.elementsFromPoint(event.clientX, event.clientY);
  for (const element of there) {
    const found = element.closest<HTMLElement>("[data-square], [data-cell]");
    if (found) return found.dataset.square ?? found.dataset.cell ?? "";
  }
  return "";
}
