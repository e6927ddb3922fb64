// A room as this browser plays it: one line for each seat it holds (two at the same table), the table that is shown,
// looking back, and who sits before the screen. Room.svelte only draws it.
import { boardOf } from "../boards";
import { refusalOf } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { notices } from "../lib/notify.svelte";
import type {
  AimsAnswer,
  Asks,
  ChoicesAnswer,
  Entry,
  HintAnswer,
  OverlaysAnswer,
  PreviewAnswer,
  Refusal,
  Seat,
  Standing,
  View,
  Wish,
} from "../lib/protocol";
import { other, SEATS } from "../lib/protocol";
import { remember } from "../lib/seats";
import { router } from "../lib/router.svelte";
import { sounds } from "../lib/sound.svelte";
import { speaker } from "../lib/speak.svelte";
import { SeatLine, type Listener } from "./line.svelte";
import { isSilent, lastOf, lastTurn, stepsOf } from "./steps";
import { Table, type Answers, type Spot } from "./table.svelte";

export class RoomGame implements Answers, Listener {
  readonly table = new Table(this);

  lines = $state.raw<SeatLine[]>([]);
  private activeAt = $state(0);
  /** Looking at an earlier version; null: at the latest. */
  lookedAt = $state<number | null>(null);
  /** Whoever looks back stays there when something new comes. */
  stays = $state(false);
  /** The seat that must sit down before its secrets are shown. */
  curtain = $state<Seat | null>(null);
  rematch = $state.raw<{ room: string; tokens: Partial<Record<Seat, string>>; address: string } | null>(null);
  hinting = $state(false);
  /** The game is over and its last step has been shown. */
  ended = $state(false);
  /** Something to be told at once that is not about a move: declined, not allowed, not now. */
  notice = $state.raw<{ words: string; tone: "" | "bad" } | null>(null);
  /** The seat whose person has gone away since we came. */
  left = $state<Seat | null>(null);
  private seated: Seat | null = null;
  private asksRematch = false;
  private cameAfterwards: boolean | null = null;

  constructor(
    readonly room: string,
    tokens: string[],
  ) {
    this.lines = tokens.map((token) => new SeatLine(room, token, this));
    this.table.undo = () => this.wish("take_back");
  }

  get line(): SeatLine {
    return this.lines[this.activeAt] ?? this.lines[0]!;
  }

  get ready(): boolean {
    return (
      this.lines.length > 0 && this.lines.every((line) => line.welcomes > 0 || line.version > 0) && !!this.table.view
    );
  }

  /** Two people at one screen. */
  get shared(): boolean {
    return this.lines.length > 1;
  }

  /** Only looking on. */
  get watching(): boolean {
    return this.line.eye === "observer";
  }

  /** Where who watches can go on to watch; empty as long as there is no next game. */
  get nextGame(): string {
    return this.watching && this.rematch ? this.rematch.address : "";
  }

  get over(): boolean {
    return this.line.result !== null;
  }

  /** The seat at the lower edge of the board. */
  get near(): Seat {
    const own = this.line.eye === "observer" || (this.shared && !this.line.hides) ? "first" : this.line.eye;
    return this.table.flipped ? other(own) : own;
  }

  get yourTurn(): boolean {
    return !this.over && this.lines.some((line) => line.view?.turn === line.eye);
  }

  /** A seat of this screen goes on in another window. */
  get replaced(): boolean {
    return this.lines.some((line) => line.status === "replaced");
  }

  playHere(): void {
    for (const line of this.lines) line.resume();
  }

  close(): void {
    for (const line of this.lines) line.close();
    notices.mark(false);
  }

  // What the lines tell

  welcomed(line: SeatLine, fresh: boolean): void {
    this.noteRoom();
    // Who comes to a game that is over stays to look at it.
    this.cameAfterwards ??= line.result !== null;
    if (line !== this.line || !fresh) return this.settle();
    this.lookedAt = null;
    this.table.eye = line.eye;
    if (line.view && (!line.hides || !this.shared || this.seated === line.eye))
      this.table.jump(line.view, ...lastOf(line.entries));
    else if (line.view) this.table.jump(line.view, null);
    this.settle();
  }

