// The companion counts as its tables say, takes back what was done, and looks odds up without knowing a rule.
import { describe, expect, it } from "vitest";
import { fairDie } from "./dice";
import {
  breakValue,
  counted,
  disorderedRouts,
  losses,
  lossPoints,
  newGame,
  nextSequence,
  paid,
  restored,
  thrown,
  withArmy,
  withCorps,
  withCorpsCount,
} from "./game";
import { lookUp, type Asked } from "./lookup";
import { armed, forShot, lookUpShot } from "./shots";
import type { Tables } from "./tables";

const tables: Tables = {
  version: 1,
  lang: "en",
  profile: "sheet",
  profile_name: "",
  profiles: [],
  orders: { switches: [], list: [] },
  rally: [],
  troops: [],
  qualities: [],
  kits: {},
  command: {
    grades: [],
    nobody: "none",
    points: {
      ordinary: [
        [1, 1],
        [1, 1],
        [2, 1],
        [2, 1],
        [3, 1],
        [3, 1],
      ],
      competent: [
        [1, 1],
        [2, 1],
        [2, 1],
        [3, 1],
        [3, 1],
        [4, 1],
      ],
      none: [
        [1, 0],
        [1, 0],
        [2, 0],
        [2, 0],
        [3, 0],
        [3, 0],
      ],
    },
  },
  losses: {
    disordered: 1,
    left_table: 1,
    routed: 2,
    commander: { ordinary: 1, competent: 2 },
    camp: { normal: 4, fortified: 6 },
    unit: 1,
    camp_bears: { normal: 0, fortified: 1 },
  },
  odds: {
    classes: { knights: 0, pikes: 1 },
    kits: { knights: ["", "impact"], pikes: [""] },
    situations: [
      {
        id: "charge",
        ground: "open",
        kits: ["", "impact"],
        fighters: [
          [0, ""],
          [0, "impact"],
          [1, ""],
        ],
        rows: [[], [0, 0, 0, 0, 1, 2], []],
      },
    ],
    sides: [
      [[], [], "0000", 0],
      [[0], [0], "0011", 0],
      [[1], [], "0000", 0],
    ],
    lines: [
      [1, "factor"],
      [3, "pikes"],
    ],
    voids: [["impact", "spears"]],
    modifiers: [{ id: "commander", rule: "led", name: "led", most: 1, values: { charge: [1, 1] } }],
    // Two faces only, to count by hand: one die in six ahead by 2, the rest behind by 1.
    throws: {
      ordinary: {
        ordinary: [
          [2, 6],
          [-1, 30],
        ],
      },
    },
    losses: {
      by_lead: {
        "000": [1, 1, 1, 2, 2, 3, 3, 99],
        "010": [0, 0, 1, 1, 2, 2, 3, 3, 99],
        "001": [2, 2, 2, 3, 3, 4, 4, 99],
      },
      ties: { "00": "", "10": "a", "01": "b", "11": "" },
      rout: 99,
    },
  },
  shooting: {
    shooters: { bowmen: { bow: 0, crossbow: 1 }, slingers: { sling: 1 } },
    targets: { knights: { "": 0, pavise: 1 }, pikes: { "": 2 } },
    rows: [
      { open: [0, 1, 0, 2, 0, 0], covered: [2, 1, 2, 2, 2, 0] },
      { open: [], covered: [] },
    ],
    taps: [
      [-1, 1],
      [-1, 0],
    ],
    sides: [
      [[], []],
      [[0], []],
      [[1], [0]],
    ],
    lines: [
      [1, "factor"],
      [-1, "pikes"],
    ],
    voids: [["impact", "spears"]],
    modifiers: [
      { id: "disordered", rule: "led", name: "disorder", most: 1 },
      { id: "shooters", rule: "led", name: "support", most: 3 },
    ],
    weapons: { bow: "bow", crossbow: "crossbow", sling: "sling" },
  },
  rules: {
    factor: { name: "combat factor", text: "" },
    impact: { name: "impact", text: "" },
    spears: { name: "", text: "Spears void it." },
  },
};

