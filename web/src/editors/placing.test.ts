// Putting things on a board is an action of two words in the one draft: a tool or a cell, and where to.
import { describe, expect, it } from "vitest";
import { Placing } from "./placing.svelte";

function bench(): { placing: Placing; things: Map<string, string>; settled: () => Promise<void> } {
  const things = new Map([["a1", "fighter"]]);
  const placing = new Placing(
    {
      near: () => "first",
      cells: () => [
        ["a2", "b2"],
        ["a1", "b1"],
      ],
      occupied: (cell) => things.has(cell),
      use: (tool, cell) => void things.set(cell, tool),
      move: (from, to) => {
        things.set(to, things.get(from)!);
        things.delete(from);
      },
      remove: (cell) => void things.delete(cell),
      label: (cell) => cell,
    },
    "a1",
    () => ["hero"],
  );
  return { placing, things, settled: () => new Promise((go) => setTimeout(go)) };
}

describe("placing", () => {
  it("picks up what stands there, offers every place, and puts it down", async () => {
    const { placing, things, settled } = bench();
    placing.click("b1");
    placing.click("a1");
    await settled();
    expect([placing.held, placing.draft.words]).toEqual(["a1", ["a1"]]);
    expect(placing.draft.offers.map((offer) => offer.text)).toContain("b2");
    placing.click("b2");
    await settled();
    expect([placing.held, [...things]]).toEqual(["", [["b2", "fighter"]]]);
  });

  it("keeps a tool in hand for every cell, also when something is removed meanwhile", async () => {
    const { placing, things, settled } = bench();
    placing.choose("hero");
    await settled();
    placing.click("b1");
    await settled();
    placing.remove("a1");
    await settled();
    placing.click("b2");
    await settled();
    expect([placing.tool, [...things.keys()]]).toEqual(["hero", ["b1", "b2"]]);
    placing.choose("");
    expect([placing.tool, placing.held]).toEqual(["", ""]);
  });

  it("lets go of what was picked up when it is chosen again", async () => {
    const { placing, things, settled } = bench();
    placing.click("a1");
    await settled();
    placing.click("a1");
    await settled();
    expect([placing.held, [...things.keys()]]).toEqual(["", ["a1"]]);
  });
});
