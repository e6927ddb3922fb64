// Answers of the server may come late and in any order: what a person did last counts.
import { describe, expect, it } from "vitest";
import type { AimsAnswer, ChoicesAnswer, OverlaysAnswer, PreviewAnswer, View } from "../../../lib/protocol";
import { Table } from "../../../room/table.svelte";
import { Command } from "./command.svelte";

const unit = (id: string): object => ({
  id,
  seat: 0,
  corps: 1,
  name: {},
  pose: [5000, 5000, 0],
  width: 1000,
  depth: 1000,
});
const VIEW: View = {
  eye: "first",
  turn: "first",
  text: "",
  words: [],
  facts: {
    stage: "orders",
    units: [unit("u1"), unit("u2")],
    commanders: [{ id: "c1", seat: 0, corps: 1 }],
    command: { corps: "c1", who: "", together: [], onset: null },
  },
};
const FAR = { low: 100, high: 4000, step: 100, scale: 1000 };

/** A server that answers when it is told to. */
class Slow {
  private readonly waiting = new Map<string, (answer: never) => void>();

  readonly choices = (prefix: string[]): Promise<ChoicesAnswer> => this.asked(prefix.join(" "));
  readonly preview = (action: string): Promise<PreviewAnswer> => Promise.resolve({ preview: {}, words: [action] });
  readonly aims = (_who: string[], place: [number, number]): Promise<AimsAnswer> => this.asked(place.join(" "));
  readonly overlays = (): Promise<OverlaysAnswer> => this.asked("overlays");
  readonly act = (action: string): Promise<void> => this.asked(action);

  private asked<T>(what: string): Promise<T> {
    return new Promise((resolve) => this.waiting.set(what, resolve as (answer: never) => void));
  }

  async answer(what: string, answer: object = {}): Promise<void> {
    this.waiting.get(what)!(answer as never);
    await new Promise((go) => setTimeout(go));
  }
}

function battle(): { server: Slow; table: Table; command: Command } {
  const server = new Slow();
  const table = new Table(server, VIEW);
  [table.eye, table.mayAct] = ["first", true];
  const command = new Command(table);
  void command.renew();
  void command.select(["u1"]);
  return { server, table, command };
}

const offer = (action: string): object => ({
  aims: [{ action, preview: {}, words: [], snap: "" }],
  refused: null,
  short: null,
});

describe("an order in words", () => {
  it("keeps its number when the answer about an order before it comes late", async () => {
    const { server, command } = battle();
    void command.verb("wheel");
    void command.verb("advance");
    await server.answer("u1 advance", { span: FAR });
    await command.measure(1500);
    await server.answer("u1 wheel", {
      choices: [
        { text: "left", label: "left" },
        { text: "right", label: "right" },
      ],
    });
    expect([command.words, command.number, command.proposal?.action]).toEqual([["advance"], 1500, "u1 advance 1.5"]);
  });

  it("goes on when the offers of the view come only after it was begun", async () => {
    const { server, table, command } = battle();
    void command.verb("advance");
    table.draft.first = [{ text: "u1", label: "u1" }];
    void command.renew();
    await server.answer("u1 advance", { span: FAR });
    expect([command.words, command.number]).toEqual([["advance"], 4000]);
  });

  it("is given up for good", async () => {
    const { server, command } = battle();
    void command.verb("advance");
    command.unselect();
    await server.answer("u1 advance", { span: FAR });
    expect([command.words, command.span, command.proposal]).toEqual([[], null, null]);
  });
});

describe("an order by place", () => {
  it("waits for its second click only when the last place was answered", async () => {
    const { server, command } = battle();
    command.dragging = true;
    command.aim([5000, 6000]);
    command.aim([5000, 7000]);
    command.pin();
    await server.answer("5000 6000", offer("u1 advance 1"));
    expect(command.pinned).toBe(false);
    await server.answer("5000 7000", offer("u1 advance 2"));
    expect([command.pinned, command.proposal?.action]).toEqual([true, "u1 advance 2"]);
    // Dragged on: it has to be released again.
    command.aim([5000, 8000]);
    expect(command.pinned).toBe(false);
  });
});

describe("the end of the orders", () => {
  it("is asked about when it is known that units can still act, even if that comes late", async () => {
    const { server, table, command } = battle();
    void command.done();
    table.draft.first = [{ text: "done", label: "done" }];
    void command.renew();
    await server.answer("overlays", { shapes: [{ kind: "acts", unit: "u2", can: true }] });
    void command.renew();
    expect([command.sure, command.waiting]).toEqual([true, ["u2"]]);
    void command.done();
    await server.answer("done");
    expect(command.sure).toBe(false);
  });
});

describe("a given order", () => {
  it("leaves the next unit selected when its receipt comes late", async () => {
    const { server, command } = battle();
    void command.act("u1 advance 1");
    void command.select(["u2"]);
    await server.answer("u1 advance 1");
    expect(command.selected).toEqual(["u2"]);
  });
});
