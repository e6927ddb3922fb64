// Keys on the table of a set-up: arrows move what is held, brackets turn it, letters pick, mirror and undo.
import { language, t } from "../../../lib/i18n.svelte";
import { speaker } from "../../../lib/speak.svelte";
import type { Desk } from "./desk.svelte";
import type { WaitingCorps } from "./reading";
import { place } from "./words";

const SIZES = ["small", "medium", "large"];
const TURN = 1500;
const STEPS: Record<string, [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** True if a key was meant for what is held; `up` is -1 where the table is seen from the other side. */
export function pressed(desk: Desk, event: KeyboardEvent, up: 1 | -1): boolean {
  const step = STEPS[event.key];
  if (step && (desk.text || desk.task === "alter")) {
    const far = (event.shiftKey ? 1000 : event.ctrlKey ? 50 : 250) * up;
    desk.shift(step[0] * far, step[1] * far);
    return true;
  }
  if (desk.ground.piece && (event.key === "[" || event.key === "]")) {
    desk.ground.turnPiece(event.key === "[" ? -TURN : TURN);
    desk.say();
    return true;
  }
  if (desk.ground.piece && desk.task === "lay" && event.key === "s") {
    desk.ground.setPiece({ size: SIZES[(SIZES.indexOf(desk.ground.piece.size) + 1) % SIZES.length]! });
    desk.say();
    return true;
  }
  if (desk.corps) return ofCorps(desk, desk.corps, event.key);
  if (event.key !== "Enter" || !desk.text) return false;
  void desk.send();
  return true;
}

function ofCorps(desk: Desk, corps: WaitingCorps, key: string): boolean {
  const ids = corps.units.map((unit) => unit.id);
  const at = ids.findIndex((id) => desk.ranks.picked.has(id));
  const keys: Record<string, () => void> = {
    n: () => hold(desk, corps, ids[(at + 1) % ids.length]!),
    p: () => hold(desk, corps, ids.at(at <= 0 ? -1 : at - 1)!),
    m: () => desk.ranks.mirror(),
    Escape: () => (desk.ranks.picked = new Set()),
    Backspace: () => desk.ranks.undo(),
    Enter: () => void desk.finish(),
  };
  const does = keys[key];
  if (!does || (key === "Backspace" && !desk.ranks.canUndo) || (key === "Escape" && !desk.ranks.picked.size))
    return false;
  does();
  return true;
}

/** Takes one unit up and says who and where it is. */
function hold(desk: Desk, corps: WaitingCorps, id: string): void {
  desk.ranks.picked = new Set([id]);
  const unit = corps.units.find((one) => one.id === id);
  const pose = desk.ranks.draft?.poses.get(id);
  speaker.say(
    `${id}, ${unit?.name[language.now] ?? ""}. ${pose ? place([pose[0], pose[1]]) : t("adlg_setup.waits_for_place")}`,
  );
}
