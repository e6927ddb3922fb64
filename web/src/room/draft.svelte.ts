// The action that a person puts together, whichever board it is for: the words so far, what may follow, what is aimed
// at and would come of it, what was refused. It knows no rules: the server tells all that can be chosen, mostly
// before anybody asks, and what is wanted before that waits in line for it.
import { refusalOf } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import type { AimsAnswer, Choice, ChoicesAnswer, Refusal, RefusedAim, Shape, Span } from "../lib/protocol";
import { sounds } from "../lib/sound.svelte";
import { speaker } from "../lib/speak.svelte";
import { Agenda, type Stage } from "./agenda.svelte";
import { actionOf, aimOf, alone, numberWord, within, type Aim } from "./aim";
import { Foresight, Missing, type Counsel, type Foreseen } from "./foresight";
import { Search, type Found } from "./search.svelte";

export class Draft {
  /** What was told of this position. */
  readonly foresight: Foresight;
  /** The words chosen so far, and what may follow. */
  words = $state.raw<string[]>([]);
  /** What an action can begin with; stays while it is put together. */
  first = $state.raw<Choice[]>([]);
  offers = $state.raw<Choice[]>([]);
  span = $state.raw<Span | null>(null);
  /** The number that was chosen of the span. */
  number = $state(0);
  aim = $state.raw<Aim | null>(null);
  /** All actions that lead to the place that is pointed to, the one that is aimed at among them. */
  ways = $state.raw<Aim[]>([]);
  /** An aim that was chosen once and waits for the second choice. */
  pinned = $state(false);
  hinted = $state.raw<{ action: string; words: string[]; plan?: Shape[] } | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Where something was tried in vain, with a number that grows. */
  refusedAt = $state.raw<{ cell: string; count: number } | null>(null);
  /** An action is on its way to the server. */
  sending = $state(false);

  private readonly agenda: Agenda;
  /** What was aimed at before another way was looked at. */
  private chosen = $state.raw<Aim | null>(null);
  private readonly search = new Search((found) => this.found(found));

  constructor(
    private readonly counsel: Counsel,
    private readonly stage: Stage,
  ) {
    this.foresight = new Foresight(counsel);
    this.agenda = new Agenda(stage, (refusal, cell) => this.refuse(refusal, cell));
  }

  /** Something that was wanted waits for the server. */
  get pending(): boolean {
    return this.agenda.pending;
  }

  /** What is aimed at is about a place before: the server has not answered for the last one yet. */
  get searching(): boolean {
    return this.search.going;
  }

  /** Does what a person wants as soon as what it needs is known, and never before what was wanted earlier. */
  soon(work: () => void, cell = "", name = ""): Promise<void> {
    return this.agenda.soon(work, cell, name);
  }

  // Choosing

  /** Looks at what can be done here; after every change of the view or of who may act. */
  async refresh(): Promise<void> {
    const { mayAct, animating } = this.stage;
    if (!mayAct || animating) {
      this.first = [];
      this.lay({});
      if (!this.stage.comes) this.agenda.carryOn();
      return;
    }
    const { words, foresight } = this;
    const { epoch } = foresight;
    const known = foresight.known([]);
    this.agenda.opening = !known;
    const following = foresight.ask(words).catch(() => null);
    const first = known ?? (await foresight.ask([]).catch(() => null));
    const lay = (told: ChoicesAnswer | null | undefined): void => {
      if (told && epoch === foresight.epoch && words === this.words && this.stage.mayAct) this.lay(told);
    };
    if (epoch !== foresight.epoch) return;
    this.agenda.opening = false;
    if (first && this.stage.mayAct) this.first = first.choices ?? [];
    lay(foresight.known(words));
    this.agenda.carryOn();
    lay(await following);
  }

  private lay(told: ChoicesAnswer): void {
    this.offers = told.choices ?? [];
    this.span = told.span ?? null;
  }

  offer(word: string): Choice | undefined {
    return this.offers.find((choice) => choice.text === word);
  }

  /** Offers that no cell of the board stands for, such as passing. */
  get wordOffers(): Choice[] {
    return this.offers.filter((choice) => !choice.cell);
  }

  /** Takes the next word, or plays what it spells. */
  choose(word: string, cell = ""): Promise<void> {
    return this.soon(() => {
      const words = [...this.words, word];
      const told = this.foresight.get(words);
      if (told.action !== undefined) return void this.take(word, cell);
      this.clearMarks();
      this.words = words;
      this.lay(told);
      this.lookAway();
    }, cell);
  }

