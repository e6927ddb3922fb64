// Who stands in one line with a unit: side by side, facing alike, of one corps. It is what a double click means before
// the server has told which groups can move.
import { apart, corners, type UnitFact } from "../table/reading";

/** Thousandths of a UD between two corners that touch. */
const TOUCH = 60;
/** Hundredths of a degree between two that face alike. */
const ALIKE = 200;

export function inLine(unit: UnitFact, units: readonly UnitFact[]): string[] {
  const mates = units.filter((one) => one.pose && one.seat === unit.seat && one.corps === unit.corps);
  const found = [unit];
  for (const one of found)
    for (const other of mates) if (!found.includes(other) && beside(one, other)) found.push(other);
  return found.map((one) => one.id);
}

function beside(a: UnitFact, b: UnitFact): boolean {
  const turn = Math.abs(((a.pose[2] - b.pose[2] + 54000) % 36000) - 18000);
  if (turn > ALIKE || a.fighting || b.fighting) return false;
  const [left, right] = corners(a.pose, a.width, a.depth);
  const [otherLeft, otherRight] = corners(b.pose, b.width, b.depth);
  return apart(right!, otherLeft!) < TOUCH || apart(left!, otherRight!) < TOUCH;
}
