// Asks the game about what is held, as soon as the hand rests, and keeps what it said: it fits, or why not.
import { refusalOf } from "../../../lib/api";
import { language, t } from "../../../lib/i18n.svelte";
import type { Refusal } from "../../../lib/protocol";
import { speaker } from "../../../lib/speak.svelte";
import type { Table } from "../../../room/table.svelte";

export interface Verdict {
  /** Unfinished: it may be done, but the corps could not stay like that. */
  state: "asking" | "fits" | "refused" | "unfinished";
  words: string;
  rule: string;
}

const NOTHING: Verdict = { state: "asking", words: "", rule: "" };
/** Milliseconds that a hand rests before the game is asked. */
const REST = 110;

export class Judge {
  verdict = $state.raw<Verdict>(NOTHING);
  /** The verdict is about what was held before: the game has not answered yet. */
  asking = $state(false);
  private timer = 0;
  private asked = 0;
  private where: (() => string) | null = null;

  constructor(private readonly table: Table) {}

  check(text: string): void {
    clearTimeout(this.timer);
    const number = ++this.asked;
    if (!text) return this.forget();
    this.asking = true;
    this.timer = window.setTimeout(() => {
      void this.table.draft.foresight.previewOf(text).then(
        ({ preview }) => this.told(number, preview),
        (failed: unknown) => this.refused(number, refusalOf(failed), text),
      );
    }, REST);
  }

  forget(): void {
    this.asking = false;
    this.verdict = NOTHING;
  }

  /** The next verdict is spoken, with the place that it is about. */
  say(where: () => string): void {
    this.where = where;
  }

  private told(number: number, preview: Record<string, unknown>): void {
    const then = preview.then as { rule: string; words: Record<string, string> } | undefined;
    if (then) this.settle(number, { state: "unfinished", words: then.words[language.now] ?? "", rule: then.rule });
    else this.settle(number, { state: "fits", words: t("adlg_setup.fits"), rule: "" });
  }

  private refused(number: number, refusal: Refusal, text: string): void {
    if (refusal.code !== "lost")
      this.settle(number, { state: "refused", words: refusal.words, rule: refusal.rule ?? "" });
    // the line was cut before the answer came: asked again when it is back
    else if (number === this.asked) this.check(text);
  }

  private settle(number: number, verdict: Verdict): void {
    if (number !== this.asked) return;
    this.asking = false;
    this.verdict = verdict;
    if (this.where) speaker.say([this.where(), verdict.words].filter(Boolean));
    this.where = null;
  }
}
