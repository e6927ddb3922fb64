// A question survives its link, and asks the server only what matters to its kind.
import { describe, expect, it } from "vitest";
import { asTroop, documentOf, newQuestion, newUnit, packed, questionOf, swapped, unpacked, weaponOf } from "./question";
import type { Form, Question } from "./types";

const troop = (id: string, cohesion: number, melee: string[], weapons: string[] = []) => ({
  id,
  name: id,
  category: "Cv",
  mounted: false,
  cohesion,
  has: [],
  melee,
  shooting: { a: [], b: ["armour"] },
  weapons: weapons.map((weapon) => ({ id: weapon, reach: 4 })),
});

const form: Form = {
  troops: [
    troop("heavy_cavalry", 3, ["impact", "armour"], ["bow"]),
    troop("pikemen", 4, ["armour"], ["bow", "crossbow"]),
  ],
  qualities: [],
  abilities: [],
  weapons: [],
  terrains: [],
  circumstances: [
    { id: "height", name: "", rules: [], melee: ["a", "b"], shooting: [] },
    { id: "cover", name: "", rules: [], melee: [], shooting: ["a", "b"] },
    { id: "backwards", name: "", rules: [], melee: [], shooting: ["a"], troops: ["light_chariot"] },
    { id: "friendly_beast", name: "", rules: [], melee: ["a", "b"], shooting: [], troops: ["heavy_cavalry"] },
  ],
  disordered: { rules: [] },
  chargers: [],
  contacts: [],
  supports: { kinds: ["simple", "melee"], most: 3 },
  profiles: [],
};

const whole: Question = {
  mode: "charge",
  charger: "b",
  contact: "flank",
  weapon: "bow",
  a: { ...newUnit("heavy_cavalry"), quality: "elite", abilities: ["impact"], left: 2, flags: ["height", "cover"] },
  b: {
    ...newUnit("pikemen"),
    terrain: "wood",
    supports: [
      { type: "pikemen", kind: "simple" },
      { type: "heavy_cavalry", kind: "melee" },
    ],
  },
};

describe("the link of a question", () => {
  it("brings back the same question", () => {
    expect(unpacked(packed(whole))).toEqual(whole);
    expect(unpacked(packed(newQuestion()))).toEqual(newQuestion());
  });

  it("is short and readable", () => {
    const question = { ...newQuestion(), a: newUnit("heavy_cavalry"), b: { ...newUnit("pikemen"), quality: "elite" } };
    expect(packed(question)).toBe("charge/heavy_cavalry/pikemen.q:elite");
  });

  it("survives a messenger that escapes its letters", () => {
    expect(unpacked(encodeURIComponent(packed(whole)))).toEqual(whole);
  });

  it("is no question when it is something else", () => {
    for (const text of ["", "page", "charge/<b>", "charge/a/b/c", "%"]) expect(unpacked(text)).toBeNull();
  });
});

describe("what the server is asked", () => {
  it("is nothing while a unit is missing", () => {
    expect(documentOf({ ...whole, b: null }, form)).toBeNull();
  });

  it("leaves out what does not matter in melee", () => {
    const document = documentOf(whole, form) as { a: object; b: { supports: object[] } };
    expect(document).toMatchObject({ kind: "melee", round: 1, charger: "b", contact: "flank" });
    expect(document.a).toMatchObject({ cohesion: 2, height: true, abilities: ["impact"] });
    expect(document.a).not.toHaveProperty("cover");
    expect(document.b.supports).toHaveLength(2);
    expect(documentOf({ ...whole, mode: "later" }, form)).toMatchObject({ round: 2 });
    expect(documentOf({ ...whole, mode: "fight" }, form)).toMatchObject({ kind: "fight", round: 1 });
  });

  it("leaves out what does not matter to such troops", () => {
    const frightened = (type: string) => ({ ...newUnit(type), flags: ["friendly_beast"] });
    const document = documentOf({ ...whole, a: frightened("heavy_cavalry"), b: frightened("pikemen") }, form) as {
      a: object;
      b: object;
    };
    expect(document.a).toMatchObject({ friendly_beast: true });
    expect(document.b).not.toHaveProperty("friendly_beast");
  });

  it("leaves out what does not matter to a shot", () => {
    const document = documentOf({ ...whole, mode: "shooting" }, form) as { a: object; b: { supports: object[] } };
    expect(document).toMatchObject({ kind: "shooting", weapon: "bow" });
    expect(document).not.toHaveProperty("contact");
    expect(document.a).toMatchObject({ cover: true });
    expect(document.b.supports).toEqual([]);
  });

  it("tells of a shot backwards only where such troops can shoot so", () => {
    const shot = (type: string): unknown => {
      const unit = { ...newUnit(type), flags: ["backwards"] };
      return documentOf({ ...whole, mode: "shooting", a: unit, b: unit }, form);
    };
    expect(shot("light_chariot")).toMatchObject({ a: { backwards: true } });
    expect(shot("light_chariot")).not.toMatchObject({ b: { backwards: true } });
    expect(shot("heavy_cavalry")).not.toMatchObject({ a: { backwards: true } });
  });

  it("takes the first weapon of a shooter that does not have the chosen one", () => {
    expect(weaponOf({ ...whole, weapon: "crossbow" }, form)).toBe("bow");
    expect(weaponOf({ ...swapped(whole), weapon: "crossbow" }, form)).toBe("crossbow");
  });
});

describe("a change of troops", () => {
  it("keeps only what the new ones may have", () => {
    const unit = { ...newUnit("heavy_cavalry"), abilities: ["impact", "armour"], left: 3, quality: "elite" };
    expect(asTroop(unit, "pikemen", form)).toMatchObject({
      type: "pikemen",
      abilities: ["armour"],
      left: 3,
      quality: "elite",
    });
    expect(asTroop({ ...unit, left: 4 }, "heavy_cavalry", form).left).toBe(0);
  });

  it("swaps the sides, and who charged with them", () => {
    expect(swapped(whole)).toMatchObject({ charger: "a", contact: "front", a: whole.b, b: whole.a });
  });
});

describe("a combat of a battle", () => {
  it("becomes a question with everything that counts in it", () => {
    const a = {
      type: "heavy_cavalry",
      quality: "elite",
      abilities: ["impact"],
      cohesion: 2,
      terrain: "brush",
      height: true,
      cover: false,
    };
    const asked = questionOf({
      kind: "melee",
      a,
      b: { type: "pikemen", supports: [{ type: "pikemen", kind: "simple" }] },
      round: 2,
      charger: "none",
    });
    expect(packed(asked)).toBe("later.by:none/heavy_cavalry.q:elite.impact.c:2.t:brush.f:height/pikemen.s:pikemen");
    expect(unpacked(packed(asked))).toEqual(asked);
  });

  it("is told by its round and its weapon", () => {
    const [a, b] = [{ type: "bowmen" }, { type: "levy", cover: true }];
    expect(packed(questionOf({ kind: "shooting", a, b, weapon: "longbow" }))).toBe(
      "shooting.with:longbow/bowmen/levy.f:cover",
    );
    expect(questionOf({ kind: "melee", a, b, round: 1 }).mode).toBe("charge");
  });
});
