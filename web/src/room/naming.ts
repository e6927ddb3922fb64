// How seats and times are called on the page.
import { t } from "../lib/i18n.svelte";
import type { SeatInfo } from "../lib/protocol";

export function seatName(info: SeatInfo | undefined, own: boolean): string {
  if (info?.kind === "computer") {
    const level = info.title ?? levelName(info.level);
    return level ? t("room.computer_level", { level }) : t("room.computer");
  }
  if (info?.name) return info.name;
  return own ? t("room.you") : t("room.guest");
}

/** The server's word for a level may be missing in old rooms; its id then serves. */
export function levelName(id: string | null | undefined): string {
  return id ? t(`levels.${id}`) : "";
}

const DAY = 86_400_000;

/** 7:05, and tenths of a second when they count; of a slow game days and hours. */
export function clockText(milliseconds: number): string {
  if (milliseconds >= DAY) return timeLeft(milliseconds);
  const tenths = Math.ceil(milliseconds / 100);
  if (milliseconds < 10_000) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`.replace("0:010.0", "0:10");
  const seconds = Math.ceil(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** 2 d 5 h, 5 h 10 min, 10 min. */
export function timeLeft(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days) return t("clock.days", { days, hours });
  return hours ? t("clock.hours", { hours, minutes: rest }) : t("clock.minutes", { minutes: rest });
}
