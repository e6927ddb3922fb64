// Reads what a view tells about a position of To War! for display.
import type { Seat, View } from "../../lib/protocol";
import { SEATS } from "../../lib/protocol";
import type { CardFace } from "../../look/cards";
import type { Facts } from "./told";

export type Counted = Record<string, number>;
export type Phase = Facts["phase"];

/** A card on the field; its key stays the same as long as the view does. */
export interface Placed {
  key: string;
  seat: Seat;
  unit: string;
  cell: string;
}

export interface Army {
  army: string;
  units: number;
  elite: number;
  reserve: number;
  held: number;
  /** Null where this eye may not see it. */
  hand: Counted | null;
  unseen: Counted;
  fallen: Counted;
}

export interface Field {
  phase: Phase;
  placed: Placed[];
  faces: Map<string, CardFace & { cards: number }>;
  /** The card face up, and whose it is. */
  card: string;
  side: Seat | null;
  turn: number;
  turns: number;
  armies: Record<Seat, Army>;
  /** Armies are chosen in secret and shown together; the own choice, once it is made. */
  inSecret: boolean;
  sealed: string;
  /** A card that comes in on an enemy displaces it. */
  pushesEnemy: boolean;
}

export function readField(view: View): Field {
  const facts = view.facts as Facts;
  const placed = Object.entries(facts.field).map(([cell, { seat, unit }]) => ({ key: cell, seat, unit, cell }));
  const faces = new Map(
    Object.entries(facts.units).map(([unit, face]) => [unit, { ...face, unit, crownOurs: facts.crowns_ours }]),
  );
  const army = (seat: Seat): Army => {
    const i = SEATS.indexOf(seat);
    const own = placed.filter((card) => card.seat === seat);
    return {
      army: facts.armies[i] ?? "",
      units: own.length,
      elite: own.filter((card) => faces.get(card.unit)?.elite).length,
      reserve: facts.reserve_counts[i] ?? 0,
      held: facts.hand_counts[i] ?? 0,
      hand: facts.hands[i] ?? null,
      unseen: facts.unseen[i] ?? {},
      fallen: facts.fallen[i] ?? {},
    };
  };
  const { phase, card, side, turn, turns } = facts;
  return {
    phase,
    placed,
    faces,
    card,
    side: side || null,
    turn,
    turns,
    armies: { first: army("first"), second: army("second") },
    inSecret: facts.in_secret,
    sealed: facts.sealed,
    pushesEnemy: facts.pushes_enemy,
  };
}

/** The cards of a hand one by one, in the order of the army. */
export function cardsOf(counted: Counted): string[] {
  return Object.entries(counted).flatMap(([unit, number]) => Array<string>(number).fill(unit));
}
