"""How far the exact solver for the last cards reaches on this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from triarii.cli.inputs import AsJson, GameName, Language, Seed, game_of
from triarii.cli.speech import BadInput, language, print_json, say
from triarii.cli.usage import number_option
from triarii.core.contract import Refusal

Samples = Annotated[
    int,
    number_option("--samples", 1, 10_000, "Positions of each size."),
]
Allowed = Annotated[
    int,
    number_option("--ms", 1, 3_600_000, "Time for each position, in milliseconds."),
]


def endgame(
    name: GameName,
    ms: Allowed = 1_000,
    samples: Samples = 10,
    seed: Seed = 1,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Show with how many cards left the end of a game is proven in a given time."""
    game, speak = game_of(name), language(lang)
    if game.info.id != "towar":
        raise BadInput(Refusal("endgame.no_solver", params={"game": name}))
    # Late, because only this command should pay for the cards of To War! and their solver.
    from triarii.lab.endgames import reach

    found = []
    for row in reach(ms / 1000, samples, seed):
        found.append(row)
        if not json:
            words = {"cards": row.cards, "solved": row.solved, "positions": row.positions}
            print(say("endgame.row", speak, **words, mean=round(1000 * row.mean_seconds)), flush=True)
    if json:
        print_json([asdict(row) for row in found])
