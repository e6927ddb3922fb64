// Which overlays are shown; this browser keeps the choice.
import { keep, recall } from "../../../lib/keeping";

export const OVERLAYS = ["zone", "radius", "reach", "shot", "threat", "ring", "moved", "ruler"] as const;
/** Their keys, in the same order: digits belong to saved groups. */
export const OVERLAY_KEYS = ["z", "q", "i", "b", "v", "u", "m", "l"];
export type OverlayName = (typeof OVERLAYS)[number];
const NAME = "adlg_overlays";

export class Overlays {
  on = $state.raw<ReadonlySet<string>>(new Set(recall<OverlayName[]>(NAME, ["zone", "radius", "reach"])));

  has(name: OverlayName): boolean {
    return this.on.has(name);
  }

  toggle(name: OverlayName): void {
    const next = new Set(this.on);
    if (!next.delete(name)) next.add(name);
    this.on = next;
    keep(
      NAME,
      [...next].filter((one) => one !== "ruler"),
    );
  }
}
