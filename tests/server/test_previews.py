"""What links show where they are posted, pictures of positions, and the one page that others may show in theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.serving import Client, get, inside, new_room, person, post, token
from triarii.server.http.preview_pictures import as_png
from triarii.server.rooms import tokens

FILES = Path(__file__).parents[2] / "web" / "public"


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)" />', page))


@pytest.fixture
def with_app(tmp_path: Path) -> Path:
    """As much of the built app as a preview needs."""
    files = tmp_path / "files"
    files.mkdir()
    (files / "index.html").write_text("<!doctype html><html><head><title>x</title></head><body></body></html>")
    return files


def test_a_private_link_previews_who_invites_and_no_secret(tmp_path: Path, with_app: Path) -> None:
    with inside(tmp_path / "data", files=with_app, public_url="https://club.example/games") as address:
        own = token()
        host = {"Host": "club.example"}
        made = new_room(address, person(own, name='Ada "<b>'), person(), "towar")
        page = get(address, f"/join/{made['room']}", **host, **{"Accept-Language": "de"}).text
        told = tags(page)
        assert told["og:title"] == "To War!"
        assert told["og:description"].startswith("Ada &quot;&lt;b&gt; lädt dich")
        assert told["og:image"] == "https://club.example/games/preview-towar.png"
        assert "<b>" not in page
        for secret in (own, made["watch"], made["invitations"]["second"]):
            assert secret not in page
        other = token()
        claim = {"invitation": made["invitations"]["second"], "token": other, "name": "Ben"}
        assert post(address, f"/api/rooms/{made['room']}/claim", claim, **host).status_code == 200
        told = tags(get(address, f"/watch/{made['room']}", **host).text)
        assert told["og:title"] == "Ada &quot;&lt;b&gt; – Ben · To War!"
        assert told["og:description"] == "A game under way on Triarii."
        assert tags(get(address, "/new/cities", **host).text)["og:title"] == "Cities &amp; Heroes"
        assert tags(get(address, "/join/nowhere", **host).text)["og:title"] == "Triarii"


def test_every_picture_of_a_preview_is_there() -> None:
    for game in ("cities", "towar", "adlg"):
        data = (FILES / f"preview-{game}.png").read_bytes()
        assert data.startswith(b"\x89PNG")
        assert int.from_bytes(data[16:20]) == 1200
        assert int.from_bytes(data[20:24]) == 630


def test_only_the_embedded_page_may_stand_in_another_site(tmp_path: Path, with_app: Path) -> None:
    with inside(tmp_path / "data", files=with_app) as address:
        for path, framed in (("/embed/abc", True), ("/room/abc", False), ("/", False), ("/api/games", False)):
            headers = get(address, path).headers
            assert ("frame-ancestors *" in headers["content-security-policy"]) is framed
            assert ("x-frame-options" not in headers) is framed
            assert "script-src 'self'" in headers["content-security-policy"]


def test_a_picture_shows_what_its_eye_may_know(address: str) -> None:
    own, other = token(), token()
    made = new_room(
        address, person(own), person(other), "towar", options={"variant": "hand_of_three", "armies": "west,north"}
    )
    path = f"/api/rooms/{made['room']}/picture"
    with Client(address, made["room"], own) as ada, Client(address, made["room"], other) as ben:
        ada.arrive()
        ben.arrive()
        while True:  # until somebody holds cards that the other does not see
            ada.until_chance_fell()
            ben.until_version(ada.version)
            if ada.view["text"] != ben.view["text"]:
                break
            me, you = (ada, ben) if ada.view["turn"] == "first" else (ben, ada)
            assert me.act(me.choose())["t"] == "accepted"
            you.until_version(me.version)
    assert get(address, path).status_code == 401
    assert get(address, path, Authorization=f"Bearer {token()}").status_code == 403
    pictures = {
        who: get(address, path, Authorization=f"Bearer {secret}").text
        for who, secret in (("ada", own), ("ben", other), ("eve", made["watch"]))
    }
    assert all(picture.startswith("<svg") for picture in pictures.values())
    heights = {who: int(re.findall(r'height="(\d+)"', picture)[0]) for who, picture in pictures.items()}
    assert max(heights["ada"], heights["ben"]) > heights["eve"], "a hand is drawn below the board, for whoever holds it"
    assert get(address, f"{path}?version=999", Authorization=f"Bearer {own}").status_code == 400
    start = get(address, f"{path}?version=0", Authorization=f"Bearer {own}")
    assert start.status_code == 200


def test_any_position_can_be_drawn(address: str) -> None:
    asked = {"game": "cities", "actions": ["b2b4"], "theme": "dark"}
    drawn = post(address, "/api/study/picture", asked)
    assert drawn.status_code == 200
    assert drawn.json()["svg"].startswith("<svg")
    assert post(address, "/api/study/picture", {"game": "cities", "actions": ["b2b9"]}).status_code == 422
    assert post(address, "/api/study/picture", {"game": "cities", "theme": "pink"}).status_code == 422


def test_a_link_to_watch_previews_the_position_as_watchers_see_it(tmp_path: Path, with_app: Path) -> None:
    assert tokens.for_preview(tokens.hashed("A" * 22), "abcdefghjk") == "SjewlgtkpHFBFwuVVGyKFA", "as the app makes it"
    with inside(tmp_path / "data", files=with_app) as address:
        own, other = token(), token()
        made = new_room(address, person(own, name="Ada"), person(other, name="Ben"), "towar")
        room, word = made["room"], tokens.for_preview(tokens.hashed(made["watch"]), made["room"])
        plain = tags(get(address, f"/watch/{room}").text)["og:image"]
        assert plain.endswith("/preview-towar.png"), "without the word nobody sees more than the game"
        assert get(address, f"/api/rooms/{room}/preview.png").status_code == 403
        assert get(address, f"/api/rooms/{room}/preview.png?p={token()}").status_code == 403
        with Client(address, room, own) as ada, Client(address, room, other) as ben:
            ada.arrive()
            ben.arrive()
            ada.until_chance_fell()
        image = tags(get(address, f"/watch/{room}?p={word}").text)["og:image"]
        path = image.replace("&amp;", "&").partition("/api/")[2]
        found = get(address, f"/api/{path}")
        assert found.headers["content-type"] == "image/png"
        assert found.content.startswith(b"\x89PNG")
        width, height = (int.from_bytes(found.content[at : at + 4], "big") for at in (16, 20))
        assert (width, height) == (1200, 630)
        assert get(address, f"/api/{path}").content == found.content
        for secret in (own, other, made["watch"]):
            assert secret not in image
        watch = {"Authorization": f"Bearer {made['watch']}"}
        seen = get(address, f"/api/rooms/{room}/picture", **watch).text
        assert found.content == as_png(seen), "what is shown is what everybody may know who watches"
        listed = new_room(address, person(own), person(other), "cities", listed=True)["room"]
        assert "preview.png" in tags(get(address, f"/watch/{listed}").text)["og:image"]
        assert get(address, f"/api/rooms/{listed}/preview.png").content.startswith(b"\x89PNG")
        battle = new_room(address, person(token()), person(token()), "adlg", listed=True)["room"]
        assert get(address, f"/api/rooms/{battle}/preview.png").content.startswith(b"\x89PNG")
