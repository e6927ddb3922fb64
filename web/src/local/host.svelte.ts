// Who answers the app: a server, or the rules in this browser. On a site without a server it is always the browser;
// else only while no server can be reached, and only if the person has kept the rules here.
import { at } from "../lib/root";
import { keep, recall } from "../lib/keeping";

const WORKER = "/python-worker.js";
const KEPT = "offline.kept";

export type State = "off" | "starting" | "ready" | "failed";

interface Answer {
  id?: number;
  ready?: boolean;
  status: number;
  text: string;
}

class BrowserHost {
  /** There is no server at all: the page says so. */
  readonly alone = globalThis.document?.documentElement?.dataset?.host === "browser";
  state = $state<State>("off");
  /** The rules are kept in this browser. */
  kept = $state(recall<boolean>(KEPT, false));
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private number = 0;

  /** Whether a question that no server answers can be answered here. */
  get able(): boolean {
    return this.alone || this.kept;
  }

  keepRules(kept: boolean): void {
    this.kept = kept;
    keep(KEPT, kept);
  }

  start(): void {
    if (this.worker) return;
    this.state = "starting";
    const worker = new Worker(at(WORKER), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.ready !== undefined) this.state = data.ready ? "ready" : "failed";
      else this.settle(data);
    };
    worker.onerror = () => this.fail();
  }

  /** As `fetch` would answer. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    this.start();
    const id = ++this.number;
    const answer = await new Promise<Answer>((settle, refuse) => {
      this.waiting.set(id, settle);
      init.signal?.addEventListener("abort", () => refuse(new DOMException("given up", "AbortError")), { once: true });
      const body = typeof init.body === "string" ? init.body : "";
      this.worker?.postMessage({ id, method: init.method ?? "GET", path, body });
    });
    return new Response(answer.text, {
      status: answer.status,
      headers: { "content-type": "application/json" },
    });
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting.get(answer.id ?? 0);
    this.waiting.delete(answer.id ?? 0);
    waiting?.(answer);
  }

  private fail(): void {
    this.state = "failed";
    this.worker?.terminate();
    this.worker = null;
    for (const id of [...this.waiting.keys()]) this.settle({ id, status: 503, text: "{}" });
  }
}

export const host = new BrowserHost();
