// A game under study: its tree, the place that is shown, and what can be tried there. The server plays every line;
// nothing here knows rules.
import { post, refusalOf } from "../lib/api";
import { learn } from "../lib/described.svelte";
import { language, t } from "../lib/i18n.svelte";
import type {
  AimsAnswer,
  ChoicesAnswer,
  Fight,
  Outcome,
  OverlaysAnswer,
  PreviewAnswer,
  Refusal,
  Seat,
  Study,
} from "../lib/protocol";
import { speaker } from "../lib/speak.svelte";
import { Table, type Answers, type Spot } from "../room/table.svelte";
import { askStudy, pause, type Place } from "./asking";
import { keepTree, keptTree, keyOf } from "./kept";
import { linesIn, numberIn, written, type Shared, type Written } from "./sharing";
import { type Node, actionsTo, everyNode, lineFrom, mainOf, nextOf, pathTo, plant, variationOf } from "./tree";

/** Whoever leafs through a game does not ask about every place on the way. */
const LEAFING = 150;

export type Asked = { record: string } | Place;
/** What is changed is kept after so many milliseconds. */
const SOON = 200;

export class Analysis implements Answers {
  readonly table = new Table(this);
  study = $state.raw<Study | null>(null);
  root = $state.raw<Node>() as Node;
  at = $state.raw<Node>() as Node;
  /** Grows whenever the tree changes: nodes themselves are plain. */
  grown = $state(0);
  wrong = $state.raw<Refusal | null>(null);
  /** Where chance is to fall: all that can. */
  outcomes = $state.raw<Outcome[]>([]);
  fights = $state.raw<Fight[]>([]);
  /** A line that somebody looks at: the board draws it. */
  pointed = $state.raw<string[]>([]);
  /** Who played, where a link says so. */
  names = $state.raw<string[]>([]);
  /** Lines are being fetched that were kept or handed on. */
  growing = $state(false);
  private key = "";
  private keeping: ReturnType<typeof setTimeout> | undefined;
  private asked: Asked | null = null;
  private byVersion = new Map<number, Node>();
  private looking = new AbortController();

  get place(): Place {
    return { game: this.study!.game, options: this.study!.options, start: this.study!.start };
  }

  get near(): Seat {
    return this.table.flipped ? "second" : "first";
  }

  get main(): Node[] {
    void this.grown;
    return lineFrom(this.root);
  }

  /** The start of the variation that is shown, if it is one. */
  get variation(): Node | null {
    void this.grown;
    return variationOf(this.at);
  }

  /** What can be taken out here: the variation, or what was tried after the end of the game. */
  get removable(): Node | null {
    return this.variation ?? pathTo(this.at).find((node) => !node.recorded) ?? null;
  }

  /** Opens a record or a position, with what was tried there before in this browser. */
  async open(asked: Asked): Promise<void> {
    if (!(await this.plant(asked))) return;
    const key = await keyOf(asked);
    const kept = keptTree(key);
    if (kept) await this.grow(kept.line, kept.at);
    this.known(key);
  }

  /** Opens an analysis that was handed on, with what was added to it before in this browser. */
  async openShared(shared: Shared): Promise<void> {
    const { game, options, start } = shared;
    if (!(await this.plant({ game, options, start }))) return;
    this.names = shared.names;
    const key = await keyOf(shared);
    const kept = keptTree(key) ?? shared;
    await this.grow(kept.line, kept.at);
    this.known(key);
  }

  /** From now on changes are kept under this name, with what was changed while it was worked out. */
  private known(key: string): void {
    this.key = key;
    if (this.at !== this.root) this.keep();
  }

  private async plant(asked: Asked): Promise<boolean> {
    this.close();
    this.looking = new AbortController();
    [this.key, this.names, this.pointed] = ["", [], []];
    try {
      const study = await post<Study>("/api/study", { ...asked, lang: language.now });
      const { root, last, byVersion } = plant(study.view, study.position, study.steps);
      if (last.turn === "over") last.result = study.result;
      [this.asked, this.root, this.byVersion] = [asked, root, byVersion];
      this.wrong = null;
      this.at = root;
      learn(study.game, study.board);
      this.study = study;
      this.grown++;
      this.show(false);
      return true;
    } catch (failed) {
      this.study = null;
      this.wrong = refusalOf(failed);
      return false;
    }
  }

