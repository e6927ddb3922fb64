// What a board asks about a position outside of any room: every question goes to the study, so the rules are the real
// ones.
import type { AimsAnswer, ChoicesAnswer, OverlaysAnswer, PreviewAnswer } from "../lib/protocol";
import type { Answers, Spot } from "../room/table.svelte";

export abstract class StudyAnswers implements Answers {
  /** Asks about the position that is played now. */
  protected abstract ask<T>(path: string, more: Record<string, unknown>): Promise<T>;

  abstract act(action: string): Promise<void>;

  /** All that can follow comes at once, with what a whole action would bring. */
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
}
