// How the board reads a position, and how moves are written.
import { describe, expect, it, vi } from "vitest";
import type { Entry } from "../../lib/protocol";
import { cornerOf, readField, seenSquares } from "./reading";

vi.stubGlobal("document", { documentElement: { dataset: {} } });
vi.mock("./Board.svelte", () => ({ default: {} }));
vi.mock("./Mark.svelte", () => ({ default: {} }));
vi.mock("./Picture.svelte", () => ({ default: {} }));
vi.mock("./Tally.svelte", () => ({ default: {} }));
const { notation, tidy } = await import(".");

const START = "10/1ffffffff1/10/10/10/10/10/10/1FFFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 0";
const entry = (text: string, events: Entry["events"] = []): Entry => ({
  version: 1,
  kind: "action",
  seat: "first",
  text,
  words: [],
  events,
});

describe("a position", () => {
  it("is read from its text", () => {
    const { men, cities } = readField(START);
    expect(men.length).toBe(16);
    expect(men.filter((man) => man.seat === "first").map((man) => man.square)).toEqual([
      "b2",
      "c2",
      "d2",
      "e2",
      "f2",
      "g2",
      "h2",
      "i2",
    ]);
    expect(cities.get("a10")).toBe("second");
    expect(cities.get("j1")).toBe("first");
    expect(cities.size).toBe(8);
  });

  it("knows heroes and ten empty squares", () => {
    expect(readField("9h/10/10/10/10/10/10/10/10/H9 2 -a1 3").men).toEqual([
      { square: "j10", seat: "second", kind: "hero" },
      { square: "a1", seat: "first", kind: "hero" },
    ]);
  });
});

describe("the board", () => {
  it("turns for the second seat", () => {
    expect(cornerOf("a1", "first")).toEqual([0, 432]);
    expect(cornerOf("a1", "second")).toEqual([432, 0]);
    expect(seenSquares("second")[0]?.[0]).toBe("j1");
    expect(seenSquares("first")[9]?.[9]).toBe("j1");
  });
});

describe("a move", () => {
  it("is written with what came of it", () => {
    expect(notation(entry("f4g7"))).toBe("f4–g7");
    expect(notation(entry("d3=H", [{ kind: "promoted", square: "d3" }]))).toBe("d3=H");
    const captured = { kind: "captured", squares: ["f6", "h7"] };
    expect(notation(entry("f4g7", [{ kind: "moved" }, captured, { ...captured, squares: ["f6"] }]))).toBe("f4–g7 ×2");
    expect(notation(entry("pass"))).toBe("pass");
  });

  it("is understood as people type it", () => {
    expect(tidy("F4 - G7")).toBe("f4g7");
    expect(tidy("f4–g7")).toBe("f4g7");
    expect(tidy("d3=h")).toBe("d3=H");
    expect(tidy("Pass")).toBe("pass");
  });
});
