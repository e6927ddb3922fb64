"""Standing answers of a seat: read from words, checked against the kinds that a game has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from triarii.core.contract import ASK, Answering, AnyGame, Refusal, Standing

LONGEST = 40
"""Letters of a word that is told again."""


def kinds_of(game: AnyGame) -> Sequence[Standing]:
    """The questions of a game that can be answered beforehand; none where it has no such thing."""
    return game.standing_kinds() if isinstance(game, Answering) else ()


def check(kinds: Sequence[Standing], name: str, value: str) -> Refusal | None:
    """Why an answer can't be given."""
    kind = next((each for each in kinds if each.name == name), None)
    if kind is None:
        if not kinds:
            return Refusal("standing.none")
        return Refusal("standing.kind", params={"name": name[:LONGEST], "known": [each.name for each in kinds]})
    if value not in kind.values:
        return Refusal(
            "standing.value", params={"name": name, "value": value[:LONGEST] or "–", "known": list(kind.values)}
        )
    return None


def settle(kinds: Sequence[Standing], given: Mapping[str, object]) -> dict[str, str] | Refusal:
    """Answers by kind, as a table from a wire or a file has them."""
    for name, value in given.items():
        refusal = check(kinds, name, value if isinstance(value, str) else str(value))
        if refusal is not None:
            return refusal
    return {name: str(value) for name, value in given.items()}


def from_words(kinds: Sequence[Standing], words: Iterable[str]) -> dict[str, str] | Refusal:
    """Answers from words such as `evade=always`."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals and kinds:
            return Refusal("standing.form", params={"word": word[:LONGEST], "known": [each.name for each in kinds]})
        found[name.strip()] = value.strip()
    return settle(kinds, found)


def answer(game: AnyGame, position: object, answers: Mapping[str, str]) -> object | None:
    """The action that standing answers give now; None where the seat has to be asked."""
    if not isinstance(game, Answering) or all(value == ASK for value in answers.values()):
        return None
    found: object | None = game.standing_answer(position, answers)
    return found