  told(line: SeatLine, entries: Entry[], before: View): void {
    this.noteRoom();
    if (line !== this.line) return this.settle();
    const words = entries.flatMap((entry) => entry.words);
    speaker.say(words);
    const mineBefore = before.turn === line.eye;
    const steps = stepsOf(entries, before);
    if (!steps.length) return this.settle();
    if (this.table.confirm(steps[0])) steps.shift();
    if (entries.some((entry) => entry.kind === "take_back")) this.table.premoves.clear();
    if (this.lookedAt !== null && (this.stays || entries.every((entry) => isOwn(entry, line)))) {
      if (this.yourTurn && !mineBefore) notices.tell(t("notice.your_turn"));
      return this.settle();
    }
    if (this.lookedAt !== null) {
      this.lookedAt = null;
      this.table.jump(before, ...lastOf(line.entries));
    }
    this.table.mayAct = false;
    this.table.comes = this.yourTurn && !(this.shared && line.hides) && !this.replaced;
    if (steps.length) this.notice = null;
    void this.table.play(steps).then(() => {
      this.settle();
      if (this.yourTurn && !mineBefore) {
        notices.tell(t("notice.your_turn"));
        if (document.hidden) sounds.play("turn");
      }
    });
  }

  /** Asked for and not granted; a move of the other side is an answer too. */
  declined(_line: SeatLine, what: keyof Asks): void {
    if (what === "rematch" && this.rematch) return;
    if (!this.shared) this.notice = { words: t(`asks.${what}_declined`), tone: "" };
  }

  present(line: SeatLine, before: Partial<Record<Seat, boolean>>): void {
    if (line !== this.line || this.over) return;
    const gone = SEATS.find((seat) => before[seat] && line.presence[seat] === false && line.eye !== seat);
    if (gone && !this.lines.some((one) => one.eye === gone)) this.left = gone;
    else if (this.left && line.presence[this.left]) this.left = null;
  }

  /** Told where it can't be overlooked; what is refused about a move stands beside the board's own words. */
  refuse(refusal: Refusal): void {
    if (refusal.code === "lost") return; // the alert about the connection says it already
    this.notice = { words: refusal.words, tone: "bad" };
    sounds.play("refused");
  }

  rematched(line: SeatLine, room: string, token: string, kept?: Seat | null): void {
    if (line.eye === "observer") {
      const address = `/watch/${room}#${token}`;
      this.rematch = { room, tokens: {}, address };
      if (!this.cameAfterwards && this.lookedAt === null && !router.embedded) router.go(address);
      return;
    }
    const tokens = { ...(this.rematch?.room === room ? this.rematch.tokens : {}) };
    tokens[kept ?? other(line.eye)] = token;
    remember(room, { game: line.game, tokens });
    this.rematch = { room, tokens, address: `/room/${room}` };
    // Only who asked just now is taken along; who comes back to look at the old game stays.
    if (this.asksRematch && Object.keys(tokens).length === this.lines.length) router.go(`/room/${room}`);
  }

  moved(): void {
    if (this.replaced) speaker.say(t("room.replaced"));
    this.settle();
  }

  /** After every change: who may act, who sits here, what the tab says. */
  settle(): void {
    notices.mark(this.yourTurn && !this.shared);
    if (this.table.animating) return;
    this.seat();
    this.end();
    const line = this.line;
    if (this.lookedAt === null && line.view && this.curtain === null && this.table.view !== line.view) {
      this.table.jump(line.view, ...lastOf(line.entries));
    }
    this.table.eye = line.eye;
    this.table.mayAct =
      this.curtain === null &&
      this.lookedAt === null &&
      !this.over &&
      !this.replaced &&
      line.view !== null &&
      line.view.turn === line.eye;
    this.table.comes = false;
    this.table.mayPremove = this.lookedAt === null && this.mayPremove;
    if (!this.table.mayAct && !this.table.mayPremove) this.table.premoves.clear();
    void this.table.draft.refresh();
    if (this.table.mayAct) this.table.premoves.play();
  }

  /** Whether a seat of this screen waits for the other one. */
  private get mayPremove(): boolean {
    const { eye, view } = this.line;
    return !this.shared && !this.over && !this.replaced && eye !== "observer" && view?.turn === other(eye);
  }

