// Keeps the whole app in this browser for use without a network, if somebody asks for it; and notices when the server
// has a newer one, without changing anything under anybody's hands.
import { at } from "../lib/root";
import { host } from "./host.svelte";

const WORKER = "/app-worker.js";
/** Milliseconds between two looks for a newer build. */
const SELDOM = 600_000;

export type Keeping = "no" | "keeping" | "kept" | "failed" | "impossible";

/** The name of the app's first script changes with every build. */
const scriptIn = (page: string): string => /assets\/[\w.-]+\.js/.exec(page)?.[0] ?? "";
const build = (): string =>
  scriptIn(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "");

class Keeper {
  state = $state<Keeping>(host.kept ? "kept" : "no");
  /** A newer build is there. */
  newer = $state(false);
  online = $state(globalThis.navigator?.onLine ?? true);
  private looked = Date.now();

  constructor() {
    if (typeof addEventListener === "undefined") return;
    addEventListener("online", () => (this.online = true));
    addEventListener("offline", () => (this.online = false));
    document.addEventListener("visibilitychange", () => void this.look());
    // A part that is fetched when it is first wanted has gone with the build that it belongs to.
    addEventListener("vite:preloadError", () => void this.look(true));
    if (!("serviceWorker" in navigator) || !window.isSecureContext) this.state = "impossible";
    else if (host.kept) void this.keep(); // what is kept is that of the build that runs
  }

  /** Fetches everything; browsers allow it only over https, or on this very machine. */
  async keep(): Promise<void> {
    if (this.state !== "kept") this.state = "keeping";
    try {
      const registration = await navigator.serviceWorker.register(at(WORKER), { scope: at("/") });
      await navigator.serviceWorker.ready;
      const worker = registration.active ?? registration.waiting ?? registration.installing;
      if (!worker) throw new Error("no worker");
      const done = await told(worker, { build: build() });
      if (done) host.keepRules(true);
      this.state = done || host.kept ? "kept" : "failed";
    } catch {
      this.state = host.kept ? "kept" : "failed";
    }
  }

  private async look(now = false): Promise<void> {
    if (document.visibilityState !== "visible" || !navigator.onLine) return;
    if (!now && Date.now() - this.looked < SELDOM) return;
    this.looked = Date.now();
    try {
      const page = await (await fetch(at("/"), { cache: "no-cache" })).text();
      this.newer = scriptIn(page) !== "" && scriptIn(page) !== build();
    } catch {
      // no network: nothing newer can be told
    }
  }
}

export const keeper = new Keeper();

function told(worker: ServiceWorker, message: unknown): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event: MessageEvent<{ kept: boolean }>) => resolve(event.data.kept);
    worker.postMessage(message, [channel.port2]);
  });
}
