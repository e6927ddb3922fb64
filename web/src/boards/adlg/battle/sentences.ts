// Orders as sentences of the list: "Vikings' left wing advances 3 UD", "Axemen 2 wheels right 20° and charges
// Raiders 3".
import { has, t } from "../../../lib/i18n.svelte";
import { called, corpsCalled, corpsOf, isWhole, listed, type Named } from "../called";
import { measure, orderName } from "./naming";

const NOBODY: Named = { units: [] };
/** Of a group with more units only the first is named. */
const FEW = 2;
/** A group of at least this share of a corps is called by the corps. */
const MOST = 0.6;

export function orderSentence(action: string): string {
  const [who = "", verb = ""] = action.split(" ");
  if (who === "corps") return t("adlg_hands.told.corps", { who: leaderCorps(verb) });
  if (who === "done") return t("adlg_board.told.done");
  if (!verb || !/^[a-z]\d/.test(who)) return orderName(action, NOBODY);
  const { name, count } = subject(who);
  const steps = stepsOf(action, count);
  return steps
    ? t("adlg_hands.told.does", { who: name, does: listed(steps) })
    : t("adlg_board.told.who", { who: name, order: uncapital(orderName(action, NOBODY)) });
}

/** Each step with its verb for one or for many; null where one of them has no such words. */
function stepsOf(action: string, count: number): string[] | null {
  const steps: string[][] = [];
  for (const word of action.split(" ").slice(1)) {
    if (has(`adlg_board.verb.${word}`)) steps.push([word]);
    else if (steps.length) steps.at(-1)!.push(word);
    else return null;
  }
  const told: string[] = [];
  for (const [verb = "", ...rest] of steps) {
    if (!has(`adlg_hands.does.${verb}`)) return null;
    const [side] = rest.filter((word) => /^(left|right|back)$/.test(word));
    const numbers = rest.filter((word) => /^[\d.]+$/.test(word)).map((word) => measure(word, [verb]));
    const names = rest.filter((word) => /^[a-z]\d/.test(word));
    told.push(
      t(`adlg_hands.does.${verb}`, {
        count,
        side: side ? t(`adlg_hands.side.${side}`) : "",
        far: numbers.at(-1) ?? "",
        aside: numbers[0] ?? "",
        target: names.length ? called(names.join("+"), NOBODY) : "",
      }).replace(/ {2,}/g, " "),
    );
  }
  return told.length ? told : null;
}

function subject(who: string): { name: string; count: number } {
  const ids = who.split("+");
  if (/^[cd]/.test(who)) return { name: leader(who), count: 1 };
  const corps = ids.length > FEW ? corpsOf(ids) : null;
  if (corps && ids.length >= MOST * corps.all)
    return { name: corpsCalled(corps.seat, corps.corps), count: isWhole(corps.seat, corps.corps) ? 2 : 1 };
  if (ids.length <= FEW) return { name: called(who, NOBODY), count: ids.length };
  return {
    name: t("adlg_board.told.others", { first: called(ids[0]!, NOBODY), count: ids.length - 1 }),
    count: ids.length,
  };
}

const seatOfLeader = (id: string): number => (id.startsWith("c") ? 0 : 1);

function leaderCorps(id: string): string {
  return corpsCalled(seatOfLeader(id), Number(id.slice(1)));
}

const leader = (id: string): string => t("adlg_hands.told.leader", { who: leaderCorps(id) });

const uncapital = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
