"""Short games of every kind, and all that somebody who chains it anew can change in a record of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.played import KEY, SECRET, chained
from triarii.core import proof, records, registry, timeline
from triarii.core.chance import Dealer, commitment
from triarii.core.contract import AnyGame, Options, Refusal, Turn
from triarii.core.records import Acted, ChanceFell, ClockRead, DrawOffered, Header, Record, Resigned, TookBack
from triarii.core.seals import SealingKey
from triarii.core.timeline import Timeline

OTHER = SealingKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))
GAMES: dict[str, dict[str, Any]] = {
    "cities": {"begins": "random"},
    "towar": {"armies": "west,north"},
    "adlg": {"scenario": "drill_charge"},
}
Lines = list[dict[str, Any]]


def short_game(game_id: str, options: Options, turns: int = 12) -> Record:
    """A game with chances, a take-back, clock readings and a draw offer, ended by resignation."""
    game = registry.game(game_id)
    assert not isinstance(game, Refusal)
    header = Header(
        game_id,
        game.info.rules_version,
        options,
        seats=("Anna", "Ben"),
        id="g1",
        commit=commitment(SECRET),
        texts=("alpha", "beta"),
        date="2025-01-31",
    )
    line = timeline.begin(game, header)
    assert isinstance(line, Timeline), line
    rng, dealer = Random(7), Dealer(SECRET, header.id, *header.texts)
    while len(line.steps) < turns or line.position.turn is Turn.CHANCE:
        here = line.position
        if here.turn is Turn.CHANCE:
            entry: Any = ChanceFell(game.action_text(dealer.deal(here, line.chances)))
        else:
            entry = Acted(here.turn, game.action_text(rng.choice(here.actions())))
        assert line.append(entry) is None
        if len(line.entries) % 5 == 0:
            assert line.append(ClockRead(300_000 - len(line.entries) * 1000, 299_000)) is None
    assert line.append(TookBack(line.steps[-2].number)) is None
    assert line.append(DrawOffered(Turn.SECOND)) is None
    assert line.append(Resigned(Turn.SECOND)) is None
    assert line.close(SECRET.hex()) is None
    return line.record


def tampered(game: AnyGame, lines: Lines) -> Iterator[Lines]:
    """Every line changed in every field, left away, doubled and moved, and lines put in: one thing at a time."""

    def with_line(number: int, **changes: Any) -> Lines:
        return [*lines[:number], {**lines[number], **changes}, *lines[number + 1 :]]

    head, *_, end = lines
    for name, value in head["options"].items():
        option = next(each for each in game.info.options if each.name == name)
        offered = option.values if isinstance(option.values, Sequence) and not isinstance(option.values, str) else ()
        others: list[Any] = [True, False, 0, 1, 2, 5, 50, "all", *offered, *option.names]
        for other in {str(each): each for each in others if each != value}.values():
            yield with_line(0, options={**head["options"], name: other})
    for name, others in (
        ("game", [*GAMES]),
        ("rules", [0, 2]),
        ("format", [1, 3]),
        ("seats", [["Ben", "Anna"], ["Anna", "Bert"], ["", ""]]),
        ("id", ["g2", ""]),
        ("commit", [commitment(bytes(32)), ""]),
        ("texts", [["beta", "alpha"], ["alpha", ""], ["alpha ", "beta"]]),
        ("start", ["nowhere", game_start(game, head["options"])]),
        ("date", ["2025-02-01", "1999-13-77", ""]),
    ):
        yield from (with_line(0, **{name: other}) for other in others if other != head[name])
    seats = {"first": "second", "second": "first", "": "first"}
    texts = sorted({line["text"] for line in lines if "text" in line})
    for number, line in enumerate(lines[1:-1], start=1):
        if "seat" in line:
            yield with_line(number, seat=seats[line["seat"]])
        if "text" in line:
            yield from (with_line(number, text=text) for text in texts if text != line["text"])
        for name in {"first", "second", "to"} & set(line):
            yield from (with_line(number, **{name: max(0, line[name] + by)}) for by in (-1, 1, 60_000) if line[name])
        yield [*lines[:number], *lines[number + 1 :]]
        yield [*lines[:number], line, *lines[number:]]
        yield [*lines[: number - 1], line, lines[number - 1], *lines[number + 1 :]]
        for put_in in (
            {"kind": "clock", "first": 1, "second": 1},
            {"kind": "draw_offered", "seat": "first"},
            {"kind": "draw_offered", "seat": "second"},
        ):
            yield [*lines[:number], put_in, *lines[number:]]
    yield with_line(len(lines) - 1, winner=seats[end["winner"]])
    yield with_line(len(lines) - 1, winner="")
    yield with_line(len(lines) - 1, rule="record.flag_fell")
    yield with_line(len(lines) - 1, secret=bytes(32).hex())
    yield with_line(len(lines) - 1, secret="")
    yield lines[:-1]


def game_start(game: AnyGame, options: Options) -> str:
    """The usual start, spelled out: another record that tells the same game."""
    start = game.start(options)
    assert not isinstance(start, Refusal)
    return str(start.text())


def survives(data: bytes) -> bool:
    """Whether a record passes every check but that of its seal."""
    loaded = records.parse(data)
    if loaded.damage is not None or loaded.record is None:
        return False
    game = registry.game(loaded.record.header.game, loaded.record.header.rules_version)
    return not isinstance(game, Refusal) and proof.prove(game, loaded.record).problem is None


def forged(lines: Lines, seal: dict[str, Any]) -> Iterator[bytes]:
    """What somebody without the server's key can put under a changed record: its old seal, none, one of their own."""
    yield chained([*lines, seal])
    yield chained(lines)
    loaded = records.parse(chained(lines)).record
    if loaded is not None and loaded.end is not None and loaded.header.format > 1:
        own = OTHER.sealed(loaded)
        assert own.seal is not None
        yield records.dump(replace(loaded, seal=replace(own.seal, key=KEY.public)))
        yield records.dump(own)
