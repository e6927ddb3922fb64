// How wide the name behind a base may be: as wide as the base, or wider where nothing stands beside it.
import { at, type FieldUnit, type Point, type Pose } from "./reading";

/** Thousandths of a UD: how far behind the base the middle of a name lies, half its height, what stays free beside. */
const BEHIND = 200;
const TALL = 130;
const FREE = 30;
/** No name is wider than this many bases: it has to be seen whose it is. */
const WIDEST = 2.2;

interface Placed {
  unit: FieldUnit;
  pose: Pose;
  middle: Point;
  name: Point;
}

export function roomForNames(
  units: readonly FieldUnit[],
  poseOf: (unit: FieldUnit) => Pose | undefined,
): Map<string, number> {
  const placed = units.flatMap((unit): Placed[] => {
    const pose = poseOf(unit);
    if (!pose) return [];
    return [{ unit, pose, middle: at(pose, 0, -unit.depth / 2), name: at(pose, 0, -unit.depth - BEHIND) }];
  });
  return new Map(placed.map((one) => [one.unit.id, roomOf(one, placed)]));
}

function roomOf(one: Placed, all: readonly Placed[]): number {
  let half = (one.unit.width * WIDEST) / 2;
  for (const other of all) {
    if (other === one) continue;
    const turned = ((other.pose[2] - one.pose[2]) * Math.PI) / 18000;
    const [along, across] = [Math.abs(Math.cos(turned)), Math.abs(Math.sin(turned))];
    const { width, depth } = other.unit;
    const [bx, by] = seenFrom(one, other.middle);
    if (by < (along * depth + across * width) / 2 + TALL)
      half = Math.min(half, bx - (along * width + across * depth) / 2 - FREE);
    const [nx, ny] = seenFrom(one, other.name);
    if (ny < 2 * TALL) half = Math.min(half, nx / 2 - FREE);
  }
  return Math.max(one.unit.width, 2 * half);
}

/** How far a point lies beside a name, and how far before or behind it. */
function seenFrom({ pose, name }: Placed, point: Point): [number, number] {
  const right = at(pose, 1, 0);
  const [ux, uy] = [right[0] - pose[0], right[1] - pose[1]];
  const [dx, dy] = [point[0] - name[0], point[1] - name[1]];
  return [Math.abs(dx * ux + dy * uy), Math.abs(dy * ux - dx * uy)];
}
