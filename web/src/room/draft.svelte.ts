// The action that a person puts together, whichever board it is for: the words so far, what may follow, what is aimed
// at and would come of it, what was refused. It knows no rules: the server tells all that can be chosen, mostly
// before anybody asks, and what is wanted before that waits in line for it.
import { refusalOf } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import type {
  AimsAnswer,
  Choice,
  ChoicesAnswer,
  Entry,
  PreviewAnswer,
  Refusal,
  SceneTold,
  Seat,
  Span,
} from "../lib/protocol";
import { sounds } from "../lib/sound.svelte";
import { speaker } from "../lib/speak.svelte";

/** Who answers what is asked while an action is put together. */
export interface Counsel {
  /** What may follow these words, or what the action that they spell would bring; as much of it as is known. */
  choices(words: string[]): Promise<ChoicesAnswer>;
  preview(action: string): Promise<PreviewAnswer>;
  act(action: string): Promise<void>;
}

/** Where the action will be seen. */
export interface Stage {
  /** May the person at this screen act in the view that is shown? */
  readonly mayAct: boolean;
  /** It will be this person's turn as soon as what is shown is over. */
  readonly comes: boolean;
  readonly animating: boolean;
  readonly turn: Seat | null;
  /** Shows an own action before it is confirmed; `scene` is what will lie where, on a board by description. */
  foreshow(entry: Entry, scene?: SceneTold): void;
}

export interface Aim {
  word: string;
  /** Known once the words spell an action. */
  action: string | null;
  preview: Record<string, unknown> | null;
  words: string[];
  /** The preview tells of own losses: said first, and played only when chosen again. */
  costs: boolean;
}

/** What is wanted needs to know what may follow these words. */
class Missing extends Error {
  constructor(readonly words: string[]) {
    super();
  }
}

interface Wanted {
  work: () => void;
  cell: string;
  done: () => void;
}

export class Draft {
  /** The words chosen so far, and what may follow. */
  words = $state.raw<string[]>([]);
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
  /** Something that was wanted waits for the server. */
  pending = $state(false);
  /** An action is on its way to the server. */
  sending = $state(false);

  private readonly told = new Map<string, ChoicesAnswer>();
  private readonly asked = new Map<string, Promise<ChoicesAnswer>>();
  private readonly foreseen = new Map<string, Promise<PreviewAnswer>>();
  private wanted: Wanted[] = [];
  private working = false;
  private fetching = false;
  /** It is this person's turn, and what an action can begin with has not come yet. */
  private opening = false;
  /** Grows with every position: an answer about an older one counts for nothing. */
  private epoch = 0;

  constructor(
    private readonly counsel: Counsel,
    private readonly stage: Stage,
  ) {}

  // What is known

  /** What may follow these words, if that was told already. */
  known(words: string[]): ChoicesAnswer | undefined {
    for (let begun = words.length; begun >= 0; begun--) {
      let told = this.told.get(words.slice(0, begun).join(" "));
      for (const word of words.slice(begun)) told = told?.choices?.find((choice) => choice.text === word)?.then;
      if (told) return told;
    }
    return undefined;
  }

  /** The same, asked of the server where it is not known; kept as long as the position stays. */
  ask(words: string[]): Promise<ChoicesAnswer> {
    const known = this.known(words);
    if (known) return Promise.resolve(known);
    const [name, epoch] = [words.join(" "), this.epoch];
    return kept(this.asked, name, async () => {
      const told = await this.counsel.choices(words);
      if (epoch === this.epoch) this.told.set(name, told);
      return told;
    });
  }

  /** For what is done with `soon`: what may follow these words, now or when it is tried again. */
  get(words: string[]): ChoicesAnswer {
    const known = this.known(words);
    if (!known) throw new Missing(words);
    return known;
  }

  previewOf(action: string): Promise<PreviewAnswer> {
    return kept(this.foreseen, action, async () => this.outcome(action) ?? (await this.counsel.preview(action)));
  }

  /** What pointing at a place has brought needs no further question. */
  keep(aims: AimsAnswer["aims"]): void {
    for (const aim of aims) this.foreseen.set(aim.action, Promise.resolve(aim));
  }

  /** What is known of a whole action. */
  private outcome(action: string): (ChoicesAnswer & PreviewAnswer) | undefined {
    const look = (told: ChoicesAnswer): (ChoicesAnswer & PreviewAnswer) | undefined => {
      if (told.action === action && told.preview) return { preview: told.preview, words: [], ...told };
      for (const { then } of told.choices ?? []) {
        const found = then && look(then);
        if (found) return found;
      }
      return undefined;
    };
    for (const told of this.told.values()) {
      const found = look(told);
      if (found) return found;
    }
    return undefined;
  }

  // What is wanted

