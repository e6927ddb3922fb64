// A card table of To War!: how each of the 18 units moves, and numbers that differ from the printed ones. The form is
// that of games/towar/cards.py.
import type { CardFace } from "../../look/cards";
import { isTable } from "../packing";
import type { Content, Shipped } from "../own";

/** A unit as its card prints it. */
export interface Printed {
  id: string;
  army: string;
  letter: string;
  defence: number;
  attack: number;
  cards: number;
  elite: boolean;
}

export const NUMBERS = ["defence", "attack", "cards"] as const;
export type NumberName = (typeof NUMBERS)[number];
type Change = Partial<Record<NumberName, number> & { elite: boolean }>;

/** What the server tells about the cards. */
export interface CardTables extends Shipped {
  cards: Printed[];
  kinds: Record<string, unknown>;
  armies: { id: string }[];
  highest: Record<NumberName, number>;
}

export interface CardTable {
  name: string;
  /** Who says so: "X" is ours, "printed" is compared with the cards. */
  mark: string;
  kinds: Record<string, string>;
  changes: Record<string, Change>;
}

export type Face = CardFace & { cards: number };

export function tableOf(content: Content): CardTable {
  return {
    name: String(content.name ?? ""),
    mark: String(content.mark ?? ""),
    kinds: isTable(content.kinds) ? (content.kinds as Record<string, string>) : {},
    changes: isTable(content.cards) ? (content.cards as Record<string, Change>) : {},
  };
}

/** Only what differs from print is written. */
export function contentOf({ name, mark, kinds, changes }: CardTable, printed: Printed[]): Content {
  const content: Content = { name, ...(mark ? { mark } : {}), kinds };
  const cards: Record<string, Change> = {};
  for (const unit of printed) {
    const differing = Object.entries(changes[unit.id] ?? {}).filter(
      ([key, value]) => unit[key as keyof Printed] !== value,
    );
    if (differing.length) cards[unit.id] = Object.fromEntries(differing);
  }
  if (Object.keys(cards).length) content.cards = cards;
  return content;
}

/** The card as this table has it. */
export function faceOf(unit: Printed, table: CardTable): Face {
  const { id, army, defence, attack, cards, elite } = unit;
  return { unit: id, army, defence, attack, cards, elite, kind: table.kinds[id] ?? "F1", ...table.changes[id] };
}

/** The next kind of movement, as a click on the arrows takes it. */
export function turnArrows(table: CardTable, unit: string, kinds: string[], way: 1 | -1 = 1): CardTable {
  const at = kinds.indexOf(table.kinds[unit] ?? "");
  const next = kinds[(at + way + kinds.length) % kinds.length] ?? kinds[0]!;
  return { ...table, kinds: { ...table.kinds, [unit]: next } };
}

export function change(table: CardTable, unit: string, more: Change): CardTable {
  return { ...table, changes: { ...table.changes, [unit]: { ...table.changes[unit], ...more } } };
}
