// Routes, seats, keys and the line to the server, without a browser.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { links } from "../../links.mjs";
import { at, rootOf, within } from "./root";
import type { Line, Wire } from "./socket";

vi.stubGlobal("window", { location: { pathname: "/", hash: "", host: "h", protocol: "http:" } });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("document", { addEventListener: () => undefined, documentElement: { dataset: {} } });

const { match } = await import("./router.svelte");
const { newToken } = await import("./tokens");
const seats = await import("./seats");
const { Connection } = await import("./socket");
const { promiseKept } = await import("./proof");
const { render } = await import("./i18n.svelte");

describe("an address", () => {
  it("is matched part by part", () => {
    expect(match("/", "/")).toEqual({});
    expect(match("/room/:id", "/room/abc")).toEqual({ id: "abc" });
    expect(match("/room/:id", "/room/abc/")).toEqual({ id: "abc" });
    expect(match("/room/:id", "/room")).toBeNull();
    expect(match("/room/:id", "/room/a/b")).toBeNull();
    expect(match("/room/:id", "/room/%E0")).toBeNull();
  });
});

describe("a token", () => {
  it("has 22 letters of base64url and is never the same", () => {
    const made = Array.from({ length: 50 }, newToken);
    for (const token of made) expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(new Set(made).size).toBe(50);
  });
});

describe("the seats of this browser", () => {
  it("grow and are forgotten", () => {
    seats.remember("r1", { game: "cities", tokens: { first: "A" } }, 1);
    seats.remember("r2", { game: "cities" }, 2);
    seats.remember("r1", { tokens: { second: "B" } }, 3);
    expect(seats.ownRooms().map((own) => own.room)).toEqual(["r1", "r2"]);
    expect(seats.ownRoom("r1")?.tokens).toEqual({ first: "A", second: "B" });
    seats.forget("r1");
    expect(seats.ownRoom("r1")).toBeUndefined();
  });

  it("are read from a link", () => {
    expect(seats.tokensIn("#first=AA&second=BB")).toEqual({ first: "AA", second: "BB" });
    expect(seats.tokensIn("")).toEqual({});
  });
});

describe("a text", () => {
  it("fills its blanks and counts", () => {
    expect(render("en", "cities.heroes", { count: 1 })).toBe("1 hero");
    expect(render("de", "cities.heroes", { count: 3 })).toBe("3 Helden");
    expect(render("en", "no.such.key")).toBe("no.such.key");
  });
});

describe("the promise of chance", () => {
  it("is checked against the secret", () => {
    const secret = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, "0")).join("");
    const commit = "b4fd548e7ca9688811b59c4e2942264011f17f6c2baf60a5331a1bf36261bd9b";
    expect(promiseKept(secret, commit)).toBe(true);
    expect(promiseKept(secret, commit.replace("b", "c"))).toBe(false);
  });
});

class FakeWire implements Wire {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code?: number }) => void) | null = null;
  onmessage: Wire["onmessage"] = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const noteVersion = (told: object, heard: number[]): unknown => "version" in told && heard.push(Number(told.version));

