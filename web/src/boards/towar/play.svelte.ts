// What a person does at the board of To War! with mouse, finger or keys: a card, a cell of the back row, then direction
// by direction. It speaks to the table in words of an action. Where only one word may follow it is taken without
// asking.
import { ARROWS } from "../../lib/arrows";
import { t } from "../../lib/i18n.svelte";
import type { Choice, Entry, Seat, View } from "../../lib/protocol";
import { asksTwice } from "../../lib/settings.svelte";
import { speaker } from "../../lib/speak.svelte";
import type { Draft } from "../../room/draft.svelte";
import type { Table } from "../../room/table.svelte";
import { CAMP, directionTo, entryCell, follow, seenCells, type Chain } from "./chain";
import { cardsOf, readField, type Field } from "./reading";
import type { Fight } from "./scene.svelte";

/** What a word would bring, with all that must follow it. */
export interface Plan {
  word: string;
  /** This word and those that follow because nothing else is allowed. */
  words: string[];
  /** The whole turn, if no more is to be decided. */
  action: string | null;
  sentences: string[];
  fight: Fight | null;
  /** Cells of own cards that would be lost. */
  losses: string[];
  ends: string;
}

/** A card that follows the pointer. */
export interface Dragged {
  unit: string;
  x: number;
  y: number;
}

const DRAG_FROM = 6;

export class Play {
  focused = $state("b1");
  /** What the mouse, the focus or a dragged card points at. */
  plan = $state.raw<Plan | null>(null);
  /** What is known about each offer, for the numbers beside its target. */
  foreseen = $state.raw<ReadonlyMap<string, Plan>>(new Map());
  dragged = $state.raw<Dragged | null>(null);
  /** The last turn; cards that were drawn since do not hide it. */
  lastAction = $state.raw<Entry | null>(null);
  /** Who sits at the lower edge; the board tells. */
  near = $state<Seat>("first");
  private read: { view: View; field: Field } | null = null;
  /** The prefix lengths at which a person decided. */
  private decisions: number[] = [];
  private held: { unit: string; x: number; y: number; choose: () => void } | null = null;
  private wasDrag = false;

  private readonly draft: Draft;

  constructor(readonly table: Table) {
    this.draft = table.draft;
  }

  /** The position that is shown, read once. Not a derived value: this outlives the board that it was made for. */
  get field(): Field {
    const { view } = this.table;
    if (this.read?.view !== view) this.read = { view, field: readField(view) };
    return this.read.field;
  }

  // What is chosen so far

  get holdsHand(): boolean {
    return this.field.phase === "turn" && !this.field.card;
  }

  /** The seat that acts. */
  get seat(): Seat {
    const { turn } = this.table.view;
    return turn === "first" || turn === "second" ? turn : (this.field.side ?? this.near);
  }

  /** The card that is played: the one face up, or the one chosen from the hand. */
  get card(): string {
    return this.holdsHand ? (this.draft.words[0] ?? "") : this.field.card;
  }

  /** Column and directions. */
  get words(): string[] {
    return this.draft.words.slice(this.holdsHand ? 1 : 0);
  }

  get chain(): Chain {
    const { placed, phase, pushesEnemy } = this.field;
    return follow(placed, this.seat, this.card, phase === "turn" ? this.words : [], pushesEnemy);
  }

  /** The chain with what is aimed at. */
  get aimed(): Chain | null {
    if (!this.plan || this.field.phase !== "turn") return null;
    const words = [...this.draft.words, ...this.plan.words].slice(this.holdsHand ? 1 : 0);
    const card = this.card || (this.plan.words[0] ?? "");
    return words.length ? follow(this.field.placed, this.seat, card, words, this.field.pushesEnemy) : null;
  }

  /** Offers with the cell on which each can be chosen. */
  get targets(): Map<string, Choice> {
    const found = new Map<string, Choice>();
    if (!this.table.mayAct || this.table.animating) return found;
    for (const offer of this.draft.offers) {
      if (offer.cell) found.set(offer.cell, offer);
      else if (offer.text === "f" && this.words.length) found.set(CAMP, offer);
    }
    return found;
  }

