// What a person holds and arranges while a table is set up: a piece of terrain, a road, a camp, a whole corps. It speaks to
// the table in words of an action and asks the game about each before it is done; board and panel show the same desk.
import { language, t } from "../../../lib/i18n.svelte";
import { speaker } from "../../../lib/speak.svelte";
import type { Table } from "../../../room/table.svelte";
import { corners, readFacts, type FieldFacts, type Point, type Pose } from "../table/reading";
import { central, formed, middleOfFront, mirrored, shifted, type Formation } from "./formations";
import {
  deployText,
  facing,
  layText,
  named,
  outlineAt,
  pointText,
  readDeploy,
  readLay,
  readNumbers,
  roadText,
  rotateText,
  type Draft,
  type HeldPiece,
  type SetupFacts,
  type Task,
  type WaitingCorps,
  type WaitingUnit,
} from "./reading";
import { Judge, type Verdict } from "./judge.svelte";
import { spelled, starts } from "./proposals";
import { snapped, snappedPiece, toGrid, type Base } from "./snapping";

export class Desk {
  /** A piece of terrain that is laid, shifted or turned. */
  piece = $state.raw<HeldPiece | null>(null);
  /** Both ends of a road, and its bend if it has one. */
  road = $state.raw<Point[]>([]);
  camp = $state.raw<Point | null>(null);
  draft = $state.raw<Draft | null>(null);
  /** Units that are moved together; none: the whole corps. */
  picked = $state.raw<ReadonlySet<string>>(new Set());
  /** Stakes to plant and wagons to make ready with this corps. */
  marks = $state.raw<ReadonlySet<string>>(new Set());
  /** Lines that the hand was drawn to. */
  guides = $state.raw<{ x?: number; y?: number }[]>([]);
  dragging = $state(false);
  /** A whole corps is on its way to the game, in several words. */
  finishing = $state(false);
  /** The piece that is meant to be altered. */
  lot = $state("");
  /** Ways in which the game would do it. */
  private suggested = $state.raw<string[]>([]);
  private shownSuggestion = $state(-1);
  private past = $state.raw<Draft[]>([]);
  private followed = "";
  private readonly judge: Judge;

  constructor(readonly table: Table) {
    this.judge = new Judge(table);
  }

  // A desk outlives the board and the panel that show it, so everything that follows from something is worked out when asked.

  get facts(): FieldFacts {
    return readFacts(this.table.view);
  }

  get setup(): SetupFacts | undefined {
    return this.facts.setup as unknown as SetupFacts | undefined;
  }

  get mine(): boolean {
    return this.table.mayAct && !this.table.animating && !this.finishing;
  }

  /** What is held is shown as long as it is on its way too. */
  get holds(): boolean {
    return this.mine || this.finishing;
  }

  get task(): Task {
    return this.setup?.task ?? "initiative";
  }

  /** The corps that is being deployed. */
  get corps(): WaitingCorps | null {
    const setup = this.setup;
    return setup?.task === "deploy" ? (setup.waiting.find((one) => one.id === setup.about) ?? null) : null;
  }

  /** Who of it has no place yet. */
  get missing(): WaitingUnit[] {
    return this.corps?.units.filter((unit) => !this.draft?.poses.has(unit.id)) ?? [];
  }

  /** Who goes where the hand goes. */
  get moving(): string[] {
    const standing = this.corps?.units.map((unit) => unit.id).filter((id) => this.draft?.poses.has(id)) ?? [];
    const some = standing.filter((id) => this.picked.has(id));
    return some.length ? some : standing;
  }

