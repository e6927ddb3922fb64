// A game with its variations as a tree. What was played comes first at every fork; what was taken back, or is tried out
// here, stands beside it. No behaviour of the page lives here.
import type { Entry, Result, Seat, Step, Turn, View } from "../lib/protocol";

let made = 0;

export class Node {
  readonly id = ++made;
  readonly children: Node[] = [];
  /** What happened here besides actions and chances: offers, a resignation. */
  readonly notes: Step[] = [];
  /** It was played and taken back. */
  takenBack = false;
  /** How the game ends here by its rules. */
  result: Result | null = null;
  /** How many actions and chances led here. */
  readonly depth: number;

  constructor(
    readonly parent: Node | null,
    /** Null at the start. */
    public step: Step | null,
    public view: View,
    public position: string,
    /** The text that leads here. */
    readonly action: string,
    /** Part of the record, and not only tried out. */
    readonly recorded = false,
  ) {
    this.depth = parent ? parent.depth + 1 : 0;
  }

  get turn(): Turn {
    return this.view.turn;
  }

  /** Who acted, if it was an action. */
  get seat(): Seat | null {
    return this.step?.kind === "action" ? (this.step.seat ?? null) : null;
  }

  child(action: string): Node | undefined {
    return this.children.find((node) => node.action === action);
  }

  add(step: Step, recorded = false): Node {
    const action = step.action ?? step.text;
    const known = this.child(action);
    if (known) return known;
    const node = new Node(this, step, step.view, step.position, action, recorded);
    this.children.push(node);
    return node;
  }

  /** What a step says about this place, in another language. */
  retell(step: Step): void {
    this.step = step;
    this.view = step.view;
  }
}

/**
 * The start with everything that a record tells. The game as it went is the first line; what was taken back is beside
 * it.
 */
export function plant(
  view: View,
  position: string,
  steps: Step[],
): { root: Node; last: Node; byVersion: Map<number, Node> } {
  const root = new Node(null, null, view, position, "");
  const byVersion = new Map<number, Node>([[0, root]]);
  let at = root;
  for (const step of steps) {
    if (step.kind === "take_back") at = byVersion.get(step.to ?? 0) ?? root;
    else if (step.action !== null && step.action !== undefined) at = at.add(step, true);
    else if (step.kind !== "clock") at.notes.push(step);
    byVersion.set(step.version, at);
  }
  for (let node = at; node.parent; node = node.parent) {
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    children.unshift(node);
  }
  const kept = new Set(pathTo(at));
  for (const node of everyNode(root)) node.takenBack = node !== root && !kept.has(node);
  return { root, last: at, byVersion };
}

/** How it goes on from a place: nothing goes on from a game's end to what was taken back there. */
export function nextOf(node: Node): Node | undefined {
  return node.children.find((child) => node.takenBack || !child.takenBack);
}

/** Starts of variations: what else was played or tried at a place. */
export function besides(node: Node): Node[] {
  const next = nextOf(node);
  return node.children.filter((child) => child !== next);
}

/** From the start to a place, without the start. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

export const actionsTo = (node: Node): string[] => pathTo(node).map((one) => one.action);

/** How it goes on from a place, without the place. */
export function lineFrom(node: Node): Node[] {
  const line: Node[] = [];
  for (let at = nextOf(node); at; at = nextOf(at)) line.push(at);
  return line;
}

/** The start of the variation that a place is part of; null on the main line. */
export function variationOf(node: Node): Node | null {
  let found: Node | null = null;
  for (let at = node; at.parent; at = at.parent) if (nextOf(at.parent) !== at) found ??= at;
  return found;
}

/** The last place of the main line before a variation. */
export function mainOf(node: Node): Node {
  let found = node;
  for (let at = node; at.parent; at = at.parent) if (nextOf(at.parent) !== at) found = at.parent;
  return found;
}

/** Every place of the tree, the start first. */
export function everyNode(root: Node): Node[] {
  return [root, ...root.children.flatMap(everyNode)];
}

/** A move in the list, with the chances that fell before it. */
export interface Cell {
  node: Node;
  chances: Node[];
}

export interface Row {
  number: number;
  first?: Cell;
  second?: Cell;
  /** Chances after which nobody acts. */
  chances: Node[];
  /** Starts of variations that leave the line in this row. */
  branches: Node[];
  notes: Entry[];
}

/** A line from a place as rows with two seats side by side, with all variations that leave it. */
export function rowsFrom(start: Node): Row[] {
  const line = lineFrom(start);
  return rowsOf(line, besides(line.at(-1) ?? start));
}

/** Some moves as rows; `last` are variations that leave them at their end. */
function rowsOf(line: Node[], last: Node[]): Row[] {
  const rows: Row[] = [];
  let number = 0;
  let open: Row | null = null;
  let waiting: Node[] = [];
  let branches: Node[] = [];
  const row = (numbered: boolean): Row => {
    const fresh: Row = { number: numbered ? ++number : 0, chances: [], branches: [], notes: [] };
    rows.push(fresh);
    return fresh;
  };
  for (const node of line) {
    if (node.parent) branches.push(...besides(node.parent));
    const { seat } = node;
    if (seat) {
      if (!open || open[seat] || (seat === "first" && open.second)) open = row(true);
      open[seat] = { node, chances: waiting };
      waiting = [];
      open.branches.push(...branches);
      branches = [];
    } else waiting.push(node);
    if (node.notes.length) (open ??= row(false)).notes.push(...node.notes);
  }
  branches.push(...last);
  if (waiting.length || branches.length) {
    const end = row(false);
    end.chances = waiting;
    end.branches = branches;
  }
  return rows;
}

/** The number of a move, as its row is numbered on the way to it. */
export function numberOf(node: Node): number {
  return rowsOf(pathTo(node), []).reduce((most, row) => Math.max(most, row.number), 0);
}
