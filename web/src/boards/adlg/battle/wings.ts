// Which corps is whose left wing, centre or right wing: by where its units stand, seen from their own edge.

export type Wing = "left" | "centre" | "right" | "whole" | "";

interface Placed {
  seat: number;
  corps: number;
  pose: readonly [number, number, ...number[]];
}

/** By seat and corps, such as "0.2". */
export function wingsOf(units: readonly Placed[]): Map<string, Wing> {
  const found = new Map<string, Wing>();
  for (const seat of [0, 1]) {
    const own = units.filter((unit) => unit.seat === seat);
    const corps = [...new Set(own.map((unit) => unit.corps))].map((number) => {
      const of = own.filter((unit) => unit.corps === number);
      return { number, x: of.reduce((sum, unit) => sum + unit.pose[0], 0) / of.length };
    });
    corps.sort((a, b) => (seat === 0 ? a.x - b.x : b.x - a.x));
    corps.forEach(({ number }, place) => found.set(`${seat}.${number}`, wingAt(place, corps.length)));
  }
  return found;
}

function wingAt(place: number, count: number): Wing {
  if (count === 1) return "whole";
  if (place === 0) return "left";
  if (place === count - 1) return "right";
  return count === 3 ? "centre" : "";
}
