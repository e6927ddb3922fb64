// What stands on the drawn board at this moment, and how a step is played on it: move, hero, city, enclosures, in the
// order of the rules. Places are columns and rows, so that turning the board does not disturb anything.
import { MOTION, pause, tween } from "../../lib/motion";
import type { GameEvent, Seat } from "../../lib/protocol";
import { sounds } from "../../lib/sound.svelte";
import type { Step } from "../../room/steps";
import { columnOf, readField, rowOf, type Field, type Kind } from "./reading";

export interface DrawnMan {
  id: number;
  square: string;
  seat: Seat;
  kind: Kind;
  column: number;
  row: number;
  life: number;
  turned: number;
}

export interface DrawnCity {
  square: string;
  seat: Seat;
  turned: number;
}

/** The line between two enclosing pieces, drawn up to `part`. */
export interface Enclosure {
  ends: [string, string];
  part: number;
}

export class Scene {
  men = $state<DrawnMan[]>([]);
  cities = $state<DrawnCity[]>([]);
  enclosures = $state<Enclosure[]>([]);
  doomed = $state.raw<string[]>([]);

  set(field: Field): void {
    this.men = field.men.map(({ square, seat, kind }, id) => ({
      id,
      square,
      seat,
      kind,
      column: columnOf(square),
      row: rowOf(square),
      life: 1,
      turned: 1,
    }));
    this.cities = [...field.cities].map(([square, seat]) => ({ square, seat, turned: 1 }));
    this.enclosures = [];
    this.doomed = [];
  }

  /** `carried`: where a piece was that a hand has put down already. */
  animate = async (step: Step, signal: AbortSignal, carried = ""): Promise<void> => {
    this.set(readField(step.from.text));
    const captured: GameEvent[] = [];
    for (const event of step.entry.events) {
      if (event.kind === "captured") {
        captured.push(event);
        continue;
      }
      await this.show(event, event.from === carried ? AbortSignal.abort() : signal);
    }
    if (captured.length) await this.capture(captured, signal);
  };

  private async show(event: GameEvent, signal: AbortSignal): Promise<void> {
    if (event.kind === "moved") {
      sounds.play("move");
      await this.walk(String(event.from), event.path as string[], signal);
    } else if (event.kind === "promoted") {
      sounds.play("hero");
      const man = this.manOn(String(event.square));
      if (!man) return;
      await tween(MOTION.flip / 2, signal, (done) => (man.turned = 1 - done));
      man.kind = "hero";
      await tween(MOTION.flip / 2, signal, (done) => (man.turned = done));
    } else if (event.kind === "city_taken") {
      sounds.play("city");
      const city = this.cities.find((one) => one.square === event.square);
      if (!city) return;
      await tween(MOTION.flip / 2, signal, (done) => (city.turned = 1 - done));
      city.seat = event.seat as Seat;
      await tween(MOTION.flip / 2, signal, (done) => (city.turned = done));
    }
  }

  private async walk(from: string, path: string[], signal: AbortSignal): Promise<void> {
    const man = this.manOn(from);
    if (!man) return;
    const way = path[0] === from ? path : [from, ...path];
    const steps = way.length - 1;
    const length = MOTION.move + MOTION.moreStep * Math.max(0, steps - 1);
    await tween(length, signal, (done) => {
      const at = Math.min(done * steps, steps);
      const i = Math.min(Math.floor(at), Math.max(0, steps - 1));
      const [here, there] = [way[i] ?? from, way[i + 1] ?? way[i] ?? from];
      man.column = columnOf(here) + (columnOf(there) - columnOf(here)) * (at - i);
      man.row = rowOf(here) + (rowOf(there) - rowOf(here)) * (at - i);
    });
    man.square = way[steps] ?? from;
  }

  /** Lines one after the other; then all that is enclosed leaves at once, as the rules say. */
  private async capture(events: GameEvent[], signal: AbortSignal): Promise<void> {
    for (const event of events) {
      this.enclosures.push({ ends: event.ends as [string, string], part: 0 });
      const line = this.enclosures[this.enclosures.length - 1]!;
      await tween(MOTION.line, signal, (done) => (line.part = done));
      this.doomed = [...this.doomed, ...(event.squares as string[])];
      await pause(MOTION.read, signal);
    }
    sounds.play("capture");
    const falling = this.men.filter((man) => this.doomed.includes(man.square));
    await tween(MOTION.sink, signal, (done) => {
      for (const man of falling) man.life = 1 - done;
    });
    this.enclosures = [];
    this.doomed = [];
  }

  private manOn(square: string): DrawnMan | undefined {
    return this.men.find((man) => man.square === square);
  }
}
