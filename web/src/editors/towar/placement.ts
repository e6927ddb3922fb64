// A position of To War! that is being put together: its text is the truth, the field shows and changes it. The form is
// that of games/towar/notation.py.
import { COLUMNS, ROWS } from "../../boards/towar/chain";
import type { Counted } from "../../boards/towar/reading";
import { SEATS, type Seat } from "../../lib/protocol";
import type { Face, Printed } from "./cards";

export interface Standing {
  seat: Seat;
  unit: string;
}

export interface Placement {
  armies: Record<Seat, string>;
  field: Map<string, Standing>;
  /** 1 or 2; ? before lots are drawn. */
  side: string;
  /** The card face up; empty if none is. */
  card: string;
  reserve: Record<Seat, Counted>;
  hands: Record<Seat, Counted>;
  /** What follows: a breakthrough, rulings. */
  rest: string;
}

type Cards = Record<Seat, Counted>;

/** Null where the text has not the form of a position; what is wrong with it says the server. */
export function readPlacement(text: string, units: Printed[]): Placement | null {
  const [names = "", rows = "", side = "", card = "", reserves = "", hands = "", ...rest] = text.trim().split(" ");
  const [first = "", second = ""] = names.split("-");
  const armies = { first, second };
  const unitOf = (letter: string): Standing | null => {
    const seat: Seat = letter === letter.toUpperCase() ? "first" : "second";
    const unit = units.find((one) => one.army === armies[seat] && one.letter === letter.toUpperCase());
    return unit ? { seat, unit: unit.id } : null;
  };
  const lines = rows.split("/");
  if (lines.length !== ROWS || lines.some((line) => line.length !== COLUMNS.length)) return null;
  const field = new Map<string, Standing>();
  for (const [i, line] of lines.entries()) {
    for (const [j, letter] of [...line].entries()) {
      const standing = letter === "." ? null : unitOf(letter);
      if (letter !== "." && !standing) return null;
      if (standing) field.set(`${COLUMNS[j]}${ROWS - i}`, standing);
    }
  }
  const cards = (word: string): Cards | null => {
    const parts = word.split("-");
    if (parts.length !== 2) return null;
    const counted: Cards = { first: {}, second: {} };
    for (const [i, seat] of SEATS.entries())
      for (const [, letter, number] of parts[i]!.matchAll(/([A-Za-z])(\d+)/g)) {
        const unit = unitOf(letter!)?.unit;
        if (unit) counted[seat][unit] = Number(number);
      }
    return counted;
  };
  const [reserve, held] = [cards(reserves), cards(hands)];
  if (!reserve || !held) return null;
  return { armies, field, side, card: unitOf(card)?.unit ?? "", reserve, hands: held, rest: rest.join(" ") };
}

export function writePlacement(placement: Placement, units: Printed[]): string {
  const letter = (unit: string, seat: Seat): string => {
    const found = units.find((one) => one.id === unit)?.letter ?? "?";
    return seat === "first" ? found : found.toLowerCase();
  };
  const lines = Array.from({ length: ROWS }, (_, i) =>
    [...COLUMNS].map((column) => {
      const standing = placement.field.get(`${column}${ROWS - i}`);
      return standing ? letter(standing.unit, standing.seat) : ".";
    }),
  );
  const cards = (counted: Cards): string =>
    SEATS.map((seat) => {
      const own = units.filter((unit) => unit.army === placement.armies[seat] && counted[seat][unit.id]);
      return own.map((unit) => `${letter(unit.id, seat)}${counted[seat][unit.id]}`).join("") || "0";
    }).join("-");
  const { armies, side, card, rest } = placement;
  const turn: Seat = side === "2" ? "second" : "first";
  const parts = [
    `${armies.first}-${armies.second}`,
    lines.map((line) => line.join("")).join("/"),
    side,
    card ? letter(card, turn) : "-",
    cards(placement.reserve),
    cards(placement.hands),
  ];
  return [...parts, ...(rest ? [rest] : [])].join(" ");
}

/** How many cards of a unit are on the field, face up, in the reserve and in the hand. */
export function known(placement: Placement, seat: Seat, unit: string): number {
  const { field, card, side, reserve, hands } = placement;
  const standing = [...field.values()].filter((one) => one.seat === seat && one.unit === unit).length;
  const up = card === unit && (side === "2" ? "second" : "first") === seat ? 1 : 0;
  return standing + up + (reserve[seat][unit] ?? 0) + (hands[seat][unit] ?? 0);
}

/** A card takes a cell; where all of its kind are accounted for, it comes from the reserve. */
export function put(placement: Placement, cell: string, standing: Standing, faces: Map<string, Face>): Placement {
  const next = { ...placement, field: new Map(placement.field).set(cell, standing) };
  const { seat, unit } = standing;
  const left = next.reserve[seat][unit] ?? 0;
  if (known(next, seat, unit) <= (faces.get(unit)?.cards ?? 0) || !left) return next;
  return count(next, "reserve", seat, unit, left - 1);
}

export function remove(placement: Placement, cell: string): Placement {
  const field = new Map(placement.field);
  field.delete(cell);
  return { ...placement, field };
}

export function move(placement: Placement, from: string, to: string): Placement {
  const standing = placement.field.get(from);
  if (!standing || from === to) return placement;
  const next = remove(placement, from);
  return { ...next, field: next.field.set(to, standing) };
}

export function count(
  placement: Placement,
  where: "reserve" | "hands",
  seat: Seat,
  unit: string,
  number: number,
): Placement {
  return { ...placement, [where]: { ...placement[where], [seat]: { ...placement[where][seat], [unit]: number } } };
}

/** Every card that is nowhere else lies in the reserve; or none does. */
export function fillReserve(placement: Placement, seat: Seat, faces: Map<string, Face>, all: boolean): Placement {
  const reserve: Counted = {};
  const none = { ...placement, reserve: { ...placement.reserve, [seat]: {} } };
  for (const face of faces.values())
    if (all && face.army === placement.armies[seat])
      reserve[face.unit] = Math.max(0, face.cards - known(none, seat, face.unit));
  return { ...none, reserve: { ...none.reserve, [seat]: reserve } };
}

/** Another army: its cards are all in the reserve, and none on the field. */
export function chooseArmy(placement: Placement, seat: Seat, army: string, faces: Map<string, Face>): Placement {
  const field = new Map([...placement.field].filter(([, standing]) => standing.seat !== seat));
  const acting = (placement.side === "2" ? "second" : "first") === seat;
  const next: Placement = {
    ...placement,
    armies: { ...placement.armies, [seat]: army },
    field,
    card: acting ? "" : placement.card,
    hands: { ...placement.hands, [seat]: {} },
  };
  return fillReserve(next, seat, faces, true);
}
