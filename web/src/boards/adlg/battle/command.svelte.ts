// Who is to be ordered and where to: what a battle adds to the draft of an action. Board and panel share one for each
// table. It asks the server and knows no rules.
import { t } from "../../../lib/i18n.svelte";
import type { Choice, Refusal, Span, View } from "../../../lib/protocol";
import { speaker } from "../../../lib/speak.svelte";
import type { Aim } from "../../../room/aim";
import type { Draft } from "../../../room/draft.svelte";
import type { Table } from "../../../room/table.svelte";
import { numberOf, readFacts, type FieldFacts, type Point, type Pose, type UnitFact } from "../table/reading";
import type { Overlay } from "../told";
import { proposalOf, type Proposal } from "./proposal";
import { Question } from "./question.svelte";
import { Closing } from "./closing.svelte";
import { inLine } from "./in_line";
import { SavedGroups } from "./saved_groups.svelte";
import { tryAll } from "./trying";
import { orderName } from "./naming";
import { corpsCalled } from "../called";
import { nearestEnemy } from "./words";

interface Want {
  place: Point;
  heading: number | null;
  target: string | null;
}

/** Somebody was dragged before their corps was in command: who, what shall be ordered then, and whether they were let
 * go. */
interface Early {
  who: string[];
  go: () => void;
  dropped: boolean;
}

/** Orders after which no die falls and nobody is asked: given by the drag itself, and taken back at once. */
const SURE = new Set(["advance", "slide", "wheel", "turn", "oblique", "pivot", "extend", "contract", "go", "join"]);
/** A charge that begins with a slide or a wheel is a charge. */
const isSure = (action: string): boolean => {
  const [, verb = "", ...rest] = action.split(" ");
  return SURE.has(verb) && !rest.includes("charge");
};
const STEPS = new Set(["advance", "wheel", "slide", "turn"]);

export class Command {
  selected = $state.raw<string[]>([]);
  /** The unit under the keyboard's focus. */
  focused = $state("");
  /** Groups that were kept under a number. */
  readonly saved = new SavedGroups();
  /** The briefing was read. */
  briefed = $state(false);
  /** The unit that was tapped last, of either side: what is known of it stands beside the orders. */
  inspected = $state("");
  /** Where the selected shall get. */
  want = $state.raw<Want | null>(null);
  /** What the battle asks, where it waits for an answer. */
  readonly question: Question;
  shapes = $state.raw<Overlay[]>([]);
  /** Ending the orders was asked although units can still act. */
  sure = $state(false);
  /** Corps that can be activated. */
  corps = $state.raw<Choice[]>([]);

  /** A drag was let go, and it is not known yet whether it gives its order by itself. */
  committing = $state(false);
  /** The last order was given by a drag: it can be taken back until something else happens. */
  given = $state("");
  /** The corps has nothing left to do and ends by itself, unless somebody wants it to stay. */
  readonly closing = new Closing(() => void this.finish());

  /** A grip of the selection is dragged, or what it means waits to be given. */
  shaping = $state(false);
  /** It is being asked who else may go along with the selected; a drag meanwhile means those who are lit. */
  widening = $state(false);
  /** What was dragged before its corps was in command. */
  private early: Early | null = null;
  private renewed: View | null = null;
  private serial = 0;
  /** The end of the orders waits for who can still act. */
  private ending = false;
  /** The selected are those who got the last order. */
  private served = false;

  constructor(readonly table: Table) {
    this.question = new Question(table);
  }

  get draft(): Draft {
    return this.table.draft;
  }

  get facts(): FieldFacts {
    return readFacts(this.table.view);
  }

  /** The seat that acts here, as a number: one's own, in a study whoever is to act; -1 for who only looks on. */
  get seat(): number {
    const { eye, mayAct, view } = this.table;
    const seat = eye === "observer" && mayAct ? view.turn : eye;
    return seat === "first" || seat === "second" ? numberOf(seat) : -1;
  }

  unit(id: string): UnitFact | undefined {
    return this.facts.units.find((unit) => unit.id === id);
  }

  get giving(): boolean {
    return this.table.mayAct && this.facts.stage === "orders";
  }

  /** Groups and units that can be ordered now, as they are offered. */
  get groups(): string[][] {
    return this.giving
      ? this.draft.first.filter((choice) => choice.text !== "done").map((choice) => choice.text.split("+"))
      : [];
  }

  /** How the server names the selected group, if it offers it. */
  get who(): string {
    const wanted = new Set(this.selected);
    const same = this.groups.find((group) => group.length === wanted.size && group.every((id) => wanted.has(id)));
    return (same ?? this.selected).join("+");
  }

