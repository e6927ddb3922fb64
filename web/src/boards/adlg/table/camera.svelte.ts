// What of the table is in view: middle and scale, and the way from the screen to the table and back. Moving the camera
// changes one transform and one class of the drawing; nothing on the table is drawn again.
import type { Seat } from "../../../lib/protocol";
import { Frame } from "./frame";
import type { Point } from "./reading";

/** Screen pixels of one UD. */
const CLOSEST = 160;
/** From so many on, units show more; battles of 200 points open on laptop and tablet with names and marks. */
const LEVELS = [24, 34, 72] as const;
/** Room around what the camera is framed on, in units of the drawing. */
const MARGIN = 90;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class Camera {
  /** The middle of the view, in units of the drawing. */
  x = $state(0);
  y = $state(0);
  /** Pixels for one unit of the drawing; one UD has 100 of them. */
  scale = $state(0.4);
  /** The size of the drawing on the screen, in pixels. */
  width = $state(0);
  height = $state(0);
  /** So many pixels at the lower edge lie under tools: what is framed stays above them. */
  private covered = 0;
  frame = $state.raw(new Frame([20000, 15000], "first"));
  /** How much the units show: 0 only body and symbol, 3 everything (see look.css). */
  readonly detail = $derived(LEVELS.filter((level) => this.scale * 100 >= level).length);
  readonly transform = $derived(
    [
      `translate(${(this.width / 2 - this.x * this.scale).toFixed(2)} `,
      `${(this.height / 2 - this.y * this.scale).toFixed(2)}) scale(${this.scale.toFixed(5)})`,
    ].join(""),
  );
  /** Units of the drawing for one pixel, for what keeps its size on the screen. */
  readonly pixel = $derived(1 / this.scale);
  /** Until somebody moves it, the camera stays framed on this. */
  private framed: (() => Box) | null = null;
  private moved = false;
  /** Around what it zooms where nobody points: somebody who is chosen, if anybody is. */
  about: () => readonly number[] | null = () => null;

  /** The table has this size and is seen from this seat; turning it keeps what is in view. */
  see(size: Point, near: Seat): void {
    const old = this.frame;
    if (old.near === near && old.size[0] === size[0] && old.size[1] === size[1]) return;
    const middle = old.back([this.x, this.y]);
    this.frame = new Frame(size, near);
    [this.x, this.y] = this.frame.place(middle);
    this.reframe();
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.reframe();
    this.keepIn();
  }

  cover(pixels: number): void {
    if (pixels === this.covered) return;
    this.covered = pixels;
    this.reframe();
    this.keepIn();
  }

  private reframe(): void {
    if (!this.moved && this.framed && this.width) this.show(this.framed());
  }

  /** Frames this from the start, and again when the room on the screen changes, until the camera is moved. */
  openOn(box: () => Box): void {
    this.framed = box;
    this.reframe();
  }

  get least(): number {
    const { width, height } = this.frame;
    return Math.min((this.width || 600) / (width + MARGIN), ((this.height || 400) - this.covered) / (height + MARGIN));
  }

  show(box: Box): void {
    const free = this.height - this.covered;
    const fit = Math.min(this.width / (box.right - box.left + 2 * MARGIN), free / (box.bottom - box.top + 2 * MARGIN));
    this.scale = Math.min(CLOSEST / 100, Math.max(this.least, fit));
    this.x = (box.left + box.right) / 2;
    this.y = (box.top + box.bottom) / 2 + this.covered / 2 / this.scale;
    this.keepIn();
  }

  showAll(): void {
    this.moved = true;
    this.show({ left: 0, top: 0, right: this.frame.width, bottom: this.frame.height });
  }

  /** Zooms around a point of the screen (in pixels of the drawing's element); without one around whoever is chosen, or
   * the middle. */
  zoom(factor: number, px?: number, py?: number): void {
    const [x, y] = px === undefined || py === undefined ? this.zoomed() : [px, py];
    this.zoomAround(factor, x, y);
  }

  private zoomed(): [number, number] {
    const found = this.about();
    const [x, y] = found ? this.onScreen(found) : [-1, -1];
    const seen = x >= 0 && y >= 0 && x <= this.width && y <= this.height - this.covered;
    return seen ? [x, y] : [this.width / 2, (this.height - this.covered) / 2];
  }

  private zoomAround(factor: number, px: number, py: number): void {
    this.moved = true;
    const [x, y] = this.drawn(px, py);
    this.scale = Math.min(CLOSEST / 100, Math.max(this.least, this.scale * factor));
    this.x = x - (px - this.width / 2) / this.scale;
    this.y = y - (py - this.height / 2) / this.scale;
    this.keepIn();
  }

  /** Moves the table under the view by so many pixels. */
  pan(dx: number, dy: number): void {
    this.moved = true;
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.keepIn();
  }

  /** Brings a point of the table into the middle. */
  centre(point: readonly number[]): void {
    this.moved = true;
    [this.x, this.y] = this.frame.place(point);
    this.keepIn();
  }

  /** Moves only as far as is needed to see a point of the table. */
  reveal(point: readonly number[], margin = 60): void {
    const [px, py] = this.onScreen(point);
    const dx = px < margin ? margin - px : px > this.width - margin ? this.width - margin - px : 0;
    const low = this.height - this.covered - margin;
    const dy = py < margin ? margin - py : py > low ? low - py : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  /** The table never leaves the view. */
  private keepIn(): void {
    this.x = kept(this.x, this.frame.width, this.width / this.scale, 0);
    this.y = kept(this.y, this.frame.height, this.height / this.scale, this.covered / this.scale);
  }

  /** The part of the drawing that is in view. */
  get view(): Box {
    const [wide, high] = [this.width / this.scale / 2, this.height / this.scale / 2];
    return { left: this.x - wide, top: this.y - high, right: this.x + wide, bottom: this.y + high };
  }

  /** Pixels of the element as units of the drawing. */
  drawn(px: number, py: number): Point {
    return [this.x + (px - this.width / 2) / this.scale, this.y + (py - this.height / 2) / this.scale];
  }

  /** Pixels of the element as a point of the table. */
  onTable(px: number, py: number): Point {
    const [x, y] = this.frame.back(this.drawn(px, py));
    return [Math.round(x), Math.round(y)];
  }

  /** A point of the table as pixels of the element. */
  onScreen(point: readonly number[]): [number, number] {
    const [x, y] = this.frame.place(point);
    return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
  }
}

/** The middle of the view so that as little as can be beyond the table is seen, but for what is `covered` after it. */
function kept(middle: number, table: number, seen: number, covered: number): number {
  const over = MARGIN / 2;
  if (seen >= table + MARGIN + covered) return (table + covered) / 2;
  return Math.min(table + over + covered - seen / 2, Math.max(seen / 2 - over, middle));
}
