// One puzzle on the table: the tries, what is said of each, and the progress that this browser keeps.
import { refusalOf } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import type { Lines, Puzzle, PuzzleWay, Refusal, Step } from "../lib/protocol";
import { sounds } from "../lib/sound.svelte";
import { speaker } from "../lib/speak.svelte";
import { askStudy } from "../study/asking";
import { StudyPlay } from "../study/playing.svelte";
import { exactPercent, percent, plainMove } from "../study/words";
import { share } from "../study/curve";
import { afterMissing, afterSolving, keepProgress, progressOf, worth, type Progress } from "./puzzles";

/** Milliseconds in which a wrong move is refuted. */
const REFUTING = 600;

export type Outcome = "open" | "missed" | "solved" | "shown";

export class Solving {
  readonly play: StudyPlay;
  outcome = $state<Outcome>("open");
  /** What is said of the last try. */
  said = $state("");
  wrong = $state.raw<Refusal | null>(null);
  progress = $state.raw<Progress>() as Progress;
  private clean = true;

  constructor(
    readonly puzzle: Puzzle,
    /** The day whose puzzle this is, if it is one. */
    readonly day: number | null,
  ) {
    const { game, position, options } = puzzle;
    this.progress = progressOf(game);
    this.play = new StudyPlay({ game, start: position, options }, puzzle.seat, (steps) => void this.judge(steps));
  }

  /** Of charges one is chosen from a list; everything else is played on the board. */
  get fromList(): boolean {
    return this.puzzle.ways.every((way) => way.who);
  }

  async begin(): Promise<void> {
    [this.outcome, this.said, this.wrong] = ["open", "", null];
    try {
      await this.play.begin();
      if (this.fromList) this.play.table.mayAct = false;
    } catch (failed) {
      this.wrong = refusalOf(failed);
    }
  }

  private async judge(steps: Step[]): Promise<void> {
    const action = steps[0]?.action ?? "";
    this.play.table.mayAct = false;
    if (action === this.puzzle.ways[0]?.action) return this.solve();
    this.miss(await this.refuted(action));
  }

  /** A charge that was chosen from the list. */
  choose(way: PuzzleWay): void {
    if (way === this.puzzle.ways[0]) this.solve();
    else this.miss(t("puzzles.wrong_charge", { odds: oddsText(way) }));
  }

  private solve(): void {
    const { game, id } = this.puzzle;
    this.outcome = "solved";
    this.progress = afterSolving(progressOf(game), id, this.clean, this.day);
    keepProgress(game, this.progress);
    sounds.play("hero");
    this.said = this.praise();
    speaker.say([t("puzzles.right"), this.said]);
  }

  private miss(said: string): void {
    this.outcome = "missed";
    this.said = said;
    this.lose();
    speaker.warn(said);
  }

  private lose(): void {
    if (this.clean) {
      this.progress = afterMissing(progressOf(this.puzzle.game));
      keepProgress(this.puzzle.game, this.progress);
    }
    this.clean = false;
  }

  /** Puts the position up again and marks the best move. */
  async show(): Promise<void> {
    this.lose();
    await this.begin();
    this.outcome = "shown";
    this.play.table.mayAct = false;
    const [best] = this.puzzle.ways;
    if (best) this.play.table.draft.hinted = { action: best.who?.join(" ") ?? best.action, words: [] };
    this.said = this.praise();
    speaker.say(this.said);
  }

  /** Why a move is not the best: what it is worth, or what answers it. */
  private async refuted(action: string): Promise<string> {
    const { game, options, position, ways } = this.puzzle;
    const move = plainMove(game, action);
    const best = percent(worth(ways[0]!));
    const known = ways.find((way) => way.action === action);
    if (known && this.puzzle.proven) return t("puzzles.wrong_value", { move, value: percent(worth(known)), best });
    try {
      const asked = { count: 1, milliseconds: REFUTING };
      const found = await askStudy<Lines>("/lines", { game, options, start: position }, [action], asked);
      const [answer] = found.lines;
      if (!answer || answer.score === null) return t("puzzles.wrong", { move });
      const value = percent(found.seat === this.puzzle.seat ? answer.score : 1 - answer.score);
      return t("puzzles.wrong_answer", { move, answer: plainMove(game, answer.action), value, best });
    } catch {
      return t("puzzles.wrong", { move });
    }
  }

  /** Why the best move is the best, in one sentence. */
  private praise(): string {
    const { game, ways, theme } = this.puzzle;
    const [best, second] = ways;
    if (!best || !second) return "";
    if (best.who) return t("puzzles.why_charge", { odds: oddsText(best), second: oddsText(second) });
    const [value, next] = [worth(best), worth(second)];
    return t(`puzzles.why.${theme}`, {
      move: plainMove(game, best.action),
      value: percent(value),
      next: percent(next),
    });
  }
}

/** "83 % to 3 %": the chances to win and to lose the first round. */
export function oddsText(way: PuzzleWay): string {
  const [wins = "0", loses = "0"] = way.odds ?? [];
  return t("puzzles.odds", { wins: exactPercent(share(wins)), loses: exactPercent(share(loses)) });
}
