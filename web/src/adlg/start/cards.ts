// The battles and armies that we ship, as their cards show them, and armies that were made in this browser.
import { ask } from "../../lib/api";
import { language } from "../../lib/i18n.svelte";
import { recall } from "../../lib/keeping";
import type { Lang } from "../../lib/protocol";
import { readContent, type Content } from "../../editors/own";
import { isTable } from "../../editors/packing";

export type Said = Record<Lang, string>;
export type Point = [number, number];
export type Pose = [number, number, number];

/** What a small map of a table needs; distances in thousandths of a UD. */
export interface MapFacts {
  size: Point;
  terrain: { id: string; kind: string; class: string; polygon: Point[] }[];
  roads: { points: Point[] }[];
  camps: { seat: number; pose: Pose }[];
  camp: Point;
  units: { seat: number; pose: Pose; size: Point }[];
}

export interface ScenarioCard {
  name: string;
  title: Said;
  about: Said;
  drill: boolean;
  /** Of each army; 0 where it comes from no roster. */
  points: number;
  armies: Said[];
  counts: [number, number];
  map: MapFacts;
}

export interface ArmyCard {
  /** The name under which it is played; own armies have one of ours. */
  name: string;
  title: Said;
  points: number;
  corps: { commander: string; units: { count: number; name: Said }[] }[];
  /** The whole army, where it was made here. */
  content?: Content;
}

export const said = (words: Said): string => words[language.now] ?? words.en;

const asked = new Map<string, Promise<unknown[]>>();

function cards<T>(option: string): Promise<T[]> {
  let answer = asked.get(option) as Promise<T[]> | undefined;
  if (!answer) {
    answer = ask<{ cards: T[] }>(`/api/games/adlg/contents/${option}`).then((found) => found.cards);
    answer.catch(() => asked.delete(option));
    asked.set(option, answer);
  }
  return answer;
}

/** The shipped scenarios, drills first. */
export const scenarios = (): Promise<ScenarioCard[]> => cards<ScenarioCard>("scenario");
export interface CampaignCard {
  name: string;
  title: Said;
  about: Said;
  battles: { title: Said; briefing: Said; turns: number }[];
  /** Of its first battle. */
  options: Record<string, unknown>;
}
/** The shipped campaigns. */
export const campaigns = (): Promise<CampaignCard[]> => cards<CampaignCard>("survivors");
/** The shipped armies. */
export const armies = (): Promise<ArmyCard[]> => cards<ArmyCard>("first_army");

/** The scenarios by the points of an army, in the order of their cards; those without points are for learning. */
export function bySize(cards: ScenarioCard[]): { points: number; cards: ScenarioCard[] }[] {
  const sizes = [...new Set(cards.map((card) => card.points))];
  return sizes.map((points) => ({ points, cards: cards.filter((card) => card.points === points) }));
}

/** What a person reads of a scenario before playing it: of a drill the sentence that says what it teaches. */
export function gist(card: ScenarioCard): string {
  return said(card.about)
    .split(/\s1\.\s/)[0]!
    .trim();
}

export interface OwnArmy {
  name: string;
  text: string;
}

/** Armies that the army page has kept in this browser; one that can't be read is left out. */
export async function ownArmies(): Promise<ArmyCard[]> {
  const kept = recall<OwnArmy[]>("adlg.armies", []);
  const read = (Array.isArray(kept) ? kept : []).map(async (own, place) => {
    try {
      return ownCard(await readContent("adlg", "first_army", own.text), own.name, place);
    } catch {
      return null;
    }
  });
  return (await Promise.all(read)).filter((card): card is ArmyCard => card !== null);
}

/** The card of an army as its text spells it. */
export function ownCard(content: Content, name: string, place: number): ArmyCard {
  const listed = Array.isArray(content.corps) ? content.corps.filter(isTable) : [];
  return {
    name: `@${place}`,
    title: wordsOf(name || content.name),
    points: Number(content.format) || 0,
    corps: listed.map((corps) => ({
      commander: String(corps.commander ?? ""),
      units: (Array.isArray(corps.units) ? corps.units.filter(isTable) : []).map((unit) => ({
        count: Number(unit.count ?? 1),
        name: wordsOf(unit.name ?? unit.troop),
      })),
    })),
    content,
  };
}

/** A name may be one for all languages or a table of them. */
function wordsOf(name: unknown): Said {
  if (isTable(name)) return { en: String(name.en ?? name.de ?? ""), de: String(name.de ?? name.en ?? "") };
  return { en: String(name), de: String(name) };
}

export const unitsOf = (card: ArmyCard): number =>
  card.corps.reduce((sum, corps) => sum + corps.units.reduce((all, unit) => all + unit.count, 0), 0);

/** What the game wants as its option. */
export const valueOf = (card: ArmyCard): unknown => card.content ?? card.name;
