"""`make bench`: ratios measured side by side in one run, because machines are noisy; medians of interleaved rounds.

python -m benchmarks.bench [GAME …] [server] [saturation] [browser] [moves] [first_load] [offline] [canary] measures
only these, and keeps the rest as it was.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks import (
    before,
    boardgameio,
    canary,
    crowd,
    deciding,
    figures,
    first_load,
    frames,
    moves,
    offline,
    pace,
    saturation,
)
from benchmarks.peers.compiling import compile_peers
from triarii import builds

ROUNDS = 5
SERVER, SATURATION, BROWSER, MOVES, CANARY = "server", "saturation", "browser", "moves", "canary"
FIRST_LOAD, OFFLINE = "first_load", "offline"
WANTED = {"p50_ms": 20.0, "p99_ms": 250.0, "errors": 0.0}
"""Of the server with its crowd, at most; on a machine that does nothing else."""


@dataclass(frozen=True)
class Job:
    """A job of benchmarks.speed and its size, chosen so that it takes about half a second."""

    name: str
    size: int
    pure: bool = False
    before: bool = False
    """Of the package as it was, see benchmarks.before."""


@dataclass(frozen=True)
class Contest:
    """Ours against another, per CPU second; `at_least` is what we promise."""

    title: str
    unit: str
    ours: Job
    other: Job
    against: str
    at_least: float
    needs: str = ""
    """A module of PEERS without which it is not held."""
    game: str = "cities"


PEERS = {
    "pyspiel": ("OpenSpiel", "open_spiel"),
    "pgx": ("pgx", "pgx"),
    **dict.fromkeys(("pettingzoo", "chess", "pygame"), ("PettingZoo", "pettingzoo")),
}
"""By what a contest needs: what it stands beside, and the package that tells its version. Two games of PettingZoo need
packages of others."""
PLAYOUTS = Job("playouts", 2_000)
TOWAR_GAMES = Job("towar_games", 12_000)
BEFORE = f"before (commit {before.COMMIT})"
FROM_PYTHON = "OpenSpiel {}, driven from Python"
IN_C = "OpenSpiel {}, its own rollouts in C++"
"""Both are shown: only what runs inside compiled code there too is like our playouts; the loop is what a program in
Python would have there instead of them."""
CONTESTS = (
    Contest("playouts", "random steps", PLAYOUTS, Job("playouts", 25, pure=True), "uncompiled", 60),
    Contest("perft", "leaves", Job("perft", 3), Job("perft", 2, pure=True), "uncompiled", 60),
    Contest(
        "playouts by the prototype's end rules",
        "random steps",
        Job("playouts_like_the_prototype", 4_000),
        Job("prototype_playouts", 4_000),
        "the prototype",
        0.8,
    ),
    Contest("bare search", "nodes", Job("bare_search", 5), Job("prototype_search", 5), "the prototype", 0.8),
    Contest(
        "ply by ply through the contract",
        "plies",
        Job("contract_plies", 400),
        Job("breakthrough_steps", 400),
        FROM_PYTHON.format("breakthrough"),
        1,
        "pyspiel",
    ),
    Contest(
        "ply by ply through the contract",
        "plies",
        Job("contract_plies", 400),
        Job("clobber_steps", 800),
        FROM_PYTHON.format("clobber"),
        0.6,
        "pyspiel",
    ),
    Contest(
        "ply by ply through the contract",
        "listed actions",
        Job("contract", 60),
        Job("breakthrough_actions", 400),
        FROM_PYTHON.format("breakthrough"),
        0.8,
        "pyspiel",
    ),
    Contest(
        "ply by ply through the contract",
        "listed actions",
        Job("contract", 60),
        Job("clobber_actions", 800),
        FROM_PYTHON.format("clobber"),
        0.8,
        "pyspiel",
    ),
    Contest(
        "playouts",
        "random steps",
        PLAYOUTS,
        Job("breakthrough_rollouts", 12_000),
        IN_C.format("breakthrough"),
        2,
        "pyspiel",
    ),
    Contest(
        "playouts",
        "random steps",
        PLAYOUTS,
        Job("clobber_rollouts", 48_000),
        IN_C.format("clobber"),
        1.5,
        "pyspiel",
    ),
    Contest(
        "playouts",
        "random steps",
        PLAYOUTS,
        Job("breakthrough_steps", 400),
        FROM_PYTHON.format("breakthrough"),
        4,
        "pyspiel",
    ),
    Contest(
        "playouts",
        "random steps",
        PLAYOUTS,
        Job("clobber_steps", 800),
        FROM_PYTHON.format("clobber"),
        4,
        "pyspiel",
    ),
    Contest(
        "playouts", "random games", TOWAR_GAMES, Job("towar_games", 100, pure=True), "uncompiled", 60, game="towar"
    ),
    Contest(
        "playouts with hands of three",
        "random games",
        Job("towar_hand_games", 5_000),
        Job("towar_hand_games", 50, pure=True),
        "uncompiled",
        60,
        game="towar",
    ),
    Contest(
        "playouts",
        "random games",
        TOWAR_GAMES,
        Job("backgammon_rollouts", 450),
        IN_C.format("backgammon"),
        20,
        "pyspiel",
        game="towar",
    ),
    Contest(
        "playouts",
        "random games",
        TOWAR_GAMES,
        Job("backgammon_games", 60),
        FROM_PYTHON.format("backgammon"),
        30,
        "pyspiel",
        game="towar",
    ),
    Contest(
        "ply by ply through the contract",
        "random games",
        Job("towar_contract_games", 120),
        Job("backgammon_games", 60),
        FROM_PYTHON.format("backgammon"),
        0.8,
        "pyspiel",
        game="towar",
    ),
    Contest(
        "cities, many at once",
        "steps",
        Job("batched_cities_steps", 300_000),
        Job("aec_cities_steps", 100_000),
        "one at a time in PettingZoo",
        2,
        "pettingzoo",
        game="environments",
    ),
    Contest(
        "cities, many at once",
        "steps",
        Job("batched_cities_steps", 300_000),
        Job("pgx_chess_steps", 20_000),
        "pgx chess",
        1,
        "pgx",
        game="environments",
    ),
    Contest(
        "cities, many at once",
        "steps",
        Job("batched_cities_steps", 300_000),
        Job("open_spiel_breakthrough_seen_steps", 5_000),
        "OpenSpiel breakthrough",
        4,
        "pyspiel",
        game="environments",
    ),
    Contest(
        "towar, many at once",
        "steps",
        Job("batched_towar_steps", 800_000),
        Job("pgx_backgammon_steps", 200_000),
        "pgx backgammon",
        1,
        "pgx",
        game="environments",
    ),
    Contest(
        "towar, many at once",
        "steps",
        Job("batched_towar_steps", 800_000),
        Job("open_spiel_backgammon_seen_steps", 10_000),
        "OpenSpiel backgammon",
        4,
        "pyspiel",
        game="environments",
    ),
    Contest(
        "cities in PettingZoo",
        "steps",
        Job("aec_cities_steps", 100_000),
        Job("pettingzoo_chess_steps", 600),
        "PettingZoo chess",
        10,
        "chess",
        game="environments",
    ),
    Contest(
        "cities in PettingZoo",
        "steps",
        Job("aec_cities_steps", 100_000),
        Job("pettingzoo_connect_four_steps", 8_000),
        "PettingZoo connect four",
        10,
        "pygame",
        game="environments",
    ),
    Contest(
        "cities in PettingZoo",
        "steps",
        Job("aec_cities_steps", 100_000),
        Job("pettingzoo_tictactoe_steps", 10_000),
        "PettingZoo tic-tac-toe",
        10,
        "pygame",
        game="environments",
    ),
    Contest(
        "towar in PettingZoo",
        "steps",
        Job("aec_towar_steps", 100_000),
        Job("pettingzoo_chess_steps", 600),
        "PettingZoo chess",
        10,
        "chess",
        game="environments",
    ),
    Contest(
        "towar in PettingZoo",
        "steps",
        Job("aec_towar_steps", 100_000),
        Job("pettingzoo_connect_four_steps", 8_000),
        "PettingZoo connect four",
        10,
        "pygame",
        game="environments",
    ),
    Contest(
        "towar in PettingZoo",
        "steps",
        Job("aec_towar_steps", 100_000),
        Job("pettingzoo_tictactoe_steps", 10_000),
        "PettingZoo tic-tac-toe",
        10,
        "pygame",
        game="environments",
    ),
    Contest(
        "odds of one round",
        "melees",
        Job("adlg_exact_rounds", 4_000),
        Job("adlg_thrown_rounds", 150),
        "1,000 throws each",
        5,
        game="adlg",
    ),
    Contest(
        "odds of a fight to its end",
        "fights",
        Job("adlg_exact_fights", 600),
        Job("adlg_played_fights", 3),
        "1,000 played fights each",
        50,
        game="adlg",
    ),
    *(
        Contest(title, unit, Job(name, size), Job(name, size, before=True), BEFORE, wanted, game="adlg")
        for title, unit, name, size, wanted in (
            ("order checks", "orders", "adlg_checks", 20, 20),
            ("previews", "orders", "adlg_previews", 3, 10),
            ("actions()", "lists", "adlg_actions", 4, 10),
            ("sample()", "actions", "adlg_samples", 10, 10),
            ("view()", "views", "adlg_views", 20, 5),
            ("random battles", "actions and throws", "adlg_battle", 200, 10),
        )
    ),
    *(
        Contest(title, unit, Job(name, 4), Job(name, 1, pure=True), "uncompiled", 1.2, game="adlg")
        for title, unit, name in (
            ("order checks", "orders", "adlg_checks"),
            ("actions()", "lists", "adlg_actions"),
        )
    ),
)


def run(job: Job) -> float:
    """Units per CPU second, in a process of its own."""
    older = {"PYTHONPATH": str(before.package())} if job.before else {}
    measured = [sys.executable, "-m", "benchmarks.speed", job.name, str(job.size)]
    done = subprocess.run(
        before.command(job.name, job.size) if job.before else measured,
        env={**os.environ, "TRIARII_PURE": "1" if job.pure else "0", **older},
        cwd=figures.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout)["per_cpu_second"])


def hold(contest: Contest) -> dict[str, object]:
    """Both sides in turn, so that a slow moment of the machine hits both; the round with the median ratio counts."""
    pairs = [(run(contest.ours), run(contest.other)) for _ in range(ROUNDS)]
    ours, other = sorted(pairs, key=lambda pair: pair[0] / pair[1])[ROUNDS // 2]
    ratio = ours / other
    print(
        f"{contest.game}, {contest.title}: {ours:,.0f} {contest.unit}/s, {contest.against} {other:,.0f}: "
        f"{ratio:.2f} times, wanted {contest.at_least}"
    )
    return {
        "what": f"{contest.game}, {contest.title}: {contest.unit}",
        "against": contest.against,
        "ours": round(ours),
        "other": round(other),
        "ratio": round(ratio, 2),
        "at_least": contest.at_least,
        "measured": surroundings(contest.needs),
    }


def surroundings(needs: str) -> dict[str, object]:
    """When and where a contest was held: numbers of other machines, days or versions are not to be compared."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "python": platform.python_version(),
        **({"beside": beside(needs)} if needs else {}),
    }


