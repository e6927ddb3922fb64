"""What can be asked of Feint outside of a game: its cards, and how likely a claim is true."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from feint.cards import CLAIMS, DECK, STRENGTH
from triarii.core import texts
from triarii.core.contract import Query, Question, Refusal

TEXTS = texts.load("feint", parent=texts.CORE)


def cards(query: Query) -> Mapping[str, object] | Refusal:
    """The deck, or one card of it."""
    told = {name: _card(name, query.lang) for name in DECK}
    if not query.item:
        return {"cards": list(told.values())}
    return told.get(query.item) or Refusal("ask.card", "feint.deck", {"card": query.item[:20]})


def claim(query: Query) -> Mapping[str, object] | Refusal:
    """How likely a card from the whole deck is as strong as `{"claim": 30}` says."""
    asked = query.document.get("claim") if isinstance(query.document, Mapping) else None
    if not isinstance(asked, int) or asked not in CLAIMS:
        return Refusal("ask.claim", "feint.turn", {"low": CLAIMS.low, "high": CLAIMS.high})
    strong = sum(count for name, count in DECK.items() if STRENGTH[name] >= asked)
    return {"claim": asked, "true": str(Fraction(strong, DECK.total()))}


def _card(name: str, lang: str) -> dict[str, object]:
    return {"name": TEXTS.word(f"word.{name}", lang), "strength": STRENGTH[name], "count": DECK[name]}


TABLES = {"cards": Question(cards, of_items=True)}
QUESTIONS = {"claim": Question(claim, most_bytes=200)}
