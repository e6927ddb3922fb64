// A corps that has nothing left to do ends by itself, after a moment in which that can be stopped. Whoever plays by
// keys, as with a screen reader, is not hurried: there it waits until it is ended.

/** Milliseconds to say no. */
export const MOMENT = 4000;

export class Closing {
  /** It is about to end. */
  on = $state(false);
  /** The moment runs; not while somebody points to the notice, has it in focus, or plays by keys. */
  running = $state(false);
  /** Somebody said no: it stays open until its orders are ended by hand, or another corps is in command. */
  private kept = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly end: () => void) {}

  /** The corps by this name has nothing left to do. */
  begin(corps: string, hurried = true): void {
    if (this.on || this.kept === corps) return;
    this.on = true;
    if (hurried) this.resume();
  }

  /** Somebody looks at it. */
  pause(): void {
    clearTimeout(this.timer);
    this.running = false;
  }

  /** The whole moment again. */
  resume(): void {
    if (!this.on) return;
    clearTimeout(this.timer);
    this.running = true;
    this.timer = setTimeout(() => this.end(), MOMENT);
  }

  keep(corps: string): void {
    this.stop();
    this.kept = corps;
  }

  stop(): void {
    this.pause();
    this.on = false;
  }
}
