// Light paper or lamp light: the person's choice, else the system's. theme.js has set it before the first paint.
import { Choice } from "./settings.svelte";

export type Theme = "light" | "dark";

const dark = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: dark)");

class Themes {
  readonly choice = new Choice("theme", ["system", "light", "dark"], "system");
  private system = $state<Theme>(dark?.matches ? "dark" : "light");

  constructor() {
    dark?.addEventListener?.("change", () => (this.system = dark.matches ? "dark" : "light"));
  }

  get now(): Theme {
    return this.choice.now === "system" ? this.system : this.choice.now;
  }

  switch(): void {
    this.choice.choose(this.now === "dark" ? "light" : "dark");
  }
}

export const theme = new Themes();
