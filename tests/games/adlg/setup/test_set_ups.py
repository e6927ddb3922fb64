"""Whole set-ups: legal tables at the end, texts that come back the same, words in both languages, nonsense refused."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.battles import faults
from tests.games.adlg.setup.set_ups import BUILDERS, begun, now, refused, until, walk
from triarii.core.contract import Eye, Refusal, Turn
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.battle.preparation import IN_SECRET, Task
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.game import GAME, SECRET
from triarii.games.adlg.position import Position
from triarii.games.adlg.questions.answers import RULES
from triarii.games.adlg.setup import deploying, grammar, regions
from triarii.games.adlg.setup.stages import SAID

ARMIES = [
    ("vikings", "saxons"),
    ("egyptians", "hittites"),
    ("romans", "parthians"),
    ("hussites", "mongols"),
    ("seleucids", "french"),
]


@pytest.mark.rule("adlg.setup.procedure")
@pytest.mark.parametrize(("first", "second"), ARMIES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_set_up_ends_in_a_table_on_which_a_battle_can_begin(first: str, second: str, seed: int) -> None:
    position = begun(first_army=first, second_army=second)
    tasks = []
    for before, _, after in walk(position, Random(f"{first}{seed}")):
        tasks.append(now(before).task)
        position = after
    order = [task for task in Task if task in tasks]
    assert order[0] is Task.INITIATIVE
    assert order[-1] is (Task.DISMOUNT if "french" in (first, second) else Task.DEPLOY)
    assert tasks.index(Task.REGION) < tasks.index(Task.PICK) < tasks.index(Task.SECTOR) < tasks.index(Task.CAMP)
    assert faults(position) == []
    state, setting = position.state, position.setting
    assert set(state.field.stands) == set(setting.units)
    assert list(state.field.leaders) == list(setting.corps)
    assert len(setting.camps) == 2
    assert (state.stage, state.active, state.sequence) == (Stage.CORPS, setting.begins, 1)
    for unit in setting.units.values():
        assert deploying.why_not_there(setting, unit, state.field.body(unit.id)) is None
    assert GAME.parse(position.text(), setting.options) == position
    assert position.actions()


def test_all_that_happens_names_its_rule_and_nothing_of_it_stays_on_the_table() -> None:
    rules = {rule.id for rule in RULES.rules}
    told = []
    for setup, first in (("procedure", BUILDERS), (SECRET, "romans")):
        for before, said, after in walk(begun(first_army=first, second_army="carthaginians", setup=setup), Random(3)):
            events = GAME.events(before, said, after)
            assert {event.fields["rule"] for event in events} <= rules
            assert after.state.field.chronicle is None
            told += [event.kind for event in events]
    assert {"initiative", "region", "picked", "laid", "camp", "deploys", "deployed", "corps_stands"} < set(told)
    assert {"march_planned", "works", "marker"} < set(told)
    assert told.count("battle_begins") == 2


@pytest.mark.parametrize(("first", "second"), ARMIES[:3])
def test_every_moment_comes_back_from_its_text_and_is_told_in_both_languages(first: str, second: str) -> None:
    position = begun(first_army=first, second_army=second)
    seen = set()
    for before, said, after in walk(position, Random(first)):
        seen.add(now(before).task)
        again = GAME.parse(after.text(), after.setting.options)
        assert isinstance(again, Position), (again, after.text())
        assert again == after
        assert again.turn is after.turn
        assert again.actions() == after.actions()
        assert GAME.imagine(after.view(Eye.FIRST), Random(1)) == after
        assert GAME.action(said) == said
        messages = [event.message for event in GAME.events(before, said, after)]
        for message in (*messages, *GAME.words(after.view(Eye.OBSERVER))):
            for lang in LANGUAGES:
                told = GAME.texts.say(message, lang)
                assert told.strip() == told != ""
                assert not any(hole in told for hole in ("  ", " .", "{", "None")), told
        if before.turn is not Turn.CHANCE:
            assert "refused" not in GAME.preview(before, said, Eye.FIRST)
    assert len(seen) >= 8


def test_every_task_and_word_has_its_message() -> None:
    for task in Task:
        assert f"prepare.now.{task.value}" in GAME.texts
    for word in (*grammar.VERBS, grammar.PLACE, *grammar.ROLES, *regions.SIDES, *regions.SIZES):
        assert f"prepare.verb.{word}" in GAME.texts
    for kind in regions.KINDS:
        assert f"piece.{kind}" in GAME.texts


@pytest.mark.parametrize("task", [task for task in Task if task in SAID])
def test_nonsense_is_refused_with_a_reason(task: Task) -> None:
    builds = task is Task.WORKS
    way = SECRET if task in IN_SECRET else "procedure"
    position = until(task, setup=way, first_army=BUILDERS if builds else "english", second_army="french")
    for said in (
        "",
        "u1 advance 2",
        "lay",
        "lay x y",
        "deploy u1",
        "deploy u1@1,2,3,4",
        "camp 99 99",
        "region",
        "done done",
    ):
        assert refused(position, said).startswith(("setup.", "order."))
    for wrong in (verb for verbs in SAID.values() for verb in verbs if verb not in SAID[task]):
        if wrong in grammar.ALONE:
            assert refused(position, wrong) == "setup.not_now"


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("lay 12.50 4", "lay 12.5 4 0 small"),
        ("lay 12.5 4 030.0 large", "lay 12.5 4 30 large"),
        ("deploy  u1+u2@8.0,4.20 c1@u1", "deploy u1+u2@8,4.2 c1@u1"),
        ("deploy u1@8,4,15.50", "deploy u1@8,4,15.5"),
        ("deploy u1+u2@8,4,column", "deploy u1+u2@8,4,column"),
        ("place u1 8 4.2", "deploy u1@8,4.2"),
        ("place c1 u1", "deploy c1@u1"),
        ("road 1 2 3 4 5 6", "road 1 2 3 4 5 6"),
        ("river left 4", "river left 4 4 1"),
        ("river right 4 4.50 1.5", "river right 4 4.5 1.5"),
        ("fortify 8.0 5 3", "fortify 8 5 3"),
        ("obstruct 8 5 2 030", "obstruct 8 5 2 30"),
        ("camp 10", "camp 10"),
        ("region plain attack", "region plain attack"),
    ],
)
def test_what_is_said_is_written_in_one_way(said: str, written: str) -> None:
    assert GAME.action(said) == written
    assert GAME.action(written) == written


@pytest.mark.parametrize(
    "said",
    [
        *(
            "lay 1",
            "lay 1 2 400",
            "lay 1 2 3 huge",
            "lay 1 2 3 small more",
            "lay 1.2345 2",
            "road 1 2 3",
            "road 1 2 3 4 5",
        ),
        *("coast up", "pick", "pick a b", "region plain", "region plain flee", "deploy", "deploy u1", "deploy u1@2"),
        *("deploy u1+u1@2,3", "deploy u1+u2@u3", "deploy x1@2,3", "deploy u1@2,3,4,5", "deploy " + "u1@2,3 " * 900),
        *("rotate 360", "camp", "camp 1 2 3", "keep it", "pick wood!", "place u1"),
    ],
)
def test_what_nobody_understands_is_refused(said: str) -> None:
    found = GAME.action(said)
    assert isinstance(found, Refusal)
    for lang in LANGUAGES:
        assert GAME.texts.say(found.message, lang)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("first setup", "first corps"),
        (" ; lay ", " ; camp "),
        (" ; lay ", " ; deploy "),
        (" ; lay ", " ; initiative "),
        ("defender=first", "defender=second"),
        ("region=plain", "region=steppe"),
        ("region=plain", "region=moon"),
        ("begins=second", "begins=first"),
        ("dice=3-5", "dice=9-5"),
        (" dice=3-5", ""),
        ("field!.0", "field.0"),
        ("field!.0", "field!.1"),
        ("gully.0", "gully.0.t1"),
        ("gully.0", "gully.0,gully.0"),
        ("gully.0", "mud.0"),
        ("- ; - ; - ; - ; begins", "u1:9000,2500,0:4 ; - ; - ; - ; begins"),
        ("- ; - ; - ; - ; begins", "- ; c1:9000,2500,0 ; - ; - ; begins"),
        ("- ; - ; - ; - ; begins", "- ; - ; - ; u1:routed ; begins"),
        ("begins=second", "begins=second t1:wood:small:5000,5000,0"),
        ("begins=second", "begins=second t1:wood:tiny:5000,5000,0"),
        ("begins=second", "begins=second k1:5000,1000,0"),
        ("begins=second", "begins=second begins=second"),
    ],
)
def test_a_set_up_that_can_not_be_is_refused(old: str, new: str) -> None:
    words = (
        "6-1",
        "region plain defend",
        "pick gully",
        "pick marsh",
        "done",
        "pick field",
        "pick plantation",
        "done",
        "3-5",
    )
    position = begun()
    for each in words:
        position = position.play(each)
    text = position.text()
    assert GAME.parse(text, position.setting.options) == position
    assert old in text, text
    found = GAME.parse(text.replace(old, new), position.setting.options)
    assert isinstance(found, Refusal), found.text()
    for lang in LANGUAGES:
        assert GAME.texts.say(found.message, lang)


def test_a_scenario_has_no_set_up() -> None:
    position = GAME.start({})
    assert isinstance(position, Position)
    assert position.state.setup is None
    set_up = begun()
    assert isinstance(GAME.parse(position.text(), set_up.setting.options), Refusal)
    assert isinstance(GAME.parse(set_up.text(), position.setting.options), Refusal)
