// The expected score over a game as points, and the moves that turned it. Scores are those of the first seat, 0 to 1.
import type { Node } from "./tree";

export interface Point {
  node: Node;
  /** Undefined while nobody has weighed it. */
  score: number | undefined;
}

export interface Turning {
  /** Its place among the points. */
  at: number;
  node: Node;
  from: number;
  to: number;
}

/**
 * A change of so much makes a turning point, if most of it is there one move later too, and against one move earlier:
 * short thoughts waver.
 */
export const BIG = 0.2;
/** So large a change is no wavering, even if the next move throws it away again. */
const HUGE = 0.45;
const LASTING = 0.6;
const MOST = 6;

/**
 * One point for the start and one for each action. Where chance falls after an action, its point is what comes of both.
 */
export function pointsOf(root: Node, line: Node[], score: (node: Node) => number | undefined): Point[] {
  const points: Point[] = [];
  [root, ...line].forEach((node, i) => {
    if (node.parent && !node.seat) return;
    let settled = i;
    while ([root, ...line][settled]?.turn === "chance") settled++;
    const there = [root, ...line][settled];
    points.push({ node, score: there ? score(there) : undefined });
  });
  return points;
}

/** The largest lasting changes, in the order of the game. */
export function turningPoints(points: Point[]): Turning[] {
  const found: Turning[] = [];
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1]!.score, points[at]!.score];
    if (from === undefined || to === undefined || Math.abs(to - from) < BIG) continue;
    const [before, next] = [points[at - 2]?.score ?? from, points[at + 1]?.score ?? to];
    const lasting = Math.min((next - from) / (to - from), (to - before) / (to - from));
    if (lasting < LASTING && Math.abs(to - from) < HUGE) continue;
    found.push({ at, node: points[at]!.node, from, to });
  }
  const size = (one: Turning): number => Math.abs(one.to - one.from);
  return found
    .sort((a, b) => size(b) - size(a))
    .slice(0, MOST)
    .sort((a, b) => a.at - b.at);
}

/**
 * The corners of the line through all points that are known, as x and y from 0 to 1, y downwards; one list for each
 * part without gaps.
 */
export function partsOf(points: Point[]): [number, number][][] {
  const parts: [number, number][][] = [];
  const last = Math.max(1, points.length - 1);
  let open: [number, number][] | null = null;
  points.forEach(({ score }, i) => {
    if (score === undefined) open = null;
    else {
      if (!open) parts.push((open = []));
      open.push([i / last, 1 - score]);
    }
  });
  return parts;
}

/** 5/36 as a number. */
export function share(fraction: string): number {
  const [over, under = "1"] = fraction.split("/");
  return Number(over) / Number(under);
}
