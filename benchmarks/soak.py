"""`make soak`: long versions of what tests do in seconds: conformance, fuzzing, hostile inputs, every number changed.

python -m benchmarks.soak [PART …] runs only some parts and keeps what the others found last.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmarks import battles, everything, figures, hosting
from benchmarks.hostile import run as hostile_run
from tools import mutate
from triarii.cli.progress import progress_bar
from triarii.core import conformance
from triarii.core.contract import OptionInfo, Span, Turn
from triarii.games.adlg.scenarios.scenario import shipped
from triarii.games.cities import GAME

GAMES_A_SETTING = 3
ADLG_ORDERS = 100_000
ADLG_SEEDS = 10
ADLG_BATTLES = 200
ADLG_LONGEST = 6_000
"""Decisions after which a battle is left."""
EVERY = 7
"""So many positions of a game pass between two that are asked everything."""
FUZZED = ("tests/test_fuzz.py", "tests/cli/test_fuzz_cli.py", "tests/server/test_fuzz_wire.py")
HOSTILE = 100_000
HOSTILE_SEED = 7
KILLED_GAMES = 200
KILLS = "tests/server/test_kills.py"
CHAOS_GAMES = 200
CHAOS = "tests/server/test_chaos.py"
BRIEF = re.compile(r"tests\.lengths|\bLOOKS\b|\bPAIRS\b")
"""How a test that is brief in `make test` says so: see tests/lengths.py, and tests/e2e/conftest.py for looks."""
SLOW_LINE = "tests/e2e/test_slow_line.py"
SPREAD = ("-n", "auto", "--dist", "worksteal")
WHEEL = "tests/test_wheel.py"

Job = TypeVar("Job")
Found = TypeVar("Found")


def main(wanted: Sequence[str] = ()) -> None:
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        raise SystemExit(f"There is no part {', '.join(unknown)}; there are {', '.join(PARTS)}.")
    kept = figures.read("soak") if wanted else {}
    for name in wanted or PARTS:
        begun = time.monotonic()
        found = PARTS[name]()
        kept[name] = {**found, "minutes": round((time.monotonic() - begun) / 60, 1)}
        figures.write("soak", kept)


def spread(title: str, work: Callable[[Job], Found], jobs: Sequence[Job]) -> list[Found]:
    """What `work` finds for each of the jobs, on all cores, with a bar that moves."""
    with ProcessPoolExecutor() as pool, progress_bar(title, len(jobs)) as advance:
        found = []
        for one in pool.map(work, jobs):
            found.append(one)
            advance(1)
    return found


def conform() -> dict[str, object]:
    """Random games through the whole contract, for every value of every option."""
    settings: list[dict[str, object]] = [{}]
    for option in GAME.info.options:
        settings += [{option.name: value, "younger": "second"} for value in values(option)]
    settings += [{"layout": layout, "claims": "by_claim"} for layout in GAME.info.options[0].names]
    report = conformance.check_game(GAME, options=settings, games=GAMES_A_SETTING, seed=7, every=EVERY)
    print(f"conformance: {len(settings)} settings, {report}")
    return {"settings": len(settings), "report": str(report)}


def values(option: OptionInfo) -> list[object]:
    if isinstance(option.values, Span):
        return [option.values.low, 1, 2, 5]
    return list(option.names) if isinstance(option.values, str) else list(option.values)


def changed_numbers() -> dict[str, object]:
    """Every number of the data tables changed, one by one; a test must notice each."""
    summary = mutate.mutate("cities", jobs=os.cpu_count() or 1)
    print(f"mutation: {summary.as_json()}")
    return dict(summary.as_json())


def fuzz() -> dict[str, object]:
    """The fuzz tests with their long profile."""
    return {"tests": passed("fuzzing", *FUZZED, "-n", "auto", HYPOTHESIS_PROFILE="soak"), "profile": "soak"}


def lengthened(*, in_browser: bool) -> list[str]:
    """The files with tests that prove more by length, but for those with a part of their own here."""
    own = (*FUZZED, SLOW_LINE)
    found = [
        path
        for path in sorted(figures.ROOT.glob("tests/**/test_*.py"))
        if BRIEF.search(path.read_text(encoding="utf-8"))
    ]
    names = [path.relative_to(figures.ROOT).as_posix() for path in found]
    return [name for name in names if name.startswith("tests/e2e/") == in_browser and name not in own]


def long_tests() -> dict[str, object]:
    """Tests that are brief in `make test`, at full length."""
    return {"tests": passed("long_tests", *lengthened(in_browser=False), *SPREAD, HYPOTHESIS_PROFILE="soak")}


def long_browser() -> dict[str, object]:
    """Every page in each theme on each screen, a whole battle by mouse to the break, one of 200 points by link in two
    browsers, and whole games of the others by link."""
    return {"tests": passed("long_browser", *lengthened(in_browser=True), *SPREAD, HYPOTHESIS_PROFILE="soak")}


def slow_line() -> dict[str, object]:
    """Ten seeds of games and battles in a browser, through a line that is slow, uneven and breaks."""
    return {"tests": passed("slow_line", SLOW_LINE, *SPREAD, HYPOTHESIS_PROFILE="soak")}


def whole_wheel() -> dict[str, object]:
    """A wheel that compiles all of its modules, installed and played."""
    return {"tests": passed("whole_wheel", WHEEL, TRIARII_WHOLE_WHEEL="1")}


def server_kills() -> dict[str, object]:
    """The server killed at random moments of many games: nothing acknowledged is lost, nothing is done twice."""
    return told("server_kills", KILLS, "TRIARII_KILLED", KILLED_GAMES)


def server_chaos() -> dict[str, object]:
    """Servers and their PostgreSQL killed, paused and cut off at random moments of many games; how soon clients were
    back is measured here, and asserted nowhere: it depends on the machine."""
    return told("server_chaos", CHAOS, "TRIARII_CHAOS", CHAOS_GAMES)


def told(part: str, test: str, prefix: str, games: int) -> dict[str, object]:
    """What a test of so many games found, which it writes into a file."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "told.json")
        passed(part, test, **{f"{prefix}_GAMES": str(games), f"{prefix}_TOLD": str(report)})
        found: dict[str, object] = json.loads(report.read_text(encoding="utf-8"))
    print(f"{part}: {found}")
    return found


