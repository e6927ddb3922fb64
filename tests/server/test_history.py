"""Long games: a welcome of bounded size, earlier entries in pages, told beside the event loop and once for all."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.long_games import BATTLE, CITIES, HIDDEN, Long, long_game
from tests.server.serving import WAIT, Client, Json, inside, new_room, person, token
from triarii.core.contract import Eye
from triarii.games.adlg.game import ArtOfWar
from triarii.server.rooms.fragments import MISSED, PAGE, WELCOMED
from triarii.server.thinking import threads

OPENING = ["b2b4", "i9i7", "c2c4", "h9h7"]


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Long]]:
    data = tmp_path_factory.mktemp("battle")
    made = long_game(data, BATTLE, 700)
    with inside(data) as address:
        yield address, made


class Slow:
    """Events that the first of the fair threads tells of only when it is let go; all others tell them at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: Counter[object] = Counter()
        self.come = threading.Semaphore(0)
        self.go = threading.Event()
        self.held = 0
        """The thread that has to wait."""
        at_once = ArtOfWar.events

        def events(game: ArtOfWar, before: Any, action: Any, after: Any) -> Any:
            self._wait(after)
            return at_once(game, before, action, after)

        monkeypatch.setattr(ArtOfWar, "events", events)

    def _wait(self, after: object) -> None:
        if threading.current_thread().name.startswith(threads.NAME):
            self.asked[id(after)] += 1
            if not self.go.is_set() and not self.held:
                self.held = threading.get_ident()
            self.come.release()
            assert threading.get_ident() != self.held or self.go.wait(WAIT)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    thinking = Slow(monkeypatch)
    yield thinking
    thinking.go.set()


def pages(client: Client, first: int) -> dict[int, Json]:
    """All entries before this one, asked for page by page."""
    found: dict[int, Json] = {}
    while first > 1:
        told = client.ask("history", before=first)
        assert told["t"] == "history"
        numbers = [entry["version"] for entry in told["entries"]]
        assert numbers == list(range(max(1, first - PAGE), first)), "up to a hundred, oldest first, none left out"
        found |= {entry["version"]: entry for entry in told["entries"]}
        first = numbers[0]
    return found


@pytest.mark.parametrize("seen", [None, 0, 600])
def test_who_has_missed_much_of_a_battle_gets_a_short_welcome(battle: tuple[str, Long], seen: int | None) -> None:
    address, made = battle
    with Client(address, made.room, made.watch, seen=seen, words=True) as me:
        welcome = me.hear()
        assert welcome["t"] == "welcome"
        numbers = [entry["version"] for entry in welcome["entries"]]
        assert numbers == list(range(made.version - WELCOMED + 1, made.version + 1))
        assert welcome["earlier"] == made.version - WELCOMED
        assert len(me.log[0]) < 100_000