describe("losses", () => {
  it("of the worked example: 7 routed, 6 disordered and a competent commander are 22 of 23", () => {
    let game = withArmy(newGame(), 0, { units: 23 });
    for (let unit = 0; unit < 7; unit++) game = counted(game, 0, "routed", 1);
    for (let unit = 0; unit < 6; unit++) game = counted(game, 0, "disordered", 1);
    game = withCorps(game, 0, 0, { lost: true });
    expect([lossPoints(game.armies[0], tables), breakValue(game.armies[0], tables)]).toEqual([22, 23]);
    expect(lossPoints(counted(game, 0, "disordered", 1).armies[0], tables)).toBe(23);
    expect(lossPoints(game.armies[1], tables)).toBe(0);
  });

  it("of a disordered unit that routs go from 1 to 2, and a rallied one gives its point back", () => {
    const game = counted(newGame(), 1, "disordered", 1);
    expect(lossPoints(disorderedRouts(game, 1).armies[1], tables)).toBe(2);
    expect(losses(disorderedRouts(game, 1).armies[1], tables)).toEqual([{ what: "routed", count: 1, points: 2 }]);
    expect(lossPoints(counted(game, 1, "disordered", -1).armies[1], tables)).toBe(0);
    expect(counted(newGame(), 1, "disordered", -1).armies[1].disordered).toBe(0);
  });

  it("count a camp by what it is, which also bears more", () => {
    const army = withArmy(newGame(), 0, { camp: "fortified", campLost: true, units: 10 }).armies[0];
    expect([lossPoints(army, tables), breakValue(army, tables)]).toEqual([6, 11]);
    expect(breakValue({ ...army, breaks: 17 }, tables)).toBe(17);
  });
});

describe("command", () => {
  it("brings the points of the table, without a free one when the commander is lost", () => {
    const game = thrown(newGame(), 0, 0, 4, tables);
    expect(game.armies[0].corps[0]).toMatchObject({ die: 4, points: 3, free: 1 });
    const lost = thrown(withCorps(newGame(), 0, 0, { lost: true }), 0, 0, 5, tables);
    expect(lost.armies[0].corps[0]).toMatchObject({ points: 3, free: 0 });
  });

  it("pays orders, with the free point only for the commander's own", () => {
    const game = thrown(newGame(), 0, 1, 1, tables);
    expect(paid(game, 0, 1, 2, false)).toBeNull();
    expect(paid(game, 0, 1, 2, true)?.armies[0].corps[1]).toMatchObject({ points: 0, free: 0 });
    expect(paid(game, 0, 1, 1, true)?.armies[0].corps[1]).toMatchObject({ points: 1, free: 0 });
    expect(paid(newGame(), 0, 0, 0, false)).toBeNull();
  });

  it("goes to the other player with new dice, and on to the next turn", () => {
    const next = nextSequence(thrown(newGame(), 0, 0, 6, tables));
    expect([next.active, next.turn, next.armies[0].corps[0]?.die]).toEqual([1, 1, 0]);
    expect(nextSequence(next)).toMatchObject({ active: 0, turn: 2 });
  });

  it("has as many corps as the players say", () => {
    expect(withCorpsCount(newGame(), 0, 4).armies[0].corps).toHaveLength(4);
    expect(withCorpsCount(newGame(), 0, 1).armies[0].corps).toHaveLength(1);
  });
});

describe("what was kept", () => {
  it("comes back whole or not at all", () => {
    expect(restored(JSON.parse(JSON.stringify(newGame())))).toEqual(newGame());
    for (const broken of [null, {}, { armies: [] }, { armies: [{}, {}] }, "text"]) expect(restored(broken)).toBeNull();
  });
});

