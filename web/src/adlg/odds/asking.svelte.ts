// The question that the odds page shows, its link, and what the server tells about it.
import { ask, post, refusalOf } from "../../lib/api";
import { language, t } from "../../lib/i18n.svelte";
import type { Refusal } from "../../lib/protocol";
import { speaker } from "../../lib/speak.svelte";
import { fraction, lost, percent } from "./numbers";
import { documentOf, newQuestion, packed, unpacked } from "./question";
import { isFight, roundOf, type Form, type Question, type SideName, type Told, type Unit } from "./types";

const SOON = 60;

export class Asking {
  question = $state.raw<Question>(newQuestion());
  form = $state.raw<Form | null>(null);
  told = $state.raw<Told | null>(null);
  wrong = $state.raw<Refusal | null>(null);
  /** Which profile's rolls and ledger are shown where the two differ. */
  profile = $state("sheet");
  private turn = 0;
  private spoken = "";

  readonly answer = $derived(this.told?.readings.find((reading) => reading.profile === this.profile)?.answer ?? null);
  readonly round = $derived(this.answer ? roundOf(this.answer) : null);
  readonly differs = $derived(this.told?.spoken.some((reading) => reading.decides) ?? false);

  async load(): Promise<void> {
    try {
      this.form = capitalised(await ask<Form>(`/api/games/adlg/odds/form?lang=${language.now}`));
      this.wrong = null;
    } catch (failed) {
      this.wrong = refusalOf(failed);
    }
    this.answerSoon();
  }

  /** Takes the question out of the address; an address without one begins anew. */
  read(hash: string): void {
    const text = hash.replace(/^#/, "");
    if (text === packed(this.question)) return;
    this.question = unpacked(text) ?? newQuestion();
    this.answerSoon();
  }

  change(changed: Partial<Question>): void {
    this.question = { ...this.question, ...changed };
    history.replaceState(history.state, "", `${window.location.pathname}#${packed(this.question)}`);
    this.answerSoon();
  }

  changeUnit(side: SideName, changed: Partial<Unit>): void {
    const unit = this.question[side];
    if (unit) this.change({ [side]: { ...unit, ...changed } });
  }

  /** A few taps in a row are one question. */
  private answerSoon(): void {
    const turn = ++this.turn;
    setTimeout(() => {
      if (turn === this.turn) void this.answerNow(turn);
    }, SOON);
  }

  private async answerNow(turn: number): Promise<void> {
    const document = this.form && documentOf(this.question, this.form);
    if (!document) {
      this.told = null;
      return;
    }
    try {
      const told = await post<Told>(`/api/games/adlg/odds?lang=${language.now}`, document);
      if (turn !== this.turn) return;
      this.told = told;
      this.wrong = null;
      this.say();
    } catch (failed) {
      if (turn !== this.turn) return;
      this.told = null;
      this.wrong = refusalOf(failed);
      speaker.warn(this.wrong.words);
    }
  }

  private say(): void {
    const words = this.sentences.join(" ");
    if (words !== this.spoken) speaker.say(words);
    this.spoken = words;
  }

  /** The result in whole sentences, by each reading where the two differ. */
  get sentences(): string[] {
    const told = this.told;
    if (!told) return [];
    const shown = this.differs ? told.readings : told.readings.slice(0, 1);
    return shown.map((reading) => {
      const { answer } = reading;
      const profile = this.differs ? `${t(`adlg_odds.profile.${reading.profile}`)}: ` : "";
      if (isFight(answer))
        return (
          profile +
          t("adlg_odds.say_fight", { a: percent(fraction(answer.a_wins)), b: percent(fraction(answer.b_wins)) })
        );
      if (told.kind === "shooting")
        return profile + t("adlg_odds.say_shot", { hit: percent(fraction(answer.chance.hit ?? "0")) });
      const neither = 1 - lost(answer, "a") - lost(answer, "b");
      return (
        profile +
        t("adlg_odds.say_round", {
          a: percent(lost(answer, "b")),
          b: percent(lost(answer, "a")),
          neither: percent(neither),
        })
      );
    });
  }
}

/** Names that stand alone in a list begin with a capital; in sentences the server writes them. */
function capitalised(form: Form): Form {
  for (const list of [form.troops, form.qualities, form.abilities, form.weapons, form.terrains, form.circumstances])
    for (const one of list) one.name = one.name.charAt(0).toLocaleUpperCase(language.now) + one.name.slice(1);
  return form;
}