  get able(): Set<string> {
    return new Set(this.groups.flat());
  }

  /** Units of the active corps that have not acted, could, and could be paid for. */
  get waiting(): string[] {
    const { points, free } = this.facts.command;
    if (!points && !free) return [];
    const corps = this.facts.commanders.find((one) => one.id === this.facts.command.corps);
    const can = new Set(this.shapes.filter((shape) => shape.kind === "acts" && shape.can).map((shape) => shape.unit));
    return this.facts.units
      .filter(
        (unit) =>
          unit.seat === corps?.seat &&
          unit.corps === corps?.corps &&
          can.has(unit.id) &&
          this.able.has(unit.id) &&
          !unit.done,
      )
      .map((unit) => unit.id);
  }

  // The order that is put together, as the draft has it

  /** Its words after who gets it. */
  get words(): string[] {
    return this.draft.words.slice(1);
  }

  /** An order is being put together. */
  get begun(): boolean {
    return this.words.length > 0 || this.draft.pending || this.want !== null;
  }

  get proposal(): Proposal | null {
    return proposalOf(this.draft.aim);
  }

  /** Other orders that lead to where it was dragged. */
  get others(): Aim[] {
    return this.draft.ways.filter((way) => way.action !== this.draft.kept?.action);
  }

  get refused(): (Refusal & { pose?: Pose | null }) | null {
    return this.draft.aim?.refused ?? null;
  }

  // After every change of the view

  async renew(): Promise<void> {
    // Offers may come later than the view that they belong to: an order that was begun meanwhile goes on.
    const begun = this.begun || this.sure || this.ending;
    if (this.renewed === this.table.view && this.giving && begun && !this.early) return;
    const fresh = this.renewed !== this.table.view;
    this.renewed = this.table.view;
    const serial = ++this.serial;
    this.selected = this.selected.filter((id) => this.unit(id) || this.facts.commanders.some((one) => one.id === id));
    if (!this.early) this.want = null;
    this.question.clear();
    this.corps = [];
    this.sure = false;
    const { table } = this;
    void this.loadShapes(serial);
    if (!table.mayAct || this.facts.setup) {
      if (!table.mayAct) this.selected = [];
      return;
    }
    const stage = this.facts.stage;
    if (stage !== "orders" && fresh) this.early = null;
    if (stage === "corps") {
      if (fresh) this.selected = [];
      const told = await this.draft.foresight.ask(["corps"]).catch(() => null);
      if (serial === this.serial) this.corps = told?.choices ?? [];
    } else if (stage === "orders") {
      this.letGo();
      this.begin();
      if (this.early && this.draft.first.length) this.follow(this.early);
    } else await this.question.gather();
  }

  /** The die of the corps has fallen: whoever was dragged before it goes there, with all who can go along. */
  private follow({ who, go, dropped }: Early): void {
    this.early = null;
    const along = this.groups.filter((group) => group.includes(who[0]!) && group.every((id) => who.includes(id)));
    this.selected = along.sort((a, b) => b.length - a.length)[0] ?? who;
    this.begin();
    go();
    if (dropped) this.commit();
  }

  /** Whoever has got an order stays chosen only where more may be done. */
  private letGo(): void {
    if (!this.served || !this.draft.first.length) return;
    this.served = false;
    this.selected = this.selected.filter((id) => this.able.has(id));
  }

  /** While something is shown nothing is asked. */
  quiet(): void {
    this.serial++;
    this.question.clear();
    this.corps = [];
    this.shapes = [];
    this.want = null;
    this.closing.stop();
    this.given = "";
    this.draft.drop();
  }

  private async loadShapes(serial: number): Promise<void> {
    const told = await this.table.overlays().catch(() => null);
    if (told && serial === this.serial) this.shapes = told.shapes as Overlay[];
  }

  // Selecting

  select(ids: string[], more = false): void {
    const wanted = more
      ? [...new Set([...this.selected, ...ids])].filter((id) => !(this.selected.includes(id) && ids.includes(id)))
      : ids;
    this.selected = wanted;
    this.served = this.widening = false;
    if (ids[0] && this.unit(ids[0])) this.focused = ids[0];
    this.draft.clearMarks();
    this.begin();
  }

  /** The largest group on offer that a unit belongs to; before its corps is in command, those who stand in line. */
  groupOf(id: string): string[] {
    const offered = this.groups.filter((group) => group.includes(id)).sort((a, b) => b.length - a.length)[0];
    const unit = this.unit(id);
    return offered ?? (unit && this.facts.stage === "corps" ? inLine(unit, this.facts.units) : [id]);
  }