  get suggestions(): number {
    return this.suggested.length;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  /** The action that what is held spells; nothing while it is not whole. */
  get text(): string {
    if (!this.mine || !this.setup) return "";
    switch (this.task) {
      case "lay":
        return this.piece ? layText(this.piece) : "";
      case "alter":
        return this.alterText;
      case "road":
        return this.road.length > 1 ? roadText(this.road) : "";
      case "camp":
        return this.camp ? pointText("camp", this.camp) : "";
      case "deploy":
        return this.draft?.poses.size && this.corps ? deployText(this.draft, this.corps) : "";
      default:
        return "";
    }
  }

  /** A piece is either shifted or turned, as the die allows; a new place beats a new turn. */
  private get alterText(): string {
    const lot = this.setup?.lots.find((one) => one.id === this.setup?.about);
    if (!lot || !this.piece) return "";
    if (this.piece.x !== lot.x || this.piece.y !== lot.y) return pointText("shift", [this.piece.x, this.piece.y]);
    return this.piece.turn % 18000 !== lot.turn ? rotateText(this.piece.turn) : "";
  }

  /** Where the piece in hand would lie. */
  get outline(): Point[] {
    const outline = this.piece && this.setup?.piece?.outlines[this.piece.size];
    return outline && this.piece ? outlineAt(outline, this.piece) : [];
  }

  /** Units that a refusal names, and with them all who are drawn outside of their zone. */
  get wrong(): ReadonlySet<string> {
    const { state, words } = this.verdict;
    if (state !== "refused" && state !== "unfinished") return new Set();
    return new Set([...named(words), ...(state === "refused" ? this.outside : [])]);
  }

  private get outside(): string[] {
    const { corps, draft } = this;
    if (!corps || !draft) return [];
    return corps.units
      .filter((unit) => {
        const pose = draft.poses.get(unit.id);
        const zone = this.zoneOf(unit.light);
        const [xs, ys] = [zone.map(([x]) => x), zone.map(([, y]) => y)];
        const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        const out = ([x, y]: Point): boolean => x < west - 5 || x > east + 5 || y < south - 5 || y > north + 5;
        return !!pose && corners(pose, unit.width, unit.depth).some(out);
      })
      .map((unit) => unit.id);
  }

  // Following the game

  /** To be called in an effect: takes up the task that the view tells. */
  follow(): void {
    if (this.finishing) return;
    const key = this.mine && this.setup ? `${this.task}|${this.table.view.text}` : "";
    if (key === this.followed) return;
    this.followed = key;
    this.drop();
    if (key) void this.begin(key);
  }

  private drop(): void {
    this.piece = null;
    this.road = [];
    this.camp = null;
    this.draft = null;
    this.picked = new Set();
    this.marks = new Set();
    this.past = [];
    this.guides = [];
    this.lot = "";
    this.suggested = [];
    this.shownSuggestion = -1;
    this.judge.forget();
  }

  private async begin(key: string): Promise<void> {
    const { setup, corps } = this;
    if (!setup) return;
    if (this.task === "alter") {
      const lot = setup.lots.find((one) => one.id === setup.about);
      if (lot) this.piece = { x: lot.x, y: lot.y, turn: lot.turn, size: lot.size };
      return;
    }
    const standing = new Map(this.facts.units.filter((unit) => unit.corps === corps?.corps && unit.seat === corps?.seat).map((unit) => [unit.id, unit.pose]));
    if (corps && standing.size) {
      const leads = this.facts.commanders.find((one) => one.id === corps.id)?.unit ?? "";
      this.draft = { poses: standing, leads: leads || corps.included || "" };
    }
    const verb = { lay: "lay", road: "road", camp: "camp", deploy: "deploy" }[this.task as string];
    if (!verb || (this.task === "lay" && !setup.piece)) return;
    const found = await starts(this.table, verb).catch(() => []);
    if (key !== this.followed) return;
    this.suggested = found;
    if (!this.draft) await this.suggest();
  }

  /** The next of the game's own proposals, whole. */
  async suggest(): Promise<void> {
    if (!this.suggested.length) return;
    this.shownSuggestion = (this.shownSuggestion + 1) % this.suggested.length;
    const key = this.followed;
    const action = await spelled(this.table, this.suggested[this.shownSuggestion]!).catch(() => "");
    if (!action || key !== this.followed) return;
    this.read(action);
    if (this.shownSuggestion > 0) this.say();
  }

  /** Takes up what an action says. */
  private read(action: string): void {
    if (action.startsWith("lay")) this.piece = readLay(action);
    else if (action.startsWith("road")) {
      const numbers = readNumbers(action);
      this.road = [0, 2, 4].filter((i) => numbers.length > i + 1).map((i) => [numbers[i]!, numbers[i + 1]!]);
    } else if (action.startsWith("camp")) {
      const [x = 0, y = this.setup?.camp?.edge ?? 0] = readNumbers(action);
      this.camp = [x, y];
    } else if (action.startsWith("deploy") && this.corps) this.change(readDeploy(action, this.corps));
  }

  // Asking the game

  get verdict(): Verdict {
    return this.judge.verdict;
  }

  /** To be called in an effect: what is held has changed, so the game is asked as soon as the hand rests. */
  check(text: string): void {
    this.judge.check(text);
  }

  /** The next verdict is spoken, after keys and typed numbers. */
  say(): void {
    this.judge.say(() => this.where);
  }

  /** Where what is held is now, in words. */
  get where(): string {
    if (this.piece) return place([this.piece.x, this.piece.y]);
    if (this.camp) return place(this.camp);
    const middle = this.corps && this.draft ? middleOfFront(this.onlyMoving, this.corps) : null;
    return middle ? place(middle) : "";
  }

  private get onlyMoving(): Map<string, Pose> {
    return new Map(this.moving.map((id) => [id, this.draft!.poses.get(id)!]));
  }

  // Terrain, road, camp

  movePiece(to: Point, free = false): void {
    if (!this.piece) return;
    const [x, y] = toGrid(to);
    this.piece = { ...this.piece, x, y };
    if (free || this.task !== "lay") return;
    const [dx, dy] = snappedPiece(this.outline, this.borders);
    this.piece = { ...this.piece, x: this.piece.x + dx, y: this.piece.y + dy };
  }

  /** The lines that a piece is drawn to: its sector's, and the edges of the table. */
  private get borders(): { xs: number[]; ys: number[] } {
    const ends = this.setup?.areas.flat() ?? [];
    const [width, height] = this.facts.size;
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
    const camp = this.setup?.camp;
    if (!camp) return;
    const [x, y] = toGrid(this.onTable(to));
    // Only a fortified camp may leave its edge; the others slide along it, or along a coast when they are pulled far away.
    const away = Math.abs(y - camp.edge) > camp.depth;
    this.camp = [x, camp.kind === "fortified" || away ? y : camp.edge];
  }

  /** What is held goes by so much; for keys. */
  shift(dx: number, dy: number): void {
    if (this.corps) return this.nudge(dx, dy);
    if (this.piece) this.piece = { ...this.piece, x: this.piece.x + dx, y: this.piece.y + dy };
    else if (this.camp) this.camp = [this.camp[0] + dx, this.camp[1] + (this.setup?.camp?.kind === "fortified" ? dy : 0)];
    this.say();
  }

  private onTable([x, y]: Point): Point {
    const [width, height] = this.facts.size;
    return [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
  }

  // A corps

  /** A new arrangement; the one before can be had again. */
  change(draft: Draft, remember = true): void {
    if (remember && this.draft) this.past = [...this.past.slice(-40), this.draft];
    const leads = draft.leads || (this.corps ? central(draft.poses, this.corps) : "");
    this.draft = { ...draft, leads: this.corps?.included ?? leads };
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return speaker.warn(t("adlg_setup.nothing_to_undo"));
    this.past = this.past.slice(0, -1);
    this.draft = before;
    this.say();
  }

  form(formation: Formation): void {
    const { corps, setup } = this;
    if (!corps || !setup) return;
    const zone = this.zoneOf(false);
    const ys = zone.map(([, y]) => y);
    const [south, north] = [Math.min(...ys), Math.max(...ys)];
    const xs = zone.map(([x]) => x);
    const middle = (this.draft && middleOfFront(this.draft.poses, corps)) ?? [
      (Math.min(...xs) + Math.max(...xs)) / 2,
      corps.seat === 0 ? north : south,
    ];
    this.picked = new Set();
    this.change(formed(corps, formation, [Math.round(middle[0]), middle[1]], north - south));
    this.settleIn();
    this.say();
  }

  /** A wide formation is brought back between the borders of its zone. */
  private settleIn(): void {
    const { draft, corps } = this;
    if (!draft || !corps) return;
    const xs = this.zoneOf(false).map(([x]) => x);
    const held = corps.units.filter((unit) => draft.poses.has(unit.id)).map((unit) => draft.poses.get(unit.id)![0]);
    const [west, east] = [Math.min(...held) - 500, Math.max(...held) + 500];
    const [least, most] = [Math.min(...xs), Math.max(...xs)];
    const dx = west < least ? least - west : east > most ? most - east : 0;
    if (dx && east - west <= most - least) this.draft = { ...draft, poses: shifted(draft.poses, [...draft.poses.keys()], dx, 0) };
  }

  zoneOf(light: boolean): Point[] {
    const seat = this.setup?.seat ?? 0;
    return this.setup?.zones.find((zone) => zone.seat === seat && zone.light === light)?.polygon ?? [];
  }

  mirror(): void {
    if (!this.draft || !this.moving.length) return;
    this.change({ ...this.draft, poses: mirrored(this.draft.poses, this.moving) });
    this.say();
  }

  /** Moves those who are picked from where they were when they were taken up. */
  move(from: Draft, dx: number, dy: number, free = false): void {
    const { corps } = this;
    if (!corps) return;
    const moved = shifted(from.poses, this.moving, dx, dy);
    const shift = free ? { shift: [0, 0] as Point, lines: [] } : this.drawn(moved);
    this.guides = shift.lines;
    this.draft = { ...from, poses: shifted(moved, this.moving, shift.shift[0], shift.shift[1]) };
  }

  private drawn(poses: ReadonlyMap<string, Pose>): ReturnType<typeof snapped> {
    const corps = this.corps!;
    const own = new Set(this.moving);
    const base = (id: string): Base | null => {
      const unit = corps.units.find((one) => one.id === id);
      const pose = poses.get(id);
      return unit && pose ? { pose, width: unit.width, depth: unit.depth } : null;
    };
    const bases = (ids: string[]): Base[] => ids.map(base).filter((one): one is Base => one !== null);
    const still = bases(corps.units.map((unit) => unit.id).filter((id) => !own.has(id)));
    const others = this.facts.units.filter((unit) => unit.seat === corps.seat && unit.corps !== corps.corps && unit.pose);
    const zones = this.moving.map((id) => this.zoneOf(corps.units.find((unit) => unit.id === id)?.light ?? false));
    return snapped(bases(this.moving), [...still, ...others], zones);
  }

  /** Those who are picked go by so much; for keys. */
  nudge(dx: number, dy: number): void {
    if (!this.draft) return;
    this.change({ ...this.draft, poses: shifted(this.draft.poses, this.moving, dx, dy) });
    this.say();
  }

  /** One unit comes here: typed, or put down from among those who wait. */
  put(id: string, pose: Pose): void {
    const poses = new Map(this.draft?.poses ?? []);
    poses.set(id, pose);
    this.change({ poses, leads: this.draft?.leads ?? "" });
    this.say();
  }

  /** The next who waits comes to a place on the table. */
  putNext(place: Point): void {
    const next = this.missing[0];
    if (!next || !this.corps) return;
    const [x, y] = toGrid(place);
    this.put(next.id, [x, y, facing(this.corps.seat)]);
  }

  clear(): void {
    this.picked = new Set();
    this.change({ poses: new Map(), leads: "" });
  }

  lead(id: string): void {
    if (this.draft && this.corps && !this.corps.included) this.change({ ...this.draft, leads: id });
    this.say();
  }

  pick(id: string, add = false): void {
    const now = new Set(add ? this.picked : []);
    if (this.picked.has(id) && (add || this.picked.size === 1)) now.delete(id);
    else now.add(id);
    this.picked = now;
  }

  mark(id: string): void {
    const now = new Set(this.marks);
    if (!now.delete(id)) now.add(id);
    this.marks = now;
  }

  // Doing

  async send(): Promise<void> {
    const text = this.text;
    if (text) await this.table.act(text);
    else speaker.warn(t("adlg_setup.nothing_held"));
  }

  /** The corps stands: it is deployed as arranged, stakes and wagons too, and the other side goes on. */
  async finish(): Promise<void> {
    const { corps, text, marks } = this;
    if (!corps || !text) return;
    const able = (ability: string): string[] =>
      corps.units.filter((unit) => marks.has(unit.id) && unit.abilities.includes(ability)).map((unit) => unit.id);
    const [stakes, wagons] = [able("stakes"), able("battle_ready")];
    const words = [text, ...(stakes.length ? [`plant ${stakes.join("+")}`] : []), ...(wagons.length ? [`ready ${wagons.join("+")}`] : []), "done"];
    this.finishing = true;
    try {
      for (const action of words) if (!(await this.table.act(action))) return;
    } finally {
      this.finishing = false;
    }
  }
}

/** A place in words. */
export function place([x, y]: Point): string {
  return t("adlg_setup.place", { x: decimal(x), y: decimal(y) });
}

/** A place as two numbers, for lists that have little room; the words stay for those who hear them. */
export const shortPlace = ([x, y]: Point): string => `${decimal(x)} / ${decimal(y)}`;

/** Thousandths of a UD as people read them. */
export function decimal(value: number): string {
  return (Math.round(value / 10) / 100).toLocaleString(language.now);
}

const desks = new WeakMap<Table, Desk>();

/** Board and panel of one table share one desk. */
export function deskOf(table: Table): Desk {
  let desk = desks.get(table);
  if (!desk) desks.set(table, (desk = new Desk(table)));
  return desk;
}
