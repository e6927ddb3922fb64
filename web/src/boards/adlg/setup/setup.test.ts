// The set-up without a browser: how deployments are written and read, formations, snapping, templates.
import { beforeEach, describe, expect, it } from "vitest";
import { central, formed, middleOfFront, mirrored, shifted } from "./formations";
import {
  deployText,
  layText,
  named,
  outlineAt,
  readDeploy,
  readLay,
  readRiver,
  readWorks,
  riverOutline,
  riverText,
  roadText,
  worksLine,
  worksText,
  type WaitingCorps,
  type WaitingUnit,
} from "./reading";
import { snapped, snappedPiece } from "./snapping";
import { applied, dropTemplate, keepTemplate, templateOf, templates } from "./templates";

const unit = (id: string, more: Partial<WaitingUnit> = {}): WaitingUnit => ({
  id,
  seat: id.startsWith("u") ? 0 : 1,
  corps: 1,
  troop: "heavy_swordsmen",
  category: "HI",
  name: { en: "swords", de: "Schwerter" },
  quality: "ordinary",
  abilities: [],
  weapon: null,
  width: 1000,
  depth: 750,
  cohesion: 4,
  full: 4,
  expendable: false,
  fighting: false,
  done: false,
  light: false,
  mounted: false,
  ...more,
});

const corps = (units: WaitingUnit[], seat = 0, included: string | null = null): WaitingCorps => ({
  id: seat ? "d1" : "c1",
  seat,
  corps: 1,
  grade: "competent",
  chief: true,
  included,
  radius: 4000,
  units,
});
const FOUR = corps([unit("u1"), unit("u2"), unit("u3"), unit("u4")]);
const SIZE: [number, number] = [20000, 15000];

describe("a deployment as text", () => {
  it("names neighbours in a row together, from their left", () => {
    const draft = formed(FOUR, "line", [8000, 2500], 2500, "u2");
    expect(deployText(draft, FOUR)).toBe("deploy u1+u2+u3+u4@6.5,2.5 c1@u2");
  });

  it("runs the other way for the second seat", () => {
    const theirs = corps([unit("e1"), unit("e2")], 1);
    const draft = formed(theirs, "line", [8000, 12500], 2500, "e1");
    expect(draft.poses.get("e1")).toEqual([8500, 12500, 18000]);
    expect(deployText(draft, theirs)).toBe("deploy e1+e2@8.5,12.5 d1@e1");
  });

  it("is read as it was written", () => {
    const draft = formed(FOUR, "two_lines", [8250, 2500], 2500, "u3");
    expect(readDeploy(deployText(draft, FOUR), FOUR)).toEqual(draft);
  });

  it("keeps whoever faces elsewhere by himself", () => {
    const poses = new Map([["u1", [8000, 2500, 1500] as const]]);
    expect(deployText({ poses, leads: "" }, FOUR)).toBe("deploy u1@8,2.5,15");
  });

  it("reads columns", () => {
    const draft = readDeploy("deploy u1+u2@8,2.5,column c1@u1", FOUR);
    expect(draft.poses.get("u2")).toEqual([8000, 1750, 0]);
    expect(draft.leads).toBe("u1");
  });

  it("finds who a sentence names", () => {
    expect(named("u3 and e12 would stand on each other.")).toEqual(["u3", "e12"]);
  });
});

describe("terrain as text", () => {
  it("is read as it was written", () => {
    const piece = { x: 4450, y: 4250, turn: 4500, size: "medium" };
    expect(layText(piece)).toBe("lay 4.45 4.25 45 medium");
    expect(readLay(layText(piece))).toEqual(piece);
    expect(
      roadText([
        [0, 5000],
        [20000, 9000],
        [12000, 6000],
      ]),
    ).toBe("road 0 5 20 9 12 6");
  });

  it("may be a river along either side", () => {
    const river = { side: "right", near: 4000, far: 4500, width: 1500 };
    expect(riverText(river)).toBe("river right 4 4.5 1.5");
    expect(readRiver(riverText(river))).toEqual(river);
    expect(riverOutline({ ...river, far: 4000 }, [30000, 20000])).toEqual([
      [25250, 0],
      [25250, 20000],
      [26750, 20000],
      [26750, 0],
    ]);
  });

  it("may be works of several pieces", () => {
    const works = { verb: "obstruct", x: 8000, y: 5000, count: 2, turn: 9000 };
    expect(worksText(works)).toBe("obstruct 8 5 2 90");
    expect(readWorks(worksText(works))).toEqual(works);
    expect(worksText({ ...works, turn: 0 })).toBe("obstruct 8 5 2");
    expect(worksLine(works)).toEqual([
      [8000, 5000],
      [8000, 3000],
    ]);
  });

  it("turns clockwise", () => {
    expect(outlineAt([[0, 1000]], { x: 5000, y: 5000, turn: 9000 })).toEqual([[6000, 5000]]);
  });
});

