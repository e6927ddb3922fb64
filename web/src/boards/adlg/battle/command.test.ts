// Answers of the server may come late and in any order: what a person did last counts.
import { describe, expect, it } from "vitest";
import type { AimsAnswer, ChoicesAnswer, OverlaysAnswer, PreviewAnswer, View } from "../../../lib/protocol";
import { Table } from "../../../room/table.svelte";
import { Command } from "./command.svelte";
import { takeGroup } from "./grouping";

const unit = (id: string, x: number): object => ({
  id,
  seat: 0,
  corps: 1,
  name: {},
  pose: [x, 5000, 0],
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
    units: [unit("u1", 5000), unit("u2", 6000)],
    commanders: [{ id: "c1", seat: 0, corps: 1 }],
    command: { corps: "c1", points: 2, free: 1, done: [], who: "", together: [], onset: null },
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
  readonly acted: string[] = [];
  readonly act = (action: string): Promise<void> => (this.acted.push(action), this.asked(action));

  private asked<T>(what: string): Promise<T> {
    return new Promise((resolve) => this.waiting.set(what, resolve as (answer: never) => void));
  }

  async answer(what: string, answer: object = {}): Promise<void> {
    this.waiting.get(what)!(answer as never);
    await new Promise((go) => setTimeout(go));
  }
}

const OFFERED = {
  choices: [
    { text: "u1", label: "u1" },
    { text: "u2", label: "u2" },
  ],
};

/** Somebody has chosen a unit, before or after it was told who can be ordered. */
async function battle({ told = true } = {}): Promise<{ server: Slow; table: Table; command: Command }> {
  const server = new Slow();
  const table = new Table(server, VIEW);
  [table.eye, table.mayAct] = ["first", true];
  const command = new Command(table);
  void command.renew();
  command.select(["u1"]);
  if (told) await server.answer("", OFFERED);
  return { server, table, command };
}

const offer = (action: string): object => ({
  aims: [{ action, preview: {}, words: [], snap: "" }],
  refused: null,
  short: null,
});

describe("an order in words", () => {
  it("keeps its number when the answer about an order before it comes late", async () => {
    const { server, command } = await battle();
    command.order(["wheel"]);
    command.order(["advance"]);
    await server.answer("u1 advance", { span: FAR });
    await command.draft.measure(1500);
    await server.answer("u1 wheel", {
      choices: [
        { text: "left", label: "left" },
        { text: "right", label: "right" },
      ],
    });
    expect([command.words, command.draft.number]).toEqual([["advance"], 1500]);
    expect(command.proposal?.action).toBe("u1 advance 1.5");
  });

  it("goes on when the offers of the view come only after it was begun", async () => {
    const { server, command } = await battle({ told: false });
    command.order(["advance"]);
    await server.answer("", OFFERED);
    void command.renew();
    await server.answer("u1 advance", { span: FAR });
    expect([command.words, command.draft.number]).toEqual([["advance"], 4000]);
  });

  it("is given up for good", async () => {
    const { server, command } = await battle();
    command.order(["advance"]);
    command.unselect();
    await server.answer("u1 advance", { span: FAR });
    expect([command.words, command.draft.span, command.proposal]).toEqual([[], null, null]);
  });

  it("is given as soon as it is known, however early that was wanted, and once", async () => {
    const { server, command } = await battle();
    command.order(["advance"]);
    void command.draft.measure(2000);
    void command.draft.measure(1500);
    void command.give();
    expect([command.draft.pending, server.acted]).toEqual([true, []]);
    await server.answer("u1 advance", { span: FAR });
    expect([command.draft.pending, server.acted]).toEqual([false, ["u1 advance 1.5"]]);
  });
});

describe("an order by place", () => {
  it("waits for its second click only when the last place was answered", async () => {
    const { server, command } = await battle();
    command.aim([5000, 6000]);
    command.aim([5000, 7000]);
    void command.pin();
    await server.answer("5000 6000", offer("u1 advance 1"));
    expect(command.draft.pinned).toBe(false);
    await server.answer("5000 7000", offer("u1 advance 2"));
    expect([command.draft.pinned, command.proposal?.action]).toEqual([true, "u1 advance 2"]);
    // Dragged on: it has to be released again.
    command.aim([5000, 8000]);
    expect(command.draft.pinned).toBe(false);
  });

  it("is given to the last place only, even if that was wanted before the server knew of it", async () => {
    const { server, command } = await battle();
    command.aim([5000, 6000]);
    command.aim([5000, 7000]);
    void command.pin();
    void command.give();
    await server.answer("5000 6000", offer("u1 advance 1"));
    expect([command.draft.pending, server.acted]).toEqual([true, []]);
    await server.answer("5000 7000", offer("u1 advance 2"));
    expect([command.draft.pending, server.acted]).toEqual([false, ["u1 advance 2"]]);
  });

  it("is no longer wanted when somebody else is chosen", async () => {
    const { server, command } = await battle();
    command.aim([5000, 6000]);
    void command.pin();
    command.select(["u2"]);
    await server.answer("5000 6000", offer("u1 advance 1"));
    expect([command.proposal, command.draft.pinned, command.draft.words]).toEqual([null, false, ["u2"]]);
  });
});

describe("a drag before the corps is in command", () => {
  it("activates it, and gives the order to where it was let go once the offers have come", async () => {
    const server = new Slow();
    const facts = {
      ...VIEW.facts,
      stage: "corps",
      command: { corps: "", done: [], who: "", together: [], onset: null },
    };
    const table = new Table(server, { ...VIEW, facts });
    [table.eye, table.mayAct] = ["first", true];
    const command = new Command(table);
    void command.renew();
    command.select(["u1"]);
    command.aim([5000, 6000]);
    expect(server.acted).toEqual(["corps c1"]);
    // The die has fallen, and the hand goes on before it is told who can be ordered.
    table.view = VIEW;
    void command.renew();
    command.aim([5000, 7000]);
    command.commit();
    await server.answer("corps c1");
    void table.draft.refresh();
    await server.answer("", OFFERED);
    void command.renew();
    await server.answer("5000 7000", offer("u1 advance 2"));
    expect(server.acted).toEqual(["corps c1", "u1 advance 2"]);
  });
});

describe("the end of the orders", () => {
  it("is asked about when it is known that units can still act, even if that comes late", async () => {
    const { server, command } = await battle({ told: false });
    void command.done();
    await server.answer("", { choices: [...OFFERED.choices, { text: "done", label: "done" }] });
    void command.renew();
    await server.answer("overlays", { shapes: [{ kind: "acts", unit: "u2", can: true }] });
    void command.renew();
    expect([command.sure, command.waiting]).toEqual([true, ["u2"]]);
    void command.done();
    await server.answer("done");
    expect(command.sure).toBe(false);
  });
});

describe("the end of the orders, when news comes meanwhile", () => {
  it("is asked again of what stands then, and not forgotten", async () => {
    const { server, table, command } = await battle();
    await server.answer("overlays", { shapes: [] });
    void command.done();
    table.jump({ ...VIEW, text: "after the order" }, null);
    void command.renew();
    await server.answer("", OFFERED);
    await server.answer("overlays", { shapes: [{ kind: "acts", unit: "u2", can: true }] });
    expect([command.sure, command.waiting, server.acted]).toEqual([true, ["u2"], []]);
  });
});

describe("a given order", () => {
  it("leaves the next unit selected when its receipt comes late", async () => {
    const { server, command } = await battle();
    void command.act("u1 advance 1");
    command.select(["u2"]);
    await server.answer("u1 advance 1");
    expect(command.selected).toEqual(["u2"]);
  });
});

describe("a group that a double click takes", () => {
  it("grows by all in line when the server says that they may go together", async () => {
    const { server, command } = await battle();
    void takeGroup(command, "u1");
    expect([command.selected, command.widening]).toEqual([["u1"], true]);
    await server.answer("u1+u2", { choices: [{ text: "advance", label: "advance" }] });
    expect([command.selected, command.widening]).toEqual([["u1", "u2"], false]);
  });

  it("stays as it is when the server says no", async () => {
    const { server, command } = await battle();
    void takeGroup(command, "u1");
    await server.answer("u1+u2", { choices: [] });
    expect([command.selected, command.widening]).toEqual([["u1"], false]);
  });

  it("does not grow under a drag that began before the answer, and the order of the drag is given", async () => {
    const { server, command } = await battle();
    void takeGroup(command, "u1");
    command.aim([5000, 7000]);
    await server.answer("u1+u2", { choices: [{ text: "advance", label: "advance" }] });
    command.commit();
    await server.answer("5000 7000", offer("u1 advance 2"));
    expect([command.selected, command.widening]).toEqual([["u1"], false]);
    expect(server.acted).toEqual(["u1 advance 2"]);
  });
});

describe("whoever has got an order", () => {
  it.each([
    [["u2"], []],
    [["u1", "u2"], ["u1"]],
  ])("is still chosen only where it is on offer: %j", async (offers, chosen) => {
    const { server, table, command } = await battle();
    void command.act("u1 advance 2");
    table.jump({ ...VIEW, text: "after" }, null);
    void command.renew();
    await server.answer("u1 advance 2");
    await server.answer("", { choices: offers.map((text) => ({ text, label: text })) });
    void command.renew();
    expect(command.selected).toEqual(chosen);
  });
});
