"""The flank march of the battle plan: who may march, on which side, and when the other player learns of it."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.adlg.setup.plans import GROUND, planning
from tests.games.adlg.setup.set_ups import LARGE, begun, now, played, refused
from triarii.core.contract import Eye
from triarii.games.adlg.battle.hiding.hidden import Flank, March
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.game import GAME, SECRET
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import marching
from triarii.games.adlg.setup.going_on import put_down
from triarii.games.adlg.setup.landscape import Lot

PLAN, SECRECY = "adlg.march.plan", "adlg.plan.secret"


def writing() -> Position:
    return planning(Task.MARCH)


@pytest.mark.rule(PLAN)
def test_one_corps_marches_but_not_the_chiefs_nor_one_with_artillery() -> None:
    position = writing()
    assert refused(position, "march c1 left") == "setup.march_corps"
    assert list(position.actions()) == ["march nobody", *(f"march {c} {side}" for c in ("c2", "c3") for side in Flank)]
    armed = begun(setup=SECRET, first_army="french", second_army="french")
    slow = {unit.corps for unit in armed.setting.units.values() if unit.category in marching.NEVER}
    open_corps = marching.corps_open(armed.setting, 0)
    assert not any(armed.setting.corps[leader].chief for leader in open_corps)
    assert not {armed.setting.corps[leader].number for leader in open_corps} & slow


@pytest.mark.rule(PLAN)
def test_no_march_comes_along_a_coast_or_a_river_in_flood() -> None:
    coast = GROUND.with_lot("t9", Lot("coast", "", 0, 0, 0, "left"))
    assert marching.flanks_open(coast) == [Flank.RIGHT]
    for flow, closed in (("flooded", True), ("difficult", False)):
        river = GROUND.with_lot("t9", Lot("river", flow, 0, 0, 0, "right", (4000, 4000, 1000)))
        assert (Flank.RIGHT not in marching.flanks_open(river)) == closed
    position = Position(put_down(writing().state, coast))
    assert refused(position, "march c3 left") == "setup.march_flank"
    assert position.check("march c3 right") is None


@pytest.mark.rule(PLAN)
def test_a_corps_that_marches_neither_hides_nor_deploys() -> None:
    position = played(writing(), "march c3 left")
    assert now(position).task is Task.AMBUSH
    assert refused(position, "mark 12 4 u19") == "setup.hide_who"
    corps = _until_corps(position)
    assert "corps c3" not in corps.actions()
    assert "corps c2" in corps.actions()


def _until_corps(position: Position) -> Position:
    while now(position).task is not Task.CORPS:
        position = played(position, "march nobody" if now(position).task is Task.MARCH else "done")
    return position


@pytest.mark.rule(SECRECY)
@pytest.mark.rule(PLAN)
def test_whether_and_where_a_corps_marches_is_hidden_until_the_others_stand() -> None:
    position = writing()
    said = ("march nobody", "march c3 left", "march c3 right", "march c2 left")
    for eye in (Eye.SECOND, Eye.OBSERVER):
        assert len({position.play(each).view(eye).text for each in said}) == 1
        assert {GAME.text_seen_by(position, each, eye) for each in said} == {"march ?"}
        told = [[event.seen_by(eye) for event in GAME.events(position, each, position.play(each))] for each in said]
        assert all(each == told[0] for each in told)
    assert len({position.play(each).view(Eye.FIRST).text for each in said}) == 4


@pytest.mark.rule(PLAN)
def test_everybody_sees_which_corps_is_missing_and_only_its_owner_on_which_side_it_comes() -> None:
    rng = Random(3)
    position = _until_corps(played(writing(), "march c3 left"))
    kinds: list[str] = []
    while position.state.setup is not None:
        before, said = position, rng.choice(position.actions())
        hidden = before.view(Eye.SECOND).text.split(";")[6]
        assert "c3" not in hidden or "march_missing" in kinds
        position = before.play(said)
        kinds += [event.kind for event in GAME.events(before, said, position)]
    assert kinds.count("march_missing") == 1
    field = position.state.field
    assert "c3" not in field.leaders
    assert not {"u19", "u24"} & set(field.stands)
    assert position.state.field.marches[0] == March("c3", Flank.LEFT)
    assert "m0:c3:?:0:marching" in position.view(Eye.SECOND).text
    sides = {GAME.imagine(position.view(Eye.SECOND), Random(seed)).state.field.marches[0].flank for seed in range(20)}
    assert sides == set(Flank)
    for lang in ("en", "de"):
        for eye in (Eye.FIRST, Eye.SECOND):
            assert any("c3" in GAME.texts.say(each, lang) for each in GAME.words(position.view(eye)))


@pytest.mark.rule(SECRECY)
def test_what_may_be_imagined_before_the_corps_stand() -> None:
    position = _until_corps(played(writing(), "march nobody"))
    seen = position.view(Eye.SECOND)
    found = {GAME.imagine(seen, Random(seed)).state.field.marches.get(0) for seed in range(60)}
    assert None in found
    assert {march.leader for march in found if march is not None} == {"c2", "c3"}
    assert "march_missing" not in [event.kind for event in GAME.events(writing(), "march nobody", position)]
    assert GAME.start({"setup": "procedure", **LARGE})
