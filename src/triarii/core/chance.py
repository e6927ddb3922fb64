"""Chance that anyone can check: a secret is promised by its hash before the game and shown after it.

Every outcome follows from the secret, the game's id, a text of each seat and the number of the chance, so that neither
side nor the house can choose. `docs/records.md` tells how to check it with other tools.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from triarii.core.contract import AnyPosition

COMMIT = b"triarii-commit-1\0"
CHANCE = b"triarii-chance-1\0"
TEXT = b"triarii-text-1\0"
TEXT_FORM = re.compile(r"[A-Za-z0-9_-]{22}:[0-9a-f]{64}", re.ASCII)
"""NONCE:DIGEST, what a seat adds to chance once it knows the promise."""
SECRET_BYTES = 32
RANGE = 1 << 128


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What both seats see before the first chance."""
    return hashlib.sha256(COMMIT + secret).hexdigest()


def is_bound(text: str, commit: str) -> bool:
    """Whether a text was made for this promise, so that the secret behind it can't have been chosen after the text."""
    nonce, _, digest = text.partition(":")
    return TEXT_FORM.fullmatch(text) is not None and digest == _text_digest(commit, nonce)


def _text_digest(commit: str, nonce: str) -> str:
    return hashlib.sha256(TEXT + commit.encode() + b"\0" + nonce.encode()).hexdigest()


@dataclass(frozen=True)
class Dealer:
    """Deals every chance of one game."""

    secret: bytes
    game_id: str
    first_text: str = ""
    second_text: str = ""

    def number(self, k: int, attempt: int) -> int:
        """The 128-bit number behind chance k."""
        said = b"".join(_counted(text) for text in (self.game_id, self.first_text, self.second_text))
        message = CHANCE + said + k.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        return int.from_bytes(hmac.digest(self.secret, message, "sha256")[:16], "big")

    def pick(self, weights: Sequence[int], k: int) -> int:
        """Which of the weighted outcomes chance k gives, counted from 0."""
        total = sum(weights)
        if not 0 < total <= RANGE:
            raise ValueError("weights must add up to 1 to 2**128, or no number would ever be fair")
        fair = RANGE - RANGE % total
        attempt = 0
        while (number := self.number(k, attempt)) >= fair:
            attempt += 1
        rest = number % total
        for index, weight in enumerate(weights):
            if rest < weight:
                return index
            rest -= weight
        raise AssertionError("a remainder lies below the total")

    def deal(self, position: AnyPosition, k: int) -> Any:
        """The outcome of chance k in a position whose turn is CHANCE."""
        outcomes = position.chances()
        return outcomes[self.pick(integer_weights([chance for _, chance in outcomes]), k)][0]


def drawn(position: AnyPosition, rng: Random) -> Any:
    """A chance outcome for random games and searches: by its probability as a float, which is near enough for them. A
    game that is played gets its chances from a dealer, who is exact."""
    outcomes = position.chances()
    return rng.choices([outcome for outcome, _ in outcomes], [float(chance) for _, chance in outcomes])[0]


def integer_weights(chances: Sequence[Fraction]) -> list[int]:
    """The same proportions over their smallest common denominator."""
    common = math.lcm(*(chance.denominator for chance in chances))
    return [chance.numerator * (common // chance.denominator) for chance in chances]


def _counted(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data
