"""What people call everybody on the table: names with numbers, and texts that tell them instead of ids."""

from __future__ import annotations

from fractions import Fraction

from triarii.core.cast import EVERYBODY
from triarii.core.contract import Eye, Refusal
from triarii.core.introductions import introduced
from triarii.core.options import complete
from triarii.core.texts import LANGUAGES, Message
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.game import ArtOfWar
from triarii.games.adlg.position import Position

GAME = ArtOfWar()


def battle(scenario: str) -> Position:
    options = complete(GAME.info, {"scenario": scenario})
    assert not isinstance(options, Refusal)
    found = GAME.start(options)
    assert not isinstance(found, Refusal)
    return found


def test_units_who_share_a_name_have_numbers_across_both_armies() -> None:
    names = {name: called["en"] for name, called in GAME.called(battle("hastings")).items()}
    assert (names["u1"], names["u2"], names["u3"]) == ("Knights 1", "Knights 2", "The duke's knights")
    assert (names["u10"], names["e11"]) == ("Skirmishers 1", "Skirmishers 3")


def test_nobody_on_any_table_is_called_like_somebody_else() -> None:
    for scenario in ("hastings", "olive_groves", "drill_charge", "skirmish"):
        position = battle(scenario)
        for lang in LANGUAGES:
            names = [called[lang] for called in GAME.called(position).values()]
            assert len(set(names)) == len(names)


def test_a_sentence_names_units_to_whoever_reads_and_ids_to_whoever_types() -> None:
    position = battle("hastings")
    reads = introduced(EVERYBODY, GAME, position)
    said = Message(
        "event.dice_melee", {"unit": "u1", "enemy": "e8", "first": 3, "second": 4, "total": 5, "enemy_total": 4}
    )
    assert GAME.texts.say(said, "en", reads).startswith("Melee of Knights 1 against Fyrd of the shires 1: ")
    assert GAME.texts.say(said, "de").startswith("Nahkampf u1 gegen e8: ")
    corps = Message("event.hesitates", {"leader": "d2"})
    assert GAME.texts.say(corps, "en", reads).startswith("Corps 2 (Saxons of Harold) hesitates")
    group = Message("event.swept", {"unit": "u1+u2"})
    assert GAME.texts.say(group, "en", reads) == "Knights 1, Knights 2 is swept along."


def test_a_card_tells_how_a_unit_would_fare_against_the_nearest_enemies() -> None:
    shapes = [shape for shape in GAME.overlays(battle("hastings"), Eye.FIRST) if shape["unit"] == "u1"]
    (card,) = (shape for shape in shapes if shape["kind"] == "card")
    assert card["moves"] == list(TROOPS["medium_knights"].moves)
    bouts = [shape for shape in shapes if shape["kind"] == "bout"]
    assert len(bouts) == 3
    for bout in bouts:
        chances = bout["chance"]
        assert isinstance(chances, dict)
        assert sum(Fraction(chances[name]) for name in ("wins", "neither", "loses")) == 1