describe("formations", () => {
  it("put foot in the middle and mounted troops outside", () => {
    const mixed = corps([unit("u1", { mounted: true }), unit("u2"), unit("u3"), unit("u4", { mounted: true })]);
    const draft = formed(mixed, "line", [8000, 2500], 2500);
    expect([...draft.poses].sort((a, b) => a[1][0] - b[1][0]).map(([id]) => id)).toEqual(["u1", "u2", "u3", "u4"]);
  });

  it("put light infantry before the line", () => {
    const mixed = corps([unit("u1"), unit("u2"), unit("u3", { category: "LI", light: true, depth: 500 })]);
    const draft = formed(mixed, "line", [8000, 2500], 2500);
    expect(draft.poses.get("u3")?.[1]).toBe(4000);
    expect(middleOfFront(draft.poses, mixed)).toEqual([8000, 2500]);
  });

  it("make a column no deeper than the zone", () => {
    const draft = formed(FOUR, "column", [8000, 2500], 2500);
    expect(Math.min(...[...draft.poses.values()].map(([, y]) => y - 750))).toBeGreaterThanOrEqual(0);
  });

  it("are mirrored around their middle and keep their place", () => {
    const { poses } = formed(FOUR, "line", [8000, 2500], 2500);
    const turned = mirrored(poses, [...poses.keys()]);
    expect(turned.get("u1")).toEqual(poses.get("u4"));
    expect(mirrored(turned, [...poses.keys()])).toEqual(poses);
  });

  it("have their commander in the middle, unless he is part of a unit", () => {
    const { poses } = formed(FOUR, "line", [8000, 2500], 2500);
    expect(["u2", "u3"]).toContain(central(poses, FOUR));
    expect(central(poses, corps(FOUR.units, 0, "u4"))).toBe("u4");
  });
});

describe("snapping", () => {
  const base = (x: number, y: number) => ({ pose: [x, y, 0] as const, width: 1000, depth: 750 });
  it("brings bases side by side and into line", () => {
    expect(snapped([base(9120, 2390)], [base(8000, 2500)], []).shift).toEqual([-120, 110]);
  });
  it("brings them to the border of their zone", () => {
    const zone: [number, number][] = [
      [2000, 0],
      [2000, 2500],
      [18000, 2500],
      [18000, 0],
    ];
    expect(snapped([base(2600, 2420)], [], [zone]).shift).toEqual([-100, 80]);
  });
  it("else leaves them on an even grid", () => {
    expect(snapped([base(5013, 1234)], [], []).shift).toEqual([-13, 16]);
  });
  it("brings a piece to the edge of the table", () => {
    expect(
      snappedPiece(
        [
          [150, 900],
          [4000, 3000],
        ],
        { xs: [0], ys: [0] },
      ),
    ).toEqual([-145, 0]);
  });
});

describe("templates", () => {
  beforeEach(() => globalThis.localStorage?.clear());
  it("serve either seat", () => {
    const draft = {
      ...formed(FOUR, "line", [7000, 2500], 2500, "u2"),
      poses: shifted(formed(FOUR, "line", [7000, 2500], 2500).poses, ["u1"], 0, -500),
    };
    const template = templateOf(draft, FOUR, SIZE, "left");
    expect(applied(template, FOUR, SIZE)).toEqual(draft);
    const theirs = corps([unit("e1"), unit("e2"), unit("e3"), unit("e4")], 1);
    const turned = applied(template, theirs, SIZE);
    expect(turned.poses.get("e1")).toEqual([20000 - 5500, 15000 - 2000, 18000]);
    expect(turned.leads).toBe("e2");
  });

  it("are kept for the same corps and forgotten on demand", () => {
    const draft = formed(FOUR, "block", [7000, 2500], 2500);
    keepTemplate(FOUR, SIZE, templateOf(draft, FOUR, SIZE, "wedge"));
    expect(templates(FOUR, SIZE).map((one) => one.name)).toEqual(["wedge"]);
    expect(templates(corps([unit("u1")]), SIZE)).toEqual([]);
    expect(dropTemplate(FOUR, SIZE, "wedge")).toEqual([]);
  });
});
