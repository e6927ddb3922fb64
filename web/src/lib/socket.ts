// One socket for one seat: it comes back after a loss, asks for what it missed, and sends a wish again under the same
// key, so that nothing is done twice. It knows messages, not games.
import { Refused } from "./api";
import type { Lang, ServerMessage } from "./protocol";
import { at } from "./root";
import { newKey } from "./tokens";

/** `replaced`: the seat went on in another window; only a person brings it back. */
export type Status = "connecting" | "open" | "lost" | "closed" | "replaced";

/** The part of WebSocket that is used; tests bring their own. */
export interface Wire {
  readyState: number;
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onclose: ((event: { code?: number }) => void) | null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null;
}

export interface Line {
  url: string;
  token: string;
  lang: () => Lang;
  /** The last version that is known here, or null. */
  seen: () => number | null;
  /** Whether every view shall be told in sentences too. */
  words?: () => boolean;
  /** Whether both players look at this screen: then sentences name them, and say "you" to neither. */
  shared?: () => boolean;
  heard: (message: ServerMessage) => void;
  changed: (status: Status) => void;
  open?: (url: string) => Wire;
  /** Calls back when what is on the page now has been seen. What comes after a wish waits for that: a near server's
   * answer must not hold up the picture of what was wished. */
  seenNow?: (then: () => void) => void;
}

interface Asked extends Waiting {
  /** The question, if it is asked again after a loss. */
  message: Record<string, unknown> | null;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (wrong: Refused) => void;
}

interface Wanted extends Waiting {
  message: Record<string, unknown>;
}

const OPEN = 1;
/** Milliseconds before the first tries to come back: most losses are over within two seconds. */
const FIRST_PAUSES = [200, 300, 400, 500, 600];
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20_000;
const ANSWER_WITHIN = 10_000;
/** A wish that is not answered for so long makes one ask whether anybody is there; */
const QUIET = 700;
/** and who says nothing to that for so long, or for longer on a slow line, stands still: another may take over. */
const NOBODY = 1200;
/** Until the first word of a new connection. */
const OPEN_WITHIN = 2000;
const LONGEST_OPENING = 20_000;
/** Close codes after which the server would only say the same again: no such seat, no such room. */
const FINAL = new Set([4403, 4404]);
/** The server restarts, or this part of it: another takes over at once, and nobody has to be told. */
const COME_BACK = 1012;
/** The seat has another connection. To come back by itself would take the seat from it, and so on for ever. */
const REPLACED = 4409;

/** Whether this browser can read messages that come packed. */
export const UNPACKS = typeof DecompressionStream === "function";

export class Connection {
  status: Status = "connecting";
  private wire: Wire | null = null;
  private nextId = 1;
  private readonly asked = new Map<number, Asked>();
  private readonly wanted = new Map<string, Wanted>();
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;
  /** How long this line may take to open: as it was found to be, and longer after every time that it took longer. */
  private opening = OPEN_WITHIN;
  private ended = false;
  /** What came before a wish was seen on the page; null: nothing has to wait. */
  private unseen: ServerMessage[] | null = null;

  constructor(private readonly line: Line) {
    if (typeof addEventListener === "function") addEventListener("online", this.hurry);
    this.connect();
  }

