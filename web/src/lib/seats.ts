// The games of this browser: which seats it holds in which rooms. Nobody else knows them; losing them loses the seats.
import { keep, recall } from "./keeping";
import type { Seat, SeatInfo } from "./protocol";

export interface OwnRoom {
  room: string;
  game: string;
  tokens: Partial<Record<Seat, string>>;
  watch?: string;
  invitations?: Partial<Record<Seat, string>>;
  /** The promise of chance as it was shown first. */
  commit?: string;
  /** What this browser added to chance after it, by seat. */
  texts?: Partial<Record<Seat, string>>;
  seats?: Partial<Record<Seat, SeatInfo>>;
  /** When it was last played or looked at, in milliseconds. */
  touched: number;
  version?: number;
  over?: boolean;
  yours?: boolean;
  /** When the clock of whoever is to act runs out, in milliseconds. */
  until?: number;
  result?: string;
}

const NAME = "rooms";
const AT_MOST = 200;

export function ownRooms(): OwnRoom[] {
  return recall<OwnRoom[]>(NAME, []).sort((a, b) => b.touched - a.touched);
}

export function ownRoom(room: string): OwnRoom | undefined {
  return ownRooms().find((own) => own.room === room);
}

/** Adds to what is known of a room; other tabs may have written meanwhile, so it reads first. */
export function remember(room: string, more: Partial<OwnRoom>, now = Date.now()): OwnRoom {
  const all = recall<OwnRoom[]>(NAME, []);
  const known = all.find((own) => own.room === room) ?? { room, game: "", tokens: {}, touched: now };
  const grown: OwnRoom = { ...known, ...more, tokens: { ...known.tokens, ...more.tokens }, touched: now };
  if (more.texts) grown.texts = { ...known.texts, ...more.texts };
  const rest = all.filter((own) => own.room !== room).sort((a, b) => b.touched - a.touched);
  keep(NAME, [grown, ...rest].slice(0, AT_MOST));
  return grown;
}

export function forget(room: string): void {
  keep(
    NAME,
    recall<OwnRoom[]>(NAME, []).filter((own) => own.room !== room),
  );
}

/** Reads `#first=TOKEN&second=TOKEN` of a seat's own link. */
export function tokensIn(hash: string): Partial<Record<Seat, string>> {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const tokens: Partial<Record<Seat, string>> = {};
  for (const seat of ["first", "second"] as const) {
    const token = found.get(seat);
    if (token) tokens[seat] = token;
  }
  return tokens;
}
