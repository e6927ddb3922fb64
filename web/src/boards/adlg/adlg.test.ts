import { describe, expect, it } from "vitest";
import type { Entry } from "../../lib/protocol";
import { battleFilm, isOrder, notation, tidy } from ".";
import { wayOf } from "./battle/scene.svelte";
import { orderName, percent, signed } from "./battle/naming";
import { numberWord } from "../../room/aim";
import { towards } from "./battle/words";
import { Camera } from "./table/camera.svelte";
import { Frame } from "./table/frame";
import { at, corners, gap, headingTo, type UnitFact } from "./table/reading";

const LEVY: UnitFact = {
  id: "",
  seat: 0,
  corps: 1,
  troop: "levy",
  category: "hi",
  name: {},
  quality: "ordinary",
  abilities: [],
  weapon: null,
  width: 1000,
  depth: 1000,
  full: 3,
  expendable: false,
  pose: [0, 0, 0],
  cohesion: 3,
  fighting: false,
  done: false,
};
const unit = (id: string, x: number, y: number): UnitFact => ({ ...LEVY, id, pose: [x, y, 0] });

describe("the orders that are counted at the end", () => {
  it("are those that somebody got, not the beginning and end of a corps and not the set-up", () => {
    const counted = (text: string): boolean => isOrder({ version: 1, kind: "action", text, words: [], events: [] });
    const orders = ["u7 charge e3", "u7+u8 advance 2.5", "c1 go 3 4", "u3 rally"];
    expect(orders.filter(counted)).toEqual(orders);
    expect(["corps c1", "done", "evade", "time", "deploy c1", "lay 3 4 0"].filter(counted)).toEqual([]);
  });
});

describe("the frame", () => {
  it("puts the near seat at the lower edge, and leads back", () => {
    const [first, second] = [new Frame([20000, 15000], "first"), new Frame([20000, 15000], "second")];
    expect(first.place([1000, 2000])).toEqual([100, 1300]);
    expect(second.place([1000, 2000])).toEqual([1900, 200]);
    for (const frame of [first, second])
      expect(frame.back(frame.place([4321, 987])).map(Math.round)).toEqual([4321, 987]);
    expect(second.angle(0)).toBe(180);
    expect(second.heading(second.angle(4500))).toBe(4500);
  });
});

describe("the camera", () => {
  it("knows the table under each pixel, and keeps the point under the pointer when it zooms", () => {
    const camera = new Camera();
    camera.see([20000, 15000], "first");
    camera.resize(1000, 800);
    camera.show({ left: 0, top: 0, right: 1000, bottom: 800 });
    const before = camera.onTable(420, 420);
    camera.zoom(1.4, 420, 420);
    const after = camera.onTable(420, 420);
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(20);
    const [px, py] = camera.onScreen(after);
    expect([Math.round(px), Math.round(py)]).toEqual([420, 420]);
  });

  it("keeps what it is framed on above the tools at the lower edge", () => {
    const camera = new Camera();
    camera.see([20000, 15000], "first");
    camera.resize(1000, 800);
    camera.openOn(() => ({ left: 0, top: 0, right: 2000, bottom: 1500 }));
    camera.cover(100);
    expect(camera.onScreen([0, 0])[1]).toBeLessThanOrEqual(700);
    expect(camera.onScreen([0, 15000])[1]).toBeGreaterThanOrEqual(0);
    camera.reveal([0, 0]);
    expect(camera.onScreen([0, 0])[1]).toBeLessThanOrEqual(700);
    camera.zoom(2);
    camera.pan(0, -5000);
    expect(camera.onScreen([0, 0])[1]).toBeLessThanOrEqual(700);
  });

  it("shows more the nearer it is", () => {
    const camera = new Camera();
    camera.see([45000, 30000], "first");
    camera.resize(900, 600);
    camera.showAll();
    expect(camera.detail).toBe(0);
    camera.zoom(3);
    expect(camera.detail).toBe(2);
    camera.zoom(10);
    expect(camera.detail).toBe(3);
  });
});

describe("places", () => {
  it("are measured between edges", () => {
    const one = corners([5000, 5000, 0], 1000, 1000);
    const other = corners([5000, 7000, 18000], 1000, 1000);
    expect(gap(one, other)).toBeCloseTo(2000);
    expect(headingTo([0, 0], [1000, 0])).toBe(9000);
    expect(at([0, 0, 9000], 0, 500).map(Math.round)).toEqual([500, 0]);
  });

  it("lead to the next unit in a direction, as it is seen", () => {
    const [here, up, right] = [unit("u1", 5000, 5000), unit("u2", 5200, 8000), unit("u3", 7000, 5100)];
    expect(towards(here, [here, up, right], "up", "first")?.id).toBe("u2");
    expect(towards(here, [here, up, right], "right", "first")?.id).toBe("u3");
    expect(towards(here, [here, up, right], "down", "second")?.id).toBe("u2");
    expect(towards(here, [here, up, right], "left", "first")).toBeNull();
  });

  it("are reached on a way that ends where it should", () => {
    const way = wayOf([0, 0, 0], [1000, 2000, 4500]);
    expect(way(0).map(Math.round)).toEqual([0, 0, 0]);
    expect(way(1)).toEqual([1000, 2000, 4500]);
    expect(wayOf([0, 0, 0], [0, -3000, 18000])(0.35)[1]).toBeCloseTo(0);
  });
});

describe("orders", () => {
  it("are told in words", () => {
    const facts = { units: [{ id: "e2", name: { en: "Raiders 3" } }] };
    expect(orderName("u1+u2 wheel right 20 advance 1.2", facts)).toBe("Wheel right 20°, advance 1.2 UD");
    expect(orderName("u5 charge e2", facts)).toBe("Charge Raiders 3");
    expect(orderName("c1 go 10.5 3.63", facts)).toBe("Go 10.5 / 3.63");
    expect(orderName("u4 turn back", facts)).toBe("Turn about");
    expect(numberWord(2500, 1000)).toBe("2.5");
    expect(numberWord(4947, 100)).toBe("49.47");
  });

  it("may be typed with the verb first", () => {
    expect(tidy(" Charge U12 E31 ")).toBe("u12 charge e31");
    expect(tidy("u7+u8 advance 2,5")).toBe("u7+u8 advance 2.5");
    expect(tidy("corps c1")).toBe("corps c1");
    expect(tidy("done")).toBe("done");
    expect(notation({ version: 1, kind: "action", text: "u1 rally", words: [], events: [] })).toBe("u1 tries to rally");
  });

  it("have chances in percent and signed numbers", () => {
    expect(percent("7/36")).toBeCloseTo(19.44, 1);
    expect(percent("1")).toBe(100);
    expect([signed(2), signed(-1), signed(0)]).toEqual(["+2", "−1", "0"]);
  });
});

describe("the film of a battle", () => {
  it("shows moves and losses from the first position to the last, losses longer, and stays short", () => {
    const told = (version: number, kind: string): Entry =>
      ({ version, kind: "action", text: "", words: [], events: [{ kind }] }) as Partial<Entry> as Entry;
    const cut = battleFilm([told(1, "points"), told(2, "moved"), told(3, "routed"), told(4, "sequence")]);
    expect(cut.versions).toEqual([0, 2, 3, 4]);
    expect(cut.milliseconds(3)).toBeGreaterThan(cut.milliseconds(2));
    const long = battleFilm(Array.from({ length: 500 }, (_, i) => told(i + 1, "moved")));
    expect(long.versions.length).toBeLessThanOrEqual(72);
    expect([long.versions[0], long.versions.at(-1)]).toEqual([0, 500]);
  });
});
