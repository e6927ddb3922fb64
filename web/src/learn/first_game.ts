// The first real game after the lessons: nothing is asked, the computer plays as weakly as it can.
import { games } from "../lib/api";
import { startGame } from "../lib/starting";

/** What the lessons played with; everything else is as usual. */
const OPTIONS: Record<string, Record<string, unknown>> = {
  towar: { armies: "west,north" },
  adlg: { scenario: "skirmish", profile: "sheet" },
};

export async function startFirstGame(game: string): Promise<void> {
  const info = (await games()).find((one) => one.id === game);
  // Levels come weakest first.
  await startGame({ game, against: "computer", level: info?.levels[0]?.id ?? "", options: OPTIONS[game] ?? {} });
}
