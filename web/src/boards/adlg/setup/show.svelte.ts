// Shows the steps of a set-up: dice that fell, pieces that came to the table, corps that marched up; the words of each
// stand above the table as long as it is shown.
import { MOTION, pause, tween } from "../../../lib/motion";
import type { Entry, Eye } from "../../../lib/protocol";
import type { Animator } from "../../../room/steps";

import type { DrawnUnit } from "../table/drawn";
import {
  corners,
  readFacts,
  type CampFact,
  type Point,
  type Pose,
  type TerrainFact,
  type UnitFact,
} from "../table/reading";

const MARCH = 700;
const READ = 900;
const DICE = 1000;
/** From so far behind a corps comes up. */
const BEHIND = 2500;

export class Show {
  words = $state.raw<string[]>([]);
  dice = $state.raw<number[]>([]);
  terrain = $state.raw<TerrainFact[]>([]);
  camps = $state.raw<CampFact[]>([]);
  units = $state.raw<UnitFact[]>([]);
  drawn = $state.raw<ReadonlyMap<string, DrawnUnit>>(new Map());
  hidden = $state.raw<ReadonlySet<string>>(new Set());
  /** Outlines of what is new. */
  marks = $state.raw<Point[][]>([]);
  glow = $state(0);

  animator(eye: () => Eye): Animator {
    return async (step, signal) => {
      const [from, to] = [readFacts(step.from), readFacts(step.to ?? step.from)];
      const own = step.entry.seat === eye() && step.entry.kind === "action";
      try {
        this.words = own ? [] : told(step.entry);
        this.dice = step.entry.kind === "chance" ? faces(step.entry.text) : [];
        if (this.dice.length) await pause(DICE, signal);
        if (own) return;
        const known = new Map(from.terrain.map((piece) => [piece.id, JSON.stringify(piece.polygon)]));
        this.terrain = to.terrain.filter((piece) => !known.has(piece.id));
        const moved = to.terrain.filter((piece) => known.get(piece.id) !== JSON.stringify(piece.polygon));
        this.camps = to.camps.filter((camp) => !from.camps.some((one) => one.id === camp.id));
        this.marks = [
          ...moved.map((piece) => piece.polygon),
          ...this.camps.map((camp) => corners(camp.pose, camp.width, camp.depth)),
        ];
        if (this.marks.length) await tween(MARCH, signal, (done) => (this.glow = 1 - done / 2));
        await this.march(from.units, to.units, signal);
        if (!this.dice.length && this.words.length)
          await pause(this.marks.length || this.units.length ? MOTION.read : READ, signal);
      } finally {
        this.clear();
      }
    };
  }

  /** A corps comes up from its own edge. */
  private async march(before: UnitFact[], after: UnitFact[], signal: AbortSignal): Promise<void> {
    const stood = new Map(before.map((unit) => [unit.id, unit.pose.join()]));
    const coming = after.filter((unit) => stood.get(unit.id) !== unit.pose.join());
    if (!coming.length) return;
    this.units = coming;
    await tween(MARCH, signal, (done) => {
      this.drawn = new Map(
        coming.map((unit) => {
          const back = (unit.seat === 0 ? -1 : 1) * BEHIND * (1 - done);
          const pose: Pose = [unit.pose[0], Math.round(unit.pose[1] + back), unit.pose[2]];
          return [unit.id, { pose, life: Math.max(0.05, done) }];
        }),
      );
    });
  }

  private clear(): void {
    this.words = [];
    this.dice = [];
    this.terrain = [];
    this.camps = [];
    this.units = [];
    this.drawn = new Map();
    this.marks = [];
  }
}

/** A deployment has a sentence for each unit: its end tells enough. */
const told = (entry: Entry): string[] => (entry.words.length > 4 ? entry.words.slice(-1) : entry.words);

const faces = (text: string): number[] => (/^[1-6](-[1-6])?$/.test(text) ? text.split("-").map(Number) : []);
