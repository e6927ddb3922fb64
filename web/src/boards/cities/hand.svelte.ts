// What a person does on the board of Cities & Heroes with mouse, finger or keys. It speaks to the table in words of an
// action and knows only where things are, never what is allowed.
import { ARROWS } from "../../lib/arrows";
import { other, type Choice, type Seat } from "../../lib/protocol";
import { asksTwice } from "../../lib/settings.svelte";
import { speaker } from "../../lib/speak.svelte";
import type { Draft } from "../../room/draft.svelte";
import type { Table } from "../../room/table.svelte";
import { reachWords } from "./labels";
import { Reaches } from "./reach.svelte";
import { COLUMNS, SIZE, columnOf, rowOf, seenSquares } from "./reading";

interface Held {
  square: string;
  x: number;
  y: number;
  /** This press chose the piece; lifting without a move does nothing more. */
  fresh: boolean;
}

/** Where on the board something happened; the middle of a square is a whole number. */
interface Place {
  column: number;
  row: number;
  square: string;
}

const DRAG_FROM = 6;
/** How far from a target, in squares, a finger or a dropped piece may be. */
const REACH = 0.8;

export class Hand {
  focused = $state("a1");
  hovered = $state("");
  /** The chosen piece in the air, in columns and rows. */
  dragged = $state.raw<{ from: string; column: number; row: number } | null>(null);
  /** While a move is made by dropping a piece: where it was taken up. */
  carried = "";
  readonly reaches: Reaches;
  private held: Held | null = null;
  private readonly draft: Draft;

  constructor(
    private readonly table: Table,
    private readonly near: () => Seat,
    private readonly ownerOf: (square: string) => Seat | undefined,
  ) {
    this.draft = table.draft;
    this.reaches = new Reaches(table);
  }

  get chosen(): string {
    return this.draft.words[0] ?? "";
  }

  /** The squares of pieces that can move now. */
  get movable(): Choice[] {
    return this.draft.first.filter((choice) => choice.cell);
  }

  get targets(): Choice[] {
    return this.draft.words.length ? this.draft.offers.filter((choice) => choice.cell) : [];
  }

