// Small parts of the pages: words that are looked for in a rule, and the option that a refusal is about.
import { describe, expect, it } from "vitest";
import type { OptionInfo } from "../lib/protocol";
import { causeOf, setOption } from "./options";
import { pieces } from "./searching";

const option = (name: string, rule: string): OptionInfo => ({ name, rule, kind: "", default: "usual", about: "" });

describe("what is looked for in a rule", () => {
  it("is marked wherever it stands, whatever its capitals", () => {
    expect(pieces("The camp. A Camp!", "camp").filter((piece) => piece.hit)).toEqual([
      { text: "camp", hit: true, rule: false },
      { text: "Camp", hit: true, rule: false },
    ]);
  });

  it("leaves the text as it is", () => {
    const whole = "Over the far edge (towar.end.breakthrough) and so on.";
    for (const sought of ["", "e", "over the far edge", "nowhere"])
      expect(
        pieces(whole, sought)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(whole);
  });

  it("is not looked for in the id of another rule, which is a link", () => {
    expect(pieces("See towar.end.draw.", "end").filter((piece) => piece.rule || piece.hit)).toEqual([
      { text: "towar.end.draw", hit: false, rule: true },
    ]);
  });
});

describe("a refusal", () => {
  const options = [option("armies", "a.b"), option("mirror", "a.b"), option("clock", "a.c")];

  it("is about the chosen option with its rule", () => {
    expect(causeOf({ code: "x", words: "", rule: "a.b" }, options, { mirror: 1 })).toBe("mirror");
  });

  it("is about none that was left as usual", () => {
    expect(causeOf({ code: "x", words: "", rule: "a.c" }, options, { mirror: 1 })).toBe("");
    expect(causeOf({ code: "x", words: "" }, options, { mirror: 1 })).toBe("");
  });
});

describe("a choice", () => {
  it("that is the usual one is not kept", () => {
    const [armies] = [option("armies", "a.b")];
    expect(setOption({ clock: 1 }, armies, "other")).toEqual({ clock: 1, armies: "other" });
    expect(setOption({ clock: 1, armies: "other" }, armies, "usual")).toEqual({ clock: 1 });
  });
});
