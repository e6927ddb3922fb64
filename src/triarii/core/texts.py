"""Words in German and English: messages live in TOML, this is the one place that renders them.

A message file holds tables of any depth whose leaves say the same thing in every language:

    [refusal.move]
    too_far = { en = "{piece|word} can't go from {from} to {to}.", de = "…" }
    lost = { by = "count", en = ["One piece.", "{count} pieces."], de = ["Eine Figur.", "{count} Figuren."] }

`{name}` puts in a parameter; `{name|word}` the message `word.` + its value, and so with any other family in place of
`word` (German needs an `accusative`); `{name|list}` a list joined by commas and "and"; `{name|words}` such a list of
words. `{name|thousandths}` and `{name|hundredths}` put in a whole number divided by so much, without needless zeros and
with the decimal comma of German: 2500 thousandths are 2.5 or 2,5. A parameter that has a text for each language, like
the name of a unit, is told in the language of the message. Where a text is a pair, the number named by `by` picks: the
first form for one, else the second.

People are told by a seat, in the case that the sentence needs (`core/cast.py`), and verbs follow them, the form for
somebody else before the form for whoever reads:

    won = { en = "{seat|who} {seat:wins/win}.", de = "{seat|who} {seat:gewinnt/gewinnst}." }

`{@first|who}` and `{@second|who}` are the seats themselves, where no parameter names one. A parameter that is the id
of a piece is told by the name of the piece to whoever knows names (`Cast.called`); `{name|unnamed}` puts in what only
the others need.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import resources

from triarii.core.cast import CASES, EVERYBODY, YOU, Case, Cast

LANGUAGES = ("en", "de")
PLACEHOLDER = re.compile(r"\{(@?\w+)(?:\|(\w+)|:([^/{}]*/[^/{}]*))?\}")
"""The parameter or seat; then the way to put it in, or the two forms of a verb."""
SEAT_ITSELF = "@"
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What could break a line, steer a terminal or turn the reading direction: a message shows its code instead."""
AND = {"en": " and ", "de": " und "}
PARTS = {"thousandths": 1000, "hundredths": 100}
"""Ways to put in a whole number as a decimal one, each with its decimals."""
WAYS = frozenset({"list", "words", "unnamed", *PARTS, *CASES, *(case.capitalize() for case in CASES)})
"""What can stand behind a parameter without being a family of words."""


