// L'Art de la Guerre in the browser: its table, its panel and the way its orders are written.
import type { Entry, Seat, View } from "../../lib/protocol";
import type { BoardKind, Count } from "../kind";
import Mark from "./Mark.svelte";
import Picture from "./Picture.svelte";
import { orderSentence } from "./battle/naming";
import { armyName } from "./called";
import { setupNotation } from "./setup/notation";
import type { FieldFacts } from "./told";

/** An order as one sentence, with the names that people say; dice as their faces. */
export function notation(entry: Entry): string {
  return setupNotation(entry) || (entry.kind === "action" ? orderSentence(entry.text) : entry.text);
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

export const ADLG: BoardKind = {
  parts: async () => (await import("./parts")).PARTS,
  counts,
  Mark,
  Picture,
  answers: true,
  foretells: true,
  sideName: (seat, facts) => (facts ? armyName(facts as FieldFacts, seat === "first" ? 0 : 1) : undefined),
  sideKey: (seat: Seat) => `adlg_board.side.${seat}`,
  notation,
  tidy,
  wide: true,
  keys: ["next", "orders", "amounts", "group", "done", "overlay", "zoom"],
  example: "u12 charge e31",
};