  /** At a shared screen the seat to act takes the board; secrets wait behind a curtain. */
  private seat(): void {
    if (!this.shared) return;
    const turn = this.line.view?.turn;
    const next = this.lines.findIndex((line) => line.eye === turn);
    if (next < 0) return;
    const line = this.lines[next]!;
    if (!line.hides || this.over) {
      if (line.version >= this.line.version) this.activeAt = next;
      this.curtain = null;
      return;
    }
    if (this.seated === turn) return;
    // The other line will tell in a moment; where it is lost, nobody's secrets stay on the screen meanwhile.
    const behind = this.lines.some((one) => !one.view || one.version !== line.version);
    if (behind && this.lines.every((one) => !one.view || one.status === "open")) return;
    if (!behind && this.lines.every((one) => sameSight(one.view, line.view))) {
      this.seated = line.eye as Seat;
      this.activeAt = next;
      this.curtain = null;
    } else this.curtain = turn as Seat;
  }

  /** Once, when the last step has been shown. */
  private end(): void {
    if (!this.over) return void (this.ended = false);
    if (this.ended) return;
    this.ended = true;
    this.left = null;
    if (!this.cameAfterwards) this.soundOfEnd();
  }

  /** The person whose turn it is has sat down. */
  raise(): void {
    const seat = this.curtain;
    if (!seat) return;
    this.seated = seat;
    this.curtain = null;
    this.activeAt = this.lines.findIndex((line) => line.eye === seat);
    const line = this.line;
    if (line.view) this.table.jump(line.view, ...lastOf(line.entries));
    this.settle();
  }

  // What the board asks

  choices(words: string[]): Promise<ChoicesAnswer> {
    return this.line.choices(words);
  }

  preview(action: string): Promise<PreviewAnswer> {
    return this.line.question<PreviewAnswer>({ t: "preview", action });
  }

  aims(who: string[], place: Spot, heading: number | null, target: string | null): Promise<AimsAnswer> {
    return this.line.question<AimsAnswer>({ t: "aim", who, place, heading, target });
  }

  /** Of the version that is looked at. */
  overlays(): Promise<OverlaysAnswer> {
    const at = this.lookedAt === null ? {} : { at: this.lookedAt };
    return this.line.question<OverlaysAnswer>({ t: "overlays", ...at });
  }

  async act(action: string): Promise<void> {
    this.table.mayPremove = !this.shared;
    try {
      await this.line.act(action);
    } catch (wrong) {
      this.table.withdraw();
      // Who looked at the place before it stands at the latest now.
      if (this.lookedAt === this.line.version && !this.stays) this.lookedAt = null;
      this.settle();
      throw wrong;
    }
  }

  // What the panel asks

  /** The questions that the seat before the screen can answer beforehand; null where there are none. */
  get standing(): Standing | null {
    return this.watching ? null : this.line.standing;
  }

  setStanding(answers: Record<string, string>): void {
    this.line.tell({ t: "standing", answers });
  }

  async wish(what: Wish, line = this.line): Promise<void> {
    this.table.draft.clearMarks();
    this.notice = null;
    try {
      await line.wish(what);
    } catch (wrong) {
      this.refuse(refusalOf(wrong));
    }
  }

  /** Another game with the seats swapped; two people at one screen ask together. */
  askRematch(): void {
    this.asksRematch = true;
    for (const line of this.lines) void this.wish("rematch", line);
  }

  /** The line that may answer a question of this seat. */
  answering(asker: Seat | null): SeatLine | undefined {
    return asker ? this.lines.find((line) => line.eye !== asker && line.eye !== "observer") : undefined;
  }

  async hint(): Promise<void> {
    if (!this.table.mayAct || this.hinting) return;
    this.hinting = true;
    try {
      const { action, words, plan } = await this.line.ask<HintAnswer>({ t: "hint" });
      this.table.draft.hinted = { action, words, plan };
      speaker.say(words);
    } catch (wrong) {
      this.refuse(refusalOf(wrong));
    } finally {
      this.hinting = false;
    }
  }

  // Looking back

  /** The newest place that can be shown: an own action that nobody has confirmed yet is one too. */
  get latest(): number {
    return this.line.version + (this.table.foreshown ? 1 : 0);
  }

  get shownVersion(): number {
    return this.lookedAt ?? this.latest;
  }

