"""Interpenetration: who passes through which friend and which way he has to face, and who makes room for whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import AFAR, N, after, drill, line, ordered, pose, poses, refused, why
from tests.games.adlg.table.tables import Placed, ground, meets, work
from triarii.core.contract import Refusal
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import Pose

FOE: Placed = ("e1", "levy", AFAR)
ANY = (0, 4500, 9000, 13500, 18000, 27000)
ALONG = (0, 4500, 13500, 18000, 31500)
ACROSS = (4600, 9000, 13400, 27000)


def meeting(mover: str, friend: str, heading: int, swords: Any = (), **options: Any) -> State:
    """A friend ahead, in the middle of the way of a unit that goes north."""
    depth = TROOPS[friend].depth
    there = shapes.at((10000, 11100, heading), 0, depth // 2)
    units: list[Placed] = [("u1", mover, N, {"abilities": swords}), ("u2", friend, there, {"abilities": swords}), FOE]
    return drill(units, **options)


def passes(mover: str, friend: str, heading: int = 0, swords: Any = (), **options: Any) -> bool:
    """Whether a unit may go 3 UD on, through a friend who faces that way."""
    found = ordered(meeting(mover, friend, heading, swords, **options), "u1 advance 3")
    if isinstance(found, Refusal):
        assert (found.code, found.rule) == ("move.friend_ahead", "adlg.pass.push")
    return not isinstance(found, Refusal)


# Who passes whom


@pytest.mark.rule("adlg.pass.light_infantry")
@pytest.mark.statement("AG-482")
@pytest.mark.parametrize(
    "friend", ["light_infantry", "pikemen", "elephant", "heavy_cavalry", "bowmen", "light_artillery"]
)
def test_light_infantry_passes_through_everybody_whichever_way_they_face(friend: str) -> None:
    assert all(passes("light_infantry", friend, heading) for heading in ANY)


@pytest.mark.rule("adlg.pass.light_infantry")
@pytest.mark.statement("AG-483")
@pytest.mark.parametrize("mover", ["heavy_spearmen", "elephant", "heavy_knights", "light_cavalry", "scythed_chariot"])
def test_everybody_passes_through_light_infantry_whichever_way_it_faces(mover: str) -> None:
    assert all(passes(mover, "light_infantry", heading) for heading in ANY)


@pytest.mark.rule("adlg.pass.light_horse")
@pytest.mark.parametrize(
    ("mover", "friend"),
    [
        pytest.param("heavy_knights", "light_cavalry", id="AG-484", marks=pytest.mark.statement("AG-484")),
        pytest.param("elephant", "light_cavalry", id="elephants through light horse"),
        pytest.param("light_cavalry", "heavy_cavalry", id="AG-485", marks=pytest.mark.statement("AG-485")),
        pytest.param("light_cavalry", "elephant", id="light horse through elephants"),
        pytest.param("light_cavalry", "light_camels", id="light horse through light camels"),
    ],
)
def test_mounted_troops_pass_through_light_horse_and_it_through_them_along_their_facing(
    mover: str, friend: str
) -> None:
    assert all(passes(mover, friend, heading) for heading in ALONG)
    assert not any(passes(mover, friend, heading) for heading in ACROSS)


@pytest.mark.rule("adlg.pass.light_horse")
def test_foot_does_not_pass_through_light_horse_nor_heavy_horse_through_its_like() -> None:
    assert not passes("heavy_spearmen", "light_cavalry")
    assert not passes("light_cavalry", "heavy_spearmen")
    assert not passes("heavy_cavalry", "medium_cavalry")


@pytest.mark.rule("adlg.pass.light_horse")
@pytest.mark.parametrize(
    ("mover", "friend", "strict"),
    [
        ("heavy_cavalry", "light_camels", False),
        ("light_cavalry", "elephant", False),
        ("light_camels", "elephant", False),
        ("light_camels", "heavy_cavalry", True),
        ("scythed_chariot", "light_camels", True),
        ("medium_camels", "light_camels", True),
        ("elephant", "light_cavalry", True),
        ("heavy_cavalry", "light_cavalry", True),
    ],
)
def test_whether_mounted_troops_pass_friends_who_panic_them_is_a_reading(mover: str, friend: str, strict: bool) -> None:
    assert passes(mover, friend, pass_panicking_friends=True)
    assert passes(mover, friend, pass_panicking_friends=False) is strict


@pytest.mark.rule("adlg.pass.light_medium")
@pytest.mark.statement("AG-486")
@pytest.mark.parametrize(
    ("mover", "friend"), [("javelinmen", "bowmen"), ("bowmen", "javelinmen"), ("handgunners",) * 2]
)
def test_light_medium_infantry_passes_through_its_like_along_its_facing(mover: str, friend: str) -> None:
    assert all(passes(mover, friend, heading) for heading in ALONG)
    assert not any(passes(mover, friend, heading) for heading in ACROSS)
    assert not passes(mover, "medium_spearmen")


@pytest.mark.rule("adlg.pass.swordsmen")
@pytest.mark.parametrize(
    ("mover", "friend"),
    [
        pytest.param("heavy_swordsmen", "bowmen", id="AG-487", marks=pytest.mark.statement("AG-487")),
        pytest.param("medium_swordsmen", "crossbowmen", id="medium through crossbows"),
        pytest.param("crossbowmen", "heavy_swordsmen", id="AG-488", marks=pytest.mark.statement("AG-488")),
        pytest.param("bowmen", "medium_swordsmen", id="bows through medium"),
    ],
)
def test_swordsmen_pass_through_bowmen_and_crossbowmen_and_these_through_them(mover: str, friend: str) -> None:
    assert all(passes(mover, friend, heading) for heading in ALONG)
    assert not any(passes(mover, friend, heading) for heading in ACROSS)


@pytest.mark.rule("adlg.pass.swordsmen")
def test_impetuous_swordsmen_and_other_foot_do_not() -> None:
    impetuous = [("u1", "medium_swordsmen", N, {"abilities": ["impetuous"]}), ("u2", "bowmen", (10000, 11600, 0)), FOE]
    assert why(drill(impetuous), "u1 advance 3")[0] == "move.friend_ahead"
    assert not passes("heavy_spearmen", "bowmen")
    assert not passes("pikemen", "crossbowmen")
    assert not passes("medium_swordsmen", "javelinmen")
    assert not passes("medium_swordsmen", "heavy_swordsmen")


@pytest.mark.rule("adlg.pass.swordsmen")
@pytest.mark.parametrize(
    ("mover", "friend", "swords", "named", "widened"),
    [
        ("heavy_swordsmen", "bowmen", (), True, True),
        ("foot_knights", "bowmen", (), False, True),
        ("crossbowmen", "foot_knights", (), False, True),
        ("heavy_swordsmen", "handgunners", (), False, True),
        ("medium_swordsmen", "bowmen", ("mixed",), True, False),
        ("heavy_spearmen", "bowmen", (), False, False),
    ],
)
def test_which_swordsmen_pass_which_shooters_is_a_reading(
    mover: str, friend: str, swords: tuple[str, ...], named: bool, widened: bool
) -> None:
    assert passes(mover, friend, 0, swords, swordsmen_pass_shooters="as_named") is named
    assert passes(mover, friend, 0, swords, swordsmen_pass_shooters="widened") is widened


@pytest.mark.rule("adlg.pass.long_side")
@pytest.mark.parametrize(
    "friend",
    [
        pytest.param("light_artillery", id="AG-489", marks=pytest.mark.statement("AG-489")),
        pytest.param("war_wagon", id="AG-490", marks=pytest.mark.statement("AG-490")),
    ],
)
def test_foot_passes_through_artillery_and_wagons_only_across_the_long_side(friend: str) -> None:
    assert all(passes("medium_spearmen", friend, heading) for heading in (9000, 27000))
    assert not any(passes("medium_spearmen", friend, heading) for heading in (0, 18000))
    assert not passes("heavy_cavalry", friend, 9000), "mounted troops not at all"


@pytest.mark.rule("adlg.pass.long_side")
def test_by_the_other_reading_foot_passes_artillery_in_any_direction() -> None:
    anyhow = {"foot_passes_artillery": "any_direction"}
    assert all(passes("medium_spearmen", "light_artillery", heading, **anyhow) for heading in ANY)
    assert not passes("medium_spearmen", "war_wagon", 0, **anyhow)
    assert passes("medium_spearmen", "war_wagon", 9000, **anyhow)


@pytest.mark.rule("adlg.pass.light_horse")
@pytest.mark.rule("adlg.pass.light_medium")
@pytest.mark.parametrize(
    ("slack", "off", "allowed"), [(4500, 4500, True), (4500, 4501, False), (50, 50, True), (50, 51, False)]
)
def test_how_far_facings_may_differ_is_an_option(slack: int, off: int, allowed: bool) -> None:
    for mover, friend in (("heavy_cavalry", "light_cavalry"), ("bowmen", "javelinmen")):
        for heading in (off, 36000 - off, 18000 + off, 18000 - off):
            assert passes(mover, friend, heading, pass_facing=slack) is allowed


@pytest.mark.rule("adlg.pass.push")
def test_nobody_passes_through_a_friend_in_melee() -> None:
    fighting: list[Placed] = [("u2", "light_infantry", (10500, 11500, 9000)), ("e2", "levy", (10500, 11500, 27000))]
    state = drill([("u1", "heavy_cavalry", N), *fighting], meetings=[meets("e2", "u2")])
    assert why(state, "u1 advance 4") == ("move.friend_ahead", "adlg.pass.push")


# Who makes room


def through(friend: Placed, *others: Placed, mover: str = "heavy_cavalry", **more: Any) -> State:
    return drill([("u1", mover, N), friend, *others, FOE], **more)


@pytest.mark.rule("adlg.pass.push")
def test_who_ends_beyond_a_friend_leaves_him_where_he_is() -> None:
    passed = after(through(("u2", "light_infantry", (10000, 11500, 0))), "u1 advance 3")
    assert poses(passed, "u1", "u2") == [(10000, 13000, 0), (10000, 11500, 0)]


@pytest.mark.rule("adlg.pass.push")
@pytest.mark.parametrize(("way", "end"), [("2", (10000, 11250, 0)), ("1.6", (10000, 12100, 0))])
def test_light_troops_in_the_way_take_the_shorter_way_out(way: str, end: Pose) -> None:
    passed = after(through(("u2", "light_infantry", (10000, 11500, 0))), f"u1 advance {way}")
    assert pose(passed, "u2") == end
    assert passed.field.stands["u2"].marks == frozenset()
    assert pose(after(passed, "u2 slide left 0.1"), "u2")[0] == 9900, "and may still move"


@pytest.mark.rule("adlg.pass.push")
def test_other_troops_go_back_and_neither_move_nor_rally_any_more() -> None:
    tired: Placed = ("u2", "javelinmen", (10200, 11500, 0), {"cohesion": 2})
    passed = after(through(tired, mover="bowmen"), "u1 advance 1.8")
    assert poses(passed, "u1", "u2") == [(10000, 11800, 0), (10200, 10800, 0)]
    for words in ("u2 turn back", "u2 rally"):
        assert refused(passed, words) == ("move.shifted", "adlg.pass.push", {"unit": "u2"})


@pytest.mark.rule("adlg.pass.push")
def test_the_mover_has_to_get_at_least_partly_beyond() -> None:
    state = through(("u2", "javelinmen", (10000, 11500, 0)), mover="bowmen")
    numbers = {"unit": "u1", "friend": "u2", "least": 1503}
    assert refused(state, "u1 advance 1.502") == ("move.not_through", "adlg.pass.push", numbers)
    assert pose(after(state, "u1 advance 1.503"), "u2") == (10000, 10503, 0)


@pytest.mark.rule("adlg.pass.push")
@pytest.mark.parametrize("friend", ["heavy_artillery", "war_wagon"])
def test_heavy_artillery_and_wagons_have_to_be_cleared_completely(friend: str) -> None:
    state = through((("u2", friend, (10500, 11000, 9000))), mover="medium_spearmen")
    numbers = {"unit": "u1", "friend": "u2"}
    assert refused(state, "u1 advance 2.4") == ("move.no_way_through", "adlg.pass.push", numbers)
    assert poses(after(state, "u1 advance 2.5"), "u1", "u2") == [(10000, 12500, 0), (10500, 11000, 9000)]


@pytest.mark.rule("adlg.pass.push")
def test_so_has_a_unit_behind_works() -> None:
    wall = work("fortification", (9500, 11500), (10500, 11500), 0)
    state = through(("u2", "light_infantry", (10000, 11500, 0)), works=[wall], mover="light_cavalry")
    assert why(state, "u1 advance 2")[0] == "move.no_way_through"
    assert pose(after(state, "u1 advance 2.25"), "u2") == (10000, 11500, 0)


@pytest.mark.rule("adlg.pass.push")
def test_a_pushed_friend_pushes_others() -> None:
    second: Placed = ("u3", "javelinmen", (10800, 10100, 0))
    state = through(("u2", "javelinmen", (10200, 11500, 0)), second, mover="bowmen")
    assert poses(after(state, "u1 advance 1.8"), "u2", "u3") == [(10200, 10800, 0), (10800, 9800, 0)]


@pytest.mark.rule("adlg.pass.push")
@pytest.mark.parametrize("obstacle", ["enemy", "cliff", "camp", "melee", "gun"])
def test_nobody_is_pushed_onto_what_can_not_make_room(obstacle: str) -> None:
    others: list[Placed] = []
    more: dict[str, Any] = {}
    match obstacle:
        case "enemy":
            others = [("e2", "light_artillery", (11000, 10300, 0))]
        case "cliff":
            more["terrain"] = [ground("wood", 10600, 9000, 11500, 10300, impassable=True)]
        case "camp":
            more["camps"] = [("k1", Camp.NORMAL, (11600, 10300, 0))]
        case "melee":
            others = [("u3", "levy", (11300, 9800, 9000)), ("e2", "levy", (11300, 9800, 27000))]
            more["meetings"] = [meets("e2", "u3")]
        case "gun":
            others = [("u3", "heavy_artillery", (11000, 10300, 0))]
    state = through(("u2", "javelinmen", (10200, 11500, 0)), *others, mover="bowmen", **more)
    assert why(state, "u1 advance 1.8") == ("move.no_way_through", "adlg.pass.push")


@pytest.mark.rule("adlg.pass.push")
def test_how_far_a_passed_friend_may_be_pushed_is_an_option() -> None:
    skirmisher: Placed = ("u2", "light_infantry", (10000, 11350, 0))
    unlimited = through(skirmisher, mover="war_wagon")
    assert pose(after(unlimited, "u1 advance 2"), "u2") == (10000, 12500, 0)
    limited = through(skirmisher, mover="war_wagon", passed_friend_push="at_most_1_ud")
    numbers = {"friend": "u2", "push": 1150, "most": 1000}
    assert refused(limited, "u1 advance 2") == ("move.pushed_far", "adlg.pass.push", numbers)
    assert pose(after(limited, "u1 advance 1.85"), "u2") == (10000, 12350, 0)


@pytest.mark.rule("adlg.pass.push")
def test_a_group_passes_through_skirmishers_before_it() -> None:
    state = drill([*line("heavy_cavalry", 2), ("u3", "light_infantry", (10500, 11500, 0)), FOE])
    passed = after(state, "u1+u2 advance 2")
    assert poses(passed, "u1", "u2", "u3") == [(10000, 12000, 0), (11000, 12000, 0), (10500, 11250, 0)]


@pytest.mark.rule("adlg.pass.push")
def test_friends_are_passed_on_a_straight_way_only() -> None:
    state = through(("u2", "light_infantry", (11200, 10000, 0)))
    assert why(state, "u1 slide right 0.5") == ("move.friend", "adlg.move.collision")
