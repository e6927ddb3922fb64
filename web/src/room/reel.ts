// A game as it can be seen again: its entries, the place that is shown, and the ways to another.
import type { Entry, View } from "../lib/protocol";

export interface Reel {
  readonly entries: readonly Entry[];
  readonly shown: number;
  readonly latest: number;
  viewAt(version: number): Promise<View>;
  look(version: number): Promise<void>;
  /** Shows the next entry as it happened; false at the end. */
  playOn(): Promise<boolean>;
}
