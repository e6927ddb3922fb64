// One eye's line to a room: everything the server has told this eye, kept up to date and back after a lost connection.
import { hasBoard } from "../boards";
import { afterNextFrame } from "../lib/frames";
import { learn } from "../lib/described.svelte";
import { language, t } from "../lib/i18n.svelte";
import type {
  Asks,
  ChoicesAnswer,
  Clock,
  Entry,
  Eye,
  News,
  PreviewAnswer,
  Refusal,
  Result,
  Score,
  Seat,
  SeatInfo,
  ServerMessage,
  Standing,
  View,
  Welcome,
  Wish,
} from "../lib/protocol";
import { textFor } from "../lib/proof";
import { EarlierPages } from "./earlier";
import { Connection, socketAddress, UNPACKS, type Status, type Wire } from "../lib/socket";
import { speaker } from "../lib/speak.svelte";
import { muted, type Emotion } from "./signs.svelte";
import { isSilent } from "./steps";

/** Milliseconds for which a sign is shown. */
const SIGN_FOR = 5000;
/** Sentences of a talk that stay. */
const MOST_SAID = 100;
const NO_ASKS: Asks = { draw: null, take_back: null, rematch: null };

export interface Listener {
  /** Whether both players look at this screen. */
  readonly shared?: boolean;
  /** All is new: the first hello, or after a gap. */
  /** The whole game was told. Not `fresh`: the line was lost for a while, and nothing has happened meanwhile. */
  welcomed(line: SeatLine, fresh: boolean): void;
  /** Entries came; `before` is the view that they start from. */
  told(line: SeatLine, entries: Entry[], before: View): void;
  rematched(line: SeatLine, room: string, token: string, seat?: Seat | null): void;
  /** What this seat asked for is over without a yes. */
  declined(line: SeatLine, what: keyof Asks): void;
  /** Somebody came or went. */
  present(line: SeatLine, before: Partial<Record<Seat, boolean>>): void;
  /** The seat went on in another window, or came back from there. */
  moved(line: SeatLine): void;
}

export class SeatLine {
  status = $state<Status>("connecting");
  /** Grows with every welcome; 0: nothing is known yet. */
  welcomes = $state(0);
  game = $state("");
  eye = $state<Eye>("observer");
  seats = $state.raw<Record<Seat, SeatInfo>>({ first: { kind: "person" }, second: { kind: "person" } });
  options = $state.raw<Record<string, unknown>>({});
  commit = $state("");
  version = $state(0);
  view = $state.raw<View | null>(null);
  entries = $state.raw<Entry[]>([]);
  /** How many entries came before these and are still on their way. */
  earlier = $state(0);
  clock = $state.raw<{ told: Clock; at: number } | null>(null);
  asks = $state.raw<Asks>(NO_ASKS);
  result = $state.raw<Result | null>(null);
  capabilities = $state.raw<string[]>([]);
  hides = $state(false);
  hints = $state(false);
  /** All that can be chosen comes by itself when it is this seat's turn. */
  private looksAhead = false;
  private offers: ChoicesAnswer | null = null;
  /** The version since which the decision is the same. */
  private decided = 0;
  private awaiting: ((told: ChoicesAnswer) => void)[] = [];
  /** The score of the games of which this one is the rematch. */
  before = $state.raw<Score | null>(null);
  /** The day on which it began. */
  date = "";
  presence = $state.raw<Partial<Record<Seat, boolean>>>({});
  thinking = $state.raw<{ seat: Seat; limit: number } | null>(null);
  /** The last sign of a player, as long as it is shown. */
  sign = $state.raw<{ seat: Seat; kind: Emotion } | null>(null);
  /** Which of two friends want to talk; null where there are only strangers. */
  talk = $state.raw<Seat[] | null>(null);
  said = $state.raw<{ seat: Seat; text: string }[]>([]);
  private fading: ReturnType<typeof setTimeout> | undefined;
  /** The questions that can be answered beforehand, and the answers of this seat. */
  standing = $state.raw<Standing | null>(null);
  error = $state.raw<Refusal | null>(null);

