// The games of this browser that are under way, and what the server says of them now: it may be one's turn since.
import { roomInfo } from "../lib/api";
import { SEATS } from "../lib/protocol";
import { ownRooms, remember, type OwnRoom } from "../lib/seats";

/** Of so many the server is asked: the others were not touched for long. */
const ASKED = 8;

/** Those that wait for this person come first, then the latest. */
export function openGames(): OwnRoom[] {
  const open = ownRooms().filter((own) => !own.over && Object.keys(own.tokens).length);
  return open.sort((a, b) => Number(b.yours ?? false) - Number(a.yours ?? false));
}

/** The same after a look at the server; a room that it does not tell of stays as it was known. */
export async function openGamesNow(): Promise<OwnRoom[]> {
  await Promise.all(
    openGames()
      .slice(0, ASKED)
      .map((own) => learnOf(own).catch(() => undefined)),
  );
  return openGames();
}

async function learnOf(own: OwnRoom): Promise<void> {
  const { over, turn, version, seats } = await roomInfo(own.room);
  const yours = !over && SEATS.some((seat) => own.tokens[seat] && turn === seat);
  remember(own.room, { over, yours, version, seats }, own.touched);
}
