// Arrows and circles that a person draws on the battle table to think with: by the right button, or by a finger that
// rests on the ground. They lie on the table, wherever the camera goes, until the next press.
import { apart, type Point } from "./reading";

export interface Mark {
  from: Point;
  to: Point;
}

/** So near to where it began, in thousandths of a UD, a drawing is a circle; and two that begin and end so are one. */
const NEAR = 500;

export const isCircle = ({ from, to }: Mark): boolean => apart(from, to) < NEAR;

const same = (one: Mark, other: Mark): boolean =>
  isCircle(one) === isCircle(other) && apart(one.from, other.from) < NEAR && apart(one.to, other.to) < NEAR;

export class Marks {
  private list = $state.raw<Mark[]>([]);
  /** The one that is being drawn. */
  private drawn = $state.raw<Mark | null>(null);

  get all(): Mark[] {
    return this.drawn ? [...this.list, this.drawn] : this.list;
  }

  begin(at: Point): void {
    this.drawn = { from: at, to: at };
  }

  lead(to: Point): void {
    if (this.drawn) this.drawn = { ...this.drawn, to };
  }

  /** Drawn once more, it is gone. */
  end(): void {
    const { drawn } = this;
    if (!drawn) return;
    const others = this.list.filter((one) => !same(one, drawn));
    this.list = others.length < this.list.length ? others : [...this.list, drawn];
    this.drawn = null;
  }

  /** Broken off, as by a second finger. */
  drop(): void {
    this.drawn = null;
  }

  clear(): void {
    if (this.list.length) this.list = [];
  }
}