  // Mouse and finger: whatever comes before it is known what can be chosen waits for that, in order

  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.table.skip();
    const { square } = this.place(event);
    if (!square) return;
    this.focused = square;
    const held: Held = { square, x: event.clientX, y: event.clientY, fresh: false };
    if (this.ahead) {
      this.clickAhead(square);
      if (this.table.premoves.begun === square) this.held = { ...held, fresh: true };
      return;
    }
    if (!this.table.mayAct && !this.table.comes) return this.show(square);
    this.held = held;
    void this.draft.soon(() => {
      if (!this.table.mayAct) return;
      const own = this.choosable(square);
      const fresh = own && square !== this.chosen && !this.targetAt(square);
      if (fresh) void this.draft.restart(square, square);
      held.fresh = fresh;
    }, square);
  }

  move(event: PointerEvent): void {
    const at = this.place(event);
    if (!this.held) {
      if (event.pointerType === "mouse") this.hover(at.square);
      return;
    }
    const far = Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y);
    if (!this.dragged && far < DRAG_FROM) return;
    const begun = this.ahead ? this.table.premoves.begun : this.chosen;
    if (!this.draft.pending && this.held.square !== begun) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.dragged = { from: this.held.square, column: at.column, row: at.row };
    void this.draft.aimAt(this.nearest(at.column, at.row)?.text ?? null);
  }

  release(event: PointerEvent): void {
    const { held, dragged } = this;
    this.held = null;
    this.dragged = null;
    if (!held) return;
    const at = this.place(event);
    if (this.ahead) {
      if (dragged && at.square && at.square !== dragged.from) this.table.premoves.add(dragged.from, at.square);
      return;
    }
    const mouse = event.pointerType === "mouse";
    void this.draft.soon(() => {
      if (dragged) this.drop(held.square, at);
      else if (held.fresh) return;
      else if (mouse) this.click(held.square);
      else this.tap(held.square, at.column, at.row);
    }, at.square);
  }

  private drop(from: string, at: Place): void {
    if (from !== this.chosen) return;
    const target = this.nearest(at.column, at.row);
    if (target?.cell && target.cell !== from) {
      this.carried = from;
      void this.draft.take(target.text, target.cell, { twice: asksTwice(false) });
      this.carried = "";
    } else if (at.square && at.square !== from) void this.draft.askWhyNot(at.square);
  }

  cancel(): void {
    this.held = null;
    this.dragged = null;
    this.hover("");
  }

  private hover(square: string): void {
    if (square === this.hovered) return;
    this.hovered = square;
    if (!this.draft.words.length || this.draft.pinned) return;
    const target = this.targetAt(square);
    // Staying where it is needs a choice of its own: the mouse rests on the piece after choosing it.
    void this.draft.aimAt(target && target.cell !== this.chosen ? target.text : null);
  }

  /** Moves are decided before the turn has come. */
  private get ahead(): boolean {
    return !this.table.mayAct && !this.table.comes && this.table.mayPremove;
  }

  /** A piece, then where it shall go; anything else gives up what was decided. */
  private clickAhead(square: string): void {
    const { premoves, eye } = this.table;
    if (premoves.begun === square) premoves.begun = "";
    else if (premoves.begun) premoves.add(premoves.begun, square);
    else if (this.ownerOf(square) === eye || premoves.endsAt(square)) premoves.begun = square;
    else if (this.ownerOf(square)) return this.show(square);
    else premoves.clear();
    this.reaches.square = premoves.begun;
  }

  /** A piece that cannot be moved now tells where it could go; anything else ends that. */
  private show(square: string): void {
    const { reaches } = this;
    if (!this.ownerOf(square)) return void (reaches.square = "");
    reaches.toggle(square);
    if (reaches.square) speaker.say(reachWords(square, reaches.goals));
  }

  /** A click or Enter on a square. */
  click(square: string): void {
    if (this.ahead) return this.clickAhead(square);
    if (!this.table.mayAct && !this.table.comes) return this.show(square);
    void this.draft.soon(() => {
      if (!this.table.mayAct) return;
      const target = this.targetAt(square);
      if (target) {
        const again = this.draft.pinned && this.draft.aim?.word === target.text;
        if (target.cell === this.chosen && !again) void this.draft.pin(target.text);
        else void this.draft.take(target.text, square, { twice: asksTwice(false) });
      } else if (square === this.chosen) this.draft.unchoose(0);
      else if (this.choosable(square)) void this.draft.restart(square, square);
      else if (!this.draft.words.length && this.ownerOf(square) === other(this.table.turn ?? this.near()))
        return this.show(square);
      else if (this.draft.words.length || this.ownerOf(square)) void this.draft.askWhyNot(square);
      else this.draft.clearMarks();
      this.reaches.square = "";
    }, square);
  }

  /** A finger is broad: it means the nearest target, and mostly plays at the second tap. */
  private tap(square: string, column: number, row: number): void {
    if (!this.draft.words.length) return this.click(square);
    const target = this.targetAt(square) ?? (this.ownerOf(square) ? undefined : this.nearest(column, row, 1.3));
    if (!target?.cell) return this.click(square);
    const again = this.draft.pinned && this.draft.aim?.word === target.text;
    if (again || !asksTwice(true)) void this.draft.take(target.text, target.cell);
    else void this.draft.pin(target.text);
  }

  private choosable(square: string): boolean {
    return this.movable.some((choice) => choice.cell === square);
  }

  private targetAt(square: string): Choice | undefined {
    return this.targets.find((choice) => choice.cell === square);
  }

  private nearest(column: number, row: number, reach = REACH): Choice | undefined {
    let best: Choice | undefined;
    let least = reach;
    for (const choice of this.targets) {
      const far = Math.hypot(columnOf(choice.cell!) - column, rowOf(choice.cell!) - row);
      if (far < least) [best, least] = [choice, far];
    }
    return best;
  }

  private place(event: PointerEvent): Place {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    let column = ((event.clientX - box.left) / box.width) * SIZE - 0.5;
    let row = SIZE - 0.5 - ((event.clientY - box.top) / box.height) * SIZE;
    if (this.near() === "second") [column, row] = [SIZE - 1 - column, SIZE - 1 - row];
    const [c, r] = [Math.round(column), Math.round(row)];
    const inside = c >= 0 && c < SIZE && r >= 0 && r < SIZE;
    return { column, row, square: inside ? `${COLUMNS[c]}${r + 1}` : "" };
  }

  // Keys

  /** True if the key was meant for the board. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = ARROWS[event.key];
    if (step) this.walk(...step);
    else if (event.key === "Enter" || event.key === " ") {
      this.table.skip();
      this.click(this.focused);
    } else if (event.key === "Escape") {
      if (!this.draft.words.length) this.reaches.square = "";
      if (this.table.skip() || !this.draft.words.length) return this.table.animating;
      this.goTo(this.chosen);
      this.draft.unchoose(0);
    } else if (event.key === "Backspace" && this.draft.words.length) this.draft.unchoose(0);
    else if (event.key === "n") this.next(1);
    else if (event.key === "p") this.next(-1);
    else return false;
    return true;
  }

  private walk(down: number, right: number): void {
    const seen = seenSquares(this.near());
    const row = seen.findIndex((squares) => squares.includes(this.focused));
    const column = seen[row]?.indexOf(this.focused) ?? 0;
    const next = seen[row + down]?.[column + right];
    if (next) this.goTo(next);
  }

  /** The next piece that can move; with a piece chosen, its next target. */
  private next(way: 1 | -1): void {
    const list = this.draft.words.length ? this.targets : this.movable;
    if (!list.length) return;
    const at = list.findIndex((choice) => choice.cell === this.focused);
    const i = at < 0 ? (way > 0 ? 0 : list.length - 1) : (at + way + list.length) % list.length;
    this.goTo(list[i]!.cell!);
  }

  private goTo(square: string): void {
    this.focused = square;
    document.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
    this.look(square);
  }

  /** With a piece chosen, the square under the focus is aimed at, and what it brings is said. */
  private look(square: string): void {
    if (!this.draft.words.length || this.draft.pinned) return;
    const target = this.targetAt(square);
    void this.draft.aimAt(target?.text ?? null).then((aim) => {
      if (aim?.words.length && this.focused === square) speaker.say(aim.words);
    });
  }
}
