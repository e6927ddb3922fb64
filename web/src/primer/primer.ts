// What a newcomer needs of each game, part by part: its words are in the texts under `primer`, its picture is drawn by
// the scene of its game, and the rules stand here that say it in full.

export interface Part {
  id: string;
  /** The rules that say it in full, the first of them most of all. */
  rules: readonly string[];
}

const PARTS: Record<string, readonly Part[]> = {
  cities: [
    { id: "aim", rules: ["cities.end.all_cities", "cities.end.last_piece"] },
    { id: "walk", rules: ["cities.move.fighter", "cities.move.hero", "cities.move.free_squares"] },
    { id: "enclose", rules: ["cities.enclosure.line", "cities.enclosure.all_lines"] },
    { id: "hero", rules: ["cities.city.promotion"] },
    { id: "city", rules: ["cities.city.taken"] },
  ],
  towar: [
    { id: "aim", rules: ["towar.end.breakthrough", "towar.end.units"] },
    { id: "card", rules: ["towar.turn.entry", "towar.turn.entry_displaces"] },
    { id: "chain", rules: ["towar.turn.step", "towar.turn.chain"] },
    { id: "fight", rules: ["towar.combat.compare", "towar.combat.tie"] },
    { id: "side", rules: ["towar.combat.side_bonus"] },
  ],
  adlg: [
    { id: "aim", rules: ["adlg.losses.break"] },
    { id: "command", rules: ["adlg.command.points"] },
    { id: "charge", rules: ["adlg.charge.declare", "adlg.charge.reach"] },
    { id: "melee", rules: ["adlg.melee.dice", "adlg.melee.losses"] },
    { id: "rally", rules: ["adlg.rally.far", "adlg.rally.near"] },
  ],
};

/** None for a game that nobody wrote any for. */
export function partsOf(game: string): readonly Part[] {
  return PARTS[game] ?? [];
}
