// What a person is about to order: who is selected, the words of an order so far, where it is dragged, and what it
// would bring. Board and panel share one for each table. It asks the server and knows no rules.
import { refusalOf } from "../../../lib/api";
import { t } from "../../../lib/i18n.svelte";
import type { AimOffer, Choice, Refusal, Span, View } from "../../../lib/protocol";
import { speaker } from "../../../lib/speak.svelte";
import type { Table } from "../../../room/table.svelte";
import { numberOf, readFacts, type FieldFacts, type Point, type Pose, type UnitFact } from "../table/reading";
import type { Overlay } from "../told";
import type { Preview, Proposal } from "./proposal";
import { Question } from "./question.svelte";
import { nearestEnemy, numberWord } from "./words";

interface Want {
  place: Point;
  heading: number | null;
  target: string | null;
}

const STEPS = new Set(["advance", "wheel", "slide", "turn"]);

export class Command {
  selected = $state.raw<string[]>([]);
  /** The unit under the keyboard's focus. */
  focused = $state("");
  /** Words of the order after who gets it. */
  words = $state.raw<string[]>([]);
  offers = $state.raw<Choice[]>([]);
  span = $state.raw<Span | null>(null);
  number = $state(0);
  proposal = $state.raw<Proposal | null>(null);
  /** Other orders that lead to where it was dragged. */
  others = $state.raw<Proposal[]>([]);
  refused = $state.raw<(Refusal & { pose?: Pose | null }) | null>(null);
  /** Why the proposed order ends before the place that was pointed to. */
  short = $state.raw<Refusal | null>(null);
  /** Released: waits for the second click. */
  pinned = $state(false);
  dragging = $state(false);
  want = $state.raw<Want | null>(null);
  /** What the battle asks, where it waits for an answer. */
  readonly question: Question;
  shapes = $state.raw<Overlay[]>([]);
  /** Ending the orders was asked although units can still act. */
  sure = $state(false);
  /** Corps that can be activated. */
  corps = $state.raw<Choice[]>([]);

  /** The proposal or refusal is about the place before: the server has not answered for the last one yet. */
  asking = $state(false);

  private renewed: View | null = null;
  private serial = 0;
  private wishes = 0;
  /** Counts the orders in words that were begun or gone on with. */
  private sentences = 0;
  /** The last of them waits for what can follow. */
  private following = false;
  /** The end of the orders waits for who can still act. */
  private ending = false;
  private pending: Want | null = null;

