// Which army a seat has: settled by the options, or told by the position once it is chosen.
import { SEATS, type Seat } from "../../lib/protocol";

export function armyOf(seat: Seat, options: Record<string, unknown>, facts?: Record<string, unknown>): string {
  const at = SEATS.indexOf(seat);
  const chosen = (facts?.armies as string[] | undefined)?.[at];
  if (chosen) return chosen;
  const settled = String(options.armies ?? "").split(",");
  return settled.length === 2 ? (settled[at] ?? "") : "";
}
