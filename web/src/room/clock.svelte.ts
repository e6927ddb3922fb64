// The clock of a seat as it goes here between two messages of the server.
import type { Seat } from "../lib/protocol";
import type { SeatLine } from "./line.svelte";

/** Milliseconds from which on a clock warns. */
const SHORT = 30_000;
const LOOKS_AGAIN = 200;

export class SeatClock {
  private now = $state(performance.now());
  readonly runs = $derived.by(() => {
    const told = this.line().clock?.told;
    return !!told?.running && (told.together || told.running === this.seat());
  });
  /** Milliseconds; null where nobody has a clock. */
  readonly left = $derived.by(() => {
    const clock = this.line().clock;
    if (!clock) return null;
    return Math.max(0, clock.told[this.seat()] - (this.runs ? Math.max(0, this.now - clock.at) : 0));
  });
  readonly short = $derived(this.runs && this.left !== null && this.left < SHORT);

  /** To be made where a component begins: it ticks as long as that is shown. */
  constructor(
    private readonly line: () => SeatLine,
    private readonly seat: () => Seat,
  ) {
    $effect(() => {
      if (!this.runs) return;
      const timer = setInterval(() => (this.now = performance.now()), LOOKS_AGAIN);
      return () => clearInterval(timer);
    });
  }

  get together(): boolean {
    return !!this.line().clock?.told.together;
  }
}
