// How the study writes moves, sides and shares.
import { boardOf, sideName as nameOfSide } from "../boards";
import { has, language, t } from "../lib/i18n.svelte";
import type { Entry, Seat } from "../lib/protocol";
import { notation } from "../room/game.svelte";
import { levelName } from "../room/naming";
import type { Analysis } from "./analysis.svelte";
import { numberOf, type Node } from "./tree";

/** 0.625 as 63 %, in the way of the language. */
export function percent(part: number): string {
  return new Intl.NumberFormat(language.now, { style: "percent" }).format(part);
}

/** Small shares keep a decimal, so that a rare thing is not called impossible. */
export function exactPercent(part: number): string {
  return new Intl.NumberFormat(language.now, { style: "percent", maximumFractionDigits: 1 }).format(part);
}

/** What a seat is called at the end of the game: by then every army is chosen. */
export function sideName(analysis: Analysis, seat: Seat): string {
  const { study } = analysis;
  return nameOfSide(study?.game ?? "", seat, study?.options ?? {}, (analysis.main.at(-1) ?? analysis.at).view.facts);
}

/** What a seat's part of a bar is drawn in; undefined where it is as usual. */
export function sideColour(analysis: Analysis, seat: Seat): string | undefined {
  const { study } = analysis;
  return boardOf(study?.game ?? "").colour?.(
    seat,
    study?.options ?? {},
    (analysis.main.at(-1) ?? analysis.at).view.facts,
  );
}

/**
 * Who sat there, for a title: a record names computers by the id of their level or player, and a person without a name
 * "human".
 */
export function playerName(side: string, name: string | undefined): string {
  if (!name || name === "human") return side;
  const [known = ""] = name.split(":"); // what follows says how it was set
  return t("study.player", {
    side,
    name: has(`levels.${known}`) ? t("room.computer_level", { level: levelName(known) }) : name,
  });
}

export function moveText(game: string, node: Node): string {
  return node.step ? notation(game, node.step) || node.step.words.join(" ") : t("study.start");
}

/** With its number: 12. f4–g7. */
export function numberedMove(game: string, node: Node): string {
  return t("study.moves.move", { number: numberOf(node), move: moveText(game, node) });
}

/** An action that nobody has played yet, so nothing is known of what it brings. */
export function plainMove(game: string, text: string): string {
  const entry: Entry = { version: 0, kind: "action", text, words: [], events: [] };
  return notation(game, entry);
}
