// To War! in the browser: its board, questions, picture and the way its turns are written.
import { has, t } from "../../lib/i18n.svelte";
import type { Entry, Seat, View } from "../../lib/protocol";
import type { BoardKind, Count } from "../kind";
import { armyOf } from "./armies";
import Mark from "./Mark.svelte";
import Picture from "./Picture.svelte";
import { readField } from "./reading";
import { rulings } from "./rulings";

const RESULTS: Record<string, string> = { fight_won: " ×", fight_lost: " †", fight_tied: " ×†", broke_through: " #" };

/** b:ff as "Knight b:ff ×": the card that was played, its way, and what came of it. */
export function notation(entry: Entry): string {
  const [event] = entry.events;
  if (!event) return has(`towar.army.${entry.text}`) ? t(`towar.army.${entry.text}`) : entry.text;
  const unit = typeof event.unit === "string" ? t(`towar.unit.${event.unit}`) : "";
  if (event.kind === "revealed") return t(`towar.army.${String(event.second)}`);
  if (event.kind === "dealt")
    return `${t(`towar.army.${String(event.first)}`)} – ${t(`towar.army.${String(event.second)}`)}`;
  if (entry.kind === "chance") return unit ? `↥ ${unit}` : "↥";
  if (event.kind === "chose") return t(`towar.army.${String(event.army)}`);
  if (event.kind === "chose_unseen") return "•••";
  if (!unit) return entry.text;
  const way = entry.text.replace(/^.*\//, "");
  const came = entry.events.map((one) => RESULTS[one.kind] ?? "").join("");
  return `${unit} ${way === "pass" ? "–" : way}${came}`;
}

/** "B: F F" and "bff" mean b:ff. */
export function tidy(typed: string): string {
  const text = typed.trim().replace(/\s*([/:])\s*/g, "$1");
  const [, card = "", way = text] = /^([^/]*\/)?(.*)$/.exec(text) ?? [];
  const spelled = /^([abc])[\s:]*([flr][flr\s]*)?$/i.exec(way);
  if (!spelled) return text;
  const steps = (spelled[2] ?? "").replace(/\s/g, "");
  return card + `${spelled[1]}${steps ? `:${steps}` : ""}`.toLowerCase();
}

/** A table of ours carries the mark in the record; one by name only is always ours. */
function ours(movement: unknown): boolean {
  if (movement && typeof movement === "object") return (movement as Record<string, unknown>).mark === "X";
  return true;
}

/** Only a table that was compared with the cards knows who bears the crown. */
function printed(movement: unknown): boolean {
  return !!movement && typeof movement === "object" && (movement as Record<string, unknown>).mark === "printed";
}

/** What counts when all cards are played: units on the field, then those with a crown. */
export function counts(view: View): Count[] {
  const { first, second } = readField(view).armies;
  return [
    { key: "ending.counts.units", values: { first: first.units, second: second.units } },
    { key: "ending.counts.elite", values: { first: first.elite, second: second.elite } },
  ];
}

/** A card that was played or set aside; to take an army and lay the field out is no turn. */
export const isTurn = (entry: Entry): boolean =>
  entry.events.some(({ kind }) => kind === "entered" || kind === "passed");

export const TOWAR: BoardKind = {
  parts: async () => (await import("./parts")).PARTS,
  counts,
  deeds: { called: "turns", counts: isTurn },
  answers: true,
  Picture,
  Mark,
  sideKey: (seat: Seat, options: Record<string, unknown>, facts?: Record<string, unknown>) =>
    armyOf(seat, options, facts) ? `towar.army.${armyOf(seat, options, facts)}` : `room.${seat}_seat`,
  colour: (seat: Seat, options: Record<string, unknown>, facts?: Record<string, unknown>) =>
    armyOf(seat, options, facts) ? `var(--${armyOf(seat, options, facts)})` : undefined,
  notation,
  tidy,
  keys: ["hand", "hand_ahead", "legend"],
  rulings,
  example: "b:ff",
  chips: ({ movement }) => [
    ...(ours(movement) ? [{ key: "towar.arrows_ours", rule: "towar.cards.movement" }] : []),
    ...(printed(movement) ? [] : [{ key: "towar.crowns_ours", rule: "towar.cards.elite_types" }]),
  ],
};
