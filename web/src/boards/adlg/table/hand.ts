// What a pointer does on the field, in the words of the table: presses, taps, drags. Whoever uses the field gives it a
// hand; a press that the hand does not take moves the camera.
import type { Point } from "./reading";

export type ThingKind = "unit" | "commander" | "camp" | "terrain" | "handle";

export interface Thing {
  kind: ThingKind;
  id: string;
}

export interface Touch {
  /** What lies under the pointer, of those that the field draws or that carry data-handle. */
  thing: Thing | null;
  /** Where on the table, in thousandths of a UD. */
  place: Point;
  event: PointerEvent;
}

export interface Hand {
  /** A press has become a drag: true takes it; else the camera pans. `from` is where it was pressed. */
  grab?(from: Touch): boolean;
  drag?(now: Touch): void;
  drop?(now: Touch): void;
  /** A press without a drag; `twice` for a double click or tap. */
  tap?(touch: Touch, twice: boolean): void;
  /** The mouse moves without a button; null when it leaves. */
  hover?(touch: Touch | null): void;
  /** A drag of the hand was broken off, as by a second finger. */
  cancel?(): void;
}

export function thingAt(target: EventTarget | null): Thing | null {
  const pressed = target as Element | null;
  // A ghost is drawn as the unit that it stands for: its handle lies around it and comes first.
  const element =
    pressed?.closest?.("[data-handle]") ??
    pressed?.closest?.("[data-unit],[data-commander],[data-camp],[data-terrain]");
  if (!element) return null;
  for (const kind of ["handle", "unit", "commander", "camp", "terrain"] as const) {
    const id = element.getAttribute(`data-${kind}`);
    if (id) return { kind, id };
  }
  return null;
}
