"""`triarii adlg odds`: the exact odds of a round of melee, a shot or a fight, from a JSON document or from words."""

from __future__ import annotations

import json as json_format
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from triarii.cli.adlg.odds_words import tell
from triarii.cli.inputs import AsJson, Language
from triarii.cli.speech import BadInput, language, print_json, reason_of
from triarii.cli.usage import number_option
from triarii.core.contract import Refusal, Value
from triarii.core.options import unknown
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.armies import phrases
from triarii.games.adlg.data import readings
from triarii.games.adlg.data.kit import WEAPONS
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.questions import answers, form
from triarii.games.adlg.questions.form import KINDS, Asked

LARGEST = 10_000_000
"""Bytes of a document."""
SideWords = list[str] | None


def _distance(word: str | float) -> float:
    """A number of UD; whole ones stay whole."""
    text = str(word).replace(",", ".")
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text):
        raise BadInput(Refusal("adlg.distance", params={"word": text[:40]}))
    return int(text) if text.isdigit() else float(text)


def odds(
    kind: Annotated[
        str, typer.Argument(metavar="melee|shooting|fight", help="One round, one shot, or until one breaks.")
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE|-|UNIT vs UNIT]",
            help="A JSON document or an array of them; or two units in words, German or English.",
        ),
    ] = None,
    round_: Annotated[
        int,
        number_option("--round", 1, form.LAST_ROUND, "Which round of the melee."),
    ] = 1,
    charger: Annotated[str, typer.Option("--charger", metavar="a|b|none", help="Who charged.")] = "a",
    contact: Annotated[
        str, typer.Option("--contact", metavar="front|flank|rear", help="How the first unit meets the second.")
    ] = "front",
    weapon: Annotated[
        str | None, typer.Option("--weapon", metavar="WEAPON", help="What the first unit shoots with.")
    ] = None,
    distance: Annotated[
        float | None, typer.Option("--range", metavar="UD", parser=_distance, help="How far the target is.")
    ] = None,
    supports: Annotated[
        SideWords,
        typer.Option("--support", metavar="a:TROOP", help="A unit in simple support, or one that shoots along."),
    ] = None,
    flankers: Annotated[
        SideWords, typer.Option("--flanker", metavar="a:TROOP", help="A unit in melee support, on the enemy's flank.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="A reading: profile=sheet|common, or any option, which takes precedence."
        ),
    ] = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Exact odds of a combat, with every number's rule.

    Where the two readings of the sheet differ, both results are shown.
    """
    if kind not in KINDS:
        raise BadInput(unknown("adlg.kind", kind, KINDS))
    read = readings.from_words(settings or ())
    if isinstance(read, Refusal):
        raise BadInput(read)
    given = list(words or ())
    if any(word.lower() in phrases.VERSUS for part in given for word in part.split()):
        document: Any = _document(kind, given, weapon, distance, supports, flankers)
        if kind != "shooting":
            document |= {"round": round_, "charger": charger, "contact": contact}
    else:
        if len(given) > 1:
            raise BadInput(Refusal("phrase.one_side"), TEXTS)
        document = _load(given[0] if given else "-")
    if json:
        print_json(_answers(document, kind, read))
    else:
        documents = document if isinstance(document, list) else [document]
        for number, each in enumerate(documents):
            if number:
                print()
            tell(_asked(each, kind), read, language(lang))


def _answers(document: Any, kind: str, read: Readings) -> Any:
    """The answer to a document, or to each of an array; a bad one of an array has its refusal in its place."""
    if not isinstance(document, list):
        return answers.answer(_asked(document, kind), read)
    found = [form.read(each, kind) for each in document]
    return [_refused(each) if isinstance(each, Refusal) else answers.answer(each, read) for each in found]


def _refused(refusal: Refusal) -> dict[str, object]:
    text = {lang: TEXTS.say(refusal.message, lang) for lang in LANGUAGES}
    return {"refusal": {"code": refusal.code, "rule": refusal.rule, "text": text}}


def _asked(document: Any, kind: str) -> Asked:
    asked = form.read(document, kind)
    if isinstance(asked, Refusal):
        raise BadInput(asked, TEXTS)
    return asked


def _load(name: str) -> Any:
    """A JSON document from a file or, as `-`, from the standard input."""
    source = "input" if name == "-" else "file"
    try:
        if name == "-":
            text = typer.get_binary_stream("stdin").read(LARGEST).decode()
        else:
            with Path(name).open("rb") as file:
                text = file.read(LARGEST).decode()
        return json_format.loads(text, object_pairs_hook=_table)
    except UnicodeDecodeError:
        raise BadInput(Refusal(f"{source}.not_text", params={"file": name})) from None
    except json_format.JSONDecodeError as problem:
        where: dict[str, Value] = {"line": problem.lineno, "column": problem.colno, "file": name}
        raise BadInput(Refusal(f"adlg.not_json_{source}", params=where)) from None
    except RecursionError:
        raise BadInput(Refusal("adlg.too_deep")) from None
    except (OSError, ValueError) as problem:
        raise BadInput(Refusal(f"{source}.not_read", params={"file": name, "reason": reason_of(problem)})) from None


def _table(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """A table of the document; a key that is there twice would hide one of its values."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadInput(Refusal("adlg.twice", params={"key": key[:80]}))
        found[key] = value
    return found


def _document(
    kind: str,
    given: Sequence[str],
    weapon: str | None,
    distance: float | None,
    supports: SideWords,
    flankers: SideWords,
) -> dict[str, Any]:
    """The document that two units in words make."""
    sides = _sides(given)
    shooting = kind == "shooting"
    units = {}
    for side, phrase in zip("ab", sides, strict=True):
        unit = phrases.read_unit(phrase, shooting and side == "a")
        if isinstance(unit, Refusal):
            raise BadInput(unit, TEXTS)
        units[side] = unit
    carried = units["a"].pop("weapon", None)
    units["b"].pop("weapon", None)
    for words, sort in ((supports, "simple"), (flankers, "melee")):
        for word in words or ():
            side, troop = _whose(word)
            units[side].setdefault("supports", []).append({"type": troop, "kind": sort})
    document: dict[str, Any] = {"kind": kind, **units}
    if shooting:
        document["weapon"] = _weapon(weapon) or carried or next(iter(TROOPS[units["a"]["type"]].weapons), "bow")
        document |= {} if distance is None else {"range": distance}
    return document


def _weapon(word: str | None) -> str | None:
    """A weapon by its id or its name in either language; what nobody knows is refused by the form."""
    if word is None:
        return None
    for weapon in WEAPONS.values():
        if phrases.plain(word) in {phrases.plain(name) for name in (weapon.id, *weapon.name.values(), *weapon.aliases)}:
            return weapon.id
    return word


def _sides(given: Sequence[str]) -> tuple[str, str]:
    """The two phrases on either side of `vs`."""
    words = " ".join(given).split()
    places = [place for place, word in enumerate(words) if word.lower() in phrases.VERSUS]
    if len(places) != 1 or places[0] in (0, len(words) - 1):
        raise BadInput(Refusal("phrase.one_side"), TEXTS)
    return " ".join(words[: places[0]]), " ".join(words[places[0] + 1 :])


def _whose(word: str) -> tuple[str, str]:
    """The side and the troop of a support."""
    side, colon, name = word.partition(":")
    if not colon or side not in ("a", "b"):
        raise BadInput(Refusal("phrase.side", params={"word": word}), TEXTS)
    unit = phrases.read_unit(name)
    if isinstance(unit, Refusal):
        raise BadInput(unit, TEXTS)
    return side, unit["type"]
