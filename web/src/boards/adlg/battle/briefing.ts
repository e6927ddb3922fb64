// What a drill tells of itself, for whoever does not type orders: its orders as the buttons have them, ids as names.
import { language, t } from "../../../lib/i18n.svelte";
import { called, type Named } from "../called";
import type { CommanderFact } from "../told";
import { orderName } from "./naming";

const QUOTED: Record<string, [string, string]> = { en: ["“", "”"], de: ["„", "“"] };

type Known = Named & { commanders: Pick<CommanderFact, "id" | "corps" | "grade">[] };

export function inWords(about: string, facts: Known): string {
  const [open, close] = QUOTED[language.now] ?? QUOTED.en!;
  return about
    .split("`")
    .map((part, i) =>
      i % 2 ? `${open}${button(part, facts)}${close}` : part.replace(/\b[ue]\d+\b/g, (id) => called(id, facts)),
    )
    .join("");
}

/** What is written on whatever is pressed for an order; of a single unit, with who gets it. */
function button(order: string, facts: Known): string {
  const [who = "", next = ""] = order.split(" ");
  const leader = facts.commanders.find((one) => one.id === next);
  if (who === "corps" && leader)
    return t("adlg_board.corps_button", { number: leader.corps, grade: t(`adlg_board.grade.${leader.grade}`) });
  if (who === "done") return t("adlg_board.end_corps");
  const name = orderName(order, facts);
  return who.includes("+") ? name : t("adlg_board.told.who", { who: called(who, facts), order: name });
}
