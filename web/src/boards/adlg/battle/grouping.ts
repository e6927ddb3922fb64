// Groups as a hand takes them: the sensible one around a unit, those that were saved under a number.
import { t } from "../../../lib/i18n.svelte";
import { speaker } from "../../../lib/speak.svelte";
import { calledAll } from "../called";
import type { Command } from "./command.svelte";
import { around } from "./in_line";

/** The group around a unit: the largest on offer at once, then all in line with it where they may go together. */
export async function takeGroup(command: Command, id: string): Promise<void> {
  const offered = command.groupOf(id);
  command.select(offered);
  const unit = command.unit(id);
  if (!unit || !command.giving) return;
  const able = command.facts.units.filter((one) => command.able.has(one.id));
  const wider = around(unit, able).filter((ids) => ids.length > offered.length);
  const { selected } = command;
  command.widening = wider.length > 0;
  for (const ids of wider) {
    const told = await command.draft.foresight.ask([ids.join("+")]).catch(() => null);
    // Somebody was faster: others are chosen, or those who are lit have been taken up or get an order.
    if (command.selected !== selected || !command.widening) return;
    if (command.begun || command.shaping) break;
    if (told?.choices?.length) return command.select(ids);
  }
  command.widening = false;
}

export function saveGroup(command: Command, number: number): void {
  const units = command.selected.filter((id) => command.unit(id)?.seat === command.seat);
  command.saved.save(number, units);
  if (units.length) speaker.say(t("adlg_hands.group.saved", { number, who: calledAll(units, command.facts) }));
}

/** Takes up a group that was saved, as far as it still stands; false where there is none. */
export function recallGroup(command: Command, number: number): boolean {
  const units = (command.saved.at(number)?.units ?? []).filter((id) => command.unit(id)?.pose);
  if (!units.length) return false;
  command.select(units);
  speaker.say(calledAll(units, command.facts));
  return true;
}
