// The tree of a studied game, the rows of its list, its curve and turning points: all without a page.
import { describe, expect, it } from "vitest";
import type { Seal, Seat, Step, Turn, View } from "../lib/protocol";
import { partsOf, pointsOf, share, turningPoints, type Point } from "./curve";
import { sealWord } from "./seal";
import { Node, actionsTo, everyNode, lineFrom, mainOf, numberOf, plant, rowsFrom, variationOf } from "./tree";

const view = (turn: Turn): View => ({ eye: "observer", turn, text: "", facts: {}, words: [] });

function step(version: number, action: string | null, more: Partial<Step> = {}, turn: Turn = "first"): Step {
  return {
    version,
    kind: "action",
    text: action ?? "",
    action,
    words: [],
    events: [],
    view: view(turn),
    position: "",
    ...more,
  };
}
const move = (version: number, seat: Seat, action: string, turn: Turn = "first"): Step =>
  step(version, action, { seat }, turn);
const fall = (version: number, outcome: string): Step => step(version, outcome, { kind: "chance" });

const PLAYED = [move(1, "first", "a"), move(2, "second", "b"), move(3, "first", "c")];
const actions = (nodes: Node[]): string => nodes.map((node) => node.action).join(" ");

describe("the tree", () => {
  it("has the game as its first line", () => {
    const { root, last } = plant(view("first"), "", PLAYED);
    expect(actions(lineFrom(root))).toBe("a b c");
    expect(actionsTo(last)).toEqual(["a", "b", "c"]);
    expect(variationOf(last)).toBeNull();
  });

  it("keeps what was taken back as a variation", () => {
    const back = step(4, null, { kind: "take_back", to: 1 });
    const { root } = plant(view("first"), "", [
      ...PLAYED,
      back,
      move(5, "second", "d"),
      step(6, null, { kind: "resigned", seat: "first" }),
    ]);
    expect(actions(lineFrom(root))).toBe("a d");
    const undone = root.children[0]!.children[1]!;
    expect(actions([undone, ...lineFrom(undone)])).toBe("b c");
    expect(lineFrom(root)[1]!.notes.map((note) => note.kind)).toEqual(["resigned"]);
  });

  it("ends the game where it ended, and has what was taken back there beside it", () => {
    const { root, last } = plant(view("first"), "", [
      ...PLAYED,
      step(4, null, { kind: "take_back", to: 1 }),
      step(5, null, { kind: "resigned", seat: "second" }),
    ]);
    expect(actions(lineFrom(root))).toBe("a");
    expect(rowsFrom(root).flatMap((row) => row.branches.map((start) => actions([start, ...lineFrom(start)])))).toEqual([
      "b c",
    ]);
    const undone = last.children[0]!.children[0]!;
    expect([variationOf(undone)?.action, mainOf(undone)]).toEqual(["b", last]);
    last.add(move(2, "second", "x"));
    expect(actions(lineFrom(root))).toBe("a x");
  });

  it("opens a variation beside the game, and knows the way back", () => {
    const { root } = plant(view("first"), "", PLAYED);
    const tried = root.children[0]!.add(move(2, "second", "x"));
    const deeper = tried.add(move(3, "first", "y"));
    const other = tried.add(move(3, "first", "z"));
    expect(variationOf(deeper)).toBe(tried);
    expect(variationOf(other)).toBe(other);
    expect(mainOf(other)).toBe(root.children[0]);
    expect(root.children[0]!.add(move(2, "second", "x"))).toBe(tried);
    expect(everyNode(root)).toHaveLength(7);
    expect([numberOf(tried), numberOf(other)]).toEqual([1, 2]);
  });
});

describe("the list", () => {
  it("sets two seats side by side, with the chances before their moves and the variations below", () => {
    const { root } = plant(view("chance"), "", [
      fall(1, "k"),
      move(2, "first", "a"),
      fall(3, "q"),
      move(4, "second", "b"),
      fall(5, "s"),
    ]);
    root.add(fall(1, "other"));
    const rows = rowsFrom(root);
    expect(rows.map((row) => [row.number, row.first?.node.action, row.second?.node.action])).toEqual([
      [1, "a", "b"],
      [0, undefined, undefined],
    ]);
    expect(rows[0]!.first!.chances.map((node) => node.action)).toEqual(["k"]);
    expect(actions(rows[0]!.branches)).toBe("other");
    expect(actions(rows[1]!.chances)).toBe("s");
  });

  it("begins with the second seat where that one began", () => {
    const { root } = plant(view("second"), "", [move(1, "second", "a"), move(2, "first", "b"), move(3, "second", "c")]);
    expect(rowsFrom(root).map((row) => [row.first?.node.action, row.second?.node.action])).toEqual([
      [undefined, "a"],
      ["b", "c"],
    ]);
  });
});

describe("the curve", () => {
  const scored = (...scores: (number | undefined)[]): Point[] =>
    scores.map((score, i) => ({ score, node: new Node(null, null, view("first"), "", String(i)) }));

  it("has a point for the start and for each action, taken after the chance that follows it", () => {
    const steps = [fall(1, "k"), move(2, "first", "a", "chance"), fall(3, "q"), move(4, "second", "b", "over")];
    const { root } = plant(view("chance"), "", steps);
    const points = pointsOf(root, lineFrom(root), (node) => node.depth / 10);
    expect(points.map((point) => [point.node.action, point.score])).toEqual([
      ["", 0.1],
      ["a", 0.3],
      ["b", 0.4],
    ]);
  });

  it("knows the lasting changes from those that are over at once", () => {
    expect(turningPoints(scored(0.5, 0.52, 0.8, 0.78)).map((one) => one.at)).toEqual([2]);
    expect(turningPoints(scored(0.5, 0.8, 0.5, 0.52))).toEqual([]);
    expect(turningPoints(scored(0.5, 1, 0.5, 1)).map((one) => one.at)).toEqual([1, 2, 3]);
    expect(turningPoints(scored(0.5, undefined, 0.9))).toEqual([]);
    expect(turningPoints(scored(0.5, 0.1)).map((one) => [one.from, one.to])).toEqual([[0.5, 0.1]]);
  });

  it("is drawn in parts where something is not weighed yet", () => {
    expect(partsOf(scored(0.5, 1, undefined, 0, 0))).toEqual([
      [
        [0, 0.5],
        [0.25, 0],
      ],
      [
        [0.75, 1],
        [1, 1],
      ],
    ]);
  });

  it("reads exact fractions", () => {
    expect([share("1"), share("0"), share("1/4")]).toEqual([1, 0, 0.25]);
  });
});

describe("the seal", () => {
  const result = { winner: null, rule: "record.draw_agreed", words: "" };
  const proof = (seal: Seal | null) => ({ chances: 0, proven: 0, open: "", bound: 0, seal });
  const key = "ab".repeat(32);

  it("is told by whose it is, and whether it fits", () => {
    expect(sealWord({ proof: proof({ key, genuine: true, ours: true }), result })).toBe("ours");
    expect(sealWord({ proof: proof({ key, genuine: true, ours: false }), result })).toBe("other");
    expect(sealWord({ proof: proof({ key, genuine: false, ours: true }), result })).toBe("false");
  });

  it("is missed in a finished game only", () => {
    expect(sealWord({ proof: proof(null), result })).toBe("none");
    expect(sealWord({ proof: proof(null), result: null })).toBe("");
    expect(sealWord({ proof: null, result })).toBe("");
  });
});