describe("the line to the server", () => {
  let wires: FakeWire[];
  let connection: InstanceType<typeof Connection>;
  let statuses: string[];
  const last = (): FakeWire => wires[wires.length - 1]!;

  const opened = (more: Partial<Line> = {}): InstanceType<typeof Connection> => {
    const made = new Connection({
      url: "x",
      token: "T",
      lang: () => "en",
      seen: () => 7,
      heard: () => undefined,
      changed: (status) => statuses.push(status),
      open: () => {
        wires.push(new FakeWire());
        return last();
      },
      ...more,
    });
    last().open();
    return made;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    wires = [];
    statuses = [];
    connection = opened();
  });

  it("says hello with the version it knows", () => {
    expect(last().sent[0]).toEqual({ t: "hello", token: "T", lang: "en", seen: 7, offers: true });
  });

  it("answers a question by its number", async () => {
    const answer = connection.ask<{ choices: unknown[] }>({ t: "choices", prefix: [] });
    last().hear({ t: "choices", id: last().sent[1]!.id, choices: [] });
    expect((await answer).choices).toEqual([]);
  });

  it("sends a wish again under the same key after a loss", async () => {
    const done = connection.want({ t: "act", version: 7, action: "b2c4" });
    const key = last().sent[1]!.key;
    last().close();
    expect(connection.status).toBe("lost");
    vi.advanceTimersByTime(1000);
    last().open();
    expect(wires.length).toBe(2);
    expect(last().sent[1]).toEqual({ t: "act", version: 7, action: "b2c4", key });
    last().hear({ t: "accepted", key, version: 8 });
    expect((await done).version).toBe(8);
    last().close();
    vi.advanceTimersByTime(1000);
    last().open();
    expect(last().sent.length).toBe(1);
  });

  it("hears what comes after a wish when the wish has been seen on the page, in order", () => {
    const heard: number[] = [];
    const seen: (() => void)[] = [];
    const near = opened({ heard: (told) => noteVersion(told, heard), seenNow: (then) => seen.push(then) });
    last().hear({ t: "news", version: 7, entries: [] });
    expect(heard).toEqual([7]);
    void near.want({ t: "act", version: 7, action: "b2c4" });
    for (const version of [8, 9]) last().hear({ t: "news", version, entries: [] });
    expect(heard).toEqual([7]);
    expect(seen.length).toBe(1);
    seen[0]!();
    expect(heard).toEqual([7, 8, 9]);
    last().hear({ t: "news", version: 10, entries: [] });
    expect(heard).toEqual([7, 8, 9, 10]);
  });

  it("hears what came before a loss, whether or not a wish has been seen by then", () => {
    const heard: number[] = [];
    const near = opened({ heard: (told) => noteVersion(told, heard), seenNow: () => undefined });
    void near.want({ t: "act", version: 7, action: "b2c4" });
    last().hear({ t: "news", version: 8, entries: [] });
    expect(heard).toEqual([]);
    last().close();
    expect(heard).toEqual([8]);
  });

  it("hands a refusal to whoever asked", async () => {
    const done = connection.want({ t: "act", version: 7, action: "x" });
    last().hear({ t: "refused", key: last().sent[1]!.key, code: "stale", words: "Look again." });
    await expect(done).rejects.toMatchObject({ refusal: { code: "stale", words: "Look again." } });
  });

  it("gives up where the server would only say the same again", () => {
    last().close(4404);
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBe(1);
    expect(statuses).toEqual(["open", "closed"]);
  });

  it("tries four times at least within two seconds, then ever more seldom", () => {
    vi.spyOn(Math, "random").mockReturnValue(1); // the longest pauses there are
    last().hear({ t: "news", version: 7, entries: [] });
    const refuse = (milliseconds: number): number => {
      const before = wires.length;
      for (let passed = 0; passed < milliseconds; passed += 10) {
        if (last().readyState !== 3) last().close();
        vi.advanceTimersByTime(10);
      }
      return wires.length - before;
    };
    expect(refuse(2000)).toBe(4);
    expect(refuse(58_000)).toBeLessThan(13);
    vi.mocked(Math.random).mockRestore();
  });

  it("goes on elsewhere where a wish is not answered and nobody says anything, without a word", async () => {
    last().hear({ t: "news", version: 7, entries: [] });
    const still = last();
    const done = connection.want({ t: "act", version: 7, action: "b2c4" });
    vi.advanceTimersByTime(2000);
    expect(still.sent.map((message) => message.t)).toEqual(["hello", "act", "ping"]);
    expect(wires.length).toBe(2);
    last().open();
    const { key } = last().sent[1]!;
    last().hear({ t: "accepted", key, version: 8 });
    expect((await done).version).toBe(8);
    expect(statuses).toEqual(["open"]);
  });

  it("stays where somebody is there, however long a wish takes", () => {
    last().hear({ t: "news", version: 7, entries: [] });
    void connection.want({ t: "act", version: 7, action: "b2c4" });
    for (let second = 0; second < 20; second++) {
      vi.advanceTimersByTime(1000);
      last().hear({ t: "pong", id: 0 });
    }
    expect(wires.length).toBe(1);
  });

  it("does not wait for ever for a connection that opens and says nothing, and longer on a slow line", () => {
    last().close();
    vi.advanceTimersByTime(300);
    const before = wires.length;
    for (let tenth = 0; tenth < 600; tenth++) {
      if (last().readyState === 0) last().open();
      vi.advanceTimersByTime(100);
    }
    expect(wires.length - before).toBeGreaterThan(2);
    expect(wires.length - before).toBeLessThan(10);
  });

  it("waits to be asked after the seat went on in another window", async () => {
    const done = connection.want({ t: "act", version: 7, action: "b2c4" });
    const key = last().sent[1]!.key;
    last().hear({ t: "error", code: "replaced", words: "You went on playing in another window." });
    last().close(4409);
    vi.advanceTimersByTime(600_000);
    expect(wires.length).toBe(1);
    expect(connection.status).toBe("replaced");
    connection.resume();
    last().open();
    connection.resume();
    expect(wires.length).toBe(2);
    expect(statuses).toEqual(["open", "replaced", "connecting", "open"]);
    expect(last().sent.map((message) => message.t)).toEqual(["hello", "act"]);
    last().hear({ t: "accepted", key, version: 8 });
    expect((await done).version).toBe(8);
  });

  it("comes back at once and without a word where the server hands over", async () => {
    last().hear({ t: "news", version: 7, entries: [] });
    const done = connection.want({ t: "act", version: 7, action: "b2c4" });
    const key = last().sent[1]!.key;
    last().close(1012);
    expect(wires.length).toBe(2);
    last().open();
    expect(statuses).toEqual(["open"]);
    expect(last().sent.map((message) => message.t)).toEqual(["hello", "act"]);
    last().hear({ t: "accepted", key, version: 8 });
    expect((await done).version).toBe(8);
  });

  it("says that it is lost where nobody takes over", () => {
    last().hear({ t: "news", version: 7, entries: [] });
    last().close(1012);
    last().close(1006);
    expect(statuses).toEqual(["open", "lost"]);
    vi.advanceTimersByTime(1000);
    last().open();
    last().close(1012); // one that has not answered yet is not tried again and again
    expect(statuses).toEqual(["open", "lost", "open", "lost"]);
  });

  it("notices a server that has fallen silent", () => {
    vi.advanceTimersByTime(31_000);
    expect(connection.status).toBe("lost");
  });
});

