// Being told of one's turns while no page is open: by this browser's push service or by e-mail, only where somebody
// pressed a button for it. The server knows a way to reach this browser under a token that is kept here.
import { ask, post, Refused, refusalOf } from "../lib/api";
import { language, t } from "../lib/i18n.svelte";
import { keep, recall } from "../lib/keeping";
import type { Asked, RemindersTold } from "../lib/protocol";
import { at } from "../lib/root";
import { ownRooms, type OwnRoom } from "../lib/seats";
import { newToken } from "../lib/tokens";
import { bytesOf } from "./keys";

export type Way = "push" | "mail";
const WORKER = "/app-worker.js";
const MOST = 60;

interface OwnSeat {
  room: string;
  token: string;
}

/** The seats of this browser in games that go on, of one at a table of two none. */
export function seatsOf(rooms: OwnRoom[]): OwnSeat[] {
  return rooms
    .filter((own) => !own.over)
    .map((own) => ({ room: own.room, tokens: Object.values(own.tokens) }))
    .filter(({ tokens }) => tokens.length === 1)
    .map(({ room, tokens }) => ({ room, token: tokens[0]! }))
    .slice(0, MOST);
}

class Reminders {
  /** What the server can do; null until it was asked. */
  offered = $state.raw<{ push: string; mail: boolean } | null>(null);
  asked = $state.raw<Record<Way, Asked | null>>({ push: null, mail: null });
  busy = $state(false);
  wrong = $state("");
  /** Whether this browser can be reached: only over https, or on this very machine. */
  readonly possible =
    typeof window !== "undefined" && window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

  private token(way: Way): string {
    return recall<string>(`reminders.${way}`, "");
  }

  async load(): Promise<void> {
    const ways = (["push", "mail"] as const).filter((way) => this.token(way));
    const answers = await Promise.all(ways.map((way) => this.of(way)));
    const told = answers[0] ?? (await ask<RemindersTold>("/api/reminders"));
    this.offered = { push: told.push, mail: told.mail };
    ways.forEach((way, number) => this.learn(way, answers[number]!));
  }

  private of(way: Way): Promise<RemindersTold> {
    return ask<RemindersTold>("/api/reminders", { headers: { authorization: `Bearer ${this.token(way)}` } });
  }

  private learn(way: Way, told: RemindersTold): void {
    this.asked = { ...this.asked, [way]: told.asked };
    keep(`reminders.${way}.lasting`, told.asked?.lasting ?? false);
    if (!told.asked) keep(`reminders.${way}`, "");
  }

  /** Games that have come since are told of too, where somebody asked for all of them. */
  async include(): Promise<void> {
    const ways = (["push", "mail"] as const).filter(
      (way) => this.token(way) && recall(`reminders.${way}.lasting`, false),
    );
    const seats = ways.length ? seatsOf(ownRooms()) : [];
    const known = JSON.stringify(seats.map(({ room }) => room).sort());
    if (!seats.length || known === recall<string>("reminders.included", "")) return;
    for (const way of ways)
      try {
        this.learn(way, await post<RemindersTold>("/api/reminders/seats", { token: this.token(way), seats }));
      } catch (failed) {
        if (failed instanceof Refused && failed.status === 404) keep(`reminders.${way}`, "");
        else return; // another time
      }
    keep("reminders.included", known);
  }

  /** Asks the browser for permission, so only upon a press of a button. */
  pushOn(only?: string): Promise<void> {
    return this.tried(async () => {
      if ((await Notification.requestPermission()) !== "granted") throw refused("reminders.not_allowed");
      const registration = await navigator.serviceWorker.register(at(WORKER), { scope: at("/") });
      await navigator.serviceWorker.ready;
      const found = (await subscribed(registration, this.offered?.push ?? "")).toJSON();
      const push = { endpoint: found.endpoint, p256dh: found.keys?.p256dh, auth: found.keys?.auth };
      await this.keep("push", { push }, only);
    });
  }

  mailOn(mail: string, only?: string): Promise<void> {
    return this.tried(() => this.keep("mail", { mail: mail.trim() }, only));
  }

  private async keep(way: Way, how: object, only?: string): Promise<void> {
    const token = this.token(way) || newToken();
    const seats = seatsOf(ownRooms().filter((own) => !only || own.room === only));
    const lasting = !only || (this.asked[way]?.lasting ?? false);
    const told = await post<RemindersTold>("/api/reminders", { token, ...how, lasting, seats, lang: language.now });
    keep(`reminders.${way}`, token);
    this.learn(way, told);
  }

  /** Ends it, or what is told of one game. */
  off(way: Way, room = ""): Promise<void> {
    return this.tried(async () => {
      const path = `/api/reminders${room ? `?room=${room}` : ""}`;
      await ask(path, { method: "DELETE", headers: { authorization: `Bearer ${this.token(way)}` } });
      if (way === "push" && !room) {
        const registration = await navigator.serviceWorker.getRegistration(at("/"));
        await (await registration?.pushManager.getSubscription())?.unsubscribe();
      }
      this.learn(way, await this.of(way));
    });
  }

  private async tried(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.wrong = "";
    try {
      await work();
    } catch (failed) {
      this.wrong = failed instanceof DOMException ? t("reminders.not_reached") : refusalOf(failed).words;
    } finally {
      this.busy = false;
    }
  }
}

const refused = (key: string): Refused => new Refused({ code: key, words: t(key) }, 0);

async function subscribed(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (failed) {
    // It may be subscribed with the key of an earlier server at this address.
    const old = await registration.pushManager.getSubscription();
    if (!old) throw failed;
    await old.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

export const reminders = new Reminders();
