// What was decided before the turn had come: played, begun or given up when it has.
import { beforeEach, describe, expect, it } from "vitest";
import type { AimsAnswer, ChoicesAnswer, OverlaysAnswer, PreviewAnswer, View } from "../lib/protocol";
import { Table, type Answers } from "./table.svelte";

const VIEW: View = { eye: "first", turn: "first", text: "", facts: {}, words: [] };
const done = (action: string, losses: string[] = []): ChoicesAnswer => ({ action, preview: { losses }, words: [] });
const choice = (text: string, cell: string | undefined, then: ChoicesAnswer) => ({ text, label: text, cell, then });
/** A piece on a1, and a card that comes in on b1 and goes on from there. */
const TOLD: ChoicesAnswer = {
  choices: [
    choice("a1", "a1", {
      choices: [choice("a2", "a2", done("a1a2")), choice("a3", "a3", done("a1a3", ["a3"]))],
    }),
    choice("rider", undefined, {
      choices: [choice("b", "b1", { choices: [choice("f", "b2", done("rider/b:f")), choice("l", "a1", done("x"))] })],
    }),
  ],
};

/** A server that has told everything ahead. */
class Told implements Answers {
  readonly acted: string[] = [];

  choices(): Promise<ChoicesAnswer> {
    return Promise.resolve(TOLD);
  }
  preview(): Promise<PreviewAnswer> {
    return Promise.reject(new Error("never asked"));
  }
  aims(): Promise<AimsAnswer> {
    return Promise.reject(new Error("never asked"));
  }
  overlays(): Promise<OverlaysAnswer> {
    return Promise.reject(new Error("never asked"));
  }
  act(action: string): Promise<void> {
    this.acted.push(action);
    return Promise.resolve();
  }
}

let server: Told;
let table: Table;

/** The turn has come. */
async function turn(): Promise<void> {
  table.mayAct = true;
  await table.draft.refresh();
  table.premoves.play();
  await new Promise((go) => setTimeout(go));
}

beforeEach(() => {
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
  server = new Told();
  table = new Table(server, VIEW);
  [table.eye, table.mayPremove] = ["first", true];
});

describe("what was decided ahead", () => {
  it("is played one by one", async () => {
    table.premoves.add("a1", "a2");
    table.premoves.add("a2", "a3");
    await turn();
    expect([server.acted, table.premoves.list]).toEqual([["a1a2"], [["a2", "a3"]]]);
  });

  it("is given up with a sentence, and all that came after it, where it can't be", async () => {
    table.premoves.add("a1", "c9");
    table.premoves.add("a1", "a2");
    await turn();
    expect([server.acted, table.premoves.list, table.draft.refusal?.code]).toEqual([[], [], "premove"]);
  });

  it("waits for a second choice where it would cost something", async () => {
    table.premoves.add("a1", "a3");
    await turn();
    expect([server.acted, table.draft.words, table.draft.pinned]).toEqual([[], ["a1"], true]);
  });

  it("only begins a turn where the board says so, once, and by words where no cell stands for one", async () => {
    const begun: string[][] = [];
    table.premoves.begins = (words) => void begun.push(words);
    table.premoves.keep(["rider", "b1"]);
    table.mayAct = true;
    await table.draft.refresh();
    table.premoves.play();
    table.premoves.play();
    await new Promise((go) => setTimeout(go));
    expect([begun, server.acted, table.premoves.list]).toEqual([[["rider", "b"]], [], []]);
  });

  it("can be one thing, which another takes the place of", () => {
    table.premoves.keep(["rider"]);
    table.premoves.keep(["rider", "b1"]);
    expect(table.premoves.list).toEqual([["rider", "b1"]]);
    expect([table.premoves.clear(), table.premoves.clear()]).toEqual([true, false]);
  });
});
