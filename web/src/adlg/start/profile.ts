// How the sheet is read in a battle: asked once, kept in this browser, named by a badge in every room.
import { t } from "../../lib/i18n.svelte";
import { keep, recall } from "../../lib/keeping";
import type { GameInfo, OptionInfo } from "../../lib/protocol";

export const PROFILES = ["sheet", "common"] as const;
export type Profile = (typeof PROFILES)[number];
export const READINGS = "/adlg/readings";
/** Options that say what stands on the table; all others are readings. */
const OF_THE_TABLE = [
  "scenario",
  "setup",
  "first_army",
  "second_army",
  "turn_limit",
  "scoring",
  "survivors",
  "profile",
];

/** The reading that was chosen here, if the question was ever answered. */
export function keptProfile(): Profile | null {
  const kept = recall<string>("adlg.profile", "");
  return PROFILES.find((profile) => profile === kept) ?? null;
}

export function keepProfile(profile: Profile): void {
  keep("adlg.profile", profile);
}

/** The readings that can be chosen one by one; their defaults are those of the profile. */
export function readingsOf(info: GameInfo, profile: Profile): OptionInfo[] {
  const preset = (info.presets.profile?.[profile] ?? {}) as Record<string, OptionInfo["default"]>;
  return info.options
    .filter((option) => !OF_THE_TABLE.includes(option.name))
    .map((option) => ({ ...option, default: preset[option.name] ?? option.default }));
}

/** What the badge of a room says, or nothing for other games. */
export function badge(game: string, options: Record<string, unknown>, info?: GameInfo): string {
  if (game !== "adlg") return "";
  const profile: Profile = options.profile === "common" ? "common" : "sheet";
  const changed = info
    ? readingsOf(info, profile).filter((one) => one.name in options && options[one.name] !== one.default).length
    : 0;
  const name = t(`adlg_start.profile.${profile}.badge`);
  return changed ? t("adlg_start.changed", { name, count: changed }) : name;
}
