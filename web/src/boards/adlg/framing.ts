// Where the camera opens: on both armies, or on the whole table where nobody stands yet.
import { boxOf } from "./table/figures";
import type { Frame } from "./table/frame";
import type { Box } from "./table/camera.svelte";
import { corners, type FieldFacts } from "./table/reading";

export function armiesBox(facts: FieldFacts, frame: Frame): Box {
  const points = facts.units
    .filter((unit) => unit.pose)
    .flatMap((unit) => corners(unit.pose, unit.width, unit.depth).map((corner) => frame.place(corner)));
  return points.length > 4 ? boxOf(points) : { left: 0, top: 0, right: frame.width, bottom: frame.height };
}
