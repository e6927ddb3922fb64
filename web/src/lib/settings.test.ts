// What a person has chosen: kept, checked, and heard in other windows.
import { beforeEach, describe, expect, it, vi } from "vitest";

const store = new Map<string, string>();
const heard: ((event: { key: string | null }) => void)[] = [];
vi.stubGlobal("localStorage", {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
});
vi.stubGlobal("addEventListener", (kind: string, hear: (event: { key: string | null }) => void) => {
  if (kind === "storage") heard.push(hear);
});
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("requestAnimationFrame", (draw: (now: number) => void) => setTimeout(() => draw(performance.now()), 16));
vi.stubGlobal("cancelAnimationFrame", (frame: number) => clearTimeout(frame));

const settings = await import("./settings.svelte");
const { sounds } = await import("./sound.svelte");
const { lessMotion, tween } = await import("./motion");

beforeEach(() => {
  settings.confirming.choose("touch");
  settings.speed.choose("normal");
});

describe("a choice", () => {
  it("is kept, and found again", () => {
    settings.coordinates.choose("cells");
    expect(store.get("triarii.coordinates")).toBe("cells");
    expect(new settings.Choice("coordinates", ["edge", "cells"], "edge").now).toBe("cells");
  });

  it("is none if it was spoilt", () => {
    for (const junk of ["purple", "7", "null", '{"now":"cells"}', ""]) {
      store.set("triarii.junk", junk);
      expect(new settings.Choice("junk", ["edge", "cells"], "edge").now).toBe("edge");
    }
  });

  it("holds in other windows too", () => {
    store.set("triarii.set.towar", "contrast");
    for (const hear of heard) hear({ key: "triarii.set.towar" });
    expect(settings.setOf("towar").now).toBe("contrast");
    expect(settings.setOf("cities").now).toBe("paper");
  });

  it("of boards is each game's own; a game from elsewhere follows the board of squares", () => {
    settings.setOf("cities").choose("clear");
    expect([settings.setOf("adlg").now, settings.setOf("fourrow").now]).toEqual(["paper", "clear"]);
  });
});

describe("a second choice", () => {
  it.each([
    ["never", false, false],
    ["touch", false, true],
    ["always", true, true],
  ] as const)("%s", (when, mouse, finger) => {
    settings.confirming.choose(when);
    expect([settings.asksTwice(false), settings.asksTwice(true)]).toEqual([mouse, finger]);
  });
});

describe("the pace", () => {
  it("changes how long things take", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const lengths: number[] = [];
    for (const pace of ["fast", "normal", "slow"] as const) {
      settings.speed.choose(pace);
      const begun = performance.now();
      const over = tween(200, new AbortController().signal, () => undefined).then(() =>
        lengths.push(performance.now() - begun),
      );
      await vi.advanceTimersByTimeAsync(2000);
      await over;
    }
    vi.useRealTimers();
    const [fast, normal, slow] = lengths as [number, number, number];
    expect(fast).toBeLessThan(normal);
    expect(normal).toBeLessThan(slow);
  });

  it("can be none at all", async () => {
    expect(lessMotion()).toBe(false);
    settings.speed.choose("off");
    expect(lessMotion()).toBe(true);
    const shown: number[] = [];
    await tween(500, new AbortController().signal, (done) => shown.push(done));
    expect(shown).toEqual([1]);
  });
});

describe("sounds", () => {
  it("are switched off one by one", () => {
    sounds.hear("card", false);
    sounds.hear("move", false);
    expect([sounds.heard("card"), sounds.heard("move"), sounds.heard("won")]).toEqual([false, false, true]);
    expect(JSON.parse(store.get("triarii.silent")!)).toEqual(["move", "card"]);
    sounds.hear("card", true);
    expect(sounds.heard("card")).toBe(true);
  });
});
