// Grips, groups and the words of the list: what a hand means, before the server says whether it may be.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../../../lib/api";
import type { Entry, Seat } from "../../../lib/protocol";
import { Foresight } from "../../../room/foresight";
import { remember } from "../called";
import { readFacts, type UnitFact } from "../table/reading";
import { chaptersOf } from "./chapters";
import { Closing, MOMENT } from "./closing.svelte";
import { handlesOf, meantBy } from "./handles";
import { around } from "./in_line";
import { nextReshaping } from "./reshaping";
import { SavedGroups } from "./saved_groups.svelte";
import { orderSentence } from "./sentences";
import { tryAll } from "./trying";
import { wingsOf } from "./wings";

const unit = (id: string, x: number, y: number, more: Partial<UnitFact> = {}): UnitFact => ({
  id,
  seat: id.startsWith("u") ? 0 : 1,
  corps: 1,
  troop: "heavy_swordsmen",
  category: "hi",
  name: { en: `Axemen ${id.slice(1)}`, de: `Axtkämpfer ${id.slice(1)}` },
  quality: "ordinary",
  abilities: [],
  weapon: null,
  width: 1000,
  depth: 600,
  full: 3,
  expendable: false,
  pose: [x, y, 0],
  cohesion: 3,
  fighting: false,
  done: false,
  ...more,
});
const row = (count: number, y = 5000): UnitFact[] =>
  Array.from({ length: count }, (_, i) => unit(`u${i + 1}`, 5000 + 1000 * i, y));

describe("a grip", () => {
  const four = [unit("u1", 5000, 5000), unit("u2", 6000, 5000), unit("u3", 5000, 4400), unit("u4", 6000, 4400)];

  it("in front means a wheel, then a quarter turn, then a half turn", () => {
    const from = [5500, 5800] as const;
    expect(meantBy("face", four, from, [6000, 5800])).toEqual(["wheel right 25"]);
    expect(meantBy("face", four, from, [3500, 4700])).toEqual(["turn left", "wheel left 90"]);
    expect(meantBy("face", four, from, [5500, 2000])).toEqual(["turn back"]);
    expect(meantBy("face", four, from, [5501, 5800])).toEqual([]);
  });

  it("turns a gun about its middle", () => {
    const gun = [unit("u1", 5000, 5000, { troop: "heavy_artillery" })];
    expect(meantBy("face", gun, [5000, 5500], [5600, 5300])).toEqual(["pivot right 45"]);
  });

  it("at the side slides, and obliquely ahead advances obliquely, else slides and advances", () => {
    const from = [7000, 5000] as const;
    expect(meantBy("right", four, from, [7400, 5050])).toEqual(["slide right 0.4"]);
    expect(meantBy("left", four, from, [5000, 5000])).toEqual(["slide left 1"]);
    expect(meantBy("right", four, from, [7500, 6000])).toEqual(["oblique right 0.5 1", "slide right 0.5 advance 1"]);
  });

  it("behind widens outwards and narrows inwards", () => {
    expect(meantBy("widen_right", four, [7000, 4000], [8100, 4000])).toEqual(["extend 0 1"]);
    expect(meantBy("widen_left", four, [4000, 4000], [2100, 4000])).toEqual(["extend 2 0"]);
    expect(meantBy("widen_left", row(3), [4000, 4000], [5000, 4000])).toEqual(["contract u2+u3 advance 0.6"]);
  });

  it("never lies on somebody else", () => {
    const near = unit("e1", 5500, 5700, { pose: [5500, 5700, 18000] });
    const free = handlesOf(four, four, 20).map((one) => one.grip);
    expect(free).toEqual(["face", "left", "right", "widen_left", "widen_right"]);
    expect(
      handlesOf(four, [...four, near, unit("u9", 7000, 5000), unit("u8", 8000, 5000)], 20).map((one) => one.grip),
    ).toEqual(["left", "widen_left", "widen_right"]);
  });

  it("has keys: pressed again they mean the other side", () => {
    expect(nextReshaping(four, "x", "")?.name).toBe("widen_left");
    expect(nextReshaping(four, "x", "u1+u2+u3+u4 extend 1 0")?.name).toBe("widen_right");
    expect(nextReshaping([four[0]!], "x", "")).toBeUndefined();
  });
});

describe("an order that is tried while somebody drags", () => {
  const no = (words: string): Refused => new Refused({ code: "move.far", words, rule: "" } as never, 409);

  it("stops where it is allowed, and says what stops it", async () => {
    const foresight = new Foresight({
      choices: () => Promise.resolve({ span: { low: 100, high: 3000, step: 100, scale: 100, unit: "" } }),
      preview: (action) =>
        action === "u1 wheel right 30" ? Promise.resolve({ preview: {}, words: [action] }) : Promise.reject(no("far")),
      act: () => Promise.resolve(),
    });
    const found = await tryAll(["u1 wheel right 70"], foresight);
    expect(found.aims.map((one) => one.action)).toEqual(["u1 wheel right 30"]);
    expect(found.short?.words).toBe("far");
    await expect(tryAll(["u1 turn back"], foresight)).rejects.toThrow("far");
  });
});