  /** The commander whose corps a unit belongs to, if it can be activated now. */
  private ready(id: string): string {
    const unit = this.unit(id);
    const { facts } = this;
    const corps = facts.commanders.find((one) => one.seat === unit?.seat && one.corps === unit?.corps)?.id;
    const open = facts.stage === "corps" && unit?.seat === this.seat;
    return corps && open && !facts.command.done.includes(corps) ? corps : "";
  }

  /** Whether dragging this unit gives it an order: at once, or as soon as the die of its corps has fallen. */
  draggable(id: string): boolean {
    return this.giving || (this.table.mayAct && this.ready(id) !== "");
  }

  unselect(): void {
    this.select([]);
  }

  /** An order of the selected begins anew. */
  private begin(): void {
    this.want = null;
    this.shaping = false;
    if (this.selected.length && this.giving) this.draft.begin([this.who]);
    else this.draft.drop();
  }

  /** Esc: one step back, then nobody. */
  cancel(): boolean {
    if (this.sure) this.sure = false;
    else if (this.draft.aim || this.words.length || this.draft.pending) this.select(this.selected);
    else if (this.selected.length) this.unselect();
    else return false;
    return true;
  }

  // Orders in words

  /** Takes the next word of the order; a number's is its whole value. */
  say(word: string): void {
    this.want = null;
    this.shaping = false;
    void this.draft.spellOn(word, firstNumber);
  }

  /** Goes back to so many words. */
  unsay(length: number): void {
    if (length <= 0) this.select(this.selected);
    else void this.draft.spell([this.who, ...this.words.slice(0, length)], firstNumber);
  }

  /** The words with which an order begins anew; `number` where one follows. */
  order(words: string[], number = firstNumber): void {
    this.want = null;
    this.shaping = false;
    void this.draft.spell([this.who, ...words], number);
  }

  /** Shows a whole order as if it had been put together: who gets it, where it leads, what it brings. */
  show(action: string): void {
    const who = action.split(" ")[0]!.split("+");
    if (!this.giving || !who.every((id) => this.able.has(id) || this.unit(id))) return;
    this.selected = who;
    this.begin();
    void this.draft.propose(action);
  }

  /** A verb that is not open was chosen: the simplest order of its kind is tried, and the server says why not. */
  whyNot(verb: string): void {
    const unit = this.anchor;
    const enemy = unit ? nearestEnemy(unit, this.facts)?.enemy.id : "";
    const tries: Record<string, string> = {
      advance: "0.1",
      slide: "right 0.1",
      wheel: "right 5",
      turn: "back",
      charge: enemy ?? "",
    };
    this.begin();
    void this.draft.propose([this.who, verb, tries[verb] ?? ""].join(" ").trim());
  }

  /** What can follow the number: the end, or another step. */
  async more(): Promise<Choice[]> {
    if (!this.draft.span) return [];
    const told = await this.draft.foresight.ask(this.draft.spelled).catch(() => null);
    return (told?.choices ?? []).filter((choice) => STEPS.has(choice.text));
  }

  /** The units that are selected, the one that leads them first. */
  get chosen(): UnitFact[] {
    return this.who.split("+").flatMap((id) => this.unit(id) ?? []);
  }

  // Orders by place

  /** The unit by which a selection is moved: the first of the group. */
  get anchor(): UnitFact | undefined {
    return this.unit(this.who.split("+")[0]!);
  }

  /** Somebody shall get there, while it is dragged. */
  aim(place: Point, heading: number | null = this.want?.heading ?? null, target: string | null = null): void {
    this.want = { place, heading, target };
    this.shaping = false;
    this.given = "";
    if (!this.giving || this.early) return this.wish(() => this.aim(place, heading, target));
    const { who } = this;
    this.draft.point([who], () => this.table.aims(who.split("+"), [place[0], place[1]], heading, target));
  }

  /** What is wanted of a corps that is not in command yet: it is activated, and the order follows its die. */
  private wish(go: () => void): void {
    const corps = this.ready(this.selected[0] ?? "");
    if (this.early) this.early = { ...this.early, go };
    else if (corps) {
      this.early = { who: this.selected, go, dropped: false };
      void this.draft.act(`corps ${corps}`);
    }
  }

  /** What a grip means while it is dragged: orders without who gets them, the likeliest first. */
  shape(orders: string[]): void {
    this.want = null;
    this.shaping = true;
    this.given = "";
    if (!this.giving || this.early) return this.wish(() => this.shape(orders));
    const { who } = this;
    if (!orders.length) return this.select(this.selected);
    this.draft.point([who], () =>
      tryAll(
        orders.map((order) => `${who} ${order}`),
        this.draft.foresight,
      ),
    );
  }

