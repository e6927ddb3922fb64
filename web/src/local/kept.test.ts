// The worker's part in keeping the app: what is fetched, what is renewed, and when an older build may go. The file
// itself is run, with a browser's own parts around it.
import { beforeEach, expect, test } from "vitest";
import worker from "../../public/app-worker.js?raw";

const HOME = "https://club.example/games/";
const LISTED = ["assets/app-1.js", "icon.png", "python/pyodide.mjs", "python/triarii.zip"];

/** What lies on the server, by its path; null: no network on the way there. */
let there: Record<string, string | null>;
let asked: string[];
let windows: string[];
let stores: Map<string, Map<string, Response>>;

beforeEach(() => {
  there = { "": "page 1", "files.json": JSON.stringify(LISTED) };
  for (const file of LISTED) there[file] = `${file} 1`;
  [asked, windows, stores] = [[], [HOME], new Map<string, Map<string, Response>>()];
});

const caches = {
  open: (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, kept);
    return Promise.resolve({
      match: (url: string) => Promise.resolve(kept.get(url)?.clone()),
      put: (url: string, answer: Response) => Promise.resolve(void kept.set(url, answer)),
    });
  },
  keys: () => Promise.resolve([...stores.keys()]),
  delete: (name: string) => Promise.resolve(stores.delete(name)),
};

function fetched(url: string, { headers }: { headers?: Record<string, string> } = {}): Promise<Response> {
  const path = new URL(url, HOME).href.slice(HOME.length);
  asked.push(path);
  const content = there[path];
  if (content === null) return Promise.reject(new TypeError("no network"));
  if (content === undefined) return Promise.resolve(new Response("", { status: 404 }));
  const etag = JSON.stringify(content);
  if (headers?.["if-none-match"] === etag) return Promise.resolve(new Response(null, { status: 304 }));
  return Promise.resolve(new Response(content, { headers: { etag } }));
}

/** Asks the worker to keep a build; whether it says that it did. */
async function keep(build: string): Promise<boolean> {
  const heard: Record<string, (event: object) => void> = {};
  const self = {
    location: { href: `${HOME}app-worker.js`, origin: "https://club.example" },
    addEventListener: (name: string, then: (event: object) => void) => (heard[name] = then),
    clients: { matchAll: () => Promise.resolve(windows.map((url) => ({ url }))) },
  };
  const run = new Function("self", "fetch", "caches", worker) as (...around: object[]) => void;
  run(self, fetched, caches);
  let [done, told]: [unknown, boolean] = [undefined, false];
  const port = { postMessage: ({ kept }: { kept: boolean }) => (told = kept) };
  heard["message"]!({ data: { build }, ports: [port], waitUntil: (work: unknown) => (done = work) });
  await done;
  return told;
}

const text = (build: string, file: string): Promise<string> | undefined =>
  stores
    .get(`triarii-${build}`)
    ?.get(HOME + file)
    ?.clone()
    .text();

test("everything of a build is kept, and the build before it is given up", async () => {
  expect(await keep("one")).toBe(true);
  expect(await text("one", "")).toBe("page 1");
  for (const file of LISTED) expect(await text("one", file)).toBe(`${file} 1`);
  expect(await keep("two")).toBe(true);
  expect([...stores.keys()]).toEqual(["triarii-two"]);
});

test("rules that changed without the page are renewed, and nothing else is fetched again", async () => {
  await keep("one");
  there["python/triarii.zip"] = "better rules";
  asked = [];
  expect(await keep("one")).toBe(true);
  expect(await text("one", "python/triarii.zip")).toBe("better rules");
  expect(await text("one", "python/pyodide.mjs")).toBe("python/pyodide.mjs 1");
  expect(asked).toEqual(["files.json", "", "python/pyodide.mjs", "python/triarii.zip"]);
});

test("where the network goes meanwhile, Python and its rules stay as they were", async () => {
  await keep("one");
  there["python/pyodide.mjs"] = "a newer Python";
  there["python/triarii.zip"] = null;
  expect(await keep("one")).toBe(false);
  expect(await text("one", "python/pyodide.mjs")).toBe("python/pyodide.mjs 1");
  there["assets/app-1.js"] = null;
  expect(await keep("two")).toBe(false);
  expect(await text("one", "assets/app-1.js")).toBe("assets/app-1.js 1");
});

test("as long as another window may run the older build, its files stay", async () => {
  await keep("one");
  windows.push(`${HOME}room/abc`);
  await keep("two");
  expect([...stores.keys()]).toEqual(["triarii-one", "triarii-two"]);
  windows = [HOME, "https://club.example/something/else"];
  await keep("two");
  expect([...stores.keys()]).toEqual(["triarii-two"]);
});