  /**
   * Does what a person wants: at once if all that it needs is known, else as soon as the server has told it, and never
   * before what was wanted earlier. It may be tried again, so it looks first and changes after.
   */
  soon(work: () => void, cell = ""): Promise<void> {
    if (this.working) {
      work();
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.wanted.push({ work, cell, done });
      this.carryOn();
    });
  }

  /** Looks at something ahead: at once, or when it is known, unless the position is another by then. Nothing waits. */
  async look(work: () => void): Promise<void> {
    const epoch = this.epoch;
    while (epoch === this.epoch) {
      try {
        return work();
      } catch (wrong) {
        if (!(wrong instanceof Missing)) throw wrong;
        if (!(await this.ask(wrong.words).catch(() => null))) return;
      }
    }
  }

  private carryOn(): void {
    while (this.wanted.length && !this.fetching) {
      if (this.opening || (this.stage.comes && !this.stage.mayAct)) return void (this.pending = true);
      const { work, cell, done } = this.wanted[0]!;
      this.working = true;
      try {
        work();
      } catch (wrong) {
        if (wrong instanceof Missing) return this.fetch(wrong.words);
        this.refuse(refusalOf(wrong), cell);
      } finally {
        this.working = false;
      }
      this.wanted.shift();
      done();
    }
    this.pending = this.fetching;
  }

  private fetch(words: string[]): void {
    const epoch = this.epoch;
    this.fetching = this.pending = true;
    const going = (): void => {
      if (epoch !== this.epoch) return;
      this.fetching = false;
      this.carryOn();
    };
    this.ask(words).then(going, (wrong: unknown) => {
      if (epoch !== this.epoch) return;
      const given = this.wanted.shift();
      this.refuse(refusalOf(wrong), given?.cell);
      given?.done();
      going();
    });
  }

  // Choosing

  /** Looks at what can be done here; after every change of the view or of who may act. */
  async refresh(): Promise<void> {
    const { mayAct, animating } = this.stage;
    if (!mayAct || animating) {
      this.first = [];
      this.lay({});
      if (!this.stage.comes) this.carryOn();
      return;
    }
    const [words, epoch] = [this.words, this.epoch];
    this.opening = !words.length && !this.known(words);
    const told = this.known(words) ?? (await this.ask(words).catch(() => null));
    if (epoch !== this.epoch) return;
    this.opening = false;
    if (told && words === this.words && this.stage.mayAct) {
      this.lay(told);
      if (!words.length) this.first = this.offers;
    }
    this.carryOn();
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
      const told = this.get(words);
      if (told.action !== undefined) return void this.take(word, cell);
      this.clearMarks();
      this.words = words;
      this.lay(told);
      this.aim = null;
      this.pinned = false;
    }, cell);
  }

  /** Goes back to so many words. */
  unchoose(length = Math.max(0, this.words.length - 1)): void {
    this.clearMarks();
    this.aim = null;
    this.pinned = false;
    if (this.words.length !== length) {
      this.words = this.words.slice(0, length);
      void this.refresh();
    }
  }

  /** Starts anew with another first word, as a click on another piece does. */
  restart(word: string, cell = ""): Promise<void> {
    return this.soon(() => {
      this.get([word]);
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
    const known = this.known(words);
    if (known) return (this.aim = aimOf(word, known));
    const bare = (this.aim = aimOf(word, {}));
    const told = await this.ask(words).catch(() => null);
    if (!told) return null;
    const aim = aimOf(word, told);
    if (this.aim === bare) this.aim = aim;
    return aim;
  }

  /** Plays what a word spells, or goes on with it. Own losses, or `twice`, are shown first and want a second choice. */
  take(word: string, cell = "", { sure = false, twice = false } = {}): Promise<void> {
    return this.soon(() => {
      const told = this.get([...this.words, word]);
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
      this.aim = aimOf(word, this.get([...this.words, word]));
      this.pinned = true;
      speaker.say(this.aim.words);
    });
  }

  /** Plays a whole action. What it will bring is shown at once where that is known, and goes back if it is refused. */
  async act(action: string, cell = ""): Promise<boolean> {
    this.clearMarks();
    if (this.sending) return false;
    this.sending = true;
    const epoch = this.epoch;
    const given = this.counsel.act(action);
    const { events, scene, words = [] } = this.outcome(action) ?? {};
    const seat = this.stage.turn;
    if (events && seat) this.stage.foreshow({ version: 0, kind: "action", seat, text: action, words, events }, scene);
    try {
      await given;
      if (epoch === this.epoch) {
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
    return this.soon(() => void this.get([...this.words, word]), cell);
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
    this.epoch++;
    this.told.clear();
    this.asked.clear();
    this.foreseen.clear();
    for (const { done } of this.wanted) done();
    this.wanted = [];
    this.fetching = this.pending = this.opening = false;
    this.words = [];
    this.first = [];
    this.lay({});
    this.aim = null;
    this.pinned = false;
    this.hinted = null;
  }
}

function aimOf(word: string, told: ChoicesAnswer): Aim {
  const losses = told.preview?.losses;
  return {
    word,
    action: told.action ?? null,
    preview: told.preview ?? null,
    words: told.words ?? [],
    costs: Array.isArray(losses) && losses.length > 0,
  };
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
