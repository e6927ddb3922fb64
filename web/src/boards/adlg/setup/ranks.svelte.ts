// The corps that is being deployed: where each unit would stand, who leads, who is picked, and every way to rearrange
// them.
import { t } from "../../../lib/i18n.svelte";
import { speaker } from "../../../lib/speak.svelte";
import { corners, type Point, type Pose } from "../table/reading";
import { central, formed, middleOfFront, mirrored, shifted, type Formation } from "./formations";
import { deployText, facing, type Draft, type WaitingCorps, type WaitingUnit } from "./reading";
import { snapped, toGrid, type Base } from "./snapping";
import type { Workplace } from "./workplace";

export class Ranks {
  draft = $state.raw<Draft | null>(null);
  /** Units that are moved together; none: the whole corps. */
  picked = $state.raw<ReadonlySet<string>>(new Set());
  /** Stakes to plant and wagons to make ready with this corps. */
  marks = $state.raw<ReadonlySet<string>>(new Set());
  /** Lines that the hand was drawn to. */
  guides = $state.raw<{ x?: number; y?: number }[]>([]);
  private past = $state.raw<Draft[]>([]);

  constructor(private readonly desk: Workplace) {}

  drop(): void {
    this.draft = null;
    this.picked = new Set();
    this.marks = new Set();
    this.past = [];
    this.guides = [];
  }

  private get corps(): WaitingCorps | null {
    return this.desk.corps;
  }

  /** Takes up the corps as it stands on the table, if it does. */
  takeUp(): void {
    const { corps, facts } = this.desk;
    if (!corps) return;
    const standing = new Map(
      facts.units
        .filter((unit) => unit.corps === corps.corps && unit.seat === corps.seat)
        .map((unit) => [unit.id, unit.pose]),
    );
    if (!standing.size) return;
    const leads = facts.commanders.find((one) => one.id === corps.id)?.unit ?? "";
    this.draft = { poses: standing, leads: leads || corps.included || "" };
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

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  /** The action that this arrangement spells; nothing while nobody stands. */
  get text(): string {
    return this.draft?.poses.size && this.corps ? deployText(this.draft, this.corps) : "";
  }

  /** What is said after it: stakes that are planted, wagons that are made ready. */
  get readied(): string[] {
    const able = (ability: string): string[] =>
      (this.corps?.units ?? [])
        .filter((unit) => this.marks.has(unit.id) && unit.abilities.includes(ability))
        .map((unit) => unit.id);
    const [stakes, wagons] = [able("stakes"), able("battle_ready")];
    return [
      ...(stakes.length ? [`plant ${stakes.join("+")}`] : []),
      ...(wagons.length ? [`ready ${wagons.join("+")}`] : []),
    ];
  }

  /** The middle of those who are moved. */
  get middle(): Point | null {
    const { corps, draft } = this;
    return corps && draft ? middleOfFront(new Map(this.moving.map((id) => [id, draft.poses.get(id)!])), corps) : null;
  }

  /** Who is drawn outside of their zone. */
  get outside(): string[] {
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

  private zoneOf(light: boolean): Point[] {
    const { setup } = this.desk;
    const seat = setup?.seat ?? 0;
    return setup?.zones.find((zone) => zone.seat === seat && zone.light === light)?.polygon ?? [];
  }

  // Arranging

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
    this.desk.say();
  }

  form(formation: Formation): void {
    const { corps } = this;
    if (!corps) return;
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
    this.desk.say();
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
    if (dx && east - west <= most - least)
      this.draft = { ...draft, poses: shifted(draft.poses, [...draft.poses.keys()], dx, 0) };
  }

  mirror(): void {
    if (!this.draft || !this.moving.length) return;
    this.change({ ...this.draft, poses: mirrored(this.draft.poses, this.moving) });
    this.desk.say();
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
    const others = this.desk.facts.units.filter(
      (unit) => unit.seat === corps.seat && unit.corps !== corps.corps && unit.pose,
    );
    const zones = this.moving.map((id) => this.zoneOf(corps.units.find((unit) => unit.id === id)?.light ?? false));
    return snapped(bases(this.moving), [...still, ...others], zones);
  }

  /** Those who are picked go by so much; for keys. */
  nudge(dx: number, dy: number): void {
    if (!this.draft) return;
    this.change({ ...this.draft, poses: shifted(this.draft.poses, this.moving, dx, dy) });
    this.desk.say();
  }

  /** One unit comes here: typed, or put down from among those who wait. */
  put(id: string, pose: Pose): void {
    const poses = new Map(this.draft?.poses ?? []);
    poses.set(id, pose);
    this.change({ poses, leads: this.draft?.leads ?? "" });
    this.desk.say();
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
    this.desk.say();
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
}