  constructor(readonly table: Table) {
    this.question = new Question(table);
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
      ? this.table.draft.first.filter((choice) => choice.text !== "done").map((choice) => choice.text.split("+"))
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

  /** Units of the active corps that can still act. */
  get waiting(): string[] {
    const corps = this.facts.commanders.find((one) => one.id === this.facts.command.corps);
    const can = new Set(this.shapes.filter((shape) => shape.kind === "acts" && shape.can).map((shape) => shape.unit));
    return this.facts.units
      .filter((unit) => unit.seat === corps?.seat && unit.corps === corps?.corps && can.has(unit.id))
      .map((unit) => unit.id);
  }

  // After every change of the view

  async renew(): Promise<void> {
    // Offers may come later than the view that they belong to: an order that was begun meanwhile goes on.
    if (
      this.renewed === this.table.view &&
      this.giving &&
      (this.words.length || this.following || this.want || this.sure || this.ending)
    )
      return;
    this.renewed = this.table.view;
    const serial = ++this.serial;
    this.selected = this.selected.filter((id) => this.unit(id) || this.facts.commanders.some((one) => one.id === id));
    this.drop();
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
    if (stage === "corps") {
      this.selected = [];
      const told = await table.draft.ask(["corps"]).catch(() => null);
      if (serial === this.serial) this.corps = told?.choices ?? [];
    } else if (stage === "orders") {
      if (this.selected.length) await this.begin();
    } else await this.question.gather();
  }

  /** While something is shown nothing is asked. */
  quiet(): void {
    this.serial++;
    this.question.clear();
    this.corps = [];
    this.shapes = [];
    this.drop();
  }

  private async loadShapes(serial: number): Promise<void> {
    const told = await this.table.overlays().catch(() => null);
    if (told && serial === this.serial) this.shapes = told.shapes as Overlay[];
  }

  // Selecting

  async select(ids: string[], more = false): Promise<void> {
    const wanted = more
      ? [...new Set([...this.selected, ...ids])].filter((id) => !(this.selected.includes(id) && ids.includes(id)))
      : ids;
    this.selected = wanted;
    if (ids[0] && this.unit(ids[0])) this.focused = ids[0];
    this.drop();
    this.table.draft.clearMarks();
    await this.begin();
  }

  /** The largest group on offer that a unit belongs to. */
  groupOf(id: string): string[] {
    return this.groups.filter((group) => group.includes(id)).sort((a, b) => b.length - a.length)[0] ?? [id];
  }

  unselect(): void {
    this.selected = [];
    this.drop();
  }

  /** Forgets the order that is being put together. */
  drop(): void {
    this.sentences++;
    this.following = false;
    this.words = [];
    this.offers = [];
    this.span = null;
    this.clear();
    this.want = null;
    this.dragging = false;
  }

  private clear(): void {
    this.wishes++;
    this.proposal = null;
    this.others = [];
    this.refused = null;
    this.short = null;
    this.pinned = false;
  }

  /** Esc: one step back, then nobody. */
  cancel(): boolean {
    if (this.sure) this.sure = false;
    else if (this.proposal || this.refused || this.words.length) void this.select(this.selected);
    else if (this.selected.length) this.unselect();
    else return false;
    return true;
  }

  // Orders in words

  private async begin(): Promise<void> {
    if (!this.selected.length || !this.giving) return;
    const who = this.who;
    try {
      const told = await this.table.draft.ask([who]);
      if (this.who === who && !this.words.length) this.offers = told.choices ?? [];
    } catch {
      if (this.who === who && !this.words.length) this.offers = [];
    }
  }

  /**
   * Takes the next word of the order; a number's is its whole value. False where something else was ordered meanwhile.
   */
  async say(word: string): Promise<boolean> {
    const before = this.span ? [...this.words, numberWord(this.number, this.span.scale)] : this.words;
    return this.follow([...before, word]);
  }

  /** Goes back to so many words. */
  async unsay(length: number): Promise<void> {
    if (length <= 0) return void (await this.select(this.selected));
    await this.follow(this.words.slice(0, length));
  }

  /** The verb with which an order begins anew. False where something else was ordered meanwhile. */
  async verb(word: string): Promise<boolean> {
    return this.follow([word]);
  }

  /** A verb that is not open was chosen: the simplest order of its kind is tried, and the server says why not. */
  async whyNot(verb: string): Promise<void> {
    const unit = this.anchor;
    const enemy = unit ? nearestEnemy(unit, this.facts)?.enemy.id : "";
    const tries: Record<string, string> = {
      advance: "0.1",
      slide: "right 0.1",
      wheel: "right 5",
      turn: "back",
      charge: enemy ?? "",
    };
    this.drop();
    const sentence = this.sentences;
    await this.begin();
    if (sentence === this.sentences) await this.propose([this.who, verb, tries[verb] ?? ""].join(" ").trim(), true);
  }

  /** What can follow these words. Answers may come late: only the last order that was asked about goes on. */
  private async follow(words: string[]): Promise<boolean> {
    const who = this.who;
    const sentence = ++this.sentences;
    this.following = true;
    this.want = null;
    this.clear();
    try {
      const told = await this.table.draft.ask([who, ...words]);
      if (sentence !== this.sentences) return false;
      this.following = false;
      this.words = words;
      this.offers = told.choices ?? [];
      this.span = told.span ?? null;
      if (told.action !== undefined) await this.propose(told.action, true);
      else if (told.span)
        await this.measure(
          words.at(-1) === "left" || words.at(-1) === "right"
            ? Math.min(told.span.high, told.span.low + middling(told.span))
            : told.span.high,
        );
      else if (this.offers.some((offer) => offer.text === ".")) await this.propose([who, ...words].join(" "), true);
      else if (this.offers.length === 1) return this.say(this.offers[0]!.text);
    } catch (wrong) {
      if (sentence !== this.sentences) return false;
      this.following = false;
      this.refuse(refusalOf(wrong));
    }
    return sentence === this.sentences;
  }

  /** Sets the number of the order. */
  async measure(value: number): Promise<void> {
    const span = this.span;
    if (!span) return;
    const step = span.step || 1;
    this.number = Math.min(span.high, Math.max(span.low, Math.round(value / step) * step));
    await this.propose([this.who, ...this.words, numberWord(this.number, span.scale)].join(" "), true);
  }

  /** What can follow the number: the end, or another step. */
  async more(): Promise<Choice[]> {
    if (!this.span) return [];
    const told = await this.table.draft
      .ask([this.who, ...this.words, numberWord(this.number, this.span.scale)])
      .catch(() => null);
    return (told?.choices ?? []).filter((choice) => STEPS.has(choice.text));
  }

  /** Shows what an order would bring. */
  private async propose(action: string, pinned: boolean): Promise<void> {
    // Answers may come in another order than they were asked for: only the last one counts.
    const wish = ++this.wishes;
    try {
      const seen = await this.table.draft.previewOf(action);
      if (wish !== this.wishes) return;
      this.others = [];
      this.refused = null;
      this.short = null;
      this.proposal = { action, preview: seen.preview as Preview, words: seen.words, snap: "" };
      this.pinned = pinned;
      speaker.say(seen.words);
    } catch (wrong) {
      if (wish === this.wishes) this.refuse(refusalOf(wrong));
    }
  }

  private refuse(refusal: Refusal, pose: Pose | null = null): void {
    if (refusal.code === "superseded" || refusal.code === "lost") return;
    this.proposal = null;
    this.others = [];
    this.pinned = false;
    this.short = null;
    this.refused = { ...refusal, pose };
    speaker.warn(refusal.words);
  }

  // Orders by place

  /** The unit by which a selection is moved: the first of the group. */
  get anchor(): UnitFact | undefined {
    return this.unit(this.who.split("+")[0]!);
  }

  /** Somebody shall get there; only the last place matters while it is dragged. */
  aim(place: Point, heading: number | null = this.want?.heading ?? null, target: string | null = null): void {
    this.wishes++;
    this.sentences++;
    this.following = false;
    this.want = { place, heading, target };
    this.words = [];
    this.span = null;
    this.pinned = false;
    this.pending = this.want;
    void this.ask();
  }

  /** The anchor's pose that is wanted now, or where it stands. */
  get wantedPose(): Pose | null {
    const end = this.anchor && this.proposal?.preview.ends?.[this.anchor.id];
    const from = this.anchor?.pose ?? this.facts.commanders.find((one) => one.id === this.selected[0])?.pose;
    if (!from) return null;
    if (this.want) return [...this.want.place, this.want.heading ?? end?.[2] ?? from[2]];
    return end ?? from;
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.pending) {
        const { place, heading, target } = this.pending;
        this.pending = null;
        const who = this.who.split("+");
        const serial = this.serial;
        try {
          const told = await this.table.aims(who, [place[0], place[1]], heading, target);
          if (serial !== this.serial || !this.want) continue;
          if (told.refused) this.refuse(told.refused, told.refused.pose);
          else this.offered(told.aims, told.short);
        } catch (wrong) {
          if (serial === this.serial && this.want) this.refuse(refusalOf(wrong));
        }
      }
    } finally {
      this.asking = false;
    }
    if (!this.dragging && this.want) this.pin();
  }

  private offered(aims: AimOffer[], short: Refusal | null): void {
    const found = aims.map((aim) => ({
      action: aim.action,
      preview: aim.preview as Preview,
      words: aim.words,
      snap: aim.snap,
    }));
    this.refused = null;
    this.short = short;
    this.proposal = found[0] ?? null;
    this.others = found;
  }

  /** The pointer is lifted: as soon as the proposal is that of the last place, it waits for the second click. */
  pin(): void {
    this.dragging = false;
    if (this.asking || !this.proposal) return;
    this.pinned = true;
    const short = this.short ? [t("adlg_board.short", { why: this.short.words })] : [];
    speaker.say([...this.proposal.words, ...short, t("adlg_board.confirm")]);
  }

  prefer(proposal: Proposal): void {
    this.proposal = proposal;
    this.short = null;
    this.pinned = true;
    speaker.say(proposal.words);
  }

  // Giving

  async give(): Promise<void> {
    const action = this.proposal?.action;
    if (!action) return;
    await this.act(action);
  }

  async act(action: string): Promise<void> {
    const kept = this.selected;
    // News of the order come before its receipt, and end the selection; whoever chose somebody since keeps that choice.
    if ((await this.table.draft.act(action)) && !this.selected.length) this.selected = kept;
  }

  /** Ends the orders of the corps, or the movement; asks first when units can still act. */
  async done(): Promise<void> {
    const serial = this.serial;
    // Who can still act is told with the shapes, which may be on their way.
    if (this.giving && !this.sure) {
      this.ending = true;
      await this.loadShapes(serial);
      this.ending = false;
    }
    if (serial !== this.serial) return;
    if (this.giving && this.waiting.length && !this.sure) {
      this.sure = true;
      speaker.say(t("adlg_board.still", { count: this.waiting.length }));
      return;
    }
    this.sure = false;
    this.unselect();
    await this.table.draft.act("done");
  }
}

/** A first proposal for a wheel or a slide: a third of what is allowed. */
function middling(span: Span): number {
  const third = (span.high - span.low) / 3;
  return Math.round(third / span.step) * span.step;
}
