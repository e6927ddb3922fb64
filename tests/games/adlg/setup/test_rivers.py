"""Rivers of the set-up: where they may lie, what the die makes of them, and what lies and stands at them."""

from __future__ import annotations

import pytest

from tests.games.adlg.setup.set_ups import LARGE, begun, now, played, refused
from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.table.scenery import Piece, Road
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup import camps, deploying, landscape, laying, roads
from triarii.games.adlg.setup.going_on import changed, preparing, put_down, scene
from triarii.games.adlg.setup.landscape import Lot
from triarii.games.adlg.setup.regions import REGIONS

RULE = "adlg.setup.river"


def river_in_hand() -> Position:
    """The first player lays a river on the table of 30 by 20 UD; a field lies in the middle."""
    return played(
        begun(**LARGE),
        *("6-1", "region plain defend", "pick river", "4", "pick gully", "done"),
        *("pick marsh", "pick field", "done", "3-5", "lay 15 5 0 small"),
    )


def with_river(flow: str = "rough", course: tuple[int, int, int] = (4000, 4000, 1000)) -> Position:
    """The same, once the river has been thrown for: it is the first player's gully that is laid next."""
    dice = {"dry": "1", "rough": "2", "difficult": "5", "flooded": "6"}
    words = " ".join(str(number / 1000) for number in course)
    return played(river_in_hand(), f"river left {words}".replace(".0", ""), dice[flow])


def river_of(position: Position) -> Piece:
    return next(piece for piece in position.setting.scenery.pieces if piece.river)


@pytest.mark.rule("adlg.setup.pieces")
@pytest.mark.parametrize(("die", "comes"), [("3", False), ("4", True)])
def test_a_river_may_be_chosen_in_every_region_and_needs_a_four(die: str, comes: bool) -> None:
    for region in REGIONS:
        position = played(begun(), "6-1", f"region {region} defend", "pick river")
        assert position.turn is Turn.CHANCE
        after = played(position, die)
        assert (now(after).picks[-1].kind == "river") is comes
        assert refused(after, "pick river") == ("setup.all_chosen" if comes else "setup.denied")


@pytest.mark.rule("adlg.setup.placing")
def test_rivers_and_coasts_are_laid_after_the_compulsory_piece_and_before_all_others() -> None:
    position = played(
        begun(**LARGE),
        *("6-1", "region plain defend", "pick gully", "pick coast", "6", "done"),
        *("pick marsh", "pick river", "6", "done", "3-5", "lay 15 5 0 small"),
    )
    assert laying.in_hand(position.state).kind == "coast"
    position = played(position, "coast left")
    assert laying.in_hand(position.state).kind == "river"
    assert refused(position, "river left 3.5 3.5 1") == "setup.overlap"
    position = played(position, "river right 4 4 1", "3")
    assert laying.in_hand(position.state).kind == "gully"


@pytest.mark.rule(RULE)
def test_a_river_runs_from_long_edge_to_long_edge_between_two_and_six_ud_from_its_side() -> None:
    position = river_in_hand()
    assert refused(position, "river left 2.4 4 1") == "setup.river_band"
    assert refused(position, "river left 4 5.6 1") == "setup.river_band"
    assert refused(position, "river left 4 4 0.9") == "setup.river_width"
    assert refused(position, "river left 4 4 2.1") == "setup.river_width"
    assert refused(position, "lay 4 4 0 small") == "setup.in_hand"
    after = played(position, "river right 3 5 1.5")
    polygon = river_of(after).polygon
    assert {y for _, y in polygon} == {0, 20000}
    assert all(24000 <= x <= 28000 for x, _ in polygon)
    (a, b, c, d) = river_of(after).parts[0]
    assert abs(shapes.measured(shapes.distance((a, b), (c, d))) - 1500) <= 2, "as wide as it was said"


