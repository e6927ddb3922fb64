// What editors read is what they write, and a mirrored layout stays one.
import { describe, expect, it } from "vitest";
import { fieldOf, clear, contentOf, layoutOf, mirror, put, turned } from "./cities/layout";
import { putCity, putMan, readPlacement, takeMan, writePlacement } from "./cities/placement";
import { pack, unpack, unpackPlace } from "./packing";
import { toToml } from "./toml";
import * as cards from "./towar/cards";
import * as towar from "./towar/placement";

const GATES = {
  name: "gates",
  fighters: ["b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2"],
  cities: ["a1", "j1", "d3", "g3"],
  mark: "reconstructed",
};

const PRINTED: cards.Printed[] = [
  { id: "knight", army: "west", letter: "K", defence: 5, attack: 5, cards: 3, elite: true },
  { id: "footman", army: "west", letter: "F", defence: 3, attack: 3, cards: 4, elite: false },
  { id: "konung", army: "north", letter: "K", defence: 4, attack: 4, cards: 3, elite: true },
  { id: "archer", army: "north", letter: "A", defence: 1, attack: 5, cards: 4, elite: false },
];
const TABLE: cards.CardTable = {
  name: "mine",
  mark: "X",
  kinds: { knight: "F2", footman: "T1", konung: "T1", archer: "F1" },
  changes: {},
};
const faces = new Map(PRINTED.map((unit) => [unit.id, cards.faceOf(unit, TABLE)]));

describe("a link", () => {
  it("carries a table as letters that an address may hold", async () => {
    const letters = await pack({ ...GATES, name: "für Städte & Helden" });
    expect(letters).toMatch(/^[\w-]+$/);
    expect(await unpack(letters)).toEqual({ ...GATES, name: "für Städte & Helden" });
  });

  it("that is damaged brings nothing", async () => {
    expect(await unpack("nonsense!")).toBeNull();
    expect(await unpack((await pack(GATES)).slice(3))).toBeNull();
    expect(await unpackPlace(await pack(GATES))).toBeNull();
    expect(await unpackPlace(await pack({ start: "x", options: { a: 1 }, more: 2 }))).toEqual({
      start: "x",
      options: { a: 1 },
    });
  });
});

describe("a file", () => {
  it("is written as the command line reads it", () => {
    const table = {
      name: 'a "b"',
      kinds: { knight: "F2" },
      cards: { knight: { attack: 4, elite: false } },
      list: ["a1", "b2"],
    };
    expect(toToml(table)).toBe(
      'name = "a \\"b\\""\nlist = ["a1", "b2"]\n\n[kinds]\nknight = "F2"\n\n' +
        "[cards.knight]\nattack = 4\nelite = false\n",
    );
  });
});

describe("a layout", () => {
  it("is mirrored unless the second side is told", () => {
    const layout = layoutOf(GATES);
    expect(layout.mirrored).toBe(true);
    expect(layout.squares.second.cities).toEqual(["j10", "a10", "g8", "d8"]);
    expect(turned("a1")).toBe("j10");
    expect(contentOf(layout)).toEqual(GATES);
    const free = mirror(layout, false);
    expect(contentOf(free).second_cities).toEqual(["d8", "g8", "a10", "j10"]);
    expect(contentOf(mirror(free, true))).toEqual(GATES);
    expect(fieldOf(layout).men.length).toBe(16);
  });

  it("puts and clears on both sides while it is mirrored", () => {
    const layout = put(clear(layoutOf(GATES), "i9", "fighters"), "a5", "second", "fighters");
    expect(layout.squares.first.fighters).toContain("j6");
    expect(layout.squares.first.fighters).not.toContain("b2");
    expect(layout.squares.second.fighters).toContain("a5");
    const free = put(mirror(layoutOf(GATES), false), "d3", "second", "fighters");
    expect(free.squares.first.cities).not.toContain("d3");
    expect(free.squares.second.fighters.length).toBe(9);
  });
});

describe("a position of Cities & Heroes", () => {
  const START = "10/1ffffffff1/10/10/10/10/10/10/1FFFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 0";

  it("is written as it was read", () => {
    expect(writePlacement(readPlacement(START))).toBe(START);
    const other = "h8H/10/10/10/3F6/10/10/10/10/10 2 a1j1d3g3d8g8j10-a10 17";
    expect(writePlacement(readPlacement(`${other} ~b2c4 @12345678`))).toBe(other);
  });

  it("has nobody in an enemy city", () => {
    const placed = putMan(readPlacement(START), { square: "d8", seat: "first", kind: "hero" });
    expect(placed.cities.get("d8")).toBe("first");
    expect(putCity(placed, "d8", "second").men.some((man) => man.square === "d8")).toBe(false);
    expect(takeMan(placed, "d8").cities.get("d8")).toBe("first");
  });
});

describe("a card table", () => {
  it("writes only what differs from print", () => {
    const changed = cards.change(cards.change(TABLE, "knight", { attack: 6, elite: true }), "archer", { cards: 4 });
    expect(cards.contentOf(changed, PRINTED)).toEqual({
      name: "mine",
      mark: "X",
      kinds: TABLE.kinds,
      cards: { knight: { attack: 6 } },
    });
    expect(cards.faceOf(PRINTED[0]!, changed)).toMatchObject({ attack: 6, defence: 5, kind: "F2", elite: true });
    expect(cards.tableOf(cards.contentOf(changed, PRINTED)).changes).toEqual({ knight: { attack: 6 } });
  });

  it("turns arrows around", () => {
    const kinds = ["F1", "T1", "F2", "T2"];
    expect(cards.turnArrows(TABLE, "knight", kinds).kinds.knight).toBe("T2");
    expect(cards.turnArrows(TABLE, "archer", kinds, -1).kinds.archer).toBe("T2");
  });
});

describe("a position of To War!", () => {
  const TEXT = "west-north .k./..a/F../KF. 1 K K1F1-k2a3 0-0";

  it("is written as it was read", () => {
    const read = towar.readPlacement(TEXT, PRINTED)!;
    expect(read.field.get("b4")).toEqual({ seat: "second", unit: "konung" });
    expect(read.card).toBe("knight");
    expect(towar.writePlacement(read, PRINTED)).toBe(TEXT);
    const more = "west-north .../.../.../... 2 - 0-k3 F2-a1 broken @12345678";
    expect(towar.writePlacement(towar.readPlacement(more, PRINTED)!, PRINTED)).toBe(more);
  });

  it("is nothing where its form is wrong", () => {
    for (const text of [
      "",
      "west-north ../... 1 - 0-0 0-0",
      "west-north Z../.../.../... 1 - 0-0 0-0",
      "west-north .../.../.../... 1 - 0 0-0",
    ])
      expect(towar.readPlacement(text, PRINTED)).toBeNull();
  });

  it("takes a card from the reserve once all of its kind are known", () => {
    const read = towar.readPlacement(TEXT, PRINTED)!;
    const placed = towar.put(read, "c1", { seat: "first", unit: "knight" }, faces);
    expect(placed.reserve.first.knight).toBe(0);
    expect(towar.put(read, "c1", { seat: "first", unit: "footman" }, faces).reserve.first.footman).toBe(1);
    expect(towar.fillReserve(read, "first", faces, true).reserve.first).toEqual({ knight: 1, footman: 2 });
    expect(towar.move(read, "a1", "c1").field.has("a1")).toBe(false);
    const other = towar.chooseArmy(read, "first", "north", faces);
    expect([...other.field.values()].every((standing) => standing.seat === "second")).toBe(true);
    expect(other.reserve.first).toEqual({ konung: 3, archer: 4 });
  });
});
