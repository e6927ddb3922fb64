// Asks the server whether a content or a position can be played, a moment after the last change.
import { Refused, post, refusalOf } from "../lib/api";
import { language } from "../lib/i18n.svelte";
import type { Refusal, Study } from "../lib/protocol";
import type { Place } from "./packing";

const PAUSE = 250;

export class Check {
  /** What the server makes of it; null until it has answered, or if it refuses. */
  study = $state.raw<Study | null>(null);
  wrong = $state.raw<Refusal | null>(null);
  busy = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private serial = 0;

  constructor(private readonly game: string) {}

  ask(place: Place): void {
    clearTimeout(this.timer);
    this.serial++;
    this.busy = true;
    this.timer = setTimeout(() => void this.now(place), PAUSE);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.serial++;
  }

  private async now(place: Place): Promise<void> {
    const serial = this.serial;
    try {
      const study = await post<Study>("/api/study", { game: this.game, ...place, lang: language.now });
      if (serial === this.serial) this.settle(study, null);
    } catch (failed) {
      if (serial === this.serial) this.settle(null, refusalOf(failed));
      if (!(failed instanceof Refused)) throw failed;
    }
  }

  private settle(study: Study | null, wrong: Refusal | null): void {
    this.study = study;
    this.wrong = wrong;
    this.busy = false;
  }
}
