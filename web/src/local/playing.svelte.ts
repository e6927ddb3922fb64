// A game without a room: every question goes to the study, chance falls here, a level answers, and what was played is
// kept after each step.
import { post, refusalOf } from "../lib/api";
import { language, t } from "../lib/i18n.svelte";
import type {
  AimsAnswer,
  ChoicesAnswer,
  Outcome,
  OverlaysAnswer,
  PreviewAnswer,
  Refusal,
  Result,
  Seat,
  Step,
  Study,
} from "../lib/protocol";
import { speaker } from "../lib/speak.svelte";
import { Table, type Answers, type Spot } from "../room/table.svelte";
import { share } from "../study/curve";
import { keepGame, type LocalGame } from "./games";

export class LocalPlay implements Answers {
  readonly table = new Table(this);
  /** What happened, the latest last. */
  steps = $state.raw<Step[]>([]);
  result = $state.raw<Result | null>(null);
  thinking = $state(false);
  wrong = $state.raw<Refusal | null>(null);
  ready = $state(false);
  private left = false;

  constructor(readonly kept: LocalGame) {}

  /** Who is asked to look and to act now. */
  get seat(): Seat {
    const { turn } = this.table.view;
    return this.kept.side ?? (turn === "second" ? "second" : "first");
  }

  get over(): boolean {
    return this.result !== null || this.kept.resigned !== "";
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
    this.result = study.result;
    const last = study.steps.at(-1);
    this.table.jump(last?.view ?? study.view, last ?? null);
    this.table.eye = this.seat;
  }

  leave(): void {
    this.left = true;
    this.table.mayAct = false;
  }

  choices(prefix: string[]): Promise<ChoicesAnswer> {
    return this.ask<ChoicesAnswer>("/api/study/choices", { prefix, whole: true });
  }

  preview(action: string): Promise<PreviewAnswer> {
    return this.ask<PreviewAnswer>("/api/study/preview", { action });
  }

  aims(who: string[], place: Spot, heading: number | null, target: string | null): Promise<AimsAnswer> {
    return this.ask<AimsAnswer>("/api/study/aims", { who, place, heading, target });
  }

  overlays(): Promise<OverlaysAnswer> {
    return this.ask<OverlaysAnswer>("/api/study/overlays", {});
  }

  async act(action: string): Promise<void> {
    try {
      await this.enter(action);
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
    if (!step || this.kept.resigned) return;
    this.kept.actions = actions;
    this.kept.over = study.result !== null;
    keepGame(this.kept);
    this.steps = [...this.steps, step];
    this.result = study.result;
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
    this.table.mayAct = !this.over && this.table.view.turn === this.seat;
    await this.table.draft.refresh();
  }

  /** Back to where the person had to act before. */
  async takeBack(): Promise<void> {
    const own = this.steps.findLastIndex((step) => step.kind === "action" && step.seat === this.seat);
    if (own < 0 || this.thinking) return;
    this.kept.actions = this.kept.actions.slice(0, own);
    Object.assign(this.kept, { over: false, resigned: "" });
    keepGame(this.kept);
    await this.begin();
  }

  resign(): void {
    Object.assign(this.kept, { resigned: this.seat, over: true });
    keepGame(this.kept);
    this.result = {
      winner: this.seat === "first" ? "second" : "first",
      rule: "",
      words: t("local.resigned"),
    } as Result;
    this.table.mayAct = false;
  }

  /** The game as a record that every Triarii can open. */
  async record(): Promise<string> {
    const { side, level, date, resigned } = this.kept;
    const seats = (["first", "second"] as const).map((seat) => (side && seat !== side ? level : "human"));
    const { record } = await this.ask<{ record: string }>("/api/local/record", { seats, date, resigned });
    return record;
  }

  private ask<T>(path: string, more: Record<string, unknown>): Promise<T> {
    const { game, start, options, actions } = this.kept;
    const eye = path.startsWith("/api/local") ? {} : { eye: this.table.view ? this.seat : this.kept.side };
    const asked = { game, start, options, actions, ...eye, lang: language.now, ...more };
    return post<T>(path, asked);
  }
}
