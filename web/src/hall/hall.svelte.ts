// The hall: one socket of this window, as long as somebody looks at it or for an opponent. It comes back after a loss
// and says again what is wanted. Whoever closes the page has left, and so has the open game.
import { Refused } from "../lib/api";
import { language, t } from "../lib/i18n.svelte";
import { notices } from "../lib/notify.svelte";
import { profileToken } from "../lib/profile";
import { seePromise } from "../lib/proof";
import type { HallMessage, HallWish, MatchedMessage, OpenGameTold, Refusal, RoomInfo, SeekSaid } from "../lib/protocol";
import { at } from "../lib/root";
import { router } from "../lib/router.svelte";
import { remember } from "../lib/seats";
import { sounds } from "../lib/sound.svelte";
import { newKey, newToken } from "../lib/tokens";

export type Wanted = Pick<SeekSaid, "game" | "options" | "clock" | "experience" | "name">;
export type Experience = NonNullable<SeekSaid["experience"]>;
export const EXPERIENCES: readonly Experience[] = ["new", "some", "much"];

interface Joining {
  token: string;
  message: HallWish;
  resolve: (room: string) => void;
  reject: (wrong: Refused) => void;
}

const PAUSES = [300, 600, 1200, 2500, 5000];
const PING_EVERY = 20_000;
const ANSWER_WITHIN = 10_000;

class Hall {
  /** All open games; null until they were told. */
  open = $state.raw<OpenGameTold[] | null>(null);
  /** Rooms that are followed, by id. */
  rooms = $state.raw<Record<string, RoomInfo>>({});
  /** Games to watch. */
  watched = $state.raw<RoomInfo[] | null>(null);
  /** What this window looks for, and under which id it is offered. */
  seeking = $state.raw<(Wanted & { token: string; key: string; id?: string }) | null>(null);
  /** The game that was found while its player was elsewhere. */
  called = $state.raw<{ room: string; game: string } | null>(null);
  wrong = $state.raw<Refusal | null>(null);

  private socket: WebSocket | null = null;
  private wanted = 0;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  /** The revision of the tournament that is attended, as it was told last. */
  evening = $state.raw<{ id: string; revision: number } | null>(null);
  private attending: string | null = null;
  private readonly joining = new Map<string, Joining>();
  private following: string[] = [];
  private watching = 0;

  /** Keeps the hall open until the answer is called. */
  enter(): () => void {
    this.wanted += 1;
    this.connect();
    return () => {
      this.wanted -= 1;
      this.close();
    };
  }

  /** The same, and is told of these rooms. */
  follow(rooms: string[]): () => void {
    this.following = [...rooms].sort().slice(0, 60);
    this.say({ t: "follow", rooms: this.following });
    return this.enter();
  }

  /** The same, and is told which games can be watched. */
  watch(): () => void {
    this.watching += 1;
    if (this.watching === 1) this.say({ t: "watch_list", on: true });
    const leave = this.enter();
    return () => {
      this.watching -= 1;
      if (!this.watching) {
        this.say({ t: "watch_list", on: false });
        this.watched = null;
      }
      leave();
    };
  }

  /** The same, and is told when this tournament changes. */
  attend(tournament: string): () => void {
    this.attending = tournament;
    this.say({ t: "attend", tournament });
    const leave = this.enter();
    return () => {
      this.attending = this.evening = null;
      this.say({ t: "attend", tournament: null });
      leave();
    };
  }

  seek(wanted: Wanted): void {
    this.wrong = null;
    this.called = null;
    this.seeking = { ...wanted, token: newToken(), key: newKey() };
    this.connect();
    this.ask();
  }

  withdraw(): void {
    this.seeking = null;
    this.say({ t: "withdraw" });
    this.close();
  }

  /** Joins an open game; the room in which it is played. */
  join(game: OpenGameTold, name: string): Promise<string> {
    const [key, token] = [newKey(), newToken()];
    const message: HallWish = { t: "join", key, id: game.id, token, name, profile: profileToken() ?? null };
    return new Promise((resolve, reject) => {
      this.joining.set(key, { token, message, resolve, reject });
      this.connect();
      this.say(message);
    });
  }

