"""What games answer themselves, outside of play: a plug-in offers tables, questions, levels and pictures as ours do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.serving import Client, Process, computer, get, new_room, person, post, token

FEINT = "/api/games/feint"


STOCKED = """
from dataclasses import replace
from itertools import count

from feint.game import Feint
from triarii.core.contract import OptionInfo, Question

ASKED = count(1)

ABOUT = {"en": "What flies over the camp.", "de": "Was über dem Lager weht."}
BANNER = OptionInfo("banner", "banner", "plain", "feint.deck", names=("plain",), about=ABOUT)


class Bannered(Feint):
    info = replace(
        Feint.info,
        id="bannered",
        options=[*Feint.info.options, BANNER],
        capabilities=Feint.info.capabilities | {"contents"},
        levels=(),
    )

    def contents(self, option):
        return {"contents": {"plain": {"name": "plain", "colour": "red"}}, "of": option}

    def tables(self):
        return {"asked": Question(lambda query: {"times": next(ASKED), "of": query.word("of", "")})}


GAME = Bannered()
"""
"""A game with a content of its own, and without levels."""


@pytest.fixture(scope="module")
def bannered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installed as a package is: a module, and what says that it offers a game."""
    place = tmp_path_factory.mktemp("bannered")
    (place / "bannered.py").write_text(STOCKED, encoding="utf-8")
    about = place / "bannered-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bannered\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[triarii.games]\nbannered = bannered:GAME\n", encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, feint_installed: Path, wager_installed: Path, bannered: Path
) -> Iterator[str]:
    packages = [feint_installed, wager_installed, bannered]
    with Process(tmp_path_factory.mktemp("plugged"), packages=packages) as running:
        yield running.address


def refusal(answer: httpx.Response) -> tuple[int, str]:
    assert answer.json()["words"]
    return answer.status_code, answer.json()["code"]


def test_a_table_of_a_plug_in_is_read_in_both_languages_whole_and_by_item(server: str) -> None:
    cards = get(server, f"{FEINT}/cards?lang=de").json()["cards"]
    assert [card["name"] for card in cards] == ["Aufgebot", "Garde", "Elefant"]
    assert get(server, f"{FEINT}/cards/guard?lang=en").json() == {"name": "guard", "strength": 25, "count": 4}
    missing = get(server, f"{FEINT}/cards/dragon?lang=de")
    assert refusal(missing) == (404, "ask.card")
    assert missing.json()["words"] == "Eine Karte dragon gibt es nicht."


def test_a_table_is_worked_out_once_for_all_who_ask_the_same(server: str) -> None:
    first, again, other = (get(server, f"/api/games/bannered/asked?of={what}").json() for what in ("a", "a", "b"))
    assert first == again
    assert other["of"] == "b"
    assert other["times"] == first["times"] + 1


def test_a_question_to_a_plug_in_is_answered_or_refused_in_the_asked_language(server: str) -> None:
    assert post(server, f"{FEINT}/claim", {"claim": 25}).json() == {"claim": 25, "true": "1/2"}
    for document in ({"claim": 3}, {"claim": "25"}, [25], "25", {}):
        assert refusal(post(server, f"{FEINT}/claim", document)) == (422, "ask.claim")
    said = [post(server, f"{FEINT}/claim", {"claim": 3, "lang": lang}).json()["words"] for lang in ("en", "de")]
    assert said[0].startswith("Ask about")
    assert said[1].startswith("Frag nach")
    assert post(server, f"{FEINT}/claim?lang=de", {"claim": 3}).json()["words"] == said[1]


def test_a_document_is_no_longer_than_its_question_takes(server: str) -> None:
    assert refusal(post(server, f"{FEINT}/claim", {"claim": 25, "more": "x" * 200})) == (413, "too_big")


def test_nothing_is_under_a_name_that_the_game_does_not_offer(server: str) -> None:
    for path in (
        f"{FEINT}/claim",
        f"{FEINT}/cards/guard/more",
        f"{FEINT}/odds",
        "/api/games/cities/cards",
        f"{FEINT}/",
    ):
        assert refusal(get(server, path)) == (404, "not_found")
    for path in (f"{FEINT}/cards", "/api/games/cities/claim"):
        assert refusal(post(server, path, {})) == (404, "not_found")
    assert refusal(post(server, "/api/games/chess/claim", {}))[0] == 404


