// The clocks that are offered, and what they are called.
import { clockText } from "../room/naming";
import { t } from "./i18n.svelte";
import type { ClockWish } from "./protocol";

export type NamedClock = ClockWish & { id: string };

/** For an evening, or for weeks: then every turn has its days. */
export const CLOCKS: readonly NamedClock[] = [
  { id: "none" },
  { id: "5+3", minutes: 5, increment: 3 },
  { id: "10+5", minutes: 10, increment: 5 },
  { id: "30+20", minutes: 30, increment: 20 },
  { id: "1d", days: 1 },
  { id: "3d", days: 3 },
  { id: "7d", days: 7 },
];

/** One time for both, for games that know how to end when it is up. */
export const TOGETHER: readonly NamedClock[] = [
  { id: "together-60", minutes: 60, together: true },
  { id: "together-120", minutes: 120, together: true },
  { id: "together-150", minutes: 150, together: true },
];

export function clockName(clock: ClockWish | Record<string, number> | null): string {
  if (clock?.days) return t("new.clock_days", { count: clock.days });
  if (!clock?.minutes) return t("new.no_clock");
  if (clock.together) return t("new.clock_together", { hours: clockText(clock.minutes * 60_000).replace(/:00$/, "") });
  return t("new.clock_value", { minutes: clock.minutes, increment: clock.increment ?? 0 });
}

/** As a new game is asked for. */
export function clockWish(id: string): ClockWish | undefined {
  const found = [...CLOCKS, ...TOGETHER].find((one) => one.id === id);
  if (!found || (!found.minutes && !found.days)) return undefined;
  const { id: _, ...wish } = found;
  return wish;
}