  private ask(): void {
    if (!this.seeking) return;
    const { game, options, clock, experience, name, token, key } = this.seeking;
    this.say({
      t: "seek",
      key,
      token,
      game,
      options,
      clock: clock ?? null,
      experience,
      name,
      profile: profileToken() ?? null,
    });
  }

  private say(message: HallWish): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private get needed(): boolean {
    return this.wanted > 0 || this.seeking !== null || this.joining.size > 0;
  }

  private connect(): void {
    if (this.socket) return;
    clearTimeout(this.retry);
    const { protocol, host } = window.location;
    const address = `${protocol === "https:" ? "wss" : "ws"}://${host}${at("/api/hall/socket")}`;
    const socket = (this.socket = new WebSocket(address, "triarii.1"));
    socket.onopen = () => {
      this.say({ t: "hello", lang: language.now });
      if (this.following.length) this.say({ t: "follow", rooms: this.following });
      if (this.watching) this.say({ t: "watch_list", on: true });
      if (this.attending) this.say({ t: "attend", tournament: this.attending });
      this.ask();
      for (const { message } of this.joining.values()) this.say(message);
      this.heartbeat = setInterval(() => this.ping(), PING_EVERY);
    };
    socket.onmessage = ({ data }) => {
      this.tries = 0;
      clearTimeout(this.silence);
      this.hear(JSON.parse(String(data)) as HallMessage);
    };
    socket.onclose = () => this.lose(socket);
  }

  private ping(): void {
    const socket = this.socket;
    this.say({ t: "ping", id: 0 });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      socket?.close();
      if (socket) this.lose(socket);
    }, ANSWER_WITHIN);
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.heartbeat);
    clearTimeout(this.silence);
    if (!this.needed) return;
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)]! * (0.7 + 0.6 * Math.random());
    this.tries += 1;
    this.retry = setTimeout(() => this.connect(), pause);
  }

  private close(): void {
    if (this.needed) return;
    clearTimeout(this.retry);
    const socket = this.socket;
    this.socket = null;
    clearInterval(this.heartbeat);
    clearTimeout(this.silence);
    socket?.close();
    this.open = null;
  }

  private hear(message: HallMessage): void {
    if (message.t === "open_games") this.open = message.games;
    else if (message.t === "watch_list") this.watched = message.rooms;
    else if (message.t === "tournament") this.evening = { id: message.id, revision: message.revision };
    else if (message.t === "rooms") {
      const told = Object.fromEntries(message.rooms.map((room) => [room.room, room]));
      this.rooms = { ...this.rooms, ...told };
    } else if (message.t === "seeking") this.offered(message.id);
    else if (message.t === "matched") this.matched(message);
    else if (message.t === "refused") this.refused(message.key, message);
  }

  private offered(id: string | null): void {
    if (this.seeking && id) this.seeking = { ...this.seeking, id };
  }

  private matched(message: MatchedMessage): void {
    const joined = message.key ? this.joining.get(message.key) : undefined;
    if (joined && message.key) this.joining.delete(message.key);
    const token = joined?.token ?? this.seeking?.token;
    if (!token) return;
    remember(message.room, { game: message.game, tokens: { [message.seat]: token } });
    seePromise(message.room, message.commit);
    this.seeking = null;
    if (joined) joined.resolve(message.room);
    else this.call(message);
    this.close();
  }

  /** Whoever waits in the hall goes on to the game; whoever is elsewhere is called. */
  private call({ room, game }: MatchedMessage): void {
    sounds.play("turn");
    notices.tell(t("people.found"));
    if (router.path === "/people") router.go(`/room/${room}`);
    else this.called = { room, game };
  }

  private refused(key: string | undefined, why: Refusal): void {
    const joined = key ? this.joining.get(key) : undefined;
    if (joined && key) {
      this.joining.delete(key);
      joined.reject(new Refused(why, 409));
    } else {
      this.seeking = null;
      this.wrong = why;
    }
    this.close();
  }
}

export const hall = new Hall();
