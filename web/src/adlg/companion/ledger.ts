// The lines of a side and what does not count in it, with the words that the tables have for them.
import type { Tables } from "./tables";

type Rules = Tables["rules"];

export interface Line {
  name: string;
  value: number;
  rule: string;
}

export interface Void {
  what: string;
  by: string;
  rule: string;
}

const name = (rule: string, rules: Rules): string => rules[rule]?.name ?? rule;

export const linesOf = (places: number[], known: [number, string][], rules: Rules): Line[] =>
  places.flatMap((place) => {
    const line = known[place];
    return line ? [{ name: name(line[1], rules), value: line[0], rule: line[1] }] : [];
  });

export const voidsOf = (places: number[], known: [string, string][], rules: Rules): Void[] =>
  places.flatMap((place) => {
    const void_ = known[place];
    return void_ ? [{ what: name(void_[0], rules), by: rules[void_[1]]?.text ?? "", rule: void_[1] }] : [];
  });
