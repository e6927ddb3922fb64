// Shows one entry of a battle step by step: dice fall and settle, units move along their way, losses, routs.
import { SvelteMap } from "svelte/reactivity";
import { MOTION, pause, tween } from "../../../lib/motion";
import type { GameEvent } from "../../../lib/protocol";
import { sounds } from "../../../lib/sound.svelte";
import type { Animator, Step } from "../../../room/steps";
import type { DrawnUnit } from "../table/drawn";
import {
  apart,
  readFacts,
  turned,
  type FieldFacts,
  type Point,
  type Pose,
  type Side,
  type UnitFact,
} from "../table/reading";
import { at, sideOf } from "../table/reading";

const DICE = 700;
const READ = 650;

export interface Throw {
  /** One die or two, with the side that throws it. */
  dice: { face: number; side: Side | null }[];
  settled: boolean;
  words: string;
  /** Where on the table it is about. */
  place: Point | null;
}

export class Scene {
  readonly drawn = new SvelteMap<string, DrawnUnit>();
  thrown = $state.raw<Throw | null>(null);
  /** Where units came from, as thin tracks until the next order. */
  tracks = $state.raw<{ from: Pose; to: Pose; seat: number }[]>([]);
  /** Units that lose something just now. */
  hit = $state.raw<ReadonlyMap<string, number>>(new Map());

  readonly animate: Animator = async (step, signal) => {
    const [from, to] = [readFacts(step.from), readFacts(step.to ?? step.from)];
    this.rest();
    this.tracks = [];
    // An own order stays as it is shown until the news come, or it goes back.
    if (!step.to) return this.ahead(step, from, signal);
    try {
      if (step.entry.kind === "chance" && !from.setup) await this.dice(step, from, signal);
      await this.moves(from, to, signal);
      await this.losses(step.entry.events, from, to, signal);
      if (step.entry.kind === "take_back") this.tracks = [];
    } finally {
      this.rest();
    }
  };

  /** Everything stands as the view tells it. */
  rest(): void {
    this.drawn.clear();
    this.thrown = null;
    this.hit = new Map();
  }

  /** Where an order leads that the server has not confirmed yet: units by its events, a commander by its words. */
  private async ahead({ entry }: Step, from: FieldFacts, signal: AbortSignal): Promise<void> {
    const ends = new Map<string, Pose>(
      entry.events
        .filter((event) => event.kind === "moved")
        .map((event) => [String(event.unit), [Number(event.x), Number(event.y), Number(event.heading)]]),
    );
    await this.moves(from, { ...from, units: from.units.map((unit) => moved(unit, ends.get(unit.id))) }, signal);
    const [name = "", verb, ...where] = entry.text.split(" ");
    const leader = from.commanders.find((one) => one.id === name);
    if (leader && verb === "join") this.drawn.set(name, { joins: where[0] });
    if (leader && verb === "go")
      this.drawn.set(name, { pose: [Number(where[0]) * 1000, Number(where[1]) * 1000, leader.pose?.[2] ?? 0] });
  }

  private async dice(step: Step, facts: FieldFacts, signal: AbortSignal): Promise<void> {
    const faces = step.entry.text
      .split("-")
      .map(Number)
      .filter((face) => face >= 1 && face <= 6);
    if (!faces.length) return;
    const seatOf = (id: string): number | undefined =>
      facts.units.find((unit) => unit.id === id)?.seat ?? facts.commanders.find((one) => one.id === id)?.seat;
    const about = facts.fight ? [facts.fight.a, facts.fight.b] : [facts.command.who || facts.command.corps];
    const sides = about.map((id) => seatOf(id)).map((seat) => (seat === undefined ? null : sideOf(seat)));
    const unit = facts.units.find((one) => one.id === about[about.length - 1]);
    const leader = facts.commanders.find((one) => one.id === about[0]);
    const place: Point | null = unit ? [unit.pose[0], unit.pose[1]] : leader ? [leader.pose[0], leader.pose[1]] : null;
    const show = (dice: number[], settled: boolean): void => {
      this.thrown = {
        dice: dice.map((face, i) => ({ face, side: sides[i] ?? null })),
        settled,
        words: settled ? step.entry.words.join(" ") : "",
        place,
      };
    };
    sounds.play("move");
    let last = -1;
    await tween(DICE, signal, (done) => {
      const turn = Math.floor(done * 9);
      if (turn !== last && done < 1)
        show(
          faces.map((face, i) => ((face + 2 + turn * (i + 2)) % 6) + 1),
          false,
        );
      last = turn;
    });
    show(faces, true);
    await pause(READ, signal);
  }

