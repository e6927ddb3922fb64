"""What a display is told of a set-up: enough to offer every answer of every task, and what an action would do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.adlg.setup.set_ups import LARGE, begun, now, played, until, walk
from triarii.core.contract import Eye, Turn
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import laying, regions


def setup_facts(position: Position) -> dict[str, Any]:
    facts: Any = position.view(Eye.FIRST).facts["setup"]
    return dict(facts)


@pytest.mark.parametrize("seed", range(6))
def test_every_task_tells_what_it_offers(seed: int) -> None:
    offers = {
        Task.REGION: {"regions"},
        Task.PICK: {"choosing"},
        Task.ADJUST: {"adjusting"},
        Task.ALTER: {"altering", "piece"},
        Task.CAMP: {"camp"},
    }
    for position, _, _ in walk(begun(), Random(seed)):
        task, facts = now(position).task, setup_facts(position)
        wanted = offers.get(task, set())
        if task is Task.LAY:
            kind = laying.in_hand(position.state).kind
            wanted = {{regions.COAST: "coasts", regions.RIVER: "river"}.get(kind, "piece")}
        every = {"regions", "choosing", "adjusting", "altering", "piece", "camp", "coasts", "river"}
        assert every & set(facts) == wanted, task


def test_whoever_is_not_deployed_waits_with_all_that_is_to_be_known() -> None:
    waiting = setup_facts(begun(**LARGE))["waiting"]
    setting = begun(**LARGE).state.field.setting
    assert [corps["id"] for corps in waiting] == list(setting.corps)
    assert {unit["id"] for corps in waiting for unit in corps["units"]} == set(setting.units)
    brilliant = next(corps for corps in waiting if corps["grade"] == "brilliant")
    assert brilliant["radius"] == 1000 * setting.corps[brilliant["id"]].grade.radius
    last = None
    for _, _, position in walk(begun(), Random(2)):
        if position.state.setup is None:
            break
        last = position
    assert last is not None
    assert {corps["id"] for corps in setup_facts(last)["waiting"]} == set(last.state.field.setting.corps) - set(
        now(last).deployed
    )


def test_the_outline_that_is_told_is_the_one_that_is_laid() -> None:
    position = next(
        before
        for seed in range(20)
        for before, _, _ in walk(begun(), Random(seed))
        if now(before).task is Task.LAY and "piece" in setup_facts(before)
    )
    said = next(action for action in position.actions() if action.split()[3] == "0")
    x, y, size = (*(round(1000 * float(number)) for number in said.split()[1:3]), said.split()[4])
    outline = setup_facts(position)["piece"]["outlines"][size]
    laid = position.play(said)
    newest: Any = laid.view(Eye.FIRST).facts["terrain"]
    assert [[x + right, y + ahead] for right, ahead in outline] == newest[-1]["polygon"]
    assert setup_facts(position)["piece"]["class"] == newest[-1]["class"]


def test_the_kinds_to_choose_from_are_counted() -> None:
    position = played(begun(), "6-1", "region forest defend")
    choosing = setup_facts(position)["choosing"]
    kinds = {kind["kind"]: kind for kind in choosing["kinds"]}
    assert (choosing["have"], choosing["least"]) == (0, 2)
    assert (kinds["wood"]["most"], kinds["wood"]["taken"], kinds["wood"]["open"]) == (4, 1, True)
    assert kinds["village"]["claimed"]
    after = setup_facts(played(position, "pick wood"))["choosing"]
    assert after["have"] == 1
    assert not next(kind for kind in after["kinds"] if kind["kind"] == "wood")["open"], "two of a kind are enough"


@pytest.mark.rule("adlg.setup.deployment")
def test_a_preview_tells_why_the_corps_could_not_stay_like_that() -> None:
    position = next(before for before, _, _ in walk(until(Task.CORPS), Random(1)) if now(before).task is Task.DEPLOY)
    leader = now(position).about
    whole = position.actions()[0]
    eye = Eye.FIRST if position.turn is Turn.FIRST else Eye.SECOND
    assert "then" not in GAME.preview(position, whole, eye)
    part = " ".join(whole.split()[:2])
    then: Any = GAME.preview(position, part, eye)["then"]
    assert (then["code"], then["rule"]) == ("setup.missing", "adlg.setup.deployment")
    assert leader in then["words"]["en"]
    assert then["words"]["de"] != then["words"]["en"]
