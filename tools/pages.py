"""Writes the generated parts of docs/: rules, options, layouts from the data, figures as measured.

    python -m tools.pages [--check]

A generated part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; all else is written by hand.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from triarii.core.contract import AnyGame, OptionInfo, Refusal, Span
from triarii.core.options import spell
from triarii.core.rulebook import Rule
from triarii.games.adlg.armies import army as adlg_army
from triarii.games.adlg.armies import roster
from triarii.games.adlg.data import readings as adlg_readings
from triarii.games.adlg.questions.answers import RULES as ADLG_RULES
from triarii.games.cities import GAME as CITIES
from triarii.games.cities.layouts import SHIPPED
from triarii.games.towar import GAME as TOWAR
from triarii.games.towar.cards import ARMIES, PRINTED
from triarii.games.towar.cards import SHIPPED as TABLES

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs" / "figures"
ADLG = SimpleNamespace(info=SimpleNamespace(id="adlg"), rulebook=ADLG_RULES)
"""A game in the making: rules and readings, but no table yet."""
PAGES: dict[str, Any] = {
    "docs/measurements.md": None,
    "docs/games/adlg.md": ADLG,
    "docs/games/cities.md": CITIES,
    "docs/games/towar.md": TOWAR,
}
"""Each page and the game that it is about."""
PART = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def rules(game: AnyGame) -> Iterator[str]:
    """Every rule with its id, in the order in which a player learns them."""
    section = ""
    for rule in game.rulebook.rules:
        if rule.kind == "ruled_against":
            continue
        head = rule.id.split(".")[1]
        if head != section:
            section = head
            yield f"\n**{head.capitalize()}**\n"
        yield f"- `{rule.id}` {rule.text['en']}{_marks(rule)}"


def ours(game: AnyGame) -> Iterator[str]:
    """What the source does not say, and what it says but we do not follow."""
    for rule in game.rulebook.rules:
        if rule.kind == "reconstructed":
            yield f"- `{rule.id}`: {rule.why['en']}"
        elif rule.kind == "ruled_against":
            yield f"- `{rule.id}`, not followed: {rule.text['en']} {rule.why['en']}"


def options(game: AnyGame) -> Iterator[str]:
    yield "| option | default | values | what it decides | rule |"
    yield "|---|---|---|---|---|"
    for option in game.info.options:
        about = f"{option.about['en']} | `{option.rule}`"
        yield f"| `{option.name}` | {spell(option.default)} | {_values(option)} | {about} |"


def readings(_: object) -> Iterator[str]:
    """Every option of L'Art de la Guerre with its value under both profiles; those that differ first."""
    yield "| option | `sheet` | `common` | values | what it decides | rule |"
    yield "|---|---|---|---|---|---|"
    names = sorted(adlg_readings.PRESETS["sheet"], key=lambda name: len({str(p[name]) for p in presets()}) == 1)
    for name in names:
        option, values = adlg_readings.OPTIONS[name], [spell(preset[name]) for preset in presets()]
        rule = f"`{option.rule}`" if option.rule else ""
        about = f"{_values(option)} | {option.about['en']} | {rule}"
        yield f"| `{name}` | {values[0]} | {values[1]} | {about} |"


def presets() -> list[Mapping[str, object]]:
    return [adlg_readings.PRESETS[profile] for profile in adlg_readings.PROFILES]


def armies(_: object) -> Iterator[str]:
    """The shipped rosters."""
    yield "| roster | army | points | units | command value |"
    yield "|---|---|---|---|---|"
    for name in roster.shipped():
        army = roster.load(name)
        assert not isinstance(army, Refusal), army
        report = adlg_army.check(army)
        yield f"| `{name}` | {army.name['en']} | {report.points} | {report.units} | {army.command_value} |"


def scenarios(_: object) -> Iterator[str]:
    """What `make scenarios` measured last: how often which army won."""
    yield "| scenario | armies | battles | won by the first | the second | drawn | score of the first | 95 % interval |"
    yield "|---|---|---:|---:|---:|---:|---:|---|"
    for name, fought in _measured("scenarios").items():
        (won, lost), (low, high) = fought["won"], fought["interval"]
        numbers = f"{fought['games']} | {won} | {lost} | {fought['draws'] + fought['unfinished']} | {fought['share']}"
        yield f"| `{name}` | {' v '.join(fought['armies'])} | {numbers} | {low} to {high} |"