  /** All that move in this step, together. */
  private async moves(from: FieldFacts, to: FieldFacts, signal: AbortSignal): Promise<void> {
    const after = new Map(to.units.map((unit) => [unit.id, unit]));
    const moving = from.units.flatMap((unit) => {
      const end = after.get(unit.id)?.pose;
      if (!unit.pose || !end || unit.pose.every((value, i) => value === end[i])) return [];
      return [{ id: unit.id, seat: unit.seat, start: unit.pose, end, way: wayOf(unit.pose, end) }];
    });
    if (!moving.length) return;
    this.tracks = moving.map(({ start, end, seat }) => ({ from: start, to: end, seat }));
    const longest = Math.max(...moving.map(({ start, end }) => apart([start[0], start[1]], [end[0], end[1]])));
    sounds.play("move");
    await tween(MOTION.step + Math.min(700, longest / 8), signal, (done) => {
      for (const { id, way } of moving) this.drawn.set(id, { pose: way(done) });
    });
  }

  private async losses(events: GameEvent[], from: FieldFacts, to: FieldFacts, signal: AbortSignal): Promise<void> {
    const lost = events.filter((event) => event.kind === "lost");
    const gone = from.units.filter((unit) => unit.pose && !to.units.some((one) => one.id === unit.id));
    if (!lost.length && !gone.length) return;
    this.hit = new Map(lost.map((event) => [String(event.unit), Number(event.points)]));
    for (const event of lost) {
      const id = String(event.unit);
      this.drawn.set(id, { ...this.drawn.get(id), cohesion: Number(event.left) });
    }
    if (lost.length) sounds.play("capture");
    const struck = from.units.filter((unit) => unit.pose && this.hit.has(unit.id));
    await tween(MOTION.sink, signal, (done) => {
      for (const unit of struck) this.drawn.set(unit.id, { ...this.drawn.get(unit.id), pose: shaken(unit.pose, done) });
    });
    await pause(MOTION.read, signal);
    if (!gone.length) return;
    sounds.play("capture");
    await tween(MOTION.sink + 600, signal, (done) => {
      for (const unit of gone) this.drawn.set(unit.id, { pose: fleeing(unit.pose, done), life: 1 - done ** 2 });
    });
  }
}

const moved = (unit: UnitFact, pose?: Pose): UnitFact => (pose ? { ...unit, pose } : unit);

/** A unit that is struck gives way a little and stands again. */
export function shaken(pose: Pose, done: number): Pose {
  const swing = done >= 1 ? 0 : Math.sin(done * 3 * Math.PI) * (1 - done);
  const [x, y] = at(pose, 0, -160 * Math.abs(swing));
  return [x, y, turned(pose[2], Math.round(500 * swing))];
}

/** Who routs turns about, and runs. */
export function fleeing(pose: Pose, done: number): Pose {
  const [x, y] = at(pose, 0, -2200 * Math.max(0, done - 0.2) ** 1.5);
  return [x, y, turned(pose[2], Math.round(18000 * Math.min(1, done / 0.4)))];
}

/** A way from one pose to another, for drawing: a curve along both headings; who turns about turns first. */
export function wayOf(start: Pose, end: Pose): (done: number) => Pose {
  const far = apart([start[0], start[1]], [end[0], end[1]]);
  const turn = ((end[2] - start[2] + 54000) % 36000) - 18000;
  const about = Math.abs(turn) > 6000;
  const before = at(start, 0, far / 3);
  const after = at(end, 0, -far / 3);
  const backwards = apart(at(end, 0, -far / 3), [start[0], start[1]]) > far;
  return (done) => {
    if (done >= 1) return end;
    const spin = about ? Math.min(1, done / 0.35) : done;
    const go = about ? Math.max(0, (done - 0.35) / 0.65) : done;
    const heading = turned(start[2], turn * spin);
    if (about || backwards || far < 50)
      return [start[0] + (end[0] - start[0]) * go, start[1] + (end[1] - start[1]) * go, heading];
    const rest = 1 - go;
    const [a, b, c, d] = [rest ** 3, 3 * rest * rest * go, 3 * rest * go * go, go ** 3];
    return [
      a * start[0] + b * before[0] + c * after[0] + d * end[0],
      a * start[1] + b * before[1] + c * after[1] + d * end[1],
      heading,
    ];
  };
}
