// Deployments that were kept in this browser, for the corps that they were made for: whoever fields it again finds
// them. Places are counted from the middle of the own edge, so that they serve either seat.
import { keep, recall } from "../../../lib/keeping";
import type { Point, Pose } from "../table/reading";
import { facing, type Draft, type WaitingCorps } from "./reading";

export interface Template {
  name: string;
  /**
   * By the place of the unit in its corps: to the right of the middle, up from the own edge, turned from straight
   * ahead.
   */
  units: [number, number, number, number][];
  /** The place of the unit that the commander is with. */
  leads: number;
}

const KEPT = "adlg.templates";
const MOST = 12;
type Kept = Record<string, Template[]>;

/** The same for the same units in the same order, whoever fields them. */
export function signature(corps: WaitingCorps, size: Point): string {
  const units = corps.units.map((unit) => [unit.troop, unit.quality, unit.name.en ?? "", ...unit.abilities].join("."));
  return `${size.join("x")}|${corps.grade}|${units.join("+")}`;
}

export function templates(corps: WaitingCorps, size: Point): Template[] {
  return recall<Kept>(KEPT, {})[signature(corps, size)] ?? [];
}

export function keepTemplate(corps: WaitingCorps, size: Point, template: Template): Template[] {
  const kept = recall<Kept>(KEPT, {});
  const key = signature(corps, size);
  const others = (kept[key] ?? []).filter((one) => one.name !== template.name);
  kept[key] = [...others, template].slice(-MOST);
  keep(KEPT, kept);
  return kept[key];
}

export function dropTemplate(corps: WaitingCorps, size: Point, name: string): Template[] {
  const kept = recall<Kept>(KEPT, {});
  const key = signature(corps, size);
  kept[key] = (kept[key] ?? []).filter((one) => one.name !== name);
  keep(KEPT, kept);
  return kept[key];
}

/** What is kept of a draft. */
export function templateOf(draft: Draft, corps: WaitingCorps, size: Point, name: string): Template {
  const units: Template["units"] = [];
  for (const [place, unit] of corps.units.entries()) {
    const pose = draft.poses.get(unit.id);
    if (!pose) continue;
    const sign = corps.seat === 0 ? 1 : -1;
    const up = corps.seat === 0 ? pose[1] : size[1] - pose[1];
    units.push([place, sign * (pose[0] - size[0] / 2), up, (pose[2] - facing(corps.seat) + 36000) % 36000]);
  }
  return { name, units, leads: corps.units.findIndex((unit) => unit.id === draft.leads) };
}

/** The draft that a template makes; the game checks it anew. */
export function applied(template: Template, corps: WaitingCorps, size: Point): Draft {
  const poses = new Map<string, Pose>();
  const sign = corps.seat === 0 ? 1 : -1;
  for (const [place, right, up, turn] of template.units) {
    const unit = corps.units[place];
    if (!unit) continue;
    const y = corps.seat === 0 ? up : size[1] - up;
    poses.set(unit.id, [Math.round(size[0] / 2 + sign * right), y, (turn + facing(corps.seat)) % 36000]);
  }
  return { poses, leads: corps.included ?? corps.units[template.leads]?.id ?? "" };
}
