// A corps that has nothing left to do ends by itself, after a moment in which that can be stopped.

/** Milliseconds to say no. */
export const MOMENT = 4000;

export class Closing {
  /** It is about to end. */
  on = $state(false);
  /** Somebody said no: it stays open until its orders are ended by hand, or another corps is in command. */
  private kept = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly end: () => void) {}

  /** The corps by this name has nothing left to do. */
  begin(corps: string): void {
    if (this.on || this.kept === corps) return;
    this.on = true;
    this.timer = setTimeout(() => this.end(), MOMENT);
  }

  keep(corps: string): void {
    this.stop();
    this.kept = corps;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.on = false;
  }

  /** Another corps, or none. */
  renew(): void {
    this.stop();
    this.kept = "";
  }
}