describe("an app below a path of its site", () => {
  it("is told by its page where it lies", () => {
    expect(["./", undefined, "/", "/games/", "/club/games/"].map(rootOf)).toEqual([
      "",
      "",
      "",
      "/games",
      "/club/games",
    ]);
  });

  it("leads there from every address of its own, and leaves others alone", () => {
    expect(at("/rules/cities#x", "/games")).toBe("/games/rules/cities#x");
    expect(["#x", "https://example.org/", "//example.org", "data:,"].map((each) => at(each, "/games"))).toEqual([
      "#x",
      "https://example.org/",
      "//example.org",
      "data:,",
    ]);
  });

  it("knows which paths are its own", () => {
    expect(["/games", "/games/", "/games/room/a", "/gamesome", "/"].map((each) => within(each, "/games"))).toEqual([
      "/",
      "/",
      "/room/a",
      null,
      null,
    ]);
    expect(within("/room/a", "")).toBe("/room/a");
    expect(within("/", "")).toBe("/");
  });
});

describe("links of pages, as they are compiled", () => {
  const compiled = (page: string): string => links.markup({ content: page, filename: "Page.svelte" }).code;

  it("lead below the path, whether they are words or worked out", () => {
    const page = compiled(
      '<script lang="ts">\n  let x = 1;\n</script>\n<a href="/new/{x}">n</a><img src={x} alt="" />',
    );
    expect(page).toContain("href={__at(`/new/${x}`)}");
    expect(page).toContain("src={__at(x)}");
    expect(page.split("\n")).toHaveLength(4);
  });

  it("are found inside of blocks and components, and those within a page stay", () => {
    expect(compiled("{#if a}<B><a class='c' href='/d'>e</a></B>{/if}")).toContain("href={__at(`/d`)}");
    expect(compiled('<a href="#page">s</a><svg><use href="#die" /></svg>')).not.toContain("__at");
  });
});
