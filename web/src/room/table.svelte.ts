// What a board and the panel beside it share: the view that is shown, the steps that are played one after the other,
// and the draft of an action. It knows no rules and no game; rooms, studies and lessons own one.
import { lessMotion } from "../lib/motion";
import type { AimsAnswer, Entry, Eye, OverlaysAnswer, SceneTold, Seat, View } from "../lib/protocol";
import type { Stage } from "./agenda.svelte";
import { Draft } from "./draft.svelte";
import type { Counsel } from "./foresight";
import { Premoves } from "./premoves.svelte";
import type { Animator, Step } from "./steps";

/** A place on a table without cells, in the measures of the game. */
export type Spot = [x: number, y: number];

/** Who answers the questions of a board: a room over its socket, or a study over HTTP. */
export interface Answers extends Counsel {
  /** Who shall come where: the place of the first of them, how it faces, whom it meets. */
  aims(who: string[], place: Spot, heading: number | null, target: string | null): Promise<AimsAnswer>;
  overlays(): Promise<OverlaysAnswer>;
}

/** Something of a game that belongs to one table. */
type Part<T> = new (table: Table) => T;

/** An own action that is shown before it is confirmed. */
interface Ahead {
  step: Step;
  confirmed: Promise<(Step & { to: View }) | null>;
  confirm: (told: (Step & { to: View }) | null) => void;
}

export class Table implements Stage {
  /** What is shown now; during a step what it started from. */
  view = $state.raw<View>() as View;
  /** The entry that led to `view`, for marks of the last move. */
  last = $state.raw<Entry | null>(null);
  /** After a jump: the action before `last`, if that is only a chance that fell since. */
  lastAction = $state.raw<Entry | null>(null);
  step = $state.raw<Step | null>(null);
  eye = $state<Eye>("observer");
  flipped = $state(false);
  mayAct = $state(false);
  comes = $state(false);
  /** An own action is shown to its end, and the server has not confirmed it yet. */
  unconfirmed = $state(false);
  readonly draft: Draft;
  readonly premoves: Premoves;
  /** The other seat is to act: a move can be decided beforehand. */
  mayPremove = $state(false);
  /** Keys that are meant for the board wherever the focus is; true if it took one. The board tells. */
  keys: ((event: KeyboardEvent) => boolean) | null = null;

  /** Takes the last own action back, where this table belongs to a room in which that can be asked. */
  undo: (() => Promise<void>) | null = null;

  animator: Animator | null = null;
  /** The board can show an own action before it is confirmed. */
  foreshows = true;
  private queue: Step[] = [];
  private stopper: AbortController | null = null;
  private running: Promise<void> | null = null;
  private ahead = $state.raw<Ahead | null>(null);
  private readonly parts = new Map<Part<unknown>, unknown>();
  private drawn: Promise<OverlaysAnswer> | null = null;

  constructor(
    private readonly answers: Answers,
    view?: View,
  ) {
    if (view) this.view = view;
    this.draft = new Draft(answers, this);
    this.premoves = new Premoves(this.draft);
  }

  get animating(): boolean {
    return this.step !== null;
  }

  get turn(): Seat | null {
    const { turn } = this.view;
    return turn === "first" || turn === "second" ? turn : null;
  }

  /** What board and panel of this table share beyond the draft, such as who is selected: made once, gone with it. */
  part<T>(Kind: Part<T>): T {
    const known = this.parts.get(Kind);
    if (known instanceof Kind) return known;
    const made = new Kind(this);
    this.parts.set(Kind, made);
    return made;
  }

  // Showing

  /** Shows a view at once: after a gap, when looking back, at the start. */
  jump(view: View, last: Entry | null, lastAction: Entry | null = null): void {
    this.queue = [];
    this.stopper?.abort();
    this.step = null;
    this.withdraw();
    this.view = view;
    this.last = last;
    this.lastAction = lastAction;
    this.forgetAnswers();
  }

  /** Plays steps one after the other; resolves when the last is over. */
  play(steps: Step[]): Promise<void> {
    this.forgetAnswers();
    this.queue.push(...steps);
    return this.carryOn();
  }

  /** When all that is being shown has been shown. */
  get settled(): Promise<void> {
    return this.running ?? Promise.resolve();
  }

  /** Any key, click or next move ends what is being shown. */
  skip(): boolean {
    if (!this.step || this.unconfirmed) return false;
    this.stopper?.abort();
    return true;
  }

  /** Shows an own action as it will be entered, until the server confirms it or not. */
  foreshow(entry: Entry, scene?: SceneTold): void {
    if (this.step || !this.foreshows) return;
    const shown = scene ? { ...entry, view: { ...this.view, scene } } : entry;
    let confirm!: Ahead["confirm"];
    const confirmed = new Promise<(Step & { to: View }) | null>((settle) => (confirm = settle));
    const step: Step = { from: this.view, entry: shown, to: null };
    this.ahead = { step, confirm, confirmed };
    this.mayAct = false;
    this.queue.push(step);
    void this.carryOn();
  }

  /** Whether an own action is shown that the server has not confirmed yet. */
  get foreshown(): boolean {
    return this.ahead !== null;
  }

  /** The server tells what came: true if that is what is shown already. Else that goes back. */
  confirm(told: (Step & { to: View }) | undefined): boolean {
    const { ahead } = this;
    if (!ahead) return false;
    this.ahead = null;
    const { entry } = ahead.step;
    const same = told?.entry.kind === "action" && told.entry.seat === entry.seat && told.entry.text === entry.text;
    ahead.confirm(same ? told : null);
    return same;
  }

  /** What is shown before its time goes back. */
  withdraw(): void {
    this.confirm(undefined);
  }

  private carryOn(): Promise<void> {
    this.running ??= this.run().finally(() => (this.running = null));
    return this.running;
  }

  private async run(): Promise<void> {
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      const stopper = new AbortController();
      this.stopper = stopper;
      if (lessMotion() || this.queue.length > 8) stopper.abort();
      this.view = step.from;
      this.step = step;
      const ahead = this.ahead?.step === step ? this.ahead : null;
      let shown: Step | null = step;
      try {
        await this.animator?.(step, stopper.signal);
        if (ahead) {
          this.unconfirmed = true;
          shown = await ahead.confirmed;
        }
      } finally {
        this.unconfirmed = false;
        if (this.step === step) {
          if (shown?.to) [this.view, this.last, this.lastAction] = [shown.to, shown.entry, null];
          this.step = null;
        }
      }
    }
  }

  // Questions about the view that is shown; answers are kept as long as it is

  forgetAnswers(): void {
    this.drawn = null;
    this.draft.forget();
  }

  /**
   * What would bring these pieces there, the best first. Refused as `superseded` when another place was asked for
   * since.
   */
  aims(who: string[], place: Spot, heading: number | null = null, target: string | null = null): Promise<AimsAnswer> {
    const whole: Spot = [Math.round(place[0]), Math.round(place[1])];
    return this.answers.aims(who, whole, heading === null ? null : Math.round(heading), target);
  }

  /** Shapes that a board shows on request. */
  overlays(): Promise<OverlaysAnswer> {
    this.drawn ??= this.answers.overlays();
    const asked = this.drawn;
    asked.catch(() => {
      if (this.drawn === asked) this.drawn = null;
    });
    return asked;
  }
}