describe("a group", () => {
  it("is the whole line around a unit, or as much of it as goes together, the unit in it", () => {
    const eight = row(8);
    const [whole, most] = around(eight[7]!, eight);
    expect(whole).toHaveLength(8);
    expect(most).toHaveLength(6);
    expect(most).toContain("u8");
    expect(around(eight[3]!, eight)[1]).toEqual(expect.arrayContaining(["u2", "u3", "u4", "u5", "u6", "u7"]));
  });

  it("takes its rear ranks along", () => {
    const two = [unit("u1", 5000, 5000), unit("u2", 5000, 4400)];
    expect(around(two[0]!, two)[0]).toEqual(["u1", "u2"]);
  });

  it("is kept by number and name, for this battle alone", () => {
    const groups = new SavedGroups("/room/one");
    groups.save(2, ["u1", "u2"], "Left wing");
    expect(new SavedGroups("/room/one").at(2)).toEqual({ number: 2, name: "Left wing", units: ["u1", "u2"] });
    expect(new SavedGroups("/room/two").list).toEqual([]);
    expect(groups.of(["u2", "u1"])?.number).toBe(2);
    expect(groups.free).toBe(1);
    groups.forget(2);
    expect(new SavedGroups("/room/one").list).toEqual([]);
  });
});

const facts = readFacts({
  eye: "first",
  turn: "first",
  text: "",
  words: [],
  facts: {
    armies: [
      { en: "Vikings", de: "Wikinger" },
      { en: "Rome", de: "Rom" },
    ],
    size: [20000, 15000],
    units: [
      ...row(4),
      unit("u9", 12000, 5000, { corps: 2 }),
      unit("e1", 9000, 9000, { name: { en: "Raiders 3", de: "Plünderer 3" } }),
    ],
  },
});

describe("the list", () => {
  beforeEach(() => remember(facts, true));

  it("has one sentence for each order, with the names that people say", () => {
    expect(orderSentence("u1+u2+u3+u4 advance 3")).toBe("Vikings’ left wing advances 3 UD");
    expect(orderSentence("u1+u2 advance 3")).toBe("Axemen 1 and Axemen 2 advance 3 UD");
    expect(orderSentence("u2 wheel right 20 charge e1")).toBe("Axemen 2 wheels right 20° and charges Raiders 3");
    expect(orderSentence("u2 oblique left 0.5 1.5")).toBe("Axemen 2 advances 1.5 UD obliquely left");
    expect(orderSentence("corps d1")).toBe("Orders for Rome");
    expect(orderSentence("u1 rally")).toBe("Axemen 1 tries to rally");
  });

  it("names wings from their own edge", () => {
    const wings = wingsOf([
      { seat: 0, corps: 1, pose: [2000, 0] },
      { seat: 0, corps: 2, pose: [9000, 0] },
      { seat: 0, corps: 3, pose: [5000, 0] },
      { seat: 1, corps: 1, pose: [2000, 0] },
      { seat: 1, corps: 2, pose: [9000, 0] },
    ]);
    expect(Object.fromEntries(wings)).toEqual({
      "0.1": "left",
      "0.3": "centre",
      "0.2": "right",
      "1.2": "left",
      "1.1": "right",
    });
  });

  it("stands below its turns, and counts them only where nothing is missing before", () => {
    let version = 0;
    const entry = (text: string, seat: Seat, events: Entry["events"] = []): Entry => ({
      version: ++version,
      kind: "action",
      seat,
      text,
      words: [],
      events,
    });
    const entries = [
      entry("deploy c1", "first"),
      entry("corps c1", "first"),
      entry("done", "first", [{ kind: "sequence", seat: "second" }]),
      entry("corps d1", "second"),
      entry("done", "second", [{ kind: "sequence", seat: "first" }]),
      entry("corps c1", "first"),
    ];
    expect([...chaptersOf(entries, true)]).toEqual([
      [1, "Setting up"],
      [2, "Turn 1 · Vikings"],
      [4, "Turn 1 · Rome"],
      [6, "Turn 2 · Vikings"],
    ]);
    expect([...chaptersOf(entries, false).values()]).toEqual(["Rome", "Vikings"]);
  });
});

describe("a corps without points", () => {
  it("ends after a moment, waits while it is looked at, and never hurries who plays by keys", () => {
    vi.useFakeTimers();
    const end = vi.fn();
    const closing = new Closing(end);
    closing.begin("c1");
    closing.pause();
    vi.advanceTimersByTime(10 * MOMENT);
    expect(end).not.toHaveBeenCalled();
    closing.resume();
    vi.advanceTimersByTime(MOMENT);
    expect(end).toHaveBeenCalledOnce();
    closing.stop();
    closing.begin("c2", false);
    vi.advanceTimersByTime(10 * MOMENT);
    expect(end).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
