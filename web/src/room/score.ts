// The score of a series of rematches: what stood before this game, and this game's result once it is over.
import { sideName } from "../boards";
import { t } from "../lib/i18n.svelte";
import { other, type Result, type Score, type Seat } from "../lib/protocol";

/** Null where no game came before. */
export function standing(before: Score | null, result: Result | null): Score | null {
  if (!before || !result) return before;
  const key = result.winner ?? "drawn";
  return { ...before, [key]: before[key] + 1 };
}

/** "You 2 : 1 they"; for whoever plays for both sides or only watches, by the names of the sides. */
export function scoreWords(
  score: Score,
  own: Seat | null,
  game: string,
  options: Record<string, unknown>,
  facts?: Record<string, unknown>,
): string {
  const side = (seat: Seat): string => sideName(game, seat, options, facts);
  const near = own ?? "first";
  const names = own
    ? { one: t("room.series.you"), other: t("room.series.they") }
    : { one: side("first"), other: side("second") };
  const words = t("room.series.score", { ...names, won: score[near], lost: score[other(near)] });
  return score.drawn ? `${words}, ${t("room.series.drawn", { count: score.drawn })}` : words;
}