  /** A displaced unit waits for its direction. */
  get choosing(): boolean {
    return this.table.mayAct && this.words.length > 0 && !this.table.animating;
  }

  get canUndo(): boolean {
    return this.table.mayAct && this.draft.words.length > 0;
  }

  /** Keeps the last turn in mind while cards are drawn. */
  note(entry: Entry | null, turn: Entry | null = null): void {
    const before = this.lastAction;
    if (entry?.kind === "action") this.lastAction = entry;
    else if (entry?.kind === "chance" && turn) this.lastAction = turn;
    else if (
      entry?.kind !== "chance" ||
      !before ||
      entry.version < before.version ||
      entry.version > before.version + 2
    )
      this.lastAction = null;
  }

  /** The card that broke through: it is off the field, yet it has not fallen. */
  get escaped(): { seat: Seat; unit: string } | null {
    const event = this.field.phase === "over" && this.lastAction?.events.find(({ kind }) => kind === "broke_through");
    return event ? { seat: event.seat as Seat, unit: String(event.unit) } : null;
  }

  // Deciding before the turn has come. The cards of the hand are known then, and whatever the other side does, they can
  // be played; where a chain will lead is known too seldom for more than its beginning.

  /** The other side decides, and this person holds cards to choose from. */
  get waits(): boolean {
    const { table } = this;
    return table.mayPremove && !table.mayAct && !table.comes && !table.animating && this.ownHand.length > 0;
  }

  private get ownHand(): string[] {
    const { eye } = this.table;
    return eye === "observer" || !this.holdsHand ? [] : cardsOf(this.field.armies[eye].hand ?? {});
  }

  /** The card for the own next turn, and the cell where it comes in if that is decided as well. */
  get planned(): string[] {
    return this.waits ? (this.table.premoves.list[0] ?? []) : [];
  }

  /** Whether a click there says where the planned card comes in. */
  plannable(cell: string): boolean {
    const { eye } = this.table;
    return this.planned.length > 0 && eye !== "observer" && cell === entryCell(eye, cell[0] ?? "");
  }

  get plannedWords(): string {
    const [card, cell] = this.planned;
    if (!card) return t("towar.ahead.may");
    const unit = t(`towar.unit.${card}`);
    return cell ? t("towar.ahead.space", { unit, cell }) : t("towar.ahead.card", { unit });
  }

  private planCard(unit: string): void {
    const { premoves } = this.table;
    if (this.planned[0] === unit) return void premoves.clear();
    premoves.keep([unit]);
    speaker.say(this.plannedWords);
  }

  private planSpace(cell: string): void {
    const [unit, before] = this.planned;
    if (!unit || !this.plannable(cell)) return;
    this.table.premoves.keep(before === cell ? [unit] : [unit, cell]);
    speaker.say(this.plannedWords);
  }

  /** The turn has come: it is begun as was decided. A turn that would be over with that waits for a second choice. */
  begin(words: string[]): void {
    const [unit, column] = words;
    if (!unit) return;
    if (this.draft.words[0] !== unit) void this.chooseCard(unit);
    if (column) void this.take(column, entryCell(this.seat, column), { twice: true });
  }

  // Looking ahead

  /** Follows a word as far as nothing is left to decide. */
  private planOf(word: string): Plan {
    const plan: Plan = { word, words: [word], action: null, sentences: [], fight: null, losses: [], ends: "" };
    for (;;) {
      const told = this.draft.foresight.get([...this.draft.words, ...plan.words]);
      if (told.action !== undefined) {
        const preview = told.preview ?? {};
        plan.action = told.action;
        plan.sentences = told.words ?? [];
        const fight = preview.fight as Fight | undefined;
        plan.fight = fight?.outcome ? fight : null;
        plan.losses = (preview.losses as string[] | undefined) ?? [];
        plan.ends = String(preview.ends ?? "");
        return plan;
      }
      const offers = told.choices ?? [];
      if (offers.length !== 1) return plan;
      plan.words.push(offers[0]!.text);
    }
  }

