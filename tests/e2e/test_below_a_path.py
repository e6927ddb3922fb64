"""A club shows the games below its own pages, as at https://club.example/games/: all that the app asks for is there."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.lengths import LONG
from tests.server.serving import inside
from tools.slow_line import SlowLine

from .conftest import Look, Visitor
from .seats import link_of

PATH = "/games"
PUBLIC = f"https://club.example{PATH}"


def test_everything_of_the_app_lies_below_the_path_of_its_site(browser: Browser, tmp_path: Path) -> None:
    asked: list[str] = []
    with inside(tmp_path, public_url=PUBLIC) as address, SlowLine(address) as line:
        page = Look("en", "light", phone=False, less_motion=True).opened(browser)
        someone = Visitor(page, line.url + PATH)
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url))

        someone.open("/")
        someone.loaded()
        links = page.eval_on_selector_all("a[href]", "all => all.map((each) => each.href)")
        assert len(links) > 10
        assert {link for link in links if not _below(link)} == set(), "a link opened in another window leads here too"
        page.locator(f'main a[href="{PATH}/rules/cities"]').first.click()
        expect(page).to_have_url(f"{line.url}{PATH}/rules/cities")
        someone.loaded()
        page.reload()  # a page fetched by itself finds its parts from wherever it is shown
        someone.loaded()
        page.go_back()
        expect(page).to_have_url(f"{line.url}{PATH}/")

        someone.open("/new/cities")
        page.get_by_role("button", name="Friend").click()
        page.get_by_role("button", name="Invite").click()
        link = link_of(someone)
        assert link.startswith(f"{PUBLIC}/join/")
        friend = Visitor(browser.new_page(), line.url + PATH)
        friend.page.on("request", lambda request: asked.append(request.url))
        friend.open(link.removeprefix(PUBLIC))
        friend.page.get_by_role("button", name="Join the game").click()
        friend.page.wait_for_selector(".cell-at")
        assert _below(page.url)
        someone.settled()
        someone.square("b2").click()
        someone.square("b4").click()
        expect(friend.page.locator(".turn-at")).to_have_count(1)

        if LONG:  # its tables are worked out for seconds
            someone.open("/adlg/companion")
            expect(page.get_by_text("Works offline")).to_be_visible()
            scope = page.evaluate("navigator.serviceWorker.ready.then((found) => found.scope)")
            assert scope == f"{line.url}{PATH}/adlg/companion"
            page.context.set_offline(True)
            page.reload()
            expect(page.get_by_text("Works offline")).to_be_visible()
            page.context.set_offline(False)
        assert (someone.complaints, friend.complaints) == ([], [])
        page.context.close()
        friend.page.context.close()
    assert any(urlsplit(each).scheme == "ws" for each in asked)
    assert {each for each in asked if not _below(each)} == set()


def _below(address: str) -> bool:
    path = urlsplit(address).path
    return path == PATH or path.startswith(f"{PATH}/")
