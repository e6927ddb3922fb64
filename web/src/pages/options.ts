// Names of option values in the person's language; a value without one is shown as the game writes it.
import { has, t } from "../lib/i18n.svelte";

export function valueName(game: string, option: string, value: string): string {
  const known = [`options.${game}.${option}.${value}`, `options.any.${value}`].find(has);
  if (known) return t(known);
  // Two armies, one for each seat.
  const armies = value.split(",").map((army) => `${game}.army.${army}`);
  return armies.every(has) ? armies.map((army) => t(army)).join(" – ") : value;
}
