"""Positions as text: what comes back, and what is refused with a sentence."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.battles import battle, start
from tests.hypothesis_profiles import given, st
from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position

OPTIONS = {"scenario": "drill_zone"}
START = start("drill_zone").text()


def refused(text: str) -> Refusal:
    found = GAME.parse(text, OPTIONS)
    assert isinstance(found, Refusal), found
    for lang in ("en", "de"):
        assert GAME.texts.say(found.message, lang)
    return found


def test_the_start_comes_back_from_its_text() -> None:
    assert GAME.parse(START, OPTIONS) == start("drill_zone")


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("4000,4000,0:4", "4000,4000,0:5", "position.number"),
        ("4000,4000,0:4", "4000,4000,36000:4", "position.pose"),
        ("u2:5000", "u2:4100", "position.overlap"),
        ("u1:4000", "u1:100", "position.off_table"),
        ("u1:4000", "u9:4000", "position.name"),
        ("first corps", "third corps", "position.form"),
        ("first corps", "first rout", "position.form"),
        ("first corps", "first answer", "position.stage"),
        ("first corps", "first pace", "position.stage"),
        ("first corps", "first orders", "position.stage"),
        ("first corps", "first orders c=d1 p=1+1", "position.stage"),
        ("first corps", "first melee who=u1 next=u1", "position.stage"),
        ("first corps", "first volley who=u1 next=u1", "position.stage"),
        ("first corps", "first fate who=u1 next=u1", "position.stage"),
        ("first corps", "first pursue who=u1", "position.stage"),
        ("first corps", "first corps c=c9", "position.name"),
        ("first corps", "first corps moon=full", "position.word"),
        ("; - ; -", "; u1>u2:front:-:0 ; -", "position.friends"),
        ("; - ; -", "; u1>e1:above:-:0 ; -", "position.word"),
        ("; - ; -", "; - ; u1:routed", "position.where"),
        ("; - ; -", "; -", "position.form"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(before: str, after: str, code: str) -> None:
    assert before in START
    assert refused(START.replace(before, after, 1)).code == code


@pytest.mark.rule("adlg.commander.move")
def test_no_enemy_stands_on_a_loose_commander() -> None:
    enemy = start("drill_zone").state.field.stands["e1"].pose
    upon, beside = ",".join(map(str, enemy)), f"{enemy[0]},{enemy[1] + 3000},{enemy[2]}"
    leader = next(word for word in START.split() if word.startswith("c1:"))
    assert refused(START.replace(leader, f"c1:{upon}", 1)).code == "position.overlap"
    assert isinstance(GAME.parse(START.replace(leader, f"c1:{beside}", 1), OPTIONS), Position)


@pytest.mark.parametrize("head", ["first run who=u1", "first run who=u1 from=e1", "first corps from=e1"])
def test_nobody_evades_in_his_own_turn_who_is_not_held(head: str) -> None:
    assert refused(START.replace("first corps", head, 1)).code == "position.stage"


@given(text=st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert isinstance(GAME.parse(text, OPTIONS), Position | Refusal)


def test_texts_with_a_change_anywhere_are_read_or_refused_and_what_is_read_can_go_on() -> None:
    rng = Random(1)
    moments = [tried.after for tried in battle("drill_zone", 5, 60, wrong=0)]
    for _ in range(600):
        text = rng.choice(moments).text()
        place = rng.randrange(len(text))
        changed = text[:place] + rng.choice("0129;:,.>+@-=ue ") + text[place + rng.choice((0, 1, 2)) :]
        found = GAME.parse(changed, OPTIONS)
        if isinstance(found, Refusal):
            assert GAME.texts.say(found.message, "en")
            continue
        if found.turn is Turn.CHANCE:
            found.play(found.chances()[-1][0])
        elif found.turn is not Turn.OVER:
            found.play(found.actions()[-1])
