// How the cards of To War! are drawn: which symbol stands for which unit, and what the crown means.
import { t } from "../lib/i18n.svelte";

/** What a card shows. */
export interface CardFace {
  unit: string;
  army: string;
  defence: number;
  attack: number;
  /** F1, T1, F2 or T2. */
  kind: string;
  elite: boolean;
  /** Whether it is inferred, and not printed, who bears the crown. */
  crownOurs?: boolean;
}

const ART: Record<string, string> = {
  knight: "tr-hkn",
  sergeant: "tr-hsw",
  squire: "tr-cv",
  footman: "u-halberd",
  crossbowman: "tr-xbow",
  berserker: "u-axes",
  konung: "u-king",
  rider: "tr-lh",
  tinger: "tr-hsp",
  archer: "tr-bow",
  hatamoto: "u-banner",
  gokenin: "u-katana",
  ashigaru: "u-ashigaru",
  ashigaru_archer: "u-yumi",
  mamluk: "u-sabre",
  bedouin: "tr-cam",
  siqlab: "tr-msp",
  sarbaz: "u-recurve",
};

export function artOf(unit: string): string {
  return ART[unit] ?? "shield";
}

/** A crown that is only inferred says so. */
export function crownWords(face: Pick<CardFace, "crownOurs">): string {
  return t(face.crownOurs === false ? "towar.crown" : "towar.crown_ours");
}