  /** The same by keys and buttons: it waits for Enter or a second press. */
  propose(orders: string[]): void {
    this.shape(orders);
    void this.pin();
  }

  /** A drag is let go: what leaves nothing to chance is given, all else waits for the second click. */
  commit(): void {
    if (this.early) this.early = { ...this.early, dropped: true };
    if (!this.giving || this.early) return;
    this.committing = true;
    void this.pin().then(() => {
      this.committing = false;
      const action = this.draft.pinned ? this.proposal?.action : "";
      if (!action || !isSure(action)) return;
      const short = this.draft.aim?.short?.words;
      this.committing = true;
      void this.give().then(() => {
        this.committing = false;
        this.given = [orderName(action, this.facts), short].filter(Boolean).join(". ");
      });
    });
  }

  /** The pointer is lifted: the order to the last place waits for the second click. */
  pin(): Promise<void> {
    return this.draft.release(({ words, short }) => [
      ...words,
      ...(short ? [t("adlg_board.short", { why: short.words })] : []),
      t("adlg_board.confirm"),
    ]);
  }

  /** Somebody shall get there. */
  send(place: Point, heading: number | null, target: string | null): void {
    this.aim(place, heading, target);
    void this.pin();
  }

  /** The anchor's pose that is wanted now, or where it stands. */
  get wantedPose(): Pose | null {
    const end = this.anchor && this.proposal?.preview.ends?.[this.anchor.id];
    const from = this.anchor?.pose ?? this.facts.commanders.find((one) => one.id === this.selected[0])?.pose;
    if (!from) return null;
    if (this.want) return [...this.want.place, this.want.heading ?? end?.[2] ?? from[2]];
    return end ?? from;
  }

  // Giving

  /** The proposed order, or the one that is being asked about. */
  async give(): Promise<void> {
    await this.keeping(() => this.draft.give());
  }

  async act(action: string): Promise<void> {
    await this.keeping(() => this.draft.act(action));
  }

  /** News of an order come before its receipt and end the selection; whoever chose somebody since keeps that choice. */
  private async keeping(giving: () => Promise<boolean>): Promise<void> {
    const kept = this.selected;
    this.served = true;
    if (!(await giving())) this.served = false;
    else if (this.table.mayAct && !this.selected.length) {
      [this.selected, this.served] = [kept, true];
      this.letGo();
    }
  }

  /** Ends the orders of the corps, or the movement; asks first when units can still act. */
  async done(): Promise<void> {
    if (this.giving && !this.sure) {
      this.ending = true;
      const known = await this.knowWhoWaits();
      this.ending = false;
      if (!known) return;
      if (this.waiting.length) {
        this.sure = true;
        speaker.say(t("adlg_board.still", { count: this.waiting.length }));
        return;
      }
    }
    await this.finish();
  }

  /** Waits until it is told who of the corps can still act. The news of its last order may come meanwhile: then it is
   * asked again, of what stands now. False if the corps is no longer in command. */
  private async knowWhoWaits(): Promise<boolean> {
    const { corps } = this.facts.command;
    const { foresight } = this.draft;
    for (;;) {
      await this.table.settled;
      if (!this.giving || this.facts.command.corps !== corps) return false;
      const [serial, epoch] = [this.serial, foresight.epoch];
      await Promise.all([this.loadShapes(serial), foresight.ask([]).catch(() => null)]);
      if (serial === this.serial && epoch === foresight.epoch) return this.giving;
    }
  }

  /** Whether the corps in command can pay for nothing more. */
  get spent(): boolean {
    const { points, free } = this.facts.command;
    return this.giving && !points && !free;
  }

  /** Ends the orders of the corps without asking. */
  async finish(): Promise<void> {
    this.sure = false;
    this.given = "";
    this.closing.stop();
    this.unselect();
    const leader = this.facts.commanders.find((one) => one.id === this.facts.command.corps);
    // Where no die fell it can still be taken back.
    if ((await this.draft.act("done")) && leader && this.facts.stage === "corps" && this.table.mayAct)
      this.given = t("adlg_hands.told.ended", { who: corpsCalled(leader.seat, leader.corps) });
  }
}

/** A first proposal for a wheel or a slide is a third of what is allowed, for anything else all of it. */
function firstNumber(span: Span, words: string[]): number {
  const sideways = words.at(-1) === "left" || words.at(-1) === "right";
  const third = Math.round((span.high - span.low) / 3 / span.step) * span.step;
  return sideways ? Math.min(span.high, span.low + third) : span.high;
}
