"""Writes the generated parts of README.md and docs/games/: rules, options, layouts from the data, figures as measured.

    python -m tools.pages [--check]

A generated part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; all else is written by hand.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from triarii.core.contract import OptionInfo, Span
from triarii.core.options import spell
from triarii.core.rulebook import Rule
from triarii.games.cities import GAME
from triarii.games.cities.layouts import SHIPPED

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs" / "figures"
PAGES = ("README.md", "docs/games/cities.md")
PART = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def rules() -> Iterator[str]:
    """Every rule with its id, in the order in which a player learns them."""
    section = ""
    for rule in GAME.rulebook.rules:
        head = rule.id.split(".")[1]
        if head != section:
            section = head
            yield f"\n**{head.capitalize()}**\n"
        yield f"- `{rule.id}` {rule.text['en']}{_marks(rule)}"


def ours() -> Iterator[str]:
    """What the source does not say."""
    for rule in GAME.rulebook.rules:
        if rule.kind == "reconstructed":
            yield f"- `{rule.id}`: {rule.why['en']}"


def options() -> Iterator[str]:
    yield "| option | default | values | what it decides | rule |"
    yield "|---|---|---|---|---|"
    for option in GAME.info.options:
        about = f"{option.about['en']} | `{option.rule}`"
        yield f"| `{option.name}` | {spell(option.default)} | {_values(option)} | {about} |"


def layouts() -> Iterator[str]:
    yield "| layout | fighters | cities | remark |"
    yield "|---|---|---|---|"
    for name, layout in SHIPPED.items():
        squares = [" ".join(map(str, as_list(layout[key]))) for key in ("fighters", "cities")]
        yield f"| `{name}` | {squares[0]} | {squares[1]} | {layout.get('note_en', '')} |"


def figures() -> Iterator[str]:
    """What `make bench` and `make strength` measured last."""
    bench, strength = _measured("bench"), _measured("strength")
    yield "| measured by `make bench`, per CPU second | ours | against | | ratio |"
    yield "|---|---|---|---|---|"
    for held in bench["contests"]:
        yield f"| {held['what']} | {held['ours']:,} | {held['against']} | {held['other']:,} | {held['ratio']} |"
    yield "\n| measured by `make strength` | games | score | 95 % interval | turns a game |"
    yield "|---|---|---|---|---|"
    for name, match in strength.items():
        low, high = match["interval"]
        yield f"| {name} | {match['games']} | {match['score']} | {low} to {high} | {match['mean_turns']} |"


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "rules": rules,
    "ours": ours,
    "options": options,
    "layouts": layouts,
    "figures": figures,
}


def renewed(text: str) -> str:
    """A page with its generated parts made anew."""
    return PART.sub(lambda found: found[1] + "\n".join(PARTS[found[2]]()) + "\n" + found[3], text)


def outdated() -> list[Path]:
    return [path for name in PAGES if renewed((path := ROOT / name).read_text("utf-8")) != path.read_text("utf-8")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    check = parser.parse_args().check
    found = outdated()
    for path in found:
        print(f"{path.relative_to(ROOT)}: {'out of date' if check else 'rewritten'}")
        if not check:
            path.write_text(renewed(path.read_text("utf-8")), encoding="utf-8")
    return int(check and bool(found))


def as_list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


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