def test_who_has_missed_little_gets_news(battle: tuple[str, Long]) -> None:
    address, made = battle
    last = max(number for number in range(made.version) if made.live.line.entries[number].kind == "take_back") + 1
    seen = max(last, made.version - MISSED)
    with Client(address, made.room, made.watch, seen=seen, words=True) as me:
        news = me.hear()
        assert (news["t"], [entry["version"] for entry in news["entries"]]) == (
            "news",
            list(range(seen + 1, made.version + 1)),
        )
        looked = me.ask("look", at=made.version)["view"]
        assert looked == news["entries"][-1]["view"], "the position of an entry is told as ever"
        assert looked["words"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_pages_bring_all_the_rest_as_it_was_told_before(battle: tuple[str, Long], lang: str) -> None:
    address, made = battle
    direct = made.all_entries(Eye.FIRST, lang)
    for _ in range(2):  # the second time it is at hand
        with Client(address, made.room, made.first, lang) as me:
            welcome = me.until("welcome")
            found = {entry["version"]: entry for entry in welcome["entries"]}
            found |= pages(me, welcome["earlier"] + 1)
        assert found == direct


def test_there_is_nothing_before_the_first_entry_and_nothing_after_the_last(battle: tuple[str, Long]) -> None:
    address, made = battle
    with Client(address, made.room, made.watch) as me:
        assert me.ask("history", before=0)["entries"] == []
        assert me.ask("history", before=1)["entries"] == []
        after = me.ask("history", before=10**9)["entries"]
        assert [entry["version"] for entry in after] == list(range(made.version - PAGE + 1, made.version + 1))


def test_a_stale_action_brings_no_more_than_a_hello(battle: tuple[str, Long]) -> None:
    address, made = battle
    with Client(address, made.room, made.first) as me:
        me.until("welcome")
        me.send(t="act", key="old", version=0, action="corps c1")
        assert len(me.until("welcome")["entries"]) == WELCOMED
        assert me.answered("old")["code"] == "stale"


def test_every_eye_gets_its_own_pages_of_a_game_that_hides_hands(tmp_path: Path) -> None:
    made = long_game(tmp_path, HIDDEN, 300, turns=24)
    eyes = {Eye.FIRST: made.first, Eye.SECOND: made.second, Eye.OBSERVER: made.watch}
    direct = {(eye, lang): made.all_entries(eye, lang) for eye in eyes for lang in ("en", "de")}
    assert direct[Eye.FIRST, "en"] != direct[Eye.SECOND, "en"] != direct[Eye.OBSERVER, "en"]
    with inside(tmp_path) as address:
        for order in (list(eyes), list(reversed(eyes))):
            for eye in order:
                for lang in ("en", "de"):
                    with Client(address, made.room, eyes[eye], lang) as me:
                        welcome = me.until("welcome")
                        found = {entry["version"]: entry for entry in welcome["entries"]}
                        found |= pages(me, welcome["earlier"] + 1)
                        assert found == direct[eye, lang]
                        assert me.ask("look", at=200)["view"]["eye"] == eye.name.lower()


def test_a_game_of_thousands_of_entries_is_told_in_pages(tmp_path: Path) -> None:
    made = long_game(tmp_path, CITIES, 5_000)
    with inside(tmp_path) as address, Client(address, made.room, made.first) as me:
        welcome = me.until("welcome")
        found = {entry["version"]: entry for entry in welcome["entries"]}
        assert found | pages(me, welcome["earlier"] + 1) == made.all_entries(Eye.FIRST)


def test_while_a_page_is_told_every_game_goes_on(tmp_path: Path, slow: Slow) -> None:
    made = long_game(tmp_path, BATTLE, 300)
    with inside(tmp_path) as address, ExitStack() as stack:
        own, other = token(), token()
        room = new_room(address, person(own), person(other))["room"]
        late = stack.enter_context(Client(address, made.room, made.watch))
        assert slow.come.acquire(timeout=WAIT), "a thread has begun to tell"
        players = [stack.enter_context(Client(address, room, each)) for each in (own, other)]
        for player in players:
            player.until("welcome")
        for number, action in enumerate(OPENING):
            players[number % 2].until_version(number)
            assert players[number % 2].act(action)["t"] == "accepted"
        assert not any('"welcome"' in line for line in late.log)
        slow.go.set()
        assert late.until("welcome")["version"] == made.version


def test_while_a_long_game_is_opened_every_other_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = long_game(tmp_path, BATTLE, 300)
    come, go, opened = threading.Event(), threading.Event(), list[str]()
    at_once = ArtOfWar.start

    def start(game: ArtOfWar, options: Any) -> Any:
        opened.append(threading.current_thread().name)
        come.set()
        assert go.wait(WAIT)
        return at_once(game, options)

    monkeypatch.setattr(ArtOfWar, "start", start)
    with inside(tmp_path) as address, ExitStack() as stack:
        stack.callback(go.set)
        waiting = [stack.enter_context(Client(address, made.room, each)) for each in (made.first, made.second)]
        assert come.wait(WAIT)
        own, other = token(), token()
        room = new_room(address, person(own), person(other))["room"]
        players = [stack.enter_context(Client(address, room, each)) for each in (own, other)]
        for number, action in enumerate(OPENING):
            players[number % 2].until_version(number)
            assert players[number % 2].act(action)["t"] == "accepted"
        go.set()
        assert [client.until("welcome")["version"] for client in waiting] == [made.version] * 2
    assert len(opened) == 1, "for all who wait"
    assert opened[0].startswith(threads.NAME)


def test_who_joins_while_moves_are_made_misses_none_and_gets_none_twice(tmp_path: Path, slow: Slow) -> None:
    slow.go.set()
    made = long_game(tmp_path, BATTLE, 300)
    seats = {"first": made.first, "second": made.second}
    with inside(tmp_path) as address, ExitStack() as stack:
        playing = {seat: stack.enter_context(Client(address, made.room, own)) for seat, own in seats.items()}
        for player in playing.values():
            player.until("welcome")
        while slow.come.acquire(blocking=False):
            pass
        slow.go.clear()
        late = stack.enter_context(Client(address, made.room, made.watch, "de"))
        assert slow.come.acquire(timeout=WAIT), "a thread tells what is known so far"
        _act(playing)
        slow.go.set()
        welcome = late.until("welcome")
        versions = [entry["version"] for entry in welcome["entries"]]
        _act(playing)
        while late.version < max(player.version for player in playing.values()):
            news = late.until("news")
            versions += [entry["version"] for entry in news["entries"]]
        assert welcome["version"] > made.version, "what came meanwhile is in it"
        assert versions == list(range(versions[0], late.version + 1))


def _act(playing: dict[str, Client]) -> None:
    """Whoever is to act does."""
    latest = max(player.version for player in playing.values())
    for player in playing.values():
        player.until_version(latest)
    player = playing[playing["first"].view["turn"]]
    assert player.act(player.choose())["t"] == "accepted"


def test_what_eight_ask_for_at_once_is_told_once(tmp_path: Path, slow: Slow) -> None:
    made = long_game(tmp_path, BATTLE, 300)
    with inside(tmp_path) as address, ExitStack() as stack:
        eight = [stack.enter_context(Client(address, made.room, made.watch)) for _ in range(8)]
        assert slow.come.acquire(timeout=WAIT)
        for client in eight:
            assert client.socket.ping().wait(WAIT), "its hello is heard"
        slow.go.set()
        welcomes = [client.until("welcome")["entries"] for client in eight]
        assert all(each == welcomes[0] for each in welcomes)
        played = [entry for entry in welcomes[0] if entry["kind"] in ("action", "chance")]
        assert sum(slow.asked.values()) == len(played)
        assert set(slow.asked.values()) == {1}
        with Client(address, made.room, made.watch) as ninth:
            assert ninth.until("welcome")["entries"] == welcomes[0]
        assert sum(slow.asked.values()) == len(played), "the next one pays nothing"
        told = [pages(client, welcomes[0][0]["version"]) for client in eight[:2]]
        assert told[0] == told[1]
        assert set(slow.asked.values()) == {1}