  /** After the offers have changed: the fights next to whoever moves are looked up at once. */
  foresee(enemies: ReadonlySet<string>): void {
    const fights = [...this.targets].filter(([cell]) => enemies.has(cell));
    const view = this.table.view;
    this.foreseen = new Map();
    void this.draft.foresight.look(() => {
      const plans = fights.map(([, offer]) => this.planOf(offer.text));
      if (view === this.table.view) this.foreseen = new Map(plans.map((plan) => [plan.word, plan]));
    });
  }

  /** Points at a cell, without choosing it. */
  aim(cell: string, aloud = false): void {
    if (this.draft.pinned) return;
    const offer = this.targets.get(cell);
    // Staying where it is needs no preview: the mouse rests there after the step before.
    if (!offer || offer.text === ".") return this.lookAway();
    if (this.plan?.word === offer.text) return;
    const { words } = this.draft;
    void this.draft.foresight.look(() => {
      if (words !== this.draft.words || this.draft.pinned) return;
      const plan = (this.plan = this.planOf(offer.text));
      this.draft.aim = {
        word: plan.word,
        action: plan.action,
        preview: null,
        words: plan.sentences,
        costs: plan.losses.length > 0,
      };
      if (aloud && plan.sentences.length) speaker.say(plan.sentences);
    });
  }

  lookAway(): void {
    this.plan = null;
    if (!this.draft.pinned) this.draft.aim = null;
  }

  // Choosing

  /**
   * Takes a word and all that must follow. A turn that costs own cards wants a second choice, and so may any other.
   */
  take(word: string, cell = "", { touch = false, twice = false } = {}): Promise<void> {
    const { draft } = this;
    return draft.soon(() => {
      if (!this.table.mayAct || draft.sending) return;
      if (draft.pinned && draft.aim?.word === word) return void draft.take(word, cell, { sure: true });
      const plan = this.planOf(word);
      this.lookAway();
      const careful =
        plan.action !== null && this.field.phase === "turn" && (twice || plan.losses.length > 0 || asksTwice(touch));
      if (plan.action !== null && !careful) return void draft.act(plan.action, cell);
      const before = draft.words.length;
      draft.pinned = false;
      for (const next of careful ? plan.words.slice(0, -1) : plan.words) void draft.choose(next, cell);
      this.decisions = [...this.decisions.filter((length) => length < before), before];
      if (!careful) return this.ask();
      const last = plan.words[plan.words.length - 1]!;
      void draft.pin(last);
      this.plan = { ...plan, word: last, words: [last] };
      if (plan.losses.length) speaker.warn([...plan.sentences, t("room.sure")]);
    }, cell);
  }

  /** Says the question that is open now. */
  private ask(): void {
    const labels = this.draft.offers.map((offer) => offer.label);
    const mover = this.chain.placed.find((card) => card.key === this.chain.mover);
    if (!labels.length || !mover) return;
    const unit = t(`towar.unit.${mover.unit}`);
    const lead = t(this.chain.lifted ? "towar.ask.displaced" : "towar.ask.further", { unit });
    speaker.say(`${lead} ${labels.join("; ")}.`);
    this.goTo(this.chain.at, document.activeElement?.closest(".towar-grid") !== null);
  }

  /** Back to where the person decided last. */
  undo(): void {
    const length = this.decisions.filter((one) => one < this.draft.words.length).pop() ?? 0;
    this.lookAway();
    this.draft.unchoose(length);
    this.plan = null;
  }

  cancel(): void {
    this.lookAway();
    this.draft.unchoose(0);
    this.plan = null;
  }

  /** Another card of the hand, whatever was begun with the last. */
  chooseCard(unit: string): Promise<void> {
    if (this.waits) {
      this.planCard(unit);
      return Promise.resolve();
    }
    return this.draft.soon(() => {
      if (!this.table.mayAct || !this.holdsHand) return;
      if (this.draft.words[0] === unit) return this.cancel();
      void this.draft.restart(unit);
      this.lookAway();
      this.decisions = [0];
      speaker.say(t("towar.hand.chosen", { unit: t(`towar.unit.${unit}`) }));
    });
  }

