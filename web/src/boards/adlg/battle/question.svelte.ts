// The question that the battle asks in the middle of somebody's sequence: all answers to it, and which one is looked
// at.
import { t } from "../../../lib/i18n.svelte";
import { speaker } from "../../../lib/speak.svelte";
import type { Table } from "../../../room/table.svelte";
import { called, calledAll } from "../called";
import { readFacts, type FieldFacts } from "../table/reading";
import { expected, orderName, percent } from "./naming";
import type { Answer, Preview } from "./proposal";

const MOST_ANSWERS = 24;

/** An answer of a group names its units: the same can be answered by one alone. Of a charge that goes on the question
 * names those who met nobody, and whoever fights does not go on with them. */
function groupLabel(action: string, label: string, facts: FieldFacts): string {
  const who = action.split(" ")[0]!;
  if (facts.stage === "press") return orderName(action, facts);
  return who.includes("+") ? t("adlg_board.as_group", { answer: label, who: called(who, facts) }) : label;
}

/** What an answer is worth in cohesion, as far as the next dice go: what the other side loses less the own losses. */
function valueOf(preview: Preview, facts: FieldFacts): number | null {
  const cohesion = (id: string): number => facts.units.find((one) => one.id === id)?.cohesion ?? 0;
  if (preview.caught !== undefined) return (-percent(preview.caught) / 100) * cohesion(facts.command.who);
  if (!preview.fights?.length) return null;
  const own = facts.units.find((one) => one.id === facts.command.who)?.seat;
  return preview.fights.reduce((sum, fight) => {
    const [a, b] = [expected(fight.loss.a, cohesion(fight.a)), expected(fight.loss.b, cohesion(fight.b))];
    return sum + (facts.units.find((one) => one.id === fight.a)?.seat === own ? b - a : a - b);
  }, 0);
}

export class Question {
  answers = $state.raw<Answer[]>([]);
  /** The action of the answer that looks better by its odds; empty where that can't be told. */
  get better(): string {
    const facts = readFacts(this.table.view);
    const valued = this.answers.flatMap((one) => {
      const value = valueOf(one.preview, facts);
      return value === null ? [] : [{ action: one.action, value }];
    });
    if (valued.length < 2) return "";
    return valued.reduce((best, one) => (one.value > best.value ? one : best)).action;
  }

  /** The answer that is looked at, or the one that is suggested: what it brings is drawn on the table. */
  get drawn(): Answer | undefined {
    const action = this.looked || this.better;
    return this.answers.find((one) => one.action === action) ?? this.answers[0];
  }

  /** The action of the answer that is looked at. */
  looked = $state("");
  private serial = 0;

  constructor(private readonly table: Table) {}

  /** Who has to answer. */
  get who(): string {
    const facts = readFacts(this.table.view);
    const { command } = facts;
    const asked = [command.who, ...command.together].filter(Boolean);
    return calledAll(asked.length ? asked : (command.onset?.units ?? []), facts);
  }

  /** Nothing is asked, or something else. */
  clear(): void {
    this.serial++;
    this.answers = [];
    this.looked = "";
  }

  /** All answers to what is asked now, each with what it means. */
  async gather(): Promise<void> {
    const serial = ++this.serial;
    const found: Answer[] = [];
    const walk = async (prefix: string[], labels: string[], alone: string): Promise<void> => {
      if (found.length >= MOST_ANSWERS) return;
      const told = await this.table.draft.foresight.ask(prefix);
      if (told.action !== undefined) {
        const seen = await this.table.draft.foresight.previewOf(told.action);
        found.push({
          action: told.action,
          label: groupLabel(told.action, labels.join(" ") || alone, readFacts(this.table.view)),
          words: seen.words,
          preview: seen.preview as Preview,
        });
      }
      for (const choice of told.choices ?? []) await walk([...prefix, choice.text], [...labels, choice.label], alone);
    };
    try {
      const first = await this.table.draft.foresight.ask([]);
      // Who answers is said already, unless an answer is a word of nobody.
      for (const choice of first.choices ?? []) await walk([choice.text], [], choice.label);
    } catch {
      return;
    }
    if (serial !== this.serial) return;
    this.answers = found;
    this.looked = found.length === 1 ? found[0]!.action : "";
    speaker.say([
      t("adlg_board.asked", { who: this.who }),
      ...found.map((one) => `${one.label}. ${one.words.join(" ")}`),
    ]);
  }
}
