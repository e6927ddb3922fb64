// The game proposes, and whoever arranges things differently finds back.
import { expect, it } from "vitest";
import type { ChoicesAnswer, PreviewAnswer, View } from "../../../lib/protocol";
import { Table } from "../../../room/table.svelte";
import { Desk } from "./desk.svelte";

const VIEW: View = {
  eye: "first",
  turn: "first",
  text: "camps",
  words: [],
  facts: { size: [20, 15], units: [], setup: { task: "camp", waiting: [], seat: "first" } },
};

/** A server that knows these places for a camp. */
async function building(places: string[]): Promise<Desk> {
  const choices = (prefix: string[]): Promise<ChoicesAnswer> =>
    Promise.resolve(
      prefix.length > 1
        ? { action: prefix.join(" ") }
        : { choices: (prefix.length ? places : ["camp"]).map((text) => ({ text, label: text })) },
    );
  const preview = (): Promise<PreviewAnswer> => Promise.resolve({ preview: {}, words: [] });
  const table = new Table({ choices, preview } as never, VIEW);
  [table.eye, table.mayAct] = ["first", true];
  const desk = new Desk(table);
  desk.follow();
  await new Promise((go) => setTimeout(go));
  return desk;
}

it("the only place that the game proposes can be had back once the camp was moved", async () => {
  const desk = await building(["17"]);
  expect([desk.ground.camp?.[0], desk.elsewhere]).toEqual([17000, false]);
  desk.ground.shift(250, 0);
  expect([desk.ground.camp?.[0], desk.elsewhere]).toEqual([17250, true]);
  await desk.suggest();
  expect([desk.ground.camp?.[0], desk.elsewhere]).toEqual([17000, false]);
});

it("another place can always be had where the game knows several", async () => {
  const desk = await building(["4", "17"]);
  expect([desk.ground.camp?.[0], desk.elsewhere]).toEqual([4000, true]);
  await desk.suggest();
  expect([desk.ground.camp?.[0], desk.elsewhere]).toEqual([17000, true]);
});