@dataclass(frozen=True)
class Message:
    """Something to say, before a language is chosen."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict)


class MissingMessage(LookupError):
    """A key or parameter that no message file knows: a fault of the program, never of its user."""


@dataclass(frozen=True)
class Texts:
    """The messages of one room or game; what it lacks, its `parent` may have."""

    entries: Mapping[str, Mapping[str, object]]
    parent: Texts | None = None

    def find(self, key: str) -> Mapping[str, object]:
        entry = self.entries.get(key)
        if entry is not None:
            return entry
        if self.parent is None:
            raise MissingMessage(key)
        return self.parent.find(key)

    def __contains__(self, key: str) -> bool:
        return key in self.entries or (self.parent is not None and key in self.parent)

    def say(self, message: Message, lang: str, cast: Cast = EVERYBODY) -> str:
        """The message in the asked language, to somebody who knows the players as this cast."""
        entry = self.find(message.key)
        template = entry[lang]
        if isinstance(template, list):
            template = template[0 if message.params[str(entry["by"])] == 1 else 1]
        assert isinstance(template, str), "a text, or a pair of texts"

        begin, blanks = _taken_apart(template)
        if not blanks:
            return begin
        parts = [begin]
        for name, how, forms, after in blanks:
            value = self._value(message, name)
            put = _verb(forms, str(value), cast) if forms else self._put(value, how, lang, cast)
            # A sentence may begin with a word that is put in: "the computer" becomes "The computer". Names, and what
            # somebody typed, stay as they were written.
            written = how in (None, "list") and not isinstance(value, Message)
            if parts == [""] and not written and not (how in CASES and cast.name(str(value))):
                put = put[:1].upper() + put[1:]
            parts += (put, after)
        return "".join(parts)

    @staticmethod
    def _value(message: Message, name: str) -> object:
        if name.startswith(SEAT_ITSELF):
            return name.removeprefix(SEAT_ITSELF)
        if name not in message.params:
            raise MissingMessage(f"{message.key}: {name}")
        return message.params[name]

    def word(self, key: str, lang: str, **params: object) -> str:
        return self.say(Message(key, params), lang)

    def _put(self, value: object, how: str | None, lang: str, cast: Cast) -> str:
        if how is None:
            if isinstance(value, Message):
                return self.say(value, lang, cast)
            named = cast.piece(value, lang) if cast.called and isinstance(value, str) else ""
            return _plain(named or value, lang)
        if how in PARTS:
            assert isinstance(value, int), "a whole number is wanted"
            return decimal(value, PARTS[how], lang)
        if how.lower() in CASES:
            put = self._person(str(value), Case(how.lower()), lang, cast)
            return put if how in CASES else put[:1].upper() + put[1:]
        if how not in WAYS:
            return self._family_word(f"{how}.{value}", lang)
        if how == "unnamed":
            return "" if cast.called else self._put(value, None, lang, cast)
        assert isinstance(value, Sequence), "a list is wanted"
        items = [self._put(item, "word" if how == "words" else None, lang, cast) for item in value]
        return AND[lang].join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)

    def _family_word(self, key: str, lang: str) -> str:
        """Most of what is put in has no parameters of its own: it need not become a message."""
        template = self.find(key)[lang]
        if isinstance(template, str):
            begin, blanks = _taken_apart(template)
            if not blanks:
                return begin
        return self.say(Message(key), lang)

    def _person(self, seat: str, case: Case, lang: str, cast: Cast) -> str:
        """You, a name, the computer, or what the game calls this side; a name is the same in every case but one."""
        name, key = cast.name(seat) or cast.side(seat, lang), f"{case}.{cast.role(seat)}"
        if not name and key in self:
            return self._family_word(key, lang)
        called = _plain(name, lang) if name else self._family_word(f"word.{cast.role(seat)}", lang)
        return f"{called}'s" if case is Case.WHOSE else called


def _verb(forms: str, seat: str, cast: Cast) -> str:
    others, yours = forms.split("/")
    return yours if cast.role(seat) == YOU else others


@cache
def _taken_apart(template: str) -> tuple[str, tuple[tuple[str, str | None, str | None, str], ...]]:
    """What stands before the first parameter; then each one with its way to be put in or the forms of its verb, and
    what stands after it."""
    begin, *rest = PLACEHOLDER.split(template)
    return begin, tuple(zip(rest[0::4], rest[1::4], rest[2::4], rest[3::4], strict=True))


def decimal(number: int, scale: int, lang: str = "en") -> str:
    """A number of parts, of which a power of ten make one, as a decimal: exactly, and without needless digits. No
    float comes between; orders are spelled with the point of English whatever the language."""
    whole, rest = divmod(abs(number), scale)
    digits = f"{whole}.{rest:0{len(str(scale)) - 1}d}".rstrip("0").rstrip(".") if scale > 1 else str(whole)
    return ("-" if number < 0 else "") + digits.replace(".", "," if lang == "de" else ".")


def _plain(value: object, lang: str) -> str:
    if isinstance(value, str) and value.isprintable():
        return value
    if isinstance(value, Mapping) and lang in value:
        return _plain(value[lang], lang)
    if isinstance(value, bool):
        return {"en": ("no", "yes"), "de": ("nein", "ja")}[lang][value]
    if isinstance(value, float):
        return str(value).replace(".", "," if lang == "de" else ".")
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), str(value))


def _leaves(table: Mapping[str, object], path: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    for name, value in table.items():
        if not isinstance(value, Mapping):
            raise ValueError(f"{path}{name}: a message needs a text for each of {', '.join(LANGUAGES)}")
        if "en" in value:
            yield path + name, value
        else:
            yield from _leaves(value, f"{path}{name}.")


def load(package: str, name: str = "messages.toml", parent: Texts | None = None) -> Texts:
    """The messages that a package ships."""
    table = tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    return Texts(dict(_leaves(table, "")), parent)


CORE = load("triarii.core")
"""What records, options and the registry say; the parent of every game's texts."""
