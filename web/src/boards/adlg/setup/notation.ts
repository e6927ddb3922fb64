// How the set-up is written in the list of moves: what came of it, not the numbers.
import { t } from "../../../lib/i18n.svelte";
import type { Entry, GameEvent } from "../../../lib/protocol";

const VERBS = new RegExp(
  "^(region|pick|lay|coast|river|road|adjust|shift|rotate|remove|keep|camp|fortify|obstruct|march|mark|" +
    "corps|deploy|place|plant|ready|dismount|done)\\b",
);
const OF_SETUP = new Set([
  ...[
    "region",
    "picked",
    "claim",
    "laid",
    "road",
    "altered",
    "removed",
    "camp",
    "works",
    "deploys",
    "deployed",
    "corps_stands",
  ],
  ...["prepared", "leads", "leads_alone", "battle_begins", "effort", "dismounts"],
]);

/** The short form of an entry of the set-up; nothing for all others. */
export function setupNotation(entry: Entry): string {
  if (entry.kind !== "action" || !VERBS.test(entry.text)) return "";
  const verb = entry.text.split(" ")[0]!;
  // Corps are also named and ended in battle.
  if ((verb === "corps" || verb === "done") && !entry.events.some((event) => OF_SETUP.has(event.kind))) return "";
  const event = (kind: string): GameEvent | undefined => entry.events.find((one) => one.kind === kind);
  const piece = (event("laid") ?? event("altered") ?? event("removed"))?.piece;
  switch (verb) {
    case "region":
      return t("adlg_setup.note.region", { region: t(`adlg_setup.region.${entry.text.split(" ")[1]!}`) });
    case "pick":
      return t(`adlg_setup.kind.${entry.text.split(" ")[1]!}`);
    case "lay":
    case "shift":
    case "rotate":
    case "remove":
      return piece ? t(`adlg_setup.note.${verb}`, { kind: t(`adlg_setup.kind.${String(piece)}`) }) : "";
    case "coast":
    case "river":
    case "road":
      return t(`adlg_setup.note.lay`, { kind: t(`adlg_setup.kind.${verb}`) });
    case "corps":
      return t("adlg_setup.note.corps", { number: entry.text.replace(/\D/g, "") });
    default:
      return t(`adlg_setup.note.${verb === "place" ? "deploy" : verb}`);
  }
}
