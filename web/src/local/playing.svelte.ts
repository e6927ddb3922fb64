// A game without a room: every question goes to the study, chance falls here, a level answers, and what was played is
// kept after each step.
import { sideName } from "../boards";
import { post, refusalOf } from "../lib/api";
import { language, t } from "../lib/i18n.svelte";
import type { Outcome, Refusal, Result, Seat, Step, Study } from "../lib/protocol";
import { keepOpening } from "../openings/openings";
import { speaker } from "../lib/speak.svelte";
import { Table } from "../room/table.svelte";
import { StudyAnswers } from "../study/answers";
import { share } from "../study/curve";
import { LocalClock } from "./clock.svelte";
import { keepGame, type LocalGame } from "./games";

export class LocalPlay extends StudyAnswers {
  readonly table = new Table(this);
  /** What happened, the latest last. */
  steps = $state.raw<Step[]>([]);
  result = $state.raw<Result | null>(null);
  thinking = $state(false);
  wrong = $state.raw<Refusal | null>(null);
  ready = $state(false);
  /** An earlier step that is looked at; null: the game as it stands. */
  looked = $state.raw<Step | null>(null);
  readonly clock: LocalClock | null = null;
  private left = false;

  constructor(readonly kept: LocalGame) {
    super();
    if (kept.clock) this.clock = new LocalClock(kept.clock, (seat) => this.end({ flagged: seat }));
  }

  /** Who is asked to look and to act now. */
  get seat(): Seat {
    const { turn } = this.table.view;
    return this.kept.side ?? (turn === "second" ? "second" : "first");
  }

  get over(): boolean {
    return this.result !== null || this.givenUp;
  }

  /** Ended by those who play, and not by the rules. */
  private get givenUp(): boolean {
    return this.kept.resigned !== "" || this.kept.drawn === true || !!this.kept.flagged;
  }

  /** Puts up the game as it was left. */
  async begin(): Promise<void> {
    try {
      await this.tell();
      this.ready = true;
      await this.goOn();
    } catch (failed) {
      this.wrong = refusalOf(failed);
    }
  }

  /** All steps anew: at the beginning, after a take-back, in another language. */
  async tell(): Promise<void> {
    const study = await this.ask<Study>("/api/study", {});
    this.steps = study.steps;
    this.result = study.result ?? this.settled();
    const last = study.steps.at(-1);
    this.table.jump(last?.view ?? study.view, last ?? null);
    this.table.eye = this.seat;
  }

  /** Looks back at a step; nothing can be done there. Null comes back to the game. */
  readonly look = (step: Step | null): void => {
    if (this.thinking || this.table.animating) return;
    const shown = step ?? this.steps.at(-1);
    if (!shown) return;
    this.looked = step;
    this.table.jump(shown.view, shown);
    this.table.eye = this.seat;
    void this.open();
  };

  leave(): void {
    this.left = true;
    this.table.mayAct = false;
    this.clock?.run(null);
    this.pause();
  }

  /** How much time is left is kept whenever the page goes. */
  readonly pause = (): void => {
    if (this.clock) keepGame(this.kept);
  };

  async act(action: string): Promise<void> {
    const { seat } = this;
    this.clock?.run(null);
    try {
      await this.enter(action);
      this.clock?.acted(seat);
    } catch (wrong) {
      this.table.withdraw();
      await this.open();
      throw wrong;
    }
    void this.goOn().catch((failed: unknown) => (this.wrong = refusalOf(failed)));
  }

  /** Plays one action or outcome, shows it and keeps the game. */
  private async enter(action: string): Promise<void> {
    const since = this.kept.actions.length;
    const actions = [...this.kept.actions, action];
    const study = await this.ask<Study>("/api/study", { actions, since });
    const step = study.steps.at(-1);
    // Whoever gives up while a die is under way has given up before it fell.
    if (!step || this.givenUp) return;
    this.kept.actions = actions;
    this.kept.over = study.result !== null;
    keepGame(this.kept);
    this.steps = [...this.steps, step];
    this.result = study.result;
    if (study.result) this.keepOpening();
    this.table.mayAct = false;
    speaker.say(step.words);
    const shown = { from: this.table.view, entry: step, to: step.view };
    await this.table.play(this.table.confirm(shown) ? [] : [shown]);
    this.table.eye = this.seat;
  }

