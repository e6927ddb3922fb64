// What a person wants is done in the order in which it was wanted, whatever the server takes to answer.
import { describe, expect, it } from "vitest";
import { Refused } from "../lib/api";
import type { ChoicesAnswer, Entry, View } from "../lib/protocol";
import { Table, type Answers } from "./table.svelte";

const VIEW: View = { eye: "first", turn: "first", text: "", facts: {}, words: [] };
const MOVED = { kind: "moved", from: "a1", to: "a2" };
const TREE: ChoicesAnswer = {
  choices: [
    {
      text: "a1",
      label: "a1",
      cell: "a1",
      then: {
        choices: [
          {
            text: "a2",
            label: "a2",
            cell: "a2",
            then: { action: "a1a2", preview: {}, words: ["It moves."], events: [MOVED] },
          },
          {
            text: "a3",
            label: "a3",
            cell: "a3",
            then: { action: "a1a3", preview: { losses: ["a3"] }, words: ["It falls."], events: [MOVED] },
          },
          { text: "a4", label: "a4", cell: "a4" },
        ],
      },
    },
  ],
};

/** A server that answers when it is told to. */
class Slow implements Answers {
  readonly asked: string[] = [];
  readonly acted: string[] = [];
  private readonly waiting = new Map<string, { resolve: (told: never) => void; reject: (wrong: unknown) => void }>();

  choices(words: string[]): Promise<ChoicesAnswer> {
    this.asked.push(words.join(" "));
    return this.later(words.join(" "));
  }
  preview(action: string): Promise<never> {
    return this.later(action);
  }
  aims(): Promise<never> {
    return this.later("aims");
  }
  overlays(): Promise<never> {
    return this.later("overlays");
  }
  act(action: string): Promise<void> {
    this.acted.push(action);
    return this.later(`act ${action}`);
  }

  private later<T>(what: string): Promise<T> {
    return new Promise((resolve, reject) => this.waiting.set(what, { resolve, reject }));
  }
  async answer(what: string, told: object = {}): Promise<void> {
    this.waiting.get(what)!.resolve(told as never);
    await new Promise((go) => setTimeout(go));
  }
  async refuse(what: string, words: string): Promise<void> {
    this.waiting.get(what)!.reject(new Refused({ code: "no", words }, 409));
    await new Promise((go) => setTimeout(go));
  }
}

function table(): { server: Slow; table: Table } {
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
  const server = new Slow();
  const made = new Table(server, VIEW);
  [made.eye, made.mayAct] = ["first", true];
  void made.draft.refresh();
  return { server, table: made };
}

const entry = (text: string): Entry => ({ version: 1, kind: "action", seat: "first", text, words: [], events: [] });

describe("a draft", () => {
  it("takes what was told ahead at once, and asks about nothing of it", async () => {
    const { server, table: shown } = table();
    await server.answer("", TREE);
    void shown.draft.restart("a1");
    expect(shown.draft.offers.map((choice) => choice.text)).toEqual(["a2", "a3", "a4"]);
    void shown.draft.aimAt("a2");
    expect(shown.draft.aim?.words).toEqual(["It moves."]);
    void shown.draft.take("a2");
    expect([server.acted, server.asked]).toEqual([["a1a2"], [""]]);
  });

  it("does what was wanted before anything was told, in that order", async () => {
    const { server, table: shown } = table();
    void shown.draft.restart("a1");
    void shown.draft.take("a2");
    expect([shown.draft.pending, server.acted]).toEqual([true, []]);
    await server.answer("", TREE);
    expect([shown.draft.pending, server.acted]).toEqual([false, ["a1a2"]]);
  });

  it("asks about words that were not told ahead, and goes on with them", async () => {
    const { server, table: shown } = table();
    await server.answer("", TREE);
    void shown.draft.restart("a1");
    void shown.draft.take("a4");
    expect(shown.draft.pending).toBe(true);
    await server.answer("a1 a4", { action: "a1a4", preview: {}, words: [] });
    expect(server.acted).toEqual(["a1a4"]);
  });

  it("warns of own losses first", async () => {
    const { server, table: shown } = table();
    await server.answer("", TREE);
    void shown.draft.restart("a1");
    void shown.draft.take("a3");
    expect([shown.draft.pinned, server.acted]).toEqual([true, []]);
    void shown.draft.take("a3");
    expect(server.acted).toEqual(["a1a3"]);
  });

  it("does nothing in another position than the one that it was wanted in", async () => {
    const { server, table: shown } = table();
    void shown.draft.restart("a1");
    void shown.draft.take("a2");
    shown.jump({ ...VIEW }, null);
    await server.answer("", TREE);
    expect([shown.draft.words, shown.draft.pending, server.acted]).toEqual([[], false, []]);
  });

  it("waits for the turn that comes after what is being shown", async () => {
    const { server, table: shown } = table();
    await server.answer("", TREE);
    [shown.mayAct, shown.comes] = [false, true];
    void shown.draft.restart("a1");
    expect([shown.draft.pending, shown.draft.words]).toEqual([true, []]);
    [shown.mayAct, shown.comes] = [true, false];
    await shown.draft.refresh();
    expect(shown.draft.words).toEqual(["a1"]);
  });
});

describe("an own action", () => {
  it("is shown before it is confirmed, and not shown again", async () => {
    const { server, table: shown } = table();
    const played: string[] = [];
    shown.animator = (step) => Promise.resolve(void played.push(step.entry.text));
    await server.answer("", TREE);
    void shown.draft.act("a1a2");
    expect([played, shown.mayAct]).toEqual([["a1a2"], false]);
    const to: View = { ...VIEW, turn: "second" };
    expect(shown.confirm({ from: VIEW, entry: entry("a1a2"), to })).toBe(true);
    await shown.play([]);
    expect([played, shown.view, shown.animating]).toEqual([["a1a2"], to, false]);
  });

  it("goes back when something else came", async () => {
    const { server, table: shown } = table();
    await server.answer("", TREE);
    void shown.draft.act("a1a2");
    expect(shown.confirm({ from: VIEW, entry: entry("b1b2"), to: { ...VIEW } })).toBe(false);
    await new Promise((go) => setTimeout(go));
    expect([shown.view, shown.animating]).toEqual([VIEW, false]);
  });

  it("says why when it is refused", async () => {
    const { server, table: shown } = table();
    await server.answer("", TREE);
    const given = shown.draft.act("a1a2");
    shown.withdraw();
    await server.refuse("act a1a2", "Too late.");
    expect([await given, shown.draft.refusal?.words]).toEqual([false, "Too late."]);
  });
});
