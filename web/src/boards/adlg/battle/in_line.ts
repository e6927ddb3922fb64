// Who stands in one line with a unit: side by side or one behind the other, facing alike, of one corps. It is what a
// double click means before the server has told which groups can move.
import { apart, corners, type UnitFact } from "../table/reading";
import { seenFrom } from "./handles";

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
  const [left, right, , rear] = corners(a.pose, a.width, a.depth);
  const [otherLeft, otherRight, , otherRear] = corners(b.pose, b.width, b.depth);
  const [aside, behind] = [
    [apart(right!, otherLeft!), apart(left!, otherRight!)],
    [apart(rear!, otherLeft!), apart(otherRear!, left!)],
  ];
  return [...aside, ...behind].some((distance) => distance < TOUCH);
}

/** Columns of the widest group that rules have; who offers more asks in vain. */
const WIDEST = 6;

/**
 * Groups around a unit that a person may mean, the largest first: its whole line, else as much of it as goes together
 * with the unit in the middle. So nobody is left with the few whom another group did not want.
 */
export function around(unit: UnitFact, units: readonly UnitFact[]): string[][] {
  const line = inLine(unit, units);
  const placed = line.flatMap((id) => units.find((one) => one.id === id) ?? []);
  const column = (one: UnitFact): number => Math.round(seenFrom(unit.pose, one.pose)[0] / unit.width);
  const found = [line];
  for (let width = WIDEST; width > 1; width--) {
    const from = -Math.floor((width - 1) / 2);
    const columns = placed.map(column);
    const shift = Math.max(Math.min(...columns), Math.min(from, Math.max(...columns) - width + 1));
    const part = placed.filter((one) => column(one) >= shift && column(one) < shift + width).map((one) => one.id);
    if (part.length < found.at(-1)!.length) found.push(part);
  }
  return found;
}
