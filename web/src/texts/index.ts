// All words of the app: what every game shares in `en.json` and `de.json`, and rooms of their own in files such as
// `adlg_odds.en.json`, whose keys then begin with `adlg_odds.`.
import type { Lang } from "../lib/protocol";

const files = import.meta.glob<Record<string, unknown>>("./*.json", { import: "default", eager: true });

function catalogue(lang: Lang): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...files[`./${lang}.json`] };
  for (const [path, words] of Object.entries(files)) {
    const room = new RegExp(`^\\./(\\w+)\\.${lang}\\.json$`).exec(path)?.[1];
    if (room) whole[room] = words;
  }
  return whole;
}

export const CATALOGUES: Record<Lang, Record<string, unknown>> = { en: catalogue("en"), de: catalogue("de") };
