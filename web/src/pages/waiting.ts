// The games of this browser that are under way, and what the server says of them now: it may be one's turn since.
import { SEATS, type RoomInfo } from "../lib/protocol";
import { ownRoom, ownRooms, remember, type OwnRoom } from "../lib/seats";

/** Those that wait for this person come first, the least time before the most; then the latest. */
export function openGames(): OwnRoom[] {
  const open = ownRooms().filter((own) => !own.over && Object.keys(own.tokens).length);
  return open.sort((a, b) => Number(b.yours ?? false) - Number(a.yours ?? false) || endOf(a) - endOf(b));
}

/** When the clock runs out for this person; never where none runs. */
function endOf(own: OwnRoom): number {
  return own.yours && own.until ? own.until : Number.MAX_SAFE_INTEGER;
}

/** Keeps what was told of a room; whether anything was new. */
export function learnOf(told: RoomInfo, now = Date.now()): boolean {
  const own = ownRoom(told.room);
  if (!own) return false;
  const { over, turn, version, seats, left } = told;
  const yours = !over && SEATS.some((seat) => own.tokens[seat] && turn === seat);
  const until = left === null ? undefined : now + left;
  const same = own.over === over && own.yours === yours && own.version === version;
  if (same && own.seats && Math.abs((own.until ?? 0) - (until ?? 0)) < 1000) return false;
  remember(own.room, { over, yours, version, seats, until }, own.touched);
  return true;
}
