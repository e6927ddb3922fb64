// The cards as they are drawn at this moment, and how a step is played on the field: a card is turned up, comes in,
// each push, the fight with its numbers. Places are columns and rows, so that turning the board does not disturb
// anything.
import { MOTION, pause, tween } from "../../lib/motion";
import type { Entry, GameEvent, Seat } from "../../lib/protocol";
import { sounds } from "../../lib/sound.svelte";
import type { Step } from "../../room/steps";
import { ENTERING, follow, placeOf, wordsOf, type Chain } from "./chain";
import { readField, type Placed } from "./reading";

/** How long a card that was turned up is left to look at, and the numbers of a fight. */
const LOOK = 800;
const FIGHT = 1100;
/** Between two pushes: a little for one's own, more to follow those of others. */
const BEAT = 90;
const FOLLOW = 260;

export interface Drawn {
  key: string;
  seat: Seat;
  unit: string;
  column: number;
  row: number;
  /** 1: as large as a card on the field. */
  size: number;
  lifted: boolean;
  /** 1: stands; towards 0 it sinks and fades. */
  life: number;
}

/** The numbers of a fight, as the server tells them. */
export interface Fight {
  cell: string;
  attack: number;
  bonus: number;
  defence: number;
  outcome: "won" | "lost" | "tied";
}

/** A card that lies face up beside the field, seen from the edge while it turns. */
export interface FaceUp {
  seat: Seat;
  unit: string;
  turned: number;
}

/** Where a card lies beside the field, in columns and rows, and how large. */
export type Beside = (seat: Seat, unit: string) => { column: number; row: number; size: number } | null;

export class Scene {
  cards = $state<Drawn[]>([]);
  fight = $state.raw<Fight | null>(null);
  faceUp = $state<FaceUp | null>(null);
  /** While a step is played, the card that has left its place beside the field. */
  gone = $state.raw<{ seat: Seat; unit: string } | null>(null);
  private base: unknown = null;
  /** The words of a turn that stand on the field because they were chosen one by one. */
  private words: readonly string[] = [];
  private stopper: AbortController | null = null;

  constructor(
    private readonly beside: Beside,
    /** Whose cards need no waiting: those of the person who decides. */
    private readonly own: (seat: Seat) => boolean,
  ) {}

  /** Shows the field at rest. With the same base the cards glide, with another they are simply there. */
  rest(base: unknown, chain: Chain, words: readonly string[]): void {
    this.words = words;
    this.stopper?.abort();
    this.stopper = null;
    this.fight = null;
    this.faceUp = null;
    this.gone = null;
    if (base !== this.base) {
      this.base = base;
      this.set(chain);
      return;
    }
    const stopper = new AbortController();
    this.stopper = stopper;
    void this.arrange(chain, MOTION.move, stopper.signal);
  }

  private set(chain: Chain): void {
    this.cards = chain.placed.map((card) => drawn(card, chain));
  }

  /** Every card to its place; one that is new comes from beside the field, one that is gone disappears. */
  private async arrange(chain: Chain, length: number, signal: AbortSignal): Promise<void> {
    const kept = this.cards.filter((card) => chain.placed.some((one) => one.key === card.key));
    for (const one of chain.placed) {
      if (kept.some((card) => card.key === one.key)) continue;
      const start = this.beside(one.seat, one.unit);
      kept.push({ ...drawn(one, chain), ...(start ?? {}) });
    }
    this.cards = kept;
    const ways = this.cards.map((card) => {
      const goal = drawn(
        chain.placed.find((one) => one.key === card.key)!,
        chain,
      );
      card.lifted = goal.lifted;
      return { card, goal, column: card.column, row: card.row, size: card.size };
    });
    const moving = ways.filter((way) => way.column !== way.goal.column || way.row !== way.goal.row || way.size !== 1);
    if (!moving.length) return;
    await tween(length, signal, (done) => {
      for (const { card, goal, column, row, size } of moving) {
        card.column = column + (goal.column - column) * done;
        card.row = row + (goal.row - row) * done;
        card.size = size + (1 - size) * done;
      }
    });
  }

  animate = async (step: Step, signal: AbortSignal): Promise<void> => {
    this.stopper?.abort();
    const { entry } = step;
    const field = readField(step.from);
    const bare = follow(field.placed, "first", "", []);
    const turn = entry.kind === "action" && field.phase === "turn" ? wordsOf(entry.text) : null;
    const begun =
      this.base === step.from && this.words.every((word, i) => word === turn?.words[i]) ? this.words.length : 0;
    if (!begun) this.set(bare);
    this.base = step.from;
    this.words = [];
    if (turn && entry.seat) return this.turn(entry, turn.words, begun, turn.card || field.card, field.placed, signal);
    for (const event of entry.events) await this.show(event, field.placed, signal);
  };

