// How armies are called until their players name them.
import { t } from "../../lib/i18n.svelte";
import type { Game } from "./game";

export const armyName = (game: Game, which: 0 | 1): string =>
  game.armies[which].name.trim() || t(which === 0 ? "adlg_companion.first_army" : "adlg_companion.second_army");
