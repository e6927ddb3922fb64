// What this browser adds to chance, and how it finds it again: the published scheme, without the browser's
// cryptography.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Wire } from "./socket";

vi.stubGlobal("window", { location: { pathname: "/", hash: "", host: "h", protocol: "http:" } });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("document", { addEventListener: () => undefined, documentElement: { dataset: {} } });

const { sha256 } = await import("./sha256");
const { headOf, newText, ownTextsIn, seePromise, textFor } = await import("./proof");
const seats = await import("./seats");
const { SeatLine } = await import("../room/line.svelte");

const COMMIT = "b4fd548e7ca9688811b59c4e2942264011f17f6c2baf60a5331a1bf36261bd9b";
const OTHER = COMMIT.replace("b", "c");
const FORM = /^[A-Za-z0-9_-]{22}:[0-9a-f]{64}$/;

describe("SHA-256", () => {
  it("is the one that everybody has", async () => {
    for (const length of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      expect(sha256(bytes), String(length)).toBe(
        Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""),
      );
    }
  });
});

describe("a text for chance", () => {
  beforeEach(() => seats.forget("r1"));

  it("is made as published", () => {
    expect(newText(COMMIT, "AAECAwQFBgcICQoLDA0ODw")).toBe(
      "AAECAwQFBgcICQoLDA0ODw:a7d58708d986af5d26bd9e6a26c521da99abd09f913e8df018781599ee59dc3a",
    );
    expect(newText(COMMIT)).toMatch(FORM);
    expect(newText(COMMIT)).not.toBe(newText(COMMIT));
  });

  it("stays the same for one seat and one promise, however often it is asked for", () => {
    const text = textFor("r1", "first", COMMIT);
    expect(textFor("r1", "first", COMMIT)).toBe(text);
    expect(textFor("r1", "second", COMMIT)).not.toBe(text);
    expect(seats.ownRoom("r1")).toMatchObject({ commit: COMMIT, texts: { first: text } });
  });

  it("is found again in the record", () => {
    const texts = [textFor("r1", "first", COMMIT), newText(COMMIT)];
    expect(ownTextsIn({ room: "r1", commit: COMMIT, texts })).toBe(true);
    expect(ownTextsIn({ room: "r1", commit: COMMIT, texts: ["", texts[1]!] })).toBe(false);
    expect(ownTextsIn({ room: "r1", commit: COMMIT, texts: [newText(COMMIT), texts[1]!] })).toBe(false);
    expect(ownTextsIn({ room: "elsewhere", commit: COMMIT, texts })).toBeNull();
  });

  it("does not cover up that the promise was exchanged", () => {
    seePromise("r1", COMMIT);
    const text = textFor("r1", "first", OTHER);
    expect(text).toMatch(FORM);
    expect(ownTextsIn({ room: "r1", commit: OTHER, texts: [text, ""] })).toBe(false);
  });

  it("is not missed where none was asked for", () => {
    seePromise("r1", COMMIT);
    expect(ownTextsIn({ room: "r1", commit: COMMIT, texts: ["", ""] })).toBeNull();
  });
});

describe("the head of a record", () => {
  it("is read from its first line, or is none", () => {
    expect(headOf(`{"id":"r1","commit":"${COMMIT}","texts":["a","b"]}\n{"kind":"end"}\n`)).toEqual({
      room: "r1",
      commit: COMMIT,
      texts: ["a", "b"],
    });
    expect(headOf("")).toBeNull();
    expect(headOf("nothing")).toBeNull();
  });
});

describe("a seat's line", () => {
  it("answers a welcome that awaits a text, and no other", () => {
    const sent: Record<string, unknown>[] = [];
    const wire: Wire = {
      readyState: 1,
      send: (text) => void sent.push(JSON.parse(text) as Record<string, unknown>),
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
    const line = new SeatLine("r2", "T", listener, () => wire);
    const view = { eye: "second", turn: "chance", text: "", facts: {}, words: [] };
    const welcome = {
      t: "welcome",
      room: "r2",
      game: "towar",
      eye: "second",
      seats: {},
      options: {},
      commit: COMMIT,
      version: 0,
      view,
      entries: [],
      clock: null,
      asks: null,
      result: null,
    };
    wire.onopen?.();
    wire.onmessage?.({ data: JSON.stringify({ ...welcome, text: "awaited" }) });
    wire.onmessage?.({ data: JSON.stringify({ t: "text", text: "given" }) });
    wire.onmessage?.({ data: JSON.stringify({ ...welcome, text: "given" }) });
    wire.onmessage?.({ data: JSON.stringify({ ...welcome, eye: "observer", text: null }) });
    line.close();
    expect(sent.map((message) => message.t)).toEqual(["hello", "text"]);
    expect(sent[1]).toEqual({ t: "text", text: seats.ownRoom("r2")?.texts?.second });
    expect(sent[1]!.text).toMatch(FORM);
  });
});