  async look(version: number): Promise<void> {
    const line = this.line;
    const wanted = Math.max(0, Math.min(version, line.version));
    if (wanted === this.shownVersion && this.lookedAt !== line.version) return;
    try {
      const [view] = await Promise.all([line.viewAt(wanted), line.reach(wanted)]);
      this.lookedAt = wanted === this.latest ? null : wanted;
      this.table.mayAct = false;
      const entry = entryAt(line.entries, wanted);
      const [, turn] = lastOf(line.entries.filter((one) => one.version <= wanted));
      this.table.jump(view, entry, turn);
      if (entry) speaker.say(entry.words);
      this.settle();
    } catch (wrong) {
      this.table.draft.refuse(refusalOf(wrong));
    }
  }

  /** Shows the entry after the one that is looked at as it happened; false where there is none. */
  async playOn(): Promise<boolean> {
    const line = this.line;
    const next = this.shownVersion + 1;
    if (next > line.version) return false;
    try {
      const [from, to] = await Promise.all([line.viewAt(next - 1), line.viewAt(next), line.reach(next)]);
      const entry = entryAt(line.entries, next);
      this.lookedAt = next;
      this.table.mayAct = false;
      if (entry && !isSilent(entry)) await this.table.play([{ from, entry, to }]);
      else this.table.jump(to, entry);
      if (entry) speaker.say(entry.words);
      if (this.lookedAt === line.version && !this.stays) this.lookedAt = null;
      this.settle();
      return next < line.version;
    } catch (wrong) {
      this.table.draft.refuse(refusalOf(wrong));
      return false;
    }
  }

  /** Shows the last turn once more: all that came since the other seat acted. */
  async again(): Promise<void> {
    await this.replay(lastTurn);
  }

  /** Shows once more how the last action went, and all that came of it. */
  async showDeciding(): Promise<void> {
    await this.replay((entries) => entries.slice(entries.findLastIndex((entry) => entry.kind === "action")));
  }

  private async replay(part: (entries: Entry[]) => Entry[]): Promise<void> {
    const line = this.line;
    let entries = part(line.entries);
    if (!entries.length) return;
    try {
      // It may have begun before all that is here.
      while (line.earlier && entries.length === line.entries.length) {
        await line.reach(line.entries[0]!.version - 1);
        entries = part(line.entries);
      }
      const views = await Promise.all(entries.map((entry) => line.viewAt(entry.version)));
      const before = await line.viewAt(Math.max(0, entries[0]!.version - 1));
      this.lookedAt = null;
      this.table.mayAct = false;
      await this.table.play(
        stepsOf(
          entries.map((entry, i) => ({ ...entry, view: views[i] })),
          before,
        ),
      );
      this.settle();
    } catch (wrong) {
      this.refuse(refusalOf(wrong));
    }
  }

  /** Whether the end came while somebody was here. */
  get sawEnd(): boolean {
    return this.ended && this.cameAfterwards === false;
  }

  private soundOfEnd(): void {
    const result = this.line.result;
    if (!result) return;
    if (!result.winner) sounds.play("drawn");
    else if (this.watching || this.shared || result.winner === this.line.eye) sounds.play("won");
    else sounds.play("lost");
  }

  /** Keeps what the home page tells about this game. */
  private noteRoom(): void {
    const tokens: Partial<Record<Seat, string>> = {};
    for (const line of this.lines) if (line.eye !== "observer" && line.welcomes) tokens[line.eye] = line.token;
    const line = this.line;
    if (!line.welcomes || this.watching) return;
    remember(this.room, {
      game: line.game,
      tokens,
      seats: line.seats,
      version: line.version,
      over: line.result !== null,
      yours: this.yourTurn,
    });
  }
}

/** Whether two eyes see the same: then there is nothing to hide from each other. */
function sameSight(one: View | null, other: View | null): boolean {
  return one?.text === other?.text && JSON.stringify(one?.facts) === JSON.stringify(other?.facts);
}

/** Whether this is an action of who sits at this line, or what chance made of it: sent before looking back began. */
function isOwn(entry: Entry, line: SeatLine): boolean {
  return entry.kind === "chance" || (entry.kind === "action" && entry.seat === line.eye);
}

function entryAt(entries: Entry[], version: number): Entry | null {
  return entries.find((entry) => entry.version === version) ?? null;
}

/** How an action is written in the list of moves. */
export function notation(game: string, entry: Entry): string {
  return boardOf(game).notation?.(entry) ?? entry.text;
}
