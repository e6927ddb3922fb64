// What a person wants, in the order in which it was wanted: done at once where all that it needs is known, else as soon
// as the server has told it. Nothing is lost, nothing overtakes, and nothing is done in another position.
import { refusalOf } from "../lib/api";
import type { Entry, Refusal, SceneTold, Seat } from "../lib/protocol";
import { Missing } from "./foresight";

/** Where an action is done and seen. */
export interface Stage {
  /** May the person at this screen act in the view that is shown? */
  readonly mayAct: boolean;
  /** It will be this person's turn as soon as what is shown is over. */
  readonly comes: boolean;
  readonly animating: boolean;
  readonly turn: Seat | null;
  /** Shows an own action before it is confirmed; `scene` is what will lie where, on a board by description. */
  foreshow(entry: Entry, scene?: SceneTold): void;
}

interface Wanted {
  work: () => void;
  cell: string;
  name: string;
  done: () => void;
}

export class Agenda {
  /** Something waits for the server. */
  pending = $state(false);
  /** It is this person's turn, and what an action can begin with has not come yet. */
  opening = false;
  private wanted: Wanted[] = [];
  private working = false;
  private fetching = false;
  private fetches = 0;

  constructor(
    private readonly stage: Stage,
    private readonly refuse: (refusal: Refusal, cell: string) => void,
  ) {}

  /**
   * What is wanted next. It may be tried again, so it looks first and changes after. While it waits, another of the
   * same `name` takes its place: of several numbers only the last counts.
   */
  soon(work: () => void, cell = "", name = ""): Promise<void> {
    if (this.working) {
      work();
      return Promise.resolve();
    }
    return new Promise((done) => {
      const last = this.wanted.at(-1);
      if (name && last?.name === name) {
        this.wanted.pop();
        last.done();
        if (!this.wanted.length) this.stopFetching();
      }
      this.wanted.push({ work, cell, name, done });
      this.carryOn();
    });
  }

  carryOn(): void {
    while (this.wanted.length && !this.fetching) {
      if (this.opening || (this.stage.comes && !this.stage.mayAct)) return void (this.pending = true);
      const { work, cell, done } = this.wanted[0]!;
      this.working = true;
      try {
        work();
      } catch (wrong) {
        if (wrong instanceof Missing) return this.fetch(wrong);
        this.refuse(refusalOf(wrong), cell);
      } finally {
        this.working = false;
      }
      this.wanted.shift();
      done();
    }
    this.pending = this.fetching;
  }

  private fetch(missing: Missing): void {
    const fetched = ++this.fetches;
    this.fetching = this.pending = true;
    const going = (): void => {
      if (fetched !== this.fetches) return;
      this.fetching = false;
      this.carryOn();
    };
    missing.comes().then(going, (wrong: unknown) => {
      if (fetched !== this.fetches) return;
      const given = this.wanted.shift();
      this.refuse(refusalOf(wrong), given?.cell ?? "");
      given?.done();
      going();
    });
  }

  private stopFetching(): void {
    this.fetches++;
    this.fetching = false;
  }

  /** Nothing of what waits is wanted any longer. */
  clear(): void {
    for (const { done } of this.wanted) done();
    this.wanted = [];
    this.stopFetching();
    this.pending = false;
  }
}
