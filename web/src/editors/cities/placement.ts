// A position of Cities & Heroes that is being put together: its text is the truth, the board shows and changes it.
import { SIZE, columnOf, readField, rowOf, type Field, type Man } from "../../boards/cities/reading";
import type { Seat } from "../../lib/protocol";

export interface Placement extends Field {
  /** 1, 2, or ? while lots are to be drawn. */
  side: string;
  /** Turns since the last capture or promotion. */
  stall: number;
}

export const EMPTY = "10/10/10/10/10/10/10/10/10/10 1 - 0";

export function readPlacement(text: string): Placement {
  const [, side = "1", , stall = "0"] = text.trim().split(" ");
  return { ...readField(text.trim()), side, stall: Number.parseInt(stall, 10) || 0 };
}

export function writePlacement({ men, cities, side, stall }: Placement): string {
  const rows = Array.from({ length: SIZE }, () => Array<string>(SIZE).fill("."));
  for (const man of men) rows[SIZE - 1 - rowOf(man.square)]![columnOf(man.square)] = letterOf(man);
  const written = rows.map((row) => row.join("").replace(/\.+/g, (gap) => String(gap.length)));
  const owned = (seat: Seat): string =>
    [...cities]
      .filter(([, owner]) => owner === seat)
      .map(([square]) => square)
      .sort((a, b) => rowOf(a) - rowOf(b) || columnOf(a) - columnOf(b))
      .join("");
  return `${written.join("/")} ${side} ${owned("first")}-${owned("second")} ${stall}`;
}

const letterOf = ({ seat, kind }: Man): string => {
  const letter = kind === "hero" ? "H" : "F";
  return seat === "first" ? letter : letter.toLowerCase();
};

/** A piece takes the square; a city of the enemy there becomes its own, as nobody stands in an enemy city. */
export function putMan(placement: Placement, man: Man): Placement {
  const cities = new Map(placement.cities);
  if (cities.has(man.square)) cities.set(man.square, man.seat);
  return { ...placement, cities, men: [...placement.men.filter((one) => one.square !== man.square), man] };
}

export function putCity(placement: Placement, square: string, seat: Seat): Placement {
  return {
    ...placement,
    cities: new Map(placement.cities).set(square, seat),
    men: placement.men.filter((man) => man.square !== square || man.seat === seat),
  };
}

export function takeMan(placement: Placement, square: string): Placement {
  return { ...placement, men: placement.men.filter((man) => man.square !== square) };
}

export function takeCity(placement: Placement, square: string): Placement {
  return { ...placement, cities: new Map([...placement.cities].filter(([at]) => at !== square)) };
}
