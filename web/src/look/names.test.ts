import { describe, expect, it } from "vitest";
import { shortName } from "./names";

describe("names on bases", () => {
  it("stay whole where there is room", () => {
    expect(shortName("Axemen 2", 8)).toBe("Axemen 2");
  });

  it("keep apart what begins alike, and their numbers", () => {
    expect(["Heavy cavalry 2", "Heavy spearmen 2", "Light infantry 1"].map((name) => shortName(name, 7))).toEqual([
      "H.cav 2",
      "H.spe 2",
      "L.inf 1",
    ]);
    expect(["Schwere Reiterei 2", "Huscarls 12", "Bogenschützen 3"].map((name) => shortName(name, 7))).toEqual([
      "S.Rei 2",
      "Husc 12",
      "Bogen 3",
    ]);
  });

  it("leave out what only tells more", () => {
    expect(shortName("Fyrd of the shires 1", 7)).toBe("Fyrd 1");
    expect(shortName("Ritter des Herzogs", 7)).toBe("Ritter");
  });
});
