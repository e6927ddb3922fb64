// What mouse and finger do while a table is set up: drag a piece, turn it by its grip, pull the ends of a road, slide a
// camp, move a corps or some of its units, hand the commander's standard to a unit, pick by a box.
import type { Hand, Touch } from "../table/hand";
import { headingTo, middleOf, type Point } from "../table/reading";
import type { Desk } from "./desk.svelte";
import type { Draft } from "./reading";

type Grip =
  | { what: "piece" | "camp"; off: Point }
  | { what: "turn" }
  | { what: "road"; end: number }
  | { what: "units"; from: Draft; at: Point }
  | { what: "standard" }
  | { what: "box"; at: Point };

/** Turning by hand goes in such steps, in hundredths of a degree. */
const STEP = 500;

export class HandOfSetup implements Hand {
  /** The commander's standard in the air. */
  standard = $state.raw<Point | null>(null);
  box = $state.raw<[Point, Point] | null>(null);
  private grip: Grip | null = null;

  constructor(private readonly desk: Desk) {}

  grab(from: Touch): boolean {
    const { desk } = this;
    if (!desk.mine) return false;
    this.grip = this.gripAt(from);
    desk.dragging = this.grip !== null;
    return this.grip !== null;
  }

  private gripAt({ thing, place, event }: Touch): Grip | null {
    const { desk } = this;
    const [handle = "", number = ""] = thing?.kind === "handle" ? thing.id.split(" ") : [];
    if (handle === "turn") return { what: "turn" };
    if (handle === "road") return { what: "road", end: Number(number) };
    if (handle === "piece" && desk.ground.piece)
      return { what: "piece", off: [desk.ground.piece.x - place[0], desk.ground.piece.y - place[1]] };
    if (handle === "camp" && desk.ground.camp)
      return { what: "camp", off: [desk.ground.camp[0] - place[0], desk.ground.camp[1] - place[1]] };
    if (!desk.corps || !desk.ranks.draft) return null;
    if (thing?.kind === "commander" && thing.id === desk.corps.id && !desk.corps.included) return { what: "standard" };
    if (thing?.kind === "unit" && desk.ranks.draft.poses.has(thing.id)) {
      // Whoever is not picked while others are is meant alone.
      if (desk.ranks.picked.size && !desk.ranks.picked.has(thing.id)) desk.ranks.picked = new Set([thing.id]);
      return { what: "units", from: desk.ranks.draft, at: place };
    }
    return event.shiftKey ? { what: "box", at: place } : null;
  }

  drag({ place, event }: Touch): void {
    const { desk, grip } = this;
    if (!grip) return;
    switch (grip.what) {
      case "piece":
        return desk.ground.movePiece([place[0] + grip.off[0], place[1] + grip.off[1]], event.ctrlKey);
      case "camp":
        return desk.ground.moveCamp([place[0] + grip.off[0], place[1] + grip.off[1]]);
      case "turn":
        return this.turn(place);
      case "road":
        return desk.ground.moveRoad(grip.end, place);
      case "units":
        return desk.ranks.move(grip.from, place[0] - grip.at[0], place[1] - grip.at[1], event.ctrlKey);
      case "standard":
        this.standard = place;
        return;
      case "box":
        this.box = [grip.at, place];
    }
  }

  private turn(place: Point): void {
    const { piece } = this.desk.ground;
    if (!piece) return;
    const heading = Math.round(headingTo([piece.x, piece.y], place) / STEP) * STEP;
    this.desk.ground.setPiece({ turn: heading % 18000 });
  }

  drop(now: Touch): void {
    const { desk, grip } = this;
    this.drag(now);
    if (grip?.what === "units" && desk.ranks.draft) {
      const moved = desk.ranks.draft;
      desk.ranks.draft = grip.from;
      desk.ranks.change(moved);
    }
    if (grip?.what === "standard") {
      const unit = now.thing?.kind === "unit" ? now.thing.id : this.nearest(now.place);
      if (unit) desk.ranks.lead(unit);
    }
    if (grip?.what === "box" && this.box) this.pickIn(...this.box);
    this.cancel();
  }

  cancel(): void {
    this.grip = null;
    this.standard = null;
    this.box = null;
    this.desk.ranks.guides = [];
    this.desk.dragging = false;
  }

  tap({ thing, place, event }: Touch): void {
    const { desk } = this;
    if (desk.table.skip() || !desk.mine) return;
    if (thing?.kind === "handle" && thing.id.startsWith("lot ")) desk.lot = thing.id.slice(4);
    else if (thing?.kind === "handle" && thing.id.startsWith("spot ")) desk.spot = thing.id.slice(5);
    else if (desk.task === "lay" && desk.ground.piece && thing?.kind !== "handle") desk.ground.movePiece(place);
    else if (desk.task === "camp") desk.ground.moveCamp(place);
    else if (desk.corps) this.tapCorps(thing?.kind === "unit" ? thing.id : "", place, event);
  }

  private tapCorps(unit: string, place: Point, event: PointerEvent): void {
    const { desk } = this;
    if (unit && desk.ranks.draft?.poses.has(unit)) desk.ranks.pick(unit, event.shiftKey || event.ctrlKey);
    else if (desk.ranks.missing.length) desk.ranks.putNext(place);
    else desk.ranks.picked = new Set();
  }

  /** Who of the corps stands next to a place, if anybody is near. */
  private nearest(place: Point): string {
    const {
      corps,
      ranks: { draft },
    } = this.desk;
    let [best, least] = ["", 1200];
    for (const unit of corps?.units ?? []) {
      const pose = draft?.poses.get(unit.id);
      const [x, y] = pose ? middleOf({ pose, depth: unit.depth }) : [Infinity, Infinity];
      const far = Math.hypot(x - place[0], y - place[1]);
      if (far < least) [best, least] = [unit.id, far];
    }
    return best;
  }

  private pickIn(a: Point, b: Point): void {
    const {
      corps,
      ranks: { draft },
    } = this.desk;
    const [west, east] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
    const [south, north] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
    const inside = corps?.units.filter((unit) => {
      const pose = draft?.poses.get(unit.id);
      if (!pose) return false;
      const [x, y] = middleOf({ pose, depth: unit.depth });
      return x >= west && x <= east && y >= south && y <= north;
    });
    this.desk.ranks.picked = new Set(inside?.map((unit) => unit.id));
  }
}
