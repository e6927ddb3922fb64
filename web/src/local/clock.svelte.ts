// The clock of a game without a room. Only people's time runs, and only while they may act: how long the rules and the
// computer need is this device's doing. It stands still while the page is closed.
import type { ClockWish, Seat } from "../lib/protocol";

/** As it is kept with its game. */
export interface KeptClock {
  minutes: number;
  /** Seconds added for every action. */
  increment: number;
  /** Milliseconds. */
  left: Record<Seat, number>;
}

const LOOKS_AGAIN = 100;
const SECOND = 1000;

/** Whether a game without a room can have it: not one of days, nor one time for both. */
export const canKeep = (wish: ClockWish): boolean => !!wish.minutes && !wish.together;

export function freshClock({ minutes = 0, increment = 0 }: ClockWish): KeptClock {
  const all = minutes * 60 * SECOND;
  return { minutes, increment, left: { first: all, second: all } };
}

export class LocalClock {
  left = $state.raw<Record<Seat, number>>({ first: 0, second: 0 });
  private runs: Seat | null = null;
  private since = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly clock: KeptClock,
    private readonly fell: (seat: Seat) => void,
  ) {
    this.left = { ...clock.left };
  }

  /** From now on the time of this seat runs; null: nobody's. */
  run(seat: Seat | null): void {
    this.look();
    clearInterval(this.timer);
    this.runs = seat;
    this.since = performance.now();
    if (seat) this.timer = setInterval(() => this.look(), LOOKS_AGAIN);
  }

  acted(seat: Seat): void {
    this.set(seat, this.left[seat] + this.clock.increment * SECOND);
  }

  private look(): void {
    const seat = this.runs;
    if (!seat) return;
    const now = performance.now();
    this.set(seat, Math.max(0, this.left[seat] - (now - this.since)));
    this.since = now;
    if (this.left[seat] > 0) return;
    this.runs = null;
    clearInterval(this.timer);
    this.fell(seat);
  }

  private set(seat: Seat, left: number): void {
    this.left = { ...this.left, [seat]: left };
    this.clock.left = this.left;
  }
}
