"""Contents of one's own, as text: read like a file of the command line, or refused with the reason."""

from __future__ import annotations

from tests.server.serving import post

LAYOUT = """
name = "corners"
fighters = ["a2", "b2", "c1", "d1", "g1", "h1", "i2", "j2"]
cities = ["a1", "j1", "e4", "f4"]
"""
PATH = "/api/games/cities/contents/layout"


def test_a_text_becomes_a_content_that_starts_a_game(address: str) -> None:
    read = post(address, PATH, {"text": LAYOUT})
    assert read.status_code == 200
    content = read.json()["content"]
    assert content["name"] == "corners"
    begun = post(address, "/api/study", {"game": "cities", "options": {"layout": content}})
    assert begun.json()["view"]["text"].endswith("1 a1j1e4f4-e7f7a10j10 0")
    unnamed = post(address, PATH, {"text": LAYOUT.replace('name = "corners"', "")})
    assert unnamed.json()["content"]["name"] == "layout"


def test_a_text_that_is_none_is_refused_with_the_reason(address: str) -> None:
    broken = post(address, PATH, {"text": "fighters = [", "lang": "de"})
    assert (broken.status_code, broken.json()["code"]) == (422, "option.file")
    assert "nicht lesbar" in broken.json()["words"]
    for unkept in ("weight = 1.5", "day = 2020-01-01", "far = inf"):
        assert post(address, PATH, {"text": unkept}).json()["code"] == "option.content"


def test_an_option_without_a_content_takes_no_text(address: str) -> None:
    assert post(address, "/api/games/cities/contents/begins", {"text": ""}).status_code == 404
    assert post(address, "/api/games/chess/contents/layout", {"text": ""}).status_code == 404
