// A unit or commander as it is drawn while something is shown or moved, where that differs from the facts.
import type { Pose } from "./reading";

export interface DrawnUnit {
  pose?: Pose;
  /** 1: stands; towards 0 it fades. */
  life?: number;
  cohesion?: number;
  /** Of a commander: the unit to which it goes. */
  joins?: string;
}