  private readonly connection: Connection;
  private words = false;
  private readonly views = new Map<number, View>();
  private readonly pages = new EarlierPages(
    async (before) => (await this.ask<{ entries: Entry[] }>({ t: "history", before })).entries,
    (entries, hidden) => {
      this.entries = [...entries, ...this.entries];
      this.earlier = hidden;
    },
  );

  constructor(
    readonly room: string,
    readonly token: string,
    private readonly listener: Listener,
    open?: (url: string) => Wire,
  ) {
    this.connection = new Connection({
      url: open ? room : socketAddress(room),
      token,
      lang: () => language.now,
      seen: () => (this.welcomes ? this.version : null),
      words: () => this.words,
      shared: () => this.listener.shared ?? false,
      heard: (message) => this.hear(message),
      changed: (status) => this.become(status),
      open,
      seenNow: open ? undefined : afterNextFrame,
    });
  }

  ask<T>(message: Record<string, unknown>): Promise<T> {
    return this.connection.ask<T>(message);
  }

  /** What may follow these words, with what a whole action would bring. */
  async choices(words: string[]): Promise<ChoicesAnswer> {
    if (!words.length && this.looksAhead) {
      const offers = this.offers ?? (await new Promise<ChoicesAnswer>((told) => this.awaiting.push(told)));
      if (offers.choices ?? offers.span) return offers;
    }
    const told = await this.question<ChoicesAnswer>({ t: "choices", prefix: words });
    if (told.action === undefined) return told;
    return { ...told, ...(await this.question<PreviewAnswer>({ t: "preview", action: told.action })) };
  }

  /** About the position: asked again where a lost line has taken it along. */
  question<T>(message: Record<string, unknown>): Promise<T> {
    return this.connection.ask<T>(message, { again: true });
  }

  act(action: string): Promise<unknown> {
    return this.connection.want({ t: "act", version: this.version, action });
  }

  wish(what: Wish): Promise<unknown> {
    return this.connection.want({ t: "do", version: this.version, what });
  }

  private showSign(seat: Seat, kind: Emotion): void {
    clearTimeout(this.fading);
    this.sign = { seat, kind };
    this.fading = setTimeout(() => (this.sign = null), SIGN_FOR);
    if (seat !== this.eye) speaker.say(t(`signs.${kind}`));
  }

  tell(message: Record<string, unknown>): void {
    this.connection.tell(message);
  }

  /** The view after so many entries, from memory or from the server. */
  async viewAt(version: number): Promise<View> {
    const known = this.views.get(version);
    if (known) return known;
    const { view } = await this.ask<{ view: View }>({ t: "look", at: version });
    this.views.set(version, view);
    return view;
  }

  /** When the entry of this version is known. */
  reach(version: number): Promise<void> {
    return this.pages.reach(version);
  }

  /** Goes on here after another window had the seat. */
  resume(): void {
    this.connection.resume();
  }

  /** All sentences again, in the language that is chosen now. */
  translate(): void {
    this.views.clear();
    this.welcomes = 0;
    this.connection.renew();
  }

  close(): void {
    this.pages.end();
    this.connection.close();
  }

  private become(status: Status): void {
    const moved = status === "replaced" || this.status === "replaced";
    this.status = status;
    if (moved) this.listener.moved(this);
  }

  private offered(version: number, offers: ChoicesAnswer): void {
    // It was unpacked beside what came after it: about a decision that is made it tells nothing.
    if (version < this.decided) return;
    this.offers = offers;
    for (const tell of this.awaiting.splice(0)) tell(offers);
  }

