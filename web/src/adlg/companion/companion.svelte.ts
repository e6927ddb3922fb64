// The companion as it runs: the game with undo, kept in this browser; the tables, in this language and by the chosen
// reading.
import { ask, refusalOf } from "../../lib/api";
import { language } from "../../lib/i18n.svelte";
import { keep, recall } from "../../lib/keeping";
import type { Refusal } from "../../lib/protocol";
import { newGame, restored, type Game } from "./game";
import type { Asked } from "./lookup";
import type { Tables } from "./tables";

const NAME = "adlg_companion";
const MOST_UNDONE = 40;

export const tablesAt = (lang: string, profile: string): string =>
  `/api/games/adlg/companion?lang=${lang}&profile=${profile}`;

interface Kept {
  game: Game;
  past: Game[];
  profile: string;
  asked: Asked;
}

const newAsked = (): Asked => ({
  situation: "charge",
  ground: "open",
  a: { troop: "heavy_cavalry", kit: "", quality: "ordinary", taps: {} },
  b: { troop: "heavy_swordsmen", kit: "", quality: "ordinary", taps: {} },
});

export class Companion {
  game = $state.raw<Game>(newGame());
  past = $state.raw<Game[]>([]);
  profile = $state("sheet");
  asked = $state.raw<Asked>(newAsked());
  tables = $state.raw<Tables | null>(null);
  wrong = $state.raw<Refusal | null>(null);

  constructor() {
    const kept = recall<Partial<Kept> | null>(NAME, null);
    const game = restored(kept?.game);
    if (!kept || !game) return;
    this.game = game;
    this.past = (kept.past ?? []).filter((one) => restored(one));
    this.profile = kept.profile ?? "sheet";
    this.asked = kept.asked?.a && kept.asked.b ? kept.asked : newAsked();
  }

  async load(): Promise<void> {
    const wanted = tablesAt(language.now, this.profile);
    try {
      const tables = await ask<Tables>(wanted);
      if (wanted !== tablesAt(language.now, this.profile)) return;
      this.tables = tables;
      this.wrong = null;
    } catch (failed) {
      this.wrong = refusalOf(failed);
    }
  }

  /** Every change can be taken back, across a reload too. */
  change(game: Game | null): void {
    if (!game || game === this.game) return;
    this.past = [...this.past, this.game].slice(-MOST_UNDONE);
    this.game = game;
    this.keep();
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.game = before;
    this.past = this.past.slice(0, -1);
    this.keep();
  }

  ask(changed: Partial<Asked>): void {
    this.asked = { ...this.asked, ...changed };
    this.keep();
  }

  read(profile: string): void {
    this.profile = profile;
    this.keep();
    void this.load();
  }

  private keep(): void {
    const kept: Kept = { game: this.game, past: this.past, profile: this.profile, asked: this.asked };
    keep(NAME, kept);
  }
}