def beside(needs: str) -> str:
    """What a contest stands beside, with its version."""
    name, package = PEERS[needs]
    return f"{name} {version(package)}"


def machine() -> str:
    """The processor's name, where the system tells it, and how many cores there are."""
    told = Path("/proc/cpuinfo")
    names = (
        re.findall(r"^model name\s*: (.+)$", told.read_text(encoding="utf-8"), re.MULTILINE) if told.exists() else []
    )
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


def main(wanted: Sequence[str] = ()) -> int:
    """All contests, the server at its work and at its limit, the browser, moves, first visits and the canary, or some;
    what was measured of the others is kept."""
    if set(builds.report().values()) != {"compiled"}:
        raise SystemExit("The compiled build is wanted: run `make build` and look at `triarii doctor`.")
    others = (SERVER, SATURATION, BROWSER, MOVES, FIRST_LOAD, OFFLINE, CANARY)
    known = [*dict.fromkeys(contest.game for contest in CONTESTS), *others]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"There is nothing named {', '.join(unknown)}; there are {', '.join(known)}.")
    names = wanted or known
    kept = figures.read("bench")
    held = [each for each in kept.get("contests", []) if each["what"].split(",")[0] not in names]
    if not set(others) >= set(names):
        held += hold_all(names)
    kept |= {"rounds": ROUNDS, "contests": held}
    slow = [str(each["what"]) for each in held if float(str(each["ratio"])) < float(str(each["at_least"]))]
    if "adlg" in names:
        kept["battles"], kept["growth"], kept["deciding"] = pace.measure(), pace.growth(), deciding.measure()
    if SERVER in names:
        kept[SERVER] = served = crowd.measure()
        print(f"server: {served}, wanted at most {WANTED}")
        slow += [f"server, {name}" for name, most in WANTED.items() if float(str(served[name])) > most]
    if SATURATION in names:
        kept[SATURATION] = saturation.measure() | {"beside": boardgameio.measure()}
        slow += saturation.missed(kept[SATURATION])
    if BROWSER in names and (smooth := frames.measure()):
        kept[BROWSER] = smooth
        slow += frames.too_slow(smooth)
    if MOVES in names and (shown := moves.measure()):
        kept[MOVES] = shown
        slow += moves.too_slow(shown)
    if FIRST_LOAD in names and (loaded := first_load.measure()):
        kept[FIRST_LOAD] = loaded
        slow += first_load.too_much(loaded)
    if OFFLINE in names and (alone := offline.measure()):
        kept[OFFLINE] = alone
    if CANARY in names:
        kept[CANARY] = sung = canary.measure()
        print("\n".join(canary.table(sung)))
        slow += canary.missed(sung)
    figures.write("bench", kept)
    if slow:
        print(f"Too slow: {'; '.join(slow)}")
    return int(bool(slow))


def hold_all(games: Sequence[str]) -> list[dict[str, object]]:
    compile_peers()
    held = []
    for contest in CONTESTS:
        if contest.game not in games:
            continue
        if contest.needs and importlib.util.find_spec(contest.needs) is None:
            extra = "pgx" if contest.needs == "pgx" else "peers"
            print(f"{contest.game}, {contest.title}: {contest.against} is not here; the extra `{extra}` brings it")
            continue
        if contest.other.before and before.package() is None:
            print(f"{contest.game}, {contest.title}: {contest.against} is not here; a whole clone has it")
            continue
        held.append(hold(contest))
    return held


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