def layouts(_: AnyGame) -> Iterator[str]:
    yield "| layout | fighters | cities | remark |"
    yield "|---|---|---|---|"
    for name, layout in SHIPPED.items():
        squares = [" ".join(map(str, as_list(layout[key]))) for key in ("fighters", "cities")]
        yield f"| `{name}` | {squares[0]} | {squares[1]} | {layout.get('note_en', '')} |"


def units(_: AnyGame) -> Iterator[str]:
    """The cards of To War! as printed, and how each moves in our tables."""
    tables = " | ".join(f"`{name}`" for name in TABLES)
    yield f"| army | id | English | German | defence | attack | cards | elite | {tables} |"
    yield "|---|---|---|---|---|---|---|---|" + "---|" * len(TABLES)
    for unit in PRINTED.values():
        kinds = " | ".join(_kinds(table)[unit.id] for table in TABLES.values())
        elite = "yes" if unit.elite else ""
        numbers = f"{unit.defence} | {unit.attack} | {unit.cards} | {elite} | {kinds}"
        yield f"| {ARMIES[unit.army]['en']} | `{unit.id}` | {unit.en} | {unit.de} | {numbers} |"


def balance(_: AnyGame) -> Iterator[str]:
    """What `triarii balance` measured last."""
    measured = _measured("balance")
    cells = {(cell["row"], cell["column"]): cell for cell in measured["matrix"]}
    overall = {entry["army"]: entry for entry in measured["overall"]}
    armies = measured["armies"]
    yield f"| row against column | {' | '.join(army.capitalize() for army in armies)} | all others |"
    yield "|---|" + "---|" * (len(armies) + 1)
    for row in armies:
        scores = " | ".join(_share(cells[row, column]) for column in armies)
        yield f"| {row.capitalize()} | {scores} | {_share(overall[row])} |"
    yield f"\n{measured['games']} games for each cell between {' and '.join(measured['players'])}, 95 % intervals."
    yield f"The starter scores {_share(measured['starter'])}. {measured['turns']:.1f} turns a game, set-up included."
    ends = [f"{rule.rpartition('.')[2]} {100 * share:.0f} %" for rule, share in measured["ends"].items()]
    yield f"Games end by: {', '.join(ends)}."


def regret(_: AnyGame) -> Iterator[str]:
    """What `python -m benchmarks.regret` measured last."""
    measured = _measured("regret")
    yield "| player | given away in the mean | 95 % interval | at worst | best turns |"
    yield "|---|---|---|---|---|"
    for name, found in sorted(measured["levels"].items(), key=lambda level: -float(level[1]["mean"])):
        low, high = max(0.0, found["mean"] - found["margin"]), found["mean"] + found["margin"]
        numbers = f"{found['mean']:.4f} | {low:.4f} to {high:.4f} | {found['worst']:.3f}"
        yield f"| `{name}` | {numbers} | {100 * found['best_turns']:.1f} % |"
    cards = ", ".join(f"{number} with {left}" for left, number in measured["cards"].items())
    yield f"\n{measured['positions']} positions; by cards left: {cards}."


def figures(game: AnyGame | None) -> Iterator[str]:
    """What `make bench` and `make strength` measured last, of this game or of all."""
    bench, strength = _measured("bench"), _measured("strength")
    about = game.info.id if game else ""
    yield "| measured by `make bench`, per CPU second | ours | against | | ratio |"
    yield "|---|---|---|---|---|"
    for held in bench["contests"]:
        if held["what"].startswith(about):
            yield f"| {held['what']} | {held['ours']:,} | {held['against']} | {held['other']:,} | {held['ratio']} |"
    yield from surroundings([held for held in bench["contests"] if held["what"].startswith(about)])
    if about in ("", "adlg") and "battles" in bench:
        yield "\n| a whole battle by `make bench`, medians | CPU seconds | decisions | ms a decision |"
        yield "|---|---|---|---|"
        for each in bench["battles"]:
            yield f"| {each['what']} | {each['seconds']} | {each['decisions']} | {each['ms_a_decision']} |"
    if about in ("", "adlg") and "browser" in bench:
        yield from smoothness(bench["browser"])
    if game is None and "moves" in bench:
        yield from seen_moves(bench["moves"])
    if game is None and "first_load" in bench:
        yield from first_visits(bench["first_load"])
    if game is None and "server" in bench:
        yield from served(bench["server"])
    if game is None and "saturation" in bench:
        yield from saturated(bench["saturation"])
    if game is None and "canary" in bench:
        yield from attacked(bench["canary"])
    yield "\n| measured by `make strength` | games | score | 95 % interval | turns a game |"
    yield "|---|---|---|---|---|"
    for name, match in strength.items():
        if name.startswith(about):
            low, high = match["interval"]
            games = match["games"]  # the interval is for those that differ
            counted = (
                f"{distinct} different of {games}" if (distinct := match.get("distinct", games)) < games else games
            )
            yield f"| {name} | {counted} | {match['score']} | {low} to {high} | {match['mean_turns']} |"


