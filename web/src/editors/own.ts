// Contents that a person made here, such as a layout: kept in this browser, one for each option of a game.
import { ask, post } from "../lib/api";
import { language } from "../lib/i18n.svelte";
import { keep, recall } from "../lib/keeping";
import { isTable } from "./packing";

export type Content = Record<string, unknown>;

/** In lists of an option's values the own content stands under this name. */
export const OWN = "@own";

export function ownContent(game: string, option: string): Content | null {
  const kept = recall<unknown>(`own.${game}.${option}`, null);
  return isTable(kept) ? kept : null;
}

export function keepOwn(game: string, option: string, content: Content): void {
  keep(`own.${game}.${option}`, content);
}

export interface Shipped {
  contents: Record<string, Content>;
}

const asked = new Map<string, Promise<Shipped>>();

/** What the game ships for an option, whole, by name; asked once. */
export function shipped<T extends Shipped>(game: string, option: string): Promise<T> {
  const path = `/api/games/${game}/contents/${option}`;
  let answer = asked.get(path);
  if (!answer) {
    asked.set(path, (answer = ask<T>(path)));
    answer.catch(() => asked.delete(path));
  }
  return answer as Promise<T>;
}

/** The content that a text spells, read by the same code as a file of the command line. */
export async function readContent(game: string, option: string, text: string): Promise<Content> {
  const path = `/api/games/${game}/contents/${option}`;
  return (await post<{ content: Content }>(path, { text, lang: language.now })).content;
}
