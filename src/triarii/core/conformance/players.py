"""A player: legal decisions, the same for the same seed and budget, and the same whatever is hidden from it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

from triarii.core.chance import Dealer
from triarii.core.conformance.findings import Inquiry, NotConforming, Report, received, to_act
from triarii.core.conformance.games import begin, go_on, inquiry_into
from triarii.core.conformance.twins import twin_of
from triarii.core.contract import (
    AnyGame,
    AnyPosition,
    Budget,
    Decision,
    Eye,
    Options,
    Player,
    Specialist,
    Titled,
)
from triarii.core.texts import LANGUAGES

SEED = 7
"""Decisions are compared under the same random numbers."""


def check_player(
    player: Player,
    game: AnyGame,
    options: Sequence[Options] = ({},),
    games: int = 2,
    seed: int = 1,
    plies: int = 40,
    nodes: int = 50,
) -> Report:
    """Let a player choose for both seats in games that partly follow its choices and partly go astray.

    Raises NotConforming at the first thing that does not hold.
    """
    if isinstance(player, Specialist) and game.info.id not in player.games:
        raise NotConforming(f"The player says that it does not play {game.info.id}.")
    if isinstance(player, Titled) and not all(player.title.get(lang) for lang in LANGUAGES):
        raise NotConforming("The player has a title, but not in every language.")
    report = Report()
    for index, given in enumerate(options):
        for number in range(games):
            inquiry = inquiry_into(game, given, Random(f"{seed}/{index}/{number}"), report)
            _check_game(inquiry, player, plies, Budget(nodes=nodes))
    return report


def _check_game(inquiry: Inquiry, player: Player, plies: int, budget: Budget) -> None:
    secret = hashlib.sha256(inquiry.rng.randbytes(32)).digest()
    line, dealer = begin(inquiry, secret), Dealer(secret, "conformance")
    inquiry.report.counts["games"] += 1
    asked: list[tuple[AnyPosition, Eye, str]] = []
    for _ in range(plies):
        if line.result is not None:
            break
        position, chosen = line.position, None
        eye = to_act(position)
        if eye is not None:
            decision = _check_decision(inquiry, player, position, eye, budget)
            asked.append((position, eye, _answer(inquiry, decision)))
            chosen = decision.action if inquiry.rng.random() < 0.5 else None
        go_on(inquiry, line, dealer, chosen)
    for position, eye, answer in asked[:1]:
        with inquiry.looking_at(position, "player"):
            again = _answer(inquiry, player.choose(inquiry.game, position.view(eye), budget, Random(SEED)))
            inquiry.demand(again == answer, "Asked again after a game, the player answers {}, not {}.", again, answer)


def _check_decision(inquiry: Inquiry, player: Player, position: AnyPosition, eye: Eye, budget: Budget) -> Decision[Any]:
    game, view = inquiry.game, position.view(eye)
    with inquiry.looking_at(position, "player"):
        sent = inquiry.sent_view(view)
        decision = player.choose(game, view, budget, Random(SEED))
        inquiry.report.counts["decisions"] += 1
        inquiry.demand(inquiry.sent_view(view) == sent, "The player changes the view that it was given.")
        text, reason = game.action_text(decision.action), inquiry.reason(position.check(decision.action))
        inquiry.demand(not reason, "The player chooses {}, which is refused: {}", text, reason)
        score = decision.score
        inquiry.demand(score is None or 0 <= score <= 1, "The player's score is not from 0 to 1: {}.", score)
        answer = _answer(inquiry, decision)
        again = _answer(inquiry, player.choose(game, received(sent), budget, Random(SEED)))
        inquiry.demand(
            again == answer, "For the same view, seed and budget the player chooses {}, not {}.", again, answer
        )
        twin = twin_of(inquiry, position, eye) if game.info.has_secrets else None
        if twin is not None:
            inquiry.report.counts["twins"] += 1
            other = _answer(inquiry, player.choose(game, twin.view(eye), budget, Random(SEED)))
            inquiry.demand(other == answer, "The player knows what is hidden: in {} it chooses {}.", twin.text(), other)
    return decision


def _answer(inquiry: Inquiry, decision: Decision[Any]) -> str:
    """A decision as text: what it chose, what it expects, what it thinks of it."""
    texts = [inquiry.game.action_text(action) for action in (decision.action, *decision.line)]
    return f"{texts} (score {decision.score}, {decision.nodes} nodes)"