def hostile() -> dict[str, object]:
    """Hostile inputs to every route and message of a real server, with a real game beside them."""
    with progress_bar("hostile", HOSTILE) as advance:
        found = hostile_run.fuzz(HOSTILE, HOSTILE_SEED, advance)
    report = {**found.as_json(), "seed": HOSTILE_SEED}
    print(f"hostile: {report}")
    if found.faults:
        raise SystemExit("\n".join(fault.report(HOSTILE_SEED) for fault in found.faults.values()))
    return report


def passed(part: str, *words: str, **more: str) -> int:
    """How many tests passed; one that did not ends it all."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--timeout", "3000", *words],
        cwd=figures.ROOT,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
    print(f"{part}: {last}")
    if done.returncode:
        raise SystemExit(done.stdout)
    counted = re.search(r"(\d+) passed", last)
    return int(counted.group(1)) if counted else 0


def adlg_orders() -> dict[str, object]:
    """Random orders in random battles, right and wrong ones: none breaks the table."""
    jobs = [(scenario, seed) for seed in range(ADLG_SEEDS) for scenario in battles.SCENARIOS]
    share = ADLG_ORDERS // len(jobs)
    counted = spread("adlg_orders", partial(_orders, orders=share), jobs)
    accepted, faulty = sum(one for one, _ in counted), [fault for _, faults in counted for fault in faults]
    print(f"adlg: {share * len(jobs)} orders, {accepted} accepted, {len(faulty)} faults")
    if faulty:
        raise SystemExit("\n".join(faulty[:20]))
    return {"orders": share * len(jobs), "accepted": accepted, "faults": 0}


def _orders(job: tuple[str, int], orders: int) -> tuple[int, list[str]]:
    scenario, seed = job
    accepted, found = 0, []
    profile = ("sheet", "common")[seed % 2]
    for tried in battles.battle(scenario, 1000 + seed, orders, wrong=0.9, profile=profile):
        if tried.refusal is None:
            accepted += 1
            found += [f"{fault} after {tried.order} in {tried.before.text()}" for fault in battles.faults(tried.after)]
    return accepted, found


def adlg_battles() -> dict[str, object]:
    """Whole battles of random candidates, from the first order to the break: no position has a fault."""
    scenarios = shipped()
    jobs = [(scenarios[number % len(scenarios)], number) for number in range(ADLG_BATTLES)]
    counted = spread("adlg_battles", _battle, jobs)
    positions, faulty = sum(one for one, _, _ in counted), [fault for _, _, faults in counted for fault in faults]
    ended = sum(over for _, over, _ in counted)
    print(f"adlg: {len(jobs)} battles, {ended} ended by break, {positions} positions, {len(faulty)} faults")
    if faulty:
        raise SystemExit("\n".join(faulty[:20]))
    return {"battles": len(jobs), "ended": ended, "positions": positions, "faults": 0, "scenarios": len(scenarios)}


def _battle(job: tuple[str, int]) -> tuple[int, bool, list[str]]:
    scenario, seed = job
    positions, over, found = 0, False, []
    for position in battles.whole_battle(scenario, seed, ADLG_LONGEST, profile=("sheet", "common")[seed % 2]):
        positions, over = positions + 1, position.turn is Turn.OVER
        found += [f"{fault} in {position.text()}" for fault in battles.faults(position)]
    return positions, over, found


def adlg_everything() -> dict[str, object]:
    """Whole battles with secret plans, allies, dismounting, rivers, works and evenings that end, all of it at once."""
    fought = spread("adlg_everything", everything.fight, range(everything.BATTLES))
    faulty = [fault for battle in fought for fault in battle.faults]
    steps, over = sum(battle.steps for battle in fought), sum(battle.over for battle in fought)
    had = {what: sum(what in battle.seen for battle in fought) for what in everything.TOLD}
    print(f"adlg: {len(fought)} battles with everything, {over} ended, {steps} steps, {len(faulty)} faults; {had}")
    if faulty:
        raise SystemExit("\n".join(faulty[:20]))
    return {"battles": len(fought), "ended": over, "steps": steps, "faults": 0, "battles_with": had}


PARTS: dict[str, Callable[[], dict[str, object]]] = {
    "cities_conformance": conform,
    "cities_mutation": changed_numbers,
    "adlg_orders": adlg_orders,
    "adlg_battles": adlg_battles,
    "adlg_everything": adlg_everything,
    "fuzzing": fuzz,
    "long_tests": long_tests,
    "long_browser": long_browser,
    "slow_line": slow_line,
    "whole_wheel": whole_wheel,
    "server_kills": server_kills,
    "server_chaos": server_chaos,
    "hostile": hostile,
    "hosting": hosting.run,
}

if __name__ == "__main__":
    main(sys.argv[1:])
