// Where the camera opens: on both armies, or on the whole table where nobody stands yet.
import { boxOf } from "./table/figures";
import type { Frame } from "./table/frame";
import type { Box } from "./table/camera.svelte";
import { corners, type FieldFacts } from "./table/reading";

/** What the standard of a commander takes up, in thousandths of a UD. */
const STANDARD = 800;

export function armiesBox(facts: FieldFacts, frame: Frame): Box {
  const units = facts.units.filter((unit) => unit.pose).flatMap((unit) => corners(unit.pose, unit.width, unit.depth));
  const leaders = facts.commanders
    .filter((leader) => leader.pose && !leader.unit)
    .flatMap((leader) => corners(leader.pose, STANDARD, STANDARD));
  const points = [...units, ...leaders].map((corner) => frame.place(corner));
  return points.length > 4 ? boxOf(points) : { left: 0, top: 0, right: frame.width, bottom: frame.height };
}
