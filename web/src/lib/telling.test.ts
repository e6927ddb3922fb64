// What reaches somebody who looks elsewhere: sounds that one click ends, the mark in the tab's title, a notification.
import { beforeEach, describe, expect, it, vi } from "vitest";

const stored = new Map<string, string>();
const made: string[] = [];
const page = { title: "", hidden: true };

class Audio {
  state = "running";
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  private part(): object {
    const value = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined, value: 0 };
    const node = {
      gain: value,
      frequency: value,
      Q: value,
      type: "",
      buffer: null,
      start: () => made.push("tone"),
      stop: () => undefined,
    };
    return { ...node, connect: (next: object) => next };
  }
  createGain = (): object => this.part();
  createOscillator = (): object => this.part();
  createBiquadFilter = (): object => this.part();
  createBufferSource = (): object => this.part();
  createBuffer = (): object => ({ getChannelData: () => new Float32Array(8) });
}

class Notice {
  static permission = "granted";
  static requestPermission = (): Promise<string> => Promise.resolve(Notice.permission);
  static told: [string, string][] = [];
  onclick: (() => void) | null = null;
  constructor(title: string, { body }: { body: string }) {
    Notice.told.push([title, body]);
  }
}

vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
});
vi.stubGlobal("AudioContext", Audio);
vi.stubGlobal("Notification", Notice);
vi.stubGlobal("document", page);
vi.stubGlobal("navigator", {});
vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw));

/** The module as a freshly loaded page has it. */
async function loaded() {
  vi.resetModules();
  return { ...(await import("./sound.svelte")), ...(await import("./notify.svelte")) };
}

beforeEach(() => {
  stored.clear();
  made.length = 0;
  Notice.told = [];
  Notice.permission = "granted";
  page.hidden = true;
});

describe("sounds", () => {
  it("are heard at first, off with one click, and stay off", async () => {
    const { sounds } = await loaded();
    sounds.play("won");
    expect(made).toEqual([]); // what is seen comes first
    await vi.waitFor(() => expect(made.length).toBeGreaterThan(0));
    made.length = 0;
    sounds.play("move");
    expect(made.length).toBeGreaterThan(0);
    sounds.switch();
    made.length = 0;
    for (const sound of ["move", "capture", "city", "hero", "card", "turn", "won", "lost", "drawn", "refused"] as const)
      sounds.play(sound);
    expect(made).toEqual([]);
    const later = await loaded();
    expect(later.sounds.on).toBe(false);
    later.sounds.switch();
    expect((await loaded()).sounds.on).toBe(true);
  });
});

describe("a turn", () => {
  it("marks the tab until it is over", async () => {
    const { notices } = await loaded();
    notices.name("To War! – Triarii");
    notices.mark(true);
    expect(page.title).toBe("● To War! – Triarii");
    notices.name("Cities & Heroes – Triarii");
    expect(page.title).toBe("● Cities & Heroes – Triarii");
    notices.mark(false);
    expect(page.title).toBe("Cities & Heroes – Triarii");
  });

  it("is told by a notification only to who wanted it and looks elsewhere", async () => {
    const { notices } = await loaded();
    notices.tell("Your turn.");
    expect(Notice.told).toEqual([]);
    await notices.switch();
    notices.tell("Your turn.");
    expect(Notice.told).toEqual([["Triarii", "Your turn."]]);
    page.hidden = false;
    notices.tell("Your turn.");
    expect(Notice.told).toHaveLength(1);
    expect((await loaded()).notices.wanted).toBe(true);
  });

  it("stays silent where the person says no", async () => {
    Notice.permission = "denied";
    const { notices } = await loaded();
    await notices.switch();
    expect(notices.wanted).toBe(false);
  });
});
