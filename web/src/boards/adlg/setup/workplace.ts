// What ranks and ground know of the desk on which they lie.
import type { FieldFacts } from "../table/reading";
import type { SetupFacts, Task, WaitingCorps } from "./reading";

export interface Workplace {
  readonly facts: FieldFacts;
  readonly setup: SetupFacts | undefined;
  readonly task: Task;
  /** The corps in hand. */
  readonly corps: WaitingCorps | null;
  /** Tells in words what is held and where. */
  say(): void;
}
