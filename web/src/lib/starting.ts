// Starts a game: makes the room, keeps its seats in this browser, and opens it.
import { newGame } from "../local/games";
import { host } from "../local/host.svelte";
import { newRoom, Refused } from "./api";
import { language, t } from "./i18n.svelte";
import type { ClockWish, RoomRequest, Seat } from "./protocol";
import { SEATS, other } from "./protocol";
import { profileToken } from "./profile";
import { seePromise } from "./proof";
import { router } from "./router.svelte";
import { remember } from "./seats";
import { newToken } from "./tokens";

export type Against = "computer" | "friend" | "table";

export interface Plan {
  game: string;
  against: Against;
  level?: string;
  side?: Seat | "random";
  options?: Record<string, unknown>;
  start?: string;
  clock?: ClockWish;
  listed?: boolean;
  name?: string;
}

/** Whether a new game would be one of this browser, without a room. */
export const playsHere = (): boolean => host.alone || (host.able && !navigator.onLine);

export async function startGame(plan: Plan): Promise<void> {
  const side: Seat = plan.side === "random" ? (Math.random() < 0.5 ? "first" : "second") : (plan.side ?? "first");
  if (playsHere()) return startLocal(plan, side);
  const tokens: Partial<Record<Seat, string>> = { [side]: newToken() };
  if (plan.against === "table") tokens[other(side)] = newToken();
  const seats = {} as RoomRequest["seats"];
  for (const seat of SEATS) {
    const token = tokens[seat];
    const profile = seat === side && plan.against !== "table" ? profileToken() : undefined;
    if (token) seats[seat] = { kind: "person", token, name: seat === side ? (plan.name ?? "") : "", profile };
    else if (plan.against === "computer") seats[seat] = { kind: "computer", level: plan.level ?? "casual" };
    else seats[seat] = { kind: "person" };
  }
  const request: RoomRequest = { game: plan.game, options: plan.options ?? {}, lang: language.now, seats };
  if (plan.start) request.start = plan.start;
  if (plan.clock) request.clock = plan.clock;
  if (plan.listed) request.listed = true;
  const made = await newRoom(request);
  remember(made.room, { game: plan.game, tokens, watch: made.watch, invitations: made.invitations });
  seePromise(made.room, made.commit);
  router.go(`/room/${made.room}`);
}

/** Without a server a game is played in this browser alone. */
function startLocal(plan: Plan, side: Seat): void {
  if (plan.against === "friend") throw new Refused({ code: "no_server", words: t("local.needs_server") }, 0);
  const { game, options = {}, start = "", level = "casual" } = plan;
  const sides = plan.against === "table" ? null : side;
  const made = newGame({ game, options, start, level, side: sides, clock: plan.clock });
  router.go(`/local#${made.id}`);
}
