// What an engine thinks: the best lines at the place that is shown, and for each place of the game, one after another,
// a score and what the move that was played there gave away.
import { refusalOf } from "../lib/api";
import { keep, recall } from "../lib/keeping";
import type { Judged, Lines, Refusal } from "../lib/protocol";
import type { Analysis } from "./analysis.svelte";
import { askStudy, pause } from "./asking";
import { actionsTo, nextOf, type Node } from "./tree";
import type { Blame } from "./verdicts";

/** Milliseconds for each choice of how long to think. */
export const BUDGETS = { off: 0, quick: 700, longer: 5000 } as const;
export type Budget = keyof typeof BUDGETS;

const LINES = 3;
const LEAFING = 350;
/** For one point of the graph. */
const GLANCE = 100;
/** For one move that is judged. */
const JUDGING = 220;
const NAME = "study.engine";

/** The best lines at one place. */
export class Engine {
  budget = $state<Budget>("quick");
  found = $state.raw<Lines | null>(null);
  running = $state(false);
  /** The person gave up on this place. */
  stopped = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  private known = new WeakMap<Node, { budget: Budget; found: Lines }>();
  private stopper = new AbortController();

  constructor(private readonly analysis: Analysis) {
    const kept = recall<string>(NAME, "quick");
    if (kept in BUDGETS) this.budget = kept as Budget;
  }

  choose(budget: Budget): void {
    this.budget = budget;
    keep(NAME, budget);
    void this.weigh();
  }

  stop(): void {
    this.stopper.abort();
    this.stopped = this.running;
    this.running = false;
  }

  /** Looks at the place that is shown now; what it was looking at before is given up. */
  async weigh(): Promise<void> {
    this.stopper.abort();
    const { signal } = (this.stopper = new AbortController());
    const [node, budget] = [this.analysis.at, this.budget];
    const known = this.known.get(node);
    const seen = budget === "off" ? null : (known?.found ?? null);
    [this.found, this.refusal, this.stopped, this.running] = [seen, null, false, false];
    if (budget === "off" || !(node.turn === "first" || node.turn === "second")) return;
    if (known && BUDGETS[known.budget] >= BUDGETS[budget]) return;
    this.running = true;
    await pause(LEAFING, signal);
    if (signal.aborted) return;
    try {
      const asked = { count: LINES, milliseconds: BUDGETS[budget] };
      const found = await askStudy<Lines>("/lines", this.analysis.place, actionsTo(node), asked, signal);
      this.known.set(node, { budget, found });
      if (!signal.aborted) this.found = found;
    } catch (failed) {
      if (!signal.aborted) this.refusal = refusalOf(failed);
    }
    if (!signal.aborted) this.running = false;
  }
}

/** One score for each place of the main line, found one after the other. */
export class Course {
  /** Grows with every score. */
  grown = $state(0);
  running = $state(false);
  stopped = $state(false);
  private readonly scores = new WeakMap<Node, number | null>();
  /** By the place that a move led to. */
  private readonly verdicts = new WeakMap<Node, Judged>();
  private stopper = new AbortController();

  constructor(private readonly analysis: Analysis) {}

  /** The first seat's expected score at a place; undefined while it is not known. */
  score(node: Node): number | undefined {
    void this.grown;
    if (node.turn === "over") return node.result ? settled(node) : undefined;
    return this.scores.get(node) ?? undefined;
  }

  /** What is known of the move that led to a place. */
  verdict(node: Node): Judged | undefined {
    void this.grown;
    return this.verdicts.get(node);
  }

  /** All moves of the main line that have been judged. */
  get judged(): Blame[] {
    void this.grown;
    return this.analysis.main.flatMap((node) => {
      const judged = this.verdicts.get(node);
      return judged ? [{ node, judged }] : [];
    });
  }

  /** What another move at a place gives away. */
  judge(node: Node, action: string, signal?: AbortSignal): Promise<Judged> {
    const asked = { action, milliseconds: JUDGING };
    return askStudy<Judged>("/verdict", this.analysis.place, actionsTo(node), asked, signal);
  }

  stop(): void {
    this.stopper.abort();
    this.stopped = this.running;
    this.running = false;
  }

  /** Weighs what is not weighed yet. */
  async run(): Promise<void> {
    if (this.running) return;
    const { signal } = (this.stopper = new AbortController());
    this.stopped = false;
    this.running = true;
    for (let node = this.next(); node && !signal.aborted; node = this.next()) {
      try {
        const { seat, score } = await this.weigh(node, signal);
        this.scores.set(node, score === null ? null : seat === "first" ? score : 1 - score);
      } catch (failed) {
        if (signal.aborted) return;
        const { code } = refusalOf(failed);
        if (code === "too_many" || code === "busy" || code === "unreachable") await pause(3000, signal);
        else this.scores.set(node, null);
      }
      this.grown++;
    }
    if (!signal.aborted) this.running = false;
  }

  /** The expected score of whoever is to act; on the way the move that was played is judged. */
  private async weigh(node: Node, signal: AbortSignal): Promise<{ seat: string; score: number | null }> {
    const played = nextOf(node);
    if (played?.seat && node.turn === played.seat) {
      const judged = await this.judge(node, played.action, signal);
      if (judged.verdict) this.verdicts.set(played, judged);
      return { seat: judged.seat, score: judged.best_score ?? null };
    }
    const asked = { count: 1, milliseconds: GLANCE };
    const { seat, lines } = await askStudy<Lines>("/lines", this.analysis.place, actionsTo(node), asked, signal);
    return { seat, score: lines[0]?.score ?? null };
  }

  private next(): Node | undefined {
    const line = [this.analysis.root, ...this.analysis.main];
    return line.find((node) => (node.turn === "first" || node.turn === "second") && !this.scores.has(node));
  }
}

function settled(node: Node): number {
  const winner = node.result?.winner;
  return winner === "first" ? 1 : winner === "second" ? 0 : 0.5;
}