describe("odds", () => {
  const fighter = { kit: "", quality: "ordinary", taps: {} };
  const asked: Asked = {
    situation: "charge",
    ground: "open",
    a: { ...fighter, troop: "knights", kit: "impact" },
    b: { ...fighter, troop: "pikes" },
  };

  it("are sums and look-ups", () => {
    // 1 to 3: one throw in six makes it a tie, the others a defeat by 3; heavy armour makes it one by 2.
    const looked = lookUp(asked, tables);
    expect(looked?.a.total).toBe(1);
    expect(looked?.b.total).toBe(3);
    expect(looked?.a.loses).toBeCloseTo(5 / 6);
    expect(looked?.a.atLeast.map((chance) => Math.round(chance * 36))).toEqual([30, 0, 0, 0]);
    expect(looked?.b.loses).toBe(0);
    expect(looked?.a.voids).toEqual([{ what: "impact", by: "Spears void it.", rule: "spears" }]);
  });

  it("add what is tapped", () => {
    const led = lookUp({ ...asked, a: { ...asked.a, taps: { commander: 1 } } }, tables);
    expect(led?.a.total).toBe(2);
    // Ahead by 1 in one throw of six, and the furious charge takes one more.
    expect(led?.b.atLeast.map((chance) => Math.round(chance * 36))).toEqual([6, 6, 0, 0]);
  });

  it("are not made up where the tables have none", () => {
    expect(lookUp({ ...asked, ground: "rough" }, tables)).toBeNull();
    expect(lookUp({ ...asked, a: { ...asked.a, troop: "elephants" } }, tables)).toBeNull();
  });
});

describe("the die", () => {
  it("has six faces, each as likely as the others", () => {
    const faces = new Map<number, number>();
    for (let byte = 0; byte < 256; byte++) {
      const bytes = [byte, 0];
      const face = fairDie((into) => into.fill(bytes.shift() ?? 0));
      if (byte < 252) faces.set(face, (faces.get(face) ?? 0) + 1);
      else expect(face).toBe(1); // thrown again
    }
    expect([...faces.entries()].sort()).toEqual([1, 2, 3, 4, 5, 6].map((face) => [face, 42]));
  });
});

describe("a shot", () => {
  const bowman = { troop: "bowmen", kit: "bow", quality: "ordinary", taps: {} };
  const knight = { troop: "knights", kit: "", quality: "ordinary", taps: {} };
  const shot: Asked = { situation: "shot", ground: "open", a: bowman, b: knight };

  it("hits with every pair of dice that puts the shooter ahead of the target’s protection", () => {
    const told = lookUpShot(shot, tables)!;
    expect([told.a.total, told.b.total, told.hit]).toEqual([0, 1, 1 / 6]);
    expect(told.b.lines).toEqual([{ name: "combat factor", value: 1, rule: "factor" }]);
  });

  it("is harder at a target in cover, which says what does not count", () => {
    const told = lookUpShot({ ...shot, ground: "covered" }, tables)!;
    expect([told.a.total, told.b.total, told.hit]).toEqual([-1, 1, 0]);
    expect(told.a.voids).toEqual([{ what: "impact", by: "Spears void it.", rule: "spears" }]);
  });

  it("counts what is tapped as often as it is tapped", () => {
    const helped = { ...shot, a: { ...bowman, taps: { shooters: 3, disordered: 1 } } };
    const told = lookUpShot(helped, tables)!;
    expect([told.a.total, told.hit]).toEqual([2, 1 / 6]);
    expect(told.a.lines.map((line) => line.value)).toEqual([-1, 3]);
  });

  it("is not in the tables with a weapon or a thing that nobody there has", () => {
    expect(lookUpShot({ ...shot, a: { ...bowman, kit: "sling" } }, tables)).toBeNull();
    expect(lookUpShot({ ...shot, b: { ...knight, kit: "armour" } }, tables)).toBeNull();
  });

  it("is asked of somebody who can shoot, with a weapon that he has", () => {
    const both = forShot({ ...shot, a: { ...knight, kit: "impact", taps: { commander: 1 } } }, tables);
    expect(both.a).toEqual({ troop: "bowmen", kit: "bow", quality: "ordinary", taps: {} });
    expect(armed("a", { ...bowman, troop: "slingers" }, tables.shooting).kit).toBe("sling");
    expect(armed("b", { ...knight, kit: "pavise" }, tables.shooting).kit).toBe("pavise");
  });
});
