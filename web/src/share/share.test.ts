import { describe, expect, it } from "vitest";
import type { Entry } from "../lib/protocol";
import { chosen } from "./pictures";
import { asText } from "./text";

describe("what is shared", () => {
  it("shows the first and the last position of a long game", () => {
    const versions = Array.from({ length: 1000 }, (_, i) => i);
    const shown = chosen(versions, 160);
    expect(shown).toHaveLength(160);
    expect([shown[0], shown.at(-1)]).toEqual([0, 999]);
    expect(new Set(shown).size).toBe(160);
    expect(chosen([0, 3, 4])).toEqual([0, 3, 4]);
  });

  it("tells a game as text", () => {
    const entry = (version: number, seat: "first" | "second", text: string): Entry =>
      ({ version, kind: "action", seat, text, words: [], events: [] }) as Entry;
    const text = asText({
      title: "Cities & Heroes",
      names: ["Ada", "Ben"],
      date: "2026-11-18",
      entries: [entry(1, "first", "b2b4"), entry(2, "second", "i9i7"), entry(3, "first", "b4b5")],
      result: "Ada has won.",
      notation: (one) => one.text,
    });
    expect(text).toBe("Cities & Heroes: Ada – Ben\n2026-11-18\n\n1. b2b4  i9i7\n2. b4b5\n\nAda has won.\n");
    const undated = asText({ title: "x", names: ["a", "b"], date: "", entries: [], result: "", notation: () => "" });
    expect(undated).toBe("x: a – b\n\n");
  });
});
