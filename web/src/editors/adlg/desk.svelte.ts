// What is in hand on the table of the editor: who is chosen, what is being dragged, and what keys do.
import type { Hand, Touch } from "../../boards/adlg/table/hand";
import type { DrawnUnit } from "../../boards/adlg/table/drawn";
import type { FieldFacts, Point, Pose } from "../../boards/adlg/table/reading";
import { joins, moved, refreshed, taken, turned, type Placement } from "./placement";

/** Places are in steps of this many thousandths of a UD. */
const STEP = 50;
const NUDGE = 250;
const UD = 1000;
const TURN = 1500;

export class Desk implements Hand {
  chosen = $state.raw<string[]>([]);
  private dragged = $state.raw<{ from: Point; by: Point } | null>(null);

  constructor(
    private readonly facts: () => FieldFacts,
    private readonly placement: () => Placement,
    private readonly set: (next: Placement) => void,
  ) {}

  /** Where those in hand are drawn meanwhile. */
  get drawn(): ReadonlyMap<string, DrawnUnit> {
    return new Map([...this.poses()].map(([name, pose]) => [name, { pose }]));
  }

  choose(name: string, more = false): void {
    if (!more) this.chosen = name ? [name] : [];
    else if (this.chosen.includes(name)) this.chosen = this.chosen.filter((one) => one !== name);
    else this.chosen = [...this.chosen, name];
  }

  poseOf(name: string): Pose | undefined {
    const { units, leaders } = this.placement();
    const leading = leaders.get(name);
    if (!leading) return units.get(name)?.pose;
    return "pose" in leading ? leading.pose : units.get(leading.unit)?.pose;
  }

  // The hand

  tap(touch: Touch): void {
    const name = nameOf(touch);
    if (name || !touch.event.shiftKey) this.choose(name, touch.event.shiftKey);
  }

  grab(touch: Touch): boolean {
    const name = nameOf(touch);
    if (!name) return false;
    if (!this.chosen.includes(name)) this.choose(name, touch.event.shiftKey);
    this.dragged = { from: touch.place, by: [0, 0] };
    return true;
  }

  drag(touch: Touch): void {
    const from = this.dragged?.from;
    if (!from) return;
    const stepped = (axis: 0 | 1): number => Math.round((touch.place[axis] - from[axis]) / STEP) * STEP;
    this.dragged = { from, by: [stepped(0), stepped(1)] };
  }

  drop(touch: Touch): void {
    this.drag(touch);
    const poses = this.poses();
    const [leader] = this.chosen;
    this.dragged = null;
    if (!poses.size) return;
    const unit = this.chosen.length === 1 && this.placement().leaders.has(leader!) ? this.below(leader!, poses) : "";
    if (unit) this.set(joins(this.placement(), leader!, unit));
    else this.set([...poses].reduce((now, [name, pose]) => this.put(now, name, pose), this.placement()));
  }

  cancel(): void {
    this.dragged = null;
  }

  private poses(): Map<string, Pose> {
    const found = new Map<string, Pose>();
    const by = this.dragged?.by;
    if (!by || (!by[0] && !by[1])) return found;
    for (const name of this.chosen) {
      const pose = this.poseOf(name);
      if (pose) found.set(name, [pose[0] + by[0], pose[1] + by[1], pose[2]]);
    }
    return found;
  }

  /** Beside the table nobody stands: there it is out of the battle. */
  private put(now: Placement, name: string, pose: Pose): Placement {
    const [wide, deep] = this.facts().size;
    const off = pose[0] < 0 || pose[1] < 0 || pose[0] > wide || pose[1] > deep;
    return off ? taken(now, name) : moved(now, new Map([[name, pose]]));
  }

  /** The unit of his own side on which a commander is put down. */
  private below(leader: string, poses: ReadonlyMap<string, Pose>): string {
    const [x, y] = poses.get(leader)!;
    const { units, commanders } = this.facts();
    const seat = commanders.find((one) => one.id === leader)?.seat;
    const near = units.filter((unit) => unit.seat === seat && this.placement().units.has(unit.id));
    const found = near.find((unit) => {
      const [a, b] = this.placement().units.get(unit.id)!.pose;
      return Math.hypot(a - x, b - y) < unit.width / 2;
    });
    return found?.id ?? "";
  }

  // What buttons and keys do

  turn(by: number): void {
    this.moveAll((pose) => turned(pose, by));
  }

  nudge(dx: number, dy: number): void {
    this.moveAll(([x, y, heading]) => turned([x + dx, y + dy, heading], 0));
  }

  place(name: string, pose: Pose): void {
    this.set(moved(this.placement(), new Map([[name, pose]])));
  }

  freshen(by: number): void {
    const { units } = this.facts();
    let now = this.placement();
    for (const name of this.chosen) {
      const [standing, full] = [now.units.get(name), units.find((unit) => unit.id === name)?.full ?? 1];
      if (standing) now = refreshed(now, name, Math.min(full, Math.max(1, standing.cohesion + by)));
    }
    if (now !== this.placement()) this.set(now);
  }

  take(): void {
    if (!this.chosen.length) return;
    this.set(this.chosen.reduce(taken, this.placement()));
    this.chosen = [];
  }

  private moveAll(how: (pose: Pose) => Pose): void {
    const poses = new Map<string, Pose>();
    for (const name of this.chosen) {
      const pose = this.poseOf(name);
      if (pose) poses.set(name, how(pose));
    }
    if (poses.size) this.set(moved(this.placement(), poses));
  }

  /** The next or the previous of all who stand on the table. */
  step(by: 1 | -1): void {
    const all = [...this.placement().units.keys(), ...this.placement().leaders.keys()];
    const at = all.indexOf(this.chosen.at(-1) ?? "");
    this.choose(all.at(at < 0 && by < 0 ? -1 : (at + by) % all.length) ?? "");
  }

  /** True if the key meant something. */
  pressed(event: KeyboardEvent): boolean {
    const far = event.shiftKey ? UD : NUDGE;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.nudge(-far, 0),
      ArrowRight: () => this.nudge(far, 0),
      ArrowUp: () => this.nudge(0, far),
      ArrowDown: () => this.nudge(0, -far),
      "[": () => this.turn(-TURN),
      "]": () => this.turn(TURN),
      "+": () => this.freshen(1),
      "-": () => this.freshen(-1),
      Delete: () => this.take(),
      Backspace: () => this.take(),
      n: () => this.step(1),
      p: () => this.step(-1),
      Escape: () => this.choose(""),
    };
    const does = keys[event.key];
    does?.();
    return !!does;
  }
}

function nameOf({ thing }: Touch): string {
  return thing && (thing.kind === "unit" || thing.kind === "commander") ? thing.id : "";
}
