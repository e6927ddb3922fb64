// Results of a tournament in figures and words: what was played, and what the host gave instead.
import { t } from "../lib/i18n.svelte";
import type { MatchTold } from "../lib/protocol";

export const RULINGS = ["first_absent", "second_absent", "both_absent", "first_wins", "second_wins", "draw"] as const;
export type Ruling = (typeof RULINGS)[number];

const COUNTS: Record<Ruling, Pick<MatchTold, "score" | "how">> = {
  first_wins: { score: 2, how: "entered" },
  second_wins: { score: 0, how: "entered" },
  draw: { score: 1, how: "entered" },
  first_absent: { score: 0, how: "by_default" },
  second_absent: { score: 2, how: "by_default" },
  both_absent: { score: 0, how: "nobody_came" },
};

/** Halves of a point, as they are written. */
export const half = (score: number): string => `${score >> 1 || (score % 2 ? "" : 0)}${score % 2 ? "½" : ""}`;

/** "1 : 0"; nothing while it is played. */
export function figures(match: Pick<MatchTold, "score" | "how">): string {
  if (match.score === null) return "";
  return `${half(match.score)} : ${half(match.how === "nobody_came" ? 0 : 2 - match.score)}`;
}

/** How a result came about that nobody played; nothing for those that were. */
export function mark(how: MatchTold["how"]): string {
  if (how === "played") return "";
  return how === "entered" ? t("tournament.mark.entered") : t("tournament.mark.by_default");
}

/** What a ruling comes to, for those who have to say yes to it. */
export function scoreLine(first: string, second: string, ruling: Ruling): string {
  const counts = COUNTS[ruling];
  const line = `${first} ${figures(counts)} ${second}`;
  return counts.how === "entered" ? `${line}.` : `${line}, ${mark(counts.how)}.`;
}
