// What a person holds and arranges while a table is set up: something of the ground, or a whole corps. It speaks to the
// table in words of an action and asks the game about each before it is done; board and panel show the same desk.
import { t } from "../../../lib/i18n.svelte";
import { speaker } from "../../../lib/speak.svelte";
import type { Table } from "../../../room/table.svelte";
import { readFacts, type FieldFacts } from "../table/reading";
import { Ground } from "./ground.svelte";
import { Judge, type Verdict } from "./judge.svelte";
import { spelled, starts } from "./proposals";
import { Ranks } from "./ranks.svelte";
import { named, readDeploy, type SetupFacts, type Task, type WaitingCorps } from "./reading";
import { place } from "./words";
import type { Workplace } from "./workplace";

export class Desk implements Workplace {
  /** A piece of terrain, a road or a camp in hand. */
  readonly ground: Ground;
  /** The corps in hand. */
  readonly ranks: Ranks;
  dragging = $state(false);
  /** A whole corps is on its way to the game, in several words. */
  finishing = $state(false);
  /** The piece that is meant to be altered. */
  lot = $state("");
  /** The place that is meant for the next marker. */
  spot = $state("");
  /** Ways in which the game would do it. */
  private suggested = $state.raw<string[]>([]);
  private shownSuggestion = $state(-1);
  /** What was held right after it was shown. */
  private asShown = $state("");
  private followed = "";
  private readonly judge: Judge;

  constructor(readonly table: Table) {
    this.judge = new Judge(table);
    this.ground = new Ground(this);
    this.ranks = new Ranks(this);
  }

  // A desk outlives the board and the panel that show it, so everything that follows from something is worked out when
  // asked.

  get facts(): FieldFacts {
    return readFacts(this.table.view);
  }

  get setup(): SetupFacts | undefined {
    return this.facts.setup;
  }

  get mine(): boolean {
    return this.table.mayAct && !this.table.animating && !this.finishing;
  }

  /** What is held is shown as long as it is on its way too. */
  get holds(): boolean {
    return this.mine || this.finishing;
  }

  get task(): Task {
    return this.setup?.task ?? "initiative";
  }

  /** The corps that is being deployed. */
  get corps(): WaitingCorps | null {
    const setup = this.setup;
    return setup?.task === "deploy" ? (setup.waiting.find((one) => one.id === setup.about) ?? null) : null;
  }

  get suggestions(): number {
    return this.suggested.length;
  }

  /** The game can propose another place than what is held: its only one too, once that was left. */
  get elsewhere(): boolean {
    return this.suggested.length > 1 || (this.suggested.length === 1 && this.text !== this.asShown);
  }

  /** The action that what is held spells; nothing while it is not whole. */
  get text(): string {
    if (!this.mine || !this.setup) return "";
    return this.task === "deploy" ? this.ranks.text : this.ground.text;
  }

  /** Units that a refusal names, and with them all who are drawn outside of their zone. */
  get wrong(): ReadonlySet<string> {
    const { state, words } = this.verdict;
    if (state !== "refused" && state !== "unfinished") return new Set();
    return new Set([...named(words), ...(state === "refused" ? this.ranks.outside : [])]);
  }

  // Following the game

  /** To be called in an effect: takes up the task that the view tells. */
  follow(): void {
    if (this.finishing) return;
    const key = this.mine && this.setup ? `${this.task}|${this.table.view.text}` : "";
    if (key === this.followed) return;
    this.followed = key;
    this.drop();
    if (key) void this.begin(key);
  }

  private drop(): void {
    this.ground.drop();
    this.ranks.drop();
    this.lot = "";
    this.spot = "";
    this.suggested = [];
    this.shownSuggestion = -1;
    this.asShown = "";
    this.judge.forget();
  }

  private async begin(key: string): Promise<void> {
    if (this.task === "alter") return this.ground.lift();
    this.ranks.takeUp();
    const works = this.setup?.works?.fortification ? "fortify" : "obstruct";
    const verb = { works, lay: this.setup?.river ? "river" : "lay", road: "road", camp: "camp", deploy: "deploy" }[
      this.task as string
    ];
    if (!verb || (this.task === "lay" && !this.setup?.piece && !this.setup?.river)) return;
    const found = await starts(this.table, verb).catch(() => null);
    if (key !== this.followed) return;
    if (!found) return this.takeUpAgain();
    this.suggested = found;
    if (!this.ranks.draft) await this.suggest();
  }

  /** The line was cut before the proposals came: the task begins anew with the next view, unless something is held. */
  private takeUpAgain(): void {
    if (!this.text) this.followed = "";
  }

  /** The next of the game's own proposals, whole. */
  async suggest(): Promise<void> {
    if (!this.suggested.length) return;
    this.shownSuggestion = (this.shownSuggestion + 1) % this.suggested.length;
    const key = this.followed;
    const action = await spelled(this.table, this.suggested[this.shownSuggestion]!).catch(() => null);
    if (key !== this.followed) return;
    if (action === null) return this.takeUpAgain();
    if (!action) return;
    if (!action.startsWith("deploy")) this.ground.read(action);
    else if (this.corps) this.ranks.change(readDeploy(action, this.corps));
    this.asShown = this.text;
    if (this.shownSuggestion > 0) this.say();
  }

  // Asking the game

  get verdict(): Verdict {
    return this.judge.verdict;
  }

  /** The verdict is not yet about what is held now. */
  get asking(): boolean {
    return this.judge.asking;
  }

  /** To be called in an effect: what is held has changed, so the game is asked as soon as the hand rests. */
  check(text: string): void {
    this.judge.check(text);
  }

  /** The next verdict is spoken, after keys and typed numbers. */
  say(): void {
    this.judge.say(() => this.where);
  }

  /** Where what is held is now, in words. */
  private get where(): string {
    const middle = this.ground.middle ?? this.ranks.middle;
    return middle ? place(middle) : "";
  }

  // Doing

  /** What is held goes by so much; for keys. */
  shift(dx: number, dy: number): void {
    if (this.corps) return this.ranks.nudge(dx, dy);
    this.ground.shift(dx, dy);
    this.say();
  }

  async send(): Promise<void> {
    const text = this.text;
    if (text) await this.table.draft.act(text);
    else speaker.warn(t("adlg_setup.nothing_held"));
  }

  /** The corps stands: it is deployed as arranged, stakes and wagons too, and the other side goes on. */
  async finish(): Promise<void> {
    const { corps, text } = this;
    if (!corps || !text) return;
    const words = [text, ...this.ranks.readied, "done"];
    this.finishing = true;
    try {
      for (const action of words) if (!(await this.table.draft.act(action))) return;
    } finally {
      this.finishing = false;
    }
  }
}
