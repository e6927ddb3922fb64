// Chance that this browser can check: it adds a text of its own after the promise was shown, and finds both again when
// the game is over. `triarii verify` checks the rest. docs/records.md tells the scheme.
import type { Seat } from "./protocol";
import { SEATS } from "./protocol";
import { ownRoom, remember } from "./seats";
import { sha256 } from "./sha256";
import { newToken } from "./tokens";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Whether the secret shown after a game is the one promised before it. */
export function promiseKept(secret: string, commit: string): boolean {
  if (!/^([0-9a-f]{2})+$/.test(secret)) return false;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return sha256(Uint8Array.from([...bytesOf("triarii-commit-1\0"), ...bytes])) === commit;
}

/** Something random with a digest that nobody can make who does not know the promise. */
export function newText(commit: string, nonce = newToken()): string {
  return `${nonce}:${sha256(bytesOf(`triarii-text-1\0${commit}\0${nonce}`))}`;
}

/** Keeps the first promise that this browser was shown for a room: another one later would not be the same. */
export function seePromise(room: string, commit: string): void {
  if (commit && !ownRoom(room)?.commit) remember(room, { commit });
}

/** What a seat of this browser adds to chance: always the same for one promise. */
export function textFor(room: string, seat: Seat, commit: string): string {
  seePromise(room, commit);
  const own = ownRoom(room);
  if (own?.commit !== commit) return newText(commit);
  const text = own.texts?.[seat] ?? newText(commit);
  remember(room, { texts: { [seat]: text } });
  return text;
}

/** Whether a record has the promise that this browser saw and all texts that it added; null where it knows of none. */
export function ownTextsIn(record: { room: string; commit: string; texts: string[] }): boolean | null {
  const own = ownRoom(record.room);
  const added = SEATS.filter((seat) => own?.texts?.[seat]);
  if (!own?.commit || (!added.length && own.commit === record.commit)) return null;
  return own.commit === record.commit && added.every((seat) => record.texts[SEATS.indexOf(seat)] === own.texts?.[seat]);
}

/** What the first line of a record says about its chances; null for what is none. */
export function headOf(record: string): { room: string; commit: string; texts: string[] } | null {
  try {
    const { id, commit, texts } = JSON.parse(record.split("\n", 1)[0] ?? "") as {
      id: string;
      commit: string;
      texts: string[];
    };
    return { room: id, commit, texts };
  } catch {
    return null;
  }
}
