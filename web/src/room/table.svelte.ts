// What a board and the panel beside it share: the view that is shown, the action that is being put together, what is
// aimed at, and the steps that are played one after the other. It knows no rules and no game; rooms, studies and
// lessons own one.
import { refusalOf } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { lessMotion } from "../lib/motion";
import type {
  AimsAnswer,
  Choice,
  ChoicesAnswer,
  Entry,
  Eye,
  OverlaysAnswer,
  PreviewAnswer,
  Refusal,
  Span,
  View,
} from "../lib/protocol";
import { sounds } from "../lib/sound.svelte";
import { speaker } from "../lib/speak.svelte";

/** A place on a table without cells, in the measures of the game. */
export type Spot = [x: number, y: number];

/** Who answers the questions of a board: a room over its socket, or a study over HTTP. */
export interface Answers {
  choices(prefix: string[]): Promise<ChoicesAnswer>;
  preview(action: string): Promise<PreviewAnswer>;
  /** Who shall come where: the place of the first of them, how it faces, whom it meets. */
  aims(who: string[], place: Spot, heading: number | null, target: string | null): Promise<AimsAnswer>;
  overlays(): Promise<OverlaysAnswer>;
  act(action: string): Promise<void>;
}

/** One entry of the record to be shown: from one view to the next. */
export interface Step {
  from: View;
  entry: Entry;
  to: View;
}

/** Shows a step; resolves when it is over, and at once when the signal says so. */
export type Animator = (step: Step, signal: AbortSignal) => Promise<void>;

export interface Aim {
  word: string;
  /** Known once the words spell an action. */
  action: string | null;
  preview: Record<string, unknown> | null;
  words: string[];
  /** The preview tells of own losses: said first, and played only when chosen again. */
  costs: boolean;
}

export class Table {
  /** What is shown now; during a step what it started from. */
  view = $state.raw<View>() as View;
  /** The entry that led to `view`, for marks of the last move. */
  last = $state.raw<Entry | null>(null);
  /** After a jump: the action before `last`, if that is only a chance that fell since. */
  turn = $state.raw<Entry | null>(null);
  step = $state.raw<Step | null>(null);
  eye = $state<Eye>("observer");
  flipped = $state(false);
  /** May the person at this screen act in the view that is shown? */
  mayAct = $state(false);

  /** The words chosen so far, and what may follow. */
  prefix = $state.raw<string[]>([]);
  /** What an action can begin with; stays while it is put together. */
  first = $state.raw<Choice[]>([]);
  offers = $state.raw<Choice[]>([]);
  span = $state.raw<Span | null>(null);
  aim = $state.raw<Aim | null>(null);
  /** An aim that was chosen once and waits for the second choice. */
  pinned = $state(false);
  hinted = $state.raw<{ action: string; words: string[] } | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Where something was tried in vain, with a number that grows. */
  refusedAt = $state.raw<{ cell: string; count: number } | null>(null);
  /** An action is on its way to the server. */
  sending = $state(false);

  animator: Animator | null = null;
  private queue: Step[] = [];
  private stopper: AbortController | null = null;
  private running: Promise<void> | null = null;
  private readonly known = new Map<string, Promise<ChoicesAnswer>>();
  private readonly foreseen = new Map<string, Promise<PreviewAnswer>>();
  private drawn: Promise<OverlaysAnswer> | null = null;
  private serial = 0;
  private aiming: Promise<Aim | null> | null = null;

  constructor(
    private readonly answers: Answers,
    view?: View,
  ) {
    if (view) this.view = view;
  }

  get animating(): boolean {
    return this.step !== null;
  }

  // Showing

  /** Shows a view at once: after a gap, when looking back, at the start. */
  jump(view: View, last: Entry | null, turn: Entry | null = null): void {
    this.queue = [];
    this.stopper?.abort();
    this.step = null;
    this.view = view;
    this.last = last;
    this.turn = turn;
    this.forgetAnswers();
  }

  /** Plays steps one after the other; resolves when the last is over. */
  play(steps: Step[]): Promise<void> {
    this.unchoose(0);
    this.forgetAnswers();
    this.queue.push(...steps);
    this.running ??= this.run().finally(() => (this.running = null));
    return this.running;
  }

  /** Any key, click or next move ends what is being shown. */
  skip(): boolean {
    if (!this.step) return false;
    this.stopper?.abort();
    return true;
  }

