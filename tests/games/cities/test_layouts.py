"""A player's own layout: what it may say, what is refused and why, and that it stays whole in the options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.games.cities.boards import act, cities_of, drawn, listed, pieces, start, turned
from triarii.core import registry
from triarii.core.contract import Budget, Eye, Refusal, Result, Turn
from triarii.core.options import from_words
from triarii.games.cities import GAME
from triarii.games.cities.layouts import SHIPPED, layout_of

FIGHTERS = ["b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2"]
CITIES = ["a1", "j1", "d3", "g3"]
OWN: dict[str, object] = {"name": "My own", "fighters": [*FIGHTERS[:7], "j2"], "cities": CITIES}
FAR = ["b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9"]


def refused(**changes: object) -> Refusal:
    """Why the layout with these changes is not allowed."""
    answer = GAME.start({"layout": {**OWN, **changes}})
    assert isinstance(answer, Refusal)
    for language in ("en", "de"):
        assert len(GAME.texts.say(answer.message, language)) > 20
    return answer


@pytest.mark.rule("cities.setup.layout")
def test_an_own_layout_is_turned_by_half_a_circle_for_the_second_player() -> None:
    position = start(layout=OWN)
    assert pieces(position) == {
        **dict.fromkeys([*FIGHTERS[:7], "j2"], "F"),
        **dict.fromkeys([turned(square) for square in [*FIGHTERS[:7], "j2"]], "f"),
    }
    assert cities_of(position, Turn.SECOND) == {turned(square) for square in CITIES}


@pytest.mark.rule("cities.setup.layout")
def test_an_own_layout_may_place_both_sides_freely() -> None:
    far_cities = ["a10", "b10", "c10", "e10"]
    position = start(layout={**OWN, "second_fighters": FAR, "second_cities": far_cities})
    assert {square for square, piece in pieces(position).items() if piece == "f"} == set(FAR)
    assert cities_of(position, Turn.SECOND) == set(far_cities)


@pytest.mark.rule("cities.setup.layout", "cities.promotion.stay")
def test_a_fighter_may_start_in_an_own_city_and_be_promoted_there() -> None:
    position = start(layout={**OWN, "cities": ["b2", "j1", "d3", "g3"]})
    assert "b2=H" in listed(position)
    assert pieces(act(position, "b2=H"))["b2"] == "H"


@pytest.mark.rule("cities.setup.layout")
def test_the_whole_content_of_a_layout_stays_in_the_options() -> None:
    position = start(layout=OWN)
    assert position.setting.options["layout"] == OWN
    view = position.play(position.actions()[0]).view(Eye.SECOND)
    assert view.options["layout"] == OWN
    assert json.loads(json.dumps(view.as_json()))["options"]["layout"] == OWN
    again = GAME.start(json.loads(json.dumps(view.options)))
    assert again == position


@pytest.mark.rule("cities.setup.layout")
def test_a_layout_of_ours_stays_there_by_its_name() -> None:
    assert start(layout="rear").setting.options["layout"] == "rear"


@pytest.mark.rule("cities.setup.layout")
def test_remarks_of_a_layout_are_kept_and_change_nothing() -> None:
    remarked = {**OWN, "note_en": "mine", "note_de": "meine", "en": "Own", "de": "Eigene", "mark": "own", "note": ""}
    assert start(layout=remarked) == start(layout=OWN)


@pytest.mark.rule("cities.setup.layout")
def test_a_layout_comes_from_a_file_by_content(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    lines = [f"{key} = {json.dumps(value)}" for key, value in OWN.items() if key != "name"]
    file.write_text("\n".join(lines), encoding="utf-8")
    options = from_words(GAME.info, [f"layout=@{file}"])
    assert isinstance(options, Mapping)
    assert options["layout"] == {**OWN, "name": "mine"}
    assert start(**options) == start(layout=OWN)


@pytest.mark.rule("cities.setup.layout")
@pytest.mark.parametrize("name", list(SHIPPED))
def test_the_content_of_a_layout_of_ours_gives_the_same_game_as_its_name(name: str) -> None:
    assert start(layout=dict(SHIPPED[name])) == start(layout=name)


@pytest.mark.rule("cities.material.fighters", "cities.setup.fighters")
@pytest.mark.statement("CT-008")
@pytest.mark.parametrize("count", [0, 7, 9])
def test_each_side_needs_eight_fighters(count: int) -> None:
    row = [*FIGHTERS, "j2"][:count]
    refusal = refused(fighters=row)
    assert (refusal.code, refusal.rule) == ("layout.fighters", "cities.material.fighters")
    assert refusal.params == {"seat": "first", "count": count, "wanted": 8}
    other = refused(second_fighters=[*FAR, "j9"][:count])
    assert other.params == {"seat": "second", "count": count, "wanted": 8}


@pytest.mark.rule("cities.setup.four_each", "cities.material.cities")
@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({"cities": CITIES[:3]}, (3, 3)),
        ({"cities": ["e4"]}, (1, 1)),
        ({"cities": [*CITIES, "e5"], "second_cities": ["a10", "b10", "c10"]}, (5, 3)),
        ({"cities": [*CITIES, "e5", "f5", "g5"], "second_cities": ["a10"]}, (7, 1)),
        ({"second_cities": ["a10"]}, (4, 1)),
    ],
)
def test_an_own_layout_may_share_out_the_cities_otherwise_or_use_fewer(
    changes: dict[str, object], counts: tuple[int, int]
) -> None:
    options = {"layout": {**OWN, **changes}}
    position = start(**options)
    assert (len(cities_of(position, Turn.FIRST)), len(cities_of(position, Turn.SECOND))) == counts
    # The text of such a position is read with its layout, and not as one of another.
    assert GAME.parse(position.text(), options) == position
    read = GAME.parse(position.text(), {})
    if sum(counts) == 8:
        assert not isinstance(read, Refusal)
    else:
        assert isinstance(read, Refusal)
        assert (read.code, read.params) == ("position.city_count", {"count": sum(counts), "wanted": 8})


@pytest.mark.rule("cities.setup.four_each", "cities.material.cities")
@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({"cities": [*CITIES, "e5"]}, (5, 5)),
        ({"second_cities": ["a10", "b10", "c10", "d10", "e10"]}, (4, 5)),
        ({"cities": [], "second_cities": ["a10"]}, (0, 1)),
        ({"second_cities": []}, (4, 0)),
        ({"cities": []}, (0, 0)),
    ],
)
def test_the_box_has_eight_cities_and_nobody_starts_without_one(
    changes: dict[str, object], counts: tuple[int, int]
) -> None:
    refusal = refused(**changes)
    assert (refusal.code, refusal.rule) == ("layout.cities", "cities.setup.four_each")
    assert refusal.params == {"first": counts[0], "second": counts[1], "most": 8}


@pytest.mark.rule("cities.setup.four_each", "cities.end.all_cities")
def test_whoever_has_all_the_cities_of_the_layout_wins() -> None:
    layout = {**OWN, "cities": ["a1", "j1"], "second_cities": ["c4"], "second_fighters": FAR}
    assert act(start(layout=layout), "c2c4").result() == Result(Turn.FIRST, "cities.end.all_cities")
    # With one more city elsewhere the same move does not.
    layout["second_cities"] = ["c4", "a10"]
    assert act(start(layout=layout), "c2c4").result() is None


@pytest.mark.rule("cities.setup.four_each")
@pytest.mark.parametrize("name", ["greedy", "twoply", "casual", "master", "tree"])
def test_players_play_a_layout_with_other_numbers(name: str) -> None:
    layout = {**OWN, "cities": ["d3", "g3", "a1"], "second_cities": ["c4"]}
    player = registry.player(name, "cities")
    assert not isinstance(player, Refusal)
    position = start(layout=layout)
    decision = player.choose(GAME, position.view(Eye.FIRST), Budget(nodes=300), Random(1))
    assert position.check(decision.action) is None
    if name != "tree":  # who looks at cities at all sees that one move wins
        assert position.play(decision.action).result() is not None


@pytest.mark.rule("cities.setup.layout", "cities.material.board")
@pytest.mark.parametrize("square", ["k2", "a0", "a11", "b", "", "B2", "b2 ", "i10x", 7, ["b2"]])
def test_every_square_must_be_on_the_board(square: object) -> None:
    for key in ("fighters", "cities", "second_fighters", "second_cities"):
        refusal = refused(**{key: [square]})
        assert refusal.code == "layout.off_board"
        assert refusal.params == {"key": key, "square": str(square)}


@pytest.mark.rule("cities.setup.layout")
def test_no_square_may_be_named_twice() -> None:
    refusal = refused(fighters=[*FIGHTERS[:7], "b2"])
    assert (refusal.code, refusal.params) == ("layout.twice", {"key": "fighters", "square": "b2"})


@pytest.mark.rule("cities.setup.layout")
def test_two_fighters_can_not_stand_on_one_square() -> None:
    refusal = refused(second_fighters=[*FAR[:7], "c2"])
    assert (refusal.code, refusal.params) == ("layout.shared", {"square": "c2"})


@pytest.mark.rule("cities.setup.layout", "cities.material.tiles")
def test_no_city_may_belong_to_both() -> None:
    refusal = refused(second_cities=["a10", "b10", "c10", "d3"])
    assert (refusal.code, refusal.params) == ("layout.shared_city", {"square": "d3"})


@pytest.mark.rule("cities.setup.layout", "cities.city.taken")
@pytest.mark.parametrize(
    ("changes", "square"),
    [({"second_cities": ["a10", "b10", "c10", "b2"]}, "b2"), ({"cities": ["a1", "j1", "d3", "a9"]}, "a9")],
)
def test_no_fighter_may_start_in_an_enemy_city(changes: dict[str, object], square: str) -> None:
    refusal = refused(**{"second_cities": ["a10", "b10", "c10", "d10"], **changes})
    assert (refusal.code, refusal.params) == ("layout.in_enemy_city", {"square": square})


@pytest.mark.rule("cities.setup.layout", "cities.enclosure.line")
@pytest.mark.parametrize("city_shelter", [False, True])
def test_nobody_may_be_enclosed_at_the_start(city_shelter: bool) -> None:
    layout = {**OWN, "fighters": [*FIGHTERS[:6], "a5", "c5"], "second_fighters": [*FAR[:7], "b5"]}
    refusal = GAME.start({"layout": layout, "city_shelter": city_shelter})
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.params) == ("layout.enclosed", {"squares": ["b5"]})


@pytest.mark.rule("cities.setup.layout")
@pytest.mark.parametrize("value", ["b2", 8, {"b2": 1}])
@pytest.mark.parametrize("key", ["fighters", "cities"])
def test_fighters_and_cities_must_be_lists(key: str, value: object) -> None:
    refusal = refused(**{key: value})
    assert (refusal.code, refusal.params) == ("layout.no_list", {"key": key})


@pytest.mark.rule("cities.setup.layout")
def test_a_layout_without_cities_is_refused() -> None:
    answer = layout_of({"fighters": FIGHTERS})
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.params) == ("layout.no_list", {"key": "cities"})


@pytest.mark.rule("cities.setup.layout")
def test_a_misspelt_key_is_refused_with_the_one_that_was_meant() -> None:
    refusal = refused(figthers=FIGHTERS)
    assert (refusal.code, refusal.params["nearest"]) == ("layout.key_near", "fighters")
    assert "fighters" in GAME.texts.say(refusal.message, "en")


@pytest.mark.rule("cities.setup.layout")
def test_an_unknown_key_is_refused_with_the_known_ones() -> None:
    refusal = refused(zzz=1)
    assert (refusal.code, refusal.params["name"]) == ("layout.key", "zzz")
    assert "second_cities" in GAME.texts.say(refusal.message, "de")


@pytest.mark.rule("cities.setup.layout")
@pytest.mark.parametrize("value", [5, None, ["b2"], {"b2"}])
def test_a_layout_must_be_a_table(value: object) -> None:
    assert isinstance(GAME.start({"layout": value}), Refusal)
    answer = layout_of(value)
    assert isinstance(answer, Refusal)
    assert answer.code == "layout.not_a_table"


@pytest.mark.rule("cities.setup.layout")
def test_an_unknown_name_is_refused_with_the_names_of_ours() -> None:
    answer = GAME.start({"layout": "gate"})
    assert isinstance(answer, Refusal)
    assert "gates" in GAME.texts.say(answer.message, "en")


@pytest.mark.rule("cities.setup.layout")
def test_a_position_from_elsewhere_needs_no_layout() -> None:
    text = drawn("F . f").text()
    assert GAME.parse(text, {"layout": "rear"}) == GAME.parse(text, {})
