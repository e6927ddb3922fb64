// Long games: the earlier entries come in pages, after a loss too, and whoever needs one of them waits for it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry } from "../lib/protocol";
import type { Wire } from "../lib/socket";
import { SeatLine } from "./line.svelte";
import { keyOf, rowsOf } from "./moves";

const PAGE = 100;
const view = { eye: "first", turn: "first", text: "", facts: {}, words: [] };
const made = (version: number): Entry => ({
  version,
  kind: "action",
  seat: version % 2 ? "first" : "second",
  text: `m${version}`,
  words: [],
  events: [],
});
const between = (from: number, to: number): Entry[] => Array.from({ length: to - from + 1 }, (_, i) => made(from + i));

/** A server that has a game of so many entries. */
class FakeServer implements Wire {
  static all: FakeServer[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onclose: ((event: { code?: number }) => void) | null = null;
  onmessage: Wire["onmessage"] = null;
  asked: number[] = [];
  silent = false;
  /** It has forgotten who had seen what, as another process would have. */
  static forgetful = false;
  constructor(private readonly version: number) {
    FakeServer.all.push(this);
    queueMicrotask(() => this.onopen?.());
  }
  send(text: string): void {
    const said = JSON.parse(text) as { t: string; id: number; before: number; seen: number | null };
    if (said.t === "hello" && (said.seen === null || FakeServer.forgetful)) {
      const earlier = Math.max(0, this.version - PAGE);
      this.hear({
        t: "welcome",
        game: "cities",
        seats: {},
        version: this.version,
        entries: between(earlier + 1, this.version),
        earlier,
        view: { ...view },
      });
    } else if (said.t === "hello") this.hear({ t: "news", version: this.version, entries: [] });
    if (said.t !== "history") return;
    this.asked.push(said.before);
    if (!this.silent)
      this.hear({ t: "history", id: said.id, entries: between(Math.max(1, said.before - PAGE), said.before - 1) });
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  hear(message: object): void {
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }));
  }
}

const nothing = (): undefined => undefined;
const listener = {
  welcomed: vi.fn(),
  told: nothing,
  rematched: nothing,
  declined: nothing,
  present: nothing,
  moved: vi.fn(),
};
const last = (): FakeServer => FakeServer.all.at(-1)!;
let line: SeatLine;

beforeEach(() => {
  vi.useFakeTimers();
  FakeServer.all = [];
  FakeServer.forgetful = false;
  listener.welcomed.mockClear();
  line = new SeatLine("r", "T", listener, () => new FakeServer(730));
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
});

const versions = (): number[] => line.entries.map((entry) => entry.version);

describe("the entries of a long game", () => {
  it("come page by page, the newest first, until all are there", async () => {
    await vi.advanceTimersByTimeAsync(0);
    expect(line.entries.length).toBeGreaterThanOrEqual(100);
    expect(line.earlier).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(versions()).toEqual(between(1, 730).map((entry) => entry.version));
    expect(line.earlier).toBe(0);
    expect(last().asked).toEqual([631, 531, 431, 331, 231, 131, 31]);
  });

  it("go on after a lost connection where they stopped", async () => {
    await vi.advanceTimersByTimeAsync(0);
    last().silent = true;
    await vi.advanceTimersByTimeAsync(150);
    last().close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeServer.all.length).toBe(2);
    expect(versions()).toEqual(between(1, 730).map((entry) => entry.version));
  });

  it("are waited for by whoever looks back to one", async () => {
    await vi.advanceTimersByTimeAsync(0);
    const seen: number[] = [];
    void line.reach(700).then(() => seen.push(700));
    void line.reach(40).then(() => seen.push(40));
    void line.reach(0).then(() => seen.push(0));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual([700, 0]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen).toEqual([700, 0, 40]);
  });

  it("keep their rows when others come in above", () => {
    const some = rowsOf(between(401, 500)).map(keyOf);
    const all = rowsOf(between(1, 500)).map(keyOf);
    expect(all.slice(-some.length)).toEqual(some);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("a seat that goes on in another window", () => {
  it("says so, has no error, and comes back when it is asked to", async () => {
    await vi.advanceTimersByTimeAsync(0);
    last().hear({ t: "error", code: "replaced", words: "…" });
    await vi.advanceTimersByTimeAsync(0);
    last().close(4409);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([line.status, line.error, FakeServer.all.length]).toEqual(["replaced", null, 1]);
    expect(listener.moved).toHaveBeenCalledTimes(1);
    line.resume();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([line.status, FakeServer.all.length]).toEqual(["open", 2]);
    expect(listener.moved).toHaveBeenCalledTimes(2);
    expect(versions().length).toBe(730);
  });
});

describe("a line that was lost while nothing happened", () => {
  it("brings no other view, so that nothing of what is put together goes with it", async () => {
    FakeServer.forgetful = true;
    await vi.advanceTimersByTimeAsync(0);
    const shown = line.view;
    last().close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeServer.all.length).toBe(2);
    expect(listener.welcomed.mock.calls.map(([, fresh]) => fresh as boolean)).toEqual([true, false]);
    expect(line.view).toBe(shown);
  });

  it("brings all anew in another language", async () => {
    await vi.advanceTimersByTimeAsync(0);
    const shown = line.view;
    line.translate();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(listener.welcomed.mock.calls.map(([, fresh]) => fresh as boolean)).toEqual([true, true]);
    expect(line.view).not.toBe(shown);
  });
});