  private async run(): Promise<void> {
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      const stopper = new AbortController();
      this.stopper = stopper;
      if (lessMotion() || this.queue.length > 8) stopper.abort();
      this.view = step.from;
      this.step = step;
      try {
        await this.animator?.(step, stopper.signal);
      } finally {
        if (this.step === step) {
          this.view = step.to;
          this.last = step.entry;
          this.turn = null;
          this.step = null;
        }
      }
    }
  }

  // Choosing

  /** Asks what can be done here; after every change of the view or of who may act. */
  async refresh(): Promise<void> {
    const serial = ++this.serial;
    if (!this.mayAct || this.animating) {
      this.first = [];
      this.offers = [];
      this.span = null;
      return;
    }
    const answer = await this.choicesOf(this.prefix).catch(() => null);
    if (serial !== this.serial || !answer) return;
    this.offers = answer.choices ?? [];
    if (!this.prefix.length) this.first = this.offers;
    this.span = answer.span ?? null;
  }

  offer(word: string): Choice | undefined {
    return this.offers.find((choice) => choice.text === word);
  }

  offerAt(cell: string): Choice | undefined {
    return this.offers.find((choice) => choice.cell === cell);
  }

  /** Offers that no cell of the board stands for, such as passing. */
  get wordOffers(): Choice[] {
    return this.offers.filter((choice) => !choice.cell);
  }

  /** Takes the next word; what follows is asked at once. */
  async choose(word: string, cell = ""): Promise<void> {
    this.clearMarks();
    const prefix = [...this.prefix, word];
    try {
      const answer = await this.choicesOf(prefix);
      if (answer.action !== undefined) return void (await this.take(word, cell));
      this.prefix = prefix;
      this.offers = answer.choices ?? [];
      this.span = answer.span ?? null;
      this.aim = null;
      this.pinned = false;
    } catch (wrong) {
      this.refuse(refusalOf(wrong), cell);
    }
  }

  /** Goes back to so many words. */
  unchoose(length = Math.max(0, this.prefix.length - 1)): void {
    this.clearMarks();
    this.aim = null;
    this.pinned = false;
    if (this.prefix.length !== length) {
      this.prefix = this.prefix.slice(0, length);
      void this.refresh();
    }
  }

  /** Starts anew with another first word, as a click on another piece does. */
  async restart(word: string, cell = ""): Promise<void> {
    this.prefix = [];
    await this.choose(word, cell);
  }

  /** Looks at what a word would bring, without playing it. */
  async aimAt(word: string | null): Promise<Aim | null> {
    if (word === null) {
      if (!this.pinned) this.aim = null;
      return null;
    }
    if (this.aim?.word === word && this.aiming) return this.aiming;
    this.pinned = false;
    this.aim = { word, action: null, preview: null, words: [], costs: false };
    this.aiming = this.foresee(word, this.aim);
    return this.aiming;
  }

  /** What an aim will bring; whoever plays it at once waits for this, so that no warning is missed. */
  private async foresee(word: string, aim: Aim): Promise<Aim | null> {
    try {
      const answer = await this.choicesOf([...this.prefix, word]);
      if (answer.action === undefined) return aim;
      const seen = await this.previewOf(answer.action);
      const losses = seen.preview.losses;
      const whole: Aim = {
        word,
        action: answer.action,
        preview: seen.preview,
        words: seen.words,
        costs: Array.isArray(losses) && losses.length > 0,
      };
      if (this.aim?.word === word) this.aim = whole;
      return whole;
    } catch {
      return null;
    }
  }

  /** Plays what a word spells, or goes on with it. Own losses are shown first and want a second choice. */
  async take(word: string, cell = "", { sure = false } = {}): Promise<void> {
    const before = this.pinned && this.aim?.word === word;
    try {
      const answer = await this.choicesOf([...this.prefix, word]);
      if (answer.action === undefined) return void (await this.choose(word, cell));
      const aim = await this.aimAt(word);
      if (aim?.costs && !before && !sure) {
        this.pinned = true;
        speaker.warn([...aim.words, t("room.sure")]);
        return;
      }
      await this.act(answer.action, cell);
    } catch (wrong) {
      this.refuse(refusalOf(wrong), cell);
    }
  }

  /** Shows an aim that waits for a second choice, as a tap does. */
  async pin(word: string): Promise<void> {
    const aim = await this.aimAt(word);
    if (!aim) return;
    this.pinned = true;
    speaker.say(aim.words);
  }

  async act(action: string, cell = ""): Promise<boolean> {
    this.clearMarks();
    if (this.sending) return false;
    this.sending = true;
    try {
      await this.answers.act(action);
      this.hinted = null;
      this.unchoose(0);
      return true;
    } catch (wrong) {
      this.refuse(refusalOf(wrong), cell);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** A cell that is no offer was chosen: the server says why not. */
  async askWhyNot(word: string): Promise<void> {
    try {
      await this.choicesOf([...this.prefix, word]);
    } catch (wrong) {
      this.refuse(refusalOf(wrong), word);
    }
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

  // Answers are kept as long as the view stays

  forgetAnswers(): void {
    this.known.clear();
    this.foreseen.clear();
    this.drawn = null;
    this.serial++;
    this.first = [];
    this.offers = [];
    this.span = null;
    this.aim = null;
    this.pinned = false;
    this.hinted = null;
    this.prefix = [];
  }

  choicesOf(prefix: string[]): Promise<ChoicesAnswer> {
    return kept(this.known, prefix.join(" "), () => this.answers.choices(prefix));
  }

  /**
   * What would bring these pieces there, the best first. Refused as `superseded` when another place was asked for
   * since.
   */
  aims(who: string[], place: Spot, heading: number | null = null, target: string | null = null): Promise<AimsAnswer> {
    const whole: Spot = [Math.round(place[0]), Math.round(place[1])];
    return this.answers.aims(who, whole, heading === null ? null : Math.round(heading), target);
  }

  /** Shapes of the view that is shown; kept as long as it is. */
  overlays(): Promise<OverlaysAnswer> {
    this.drawn ??= this.answers.overlays();
    const asked = this.drawn;
    asked.catch(() => {
      if (this.drawn === asked) this.drawn = null;
    });
    return asked;
  }

  previewOf(action: string): Promise<PreviewAnswer> {
    return kept(this.foreseen, action, () => this.answers.preview(action));
  }
}

function kept<T>(store: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  let answer = store.get(name);
  if (!answer) {
    answer = make();
    store.set(name, answer);
    answer.catch(() => store.delete(name));
  }
  return answer;
}
