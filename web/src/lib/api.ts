// What is asked once, over HTTP. A refusal is a value with words, as everywhere; so is a server that does not answer.
import { host } from "../local/host.svelte";
import { learn } from "./described.svelte";
import { language, t } from "./i18n.svelte";
import type { GameInfo, Refusal, RoomInfo, RoomMade, RoomRequest, Rule, Seat, Study } from "./protocol";
import { at } from "./root";

export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.words);
  }
}

export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await reach(path, init);
  return (await answer.json()) as T;
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  const answer = await answered(path, init);
  if (answer.ok) return answer;
  let refusal: Partial<Refusal> = {};
  try {
    refusal = (await answer.json()) as Partial<Refusal>;
  } catch {
    // not ours: a proxy or a crash
  }
  const words = typeof refusal.words === "string" ? refusal.words : t("error.server", { status: answer.status });
  throw new Refused({ ...refusal, code: refusal.code ?? "server", words }, answer.status);
}

/** By a server; where none can be reached, by the rules in this browser if they are here. */
async function answered(path: string, init: RequestInit): Promise<Response> {
  if (host.alone || path.startsWith("/api/local/")) return host.fetch(path, init);
  try {
    return await fetch(at(path), { credentials: "omit", referrerPolicy: "no-referrer", ...init });
  } catch (failed) {
    if (host.able && !init.signal?.aborted) return host.fetch(path, init);
    throw init.signal?.aborted ? failed : new Refused({ code: "unreachable", words: t("error.unreachable") }, 0);
  }
}

/** What went wrong, for a note on the page. */
export function refusalOf(wrong: unknown): Refusal {
  return wrong instanceof Refused ? wrong.refusal : { code: "app", words: t("error.app", { what: String(wrong) }) };
}

const gamesAsked = new Map<string, Promise<GameInfo[]>>();
const rulesAsked = new Map<string, Promise<Rule[]>>();

/** Every game that the server knows, in the present language; asked once. */
export function games(): Promise<GameInfo[]> {
  return once(gamesAsked, `/api/games?lang=${language.now}`, (found: { games: GameInfo[] }) => {
    for (const { id, board } of found.games) learn(id, board);
    return found.games;
  });
}

export function rulesOf(game: string): Promise<Rule[]> {
  const path = `/api/games/${encodeURIComponent(game)}/rules?lang=${language.now}`;
  return once(rulesAsked, path, (found: { rules: Rule[] }) => found.rules);
}

function once<T, A>(asked: Map<string, Promise<T[]>>, path: string, inside: (found: A) => T[]): Promise<T[]> {
  let answer = asked.get(path);
  if (!answer) {
    answer = ask<A>(path).then(inside);
    answer.catch(() => asked.delete(path));
    asked.set(path, answer);
  }
  return answer;
}

export const newRoom = (wanted: RoomRequest): Promise<RoomMade> => post("/api/rooms", wanted);
export const roomInfo = (room: string): Promise<RoomInfo> =>
  ask(`/api/rooms/${encodeURIComponent(room)}?lang=${language.now}`);
export const claim = (
  room: string,
  invitation: string,
  token: string,
  name = "",
  profile?: string,
): Promise<{ seat: Seat }> =>
  post(`/api/rooms/${room}/claim`, { invitation, token, name, profile, lang: language.now });

export async function listedRooms(): Promise<RoomInfo[]> {
  return (await ask<{ rooms: RoomInfo[] }>("/api/rooms?listed=1")).rooms;
}

/** Addresses under which other machines can open this server; none if only this one can. */
export async function network(): Promise<string[]> {
  const { addresses, public_url: known } = await ask<{ addresses: string[]; public_url: string }>("/api/network");
  return known ? [known, ...addresses] : addresses;
}

export async function recordOf(room: string, token: string): Promise<Blob> {
  const answer = await reach(`/api/rooms/${room}/record?lang=${language.now}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.blob();
}

export const studyRecord = (record: string): Promise<Study> => post("/api/study", { record, lang: language.now });

/** A first position with the set-up done for both seats; another seed makes another. */
export async function preparedStart(game: string, options: Record<string, unknown>): Promise<string> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const path = `/api/games/${game}/prepared`;
  return (await post<{ start: string }>(path, { options, seed, lang: language.now })).start;
}

/** A recorded battle as a moving picture. */
export async function filmOf(record: string, theme: string): Promise<Blob> {
  const { page } = await post<{ page: string }>("/api/study/report", {
    record,
    film: true,
    theme,
    lang: language.now,
  });
  return new Blob([page], { type: "image/svg+xml" });
}

/** A record as one page to read, print and keep; a battle also in brief, on two. */
export async function reportOf(record: string, brief = false): Promise<Blob> {
  const { page } = await post<{ page: string }>("/api/study/report", { record, brief, lang: language.now });
  return new Blob([page], { type: "text/html" });
}
