// A position outside of any room that can be played on: every question goes to the study of the server, so the rules are the real ones.
import { post } from "../lib/api";
import { language } from "../lib/i18n.svelte";
import type { AimsAnswer, ChoicesAnswer, OverlaysAnswer, PreviewAnswer, Seat, Step, Study } from "../lib/protocol";
import { speaker } from "../lib/speak.svelte";
import { Table, type Answers, type Spot } from "../room/table.svelte";

export interface Setup {
  game: string;
  start: string;
  options?: Record<string, unknown>;
}

export class StudyPlay implements Answers {
  readonly table = new Table(this);
  study = $state.raw<Study | null>(null);
  actions: string[] = [];
  private readonly previews = new Map<string, PreviewAnswer>();

  constructor(
    readonly setup: Setup,
    /** Who sits before the screen. */
    readonly seat: Seat,
    /** Told after every action, once it has been shown. */
    private readonly told: (step: Step, study: Study) => void = () => undefined,
  ) {
    this.table.eye = seat;
  }

  /** Puts up the position as it was at first. */
  async begin(): Promise<void> {
    this.actions = [];
    this.study = await this.ask<Study>("/api/study", {});
    this.table.jump(this.study.view, null);
    await this.open();
  }

  async choices(prefix: string[]): Promise<ChoicesAnswer> {
    const answer = await this.ask<ChoicesAnswer & Partial<PreviewAnswer>>("/api/study/choices", { prefix });
    if (answer.action !== undefined)
      this.previews.set(answer.action, { preview: answer.preview ?? {}, words: answer.words ?? [] });
    return answer;
  }

  /** A whole action comes with its preview, so it is known by now. */
  preview(action: string): Promise<PreviewAnswer> {
    return Promise.resolve(this.previews.get(action) ?? { preview: {}, words: [] });
  }

  async aims(who: string[], place: Spot, heading: number | null, target: string | null): Promise<AimsAnswer> {
    const answer = await this.ask<AimsAnswer>("/api/study/aims", { who, place, heading, target });
    for (const { action, preview, words } of answer.aims) this.previews.set(action, { preview, words });
    return answer;
  }

  overlays(): Promise<OverlaysAnswer> {
    return this.ask<OverlaysAnswer>("/api/study/overlays", {});
  }

  async act(action: string): Promise<void> {
    const actions = [...this.actions, action];
    const study = await this.ask<Study>("/api/study", { actions });
    const step = study.steps.at(-1);
    if (!step) return;
    this.actions = actions;
    this.study = study;
    this.table.mayAct = false;
    speaker.say(step.words);
    void this.table.play([{ from: this.table.view, entry: step, to: step.view }]).then(async () => {
      await this.open();
      this.told(step, study);
    });
  }

  /** Lets the seat act if it is its turn. */
  private async open(): Promise<void> {
    this.table.mayAct = this.table.view.turn === this.seat && !this.study?.result;
    await this.table.refresh();
  }

  private ask<T>(path: string, more: Record<string, unknown>): Promise<T> {
    return post<T>(path, { ...this.setup, actions: this.actions, eye: this.seat, lang: language.now, ...more });
  }
}
