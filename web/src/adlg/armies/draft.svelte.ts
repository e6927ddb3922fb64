// The army that is being built: every change is kept and added up anew by the server.
import { refusalOf } from "../../lib/api";
import { keep, recall } from "../../lib/keeping";
import type { Refusal } from "../../lib/protocol";
import {
  checkArmy,
  type ArmyTable,
  type ArmyTold,
  type Choices,
  type CorpsTable,
  type TroopChoice,
  type UnitTable,
} from "./army";

const PAUSE = 120;

export class Draft {
  army = $state.raw<ArmyTable | null>(null);
  told = $state.raw<ArmyTold | null>(null);
  wrong = $state.raw<Refusal | null>(null);
  private waiting = 0;
  private asked = 0;

  /** The army that was being built when the page was left. */
  static kept(): ArmyTable | null {
    const kept = recall<ArmyTable | null>("adlg.army", null);
    return kept && Array.isArray(kept.corps) ? kept : null;
  }

  take(army: ArmyTable, told: ArmyTold | null = null): void {
    this.army = army;
    this.told = told;
    this.wrong = null;
    keep("adlg.army", army);
    if (!told) void this.check();
  }

  change(how: (army: ArmyTable) => void): void {
    if (!this.army) return;
    const next = structuredClone(this.army);
    how(next);
    delete next.total; // what its author once counted no longer holds
    this.army = next;
    keep("adlg.army", next);
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => void this.check(), PAUSE);
  }

  changeCorps(place: number, how: (corps: CorpsTable) => void): void {
    this.change((army) => how(army.corps[place]!));
  }

  changeUnit(place: number, entry: number, how: (unit: UnitTable) => void): void {
    this.changeCorps(place, (corps) => how(corps.units[entry]!));
  }

  /** Other troops keep what they may have too. */
  retroop(place: number, entry: number, troop: TroopChoice): void {
    this.changeUnit(place, entry, (unit) => {
      unit.troop = troop.id;
      if (unit.quality && !(unit.quality in troop.qualities)) delete unit.quality;
      const may = new Set(troop.abilities.map((ability) => ability.id));
      unit.abilities = unit.abilities?.filter((ability) => may.has(ability));
      if (unit.weapon && !troop.weapons.some((weapon) => weapon.id === unit.weapon)) delete unit.weapon;
      if (!troop.dismounts.some((foot) => foot.id === unit.dismounts)) delete unit.dismounts;
      delete unit.name;
    });
  }

  move(from: number, entry: number, to: number): void {
    this.change((army) => {
      const [unit] = army.corps[from]!.units.splice(entry, 1);
      if (unit) army.corps[to]!.units.push(unit);
    });
  }

  async check(): Promise<void> {
    if (!this.army) return;
    const asked = ++this.asked;
    try {
      const told = await checkArmy(this.army);
      if (asked === this.asked) [this.told, this.wrong] = [told, null];
    } catch (failed) {
      if (asked === this.asked) this.wrong = refusalOf(failed);
    }
  }
}

/** A first unit of a kind: of the quality that most have, or the first there is. */
export function newUnit(troop: TroopChoice): UnitTable {
  const unit: UnitTable = { count: 1, troop: troop.id };
  const [first] = Object.keys(troop.qualities);
  if (!("ordinary" in troop.qualities) && first) unit.quality = first;
  return unit;
}

export const newCorps = (choices: Choices): CorpsTable => ({ commander: choices.grades[0]?.id, units: [] });
