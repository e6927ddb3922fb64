// Who moved in the last turn, and from where: what board and replay of one table share.
import type { Reel } from "../../../room/reel";
import type { Table } from "../../../room/table.svelte";
import { readFacts } from "../table/reading";
import { lastTurnAt, trailsBetween, type Trail } from "./chapters";

export class Trails {
  list = $state.raw<readonly Trail[]>([]);
  /** Somebody asked for them at the table. */
  asked = $state(false);
  /** A replay is open: there they belong. */
  replaying = $state(false);
  private run = 0;

  constructor(_table: Table) {}

  get wanted(): boolean {
    return this.asked || this.replaying;
  }

  async follow(reel: Reel): Promise<void> {
    const run = ++this.run;
    const [from, to] = lastTurnAt(reel.entries, reel.shown);
    try {
      const [before, after] = await Promise.all([reel.viewAt(from), reel.viewAt(to)]);
      if (run !== this.run) return;
      this.list = before.facts.setup || after.facts.setup ? [] : trailsBetween(readFacts(before), readFacts(after));
    } catch {
      if (run === this.run) this.list = []; // the line is lost, and says so itself
    }
  }

  forget(): void {
    this.run++;
    this.list = [];
  }
}
