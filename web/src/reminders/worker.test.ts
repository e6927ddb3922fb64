// The worker's part: what a push message shows, and what a click on it does. The file itself is run, with a browser's
// own parts around it.
import { expect, test, vi } from "vitest";
import worker from "../../public/app-worker.js?raw";
import { bytesOf } from "./keys";

interface Shown {
  title: string;
  options: { body: string; tag: string; data: object; actions: { action: string; title: string }[] };
}

function started() {
  const heard: Record<string, (event: object) => void> = {};
  const shown: Shown[] = [];
  const opened: string[] = [];
  const asked: string[] = [];
  const focus = vi.fn();
  const windows: { url: string; focus: () => void }[] = [];
  const self = {
    location: { href: "https://club.example/games/app-worker.js", origin: "https://club.example" },
    addEventListener: (name: string, then: (event: object) => void) => (heard[name] = then),
    registration: { showNotification: (title: string, options: Shown["options"]) => shown.push({ title, options }) },
    clients: { matchAll: () => Promise.resolve(windows), openWindow: (path: string) => opened.push(path) },
  };
  const fetch = (path: string, { method }: { method: string }): Promise<void> => {
    asked.push(`${method} ${path}`);
    return Promise.resolve();
  };
  const run = new Function("self", "fetch", worker) as (around: object, asks: typeof fetch) => void;
  run(self, fetch);
  const say = async (name: string, event: object): Promise<void> => {
    let done: unknown;
    heard[name]!({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  return { say, shown, opened, asked, windows, focus };
}

const NOTICE = {
  title: "Your turn",
  body: "Ben has moved.",
  room: "abc",
  stop: "word",
  stop_words: "No more messages",
};
const clicked = (action: string) => ({
  action,
  notification: { close: () => undefined, data: { room: "abc", stop: "word" } },
});

test("a message is shown in its own words, one for each game", async () => {
  const { say, shown } = started();
  await say("push", { data: { json: () => NOTICE } });
  expect(shown[0]).toMatchObject({ title: "Your turn", options: { body: "Ben has moved.", tag: "turn-abc" } });
  expect(shown[0]!.options.actions).toEqual([{ action: "stop", title: "No more messages" }]);
  await say("push", { data: null });
  expect(shown[1]!.title).toBe("Triarii");
});

test("a click opens the game, in the window that shows it or a new one", async () => {
  const { say, opened, asked, windows, focus } = started();
  await say("notificationclick", clicked(""));
  expect(opened).toEqual(["/games/room/abc"]);
  windows.push({ url: "https://club.example/games/room/abc", focus });
  await say("notificationclick", clicked(""));
  expect(focus).toHaveBeenCalledOnce();
  expect(asked).toEqual([]);
});

test("one click stops the messages", async () => {
  const { say, opened, asked } = started();
  await say("notificationclick", clicked("stop"));
  expect(asked).toEqual(["POST /games/api/reminders/stop/word"]);
  expect(opened).toEqual([]);
});

test("a server's key is read as browsers want it", () => {
  expect([...bytesOf("AP-_")]).toEqual([0, 255, 191]);
});
