import { describe, expect, it } from "vitest";
import { pack } from "../../editors/packing";
import { newGame } from "./game";
import { armyIn, asFighter, withRoster } from "./roster";

const ARMY = {
  name: { en: "Vikings", de: "Wikinger" },
  format: 100,
  command_value: 2,
  camp: "fortified",
  corps: [
    {
      commander: "brilliant",
      units: [{ count: 5, troop: "heavy_swordsmen", abilities: ["impetuous"], name: "Raiders" }],
    },
    { commander: "competent", units: [{ count: 2, troop: "light_infantry", weapon: "bow", quality: "elite" }] },
  ],
};

describe("an army taken to the table", () => {
  it("comes by link or by its code, and by nothing else", async () => {
    const code = await pack(ARMY);
    expect(await armyIn(`https://club.example/adlg/armies#a=${code}`)).toEqual(ARMY);
    expect(await armyIn(` ${code} `)).toEqual(ARMY);
    expect(await armyIn("https://club.example/adlg/armies")).toBeNull();
    expect(await armyIn(await pack({ corps: 3 }))).toBeNull();
  });

  it("brings its name, commanders, camp and units, and the odds know each of them", () => {
    const [army] = withRoster(newGame(), 0, ARMY).armies;
    expect([army.name, army.units, army.camp]).toEqual(["Vikings", 7, "fortified"]);
    expect(army.corps.map((corps) => corps.grade)).toEqual(["brilliant", "competent"]);
    expect(asFighter(army.roster![0]!, ["", "impetuous"])).toMatchObject({
      troop: "heavy_swordsmen",
      kit: "impetuous",
    });
    expect(asFighter(army.roster![1]!, [""])).toMatchObject({ quality: "elite", kit: "" });
  });
});