  /** Adds lines to the tree, one after the other, and goes to a place; what cannot be played is said and left out. */
  private async grow(line: Written, at: number): Promise<void> {
    const { root } = this;
    this.growing = true;
    for (const actions of linesIn(line)) {
      try {
        await this.reach(root, actions);
      } catch (failed) {
        if (root === this.root) this.table.draft.refuse({ ...refusalOf(failed), words: t("study.link_partly") });
      }
      if (root !== this.root) return;
      this.grown++;
    }
    this.growing = false;
    const place = everyNode(root)[at];
    if (place && this.at === root && place !== root) {
      this.at = place;
      this.show(false);
    }
  }

  /** The tree as it is now, to be handed on. */
  get shared(): { line: Written; at: number } {
    void this.grown;
    return { line: written(this.root), at: numberIn(this.root, this.at) };
  }

  /** Called after every change. */
  private keep(): void {
    clearTimeout(this.keeping);
    if (this.key) this.keeping = setTimeout(this.keepNow, SOON);
  }

  /** What is still to be kept: whoever leaves within that moment loses nothing. */
  readonly keepNow = (): void => {
    if (this.keeping === undefined) return;
    clearTimeout(this.keeping);
    this.keeping = undefined;
    keepTree(this.key, this.shared);
  };

  /** Nothing more is asked. */
  close(): void {
    this.keepNow();
    this.looking.abort();
    this.table.mayAct = false;
  }

  // Going about

  go(node: Node | null | undefined): void {
    if (!node || node === this.at) return;
    const forward = node.parent === this.at && (!this.table.animating || this.table.unconfirmed);
    this.at = node;
    this.show(forward);
    this.keep();
    speaker.say(node.step?.words.length ? node.step.words : t("study.start"));
  }

  first(): void {
    this.go(this.root);
  }

  back(): void {
    this.go(this.at.parent);
  }

  on(): void {
    this.go(nextOf(this.at));
  }

  last(): void {
    this.go(lineFrom(this.at).at(-1));
  }

  /** To where the variation left the game. */
  toMain(): void {
    if (!this.variation) return;
    this.go(mainOf(this.at));
    speaker.say(t("study.on_main"));
  }

  /** Takes a variation out, and all that hangs on it. */
  remove(start: Node | null): void {
    if (!start?.parent) return;
    const inside = pathTo(this.at).includes(start);
    start.parent.children.splice(start.parent.children.indexOf(start), 1);
    if (inside) {
      this.at = start.parent;
      this.show(false);
    }
    this.grown++;
    this.keep();
    speaker.say(t("study.deleted"));
  }

  private show(moving: boolean): void {
    const { at, table } = this;
    this.looking.abort();
    const looking = (this.looking = new AbortController());
    this.outcomes = [];
    this.fights = [];
    this.pointed = [];
    table.mayAct = false;
    table.draft.clearMarks();
    if (moving && at.step) {
      const step = { from: table.view, entry: at.step, to: at.view };
      void table.play(table.confirm(step) ? [] : [step]).then(() => this.offer(looking.signal));
    } else {
      table.jump(at.view, at.step);
      void this.offer(looking.signal);
    }
  }

  /** Lets a move be tried here, whoever is to act. */
  private async offer(signal: AbortSignal): Promise<void> {
    await pause(LEAFING, signal);
    if (signal.aborted) return;
    const [{ at, table, place }, actions] = [this, actionsTo(this.at)];
    table.mayAct = at.turn === "first" || at.turn === "second";
    if (!table.mayAct) table.forgetAnswers();
    try {
      if (at.turn === "chance") {
        const { chances } = await askStudy<{ chances: Outcome[] }>("/choices", place, actions, {}, signal);
        if (!signal.aborted) this.outcomes = chances;
      } else if (table.mayAct) {
        await table.draft.refresh();
        const { fights } = await askStudy<{ fights: Fight[] }>("/odds", place, actions, {}, signal);
        if (!signal.aborted) this.fights = fights;
      }
    } catch (failed) {
      if (!signal.aborted) table.draft.refuse(refusalOf(failed));
    }
  }

