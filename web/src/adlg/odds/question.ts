// A question about a combat: begun, put into the address of the page and taken out again, and written as the server
// reads it.
import { MODES, SIDES, type Form, type Mode, type Question, type SideName, type Support, type Unit } from "./types";

export const newUnit = (type: string): Unit => ({
  type,
  quality: "ordinary",
  abilities: [],
  left: 0,
  terrain: "open",
  flags: [],
  supports: [],
});

export const newQuestion = (): Question => ({
  mode: "charge",
  charger: "a",
  contact: "front",
  weapon: "",
  a: null,
  b: null,
});

/** Other troops keep what they may have too, and everything that does not depend on who they are. */
export function asTroop(unit: Unit | null, type: string, form: Form): Unit {
  const kind = form.troops.find((troop) => troop.id === type);
  if (!unit || !kind) return newUnit(type);
  const may = new Set([...kind.melee, ...kind.shooting.a, ...kind.shooting.b]);
  const left = unit.left >= kind.cohesion ? 0 : unit.left;
  return { ...unit, type, left, abilities: unit.abilities.filter((ability) => may.has(ability)) };
}

/** The two sides in each other's place. */
export function swapped(question: Question): Question {
  const charger = ({ a: "b", b: "a" } as Record<string, string>)[question.charger] ?? question.charger;
  const contact = question.mode === "shooting" ? question.contact : "front";
  return { ...question, a: question.b, b: question.a, charger, contact };
}

// In the address: #charge.on:flank/heavy_cavalry.q:elite.impact/pikemen.c:2.s:pikemen, for people to read and to
// shorten.

export function packed(question: Question): string {
  const head: string[] = [question.mode];
  if (question.charger !== "a") head.push(`by:${question.charger}`);
  if (question.contact !== "front") head.push(`on:${question.contact}`);
  if (question.weapon) head.push(`with:${question.weapon}`);
  return [head.join("."), ...SIDES.map((side) => packedUnit(question[side]))].join("/");
}

function packedUnit(unit: Unit | null): string {
  if (!unit) return "";
  const words = [unit.type];
  if (unit.quality !== "ordinary") words.push(`q:${unit.quality}`);
  words.push(...unit.abilities);
  if (unit.left) words.push(`c:${unit.left}`);
  if (unit.terrain !== "open") words.push(`t:${unit.terrain}`);
  words.push(...unit.flags.map((flag) => `f:${flag}`));
  words.push(...unit.supports.map((support) => `${support.kind === "melee" ? "m" : "s"}:${support.type}`));
  return words.join(".");
}

/** The question that a link holds, or null if it holds none. What it names is checked by the server. */
export function unpacked(text: string): Question | null {
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    return null;
  }
  const [head = "", a = "", b = "", ...more] = plain.split("/");
  const [mode = "", ...how] = head.split(".");
  if (more.length || !/^[\w.:/]*$/.test(plain) || !MODES.includes(mode as Mode)) return null;
  const question = newQuestion();
  question.mode = mode as Mode;
  for (const word of how) {
    const [key, value = ""] = word.split(":");
    if (key === "by") question.charger = value;
    else if (key === "on") question.contact = value;
    else if (key === "with") question.weapon = value;
  }
  question.a = unpackedUnit(a);
  question.b = unpackedUnit(b);
  return question;
}

function unpackedUnit(text: string): Unit | null {
  const [type, ...words] = text.split(".");
  if (!type) return null;
  const unit = newUnit(type);
  for (const word of words) {
    const [key = "", value] = word.split(":");
    if (value === undefined) unit.abilities.push(key);
    else if (key === "q") unit.quality = value;
    else if (key === "c") unit.left = Number(value) || 0;
    else if (key === "t") unit.terrain = value;
    else if (key === "f") unit.flags.push(value);
    else if (key === "s" || key === "m") unit.supports.push({ type: value, kind: key === "m" ? "melee" : "simple" });
  }
  return unit;
}

/** A combat as the server writes it, such as one of a battle. */
export type Combat = {
  kind: string;
  a: Fighter;
  b: Fighter;
  round?: number;
  charger?: string;
  contact?: string;
  weapon?: string;
};

export interface Fighter {
  type: string;
  quality?: string;
  abilities?: string[];
  cohesion?: number;
  terrain?: string;
  supports?: Support[];
  /** Circumstances are keys of their own. */
  [flag: string]: unknown;
}

/** The question that a combat of a battle puts. */
export function questionOf(combat: Combat): Question {
  const { kind, round = 1, charger = "a", contact = "front", weapon = "" } = combat;
  const mode: Mode = kind === "shooting" ? "shooting" : kind === "fight" ? "fight" : round > 1 ? "later" : "charge";
  return { mode, charger, contact, weapon, a: unitOf(combat.a), b: unitOf(combat.b) };
}

function unitOf({
  type,
  quality = "ordinary",
  abilities = [],
  cohesion = 0,
  terrain = "open",
  supports = [],
  ...flags
}: Fighter): Unit {
  return {
    type,
    quality,
    abilities,
    left: cohesion,
    terrain,
    flags: Object.keys(flags).filter((flag) => flags[flag]),
    supports,
  };
}

/** The question as the server reads it, or null while one side is missing; only what matters to its kind goes along. */
export function documentOf(question: Question, form: Form): Record<string, unknown> | null {
  const { a, b } = question;
  if (!a || !b) return null;
  const sides = { a: sideOf(a, "a", question, form), b: sideOf(b, "b", question, form) };
  if (question.mode === "shooting") return { kind: "shooting", ...sides, weapon: weaponOf(question, form) };
  const meeting = { charger: question.charger, contact: question.contact };
  return {
    kind: question.mode === "fight" ? "fight" : "melee",
    ...sides,
    round: question.mode === "later" ? 2 : 1,
    ...meeting,
  };
}

/** The chosen weapon if the shooter has it, else its first. */
export function weaponOf(question: Question, form: Form): string {
  const weapons = form.troops.find((troop) => troop.id === question.a?.type)?.weapons ?? [];
  const found = weapons.find((weapon) => weapon.id === question.weapon) ?? weapons[0];
  return found?.id ?? (question.weapon || "bow");
}

/** Whether a circumstance can matter to a side, and to troops such as these. */
export function canBe(
  circumstance: Form["circumstances"][number],
  unit: Unit,
  side: SideName,
  shooting: boolean,
): boolean {
  return (
    circumstance[shooting ? "shooting" : "melee"].includes(side) && (circumstance.troops?.includes(unit.type) ?? true)
  );
}

function sideOf(unit: Unit, side: SideName, question: Question, form: Form): Record<string, unknown> {
  const shooting = question.mode === "shooting";
  const matters = new Set(
    form.circumstances.filter((each) => canBe(each, unit, side, shooting)).map((each) => each.id),
  );
  const supports = shooting
    ? side === "a"
      ? unit.supports.filter((support) => support.kind === "simple")
      : []
    : unit.supports;
  return {
    type: unit.type,
    quality: unit.quality,
    abilities: unit.abilities,
    terrain: unit.terrain,
    supports,
    ...(unit.left ? { cohesion: unit.left } : {}),
    ...Object.fromEntries(unit.flags.filter((flag) => matters.has(flag)).map((flag) => [flag, true])),
  };
}