def surroundings(contests: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Which games were measured when, where and with what; contests of older runs do not tell."""
    told: dict[str, list[str]] = {}
    for held in contests:
        if "measured" in held:
            where = held["measured"]
            place = f"on {where['date']} with Python {where['python']} on {where['machine']}"
            games = told.setdefault(place, [])
            for name in (held["what"].split(",")[0], where.get("beside", "")):
                if name and name not in games:
                    games.append(name)
    yield from (f"\n{', '.join(names)}: measured {place}." for place, names in told.items())


def smoothness(browser: Mapping[str, Any]) -> Iterator[str]:
    """The time from frame to frame in the browser, with many units and with few."""
    large, small = browser["units"]["large"], browser["units"]["small"]
    yield (
        f"\n| ms a frame in Chromium by `make bench`, {large} units on the table | median | 95 of 100 within | worst "
        f"| with {small} units: median, 95 of 100 | ratio of the medians |"
    )
    yield "|---|---|---|---|---|---|"
    for measured in browser["gestures"]:
        times = " | ".join(str(measured[name]) for name in ("median_ms", "p95_ms", "worst_ms"))
        few = f"{measured['small']['median_ms']}, {measured['small']['p95_ms']}"
        yield f"| {measured['gesture']} | {times} | {few} | {measured['ratio']} |"


def seen_moves(moves: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How soon a move is seen in two browsers, by how far away the server is."""
    yield (
        "\n| a dropped piece by `make bench`, with a line that takes so long each way | on the own board: median, "
        "slowest | on the opponent's | bytes that a seat is told for a move |"
    )
    yield "|---|---|---|---|"
    for row in moves:
        own, other = (f"{row[f'{whose}_ms']} ms, {row[f'{whose}_slowest_ms']} ms" for whose in ("own", "other"))
        yield f"| {row['delay_ms']} ms | {own} | {other} | {row['bytes_a_move']:,} |"


def first_visits(places: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What comes over the line before a page can be used, and how soon that is on a slow phone."""
    yield (
        "\n| a first visit by `make bench`: processor four times slower, 1.6 Mbit/s, 150 ms | kB, as they come | "
        "of which | requests | kB of a second visit | first paint | can be used |"
    )
    yield "|---|---:|---|---:|---:|---:|---:|"
    for row in places:
        kinds = ", ".join(f"{kind} {size}" for kind, size in row["kinds"].items())
        times = f"{row['paint_ms']:,} ms | {row['ready_ms']:,} ms"
        yield (
            f"| {row['page']} | {row['kilobytes']} | {kinds} | {row['requests']} | {row['again_kilobytes']} | {times} |"
        )


def served(crowd: Mapping[str, Any]) -> Iterator[str]:
    """How the server did with a crowd, its clients on the same machine."""
    every, seconds = f"{crowd['every_seconds']:g}", f"{crowd['seconds']:g}"
    yield f"\n| the server by `make bench`, a move every {every} s in every game for {seconds} s | |"
    yield "|---|---|"
    yield f"| games, sockets, moves | {crowd['games']:,}, {crowd['sockets']:,}, {crowd['moves']:,} |"
    yield f"| from a move to its acceptance, on the disk: half of them within | {crowd['p50_ms']} ms |"
    yield f"| 99 of 100 within; the slowest | {crowd['p99_ms']} ms; {crowd['slowest_ms']} ms |"
    yield f"| memory of the server | {crowd['memory_mb']} MB |"
    yield f"| errors | {crowd['errors']} |"


def saturated(found: Mapping[str, Any]) -> Iterator[str]:
    """What a server can do at most, and what it holds when nobody does anything; clients on the same machine."""
    yield (
        f"\n| a server at its limit by `make bench`, clients beside it on {found['cores']} cores | moves a second "
        "| CPU ms a move | at half of it, ms to acceptance: half within | 99 of 100 within | errors |"
    )
    yield "|---|---:|---:|---:|---:|---:|"
    for row in found["rows"]:
        names = ("moves_a_second", "cpu_ms_a_move", "p50_ms_at_half", "p99_ms_at_half", "errors")
        yield f"| {row['storage']} | {' | '.join(f'{row[name]:,}' for name in names)} |"
    idle, start = found["idle"], found["start"]
    yield f"\n| by `make bench`, {idle['games']:,} games in which nothing happens | |"
    yield "|---|---|"
    held = f"{idle['kb_a_game']} kB; {idle['kb_a_socket']} kB"
    yield f"| memory of the server for a game; for a socket beside it | {held} |"
    yield (
        f"| until the port answers with {start['games']:,} stored games; with one | "
        f"{start['seconds']} s; {start['seconds_with_one']} s |"
    )
    if found.get("beside"):
        waits = "ms to acceptance: half within | 99 of 100 within"
        yield f"\n| the same games of four in a row by `make bench` | CPU ms a move | {waits} | errors |"
        yield "|---|---:|---:|---:|---:|"
        for row in found["beside"]:
            times = " | ".join(str(row[name]) for name in ("cpu_ms_a_move", "p50_ms", "p99_ms", "errors"))
            yield f"| {row['server']} | {times} |"


def attacked(canary: Mapping[str, Any]) -> Iterator[str]:
    """What a game between two people notices of attacks on its server, attackers and server on the same machine."""
    yield (
        f"\n| a move every {canary['every_ms']} ms while the server is attacked, by `make bench`, ms to its acceptance "
        "| half within | 99 of 100 within | in peace | ratio | MB |"
    )
    yield "|---|---:|---:|---:|---:|---:|"
    for each in canary["attacks"]:
        waits = f"{each['p50_ms']} | {each['p99_ms']} | {each['quiet_p99_ms']} | {each['ratio']}"
        yield f"| {each['about']} | {waits} | {each['most_memory_mb']} |"


PARTS: dict[str, Callable[[Any], Iterator[str]]] = {
    "units": units,
    "balance": balance,
    "rules": rules,
    "ours": ours,
    "options": options,
    "layouts": layouts,
    "figures": figures,
    "regret": regret,
    "readings": readings,
    "armies": armies,
    "scenarios": scenarios,
}


def renewed(text: str, game: AnyGame | None) -> str:
    """A page with its generated parts made anew."""
    return PART.sub(lambda found: found[1] + "\n".join(PARTS[found[2]](game)) + "\n" + found[3], text)


def outdated() -> dict[Path, str]:
    """Pages that are not what they should be, and what they should be."""
    found = {}
    for name, game in PAGES.items():
        path = ROOT / name
        text = path.read_text("utf-8")
        fresh = renewed(text, game)
        if fresh != text:
            found[path] = fresh
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    check = parser.parse_args().check
    found = outdated()
    for path, fresh in found.items():
        print(f"{path.relative_to(ROOT)}: {'out of date' if check else 'rewritten'}")
        if not check:
            path.write_text(fresh, encoding="utf-8")
    return int(check and bool(found))


def as_list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _kinds(table: Mapping[str, object]) -> Mapping[str, str]:
    kinds = table["kinds"]
    assert isinstance(kinds, Mapping)
    return kinds


def _share(measured: Mapping[str, Any]) -> str:
    low, high = measured["interval"]
    return f"{measured['score']:.2f} ({low:.2f} to {high:.2f})"


def _measured(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((FIGURES / f"{name}.json").read_text(encoding="utf-8"))
    return content


def _marks(rule: Rule) -> str:
    parts = [rule.page["en"]] if rule.page["en"] else []
    if rule.kind == "reconstructed":
        parts = ["ours"]
    if rule.options:
        parts.append("option " + ", ".join(f"`{name}`" for name in rule.options))
    return f" *({'; '.join(parts)})*" if parts else ""


def _values(option: OptionInfo) -> str:
    if isinstance(option.values, Span):
        return f"{option.values.low} to {option.values.high:,}"
    if isinstance(option.values, str):
        return "a name below, or your own file"
    return ", ".join(spell(value) for value in option.values)


if __name__ == "__main__":
    raise SystemExit(main())