  private async show(event: GameEvent, placed: Placed[], signal: AbortSignal): Promise<void> {
    const seat = event.seat as Seat;
    const unit = String(event.unit ?? "");
    if (event.kind === "turned_up") {
      sounds.play("card");
      this.faceUp = { seat, unit, turned: 0 };
      const card = this.faceUp;
      await tween(MOTION.flip, signal, (done) => (card.turned = done));
      if (!this.own(seat)) await pause(LOOK, signal);
    } else if (event.kind === "drew" || event.kind === "drew_unseen") {
      sounds.play("card");
      await pause(MOTION.flip, signal);
    } else if (event.kind === "deployed") {
      sounds.play("move");
      this.gone = { seat, unit };
      const card: Placed = { key: ENTERING, seat, unit, cell: String(event.cell) };
      await this.arrange({ ...follow(placed, seat, "", []), placed: [...placed, card] }, MOTION.step, signal);
      await pause(BEAT, signal);
    }
  }

  /** Push by push; what was chosen step by step stands there already. */
  private async turn(
    entry: Entry,
    words: string[],
    begun: number,
    unit: string,
    placed: Placed[],
    signal: AbortSignal,
  ): Promise<void> {
    const seat = entry.seat!;
    this.gone = { seat, unit };
    const attack = entry.events.find((event) => event.kind.startsWith("attacked"));
    for (let count = begun + 1; count <= words.length; count++) {
      const chain = follow(placed, seat, unit, words.slice(0, count));
      if (chain.met && attack) await this.clash(chain, attack, signal);
      else {
        sounds.play("move");
        await this.arrange(chain, MOTION.step, signal);
        await pause(this.own(seat) ? BEAT : FOLLOW, signal);
      }
    }
  }

  /** The attacker goes up to the enemy, the numbers are shown, the loser goes. */
  private async clash(chain: Chain, told: GameEvent, signal: AbortSignal): Promise<void> {
    const last = chain.moves[chain.moves.length - 1]!;
    await this.arrange({ ...chain, lifted: chain.lifted && last.key !== ENTERING }, 0, AbortSignal.abort());
    const attacker = this.cards.find((card) => card.key === last.key);
    const enemy = this.cards.find((card) => card.key === chain.met);
    if (!attacker || !enemy) return;
    const entering = last.from === "";
    const start = entering ? this.beside(attacker.seat, attacker.unit) : null;
    const [column, row] = entering
      ? [enemy.column, enemy.row + (attacker.seat === "first" ? -1 : 1)]
      : [attacker.column, attacker.row];
    Object.assign(attacker, start ?? { column, row }, { lifted: true });
    const from = { column: attacker.column, row: attacker.row, size: attacker.size };
    const close = { column: column + (enemy.column - column) * 0.42, row: row + (enemy.row - row) * 0.42, size: 1 };
    await glide(attacker, from, close, MOTION.step, signal);
    this.fight = {
      cell: last.to,
      attack: Number(told.attack),
      bonus: Number(told.bonus),
      defence: Number(told.defence),
      outcome: told.outcome as Fight["outcome"],
    };
    await pause(FIGHT, signal);
    sounds.play("capture");
    const falls = [...(told.outcome === "won" ? [] : [attacker]), ...(told.outcome === "lost" ? [] : [enemy])];
    await tween(MOTION.sink, signal, (done) => {
      for (const card of falls) card.life = 1 - done;
    });
    if (told.outcome === "won") {
      await glide(attacker, close, { column: enemy.column, row: enemy.row, size: 1 }, MOTION.move, signal);
      attacker.lifted = false;
    }
    await pause(BEAT, signal);
    this.fight = null;
  }
}

type Spot = { column: number; row: number; size: number };

function glide(card: Drawn, from: Spot, to: Spot, length: number, signal: AbortSignal): Promise<void> {
  return tween(length, signal, (done) => {
    card.column = from.column + (to.column - from.column) * done;
    card.row = from.row + (to.row - from.row) * done;
    card.size = from.size + (to.size - from.size) * done;
  });
}

function drawn(card: Placed, chain: Chain): Drawn {
  const last = chain.moves[chain.moves.length - 1];
  const [column, row] = placeOf(card.cell || last?.to || "a1", card.seat, last?.key === card.key ? last.from : "");
  const lifted = chain.lifted && card.key === chain.mover;
  return { key: card.key, seat: card.seat, unit: card.unit, column, row, size: 1, lifted, life: 1 };
}
