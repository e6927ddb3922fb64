"""`make scenarios`: the general fights every battle that we ship against itself, so that neither army has it too easy.

    python -m benchmarks.scenarios [SCENARIO …] [--games 20] [--jobs 2]

Every battle is kept as soon as it is over, so what was stopped goes on where it was. A battle whose ground, armies or
deployment have changed since begins anew; the words about it may change.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks import figures
from triarii.cli.progress import progress_bar
from triarii.core.contract import Refusal, Tally
from triarii.games.adlg.armies import roster
from triarii.games.adlg.pages.contents import DRILL, contents
from triarii.games.adlg.scenarios import scenario
from triarii.lab import matches
from triarii.lab.local_processes import LocalProcesses
from triarii.lab.matches import NOTHING, Pairing, Played

SEED = 955
GAMES = 20
"""So often is each battle fought; fewer say nothing about who has it easier."""
PLAYERS = ("general", "general")
LONGEST = 4_000
"""Decisions after which a battle counts as unfinished."""
EVEN = (0.3, 0.7)
"""Between these shares of the points either army is worth leading; a draw gives half a point to each."""
WORDS = ("name", "about", "region")
"""What scenarios and armies only tell, or show: the region gives the ground its colour."""
SIDES = ("first", "second")
ROSTERS: Any = contents("first_army")["contents"]


@dataclass(frozen=True)
class Fought:
    """How often which army of a scenario won."""

    scenario: str
    tally: Tally

    @property
    def share(self) -> float:
        """Of the first army, 0 to 1; a draw or an unfinished battle counts half."""
        return 0.5 + (self.tally.first - self.tally.second) / (2 * self.tally.games) if self.tally.games else 0.5

    @property
    def is_even(self) -> bool:
        low, high = EVEN
        return low <= self.share <= high

    def and_then(self, played: Played) -> Fought:
        return replace(self, tally=self.tally + Tally.of_result(played.result, plies=played.plies))


def main(arguments: Sequence[str] | None = None) -> None:
    given = _arguments(arguments)
    unknown = [name for name in given.scenarios if name not in battles()]
    if unknown:
        raise SystemExit(f"Nobody fights {', '.join(unknown)}; there are {', '.join(battles())}.")
    chosen = given.scenarios or battles()
    fought = {name: _read(name) for name in chosen}
    missing = [(name, number) for name in chosen for number in range(fought[name].tally.games, given.games)]
    rounds = ((Pairing("adlg", PLAYERS, {"scenario": name}, SEED, longest=LONGEST), at) for name, at in missing)
    with (
        progress_bar("battles", len(missing)) as advance,
        closing(matches.series(rounds, len(missing), LocalProcesses(given.jobs))) as games,
    ):
        for (name, _), played in zip(missing, games, strict=True):
            fought[name] = fought[name].and_then(played)
            _write(fought[name])
            advance()
            if fought[name].tally.games == given.games:
                print(sentence(fought[name]), flush=True)
                _keep(fought[name])  # at once: the next may take an hour
    _keep(*fought.values())
    uneven = [name for name in chosen if fought[name].tally.games >= GAMES and not fought[name].is_even]
    if uneven:
        raise SystemExit(f"Too easy for one side: {', '.join(uneven)}")


def battles() -> tuple[str, ...]:
    """The scenarios that are more than a drill."""
    return tuple(name for name in scenario.shipped() if not name.startswith(DRILL))


def measured(fought: Fought) -> dict[str, Any]:
    """What is kept of it for our pages."""
    tally = fought.tally
    return {
        "armies": _armies(fought.scenario),
        "battle": digest(fought.scenario),
        "games": tally.games,
        "won": [tally.first, tally.second],
        "draws": tally.draws,
        "unfinished": tally.unfinished,
        "share": round(fought.share, 3),
        "interval": [round(end, 3) for end in matches.interval(fought.share, tally.games)],
        "mean_decisions": round(tally.plies / max(1, tally.games), 1),
    }


def sentence(fought: Fought) -> str:
    tally, (first, second) = fought.tally, _armies(fought.scenario)
    rest = f"{tally.draws} drawn, {tally.unfinished} unfinished"
    return f"{fought.scenario}: {first} {tally.first}, {second} {tally.second}, {rest}: {fought.share:.3f}"


def digest(name: str) -> str:
    """Of everything that decides a battle besides rules and players: its ground, armies and deployment."""
    table = _content(name)
    armies = [ROSTERS[table["armies"][side]] for side in SIDES] if "armies" in table else []
    return hashlib.sha256(json.dumps(_wordless([table, armies]), sort_keys=True).encode()).hexdigest()[:16]


def _wordless(value: object) -> object:
    if isinstance(value, list):
        return [_wordless(each) for each in value]
    if isinstance(value, dict):
        return {key: _wordless(each) for key, each in value.items() if key not in WORDS}
    return value


def _content(name: str) -> dict[str, Any]:
    table = scenario.content(name)
    assert not isinstance(table, Refusal), table
    return table


def _armies(name: str) -> list[str]:
    """What the two sides are called, in English."""
    table = _content(name)
    if "armies" not in table:
        return list(SIDES)
    found = [roster.load(table["armies"][side]) for side in SIDES]
    return [each.name["en"] for each in found if not isinstance(each, Refusal)]


def _keep(*fought: Fought) -> None:
    """Those that were fought often enough, beside what is known of the others that are still there."""
    known = {name: kept for name, kept in figures.read("scenarios").items() if name in battles()}
    enough = {each.scenario: measured(each) for each in fought if each.tally.games >= GAMES}
    figures.write("scenarios", {**known, **enough})


def _place(name: str) -> Path:
    return figures.WORK / "scenarios" / f"{name}-{digest(name)}-{SEED}.json"


def _read(name: str) -> Fought:
    place = _place(name)
    tally = Tally(**json.loads(place.read_text(encoding="utf-8"))) if place.exists() else NOTHING.tally
    return Fought(name, tally)


def _write(fought: Fought) -> None:
    place = _place(fought.scenario)
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(fought.tally)), encoding="utf-8")
    fresh.replace(place)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("scenarios", nargs="*", help="which; all but the drills if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="how often each is fought")
    parser.add_argument("--jobs", type=int, help="processes; by default one a core")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
