// A position outside of any room that can be played on: every question goes to the study of the server, so the rules
// are the real ones.
import { post } from "../lib/api";
import { language } from "../lib/i18n.svelte";
import type { Outcome, Seat, Step, Study } from "../lib/protocol";
import { speaker } from "../lib/speak.svelte";
import { StudyAnswers } from "./answers";
import { share } from "./curve";
import { Table } from "../room/table.svelte";

export interface Setup {
  game: string;
  start: string;
  options?: Record<string, unknown>;
  /** Chance falls by itself after an action, each outcome as often as its chance says; or first so as a list says. */
  dice?: boolean | string[];
}

export class StudyPlay extends StudyAnswers {
  readonly table = new Table(this);
  study = $state.raw<Study | null>(null);
  actions: string[] = [];

  constructor(
    readonly setup: Setup,
    /** Who sits before the screen. */
    readonly seat: Seat,
    /** Told after every action, once it has been shown: its step, and those of the chances that fell after it. */
    private readonly told: (steps: Step[]) => void = () => undefined,
  ) {
    super();
    this.table.eye = seat;
  }

  /** Puts up the position as it was at first. */
  async begin(): Promise<void> {
    this.actions = [];
    this.study = await this.ask<Study>("/api/study", {});
    this.table.jump(this.study.view, null);
    await this.open();
  }

  async act(action: string): Promise<void> {
    try {
      await this.enter(action);
    } catch (wrong) {
      this.table.withdraw();
      await this.open();
      throw wrong;
    }
  }

  private async enter(action: string): Promise<void> {
    const steps: Step[] = [];
    for (let next: string | null = action; next !== null; next = await this.fallen()) {
      const actions: string[] = [...this.actions, next];
      const study: Study = await this.ask<Study>("/api/study", { actions, since: this.actions.length });
      const step = study.steps.at(-1);
      if (!step) return;
      this.actions = actions;
      this.study = study;
      steps.push(step);
    }
    this.table.mayAct = false;
    speaker.say(steps.flatMap((step) => step.words));
    let from = this.table.view;
    const shown = steps.map((step) => {
      const one = { from, entry: step, to: step.view };
      from = step.view;
      return one;
    });
    if (this.table.confirm(shown[0])) shown.shift();
    void this.table.play(shown).then(async () => {
      await this.open();
      this.told(steps);
    });
  }

  /** What chance brings now; null where it has nothing to say. */
  private async fallen(): Promise<string | null> {
    if (!this.setup.dice || this.study?.steps.at(-1)?.view.turn !== "chance") return null;
    const { chances } = await this.ask<{ chances: Outcome[] }>("/api/study/choices", { prefix: [] });
    const { dice } = this.setup;
    const told = Array.isArray(dice) ? dice[this.actions.length - 1] : undefined;
    if (chances.some((outcome) => outcome.text === told)) return told ?? null;
    let left = Math.random();
    return (chances.find((outcome) => (left -= share(outcome.probability)) < 0) ?? chances[0])?.text ?? null;
  }

  /** Lets the seat act if it is its turn. */
  private async open(): Promise<void> {
    this.table.mayAct = this.table.view.turn === this.seat && !this.study?.result;
    await this.table.draft.refresh();
  }

  protected ask<T>(path: string, more: Record<string, unknown>): Promise<T> {
    const { game, start, options } = this.setup;
    return post<T>(path, { game, start, options, actions: this.actions, eye: this.seat, lang: language.now, ...more });
  }
}
