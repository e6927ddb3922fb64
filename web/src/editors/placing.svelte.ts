// How things are put on a board by mouse, finger or keys: a tool puts something on every cell that is chosen; without
// one a thing is picked up and put down, or dragged; dropped beside the board it goes. It knows no game: what is done
// is an action of two words in the same draft as on any board, a tool or a cell and where to.
import { ARROWS } from "../lib/arrows";
import type { ChoicesAnswer, PreviewAnswer, Seat } from "../lib/protocol";
import { speaker } from "../lib/speak.svelte";
import type { Stage } from "../room/agenda.svelte";
import { Draft } from "../room/draft.svelte";
import type { Counsel } from "../room/foresight";

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

/** The word for the place beside the board. */
const OFF = "off";

export class Placing implements Counsel, Stage {
  readonly draft: Draft;
  focused = $state("");
  dragged = $state.raw<{ x: number; y: number } | null>(null);
  private pressed = $state.raw<{ cell: string; x: number; y: number } | null>(null);

  constructor(
    private readonly board: Board,
    first: string,
    private readonly tools: () => string[],
  ) {
    this.focused = first;
    this.draft = new Draft(this, this);
  }

  /** Empty: things are picked up and put down. */
  get tool(): string {
    return this.isTool(this.draft.words[0]) ? this.draft.words[0]! : "";
  }

  /** The cell whose thing is picked up. */
  get held(): string {
    if (this.dragged) return this.pressed?.cell ?? "";
    return this.tool ? "" : (this.draft.words[0] ?? "");
  }

  private isTool(word: string | undefined): boolean {
    return word !== undefined && this.tools().includes(word);
  }

  choose(tool: string): void {
    if (tool) void this.draft.restart(tool);
    else this.draft.drop();
  }

  /** A click, tap or Enter on a cell. */
  click(cell: string): void {
    this.focused = cell;
    const [begun] = this.draft.words;
    if (begun && begun !== cell) return void this.put(begun, cell);
    if (begun) this.draft.drop();
    else if (this.board.occupied(cell)) void this.draft.restart(cell);
    speaker.say(this.board.label(cell));
  }

  remove(cell: string): void {
    if (this.board.occupied(cell)) void this.put(cell, OFF);
    else if (!this.tool) this.draft.drop();
  }

  private async put(what: string, where: string): Promise<void> {
    const { tool } = this;
    await this.draft.act(`${what} ${where}`);
    // Another board lies there now; a tool stays in hand.
    this.draft.forget();
    if (tool) void this.draft.restart(tool);
    speaker.say(this.board.label(where === OFF ? what : where));
  }

  // What the draft is told: everything is known here, and nothing is refused before it is tried

  readonly mayAct = true;
  readonly comes = false;
  readonly animating = false;
  readonly turn = null;
  foreshow(): void {} // it is done at once

  choices(words: string[]): Promise<ChoicesAnswer> {
    const cells = this.board.cells().flat();
    const next = words.length ? [...cells, OFF] : [...this.tools(), ...cells.filter(this.board.occupied)];
    return Promise.resolve({ choices: next.map((text) => ({ text, label: text, cell: text })) });
  }

  preview(action: string): Promise<PreviewAnswer> {
    return Promise.resolve({ action, preview: {}, words: [] });
  }

  act(action: string): Promise<void> {
    const [what = "", where = ""] = action.split(" ");
    if (where === OFF) this.board.remove(what);
    else if (this.isTool(what)) this.board.use(what, where);
    else this.board.move(what, where);
    return Promise.resolve();
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
    this.dragged = { x: event.clientX, y: event.clientY };
  }

  release(event: PointerEvent): void {
    const pressed = this.pressed;
    const dragged = this.dragged !== null;
    this.cancel();
    if (!pressed) return;
    if (!dragged) return this.click(pressed.cell);
    const cell = cellAt(event);
    if (!cell) return this.remove(pressed.cell);
    this.focused = cell;
    if (cell !== pressed.cell) void this.put(pressed.cell, cell);
  }

  cancel(): void {
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
