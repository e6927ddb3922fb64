"""What happened, told step by step; what a turn will do, before it is played; and a position in words and letters."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.towar.boards import HAND, UNITS, act, anywhere, battle, battles, parsed, stands, start, walk
from tests.hypothesis_profiles import given, seldom
from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import SEATS, Eye, Turn
from triarii.core.introductions import introduced, introduced_with_ids
from triarii.core.texts import LANGUAGES
from triarii.games.towar import GAME
from triarii.games.towar.position import Position


def told(position: Position, action: str, language: str = "en") -> list[str]:
    """The story of an action or outcome in words."""
    events = GAME.events(position, action, position.play(action))
    return [GAME.texts.say(event.message, language) for event in events]


def kinds(position: Position, action: str) -> list[str]:
    return [event.kind for event in GAME.events(position, action, position.play(action))]


# Before the battle


@pytest.mark.rule("towar.setup.armies", "towar.setup.starter", "towar.setup.draws")
def test_the_set_up_is_told() -> None:
    position = start("choose", begins="random")
    assert told(position, "west") == ["Blue takes the West army."]
    assert told(act(position, "west"), "east", "de") == ["Ocker nimmt die Armee Fernost."]
    assert told(start(begins="random"), "second") == ["Ochre begins."]
    assert told(start(), "crossbowman") == ["Blue turns up Crossbowman."]
    assert told(act(start(), "crossbowman"), "b2", "de") == ["Blau legt Armbrustschütze auf b2."]


@pytest.mark.rule("towar.setup.armies")
def test_on_a_display_players_go_by_their_armies_from_the_first_card_on() -> None:
    """That of Ochre may be the blue one: "Blue wins" would tell the wrong player."""
    chosen = start("west,north", begins="second")
    assert GAME.called(chosen) == {}, "until then they are who takes an army"
    drawn = act(chosen, "berserker")
    said = GAME.events(chosen, "berserker", drawn)[0].message

    def to(cast: Cast, lang: str) -> str:
        return GAME.texts.say(said, lang, introduced(cast, GAME, drawn))

    assert to(EVERYBODY, "en") == "North turns up Berserker."
    assert to(EVERYBODY, "de") == "Norden deckt Berserker auf."
    assert to(Cast(you="second"), "en") == "You turn up Berserker."
    assert to(Cast(names=(("second", "Ada"),)), "en") == "Ada turns up Berserker."
    assert to(Cast(computers=frozenset({"second"})), "en").startswith("The computer")
    assert GAME.texts.say(said, "en", introduced_with_ids(EVERYBODY, GAME, drawn)) == "Ochre turns up Berserker."
    alike = act(start("west,west", begins="first", mirror_match=True), "knight")
    assert GAME.called(alike) == {}, "only colours tell which West"


# A turn


@pytest.mark.rule("towar.example.chain")
def test_the_chain_of_the_example_is_told_step_by_step() -> None:
    position = battle("kkb tak MSM MZM", "B", armies="south-north")
    assert told(position, "b:ff") == [
        "Blue plays Bedouin on b1.",
        "Sarbaz on b1 is pushed away.",
        "Sarbaz goes forward from b1 to b2.",
        "Siqlab on b2 is pushed away.",
        "Siqlab attacks Archer on b3, 3 against 1.",
        "Siqlab wins and takes b3.",
    ]
    assert told(position, "b:ff", "de")[2:4] == [
        "Sarbaz geht vorwärts von b1 nach b2.",
        "Saqāliba auf b2 wird verdrängt.",
    ]


def narrated(position: Position, action: str, lang: str = "en", cast: Cast = EVERYBODY) -> list[str]:
    events = GAME.events(position, action, act(position, action))
    return [GAME.texts.say(message, lang, cast) for message in GAME.narrate(events)]


@pytest.mark.rule("towar.example.chain")
def test_a_whole_turn_is_told_in_one_sentence() -> None:
    position = battle("kkb tak MSM MZM", "B", armies="south-north")
    assert narrated(position, "b:ff", cast=Cast(you="first")) == [
        "You play Bedouin on b1; Sarbaz goes forward to b2 and Siqlab attacks Archer on b3, 3 against 1: won."
    ]
    (german,) = narrated(position, "b:ff", "de")
    assert german.startswith("Blau spielt Beduine auf b1; Sarbaz geht vorwärts nach b2 und Saqāliba greift")
    assert german.endswith("Bogenschütze auf b3 an, 3 gegen 1: gewonnen.")
    assert narrated(battle("bkb ... ... k..", "F"), "a") == [
        "Blue plays Footman against Konung on a1, 3 against 4: lost."
    ]
    assert narrated(battle(".S. .C. .C. .C.", "K"), "b:ffff")[1:] == ["Blue wins: breakthrough into the enemy camp."]


@pytest.mark.rule("towar.combat.side_bonus", "towar.combat.tie", "towar.combat.loss")
def test_fights_are_told_with_their_numbers() -> None:
    assert told(battle("bkb ... ... .Fk", "S"), "b:r")[-2:] == [
        "Footman attacks Konung on c1 from the side, 3 + 2 against 4.",
        "Footman wins and takes c1.",
    ]
    assert told(battle("bkb ... .r. .F.", "S"), "b:f")[-2:] == [
        "Footman attacks Rider on b2, 3 against 3.",
        "Both fall; b2 becomes free.",
    ]
    assert told(battle("bkb ... ... k..", "F"), "a") == [
        "Footman attacks Konung on a1 from the camp, 3 against 4.",
        "Footman loses; Konung stays on a1.",
    ]


@pytest.mark.rule("towar.turn.second_step")
def test_two_steps_are_told_as_two() -> None:
    assert kinds(battle("bkb ... ... .Q.", "S"), "b:fl") == ["entered", "displaced", "stepped", "stepped"]


@pytest.mark.rule("towar.turn.pass")
def test_a_card_that_is_laid_aside_is_told() -> None:
    position = battle("bk. ... .F. rat", "K", enemy_on_entry="forbidden")
    assert told(position, "pass") == ["No space is free: Blue sets Knight aside."]
    hand = battle("bk. ... .F. rat", hands="K1C2-b2k1", left=3, enemy_on_entry="forbidden", **HAND)
    assert told(hand, "crossbowman/pass", "de") == ["Kein Feld ist frei: Blau legt Armbrustschütze ab."]


@pytest.mark.rule("towar.end.breakthrough")
def test_a_breakthrough_is_told_without_a_count() -> None:
    position = battle(".S. .C. .C. .C.", "K")
    assert told(position, "b:ffff")[-2:] == [
        "Sergeant breaks through from b4 into the enemy camp!",
        "Blue wins: breakthrough into the enemy camp.",
    ]
    assert "counted" not in kinds(position, "b:ffff")


@pytest.mark.rule("towar.end.count", "towar.end.units", "towar.end.elite", "towar.end.draw")
@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        (
            "k.. ... ... FFF",
            ["Units: 3 for Blue, 2 for Ochre; elite units: 0 and 2", "Blue wins: more units on the field."],
        ),
        (
            "k.. ... ... KF.",
            ["Units: 2 for Blue, 2 for Ochre; elite units: 1 and 2", "Ochre wins: as many units, but more elite."],
        ),
        (
            "k.. ... ... KS.",
            ["Units: 2 for Blue, 2 for Ochre; elite units: 2 and 2", "It is a draw: equal units and equal elite."],
        ),
    ],
)
def test_the_count_is_told(drawing: str, said: list[str]) -> None:
    # The second player plays the last card of all, a berserker.
    lines = told(parsed(f"west-north {drawing.replace(' ', '/')} 2 b 0-0 0-0"), "b")
    assert said[0] in lines[-2]
    assert lines[-1] == said[1]


@pytest.mark.rule("towar.variant.end")
def test_the_count_does_not_claim_that_all_cards_are_played() -> None:
    for before, action, after in walk(start(**HAND, hand_end="pile_empty"), 2):
        if after.turn is Turn.OVER and not after.broken_through:
            assert told(before, action)[-2].startswith("All cards are played.")


@pytest.mark.rule("towar.variant.hand")
def test_a_card_drawn_into_a_hand_is_told_to_its_player_alone() -> None:
    position = battle("bkb ... ... ...", hands="S1C1-r2t1", **HAND)
    (event,) = GAME.events(position, "knight", position.play("knight"))
    said = {eye: GAME.texts.say(event.seen_by(eye).message, "en") for eye in Eye}
    assert said == {
        Eye.FIRST: "Blue draws Knight.",
        Eye.SECOND: "Blue draws a card.",
        Eye.OBSERVER: "Blue draws a card.",
    }


@seldom
@given(anywhere)
def test_every_event_can_be_said_to_every_eye(position: Position) -> None:
    moves = position.actions() or [outcome for outcome, _ in position.chances()]
    for action in moves[:6]:
        for event in GAME.events(position, action, position.play(action)):
            for eye in Eye:
                for language in LANGUAGES:
                    assert GAME.texts.say(event.seen_by(eye).message, language)


# Before it is played


@pytest.mark.rule("towar.combat.compare")
def test_a_preview_shows_the_way_the_fight_and_the_end() -> None:
    position = battle("bkb ... .r. .F.", "S")
    seen = GAME.preview(position, "b:f", Eye.FIRST)
    assert seen["path"] == ["b1", "b2"]
    fight = seen["fight"]
    assert isinstance(fight, dict)
    assert (fight["unit"], fight["enemy"], fight["total"], fight["defence"], fight["outcome"]) == (
        "footman",
        "rider",
        3,
        3,
        "tied",
    )
    assert (seen["captures"], seen["losses"], seen["ends"]) == (["b2"], ["b2"], "")
    out = GAME.preview(battle(".S. .C. .C. .C.", "K"), "b:ffff", Eye.FIRST)
    assert (out["path"], out["ends"]) == (["b1", "b2", "b3", "b4"], "towar.end.breakthrough")
    assert GAME.preview(act(start(), "knight"), "b2", Eye.FIRST)["path"] == ["b2"]
    assert GAME.preview(start("choose"), "west", Eye.FIRST)["path"] == []


@seldom
@given(battles())
def test_a_preview_says_what_then_happens(position: Position) -> None:
    for action in position.actions()[:8]:
        seen = GAME.preview(position, action, Eye(position.turn))
        after = position.play(action)
        result = after.result()
        assert seen["ends"] == (result.rule if result else "")
        happened = kinds(position, action)
        assert bool(seen["fight"]) == any(kind.startswith("fight") for kind in happened)
        assert bool(seen["captures"]) == ("fight_won" in happened or "fight_tied" in happened)
        assert bool(seen["losses"]) == ("fight_lost" in happened or "fight_tied" in happened)


@pytest.mark.rule("towar.combat.compare", "towar.combat.side_bonus")
def test_the_odds_name_every_fight_once_with_certain_results() -> None:
    position = battle("bkb ... .k. CSr", "K")
    fights = {
        (str(f.params["unit"]), str(f.params["enemy"]), f.params["bonus"]): f
        for f in GAME.odds(position.view(Eye.FIRST))
    }
    assert set(fights) == {
        ("sergeant", "konung", 0),
        ("sergeant", "rider", 2),
        ("knight", "rider", 0),
    }
    assert fights["sergeant", "konung", 0].ties == Fraction(1)
    assert fights["sergeant", "rider", 2].wins == Fraction(1)


@seldom
@given(battles())
def test_the_odds_are_those_of_the_turns_that_they_name(position: Position) -> None:
    for fight in GAME.odds(position.view(Eye(position.turn))):
        assert fight.wins + fight.ties + fight.losses == 1
        happened = kinds(position, fight.action)
        share = {"fight_won": fight.wins, "fight_tied": fight.ties, "fight_lost": fight.losses}
        assert [share[kind] for kind in happened if kind in share] == [Fraction(1)]
        for language in LANGUAGES:
            assert GAME.texts.word("odds.fight", language, **fight.params)


@pytest.mark.rule("towar.variant.hand")
def test_nobody_is_told_the_fights_of_a_hidden_hand() -> None:
    position = battle("bkb ... .k. CSr", hands="K1Q2-r2t1", **HAND)
    assert GAME.odds(position.view(Eye.FIRST))
    assert GAME.odds(position.view(Eye.SECOND)) == []
    assert GAME.odds(position.view(Eye.OBSERVER)) == []
    open_card = battle("bkb ... .k. CSr", "K")
    assert len({len(GAME.odds(open_card.view(eye))) for eye in Eye}) == 1


# In words and letters


def said(position: Position, eye: Eye, language: str = "en") -> list[str]:
    return [GAME.texts.say(message, language) for message in GAME.words(position.view(eye))]


@pytest.mark.rule("towar.cards.legend", "towar.cards.elite")
def test_a_position_is_told_in_sentences() -> None:
    lines = said(battle("b.. ... ... .C.", "K", left=3), Eye.FIRST)
    assert lines[:2] == ["Blue leads the West army.", "Ochre leads the North army."]
    assert "b1: Blue's Crossbowman, defence 1, attack 6, forward." in lines
    assert "a4: Ochre's Berserker, elite (reconstructed), defence 5, attack 5, three ways." in lines
    assert lines[-1] == "Turn 17 of 22: Blue plays Knight."


@pytest.mark.rule("towar.variant.hand")
def test_of_a_hidden_hand_only_the_number_is_told() -> None:
    position = battle("b.. ... ... .C.", hands="K1Q2-b2t1", left=4, **HAND)
    mine, other = said(position, Eye.FIRST), said(position, Eye.SECOND)
    assert "Blue holds 1 Knight and 2 Squire." in mine
    assert "Blue holds 3 and has 1 in reserve, together 2 Knight and 2 Squire." in other
    assert not [line for line in other if line.startswith("Blue holds 1 Knight")]


@seldom
@given(anywhere)
def test_every_position_can_be_told_and_drawn_for_every_eye(position: Position) -> None:
    for eye in Eye:
        view = position.view(eye)
        for language in LANGUAGES:
            assert all(GAME.texts.say(message, language) for message in GAME.words(view))
        drawing = GAME.drawing(view)
        assert "\t" not in drawing
        assert all(line == line.rstrip() for line in drawing.splitlines())


def test_a_drawing_shows_letters_numbers_and_crowns() -> None:
    drawing = GAME.drawing(battle("b.. ... ... .C.", "K").view(Eye.FIRST))
    assert drawing.splitlines()[1].split() == ["4", "[b]", ".", ".", "4"]
    assert drawing.splitlines()[2].split() == ["5/5"]
    assert drawing.splitlines()[7].split() == ["1", ".", "C", ".", "1"]
    assert "C crossbowman" in drawing
    assert "b berserker" in drawing


def test_names_come_from_the_card_table() -> None:
    for unit in UNITS:
        for language in LANGUAGES:
            assert GAME.texts.word(f"word.{unit['id']}", language) == unit[language][:1].upper() + unit[language][1:]
    assert all(seat in SEATS for seat in (Turn.FIRST, Turn.SECOND))
    assert stands(start()) == {}
