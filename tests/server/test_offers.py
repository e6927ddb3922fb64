"""All that can be chosen next comes with the turn: whole, once, to the seat that is to act and to nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.server.serving import Client, Json, inside, new_room, person, token
from triarii.core import registry
from triarii.core.contract import Eye, Refusal
from triarii.server.play.foresight import Foresight
from triarii.server.wire.messages import written

FIRST, SECOND = token(), token()
ARMIES = {"armies": "west,north", "begins": "first"}
COSTLY = "10/8f1/10/10/4f1f3/10/5F4/10/1FFF6/10 1 a1j1d3g3-d8g8a10j10 0"
"""Cities & Heroes: f4 to f6 walks between two enemies."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with inside(tmp_path_factory.mktemp("offers")) as address:
        yield address


def seated(address: str, game: str = "cities", **more: object) -> tuple[Client, Client, Json]:
    """Both seats of a new game, told all that they can choose."""
    made = new_room(address, person(FIRST), person(SECOND), game, **more)
    first, second = (Client(address, made["room"], own, offers=True) for own in (FIRST, SECOND))
    first.arrive()
    second.arrive()
    return first, second, made


def leaves(node: Json) -> list[Json]:
    """Whole actions below a word."""
    if "action" in node:
        return [node]
    return [leaf for choice in node.get("choices", ()) for leaf in leaves(choice.get("then", {}))]


def test_every_move_of_the_game_comes_with_what_it_brings(address: str) -> None:
    first, second, _ = seated(address, start=COSTLY)
    with first, second:
        told = leaves(first.until_offered())
        game = registry.game("cities")
        assert not isinstance(game, Refusal)
        position = game.parse(COSTLY, {})
        assert not isinstance(position, Refusal)
        assert sorted(leaf["action"] for leaf in told) == sorted(map(game.action_text, position.actions()))
        costly = next(leaf for leaf in told if leaf["action"] == "f4f6")
        assert costly["preview"]["losses"] == ["f6"]
        assert costly["words"]


def test_an_action_is_offered_with_the_events_that_are_entered_when_it_is_played(address: str) -> None:
    first, second, _ = seated(address, "towar", options=ARMIES)
    with first, second:
        players = {"first": first, "second": second}
        for _turn in range(12):
            for player in players.values():
                player.until_version(max(first.version, second.version))
            player = players[str(first.view["turn"])]
            leaf = leaves(player.until_offered())[-1]
            before = player.version
            assert player.act(leaf["action"])["t"] == "accepted"
            assert player.entries[before + 1]["events"] == leaf["events"]


def test_only_who_is_to_act_and_asked_for_it_is_told(address: str) -> None:
    first, second, made = seated(address)
    with first, second, Client(address, made["room"], made["watch"], offers=True) as watcher:
        watcher.arrive()
        first.until_offered()
        assert first.act("e2e3")["t"] == "accepted"
        second.until_offered()
        for client in (first, second, watcher):
            client.ask("ping")
        assert [client.offered for client in (first, second, watcher)] == [0, 1, -1]
    with Client(address, made["room"], SECOND) as plain:
        plain.arrive()
        plain.ask("choices", prefix=[])
        assert plain.offered == -1


def test_who_comes_back_is_told_again(address: str) -> None:
    first, second, made = seated(address)
    with first, second:
        told = first.until_offered()
        with Client(address, made["room"], FIRST, seen=0, offers=True) as again:
            assert again.until("offers")["offers"] == told


def test_a_draw_that_is_offered_changes_nothing_that_can_be_chosen(address: str) -> None:
    first, second, _ = seated(address)
    with first, second:
        first.until_offered()
        assert second.do("offer_draw")["t"] == "accepted"
        first.until("news")
        first.ask("ping")
        assert sum(line.startswith('{"t":"offers"') for line in first.log) == 1


def test_where_there_is_too_much_the_nearer_words_come_first() -> None:
    game = registry.game("cities")
    assert not isinstance(game, Refusal)
    position = game.parse(COSTLY, {})
    assert not isinstance(position, Refusal)
    tree = Foresight(game, position, Eye.FIRST, "en").tree(most=6)
    pieces = json.loads(written(tree))
    assert all("then" in choice for choice in pieces["choices"])
    assert len(leaves(pieces)) == 6 - len(pieces["choices"])