  // What the board asks

  /** All that can follow comes at once, with what a whole action would bring. */
  choices(prefix: string[]): Promise<ChoicesAnswer> {
    return askStudy<ChoicesAnswer>("/choices", this.place, actionsTo(this.at), { prefix, whole: true });
  }

  preview(action: string): Promise<PreviewAnswer> {
    return askStudy<PreviewAnswer>("/preview", this.place, actionsTo(this.at), { action });
  }

  aims(who: string[], place: Spot, heading: number | null, target: string | null): Promise<AimsAnswer> {
    return askStudy<AimsAnswer>("/aims", this.place, actionsTo(this.at), { who, place, heading, target });
  }

  overlays(): Promise<OverlaysAnswer> {
    return askStudy<OverlaysAnswer>("/overlays", this.place, actionsTo(this.at));
  }

  /** Tries an action, or an outcome where chance is to fall; what is new here opens a variation. */
  async act(action: string): Promise<void> {
    try {
      await this.follow([action]);
    } catch (wrong) {
      this.table.withdraw();
      this.table.mayAct = true;
      void this.table.draft.refresh();
      throw wrong;
    }
  }

  /** Goes along a line as far as it can be followed without knowing what chance brings. */
  async follow(actions: string[]): Promise<void> {
    const from = this.at;
    const before = everyNode(this.root).length;
    const node = await this.reach(from, actions);
    const fresh = everyNode(this.root).length > before;
    if (fresh) this.grown++;
    if (this.at === from) this.go(node);
    this.keep();
    if (fresh && this.variation) speaker.say([...(node.step?.words ?? []), t("study.in_variation")]);
  }

  /** The place to which actions lead from another; what is not in the tree yet is asked of the server. */
  private async reach(from: Node, actions: string[]): Promise<Node> {
    let [node, rest] = [from, actions];
    for (let next = node.child(rest[0] ?? ""); next; next = node.child(rest[0] ?? ""))
      [node, rest] = [next, rest.slice(1)];
    if (!rest.length) return node;
    const study = await this.played(node, rest);
    for (const step of study.steps) node = node.add(step);
    if (node.turn === "over") node.result ??= study.result;
    return node;
  }

  private async played(node: Node, rest: string[]): Promise<Study> {
    const before = actionsTo(node);
    try {
      return await askStudy<Study>("", this.place, [...before, ...rest], { since: node.depth });
    } catch (failed) {
      if (rest.length < 2) throw failed;
      return askStudy<Study>("", this.place, [...before, rest[0]!], { since: node.depth });
    }
  }

  // Another language: the same tree, told anew

  async translate(): Promise<void> {
    if (!this.asked || !this.study) return;
    try {
      const study = await post<Study>("/api/study", { ...this.asked, lang: language.now });
      this.root.view = study.view;
      for (const step of study.steps) if (step.action) this.byVersion.get(step.version)?.retell(step);
      const leaves = everyNode(this.root).filter((node) => !node.recorded && node.parent && !node.children.length);
      for (const leaf of leaves) {
        const path = pathTo(leaf);
        const since = path.findIndex((node) => !node.recorded);
        const told = await askStudy<Study>("", this.place, actionsTo(leaf), { since });
        told.steps.forEach((step, i) => path[since + i]?.retell(step));
        if (leaf.result) leaf.result = told.result;
      }
      const end = lineFrom(this.root).findLast((node) => node.recorded);
      if (end?.result) end.result = study.result;
      learn(study.game, study.board);
      this.study = study;
      this.grown++;
      this.show(false);
    } catch (failed) {
      this.table.draft.refuse(refusalOf(failed));
    }
  }
}
