// A layout of Cities & Heroes: where fighters and cities of both sides start. The form is that of
// games/cities/layouts.py.
import { SEATS, other, type Seat } from "../../lib/protocol";
import { COLUMNS, SIZE, columnOf, rowOf, type Field } from "../../boards/cities/reading";
import type { Content } from "../own";

export type What = "fighters" | "cities";

/** Squares by seat and kind of thing, in the order in which they were put. */
export interface Layout {
  name: string;
  /** The second side is the first one turned by half a circle. */
  mirrored: boolean;
  /** Who says so: "reconstructed" is ours, "printed" is compared with the game. */
  mark: string;
  squares: Record<Seat, Record<What, string[]>>;
}

/** The square that half a turn of the board leads to. */
export function turned(square: string): string {
  return `${COLUMNS[SIZE - 1 - columnOf(square)]}${SIZE - rowOf(square)}`;
}

export function layoutOf(content: Content): Layout {
  const list = (key: string): string[] | null => {
    const found = content[key];
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === "string") : null;
  };
  const first = { fighters: list("fighters") ?? [], cities: list("cities") ?? [] };
  const second = {
    fighters: list("second_fighters") ?? first.fighters.map(turned),
    cities: list("second_cities") ?? first.cities.map(turned),
  };
  return {
    name: String(content.name ?? ""),
    mirrored: !list("second_fighters") && !list("second_cities"),
    mark: String(content.mark ?? ""),
    squares: { first, second },
  };
}

export function contentOf({ name, mirrored, mark, squares }: Layout): Content {
  const content: Content = { name, fighters: sorted(squares.first.fighters), cities: sorted(squares.first.cities) };
  if (!mirrored) {
    content.second_fighters = sorted(squares.second.fighters);
    content.second_cities = sorted(squares.second.cities);
  }
  if (mark) content.mark = mark;
  return content;
}

const sorted = (squares: string[]): string[] =>
  [...squares].sort((a, b) => rowOf(a) - rowOf(b) || columnOf(a) - columnOf(b));

export function fieldOf(layout: Layout): Field {
  const men = SEATS.flatMap((seat) =>
    layout.squares[seat].fighters.map((square) => ({ square, seat, kind: "fighter" as const })),
  );
  return {
    men,
    cities: new Map(SEATS.flatMap((seat) => layout.squares[seat].cities.map((square) => [square, seat] as const))),
  };
}

/** Puts a thing on a square; what could not share it with that thing goes. */
export function put(layout: Layout, square: string, seat: Seat, what: What): Layout {
  let next = layout;
  for (const [at, owner] of sides(layout, square, seat)) {
    next = lift(next, at, [what]);
    // Nobody starts in an enemy city.
    next = lift(next, at, ["fighters", "cities"], other(owner));
    next = changed(next, owner, what, [...next.squares[owner][what], at]);
  }
  return next;
}

/** Takes everything of one kind, or everything, off a square. */
export function clear(layout: Layout, square: string, what?: What): Layout {
  let next = layout;
  for (const [at] of sides(layout, square, "first")) next = lift(next, at, what ? [what] : ["fighters", "cities"]);
  return next;
}

/** Mirrored: the second side follows the first. Free: it stays where it is. */
export function mirror(layout: Layout, mirrored: boolean): Layout {
  if (!mirrored) return { ...layout, mirrored };
  const { first } = layout.squares;
  const second = { fighters: first.fighters.map(turned), cities: first.cities.map(turned) };
  return { ...layout, mirrored, squares: { first, second } };
}

function sides(layout: Layout, square: string, seat: Seat): [string, Seat][] {
  return layout.mirrored
    ? [
        [square, seat],
        [turned(square), other(seat)],
      ]
    : [[square, seat]];
}

function changed(layout: Layout, seat: Seat, what: What, squares: string[]): Layout {
  return { ...layout, squares: { ...layout.squares, [seat]: { ...layout.squares[seat], [what]: squares } } };
}

/** Without things of these kinds on a square, of one seat or of both. */
function lift(layout: Layout, square: string, whats: What[], seat?: Seat): Layout {
  let next = layout;
  for (const owner of seat ? [seat] : SEATS)
    for (const what of whats)
      next = changed(
        next,
        owner,
        what,
        next.squares[owner][what].filter((one) => one !== square),
      );
  return next;
}
