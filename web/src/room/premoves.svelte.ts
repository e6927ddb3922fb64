// Moves that are decided before one's turn has come: each is the cells that will be chosen, or the word where no cell
// stands for it, and is tried when it is one's turn. What is allowed then, only the server knows; nothing is judged
// before.
import { t } from "../lib/i18n.svelte";
import { speaker } from "../lib/speak.svelte";
import type { Draft } from "./draft.svelte";

export class Premoves {
  list = $state.raw<string[][]>([]);
  /** The cell with which the next one begins. */
  begun = $state("");
  /**
   * Where what is decided ahead only begins an action: takes its words, and leaves the rest to the person. The board
   * tells.
   */
  begins: ((words: string[]) => void) | null = null;

  constructor(private readonly draft: Draft) {}

  /** Whether one of them would bring a piece there. */
  endsAt(cell: string): boolean {
    return this.list.some((cells) => cells.at(-1) === cell);
  }

  has(cell: string): boolean {
    return cell === this.begun || this.list.some((cells) => cells.includes(cell));
  }

  add(from: string, to: string): void {
    this.begun = "";
    this.list = [...this.list, [from, to]];
    speaker.say(t("room.premove_kept", { from, to }));
  }

  /** This and nothing else is decided. */
  keep(cells: string[]): void {
    this.begun = "";
    this.list = [cells];
  }

  /** True if there was anything to give up. */
  clear(): boolean {
    const any = this.list.length > 0 || this.begun !== "";
    if (this.list.length) speaker.say(t("room.premoves_cleared"));
    this.list = [];
    this.begun = "";
    return any;
  }

  /**
   * The turn has come: the first is played, if that is allowed and costs nothing, or only begun; else all of them are
   * given up.
   */
  play(): void {
    this.begun = "";
    const [cells, ...rest] = this.list;
    if (!cells) return;
    const { draft } = this;
    void draft.soon(() => {
      if (this.list[0] !== cells) return; // it was begun already, or given up meanwhile
      const words: string[] = [];
      for (const cell of cells) {
        const choice = draft.foresight.get(words).choices?.find((one) => (one.cell ?? one.text) === cell);
        if (!choice) return this.giveUp();
        words.push(choice.text);
      }
      if (this.begins) {
        this.begins(words);
        this.list = rest;
        return;
      }
      const told = draft.foresight.get(words);
      if (told.action === undefined) return this.giveUp();
      const losses = told.preview?.losses;
      if (!Array.isArray(losses) || !losses.length) {
        this.list = rest;
        return void draft.act(told.action, cells.at(-1));
      }
      this.list = [];
      for (const word of words.slice(0, -1)) void draft.choose(word);
      void draft.take(words.at(-1)!, cells.at(-1)); // it warns first
    });
  }

  private giveUp(): void {
    this.list = [];
    this.draft.refuse({ code: "premove", words: t("room.premove_gone") });
  }
}
