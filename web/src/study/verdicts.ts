// What each move of a game gave away, as the server judges it; how well each side played; what is worth a second try.
import type { Judged, Seat } from "../lib/protocol";
import type { Node } from "./tree";

export type Verdict = NonNullable<Judged["verdict"]>;
/** Those that are blamed, the lightest first, with how they are written behind a move. */
export const SIGNS: Partial<Record<Verdict, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
export const BLAMED = ["inaccuracy", "mistake", "blunder"] as const;

/** With every so much that is given away, half of the accuracy is gone. */
const HALF = 0.17;

/** A move that has been judged. */
export interface Blame {
  node: Node;
  judged: Judged;
}

export const lossOf = (judged: Judged): number => Math.max(0, (judged.best_score ?? 0) - (judged.score ?? 0));

/** How well somebody played, 0 to 1: the mean over all moves; undefined without any. */
export function accuracy(losses: number[]): number | undefined {
  if (!losses.length) return undefined;
  return losses.reduce((sum, loss) => sum + 0.5 ** (Math.max(0, loss) / HALF), 0) / losses.length;
}

export interface Account {
  accuracy: number | undefined;
  moves: number;
  counts: Record<(typeof BLAMED)[number], number>;
}

/** What one side's moves come to. */
export function accountOf(moves: Blame[], seat: Seat): Account {
  const own = moves.filter(({ judged }) => judged.seat === seat && judged.verdict);
  const count = (verdict: Verdict): number => own.filter(({ judged }) => judged.verdict === verdict).length;
  return {
    accuracy: accuracy(own.map(({ judged }) => lossOf(judged))),
    moves: own.length,
    counts: { inaccuracy: count("inaccuracy"), mistake: count("mistake"), blunder: count("blunder") },
  };
}

const MOST = 10;

/** The moves of a side that are worth another try, in the order of the game: the costliest ones. */
export function lessonsIn(moves: Blame[], seat: Seat): Blame[] {
  const order = new Map(moves.map((one, i) => [one, i]));
  return moves
    .filter(({ judged }) => judged.seat === seat && (judged.verdict === "mistake" || judged.verdict === "blunder"))
    .sort((a, b) => lossOf(b.judged) - lossOf(a.judged))
    .slice(0, MOST)
    .sort((a, b) => order.get(a)! - order.get(b)!);
}
