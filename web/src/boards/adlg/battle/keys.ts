// The keys of a battle. Everything that mouse and finger do can be done with them.
import { t } from "../../../lib/i18n.svelte";
import type { Seat } from "../../../lib/protocol";
import { speaker } from "../../../lib/speak.svelte";
import type { Camera } from "../table/camera.svelte";
import { middleOf, turned, type UnitFact } from "../table/reading";
import type { Command } from "./command.svelte";
import { recallGroup, saveGroup, takeGroup } from "./grouping";
import { OVERLAY_KEYS } from "./overlays.svelte";
import { nextReshaping } from "./reshaping";
import { towards } from "./words";

const VERBS: Record<string, string[]> = {
  a: ["advance"],
  w: ["wheel"],
  t: ["turn"],
  s: ["slide"],
  c: ["charge"],
  r: ["rally", "recall"],
  f: ["hold_fire", "fire"],
  e: ["evade", "adapt", "around", "leave", "disengage"],
};
const ARROWS: Record<string, "up" | "down" | "left" | "right"> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

export interface Keyboard {
  command: Command;
  camera: Camera;
  near: Seat;
  /** Switches an overlay by its place in the row. */
  overlay: (place: number) => void;
}

/**
 * True if the key was meant for the battle. `onBoard`: the field has the focus, so that Enter and arrows are its own.
 */
export function battleKey(
  event: KeyboardEvent,
  { command, camera, near, overlay }: Keyboard,
  onBoard: boolean,
): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const arrow = ARROWS[key];
  // With Shift a digit is another character, and which one depends on the keyboard.
  const digit = Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? 0);
  if (arrow && onBoard && command.question.answers.length)
    choose(command, arrow === "down" || arrow === "right" ? 1 : -1);
  else if (arrow && onBoard) walk(command, camera, arrow, near);
  else if ((key === "Enter" || key === " ") && onBoard) enter(command);
  else if (key === "Escape") {
    if (command.table.animating || !command.cancel()) return false;
  } else if (key === "Backspace") {
    if (!command.selected.length) return false;
    if (command.words.length || command.draft.aim) command.unsay(command.words.length - 1);
    else command.unselect();
  } else if (key === "n" || key === "p") next(command, camera, key === "n" ? 1 : -1);
  else if (key === "g" && command.focused) void takeGroup(command, command.focused);
  else if (key === "[" || key === "]") turn(command, key === "]" ? 500 : -500);
  else if (key === "," || key === ".") lengthen(command, key === "." ? 100 : -100);
  else if (key === "+" || key === "=") camera.zoom(1.25);
  else if (key === "-" || key === "−") camera.zoom(0.8);
  else if (key === "0") camera.showAll();
  else if (digit && event.shiftKey) saveGroup(command, digit);
  else if (digit) return recall(command, camera, digit);
  else if (OVERLAY_KEYS.includes(key)) overlay(OVERLAY_KEYS.indexOf(key));
  else if (key === "o" || key === "x" || key === "y") return reshape(command, key);
  else if (key === "d" && command.table.mayAct && /orders|corps/.test(command.facts.stage)) void command.done();
  else if (VERBS[key]) return verb(command, VERBS[key]);
  else return false;
  return true;
}

/** Takes up a saved group. */
function recall(command: Command, camera: Camera, number: number): boolean {
  if (!recallGroup(command, number)) return false;
  const unit = command.unit(command.selected[0]!);
  if (unit) focusUnit(command, camera, unit);
  return true;
}

/** Proposes what a key means for the shape of the selected; again: the same to the other side. */
function reshape(command: Command, key: string): boolean {
  if (!command.giving) return false;
  const found = nextReshaping(command.chosen, key, command.draft.kept?.action ?? "");
  if (found) command.propose(found.orders);
  return !!found;
}

export function focusUnit(command: Command, camera: Camera, unit: UnitFact): void {
  command.focused = unit.id;
  camera.reveal(middleOf(unit));
}

function walk(command: Command, camera: Camera, way: "up" | "down" | "left" | "right", near: Seat): void {
  const units = command.facts.units.filter((unit) => unit.pose);
  const from = command.unit(command.focused);
  const found = from ? towards(from, units, way, near) : units.find((unit) => unit.seat === Math.max(0, command.seat));
  if (found) focusUnit(command, camera, found);
}

