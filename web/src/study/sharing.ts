// An analysis as a link: the game, where it starts, and the whole tree of moves, packed behind the #, so that no server
// keeps it. What cannot be one is told apart from what is.
import { isTable, pack, unpack } from "../editors/packing";
import type { GameInfo } from "../lib/protocol";
import type { Place } from "./asking";
import { everyNode, type Node } from "./tree";

/** A line of actions; a list stands behind the action that it replaces. */
export type Written = (string | Written)[];

export interface Shared extends Place {
  line: Written;
  /** The place that is shown, as the number of its node. */
  at: number;
  /** Who played, where it was a game. */
  names: string[];
}

/** So much is read from a link; nobody makes more by hand, and every line is asked of the server. */
const MOST = { nodes: 3000, lines: 100, action: 400, name: 40 } as const;

export function written(from: Node): Written {
  const line: Written = [];
  for (let at = from; at.children.length; at = at.children[0]!) {
    const [main, ...others] = at.children;
    line.push(main!.action);
    for (const other of others) line.push([other.action, ...written(other)]);
  }
  return line;
}

/** Every line from the start to its end, the main one first. */
export function linesIn(line: Written, before: string[] = []): string[][] {
  const main = [...before];
  const others: string[][] = [];
  for (const part of line) {
    if (typeof part === "string") main.push(part);
    else others.push(...linesIn(part, main.slice(0, -1)));
  }
  return [main, ...others];
}

/** Only what differs from the usual, so that links stay short. */
export function unusual(options: Record<string, unknown>, info: GameInfo | undefined): Record<string, unknown> {
  const usual = new Map(info?.options.map((option) => [option.name, JSON.stringify(option.default)]));
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => usual.get(name) !== JSON.stringify(value)),
  );
}

export function packShared({ game, options, start, line, at, names }: Shared): Promise<string> {
  return pack([game, options, start, line, at, ...names]);
}

/** What a link holds; null if it is none of ours, or too large to be one. */
export async function unpackShared(text: string): Promise<Shared | null> {
  const found = await unpack(text);
  if (!Array.isArray(found)) return null;
  const [game, options, start, line, at, ...names] = found as unknown[];
  if (typeof game !== "string" || !isTable(options) || typeof start !== "string") return null;
  if (!isLine(line) || typeof at !== "number" || !names.every(isName) || names.length > 2) return null;
  const lines = linesIn(line);
  if (lines.length > MOST.lines || lines.reduce((sum, each) => sum + each.length, 0) > MOST.nodes) return null;
  return { game, options, start, line, at, names };
}

const isName = (value: unknown): value is string => typeof value === "string" && value.length <= MOST.name;

function isLine(value: unknown): value is Written {
  return (
    Array.isArray(value) &&
    typeof (value[0] ?? "") === "string" &&
    value.every((part) => (typeof part === "string" ? part.length <= MOST.action : isLine(part) && part.length > 0))
  );
}

/** The number of a place among all of its tree. */
export const numberIn = (root: Node, node: Node): number => everyNode(root).indexOf(node);
