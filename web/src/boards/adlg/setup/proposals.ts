// What the game itself would do: it offers actions word by word, and here they are spelled to their end.
import type { Table } from "../../../room/table.svelte";

/** Words of the longest deployment. */
const MOST = 60;

/** How its proposals with this verb begin. */
export async function starts(table: Table, verb: string): Promise<string[]> {
  const first = await table.draft.foresight.ask([]);
  if (!first.choices?.some((choice) => choice.text === verb)) return [];
  return (await table.draft.foresight.ask([verb])).choices?.map((choice) => `${verb} ${choice.text}`) ?? [];
}

/** The whole action that begins so, always taking the first word that is offered. */
export async function spelled(table: Table, begun: string): Promise<string> {
  let words = begun.split(" ");
  for (let left = MOST; left; left--) {
    const answer = await table.draft.foresight.ask(words);
    if (answer.action !== undefined) return answer.action;
    const next = answer.choices?.[0]?.text;
    if (!next) return "";
    words = [...words, next];
  }
  return "";
}
