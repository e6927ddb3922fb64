// A rule's text in pieces: what is looked for is marked, and other rules that it names by their ids become links.

export interface Piece {
  text: string;
  /** It is looked for. */
  hit: boolean;
  /** The id of a rule, which nobody wants to read. */
  rule: boolean;
}

const ID = /\b((?:cities|towar|adlg)\.\w+\.\w+)\b/;

export function pieces(text: string, sought: string): Piece[] {
  return text
    .split(ID)
    .flatMap((part, i) => (i % 2 ? [{ text: part, hit: false, rule: true }] : marked(part, sought)))
    .filter((piece) => piece.text);
}

/** Capitals make no difference. */
function marked(text: string, sought: string): Piece[] {
  const found: Piece[] = [];
  const [low, wanted] = [text.toLowerCase(), sought.toLowerCase()];
  let at = 0;
  for (let next = wanted ? low.indexOf(wanted) : -1; next >= 0; next = low.indexOf(wanted, at)) {
    found.push({ text: text.slice(at, next), hit: false, rule: false });
    at = next + wanted.length;
    found.push({ text: text.slice(next, at), hit: true, rule: false });
  }
  return [...found, { text: text.slice(at), hit: false, rule: false }];
}
