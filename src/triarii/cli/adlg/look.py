"""`triarii adlg matrix` and `triarii adlg troops`: the sheet's tables, looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from triarii.cli.adlg.odds_words import TEXTS
from triarii.cli.inputs import AsJson, Language
from triarii.cli.speech import BadInput, language, print_json, show
from triarii.cli.tables import print_table
from triarii.core.contract import Refusal
from triarii.core.texts import Message
from triarii.games.adlg.armies import phrases
from triarii.games.adlg.combat import factors
from triarii.games.adlg.data.kit import WEAPONS
from triarii.games.adlg.data.texts import TEXTS as GAME_TEXTS
from triarii.games.adlg.data.troops import GROUNDS, TROOPS, Troop
from triarii.games.adlg.questions.answers import RULES
from triarii.games.adlg.questions.schema import situation_schema

Name = Annotated[
    str | None,
    typer.Argument(metavar="[TROOP]", help="Only this kind of troops, by its id or its name in either language."),
]


def matrix(name: Name = None, lang: Language = None, json: AsJson = False) -> None:
    """The combat factors of all troops against all others.

    Front to front in the open, with the bonus against artillery; below, what changes a factor.
    """
    speak = language(lang)
    if name is None:
        if json:
            print_json(
                {"front": factors.matrix(), **{each: factors.changed_by(each) for each in factors.CIRCUMSTANCES}}
            )
        else:
            show(matrix_text(speak))
        return
    troop = _troop(name)
    row = factors.matrix()[troop.id]
    if json:
        print_json({troop.id: row})
        return
    show(_say("adlg.matrix.one", speak, troop=troop.id))
    rows = [(TROOPS[enemy].name[speak], str(value)) for enemy, value in row.items()]
    print_table([_say("adlg.matrix.enemy", speak), _say("adlg.matrix.factor", speak)], rows)


def matrix_text(lang: str) -> str:
    """The whole matrix: rows that differ against columns that differ, and what changes a factor."""
    table = factors.matrix()
    columns = _alike({enemy: tuple(row[enemy] for row in table.values()) for enemy in table})
    rows = _alike({own: tuple(row.values()) for own, row in table.items()})
    marks = {group[0]: chr(ord("A") + place) for place, group in enumerate(columns)}
    width = max(len(_names(group, lang)) for group in rows)
    lines = [f"{mark}  {_names(group, lang)}" for group, mark in zip(columns, marks.values(), strict=True)]
    lines += ["", " " * width + "  " + "  ".join(marks.values())]
    for group in rows:
        values = "  ".join(str(table[group[0]][enemy]) for enemy in marks)
        lines.append(f"{_names(group, lang):{width}}  {values}")
    for circumstance in factors.CIRCUMSTANCES:
        lines += ["", _say(f"adlg.matrix.{circumstance}", lang)]
        changed = factors.changed_by(circumstance)
        for group in _alike({own: tuple(sorted(cells.items())) for own, cells in changed.items()}):
            for value, enemies in _by_value(changed[group[0]]).items():
                line = {"own": _names(group, lang), "enemies": _names(enemies, lang), "value": value}
                lines.append(_say("adlg.matrix.changed", lang, **line))
    return "\n".join(lines)


def _by_value(cells: Mapping[str, int]) -> dict[int, list[str]]:
    groups: dict[int, list[str]] = {}
    for enemy, value in cells.items():
        groups.setdefault(value, []).append(enemy)
    return groups


def _alike(table: Mapping[str, tuple[object, ...]]) -> list[list[str]]:
    """The names whose lines are the same, together."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for name, line in table.items():
        groups.setdefault(line, []).append(name)
    return list(groups.values())


def _names(group: list[str], lang: str) -> str:
    return ", ".join(TROOPS[name].name[lang] for name in group)


def troops(name: Name = None, lang: Language = None, json: AsJson = False) -> None:
    """All kinds of troops, or one of them in detail."""
    speak = language(lang)
    chosen = list(TROOPS.values()) if name is None else [_troop(name)]
    if json:
        print_json([as_json(troop) for troop in chosen])
    elif name is None:
        keys = ("troop", "category", "protection", "cohesion", "moves", "weapons")
        print_table(
            [_say(f"adlg.troops.{key}", speak) for key in keys],
            [
                (
                    troop.name[speak],
                    troop.category.value,
                    f"[{troop.protection}]" if troop.armour else str(troop.protection),
                    str(troop.cohesion),
                    " ".join(str(move or "-") for move in troop.moves),
                    ", ".join(f"{WEAPONS[each].name[speak]} {WEAPONS[each].reach(troop)}" for each in troop.weapons),
                )
                for troop in chosen
            ],
            folding=5,
        )
        show(_say("adlg.troops.legend", speak))
    else:
        _detail(chosen[0], speak)


def schema() -> None:
    """The JSON Schema of what `adlg odds` reads."""
    print_json(situation_schema())


def _detail(troop: Troop, lang: str) -> None:
    """Everything about one kind of troops."""
    show(troop.name[lang] + f" ({troop.category.value})")
    for rule in (troop.rule, troop.factor_rule):
        found = RULES.find(rule)
        assert found is not None
        show(f"{found.text[lang]} [{found.page[lang]}]")
    moves = zip(GROUNDS, troop.moves, strict=True)
    show(_say("adlg.troops.moving", lang, **{ground: move or "-" for ground, move in moves}))
    for each in troop.weapons:
        show(_say("adlg.troops.reach", lang, weapon=each, reach=WEAPONS[each].reach(troop)))


def as_json(troop: Troop) -> dict[str, object]:
    return {
        "id": troop.id,
        "name": dict(troop.name),
        "category": troop.category.value,
        "mounted": troop.mounted,
        "protection": troop.protection,
        "cohesion": troop.cohesion,
        "armour": troop.armour,
        "abilities": sorted(troop.abilities),
        "moves": dict(zip(GROUNDS, troop.moves, strict=True)),
        "depth": troop.depth,
        "weapons": {each: WEAPONS[each].reach(troop) for each in troop.weapons},
        "rules": [troop.rule, troop.factor_rule],
        "source": dict(troop.source),
    }


def _troop(name: str) -> Troop:
    unit = phrases.read_unit(name)
    if isinstance(unit, Refusal):
        raise BadInput(unit, GAME_TEXTS)
    return TROOPS[unit["type"]]


def _say(key: str, lang: str, **params: object) -> str:
    return TEXTS.say(Message(key, params), lang)
