"""What everybody who writes on a report shares: its language and words, the rules cited so far, and shared drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from triarii.core import texts
from triarii.core.contract import SEAT_NAMES, AnyGame
from triarii.core.texts import Message, Texts
from triarii.pictures.report_html import Markup, listed, tag, together
from triarii.pictures.svg import element

WORDS = texts.load("triarii.pictures", "report_messages.toml")
LETTERS = ("a", "b")
"""How colours name the sides."""
GROUP = re.compile(r"<g( [^>]*)>(.*)</g>", re.DOTALL)
PIPS = {
    1: ((12, 12),),
    2: ((7, 17), (17, 7)),
    3: ((6, 18), (12, 12), (18, 6)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (7, 17), (17, 17), (12, 12)),
    6: ((7, 6), (7, 12), (7, 18), (17, 6), (17, 12), (17, 18)),
}
"""Where a die has its pips, on 24 units."""


@dataclass
class Stock:
    """Drawings that stand once in the page and are used by name."""

    named: dict[str, str] = field(default_factory=dict)
    """Drawings by what they are, with the name that each got."""
    own: dict[str, None] = field(default_factory=dict)
    """Drawings that have a name of their own."""

    def put(self, drawn: str) -> str:
        """The name of a drawing."""
        return self.named.setdefault(drawn, f"d{len(self.named) + 1}")

    def keep(self, drawn: Iterable[str]) -> None:
        self.own.update(dict.fromkeys(drawn))

    def shared(self, drawn: str) -> str:
        """A group as it was drawn, with its content in the stock."""
        found = GROUP.fullmatch(drawn)
        assert found is not None, drawn
        return f'<use href="#{self.put(found[2])}"{found[1]}/>'

    def use(self, drawn: str, *children: str, **attributes: str | float) -> str:
        return element("use", *children, href=f"#{self.put(drawn)}", **attributes)

    def shelf(self) -> Markup:
        """All of it, to be put where nobody sees it."""
        drawn = "".join(f'<g id="{name}">{what}</g>' for what, name in self.named.items())
        return tag(
            "svg",
            Markup(f"<defs>{''.join(self.own)}{drawn}</defs>"),
            class_="shelf",
            width=0,
            height=0,
            aria_hidden="true",
        )


@dataclass
class ReportContext:
    """The writer of one report."""

    game: AnyGame
    lang: str
    stock: Stock = field(default_factory=Stock)
    cited: set[str] = field(default_factory=set)
    grounds: dict[str, str] = field(default_factory=dict)
    """Names of grounds that were drawn before, by their facts."""

    def __post_init__(self) -> None:
        self.texts = Texts(WORDS.entries, self.game.texts)

    def say(self, key: str, **params: object) -> str:
        return self.texts.say(Message(key, params), self.lang)

    def seat(self, seat: int) -> str:
        return self.say(f"report.seat.{SEAT_NAMES[seat]}")

    def number(self, value: int) -> str:
        """With a true minus sign."""
        return f"{value:+d}".replace("-", "−") if value else "0"

    def why(self, *rules: str) -> Markup:
        """The rules behind something, as links to their texts at the end of the report."""
        return together(*(part for rule in dict.fromkeys(rules) if rule for part in (" ", self._link(rule))))

    def _link(self, rule: str) -> Markup:
        if self.game.rulebook.find(rule) is None:
            return tag("span", rule, class_="why")
        self.cited.add(rule)
        return tag("a", rule.partition(".")[2] or rule, class_="why", href=f"#rule-{rule}")

    def appendix(self) -> Markup:
        """The rules that were cited, and only these, in alphabetical order."""
        entries = []
        for rule in sorted(
            (rule for rule in self.game.rulebook.rules if rule.id in self.cited), key=lambda one: one.id
        ):
            note = f" ({rule.page[self.lang]})" if rule.page[self.lang] else ""
            reason = rule.why.get(self.lang, "")
            entries.append(tag("dt", tag("code", rule.id), tag("small", note), id=f"rule-{rule.id}"))
            entries.append(tag("dd", rule.text[self.lang], f" {reason}" if reason else ""))
        return tag("dl", *entries, class_="rules") if entries else tag("p", self.say("report.no_rules"))

    def badge(self, seat: int) -> Markup:
        """The sign of a side: a disc or an octagon."""
        shape = (
            '<circle cx="8" cy="8" r="6.5"/>'
            if seat == 0
            else '<path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3L1.5 10.7V5.3z"/>'
        )
        drawn = Markup(self.stock.use(shape))
        return tag("svg", drawn, class_=f"badge side-{LETTERS[seat]}", viewBox="0 0 16 16", aria_hidden="true")

    def die(self, face: int, seat: int | None = None) -> Markup:
        """A die as it fell, in the colour of whoever threw it; the number stands beside it."""
        pips = "".join(element("circle", cx=x, cy=y, r=2.3) for x, y in PIPS[face])
        drawn = '<rect x="1.5" y="1.5" width="21" height="21" rx="4"/>' + f'<g class="pips">{pips}</g>'
        side = f" side-{LETTERS[seat]}" if seat is not None else ""
        picture = tag(
            "svg", Markup(self.stock.use(drawn)), class_=f"die{side}", viewBox="0 0 24 24", aria_hidden="true"
        )
        return tag("span", picture, str(face), class_="thrown", data_die=face)

    def lines(self, sentences: list[Markup]) -> Markup:
        return listed("ul", sentences, class_="told")
