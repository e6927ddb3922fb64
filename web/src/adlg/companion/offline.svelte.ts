// Whether the companion is kept for use without a network, and what has to be kept for it.
import { LANGS } from "../../lib/i18n.svelte";
import { at } from "../../lib/root";
import { tablesAt } from "./companion.svelte";

const WORKER = "/companion-worker.js";

export type Kept = "asking" | "kept" | "impossible" | "failed";

class Offline {
  state = $state<Kept>("asking");
  online = $state(navigator.onLine);

  constructor() {
    addEventListener("online", () => (this.online = true));
    addEventListener("offline", () => (this.online = false));
  }

  /**
   * Gives the worker everything that the page has loaded. Browsers allow one only over https, or on this very machine.
   */
  async keep(profiles: string[]): Promise<void> {
    if (!("serviceWorker" in navigator) || !window.isSecureContext) {
      this.state = "impossible";
      return;
    }
    try {
      const registration = await navigator.serviceWorker.register(at(WORKER), { scope: at("/adlg/companion") });
      const worker = registration.active ?? registration.waiting ?? registration.installing;
      if (!worker) throw new Error("no worker");
      const files = [...loaded(), ...LANGS.flatMap((lang) => profiles.map((profile) => at(tablesAt(lang, profile))))];
      this.state = (await told(worker, { build: build(), files }))
        ? "kept"
        : this.state === "kept" || !navigator.onLine
          ? "kept"
          : "failed";
    } catch {
      this.state = navigator.serviceWorker.controller ? "kept" : "failed";
    }
  }
}

export const offline = new Offline();

/** The name of the app's first script changes with every build. */
function build(): string {
  return (
    document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split("/").at(-1) ?? "development"
  );
}

/** Scripts, styles and pictures of ours that this page has loaded. */
function loaded(): string[] {
  const named = [...document.querySelectorAll("script[src], link[href]")].map(
    (one) => (one as HTMLScriptElement).src || (one as HTMLLinkElement).href,
  );
  const fetched = performance.getEntriesByType("resource").map((one) => one.name);
  const paths = [...named, ...fetched]
    .map((address) => new URL(address, window.location.origin))
    .filter((url) => url.origin === window.location.origin);
  return [...new Set(paths.map((url) => url.pathname))].filter(
    (path) => !path.startsWith(at("/api/")) && path !== at(WORKER),
  );
}

function told(worker: ServiceWorker, message: unknown): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event: MessageEvent<{ kept: boolean }>) => resolve(event.data.kept);
    worker.postMessage(message, [channel.port2]);
  });
}
