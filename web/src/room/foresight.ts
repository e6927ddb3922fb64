// What the server has told of the position that is shown: what may follow which words, and what whole actions would
// bring. Kept as long as the position stays; an answer about an older one counts for nothing.
import { Refused } from "../lib/api";
import type { AimsAnswer, ChoicesAnswer, PreviewAnswer, Refusal } from "../lib/protocol";

/** Who answers what is asked while an action is put together. */
export interface Counsel {
  /** What may follow these words, or what the action that they spell would bring; as much of it as is known. */
  choices(words: string[]): Promise<ChoicesAnswer>;
  preview(action: string): Promise<PreviewAnswer>;
  act(action: string): Promise<void>;
}

/** What is wanted needs something that was not told yet: `comes` fetches it, and then it can be tried again. */
export class Missing extends Error {
  constructor(readonly comes: () => Promise<unknown>) {
    super();
  }
}

/** What an action would bring, or why it can't be. */
export type Foreseen = { preview: PreviewAnswer; refused?: never } | { preview?: never; refused: Refusal };

export class Foresight {
  /** Grows with every position. */
  epoch = 0;
  private readonly told = new Map<string, ChoicesAnswer>();
  private readonly asked = new Map<string, Promise<ChoicesAnswer>>();
  private readonly foreseen = new Map<string, Foreseen>();
  private readonly awaited = new Map<string, Promise<PreviewAnswer>>();

  constructor(private readonly counsel: Counsel) {}

  /** What may follow these words, if that was told already. */
  known(words: string[]): ChoicesAnswer | undefined {
    for (let begun = words.length; begun >= 0; begun--) {
      let told = this.told.get(words.slice(0, begun).join(" "));
      for (const word of words.slice(begun)) told = told?.choices?.find((choice) => choice.text === word)?.then;
      if (told) return told;
    }
    return undefined;
  }

  /** The same, asked of the server where it is not known. */
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

  /** For what can be tried again: what may follow these words. */
  get(words: string[]): ChoicesAnswer {
    const known = this.known(words);
    if (!known) throw new Missing(() => this.ask(words));
    return known;
  }

  /** What an action would bring. */
  previewOf(action: string): Promise<PreviewAnswer> {
    const known = this.outcome(action);
    if (known) return Promise.resolve(known);
    const epoch = this.epoch;
    const keep = (found: Foreseen): void => void (epoch === this.epoch && this.foreseen.set(action, found));
    return kept(this.awaited, action, async () => {
      try {
        const preview = await this.counsel.preview(action);
        keep({ preview });
        return preview;
      } catch (wrong) {
        if (wrong instanceof Refused && wrong.refusal.code !== "lost") keep({ refused: wrong.refusal });
        throw wrong;
      }
    });
  }

  /** For what can be tried again: what an action would bring, or why it can't be. */
  foresee(action: string): Foreseen {
    const preview = this.outcome(action);
    if (preview) return { preview };
    const known = this.foreseen.get(action);
    if (known) return known;
    throw new Missing(async () => {
      try {
        await this.previewOf(action);
      } catch (wrong) {
        if (!this.foreseen.has(action)) throw wrong;
      }
    });
  }

  /** Looks at something ahead: at once, or when it is known, unless the position is another by then. Nothing waits. */
  async look(work: () => void): Promise<void> {
    const { epoch } = this;
    while (epoch === this.epoch) {
      try {
        return work();
      } catch (wrong) {
        if (!(wrong instanceof Missing)) throw wrong;
        if (
          !(await wrong.comes().then(
            () => true,
            () => false,
          ))
        )
          return;
      }
    }
  }

  /** What pointing at a place has brought needs no further question. */
  keep(aims: AimsAnswer["aims"]): void {
    for (const aim of aims) this.foreseen.set(aim.action, { preview: aim });
  }

  /** What is known of a whole action. */
  outcome(action: string): PreviewAnswer | undefined {
    const look = (told: ChoicesAnswer): PreviewAnswer | undefined => {
      if (told.action === action && told.preview) return { ...told, preview: told.preview, words: told.words ?? [] };
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
    return this.foreseen.get(action)?.preview;
  }

  /** Another position. */
  forget(): void {
    this.epoch++;
    for (const store of [this.told, this.asked, this.foreseen, this.awaited]) store.clear();
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