/** Walks through the answers that the battle waits for. */
function choose(command: Command, way: 1 | -1): void {
  const { answers } = command.question;
  const here = answers.findIndex((answer) => answer.action === command.question.looked);
  const better = answers.findIndex((answer) => answer.action === command.question.better);
  const begin = better >= 0 ? better : way > 0 ? 0 : answers.length - 1;
  const found = answers[here < 0 ? begin : (here + way + answers.length) % answers.length]!;
  command.question.looked = found.action;
  speaker.say([`${found.label}.`, ...found.words, t("adlg_board.confirm")]);
}

/** The next unit of the corps in command that can act; else of the own army. */
function next(command: Command, camera: Camera, way: 1 | -1): void {
  const able = command.able;
  const own = command.facts.units.filter((unit) => unit.pose && unit.seat === Math.max(0, command.seat));
  const list = own.some((unit) => able.has(unit.id)) ? own.filter((unit) => able.has(unit.id)) : own;
  if (!list.length) return;
  const here = list.findIndex((unit) => unit.id === command.focused);
  const at = here < 0 ? (way > 0 ? 0 : list.length - 1) : (here + way + list.length) % list.length;
  focusUnit(command, camera, list[at]!);
}

/** Gives what waits; else chooses the focused unit, or makes an enemy the target. */
function enter(command: Command): void {
  if (command.table.skip()) return;
  if (command.question.answers.length)
    return command.question.looked ? void command.act(command.question.looked) : choose(command, 1);
  if (command.draft.pending || (command.draft.pinned && command.proposal)) return void command.give();
  const unit = command.unit(command.focused);
  if (!unit) return;
  const corps = command.facts.commanders.find((one) => one.seat === unit.seat && one.corps === unit.corps)?.id;
  if (corps && command.corps.some((choice) => choice.text === corps)) return void command.act(`corps ${corps}`);
  if (command.giving && command.selected.length && unit.seat !== command.seat)
    return command.send(middleOf(unit), null, unit.id);
  command.select([unit.id]);
}

function verb(command: Command, names: string[]): boolean {
  const answer = command.question.answers.find((one) => names.some((name) => one.action.split(" ")[1] === name));
  if (answer) {
    if (command.question.looked === answer.action) void command.act(answer.action);
    else {
      command.question.looked = answer.action;
      speaker.say([...answer.words, t("adlg_board.confirm")]);
    }
    return true;
  }
  if (!command.giving || !command.selected.length) return false;
  // In the middle of an order the letter adds a step, where one can follow.
  const { draft } = command;
  if (
    draft.span &&
    command.words.length &&
    command.words[0] !== names[0] &&
    ["advance", "wheel", "slide"].includes(names[0]!)
  ) {
    void command.more().then((more) => {
      const found = more.find((choice) => names.includes(choice.text));
      if (found) command.say(found.text);
      else command.order([names[0]!]);
    });
    return true;
  }
  const offered = names.find((name) => draft.offers.some((choice) => choice.text === name));
  if (offered || command.words.length || !draft.offers.length) command.order([offered ?? names[0]!]);
  else command.whyNot(names[0]!);
  return true;
}

/** By five degrees: the wheel that is being put together, or the pose that is aimed at. */
function turn(command: Command, by: number): void {
  const { draft } = command;
  if (command.want) {
    const pose = command.wantedPose;
    if (pose) command.send([pose[0], pose[1]], turned(pose[2], by), command.want.target);
  } else if (draft.span && command.words.includes("wheel") && command.words.at(-1) !== "advance") {
    const right = command.words.at(-1) === "right";
    const value = draft.number + (by > 0 === right ? 500 : -500);
    if (value < draft.span.low) wheel(command, right ? "left" : "right");
    else void draft.measure(value);
  } else if (command.giving && command.selected.length) {
    wheel(command, by > 0 ? "right" : "left");
  }
}

/** A wheel by five degrees. */
function wheel(command: Command, side: "left" | "right"): void {
  command.order(["wheel", side], () => 500);
}

/** By a tenth of a UD. */
function lengthen(command: Command, by: number): void {
  const { draft } = command;
  void draft.soon(() => {
    if (draft.span?.scale === 1000) void draft.measure(draft.number + by);
    else if (command.giving && command.selected.length) command.order(["advance"]);
  });
}
