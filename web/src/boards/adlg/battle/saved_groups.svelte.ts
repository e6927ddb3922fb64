// Groups that a person keeps under a number and a name, to take them up again with one key. This browser keeps them
// for each battle, and forgets those of battles long ago.
import { keep, recall } from "../../../lib/keeping";

export interface SavedGroup {
  /** 1 to 9. */
  number: number;
  name: string;
  units: string[];
}

type Shelf = Record<string, SavedGroup[]>;

const NAME = "adlg_groups";
/** Battles whose groups are kept. */
const BATTLES = 12;
export const MOST_GROUPS = 9;
export const LONGEST_NAME = 24;

export class SavedGroups {
  list = $state.raw<SavedGroup[]>([]);

  constructor(private readonly battle: string = addressOf(globalThis.location)) {
    this.list = recall<Shelf>(NAME, {})[this.battle] ?? [];
  }

  /** The first number that is free; 0 where none is. */
  get free(): number {
    for (let number = 1; number <= MOST_GROUPS; number++)
      if (!this.list.some((one) => one.number === number)) return number;
    return 0;
  }

  at(number: number): SavedGroup | undefined {
    return this.list.find((one) => one.number === number);
  }

  /** The group of exactly these units. */
  of(units: readonly string[]): SavedGroup | undefined {
    const wanted = [...units].sort().join("+");
    return this.list.find((one) => [...one.units].sort().join("+") === wanted);
  }

  save(number: number, units: readonly string[], name = this.at(number)?.name ?? ""): void {
    if (!units.length || number < 1 || number > MOST_GROUPS) return;
    const others = this.list.filter((one) => one.number !== number);
    this.put([...others, { number, name: name.slice(0, LONGEST_NAME), units: [...units] }]);
  }

  forget(number: number): void {
    this.put(this.list.filter((one) => one.number !== number));
  }

  private put(list: SavedGroup[]): void {
    this.list = list.sort((a, b) => a.number - b.number);
    const { [this.battle]: _, ...others } = recall<Shelf>(NAME, {});
    const kept = Object.entries(others).slice(1 - BATTLES);
    keep(NAME, Object.fromEntries([...kept, [this.battle, this.list]]));
  }
}

/** A room has a path of its own; games of this browser and analyses are told apart behind the #. */
function addressOf(at: Location | undefined): string {
  return at ? at.pathname + (at.pathname.includes("/room/") ? "" : at.hash) : "";
}