  /** Goes back to so many words. */
  unchoose(length = Math.max(0, this.words.length - 1)): void {
    this.clearMarks();
    this.lookAway();
    if (this.words.length !== length) {
      this.words = this.words.slice(0, length);
      void this.refresh();
    }
  }

  /** Starts anew with another first word, as a click on another piece does. */
  restart(word: string, cell = ""): Promise<void> {
    return this.soon(() => {
      this.foresight.get([word]);
      this.words = [];
      void this.choose(word, cell);
    }, cell);
  }

  /** Looks at what a word would bring, without playing it. */
  async aimAt(word: string | null): Promise<Aim | null> {
    if (word === null) {
      if (!this.pinned) this.aim = null;
      return null;
    }
    if (this.aim?.word !== word) this.pinned = false;
    const words = [...this.words, word];
    const known = this.foresight.known(words);
    if (known) return (this.aim = aimOf(word, known));
    const bare = (this.aim = aimOf(word, {}));
    const told = await this.foresight.ask(words).catch(() => null);
    if (!told) return null;
    const aim = aimOf(word, told);
    if (this.aim === bare) this.aim = aim;
    return aim;
  }

  /** Plays what a word spells, or goes on with it. Own losses, or `twice`, are shown first and want a second choice. */
  take(word: string, cell = "", { sure = false, twice = false } = {}): Promise<void> {
    return this.soon(() => {
      const told = this.foresight.get([...this.words, word]);
      if (told.action === undefined) return void this.choose(word, cell);
      const chosen = sure || (this.pinned && this.aim?.word === word);
      this.aim = aimOf(word, told);
      if (chosen || !(this.aim.costs || twice)) return void this.act(told.action, cell);
      this.pinned = true;
      speaker.warn([...this.aim.words, t("room.sure")]);
    }, cell);
  }

  /** Shows an aim that waits for a second choice, as a tap does. */
  pin(word: string): Promise<void> {
    return this.soon(() => {
      this.aim = aimOf(word, this.foresight.get([...this.words, word]));
      this.pinned = true;
      speaker.say(this.aim.words);
    });
  }

  // Spelling and pointing, where a choice is looked at first and given after

  /**
   * Takes these words and all that follow without a choice, and aims at the action that they spell: that then waits
   * to be given. `number` is the first proposal where one is asked for.
   */
  spell(words: string[], number = (span: Span, _words: string[]): number => span.high): Promise<void> {
    return this.soon(
      () => {
        let [spelled, told] = [words, this.foresight.get(words)];
        for (let only = alone(told); only; only = alone(told)) {
          spelled = [...spelled, only];
          told = this.foresight.get(spelled);
        }
        this.settle(spelled, told, told.span ? number(told.span, spelled) : 0);
      },
      "",
      "spell",
    );
  }

  /** Goes on from what was spelled so far, with its number if it has one. */
  spellOn(word: string, number?: (span: Span, words: string[]) => number): Promise<void> {
    return this.soon(() => void this.spell([...this.spelled, word], number));
  }

  /** Another number of the span. */
  measure(value: number): Promise<void> {
    return this.soon(
      () => {
        if (this.span) this.settle(this.words, this.foresight.get(this.words), value);
      },
      "",
      "number",
    );
  }

  /** The words so far, and the number that stands for the next one. */
  get spelled(): string[] {
    return this.span ? [...this.words, numberWord(this.number, this.span.scale)] : this.words;
  }

  private settle(words: string[], told: ChoicesAnswer, wanted: number): void {
    const { span } = told;
    const number = span ? within(span, wanted) : 0;
    if (words === this.words) this.number = number; // a slider does not wait for what its number would bring
    const action = actionOf(words, told, number);
    const seen = action === null ? null : this.foresight.foresee(action);
    this.clearMarks();
    [this.words, this.number] = [words, number];
    this.lay(told);
    this.lookAway();
    if (action !== null && seen) this.show(action, seen);
  }

  /** Aims at a whole action, whether or not it is offered: it waits to be given, or it is said why it can't be. */
  propose(action: string): Promise<void> {
    return this.soon(() => this.show(action, this.foresight.foresee(action)));
  }

  private show(action: string, { preview, refused }: Foreseen): void {
    if (refused) return this.missed(refused);
    this.aim = aimOf(action, { ...preview, action });
    this.pinned = true;
    speaker.say(this.aim.words);
  }

  /** Begins with these words, whether or not something can follow them: that comes when it is known. */
  begin(words: string[]): void {
    this.drop();
    this.lead(words);
  }

