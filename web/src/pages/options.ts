// Names of option values in the person's language; a value without one is shown as the game writes it.
import { has, t } from "../lib/i18n.svelte";

export function valueName(game: string, option: string, value: string): string {
  const own = `options.${game}.${option}.${value}`;
  if (has(own)) return t(own);
  return has(`options.any.${value}`) ? t(`options.any.${value}`) : value;
}
