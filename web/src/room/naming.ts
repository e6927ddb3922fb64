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

/** 7:05, and tenths of a second when they count. */
export function clockText(milliseconds: number): string {
  const tenths = Math.ceil(milliseconds / 100);
  if (milliseconds < 10_000) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`.replace("0:010.0", "0:10");
  const seconds = Math.ceil(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