  /** A question; its answer has the same id. It dies with the line, or is asked `again` over the next one. */
  ask<T>(message: Record<string, unknown>, { again = false } = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const open = this.isOpen();
      if (!open && (!again || this.ended)) return reject(new Refused({ code: "lost", words: "" }, 0));
      const id = this.nextId++;
      const whole = { ...message, id };
      this.asked.set(id, { resolve: resolve as (answer: never) => void, reject, message: again ? whole : null });
      if (open) this.put(whole);
    });
  }

  /** Something that shall be done once, however often the line breaks. */
  want(message: Record<string, unknown>): Promise<{ version: number }> {
    return new Promise((resolve, reject) => {
      const key = newKey();
      const keyed = { ...message, key };
      this.wanted.set(key, { message: keyed, resolve: resolve as (answer: never) => void, reject });
      if (!this.isOpen()) return;
      this.put(keyed);
      this.expect();
      this.hold();
    });
  }

  /** Something that needs no answer; lost if the line is. */
  tell(message: Record<string, unknown>): void {
    if (this.isOpen()) this.put(message);
  }

  /** Says hello again, in another language or after a gap. */
  renew(): void {
    this.wire?.close(1000);
  }

  /** Takes the seat back from another window. */
  resume(): void {
    if (this.status !== "replaced") return;
    this.tries = 0;
    this.become("connecting");
    this.connect();
  }

  close(): void {
    this.ended = true;
    if (typeof removeEventListener === "function") removeEventListener("online", this.hurry);
    clearTimeout(this.retry);
    this.wire?.close(1000);
    this.lose();
    this.become("closed");
  }

  private isOpen(): boolean {
    return this.status === "open" && this.wire?.readyState === OPEN;
  }

  private put(message: Record<string, unknown>): void {
    this.wire?.send(JSON.stringify(message));
  }

  private connect(): void {
    clearTimeout(this.retry);
    const wire = this.line.open ? this.line.open(this.line.url) : openSocket(this.line.url);
    this.wire = wire;
    const begun = Date.now();
    let answered = false;
    this.silence = setTimeout(() => this.abandon(wire), this.opening);
    wire.onopen = () => {
      const hello = { t: "hello", token: this.line.token, lang: this.line.lang(), seen: this.line.seen() };
      const words = this.line.words?.() ? { words: true } : {};
      const shared = this.line.shared?.() ? { shared: true } : {};
      this.put({ ...hello, ...words, ...shared, ...(UNPACKS ? { offers: true } : {}) });
      this.become("open");
      for (const { message } of this.wanted.values()) this.put(message);
      for (const { message } of this.asked.values()) if (message) this.put(message);
      this.expect();
      this.heartbeat = setInterval(this.ping, PING_EVERY);
    };
    wire.onmessage = ({ data }) => {
      if (!answered) this.opening = Math.max(OPEN_WITHIN, 3 * (Date.now() - begun));
      answered = true;
      if (typeof data === "string") return this.receive(data);
      void unpacked(data).then((text) => this.wire === wire && this.receive(text));
    };
    wire.onclose = (event) => {
      if (this.wire !== wire) return;
      this.release();
      if (FINAL.has(event.code ?? 0)) this.ended = true;
      this.lose();
      if (this.ended) return this.become("closed");
      if (event.code === REPLACED) return this.become("replaced");
      // Where nobody takes over, the next try finds that out, and then it is said.
      if (event.code === COME_BACK && answered) return this.connect();
      this.become("lost");
      this.retry = setTimeout(() => this.connect(), pauseBefore(this.tries) * (0.7 + 0.6 * Math.random()));
      this.tries += 1;
    };
  }

  /** Nobody speaks there any more. To close it properly would take an answer too, so it counts as closed at once. */
  private abandon(wire: Wire): void {
    if (this.wire !== wire) return;
    this.opening = Math.min(2 * this.opening, LONGEST_OPENING);
    wire.onclose?.({ code: COME_BACK });
    wire.onclose = null;
    wire.close();
  }

  /** As long as a wish waits for its answer, somebody has to say something. */
  private expect(): void {
    clearTimeout(this.doubt);
    if (!this.wanted.size) return;
    this.doubt = setTimeout(() => this.whoIsThere(Math.max(NOBODY, this.opening / 3)), QUIET);
  }

  private readonly hurry = (): void => {
    if (this.status !== "lost") return;
    this.tries = 0;
    this.connect();
  };

  private readonly ping = (): void => this.whoIsThere(ANSWER_WITHIN);

  private whoIsThere(patience: number): void {
    const wire = this.wire;
    if (!wire || !this.isOpen()) return;
    this.put({ t: "ping", id: 0 });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.abandon(wire), patience);
  }

  /** Some questions die with the line; others and all wishes wait for the next one. */
  private lose(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.silence);
    clearTimeout(this.doubt);
    for (const [id, waiting] of this.asked) {
      if (waiting.message && !this.ended) continue;
      this.asked.delete(id);
      waiting.reject(new Refused({ code: "lost", words: "" }, 0));
    }
  }

  private become(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.line.changed(status);
  }

  private hold(): void {
    if (this.unseen || !this.line.seenNow) return;
    this.unseen = [];
    this.line.seenNow(() => this.release());
  }

  private release(): void {
    const waiting = this.unseen ?? [];
    this.unseen = null;
    for (const message of waiting) this.hear(message);
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (this.unseen) this.unseen.push(message);
    else this.hear(message);
  }

  private hear(message: ServerMessage): void {
    clearTimeout(this.silence);
    if (message.t === "accepted") this.settle(this.wanted, message.key)?.resolve(message as never);
    else if (message.t === "refused") {
      const waiting =
        message.key !== undefined && message.key !== null
          ? this.settle(this.wanted, message.key)
          : this.settle(this.asked, message.id ?? -1);
      if (waiting) waiting.reject(new Refused(message, 409));
      else this.line.heard(message);
    } else if ("id" in message) this.settle(this.asked, message.id)?.resolve(message as never);
    else {
      if (message.t === "welcome" || message.t === "news") this.tries = 0;
      this.line.heard(message);
    }
    this.expect();
  }

  private settle<K, W extends Waiting>(from: Map<K, W>, name: K): W | undefined {
    const waiting = from.get(name);
    from.delete(name);
    return waiting;
  }
}

/** Milliseconds before the next try to come back, after so many. */
function pauseBefore(tries: number): number {
  return FIRST_PAUSES[tries] ?? Math.min(FIRST_PAUSES.at(-1)! * 2 ** (tries - FIRST_PAUSES.length + 1), LONGEST_PAUSE);
}

function openSocket(url: string): Wire {
  const socket = new WebSocket(url, "triarii.1");
  socket.binaryType = "arraybuffer";
  const wire: Wire = {
    get readyState() {
      return socket.readyState;
    },
    send: (text) => socket.send(text),
    close: (code) => socket.close(code),
    onopen: null,
    onclose: null,
    onmessage: null,
  };
  socket.onopen = () => wire.onopen?.();
  socket.onclose = (event) => wire.onclose?.(event);
  socket.onmessage = (event) => wire.onmessage?.(event);
  return wire;
}

/** The text of a message that came packed. */
function unpacked(data: ArrayBuffer): Promise<string> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

/** Where the socket of a room is, beside this page. */
export function socketAddress(room: string): string {
  const { protocol, host } = window.location;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}${at(`/api/rooms/${room}/socket`)}`;
}
