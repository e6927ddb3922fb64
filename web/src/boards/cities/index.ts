// Cities & Heroes in the browser: its board, counts, picture and the way its moves are written.
import { t } from "../../lib/i18n.svelte";
import type { Entry, Seat, View } from "../../lib/protocol";
import type { BoardKind, Count } from "../kind";
import Mark from "./Mark.svelte";
import Picture from "./Picture.svelte";
import { readField } from "./reading";

const SQUARES = /^([a-j](?:10|[1-9]))([a-j](?:10|[1-9])|=H)$/;

/** f4g7 as f4–g7, with what came of it: a hero, a city, captures. */
export function notation(entry: Entry): string {
  const ends = SQUARES.exec(entry.text);
  if (!ends) return entry.text;
  const [, from, to] = ends;
  const captured = entry.events
    .filter((event) => event.kind === "captured")
    .flatMap((event) => event.squares as string[]);
  let written = to === "=H" ? `${from}` : `${from}–${to}`;
  if (entry.events.some((event) => event.kind === "promoted")) written += "=H";
  if (captured.length) written += ` ×${new Set(captured).size}`;
  if (entry.events.some((event) => event.kind === "city_taken")) written += ` ${t("cities.note_city")}`;
  return written;
}

/** "F4 - G7" means f4g7. */
export function tidy(typed: string): string {
  const text = typed.replace(/[\s\-–—x×:]/g, "").toLowerCase();
  return text.replace(/=h$/, "=H");
}

/** What the rule sheet leaves open and a move has used. */
export function rulings(entry: Entry): string[] {
  const taken = entry.events.filter((event) => event.kind === "city_taken").map((event) => event.square);
  const lost = entry.events.flatMap((event) => (event.kind === "captured" ? (event.squares as string[]) : []));
  const found = taken.some((square) => lost.includes(square as string)) ? ["cities.city.owner_stays"] : [];
  if (entry.events.some((event) => event.kind === "passed")) found.push("cities.turn.no_move");
  if (entry.events.some((event) => event.kind === "claimed")) found.push("cities.end.claims");
  return found;
}

/** Pieces and cities of both sides. */
export function counts(view: View): Count[] {
  const { men, cities } = readField(view.text);
  const owners = [...cities.values()];
  const of = (count: (seat: Seat) => number): Record<Seat, number> => ({
    first: count("first"),
    second: count("second"),
  });
  return [
    { key: "ending.counts.pieces", values: of((seat) => men.filter((man) => man.seat === seat).length) },
    { key: "ending.counts.cities", values: of((seat) => owners.filter((owner) => owner === seat).length) },
  ];
}

export const CITIES: BoardKind = {
  parts: async () => (await import("./parts")).PARTS,
  counts,
  Picture,
  Mark,
  sideKey: (seat: Seat) => `cities.side.${seat}`,
  sideNoteKey: (seat: Seat) => `cities.side_note.${seat}`,
  notation,
  ends: (action) => {
    const [, from, to] = SQUARES.exec(action) ?? [];
    return from && to ? [from, to === "=H" ? from : to] : null;
  },
  tidy,
  keys: ["next", "ahead"],
  rulings,
  example: "f4-g7",
  chips: (options) => (ours(options.layout) ? [{ key: "cities.layout_ours", rule: "cities.setup.layout" }] : []),
};

/** A layout of ours carries the mark in the record; one by name only is always ours. */
function ours(layout: unknown): boolean {
  if (layout && typeof layout === "object") return (layout as Record<string, unknown>).mark === "reconstructed";
  return true;
}