  /** A click, tap or Enter on a cell or the camp. */
  click(cell: string, touch = false): Promise<void> {
    const { table, draft } = this;
    table.skip();
    if (this.waits) {
      this.planSpace(cell);
      return Promise.resolve();
    }
    return draft.soon(() => {
      if (!table.mayAct) return;
      const offer = this.targets.get(cell);
      if (offer) return void this.take(offer.text, cell, { touch });
      if (this.holdsHand && !this.card) {
        draft.clearMarks();
        return speaker.warn(t("towar.ask.card"));
      }
      const word = this.wordFor(cell);
      if (!word) return draft.clearMarks();
      void draft.askWhyNot(word, cell);
    }, cell);
  }

  /** The word that a cell would stand for if it were offered; the server then says why it is not. */
  private wordFor(cell: string): string {
    if (this.field.phase === "deploy") return cell;
    if (this.words.length) return directionTo(this.chain.at, cell, this.seat);
    return cell === entryCell(this.seat, cell[0] ?? "") ? cell[0]! : "";
  }

  // Dragging a card: from beside the field, or the one in the air

  press(event: PointerEvent, unit: string, choose: () => void = () => undefined): void {
    this.wasDrag = false;
    if (event.button !== 0 || !(this.table.mayAct || this.table.comes)) return;
    this.table.skip();
    this.held = { unit, x: event.clientX, y: event.clientY, choose };
  }

  drag(event: PointerEvent): void {
    if (!this.held) return;
    const far = Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y);
    if (!this.dragged && far < DRAG_FROM) return;
    if (!this.dragged) {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.held.choose();
    }
    this.dragged = { unit: this.held.unit, x: event.clientX, y: event.clientY };
    this.aim(cellAt(event));
  }

  drop(event: PointerEvent): void {
    const dragged = this.dragged;
    this.held = null;
    this.dragged = null;
    this.wasDrag = dragged !== null;
    if (!dragged) return;
    const cell = cellAt(event);
    this.lookAway();
    if (cell && cell !== this.chain.at) void this.click(cell);
  }

  /** True once for the click that a browser sends after a drag. */
  get endsDrag(): boolean {
    const ended = this.wasDrag;
    this.wasDrag = false;
    return ended;
  }

  letGo(): void {
    this.held = null;
    this.dragged = null;
  }

  // Keys

  /** Keys that are meant for the board wherever the focus is. */
  anywhere(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog"))
      return false;
    if (event.key === "Backspace" && this.canUndo) this.undo();
    else if (event.key === "Escape" && this.canUndo && !this.table.animating) this.cancel();
    else if (/^[1-3]$/.test(event.key) && this.holdsHand && (this.table.mayAct || this.waits)) {
      const seat = this.waits && this.table.eye !== "observer" ? this.table.eye : this.seat;
      const unit = cardsOf(this.field.armies[seat].hand ?? {})[Number(event.key) - 1];
      if (!unit) return false;
      if (this.draft.words[0] !== unit) void this.chooseCard(unit);
    } else return false;
    return true;
  }

  /** Keys on the grid of cells. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = ARROWS[event.key];
    if (step) this.walk(...step);
    else if (event.key === "Enter" || event.key === " ") void this.click(this.focused);
    else return false;
    return true;
  }

  private walk(down: number, right: number): void {
    if (this.focused === CAMP) {
      if (down > 0) this.goTo(seenCells(this.near)[0]![1]!);
      return;
    }
    const seen = seenCells(this.near);
    const row = seen.findIndex((cells) => cells.includes(this.focused));
    const column = seen[row]?.indexOf(this.focused) ?? 0;
    if (row + down < 0) this.goTo(CAMP);
    else {
      const next = seen[row + down]?.[column + right];
      if (next) this.goTo(next);
    }
  }

  private goTo(cell: string, focus = true): void {
    this.focused = cell;
    if (!focus) return;
    document.querySelector<HTMLElement>(`.towar-grid [data-cell="${cell}"]`)?.focus();
    this.aim(cell, true);
  }
}

function cellAt(event: PointerEvent): string {
  const there = document.elementsFromPoint(event.clientX, event.clientY);
  return there.map((element) => element.closest<HTMLElement>("[data-cell]")?.dataset.cell).find((cell) => cell) ?? "";
}