def test_a_plug_in_ships_no_contents_for_an_option_that_takes_none(server: str) -> None:
    assert refusal(get(server, f"{FEINT}/contents/goal")) == (404, "no_content")


def test_what_a_plug_in_ships_is_told_whole(server: str) -> None:
    told = get(server, "/api/games/bannered/contents/banner").json()
    assert told == {"contents": {"plain": {"name": "plain", "colour": "red"}}, "of": "banner"}
    levels = get(server, "/api/games/bannered").json()["levels"]
    assert [level["id"] for level in levels] == ["random", "tree"], "without levels, whoever plays any game"


def test_the_levels_of_a_plug_in_are_offered_and_play(server: str) -> None:
    told = get(server, f"{FEINT}?lang=de").json()
    assert [level["id"] for level in told["levels"]] == ["random", "reckless", "steady"]
    assert told["levels"][-1]["title"] == "Besonnener Hauptmann"
    assert "questions" in told["capabilities"]
    made = new_room(server, person(token()), computer("steady"), "feint")
    seat = get(server, f"/api/rooms/{made['room']}?lang=en").json()["seats"]["second"]
    assert (seat["level"], seat["title"]) == ("steady", "Steady captain")


def test_a_player_of_a_package_is_offered_for_its_game_by_its_title_and_sits_down(server: str) -> None:
    assert get(server, "/api/games/wager?lang=de").json()["levels"] == [
        {"id": "random", "title": "Anfänger"},
        {"id": "wager_near", "title": "Nah dran"},
    ]
    made = new_room(server, person(token()), computer("wager_near"), "wager")
    seat = get(server, f"/api/rooms/{made['room']}?lang=en").json()["seats"]["second"]
    assert (seat["level"], seat["title"]) == ("wager_near", "Near")


def test_a_described_board_is_told_with_its_game_in_the_asked_language(server: str) -> None:
    board = get(server, "/api/games/wager?lang=de").json()["board"]
    assert [side["name"] for side in board["sides"]] == ["Grün", "Violett"]
    assert board["pieces"]["back"] == {
        "name": "eine verdeckte Karte",
        "shape": "card",
        "colour": "#8a6242",
        "path": "",
        "sign": "?",
    }
    assert get(server, "/api/games/cities").json()["board"] is None


def test_what_draws_a_game_is_had_as_a_picture(server: str) -> None:
    described, own = (get(server, f"/api/games/{game}/picture?lang=de") for game in ("wager", "feint"))
    for answer in (described, own):
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
    assert "Hand von Grün" in described.text
    assert refusal(get(server, "/api/games/bannered/picture")) == (404, "not_found")
    assert refusal(get(server, "/api/games/chess/picture"))[0] == 404


def test_each_eye_gets_its_own_scene_of_the_described_board(server: str) -> None:
    first, second = token(), token()
    room = new_room(server, person(first), person(second), "wager")["room"]
    for own in (first, second):  # cards are dealt when both have added to chance
        with Client(server, room, own) as client:
            client.arrive()
    for own, mine, other in ((first, "hand1", "hand2"), (second, "hand2", "hand1")):
        with Client(server, room, own) as client:
            areas = client.arrive()["view"]["scene"]["areas"]
        assert {thing["piece"] for thing in areas[mine]} == {"card"}
        assert {thing["piece"] for thing in areas[other]} == {"back"}


def test_a_study_shows_the_hands_of_both_on_a_described_board(server: str) -> None:
    told = post(server, "/api/study", {"game": "wager", "start": "0-0 1 4 - 1,2,7,9/3,5,6,8 -", "lang": "en"}).json()
    areas = told["view"]["scene"]["areas"]
    assert [[thing["text"] for thing in areas[hand]] for hand in ("hand1", "hand2")] == [list("1279"), list("3568")]
    assert told["board"]["sides"][0]["name"] == "Green"
