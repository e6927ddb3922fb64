// What mouse and finger mean in a battle: choose, drag an order, turn it, measure, frame a group.
import type { Table } from "../../../room/table.svelte";
import { thingAt, type Hand, type Thing, type Touch } from "../table/hand";
import { headingTo, middleOf, type Point } from "../table/reading";
import type { Command } from "./command.svelte";
import { takeGroup } from "./grouping";
import { meantBy, type Grip } from "./handles";

export class Pointing implements Hand {
  /** The ruler is out. */
  ruling = $state(false);
  ruler = $state.raw<{ from: Point; to: Point } | null>(null);
  /** The frame that is drawn around a group. */
  lasso = $state.raw<{ from: Point; to: Point } | null>(null);
  hovered = $state("");
  private doing = $state<"order" | "turn" | "shape" | "rule" | "lasso" | "">("");
  /** The grip that is dragged, and where it is now. */
  grip = $state.raw<{ name: Grip; at: Point } | null>(null);
  private start: Point = [0, 0];
  private anchor: Point = [0, 0];

  constructor(
    private readonly table: Table,
    private readonly command: Command,
  ) {}

  /** Something is being dragged. */
  get busy(): boolean {
    return this.doing !== "";
  }

  grab(from: Touch): boolean {
    const { command } = this;
    if (this.table.skip()) return false;
    this.start = from.place;
    command.widening = false;
    if (this.ruling) this.doing = "rule";
    else if (from.event.shiftKey && this.table.mayAct) this.doing = "lasso";
    else if (from.thing?.kind === "handle" && from.thing.id === "turn") this.doing = "turn";
    else if (from.thing?.kind === "handle" && isGrip(from.thing.id)) {
      this.doing = "shape";
      this.grip = { name: from.thing.id, at: from.place };
    } else {
      const ghost = from.thing?.kind === "handle" && from.thing.id === "give";
      const id = from.thing?.id ?? "";
      if (!(ghost ? command.giving : this.own(from) && command.draggable(id))) return false;
      this.doing = "order";
      if (!ghost && !command.selected.includes(id)) command.select([id]);
      const pose = command.wantedPose;
      this.anchor = pose ? [pose[0], pose[1]] : from.place;
    }
    return true;
  }

  drag(now: Touch): void {
    const { command } = this;
    if (this.doing === "rule") this.ruler = { from: this.start, to: now.place };
    else if (this.doing === "lasso") this.lasso = { from: this.start, to: now.place };
    else if (this.doing === "turn") {
      const pose = command.wantedPose;
      if (pose) command.aim([pose[0], pose[1]], snapped(headingTo([pose[0], pose[1]], now.place)), null);
    } else if (this.doing === "shape" && this.grip) {
      this.grip = { ...this.grip, at: now.place };
      command.shape(meantBy(this.grip.name, command.chosen, this.start, now.place));
    } else if (this.doing === "order") {
      const place: Point = [
        this.anchor[0] + now.place[0] - this.start[0],
        this.anchor[1] + now.place[1] - this.start[1],
      ];
      command.aim(place, undefined, this.enemyAt(now));
    }
  }

  drop(now: Touch): void {
    const doing = this.doing;
    this.doing = "";
    this.grip = null;
    if (doing === "order" || doing === "turn" || doing === "shape") this.command.commit();
    if (doing === "lasso" && this.lasso) {
      this.lasso = { from: this.start, to: now.place };
      const inside = this.lassoed();
      this.lasso = null;
      if (inside.length) this.command.select(inside);
    }
    if (doing === "rule") this.ruler = { from: this.start, to: now.place };
  }

  cancel(): void {
    this.doing = "";
    this.lasso = this.grip = null;
    this.command.cancel();
  }

  tap(touch: Touch, twice: boolean): void {
    const { command } = this;
    if (this.table.skip()) return;
    this.table.draft.clearMarks();
    // A grip is there to be dragged: a press without a drag means what lies below it.
    const thing = touch.thing?.kind === "handle" && isGrip(touch.thing.id) ? below(touch.event) : touch.thing;
    if (thing?.kind === "handle" && thing.id === "give") return void command.give();
    if (thing?.kind === "handle") return;
    command.inspected = "";
    if (this.ruling) return void (this.ruler = null);
    if (thing?.kind === "unit") {
      const unit = command.unit(thing.id);
      if (!unit) return;
      // A second click on whom the order is aimed at gives it.
      if (twice && command.want?.target === unit.id && command.giving) return void command.give();
      command.focused = unit.id;
      command.inspected = touch.event.pointerType === "mouse" ? "" : unit.id;
      if (command.giving && unit.seat !== command.seat && command.selected.length && this.commands())
        return command.send(middleOf(unit), null, unit.id);
      if (command.giving && this.leads() && unit.seat === command.seat)
        return command.send(middleOf(unit), null, unit.id);
      if (twice) return void takeGroup(command, unit.id);
      if (command.selected.length === 1 && command.selected[0] === unit.id) return command.unselect();
      return command.select([unit.id], touch.event.shiftKey);
    }
    if (thing?.kind === "commander") return command.select([thing.id]);
    if (command.giving && command.selected.length && this.commands())
      command.send(touch.place, null, thing?.kind === "camp" ? thing.id : null);
    else command.unselect();
  }

  hover(touch: Touch | null): void {
    this.hovered = touch?.thing?.kind === "unit" ? touch.thing.id : "";
  }

  /** Whether all who are selected are one's own to command now. */
  private commands(): boolean {
    return this.command.selected.every(
      (id) => this.command.able.has(id) || this.command.unit(id)?.seat === this.command.seat,
    );
  }

  /** Whether a commander is selected who can be sent somewhere. */
  private leads(): boolean {
    const [id] = this.command.selected;
    return !!id && !this.command.unit(id) && this.command.able.has(id);
  }

  private own(touch: Touch): boolean {
    const thing = touch.thing;
    if (thing?.kind === "commander") return this.command.able.has(thing.id);
    return thing?.kind === "unit" && this.command.unit(thing.id)?.seat === this.command.seat;
  }

  private enemyAt(touch: Touch): string | null {
    const unit = touch.thing?.kind === "unit" ? this.command.unit(touch.thing.id) : undefined;
    return unit && unit.seat !== this.command.seat ? unit.id : null;
  }

  /** Own units of the corps in command with their middle in the frame. */
  private lassoed(): string[] {
    const { from, to } = this.lasso!;
    const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [low, high] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    const able = this.command.able;
    return this.command.facts.units
      .filter((unit) => unit.pose && unit.seat === this.command.seat && (!this.command.giving || able.has(unit.id)))
      .filter((unit) => {
        const [x, y] = middleOf(unit);
        return x >= left && x <= right && y >= low && y <= high;
      })
      .map((unit) => unit.id);
  }
}

const GRIPS: ReadonlySet<string> = new Set<Grip>(["face", "left", "right", "widen_left", "widen_right"]);
const isGrip = (name: string): name is Grip => GRIPS.has(name);

/** What lies below the grips. */
function below(event: PointerEvent): Thing | null {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  return thingAt(under.find((element) => !element.closest("[data-handle]")) ?? null);
}

/** Whole five degrees are caught from near. */
function snapped(heading: number): number {
  const nearest = Math.round(heading / 500) * 500;
  return (Math.abs(nearest - heading) < 120 ? nearest : heading) % 36000;
}
