// What is being edited: kept in this browser with every change, checked by the server, with a way back, and packed for
// links.
import { keep } from "../lib/keeping";
import { router } from "../lib/router.svelte";
import { Check } from "./check.svelte";
import { pack, type Place } from "./packing";

const STEPS_BACK = 100;

export class Sheet<T> {
  value = $state.raw<T>() as T;
  /** The value as letters for a link, and the same as a place to play from. */
  packed = $state("");
  packedPlace = $state("");
  readonly check: Check;
  private past = $state.raw<T[]>([]);

  constructor(
    game: string,
    /** Under this name it is kept. */
    private readonly name: string,
    private readonly placeOf: (value: T) => Place,
    first: T,
  ) {
    this.check = new Check(game);
    this.show(first);
  }

  /** What a link brought is kept only once it is changed, so that a look at it costs nothing. */
  set(value: T): void {
    this.past = [...this.past, this.value].slice(-STEPS_BACK);
    this.show(value);
    keep(this.name, value);
    if (/[#&][pt]=/.test(router.hash)) router.dropHash();
  }

  /** The same thing, written out: no step to go back. */
  fill(value: T): void {
    this.show(value);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.show(before);
    keep(this.name, before);
  }

  /** Asks again, as after a change of language. */
  again(): void {
    this.check.ask(this.placeOf(this.value));
  }

  stop(): void {
    this.check.stop();
  }

  private show(value: T): void {
    this.value = value;
    this.again();
    void this.wrap(value);
  }

  private async wrap(value: T): Promise<void> {
    const [packed, place] = await Promise.all([pack(value), pack(this.placeOf(value))]);
    if (this.value === value) [this.packed, this.packedPlace] = [packed, place];
  }
}