@pytest.mark.rule(RULE)
def test_a_river_needs_room_beside_the_compulsory_piece() -> None:
    position = river_in_hand()
    blocked = scene(position.state).with_lot("t1", Lot("field", "large", 3000, 5000, 0))
    one = put_down(position.state, blocked)
    assert laying.open_sides(one) == ["right"]
    both = put_down(one, scene(one).with_lot("t9", Lot("field", "large", 27000, 5000, 0)))
    waiting = changed(both, picks=(*preparing(both).picks[:1], *preparing(both).picks[1:2]))
    gone = laying.next_piece(waiting)
    assert gone.setup is not None
    assert gone.setup.picks[1].id == "-"


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    ("die", "flow", "kind", "impassable"),
    [
        ("1", "dry", "open", False),
        ("2", "rough", "rough", False),
        ("3", "rough", "rough", False),
        ("4", "difficult", "difficult", False),
        ("5", "difficult", "difficult", False),
        ("6", "flooded", "difficult", True),
    ],
)
def test_a_die_says_how_the_river_flows(die: str, flow: str, kind: str, impassable: bool) -> None:
    position = played(river_in_hand(), "river left 4 4.5 1.5")
    assert (now(position).task, position.turn) == (Task.RIVER, Turn.CHANCE)
    after = played(position, die)
    piece = river_of(after)
    assert (piece.terrain.kind, piece.impassable, piece.river) == (kind, impassable, True)
    assert f"t2:river:left:4000,4500,1500:{flow}" in after.text()
    assert GAME.parse(after.text(), after.setting.options) == after
    told = [event.kind for event in GAME.events(position, die, after)]
    assert told == ["river_flows"]
    assert now(after).task is Task.SECTOR


@pytest.mark.rule(RULE)
def test_a_river_whose_flow_is_not_known_or_that_lies_elsewhere_can_not_be() -> None:
    after = with_river()
    lies = "4000,4000,1000"
    for old, new in [(":rough ", ":unknown "), (lies, "1000,4000,1000"), (lies, "4000,4000,900")]:
        assert old in after.text()
        assert isinstance(GAME.parse(after.text().replace(old, new), after.setting.options), Refusal)


@pytest.mark.rule("adlg.setup.placing")
def test_a_river_counts_as_an_edge_and_nothing_lies_on_it() -> None:
    position = played(with_river(), "1-2")
    assert refused(position, "lay 5 6 0 small") == "setup.overlap"
    assert position.check("lay 6.75 5 0 small") is None, "it lies at the bank"
    assert refused(position, "lay 7 5 0 small") == "setup.not_at_edge"
    at_bank = [action for action in position.actions() if action.startswith("lay 6.7")]
    assert at_bank, "such places are offered"


@pytest.mark.rule("adlg.setup.balance")
def test_a_river_belongs_to_no_half() -> None:
    state = with_river().state
    lots = {f"t{n}": Lot("wood", "small", 10000 + 5000 * n, 5000, 0) for n in (3, 4)}
    assert laying.half_for(put_down(state, landscape.Landscape({**scene(state).lots, **lots}, begins=1)), 0) == 1
    fewer = {"t2": scene(state).lots["t2"], **lots}
    assert laying.half_for(put_down(state, landscape.Landscape(fewer, begins=1)), 0) == 0


@pytest.mark.rule("adlg.setup.road")
@pytest.mark.parametrize(("flow", "crosses"), [("difficult", True), ("flooded", False)])
def test_a_road_crosses_a_river_but_none_in_flood(flow: str, crosses: bool) -> None:
    state = changed(with_river(flow).state, dice=(1, 2))
    assert (roads.why_not(state, ((1000, 2000), (12000, 2000))) is None) is crosses


@pytest.mark.rule("adlg.setup.camp")
def test_a_camp_may_touch_a_river_in_place_of_its_edge() -> None:
    setting = with_river("rough", (5000, 5000, 2000)).setting
    assert camps.why_not(setting, 0, camps.pose(0, 7000, 2000)) is None
    away = camps.why_not(setting, 0, camps.pose(0, 7500, 2000))
    assert away is not None
    assert away.code == "setup.camp_edge"


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("flow", ["dry", "rough"])
def test_nobody_deploys_in_a_river_except_on_a_road(flow: str) -> None:
    position = with_river(flow, (5000, 5000, 2000))
    setting = position.setting
    unit = next(unit for unit in setting.units.values() if unit.seat == 0 and not unit.light)
    field = position.state.field
    found = deploying.why_not_placed(field, {unit.id: (5000, 3000, 0)})
    assert found is not None
    assert (found.code, found.rule) == ("setup.in_river", RULE)
    assert deploying.why_not_placed(field, {unit.id: (6600, 3000, 0)}) is None
    paved = landscape.settled(setting, f"{setting.ground} r1:5000,0>5000,15000")
    assert paved.scenery.roads == (Road(((5000, 0), (5000, 15000))),)
    on_road = Body((5000, 3000, 0), unit.width, unit.depth)
    assert deploying.why_not_there(paved, unit, on_road) is None