  /** Until a person is to act: chance falls, the level thinks. */
  private async goOn(): Promise<void> {
    while (!this.over && !this.left) {
      const { turn } = this.table.view;
      if (turn === "chance") await this.enter(await this.fallen());
      else if (this.kept.side && turn !== this.kept.side && turn !== "over") await this.answered();
      else break;
    }
    if (!this.left) await this.open();
  }

  private async fallen(): Promise<string> {
    const { chances } = await this.ask<{ chances: Outcome[] }>("/api/study/choices", { prefix: [], eye: null });
    let left = crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
    return (chances.find((outcome) => (left -= share(outcome.probability)) < 0) ?? chances.at(-1)!).text;
  }

  private async answered(): Promise<void> {
    this.thinking = true;
    try {
      const { level } = this.kept;
      const { action } = await this.ask<{ action: string }>("/api/local/choose", { level, eye: null });
      if (!this.left) await this.enter(action);
    } finally {
      this.thinking = false;
    }
  }

  private async open(): Promise<void> {
    const mine = !this.over && this.table.view.turn === this.seat;
    this.clock?.run(mine ? this.seat : null);
    this.table.mayAct = mine && !this.looked;
    await this.table.draft.refresh();
  }

  /** Back to where the person had to act before. */
  async takeBack(): Promise<void> {
    this.look(null);
    const own = this.steps.findLastIndex((step) => step.kind === "action" && step.seat === this.seat);
    if (own < 0 || this.thinking) return;
    this.kept.actions = this.kept.actions.slice(0, own);
    Object.assign(this.kept, { over: false, resigned: "", drawn: false, flagged: "" });
    keepGame(this.kept);
    await this.begin();
  }

  /** How it began and ended counts among one's own games. */
  private keepOpening(): void {
    const { id, game, options, start } = this.kept;
    const acted = this.steps.filter((step) => step.kind === "action").map((step) => step.text);
    if (!start) keepOpening(`local/${id}`, game, options, acted, this.result?.winner ?? null);
  }

  resign(): void {
    this.end({ resigned: this.seat });
  }

  /** Two at one screen agree; a level never does, as on a server. */
  agreeDraw(): void {
    this.end({ drawn: true });
  }

  private end(how: Pick<LocalGame, "resigned"> | Pick<LocalGame, "drawn" | "flagged">): void {
    Object.assign(this.kept, how, { over: true });
    this.clock?.run(null);
    keepGame(this.kept);
    this.result = this.settled();
    this.keepOpening();
    this.table.mayAct = false;
  }

  /** The end that was agreed or given; null where the rules alone decide. */
  private settled(): Result | null {
    const { resigned, drawn, flagged, side } = this.kept;
    if (drawn) return { winner: null, rule: "", words: t("local.drawn") } as Result;
    const loser = flagged || resigned;
    if (!loser) return null;
    const how = flagged ? "time_up" : "resigned";
    const words = t(side ? `local.${how}` : `local.${how}_side`, { side: this.sideOf(loser) });
    return { winner: loser === "first" ? "second" : "first", rule: "", words } as Result;
  }

  private sideOf(seat: Seat): string {
    return sideName(this.kept.game, seat, this.kept.options, this.table.view?.facts);
  }

  /** The game as a record that every Triarii can open. */
  async record(): Promise<string> {
    const { side, level, date, resigned, drawn, flagged } = this.kept;
    const seats = (["first", "second"] as const).map((seat) => (side && seat !== side ? level : "human"));
    const { record } = await this.ask<{ record: string }>("/api/local/record", {
      seats,
      date,
      resigned,
      drawn,
      flagged,
    });
    return record;
  }

  protected ask<T>(path: string, more: Record<string, unknown>): Promise<T> {
    const { game, start, options, actions } = this.kept;
    const eye = path.startsWith("/api/local") ? {} : { eye: this.table.view ? this.seat : this.kept.side };
    const asked = { game, start, options, actions, ...eye, lang: language.now, ...more };
    return post<T>(path, asked);
  }
}
