"""Random games through the contract, every position of them asked, each on a record that must lead to the same end."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

from triarii.core import proof, records, timeline
from triarii.core.chance import Dealer, commitment
from triarii.core.conformance import twins, words
from triarii.core.conformance.findings import Inquiry, NotConforming, Report, failures_are_faults
from triarii.core.conformance.nodes import check_node
from triarii.core.conformance.offered import check_capabilities, check_declared
from triarii.core.conformance.views import check_step, check_views
from triarii.core.contract import SEATS, AnyGame, AnyPosition, Eye, Options, Refusal, Turn
from triarii.core.options import complete
from triarii.core.records import Acted, ChanceFell, Header, Resigned
from triarii.core.timeline import Timeline


def check_game(
    game: AnyGame,
    options: Sequence[Options] = ({},),
    games: int = 5,
    seed: int = 1,
    plies: int = 120,
    every: int = 1,
    *,
    in_the_open: bool = False,
    only_play: bool = False,
) -> Report:
    """Play random games under each of the options and ask everything that the contract promises, at every position.

    In long games `every=10` asks only each tenth position, and the last. Raises NotConforming at the first thing that
    does not hold. The same seed asks the same again. A game with secrets has to show some, under options of its own if
    the given ones hide nothing, but for a check `in_the_open`. What a game declares and offers beside its positions is
    asked too, but for a check of `only_play`: it is the same under all options.
    """
    report = Report()
    if not only_play:
        declared = Inquiry(game, {}, Random(seed), report)
        with failures_are_faults(declared, "game"):
            check_declared(declared)
    hiding = game.info.has_secrets and not in_the_open
    if hiding and not any(game.info.hides({**given}) for given in options):
        options = [*options, {**options[-1], **game.info.secret_under}]
    for index, given in enumerate(options):
        for number in range(games):
            inquiry = inquiry_into(game, given, Random(f"{seed}/{index}/{number}"), report)
            _check_random_game(inquiry, plies, every)
    if hiding:
        for eye in (Eye.FIRST, Eye.SECOND):
            if not report[twins.twins_of(eye)]:
                raise NotConforming(
                    f"The game says it has secrets, but nothing was ever hidden from {eye.name}:"
                    " either a view shows everything, or the options of this check hide nothing."
                )
    return report


def begin(inquiry: Inquiry, secret: bytes) -> Timeline:
    """A game on record, with the secret of its chances promised."""
    info = inquiry.game.info
    header = Header(info.id, info.rules_version, inquiry.options, id="conformance", commit=commitment(secret))
    with failures_are_faults(inquiry, "game"):
        line = timeline.begin(inquiry.game, header)
    return inquiry.accepted(line, "The game does not start: {}")


def go_on(inquiry: Inquiry, line: Timeline, dealer: Dealer, action: Any = None) -> None:
    """One more step: chance deals, or the seat to act takes this action, or a random one."""
    game, position = inquiry.game, line.position
    with inquiry.looking_at(position):
        if position.turn is Turn.CHANCE:
            action = dealer.deal(position, line.chances)
            refusal = line.append(ChanceFell(game.action_text(action)))
        else:
            action = random_action(inquiry, position) if action is None else action
            refusal = line.append(Acted(position.turn, game.action_text(action)))
        reason = inquiry.reason(refusal)
        inquiry.demand(not reason, "{} can't be put on record: {}", game.action_text(action), reason)


def random_action(inquiry: Inquiry, position: AnyPosition) -> Any:
    """A listed action; where not all are listed, every second time one put together word by word."""
    if inquiry.game.info.lists_all_actions or inquiry.rng.random() < 0.5:
        return inquiry.rng.choice(position.actions())
    spelled = list(words.walk(inquiry, position, inquiry.rng, wanted=1).actions.values())
    inquiry.demand(bool(spelled), "No action can be put together word by word.")
    return spelled[0]


def inquiry_into(game: AnyGame, given: Options, rng: Random, report: Report) -> Inquiry:
    """An inquiry under these options, completed with the defaults."""
    options = complete(game.info, given)
    if isinstance(options, Refusal):
        raise NotConforming(f"The options {dict(given)} are refused: {game.texts.say(options.message, 'en')}")
    return Inquiry(game, options, rng, report)


def _check_random_game(inquiry: Inquiry, plies: int, every: int) -> None:
    secret = hashlib.sha256(inquiry.rng.randbytes(32)).digest()
    line, dealer = begin(inquiry, secret), Dealer(secret, "conformance")
    inquiry.report.counts["games"] += 1
    while line.result is None and len(line.steps) < plies:
        if len(line.steps) % every == 0:
            _check_position(inquiry, line.position)
        go_on(inquiry, line, dealer)
        check_step(inquiry, line.steps[-1].before, line.steps[-1].action, line.position)
    _check_position(inquiry, line.position)
    if line.result is None:
        line.append(Resigned(SEATS[0]))
    _check_record(inquiry, line, secret)
    if inquiry.game.info.has_secrets:
        _check_secrets(inquiry, line, every)


def _check_position(inquiry: Inquiry, position: AnyPosition) -> None:
    check_node(inquiry, position)
    words.check_choices(inquiry, position)
    check_views(inquiry, position)
    check_capabilities(inquiry, position)


def _check_secrets(inquiry: Inquiry, line: Timeline, every: int) -> None:
    """Twins of the positions of a game; and twin games from the start, in which only hidden things differ."""
    for step in line.steps[::every]:
        twins.check_twins(inquiry, step.before)
    for eye in Eye:
        twins.follow(inquiry, line.start, line.start, eye, len(line.steps))


def _check_record(inquiry: Inquiry, line: Timeline, secret: bytes) -> None:
    """Written, read, replayed and proven, the record leads to the same end; and each eye has its story of it."""
    game = inquiry.game
    with inquiry.looking_at(line.position):
        for eye in Eye:
            inquiry.sent(list(line.seen_by(eye)), f"the story for {eye.name}")
        line.close(secret.hex())
        data = records.dump(line.record)
        loaded = records.parse(data)
        inquiry.demand(loaded.record is not None and loaded.damage is None, "The record can't be read again.")
        assert loaded.record is not None
        inquiry.demand(records.dump(loaded.record) == data, "The record, read and written again, is another.")
        again, refusal = timeline.replay(game, loaded.record)
        inquiry.demand(refusal is None, "The record can't be replayed: {}", inquiry.reason(refusal))
        assert again is not None
        same = again.position == line.position and again.result == line.result
        inquiry.demand(same, "The record replays to another end: {}", again.position.text())
        proven = proof.prove(game, loaded.record)
        sound = proven.problem is None and proven.proven == proven.chances
        inquiry.demand(sound, "The chances of the record can't be proven: {}.", proven)
    inquiry.report.counts["records"] += 1
