// Learn from your mistakes: the places where a side went wrong, one after the other, to be played better on the board.
import { refusalOf } from "../lib/api";
import type { Judged, Seat } from "../lib/protocol";
import { speaker } from "../lib/speak.svelte";
import { t } from "../lib/i18n.svelte";
import type { Analysis } from "./analysis.svelte";
import type { Course } from "./engine.svelte";
import type { Node } from "./tree";
import { lessonsIn, type Blame } from "./verdicts";

/** What counts as found: the best move, or one that the engine calls good. */
const FOUND = ["best", "good"];

export class Drills {
  private lessons = $state.raw<Blame[]>([]);
  number = $state(0);
  /** What is known of the last try; null: none yet. */
  tried = $state.raw<Judged | null>(null);
  asking = $state(false);
  shown = $state(false);

  constructor(
    readonly analysis: Analysis,
    private readonly course: Course,
  ) {}

  /** The mistake that is tried again; null: no drill. */
  get at(): Blame | null {
    return this.lessons[this.number] ?? null;
  }

  get count(): number {
    return this.lessons.length;
  }

  /** The move was found, or shown. */
  get done(): boolean {
    return this.shown || FOUND.includes(this.tried?.verdict ?? "");
  }

  begin(seat: Seat): void {
    this.lessons = lessonsIn(this.course.judged, seat);
    this.open(0);
  }

  end(): void {
    this.lessons = [];
    this.tried = null;
  }

  next(): void {
    if (this.number + 1 < this.count) this.open(this.number + 1);
    else this.end();
  }

  again(): void {
    this.open(this.number);
  }

  /** Shows the better move. */
  show(): void {
    const best = this.at?.judged.best;
    this.again();
    this.shown = true;
    if (best) this.analysis.pointed = [best.action];
  }

  private open(number: number): void {
    this.number = number;
    [this.tried, this.shown] = [null, false];
    const place = this.at?.node.parent;
    if (place) this.analysis.go(place);
  }

  /** Somebody went to a place: perhaps by a move that is to be judged. */
  moved(to: Node): void {
    const lesson = this.at;
    if (!lesson || this.done || to.parent !== lesson.node.parent || !to.seat) return;
    void this.judge(lesson, to);
  }

  private async judge(lesson: Blame, to: Node): Promise<void> {
    if (to.action === lesson.judged.action) return this.tell({ ...lesson.judged });
    this.asking = true;
    try {
      const found = await this.course.judge(lesson.node.parent!, to.action);
      if (this.at === lesson) this.tell(found);
    } catch (failed) {
      this.analysis.table.draft.refuse(refusalOf(failed));
    }
    this.asking = false;
  }

  private tell(judged: Judged): void {
    this.tried = judged;
    speaker.say(t(this.done ? "verdicts.found" : "verdicts.not_found"));
  }
}
