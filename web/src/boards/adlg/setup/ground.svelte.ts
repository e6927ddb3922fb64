// What is laid on the table before anybody stands there: a piece of terrain, a road, a camp, while a person holds them.
import type { Point } from "../table/reading";
import {
  layText,
  outlineAt,
  pointText,
  readLay,
  readNumbers,
  readRiver,
  readWorks,
  riverOutline,
  riverText,
  roadText,
  rotateText,
  worksLine,
  worksText,
  type HeldPiece,
  type HeldRiver,
  type HeldWorks,
} from "./reading";
import { snappedPiece, toGrid } from "./snapping";
import type { Workplace } from "./workplace";

export class Ground {
  /** A piece of terrain that is laid, shifted or turned. */
  piece = $state.raw<HeldPiece | null>(null);
  works = $state.raw<HeldWorks | null>(null);
  river = $state.raw<HeldRiver | null>(null);
  /** Both ends of a road, and its bend if it has one. */
  road = $state.raw<Point[]>([]);
  camp = $state.raw<Point | null>(null);

  constructor(private readonly desk: Workplace) {}

  drop(): void {
    this.piece = null;
    this.river = null;
    this.works = null;
    this.road = [];
    this.camp = null;
  }

  /** The action that what is held spells; nothing while it is not whole. */
  get text(): string {
    switch (this.desk.task) {
      case "lay":
        return this.river ? riverText(this.river) : this.piece ? layText(this.piece) : "";
      case "alter":
        return this.alterText;
      case "road":
        return this.road.length > 1 ? roadText(this.road) : "";
      case "works":
        return this.works ? worksText(this.works) : "";
      case "camp":
        return this.camp ? pointText("camp", this.camp) : "";
      default:
        return "";
    }
  }

  /** A piece is either shifted or turned, as the die allows; a new place beats a new turn. */
  private get alterText(): string {
    const { lotAbout: lot } = this;
    if (!lot || !this.piece) return "";
    if (this.piece.x !== lot.x || this.piece.y !== lot.y) return pointText("shift", [this.piece.x, this.piece.y]);
    return this.piece.turn % 18000 !== lot.turn ? rotateText(this.piece.turn) : "";
  }

  /** The piece on the table that is altered. */
  private get lotAbout() {
    const { setup } = this.desk;
    return setup?.lots.find((one) => one.id === setup.about);
  }

  /** Takes up the piece that is altered, as it lies. */
  lift(): void {
    const lot = this.lotAbout;
    if (lot) this.piece = { x: lot.x, y: lot.y, turn: lot.turn, size: lot.size };
  }

  /** Takes up what an action says. */
  read(action: string): void {
    if (action.startsWith("lay")) this.piece = readLay(action);
    else if (/^(fortify|obstruct)/.test(action)) this.works = readWorks(action);
    else if (action.startsWith("river")) this.river = readRiver(action);
    else if (action.startsWith("road")) {
      const numbers = readNumbers(action);
      this.road = [0, 2, 4].filter((i) => numbers.length > i + 1).map((i) => [numbers[i]!, numbers[i + 1]!]);
    } else if (action.startsWith("camp")) {
      const [x = 0, y = this.desk.setup?.camp?.edge ?? 0] = readNumbers(action);
      this.camp = [x, y];
    }
  }

  /** Where the piece in hand would lie. */
  get outline(): Point[] {
    const outline = this.piece && this.desk.setup?.piece?.outlines[this.piece.size];
    return outline && this.piece ? outlineAt(outline, this.piece) : [];
  }

  /** Where the river in hand would lie. */
  get riverOutline(): Point[] {
    return this.river ? riverOutline(this.river, this.desk.facts.size) : [];
  }

  setRiver(change: Partial<HeldRiver>): void {
    if (this.river) this.river = { ...this.river, ...change };
  }

  get worksLine(): Point[] {
    return this.works ? worksLine(this.works) : [];
  }

  setWorks(change: Partial<HeldWorks>): void {
    if (this.works) this.works = { ...this.works, ...change };
  }

  /** The middle of what is held, where it has one. */
  get middle(): Point | null {
    return this.piece ? [this.piece.x, this.piece.y] : this.camp;
  }

  movePiece(to: Point, free = false): void {
    if (!this.piece) return;
    const [x, y] = toGrid(to);
    this.piece = { ...this.piece, x, y };
    if (free || this.desk.task !== "lay") return;
    const [dx, dy] = snappedPiece(this.outline, this.borders);
    this.piece = { ...this.piece, x: this.piece.x + dx, y: this.piece.y + dy };
  }

  /** The lines that a piece is drawn to: its sector's, and the edges of the table. */
  private get borders(): { xs: number[]; ys: number[] } {
    const ends = this.desk.setup?.areas.flat() ?? [];
    const [width, height] = this.desk.facts.size;
    return { xs: [0, width, ...ends.map(([x]) => x)], ys: [0, height, ...ends.map(([, y]) => y)] };
  }

  turnPiece(by: number): void {
    if (this.piece) this.piece = { ...this.piece, turn: (((this.piece.turn + by) % 18000) + 18000) % 18000 };
  }

  setPiece(change: Partial<HeldPiece>): void {
    if (this.piece) this.piece = { ...this.piece, ...change };
  }

  moveRoad(end: number, to: Point): void {
    this.road = this.road.map((point, i) => (i === end ? toGrid(this.onTable(to)) : point));
  }

  /** A road gets a bend half way, or loses it. */
  bend(): void {
    const [from, to] = this.road;
    if (!from || !to) return;
    this.road = this.road.length > 2 ? [from, to] : [from, to, toGrid([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])];
  }

  moveCamp(to: Point): void {
    const camp = this.desk.setup?.camp;
    if (!camp) return;
    const [x, y] = toGrid(this.onTable(to));
    // Only a fortified camp may leave its edge; the others slide along it, or along a coast when they are pulled far
    // away.
    const away = Math.abs(y - camp.edge) > camp.depth;
    this.camp = [x, camp.kind === "fortified" || away ? y : camp.edge];
  }

  /** What is held goes by so much. */
  shift(dx: number, dy: number): void {
    if (this.piece) this.piece = { ...this.piece, x: this.piece.x + dx, y: this.piece.y + dy };
    else if (this.camp)
      this.camp = [this.camp[0] + dx, this.camp[1] + (this.desk.setup?.camp?.kind === "fortified" ? dy : 0)];
  }

  private onTable([x, y]: Point): Point {
    const [width, height] = this.desk.facts.size;
    return [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
  }
}
