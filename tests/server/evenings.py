"""A club's evening for tests: made, joined, started, and what its host does."""

from __future__ import annotations

import httpx

from tests.server.serving import Client, Json, get, post, token


def made(address: str, host: str, **more: object) -> Json:
    answer = post(address, "/api/tournaments", {"name": "Club night", "game": "cities", "token": host, **more})
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told


def joined(address: str, name: str, count: int) -> list[str]:
    players = [token() for _ in range(count)]
    for number, own in enumerate(players):
        answer = post(address, f"/api/tournaments/{name}/join", {"name": f"P{number}", "token": own})
        assert answer.json()["you"] == number
    return players


def seen(address: str, name: str, own: str = "") -> Json:
    told: Json = get(address, f"/api/tournaments/{name}", **({"Authorization": f"Bearer {own}"} if own else {})).json()
    return told


def resign(address: str, room: str, own: str) -> None:
    with Client(address, room, own) as me:
        me.until("welcome")
        assert me.do("resign")["t"] == "accepted"


def begun(address: str, count: int, **more: object) -> tuple[str, str, list[str], Json]:
    """Its name, the token of the host, those of the players, and how it begins."""
    host = token()
    name = made(address, host, **more)["id"]
    players = joined(address, name, count)
    told: Json = post(address, f"/api/tournaments/{name}/start", {}, Authorization=f"Bearer {host}").json()
    return name, host, players, told


def rule(address: str, name: str, host: str, number: int, match: int, result: str, lang: str = "en") -> httpx.Response:
    body = {"round": number, "match": match, "result": result}
    return post(address, f"/api/tournaments/{name}/result?lang={lang}", body, Authorization=f"Bearer {host}")


def take_out(address: str, name: str, host: str, player: int, called: str = "", lang: str = "en") -> httpx.Response:
    body = {"player": player, "name": called or f"P{player}"}
    return post(address, f"/api/tournaments/{name}/remove?lang={lang}", body, Authorization=f"Bearer {host}")
