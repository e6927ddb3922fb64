// What a board asks of a table without cells, and what a seat has answered beforehand.
import { describe, expect, it, vi } from "vitest";
import type { Wire } from "../lib/socket";
import { SeatLine } from "./line.svelte";
import { Table, type Answers } from "./table.svelte";

const view = { eye: "first", turn: "first", text: "", facts: {}, words: [] } as const;

function answers(): Answers {
  return {
    choices: vi.fn(() => Promise.resolve({ choices: [] })),
    preview: vi.fn(() => Promise.resolve({ preview: {}, words: [] })),
    aims: vi.fn(() => Promise.resolve({ aims: [], refused: null, short: null })),
    overlays: vi.fn(() => Promise.resolve({ shapes: [] })),
    act: vi.fn(() => Promise.resolve()),
  };
}

describe("a table that is pointed at", () => {
  it("asks in whole numbers", async () => {
    const asked = answers();
    await new Table(asked, { ...view, words: [] }).aims(["u1"], [1000.4, 1999.6], 449.7);
    expect(asked.aims).toHaveBeenCalledWith(["u1"], [1000, 2000], 450, null);
  });

  it("asks for overlays once, until the view changes", async () => {
    const asked = answers();
    const table = new Table(asked, { ...view, words: [] });
    await Promise.all([table.overlays(), table.overlays()]);
    expect(asked.overlays).toHaveBeenCalledTimes(1);
    table.jump({ ...view, words: [] }, null);
    await table.overlays();
    expect(asked.overlays).toHaveBeenCalledTimes(2);
  });
});

describe("standing answers", () => {
  it("come with the welcome and change when the server has kept them", () => {
    const wire: Wire & { sent: string[] } = {
      readyState: 1,
      sent: [],
      send(text) {
        this.sent.push(text);
      },
      close: () => undefined,
      onopen: null,
      onclose: null,
      onmessage: null,
    };
    const listener = {
      welcomed: () => undefined,
      told: () => undefined,
      rematched: () => undefined,
      moved: () => undefined,
      declined: () => undefined,
      present: () => undefined,
    };
    const line = new SeatLine("r", "T", listener, () => wire);
    const hear = (message: object): void => wire.onmessage?.({ data: JSON.stringify(message) });
    wire.onopen?.();
    const kinds = [{ name: "evade", label: "Evade?", values: [{ value: "ask", label: "ask" }] }];
    hear({ t: "welcome", game: "cities", seats: {}, version: 0, entries: [], view, standing: { kinds, answers: {} } });
    expect(line.standing).toEqual({ kinds, answers: {} });
    line.tell({ t: "standing", answers: { evade: "always" } });
    expect(line.standing?.answers).toEqual({});
    hear({ t: "standing", answers: { evade: "always" } });
    expect(line.standing).toEqual({ kinds, answers: { evade: "always" } });
    line.close();
  });
});
