// Options of a game as a person sees them: names of values in their language, which stand in front, which was refused.
import { has, t } from "../lib/i18n.svelte";
import type { OptionInfo, Refusal } from "../lib/protocol";

/** What players choose most, by game: it has pictures and stands before all the rest. */
const FRONT: Record<string, string> = { cities: "layout", towar: "variant" };

export const frontOf = (game: string): string => FRONT[game] ?? "";

/** A symbol of our own for each option; a game that we do not know has none. */
const SYMBOLS: Record<string, string> = {
  "cities.layout": "city",
  "cities.begins": "fighter",
  "cities.younger": "fighter",
  "cities.no_move": "i-close",
  "cities.repetition": "i-again",
  "cities.stall_plies": "i-draw",
  "cities.stall_result": "i-draw",
  "cities.city_win_timing": "city",
  "cities.low_count": "hero",
  "cities.city_shelter": "shield",
  "cities.claims": "i-flag",
  "towar.armies": "em-west",
  "towar.mirror_match": "em-north",
  "towar.begins": "die-5",
  "towar.variant": "i-turn",
  "towar.movement": "mv-t2",
  "towar.enemy_on_entry": "sword",
  "towar.redisplace": "i-again",
  "towar.fresh_locked": "shield",
  "towar.second_step_displaces": "mv-f2",
  "towar.second_step": "mv-t2",
  "towar.hand_end": "i-flag",
  "towar.first_card_middle": "em-east",
};

export const symbolOf = (game: string, option: string): string => SYMBOLS[`${game}.${option}`] ?? "";

export function valueName(game: string, option: string, value: string): string {
  const known = [`options.${game}.${option}.${value}`, `options.any.${value}`].find(has);
  if (known) return t(known);
  // Two armies, one for each seat.
  const armies = value.split(",").map((army) => `${game}.army.${army}`);
  return armies.every(has) ? armies.map((army) => t(army)).join(" – ") : value;
}

/** Only what differs from the usual is chosen. */
export function setOption(
  chosen: Record<string, unknown>,
  option: OptionInfo,
  value: unknown,
): Record<string, unknown> {
  const { [option.name]: _, ...rest } = chosen;
  return value === option.default ? rest : { ...rest, [option.name]: value };
}

/** The option that a refusal is about: one that was chosen, with the rule that the refusal names. */
export function causeOf(
  refusal: Refusal | null,
  options: readonly OptionInfo[],
  chosen: Record<string, unknown>,
): string {
  if (!refusal?.rule) return "";
  return options.find((option) => option.rule === refusal.rule && option.name in chosen)?.name ?? "";
}
