// The app's own words, in German and English. Sentences about a game come rendered from the server.
import { CATALOGUES } from "../texts";
import { keep, recall } from "./keeping";
import type { Lang } from "./protocol";

export const LANGS: readonly Lang[] = ["en", "de"];
const rules: Record<Lang, Intl.PluralRules> = { en: new Intl.PluralRules("en"), de: new Intl.PluralRules("de") };

type Params = Record<string, string | number>;

function firstLanguage(): Lang {
  const kept = recall<string>("lang", "");
  if (kept === "en" || kept === "de") return kept;
  return typeof navigator !== "undefined" && /^de\b/i.test(navigator.language) ? "de" : "en";
}

class Language {
  now = $state<Lang>(firstLanguage());

  choose(lang: Lang): void {
    this.now = lang;
    keep("lang", lang);
    document.documentElement.lang = lang;
  }
}

export const language = new Language();

/** The text of a key such as "room.resign"; {name} is filled in, {count} also chooses between one and other. */
export function t(key: string, params: Params = {}): string {
  return render(language.now, key, params);
}

/** Whether there is a text for a key. */
export function has(key: string): boolean {
  return find(language.now, key) !== undefined;
}

export function render(lang: Lang, key: string, params: Params = {}): string {
  const found = find(lang, key);
  if (found === undefined) return key;
  const text =
    typeof found === "string" ? found : (found[rules[lang].select(Number(params.count ?? 0))] ?? found.other);
  return (text ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function find(lang: Lang, key: string): string | Record<string, string> | undefined {
  let at: unknown = CATALOGUES[lang];
  for (const part of key.split(".")) at = (at as Record<string, unknown> | undefined)?.[part];
  if (typeof at === "string") return at;
  return at && typeof (at as Record<string, unknown>).other === "string" ? (at as Record<string, string>) : undefined;
}

/** As a sentence begins. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