  /**
   * Looks for what brings whom these words name to a place. What was found for a place before stays until then; what is
   * wanted after it waits for its answer.
   */
  point(words: string[], find: () => Promise<AimsAnswer>): void {
    this.agenda.clear();
    this.pinned = false;
    this.lead(words);
    this.search.for(find);
  }

  private lead(words: string[]): void {
    if (words.join(" ") === this.words.join(" ")) return;
    this.words = words;
    this.lay(this.foresight.known(words) ?? {});
    void this.refresh();
  }

  private found(told: Found): void {
    if (told.refused) return this.missed(told.refused);
    const { aims, short } = told as AimsAnswer;
    this.foresight.keep(aims);
    this.ways = aims.map((way) => ({ ...aimOf(way.action, way), snap: way.snap }));
    const [best] = this.ways;
    this.aim = best ? { ...best, short } : null;
  }

  private missed(refused: Refusal & { pose?: RefusedAim["pose"] }): void {
    if (refused.code === "superseded" || refused.code === "lost") return;
    this.aim = { ...aimOf("", {}), refused };
    [this.ways, this.pinned] = [[], false];
    speaker.warn(refused.words);
  }

  /** Where it was pointed to last is meant: as soon as what leads there is known, it waits for the second choice. */
  release(say: (aim: Aim) => string[]): Promise<void> {
    return this.soon(() => {
      this.awaitSearch();
      if (!this.aim?.action) return;
      this.pinned = true;
      speaker.say(say(this.aim));
    });
  }

  /** What is aimed at, whatever else is looked at meanwhile. */
  get kept(): Aim | null {
    return this.chosen ?? this.aim;
  }

  /** Looks at another of the ways, for as long as it is pointed to; null: back to the one that was chosen. */
  glance(way: Aim | null): void {
    if (way) {
      this.chosen ??= this.aim;
      this.aim = way;
    } else if (this.chosen) {
      this.aim = this.chosen;
      this.chosen = null;
    }
  }

  /** One of the ways to where it was pointed. */
  prefer(way: Aim): void {
    this.chosen = null;
    this.aim = way;
    this.pinned = true;
    speaker.say(way.words);
  }

  /** Plays what is aimed at, as soon as it is known. */
  async give(): Promise<boolean> {
    let given = Promise.resolve(false);
    await this.soon(() => {
      this.awaitSearch();
      if (this.kept?.action) given = this.act(this.kept.action);
    });
    return given;
  }

  private awaitSearch(): void {
    if (this.search.going) throw new Missing(() => this.search.over);
  }

  /** Nothing is aimed at any longer. */
  private lookAway(): void {
    this.chosen = null;
    this.aim = null;
    this.ways = [];
    this.pinned = false;
    this.search.stop();
  }

  /** Nothing of what waits or is put together is wanted any longer. */
  drop(): void {
    this.agenda.clear();
    this.lookAway();
    this.words = [];
    this.lay({ choices: this.first });
  }

  // Giving

  /** Plays a whole action. What it will bring is shown at once where that is known, and goes back if it is refused. */
  async act(action: string, cell = ""): Promise<boolean> {
    this.clearMarks();
    if (this.sending) return false;
    this.sending = true;
    const { epoch } = this.foresight;
    const given = this.counsel.act(action);
    const { events, scene, words = [] } = this.foresight.outcome(action) ?? {};
    const seat = this.stage.turn;
    if (events && seat) this.stage.foreshow({ version: 0, kind: "action", seat, text: action, words, events }, scene);
    try {
      await given;
      if (epoch === this.foresight.epoch) {
        this.hinted = null;
        this.unchoose(0);
      }
      return true;
    } catch (wrong) {
      this.refuse(refusalOf(wrong), cell);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** A cell that is no offer was chosen: the server says why not. */
  askWhyNot(word: string, cell = word): Promise<void> {
    return this.soon(() => void this.foresight.get([...this.words, word]), cell);
  }

  refuse(refusal: Refusal, cell = ""): void {
    if (refusal.code === "lost") return; // the note about the connection says it already
    this.refusal = refusal;
    if (cell) this.refusedAt = { cell, count: (this.refusedAt?.count ?? 0) + 1 };
    sounds.play("refused");
    speaker.warn(refusal.words);
  }

  clearMarks(): void {
    this.refusal = null;
    this.refusedAt = null;
  }

  /** Another position: nothing of what was told or wanted holds any longer. */
  forget(): void {
    this.foresight.forget();
    this.agenda.clear();
    this.agenda.opening = false;
    this.words = [];
    this.first = [];
    this.lay({});
    this.lookAway();
    this.hinted = null;
  }
}
