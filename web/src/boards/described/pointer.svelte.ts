// What a person does on a board by description: a place is pressed by mouse, finger, key or screen reader, and becomes
// the word of an action that the server offers there.
import { ARROWS } from "../../lib/arrows";
import { t } from "../../lib/i18n.svelte";
import type { Choice } from "../../lib/protocol";
import { asksTwice } from "../../lib/settings.svelte";
import type { Table } from "../../room/table.svelte";
import { onwards } from "./scene";

export class Pointer {
  /** The place that keys start from. */
  focused = $state("");
  /** Words that all stand for the pressed place: one of them has to be picked. */
  several = $state.raw<Choice[]>([]);

  constructor(
    private readonly table: () => Table,
    private readonly places: () => string[],
  ) {}

  /** One place at a time is reached by the Tab key, the others by arrows. */
  get tabbed(): string {
    const places = this.places();
    return places.includes(this.focused) ? this.focused : (places[0] ?? "");
  }

  /** The place of the word that an action was begun with. */
  get chosen(): string {
    const [begun] = this.table().draft.words;
    return this.table().draft.first.find((choice) => choice.text === begun)?.cell ?? "";
  }

  /** The place that waits for a second choice. */
  get pinned(): string {
    const { pinned, aim } = this.table().draft;
    return pinned && aim ? (this.table().draft.offer(aim.word)?.cell ?? "") : "";
  }

  offered(place: string): boolean {
    return this.table().draft.offers.some((choice) => choice.cell === place);
  }

  label(name: string, place: string): string {
    return this.offered(place) ? t("described.offered", { name }) : name;
  }

  click(place: string, touch = false): void {
    const table = this.table();
    const { draft } = table;
    this.several = [];
    table.skip();
    void draft.soon(() => {
      if (!table.mayAct) return;
      const here = draft.offers.filter((choice) => meant(choice, place));
      const begins = draft.first.find((choice) => meant(choice, place));
      if (here.length > 1) this.several = here;
      else if (here[0]) void draft.take(here[0].text, place, { twice: asksTwice(touch) });
      else if (place === this.chosen) draft.unchoose(0);
      else if (begins) void draft.restart(begins.text, place);
      else void draft.askWhyNot(place);
    }, place);
  }

  pick(choice: Choice): void {
    this.several = [];
    void this.table().draft.take(choice.text, choice.cell ?? "", { twice: asksTwice(false) });
  }

  /** An arrow from elsewhere on the page leads to the board. */
  enter(event: KeyboardEvent, board: HTMLElement | undefined): boolean {
    const place = ARROWS[event.key] && board?.querySelector<HTMLElement>(`[data-place="${CSS.escape(this.tabbed)}"]`);
    place?.focus();
    return !!place;
  }

  /** Arrows lead from place to place as they are seen, areas included. */
  key(event: KeyboardEvent): void {
    const way = ARROWS[event.key];
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-place]");
    if (!way || !from || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-place]")];
    const spots = all.map((one) => ({ id: one.dataset.place!, ...middle(one) }));
    const next = onwards({ id: "", ...middle(from) }, spots, way);
    all.find((one) => one.dataset.place === next)?.focus();
  }
}

function meant(choice: Choice, place: string): boolean {
  return choice.cell === place || (choice.also?.includes(place) ?? false);
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
