"""Pieces of Cities & Heroes tell where they could go whoever's turn it is, without asking the server when clicked."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocket, expect

from .conftest import AppServer, Visit, Visitor, until
from .test_cities import take_seats

FACING = "10/8f1/10/3h6/10/10/1Ff7/10/3F1F4/10 1 a1j1d3g3-d8g8a10j10 0"
"""An enemy hero on d7, an enemy fighter on i9."""


class Wire:
    """What a page says and hears over its socket."""

    def __init__(self, someone: Visitor) -> None:
        self.said: list[str] = []
        self.heard: list[str] = []
        self.page = someone.page
        someone.page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda sent: self.said.append(str(sent)))
        socket.on("framereceived", lambda got: self.heard.append(str(got)))

    def answers(self, times: int) -> None:
        """Until the reaches of so many positions are here."""
        until(self.page, lambda: sum('"t":"overlays"' in got for got in self.heard) >= times)

    def questions(self) -> int:
        return sum('"t":"ping"' not in text for text in self.said)


def test_an_enemy_piece_shows_its_reach_and_own_ones_answer_before_their_turn(visit: Visit, server: AppServer) -> None:
    someone, friend = visit(own_window=True), visit(own_window=True, phone=True, lang="de")
    wires = [Wire(one) for one in (someone, friend)]
    take_seats(server, FACING, someone, friend)
    for wire in wires:
        wire.answers(1)
    rings = someone.page.locator("main .could")
    before = wires[0].questions()
    someone.square("i9").click()  # the enemy's, in one's own turn
    expect(rings.first).to_be_visible()
    assert someone.axe() == []
    fighter = rings.count()
    someone.square("d7").click()
    until(someone.page, lambda: rings.count() > fighter)  # a hero goes farther
    expect(someone.page.locator(".note.bad")).to_have_count(0)
    assert wires[0].questions() == before, "it was asked of the server"
    someone.square("d2").click()  # an own piece takes over
    expect(rings).to_have_count(0)
    expect(someone.square("d3")).to_have_class(re.compile("open"))
    # The other one waits: own pieces tell where they could go, and a move can still be decided ahead.
    waiting = friend.page.locator("main .could")
    friend.square("i9").tap()
    expect(waiting).to_have_count(fighter)
    friend.square("i8").tap()
    expect(friend.page.locator(".path.ahead")).to_have_count(1)
    expect(waiting).to_have_count(0)
    friend.square("b4").tap()  # and so do the enemy's
    expect(waiting.first).to_be_visible()
    expect(friend.page.locator(".path.ahead")).to_have_count(1)


def test_watchers_see_the_reach_of_both_sides(visit: Visit, server: AppServer) -> None:
    made = server.room(game="cities", start=FACING, seats={"first": {"kind": "person"}, "second": {"kind": "person"}})
    someone = visit(own_window=True)
    wire = Wire(someone)
    someone.open(f"/watch/{made['room']}#{made['watch']}")
    wire.answers(1)
    rings = someone.page.locator("main .could")
    for square in ("d2", "d7"):
        someone.square(square).click()
        expect(rings.first).to_be_visible()
        someone.square("e5").click()
        expect(rings).to_have_count(0)
