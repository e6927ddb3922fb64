// Choosing a battle: what is read of own armies, what a card says, and which readings differ.
import { describe, expect, it } from "vitest";
import type { GameInfo } from "../../lib/protocol";
import { bySize, gist, ownCard, unitsOf, valueOf, type ScenarioCard } from "./cards";
import { badge, readingsOf } from "./profile";

const ARMY = {
  name: "Ours",
  format: 100,
  corps: [
    {
      commander: "brilliant",
      units: [{ count: 5, troop: "heavy_swordsmen", name: { en: "raiders", de: "Plünderer" } }, { troop: "levy" }],
    },
  ],
};

const option = (name: string, normal: boolean) => ({
  name,
  values: [true, false],
  default: normal,
  rule: "",
  about: "",
  kind: "",
});
const INFO: GameInfo = {
  id: "adlg",
  title: "",
  options: [option("scenario", true), option("profile", true), option("charge_realign", true)],
  levels: [],
  capabilities: [],
  presets: { profile: { sheet: { charge_realign: true }, common: { charge_realign: false } } },
  about: "",
  reconstructed: "",
  credits: "",
  rules_version: 1,
  board: null,
  picture: false,
  has_chance: true,
  has_secrets: false,
  secret_under: {},
  lists_all_actions: false,
};

describe("an own army", () => {
  const card = ownCard(ARMY, "", 0);
  it("shows its units by name and is played whole", () => {
    expect(unitsOf(card)).toBe(6);
    expect(card.corps[0]?.units[0]?.name.de).toBe("Plünderer");
    expect(card.points).toBe(100);
    expect(valueOf(card)).toBe(ARMY);
  });
  it("may be a text that says little", () => {
    expect(ownCard({}, "Empty", 1)).toMatchObject({ title: { en: "Empty" }, points: 0, corps: [] });
  });
});

describe("a scenario", () => {
  it("of a drill says what it teaches", () => {
    const about = { en: "Teaches charges. 1. `corps c1`, then go.", de: "Lehrt Angriffe. 1. `corps c1`." };
    expect(gist({ about } as ScenarioCard)).toBe("Teaches charges.");
  });
  it("stands with those of its size, in the order in which they came", () => {
    const cards = [0, 0, 100, 200, 100].map((points, place) => ({ name: `${place}`, points }) as ScenarioCard);
    const found = bySize(cards).map((size) => [size.points, size.cards.map((card) => card.name).join()]);
    expect(found).toEqual([
      [0, "0,1"],
      [100, "2,4"],
      [200, "3"],
    ]);
  });
});

describe("the profile", () => {
  it("presets every reading and leaves out what is no reading", () => {
    expect(readingsOf(INFO, "common").map((one) => [one.name, one.default])).toEqual([["charge_realign", false]]);
  });
  it("is named by the badge, with how many readings differ from it", () => {
    const plain = badge("adlg", { profile: "common", charge_realign: false }, INFO);
    expect(plain).not.toBe("");
    expect(badge("adlg", { profile: "common", charge_realign: true }, INFO)).toContain(`${plain}, 1`);
    expect(badge("cities", {})).toBe("");
  });
});
