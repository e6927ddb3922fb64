// What leads to a place that is pointed to. While it is dragged only the last place counts, and one question is on its
// way at a time.
import { refusalOf } from "../lib/api";
import type { AimsAnswer, RefusedAim } from "../lib/protocol";

/** What was found, or why nothing was. */
export type Found = AimsAnswer | { refused: Omit<RefusedAim, "pose"> & { pose?: RefusedAim["pose"] } };

export class Search {
  /** What was found last is about a place before: the server has not answered for this one yet. */
  going = $state(false);
  /** When nothing is looked for any longer. */
  over: Promise<void> = Promise.resolve();
  private next: (() => Promise<AimsAnswer>) | null = null;
  private serial = 0;

  constructor(private readonly tell: (found: Found) => void) {}

  for(find: () => Promise<AimsAnswer>): void {
    this.next = find;
    if (!this.going) this.over = this.run();
  }

  /** Nothing is pointed to any longer; an answer that is on its way counts for nothing. */
  stop(): void {
    this.serial++;
    this.next = null;
  }

  private async run(): Promise<void> {
    this.going = true;
    while (this.next) {
      const [find, serial] = [this.next, this.serial];
      this.next = null;
      const found = await find().catch((wrong: unknown) => ({ refused: refusalOf(wrong) }));
      if (serial === this.serial) this.tell(found);
    }
    this.going = false;
  }
}
