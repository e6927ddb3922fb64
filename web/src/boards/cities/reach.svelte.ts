// Where every piece could go if its side were to move, told by the server for the position that is shown and fetched
// before anybody asks: so enemy pieces answer a click at once, and own ones in the opponent's turn.
import type { Seat, View } from "../../lib/protocol";
import type { Table } from "../../room/table.svelte";
import type { Reach } from "./told";

/** Who leafs through a game does not ask about every place on the way; milliseconds. */
const SETTLED = 120;

export class Reaches {
  /** The piece whose reach is shown. */
  square = $state("");
  private told = $state.raw<{ view: View; of: Map<string, Reach> } | null>(null);

  constructor(private readonly table: Table) {}

  /** The squares to which the piece could go; none as long as nothing is known. */
  get goals(): string[] {
    return (this.square && this.known?.get(this.square)?.goals) || [];
  }

  get seat(): Seat | null {
    return this.known?.get(this.square)?.seat ?? null;
  }

  private get known(): Map<string, Reach> | null {
    return this.told && this.told.view === this.table.view ? this.told.of : null;
  }

  /** Fetches what is shown now, unless it has changed again. Ends what it began when it is told to. */
  fetch(): () => void {
    const { view } = this.table;
    const timer = setTimeout(() => {
      this.table.overlays().then(
        ({ shapes }) => {
          const of = new Map((shapes as Reach[]).map((one) => [one.square, one]));
          if (view === this.table.view) this.told = { view, of };
        },
        () => undefined, // without it a piece says nothing, and everything else goes on
      );
    }, SETTLED);
    return () => clearTimeout(timer);
  }

  /** Shows a piece's reach, or no longer if it is shown already. */
  toggle(square: string): void {
    this.square = this.square === square ? "" : square;
  }
}
