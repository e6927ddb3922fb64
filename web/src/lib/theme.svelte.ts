// Light paper or lamp light: the person's choice, else the system's. theme.js has set it before the first paint.
import { keep } from "./keeping";

export type Theme = "light" | "dark";

class Themes {
  now = $state<Theme>(document.documentElement.dataset.theme === "dark" ? "dark" : "light");

  choose(theme: Theme): void {
    this.now = theme;
    document.documentElement.dataset.theme = theme;
    keep("theme", theme);
  }

  switch(): void {
    this.choose(this.now === "dark" ? "light" : "dark");
  }
}

export const theme = new Themes();
