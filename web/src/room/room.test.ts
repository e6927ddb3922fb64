// The list of moves, and the clock's face.
import { describe, expect, it } from "vitest";
import type { Entry } from "../lib/protocol";
import { rowsOf, takenBack } from "./moves";
import { clockText } from "./naming";

const made = (version: number, kind: string, seat?: "first" | "second", more: Partial<Entry> = {}): Entry => ({
  version,
  kind,
  seat,
  text: "",
  words: [],
  events: [],
  ...more,
});

describe("the list of moves", () => {
  it("puts the seats side by side", () => {
    const rows = rowsOf([made(1, "action", "first"), made(2, "action", "second"), made(3, "action", "first")]);
    expect(rows.map((row) => row.kind === "pair" && [row.number, row.first?.version, row.second?.version])).toEqual([
      [1, 1, 2],
      [2, 3, undefined],
    ]);
  });

  it("begins with the second seat where that one begins", () => {
    const rows = rowsOf([made(1, "action", "second"), made(2, "action", "first")]);
    expect(rows.map((row) => row.kind === "pair" && [row.first?.version, row.second?.version])).toEqual([
      [undefined, 1],
      [2, undefined],
    ]);
  });

  it("leaves out what was taken back", () => {
    const entries = [
      made(1, "action", "first"),
      made(2, "action", "second"),
      made(3, "take_back", undefined, { to: 0 }),
      made(4, "action", "first"),
    ];
    expect([...takenBack(entries)]).toEqual([1, 2]);
    expect(rowsOf(entries).map((row) => row.kind)).toEqual(["aside", "pair"]);
  });

  it("puts a chance of one seat where it stands beside its next action", () => {
    const card = made(1, "chance", undefined, { events: [{ kind: "turned_up", seat: "second" }] });
    const rows = rowsOf([card, made(2, "action", "first"), made(3, "action", "second"), { ...card, version: 4 }]);
    expect(rows.map((row) => row.kind)).toEqual(["pair", "chance"]);
    expect(rows[0]?.kind === "pair" && rows[0].chances.second.map((entry) => entry.version)).toEqual([1]);
  });

  it("shows chance across and clocks not at all", () => {
    expect(rowsOf([made(1, "chance"), made(2, "clock")]).map((row) => row.kind)).toEqual(["chance"]);
  });
});

describe("a clock", () => {
  it("shows minutes, hours and at the end tenths", () => {
    expect(clockText(600_000)).toBe("10:00");
    expect(clockText(3_725_000)).toBe("1:02:05");
    expect(clockText(9_640)).toBe("0:09.7");
    expect(clockText(9_990)).toBe("0:10");
    expect(clockText(0)).toBe("0:00.0");
  });
});
