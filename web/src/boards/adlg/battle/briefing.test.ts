import { describe, expect, it } from "vitest";
import { inWords } from "./briefing";

const unit = (id: string, en: string) => ({ id, name: { en, de: en } });
const FACTS = {
  units: [unit("u1", "Swordsmen 1"), unit("u2", "Swordsmen 2"), unit("e4", "Spearmen 4")],
  commanders: [{ id: "c1", corps: 1, grade: "competent" }],
};

describe("the briefing of a drill", () => {
  it("has orders as the buttons have them", () => {
    expect(inWords("Press `corps c1`, then `done`.", FACTS)).toBe(
      "Press “Corps 1, competent commander”, then “End the orders of this corps”.",
    );
    expect(inWords("`u1+u2 advance 3`", FACTS)).toBe("“Advance 3 UD”");
    expect(inWords("`u1 charge e4`", FACTS)).toBe("“Swordsmen 1: Charge Spearmen 4”");
  });

  it("calls everybody by name", () => {
    expect(inWords("Leave e4 to u2.", FACTS)).toBe("Leave Spearmen 4 to Swordsmen 2.");
  });
});
