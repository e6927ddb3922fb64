// Names of units in as few letters as a base has room for: people read "H.cav 2", not "Heavy c… 2".

/** What begins a part that only tells more: "Fyrd of the shires". */
const MORE = /^(of|the|with|and|from|der|die|das|des|dem|den|von|vom|mit|und|aus|zu)$/i;

/** The whole name where it fits; else what it is about: the first letter of a first word and the beginning of the last.
 * The number at its end stays. */
export function shortName(whole: string, most: number): string {
  if (whole.length <= most) return whole;
  const number = /\s\d+$/.exec(whole)?.[0] ?? "";
  const words = whole.slice(0, whole.length - number.length).split(/[\s-]+/);
  const more = words.findIndex((word, i) => i > 0 && MORE.test(word));
  const [first = "", ...others] = more > 0 ? words.slice(0, more) : words;
  const last = others.at(-1);
  const short = last ? `${first.slice(0, 1)}.${last}` : first;
  return short.slice(0, Math.max(1, most - number.length)) + number;
}
