// A name without an account: a secret of this browser under which the server keeps results and ratings, if one wants
// that; and how it goes on to another device with all games under way.
import { ask } from "./api";
import { language } from "./i18n.svelte";
import { keep, recall } from "./keeping";
import { packed, unpacked, type Luggage } from "./luggage";
import type { ProfileTold, ResultTold } from "./protocol";
import { boxName, newCode, seal, unseal } from "./sealing";
import type { OwnRoom } from "./seats";
import { newToken } from "./tokens";

const NAME = "profile";

/** The secret, or nothing where no results are kept. */
export const profileToken = (): string | undefined => recall<string>(NAME, "") || undefined;

/** From now on results are kept. */
export function beginProfile(): string {
  const token = profileToken() ?? newToken();
  keep(NAME, token);
  return token;
}

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

export const profile = (token: string): Promise<ProfileTold> => ask(`/api/profile?lang=${language.now}`, bearer(token));

/** Deletes all that is kept, and keeps no more. */
export async function endProfile(): Promise<void> {
  const token = profileToken();
  if (token) await ask("/api/profile", { method: "DELETE", ...bearer(token) });
  keep(NAME, "");
}

/** The server takes boxes of 200,000 characters; sealing makes a third more of what is in them. */
const ROOM_IN_BOX = 120_000;

interface Person {
  name: string;
  profile: string;
  rooms: OwnRoom[];
  /** Missing in what an older app packed. */
  more?: Luggage;
}

/** Packs everything under a code, which another device opens within ten minutes. */
export async function handOver(): Promise<string> {
  const code = newCode();
  const person: Person = { name: recall("name", ""), profile: profileToken() ?? "", rooms: recall("rooms", []) };
  person.more = packed(ROOM_IN_BOX - JSON.stringify(person).length);
  const box = seal(JSON.stringify(person), code);
  await ask(`/api/handovers/${boxName(code)}?lang=${language.now}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ box }),
  });
  return code;
}

/** Unpacks what another device packed; false where the box was damaged. Games of this browser stay. */
export async function takeOver(code: string): Promise<boolean> {
  const { box } = await ask<{ box: string }>(`/api/handovers/${boxName(code)}?lang=${language.now}`, {
    method: "POST",
  });
  const text = unseal(box, code);
  if (text === null) return false;
  const person = JSON.parse(text) as Person;
  const own = recall<OwnRoom[]>("rooms", []);
  const brought = person.rooms.filter((room) => !own.some((one) => one.room === room.room));
  keep("rooms", [...own, ...brought]);
  if (person.name) keep("name", person.name);
  if (person.profile) keep(NAME, person.profile);
  unpacked(person.more ?? {});
  return true;
}

export interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

export function tally(results: readonly ResultTold[]): Tally {
  const count = (score: number): number => results.filter((one) => one.score === score).length;
  return { won: count(2), drawn: count(1), lost: count(0) };
}

/** How many games in a row were won, up to the last one; and the longest such row. Newest first. */
export function streaks(results: readonly ResultTold[]): { now: number; best: number } {
  let [now, best, row] = [-1, 0, 0];
  for (const { score } of results) {
    row = score === 2 ? row + 1 : 0;
    best = Math.max(best, row);
    if (score !== 2 && now < 0) now = results.findIndex((one) => one.score !== 2);
  }
  return { now: now < 0 ? results.length : now, best };
}

/** Against whom most was played, by name. */
export function opponents(results: readonly ResultTold[]): { who: ResultTold; results: ResultTold[] }[] {
  const by = new Map<string, ResultTold[]>();
  for (const one of results) {
    const key = `${one.kind} ${one.level} ${one.opponent}`;
    by.set(key, [...(by.get(key) ?? []), one]);
  }
  return [...by.values()]
    .map((all) => ({ who: all[0]!, results: all }))
    .sort((a, b) => b.results.length - a.results.length);
}
