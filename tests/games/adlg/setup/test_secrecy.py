"""Nothing hidden leaks: whole battles with secret plans, in which what an eye gets never depends on what it may not
know, and programs that play on what they imagine."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.adlg.setup.set_ups import LARGE, begun
from tests.lengths import at_length
from triarii.core.contract import Budget, Eye, Turn
from triarii.games.adlg.battle.hiding.hidden import Way
from triarii.games.adlg.game import GAME, SECRET
from triarii.games.adlg.position import Position
from triarii.players.adlg.brawler import Brawler
from triarii.players.adlg.general import General

SECRECY = "adlg.plan.secret"
STEPS = at_length(170, 700)
TRIED = ("a1 reveal line 0", "b1 reveal line 0", "a1 wait", "u1 advance 3", "e1 advance 3", "u19 enter 5 3")
OTHER = {0: Eye.SECOND, 1: Eye.FIRST}


def next_step(position: Position, rng: Random) -> str:
    if position.turn is Turn.CHANCE:
        return rng.choice([outcome for outcome, _ in position.chances()])
    return position.sample(rng)


def secrets_of(position: Position, seat: int) -> list[str]:
    """Words of the whole text that nobody but this seat may read."""
    markers = position.state.field.markers.items()
    own = [(name, marker) for name, marker in markers if marker.seat == seat]
    found = [f"{name}:{each.x},{each.y}:{'+'.join(each.units or ()) or '-'}" for name, each in own]
    march = position.state.field.marches.get(seat)
    if march is not None and march.way is Way.MARCHING and march.flank is not None and not _met(position, seat):
        found.append(f"{march.leader}:{march.flank.value}")
    return found


def _met(position: Position, seat: int) -> bool:
    other = position.state.field.marches.get(1 - seat)
    return other is not None and other.driven


@pytest.mark.rule(SECRECY)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_a_random_battle_nobody_is_told_what_he_may_not_know(seed: int) -> None:
    rng, position, looked = Random(seed), begun(setup=SECRET, **LARGE), 0
    for _ in range(STEPS):
        said = next_step(position, rng)
        after = position.play(said)
        assert GAME.parse(after.text(), after.setting.options) == after
        events = GAME.events(position, said, after)
        for seat, eye in OTHER.items():
            view = after.view(eye)
            told = " ".join(GAME.texts.say(event.seen_by(eye).message, "en") for event in events)
            for secret in secrets_of(after, seat):
                looked += 1
                assert secret in after.text()
                assert secret not in view.text
                assert secret not in str(view.facts)
                assert secret not in told
            twin = GAME.imagine(view, rng)
            assert twin.view(eye) == view, "whoever looks can't tell them apart"
            if after.turn == int(eye):
                _acts_alike(after, twin, rng)
        position = after
    assert looked > STEPS // 4


def _acts_alike(real: Position, twin: Position, rng: Random) -> None:
    """Whatever the one who is to act may ask for is answered alike in both."""
    eye, said = Eye(int(real.turn)), real.sample(rng)
    assert real.check(said) is None
    assert twin.check(said) is None
    assert GAME.preview(real, said, eye) == GAME.preview(twin, said, eye)
    for nonsense in (
        "a1 reveal line 0",
        "b1 reveal line 0",
        "a1 wait",
        "u1 advance 3",
        "e1 advance 3",
        "u19 enter 5 3",
    ):
        assert real.check(nonsense) == twin.check(nonsense)


@pytest.mark.rule(SECRECY)
def test_the_general_and_the_brawler_play_with_plans_on_what_they_imagine() -> None:
    rng, position = Random(4), begun(setup=SECRET, first_army="mongols", second_army="rus")
    players = (General(), Brawler())
    for _ in range(at_length(130, 400)):
        if position.turn is Turn.CHANCE:
            position = position.play(next_step(position, rng))
            continue
        eye = Eye(int(position.turn))
        said = players[int(eye)].choose(GAME, position.view(eye), Budget(nodes=4), rng).action
        assert position.check(said) is None, said
        position = position.play(said)
    assert position.state.setup is None
