// A record or a line of play outside of any room, step by step. The server plays it; this keeps where we look.
import { language } from "../lib/i18n.svelte";
import { post, refusalOf } from "../lib/api";
import type { Place } from "../editors/packing";
import type { ChoicesAnswer, Entry, PreviewAnswer, Refusal, Seat, Study } from "../lib/protocol";
import { speaker } from "../lib/speak.svelte";
import { Table, type Answers } from "../room/table.svelte";

export class StudyGame implements Answers {
  readonly table = new Table(this);
  study = $state.raw<Study | null>(null);
  /** How many steps are shown. */
  at = $state(0);
  wrong = $state.raw<Refusal | null>(null);

  get entries(): Entry[] {
    return this.study?.steps ?? [];
  }

  get near(): Seat {
    return this.table.flipped ? "second" : "first";
  }

  /** Opens a record, or a position with the options that it is played by. */
  async open(asked: { record: string } | ({ game: string } & Place), at = 0): Promise<void> {
    try {
      this.show(await post<Study>("/api/study", { ...asked, lang: language.now }), at);
      this.wrong = null;
    } catch (failed) {
      this.wrong = refusalOf(failed);
    }
  }

  show(study: Study, at: number): void {
    this.study = study;
    this.at = -1;
    this.look(at);
  }

  look(version: number): void {
    if (!this.study) return;
    const wanted = Math.max(0, Math.min(version, this.study.steps.length));
    if (wanted === this.at) return;
    const forward = wanted === this.at + 1;
    const step = this.study.steps[wanted - 1];
    const view = step?.view ?? this.study.view;
    this.at = wanted;
    if (forward && step && this.table.view) void this.table.play([{ from: this.table.view, entry: step, to: view }]);
    else this.table.jump(view, step ?? null);
    if (step) speaker.say(step.words);
  }

  // A study is looked at; trying out variations belongs to its analysis.

  choices(_prefix: string[]): Promise<ChoicesAnswer> {
    return Promise.resolve({ choices: [] });
  }

  preview(_action: string): Promise<PreviewAnswer> {
    return Promise.resolve({ preview: {}, words: [] });
  }

  act(_action: string): Promise<void> {
    return Promise.resolve();
  }
}
