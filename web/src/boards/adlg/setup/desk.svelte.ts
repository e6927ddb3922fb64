// What a person holds and arranges while a table is set up: a piece of terrain, a road, a camp, a whole corps. It speaks to
// the table in words of an action and asks the game about each before it is done; board and panel show the same desk.
import { refusalOf } from "../../../lib/api";
import { language, t } from "../../../lib/i18n.svelte";
import type { Refusal } from "../../../lib/protocol";
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
import { snapped, snappedPiece, toGrid, type Base } from "./snapping";

/** What the game says of what is held: it fits, or why not, with its rule. */
export interface Verdict {
  state: "asking" | "fits" | "refused" | "unfinished";
  words: string;
  rule: string;
}

const NOTHING: Verdict = { state: "asking", words: "", rule: "" };
/** Milliseconds that a hand rests before the game is asked. */
const REST = 110;
const SIZES = ["small", "medium", "large"];
const TURN = 1500;

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
  verdict = $state.raw<Verdict>(NOTHING);
  /** Lines that the hand was drawn to. */
  guides = $state.raw<{ x?: number; y?: number }[]>([]);
  dragging = $state(false);
  /** The piece that is meant to be altered. */
  lot = $state("");
  /** Ways in which the game would do it. */
  private suggested = $state.raw<string[]>([]);
  private shownSuggestion = $state(-1);
  private past = $state.raw<Draft[]>([]);
  private followed = "";
  private timer = 0;
  private asked = 0;
  private speaks = false;

  constructor(readonly table: Table) {}

  // A desk outlives the board and the panel that show it, so everything that follows from something is worked out when asked.

  get facts(): FieldFacts {
    return readFacts(this.table.view);
  }

  get setup(): SetupFacts | undefined {
    return this.facts.setup as unknown as SetupFacts | undefined;
  }

  get mine(): boolean {
    return this.table.mayAct && !this.table.animating;
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
    this.verdict = NOTHING;
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
    const found = await this.branches(verb).catch(() => []);
    if (key !== this.followed) return;
    this.suggested = found;
    if (!this.draft) await this.suggest();
  }

  /** The first words of what the game proposes. */
  private async branches(verb: string): Promise<string[]> {
    const answer = await this.table.choicesOf([]);
    if (!answer.choices?.some((choice) => choice.text === verb)) return [];
    return (await this.table.choicesOf([verb])).choices?.map((choice) => `${verb} ${choice.text}`) ?? [];
  }

  /** The next of the game's own proposals, whole. */
  async suggest(): Promise<void> {
    if (!this.suggested.length) return;
    this.shownSuggestion = (this.shownSuggestion + 1) % this.suggested.length;
    const key = this.followed;
    const action = await this.spelled(this.suggested[this.shownSuggestion]!).catch(() => "");
    if (!action || key !== this.followed) return;
    this.read(action);
    if (this.shownSuggestion > 0) this.say();
  }

  private async spelled(begun: string): Promise<string> {
    let words = begun.split(" ");
    for (let most = 60; most; most--) {
      const answer = await this.table.choicesOf(words);
      if (answer.action !== undefined) return answer.action;
      const next = answer.choices?.[0]?.text;
      if (!next) return "";
      words = [...words, next];
    }
    return "";
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

  /** To be called in an effect: what is held has changed, so the game is asked as soon as the hand rests. */
  check(text: string): void {
    clearTimeout(this.timer);
    const number = ++this.asked;
    if (!text) {
      this.verdict = NOTHING;
      return;
    }
    this.timer = window.setTimeout(() => {
      void this.table.previewOf(text).then(
        ({ preview }) => this.judge(number, preview),
        (failed: unknown) => this.refused(number, refusalOf(failed)),
      );
    }, REST);
  }

  private judge(number: number, preview: Record<string, unknown>): void {
    if (number !== this.asked) return;
    const then = preview.then as { rule: string; words: Record<string, string> } | undefined;
    this.verdict = then
      ? { state: "unfinished", words: then.words[language.now] ?? "", rule: then.rule }
      : { state: "fits", words: t("adlg_setup.fits"), rule: "" };
    this.tell();
  }

  private refused(number: number, refusal: Refusal): void {
    if (number !== this.asked || refusal.code === "lost") return;
    this.verdict = { state: "refused", words: refusal.words, rule: refusal.rule ?? "" };
    this.tell();
  }

  /** The next verdict is spoken, after keys and typed numbers. */
  say(): void {
    this.speaks = true;
  }

  private tell(): void {
    if (!this.speaks) return;
    this.speaks = false;
    speaker.say([this.where, this.verdict.words].filter(Boolean));
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
    if (!before) return;
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
  }

  /** The corps stands: it is deployed as arranged, stakes and wagons too, and the other side goes on. */
  async finish(): Promise<void> {
    const { corps, text, marks } = this;
    if (!corps || !text) return;
    const able = (ability: string): string[] =>
      corps.units.filter((unit) => marks.has(unit.id) && unit.abilities.includes(ability)).map((unit) => unit.id);
    const [stakes, wagons] = [able("stakes"), able("battle_ready")];
    const words = [text, ...(stakes.length ? [`plant ${stakes.join("+")}`] : []), ...(wagons.length ? [`ready ${wagons.join("+")}`] : []), "done"];
    for (const action of words) if (!(await this.table.act(action))) return;
  }

  // Keys on the table

  /** True if a key was meant for what is held. */
  key(event: KeyboardEvent, up: 1 | -1): boolean {
    const steps: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[event.key];
    if (step && this.text + (this.task === "alter" ? "x" : "")) {
      const far = (event.shiftKey ? 1000 : event.ctrlKey ? 50 : 250) * up;
      this.shift(step[0] * far, step[1] * far);
      return true;
    }
    if (this.piece && ["[", "]"].includes(event.key)) {
      this.turnPiece(event.key === "[" ? -TURN : TURN);
      this.say();
      return true;
    }
    if (this.piece && this.task === "lay" && event.key === "s") {
      this.setPiece({ size: SIZES[(SIZES.indexOf(this.piece.size) + 1) % SIZES.length]! });
      this.say();
      return true;
    }
    if (this.corps) return this.keyOfCorps(event.key);
    if (event.key === "Enter" && this.text) return (void this.send(), true);
    return false;
  }

  private shift(dx: number, dy: number): void {
    if (this.corps) return this.nudge(dx, dy);
    if (this.piece) this.piece = { ...this.piece, x: this.piece.x + dx, y: this.piece.y + dy };
    else if (this.camp) this.camp = [this.camp[0] + dx, this.camp[1] + (this.setup?.camp?.kind === "fortified" ? dy : 0)];
    this.say();
  }

  private keyOfCorps(key: string): boolean {
    const ids = this.corps!.units.map((unit) => unit.id);
    const at = ids.findIndex((id) => this.picked.has(id));
    const keys: Record<string, () => void> = {
      n: () => this.hold(ids[(at + 1) % ids.length]!),
      p: () => this.hold(ids[(at + ids.length - (at < 0 ? 0 : 1)) % ids.length] ?? ids.at(-1)!),
      m: () => this.mirror(),
      Escape: () => (this.picked = new Set()),
      Backspace: () => this.undo(),
      Enter: () => void this.finish(),
    };
    const does = keys[key];
    if (!does || (key === "Backspace" && !this.canUndo) || (key === "Escape" && !this.picked.size)) return false;
    does();
    return true;
  }

  private hold(id: string): void {
    this.picked = new Set([id]);
    const unit = this.corps?.units.find((one) => one.id === id);
    const pose = this.draft?.poses.get(id);
    speaker.say(`${id}, ${unit?.name[language.now] ?? ""}. ${pose ? place([pose[0], pose[1]]) : t("adlg_setup.waits_for_place")}`);
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