  private hear(message: ServerMessage): void {
    switch (message.t) {
      case "offers":
        return this.offered(message.version, message.offers);
      case "welcome":
        return this.welcome(message);
      case "news":
        return this.news(message);
      case "presence": {
        const before = this.presence;
        this.presence = message.seats;
        return this.listener.present(this, before);
      }
      case "seats":
        this.seats = message.seats;
        return;
      case "standing":
        if (this.standing) this.standing = { ...this.standing, answers: message.answers };
        return;
      case "emote":
        if (!muted.now || message.seat === this.eye) this.showSign(message.seat, message.kind);
        break;
      case "talk":
        this.talk = message.seats;
        break;
      case "say":
        if (muted.now && message.seat !== this.eye) break;
        this.said = [...this.said, { seat: message.seat, text: message.text }].slice(-MOST_SAID);
        if (message.seat !== this.eye) speaker.say(message.text);
        break;
      case "thinking":
        this.thinking = message.seat ? { seat: message.seat, limit: message.limit ?? 0 } : null;
        return;
      case "rematch":
        return this.listener.rematched(this, message.room, message.token, message.seat);
      case "error":
        // That another window has the seat is said where it can be taken back.
        if (message.code !== "replaced") this.error = message;
    }
  }

  private welcome(told: Welcome): void {
    learn(told.game, told.board);
    // Only now it is known which game this is: one without a board is told in sentences.
    if (!hasBoard(told.game) && !this.words) {
      this.words = true;
      return this.connection.renew();
    }
    const fresh = !this.welcomes || told.version !== this.version || told.eye !== this.eye;
    this.game = told.game;
    this.eye = told.eye;
    this.seats = told.seats;
    this.options = told.options ?? {};
    this.commit = told.commit ?? "";
    if (told.text === "awaited" && told.eye !== "observer")
      this.tell({ t: "text", text: textFor(this.room, told.eye, told.commit) });
    this.capabilities = told.capabilities ?? [];
    this.hides = told.hides ?? false;
    this.hints = told.hints ?? false;
    this.looksAhead = (told.offers ?? false) && UNPACKS;
    [this.offers, this.decided] = [null, 0];
    this.decide(told.entries);
    this.before = told.before ?? null;
    this.date = told.record?.date ?? "";
    this.standing = told.standing ?? null;
    this.version = told.version;
    this.entries = told.entries;
    this.earlier = told.earlier ?? 0;
    // What is put together on a view that still holds must not be lost with the line.
    this.view = fresh ? told.view : (this.view ?? told.view);
    this.error = null;
    this.views.clear();
    if (told.start) this.views.set(0, told.start);
    this.views.set(told.version, this.view);
    this.state(told);
    this.result = told.result ?? null;
    this.welcomes++;
    this.pages.begin(this.earlier, told.entries.length);
    this.listener.welcomed(this, fresh);
  }

  private news(told: News): void {
    const fresh = told.entries.filter((entry) => entry.version > this.version);
    const [before, asked] = [this.view, this.asks];
    this.version = told.version;
    if (fresh.length) this.entries = [...this.entries, ...fresh.map(({ view: _view, ...entry }) => entry)];
    for (const entry of fresh) if (entry.view) this.views.set(entry.version, entry.view);
    this.view = fresh.findLast((entry) => entry.view && !isSilent(entry))?.view ?? this.view;
    this.decide(fresh);
    this.state(told);
    this.pages.resume();
    if (before && fresh.length) this.listener.told(this, fresh, before);
    for (const what of unanswered(asked, this.asks, this.eye)) {
      // The end of the game and a move that was taken back tell of themselves.
      const granted = fresh.some((entry) => entry.kind === "take_back") || (what !== "rematch" && this.result !== null);
      if (!granted) this.listener.declined(this, what);
    }
  }

  /** What was offered holds until something is decided. */
  private decide(entries: Entry[]): void {
    const last = entries.findLast((entry) => !isSilent(entry));
    if (last) [this.offers, this.decided] = [null, last.version];
  }

  private state(told: News | Welcome): void {
    if (told.clock !== undefined) this.clock = told.clock ? { told: told.clock, at: performance.now() } : null;
    if (told.asks !== undefined) this.asks = { ...NO_ASKS, ...told.asks };
    if (told.result !== undefined) this.result = told.result ?? null;
  }
}

/** What this eye asked for and is no longer asked. */
function unanswered(before: Asks, now: Asks, eye: Eye): (keyof Asks)[] {
  return (["draw", "take_back", "rematch"] as const).filter((what) => before[what] === eye && now[what] === null);
}
