// From the table to its drawing and back. The drawing has 100 units for one UD and grows downwards; the near seat sits
// at its lower edge, so for the second player the table is turned by half.
import type { Seat } from "../../../lib/protocol";
import type { Point, Pose } from "./reading";

export class Frame {
  constructor(
    readonly size: Point,
    readonly near: Seat,
  ) {}

  get width(): number {
    return this.size[0] / 10;
  }

  get height(): number {
    return this.size[1] / 10;
  }

  /** A point of the table (thousandths of a UD) in the drawing. */
  place([x, y]: readonly number[]): [number, number] {
    return this.near === "first" ? [x! / 10, this.height - y! / 10] : [this.width - x! / 10, y! / 10];
  }

  /** A point of the drawing on the table. */
  back([x, y]: Point): Point {
    return this.near === "first" ? [x * 10, (this.height - y) * 10] : [(this.width - x) * 10, y * 10];
  }

  /** A heading as degrees in the drawing, 0 is up. */
  angle(heading: number): number {
    return heading / 100 + (this.near === "first" ? 0 : 180);
  }

  /** A direction of the drawing as a heading of the table. */
  heading(angle: number): number {
    return (((Math.round(angle * 100) + (this.near === "first" ? 0 : 18000)) % 36000) + 36000) % 36000;
  }

  /** The frame of a pose as SVG names it: origin at the middle of the front edge, the front points up. */
  set(pose: Pose | readonly number[]): string {
    const [x, y] = this.place(pose);
    return `translate(${round(x)} ${round(y)}) rotate(${round(this.angle(pose[2]!))})`;
  }

  /** A path through points of the table. */
  line(points: readonly (readonly number[])[], closed = false): string {
    return path(
      points.map((point) => this.place(point)),
      closed,
    );
  }
}

export const round = (value: number): number => Math.round(value * 100) / 100;

export function path(points: readonly Point[], closed = false): string {
  return points.length ? `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}${closed ? "z" : ""}` : "";
}
