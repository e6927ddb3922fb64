// What games are called: ours in the texts, those from elsewhere by the server.
import { games } from "./api";
import { has, language, t } from "./i18n.svelte";

class Told {
  titles = $state.raw<Record<string, string>>({});
}
const told = new Told();
const asked = new Set<string>();

export function gameTitle(game: string): string {
  if (has(`games.${game}.title`)) return t(`games.${game}.title`);
  const name = `${language.now} ${game}`;
  if (game && !asked.has(name)) {
    asked.add(name);
    games().then(
      (found) => (told.titles = { ...told.titles, [name]: found.find((one) => one.id === game)?.title ?? game }),
      () => asked.delete(name),
    );
  }
  return told.titles[name] ?? game;
}
