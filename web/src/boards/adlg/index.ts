// L'Art de la Guerre in the browser: its table, its panel and the way its orders are written.
import { t } from "../../lib/i18n.svelte";
import type { Entry, Seat, View } from "../../lib/protocol";
import type { BoardKind, Count } from "../kind";
import { chosen, type Cut } from "../../share/pictures";
import Mark from "./Mark.svelte";
import Picture from "./Picture.svelte";
import { chaptersOf } from "./battle/chapters";
import { orderSentence } from "./battle/sentences";
import { armyName } from "./called";
import { setupNotation } from "./setup/notation";
import type { FieldFacts } from "./told";

/** An order as one sentence, with the names that people say; dice as their faces. */
export function notation(entry: Entry): string {
  if (entry.kind === "action") return setupNotation(entry) || orderSentence(entry.text);
  return (
    setupNotation(entry) ||
    (/^[\d-]+$/.test(entry.text) ? t("adlg_hands.told.dice", { faces: entry.text.replace("-", " : ") }) : entry.text)
  );
}

const SETUP =
  /^(region|pick|lay|coast|river|road|adjust|shift|rotate|remove|keep|camp|fortify|obstruct|deploy|place)\b/;

/** "Charge U12 E3" means "u12 charge e3": who acts stands first, whatever came first when it was typed. */
export function tidy(typed: string): string {
  const plain = typed.trim().toLowerCase().replace(/\s+/g, " ");
  // What is said in the set-up has its own order, and commas of its own.
  if (SETUP.test(plain)) return plain;
  const words = plain.replace(/,(?=\d)/g, ".").split(" ");
  const [verb = "", who = "", ...rest] = words;
  const names = /^[a-z]+\d+(\+[a-z]+\d+)*$/;
  return /^[a-z]+$/.test(verb) && verb !== "corps" && names.test(who)
    ? [who, verb, ...rest].join(" ")
    : words.join(" ");
}

/** Losses of both armies, and at how many each breaks. */
export function counts(view: View): Count[] {
  const losses = view.facts.losses as [number, number][] | undefined;
  const of = (side: number): string => (losses?.[side] ?? [0, 0]).join(" / ");
  return losses ? [{ key: "ending.counts.losses", values: { first: of(0), second: of(1) } }] : [];
}

/** Units or a commander were told to do something; answers, and what a corps begins and ends with, are no orders. */
export const isOrder = (entry: Entry): boolean => /^[a-z]\d+(\+[a-z]\d+)* [a-z]/.test(entry.text);

const MOVED = new Set(["moved", "appears"]);
const STRUCK = new Set(["lost", "routed", "destroyed", "left_table", "fallen", "taken"]);
const happened = (entry: Entry, kinds: ReadonlySet<string>): boolean =>
  entry.events.some((event) => kinds.has(event.kind));
/** Pictures of a film about a battle: with less than half a second for a move it stays a short one. */
const FRAMES = 72;

/** A battle as a short film: who moved and who was struck; dice for orders and decisions are left out. */
export function battleFilm(entries: readonly Entry[]): Cut {
  const struck = new Set(entries.filter((entry) => happened(entry, STRUCK)).map((entry) => entry.version));
  const telling = entries.filter((entry) => happened(entry, MOVED) || struck.has(entry.version));
  const versions = [0, ...telling.map((entry) => entry.version)];
  const last = entries.at(-1)?.version ?? 0;
  if (versions.at(-1) !== last) versions.push(last);
  return {
    versions: chosen(versions, FRAMES),
    milliseconds: (version) => (version === 0 ? 1500 : struck.has(version) ? 900 : 400),
    size: 720,
  };
}

export const ADLG: BoardKind = {
  parts: async () => (await import("./parts")).PARTS,
  counts,
  deeds: { called: "orders", counts: isOrder },
  Mark,
  Picture,
  answers: true,
  foretells: true,
  sideName: (seat, facts) => (facts ? armyName(facts as FieldFacts, seat === "first" ? 0 : 1) : undefined),
  sideKey: (seat: Seat) => `adlg_board.side.${seat}`,
  notation,
  chapters: chaptersOf,
  tidy,
  wide: true,
  brief: true,
  moving: true,
  film: battleFilm,
  keys: ["next", "orders", "amounts", "shapes", "group", "saved", "done", "overlay", "replay", "zoom"],
  example: "u12 charge e31",
};
