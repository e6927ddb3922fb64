"""Messages for sockets, made after their types, so that a new message is tried as soon as there is one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from benchmarks.attacks.visitor import BINARY, CLOSE, PING, PONG, TEXT, frame
from benchmarks.hostile import nasty
from triarii.server.wire import hall, messages

SAID = inspect.type_info(messages.Said)
assert isinstance(SAID, inspect.UnionType)
KINDS = tuple(kind for kind in SAID.types if isinstance(kind, inspect.StructType))
"""Every message that a client may send in a room."""
HALL_SAID = inspect.type_info(hall.HallSaid)
assert isinstance(HALL_SAID, inspect.UnionType)
IN_THE_HALL = tuple(kind for kind in HALL_SAID.types if isinstance(kind, inspect.StructType))
"""Every one that a visitor of the hall may send."""
CLOSES = frozenset(
    code for name, code in vars(messages).items() if name.isupper() and isinstance(code, int) and 1000 <= code < 5000
) - {messages.FAULT} | {1000, 1001, 1002, 1003, 1007, 1008}
"""How a socket may end: by the protocol's codes and our own, but for the one that says that we are at fault."""
FIRST = tuple(kind for kind in KINDS if kind.tag == "hello")
HALL_HELLO = frame(TEXT, b'{"t":"hello","lang":"de"}')


def made(kind: Any, rng: Random, field: str = "") -> Any:
    """A value of a type, right or nearly."""
    match kind:
        case inspect.StructType():
            found = {kind.tag_field: kind.tag} if kind.tag_field else {}
            for each in kind.fields:
                if each.required or rng.random() < 0.6:
                    found[each.encode_name] = made(each.type, rng, each.encode_name)
            return found
        case inspect.UnionType():
            return made(rng.choice(kind.types), rng, field)
        case inspect.NoneType():
            return None
        case inspect.EnumType():
            return rng.choice(list(kind.cls)).value if rng.random() < 0.8 else nasty.text(rng, field)
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.IntType() if rng.random() < 0.8 and field not in nasty.NUMBERED:
            low, high = kind.ge or 0, kind.le or 10_000
            return rng.choice((low, high, rng.randint(low, high), rng.randint(0, 30)))
        case inspect.IntType() | inspect.FloatType():
            return nasty.number(rng, field)
        case inspect.StrType():
            word = nasty.text(rng, field)
            return word[: kind.max_length] if kind.max_length and rng.random() < 0.8 else word
        case inspect.ListType() | inspect.VarTupleType():
            return [made(kind.item_type, rng, field) for _ in range(max(kind.min_length or 0, rng.randrange(5)))]
        case inspect.TupleType():
            return [made(each, rng, field) for each in kind.item_types]
        case inspect.DictType():
            names = [made(kind.key_type, rng, field) for _ in range(rng.randrange(4))]
            return {str(name): made(kind.value_type, rng, field) for name in names}
    return nasty.value(rng)


def whole(rng: Random, kinds: tuple[Any, ...] = KINDS, read: Callable[[bytes], object] = messages.read) -> bytes:
    """One frame that is a message, whatever it says."""
    for _ in range(20):
        data = nasty.written(made(rng.choice(kinds), rng))
        if read(data) is not None and len(data) <= 16_000:
            return frame(TEXT, data)
    return frame(TEXT, b'{"t":"ping","id":1}')


def message(rng: Random, kinds: tuple[Any, ...] = KINDS) -> bytes:
    """One frame, mostly with something wrong."""
    how = rng.random()
    if how < 0.08:
        return unusual(rng)
    content = made(rng.choice(kinds), rng)
    if how < 0.5:
        content = nasty.broken(content, rng)
    data = nasty.written(content)
    if how < 0.62:
        data = nasty.damaged(data, rng)
    return frame(TEXT if how < 0.95 else BINARY, data)


def unusual(rng: Random) -> bytes:
    """Frames that the protocol forbids, or seldom sees."""
    return rng.choice(
        (
            frame(PING, b"x" * 125),
            frame(PONG, b"nobody asked"),
            frame(PING, b"x" * 126),  # too long for a ping
            frame(CLOSE, b"\x03"),
            frame(CLOSE, b"\x03\xe8" + b"\xff"),
            frame(CLOSE, (2_999).to_bytes(2, "big")),
            frame(0x01, b'{"t":'),  # a beginning without an end
            frame(0x80, b"an end without a beginning"),
            frame(0xC1, b"compressed, it says"),
            frame(0x83, b"a kind that is none"),
            frame(0x8B, b"nor is this"),
            b"\x81\x05hello",  # not masked
            bytes((TEXT, 0xFF)) + (1 << 62).to_bytes(8, "big") + b"\0\0\0\0",
            bytes((TEXT, 0xFE)) + (5).to_bytes(2, "big") + b"\0\0\0\0abcde",
            frame(TEXT, b"\xed\xa0\x80"),
            frame(TEXT, b"x" * 17_000),
            frame(TEXT, b"[" * 16_000),
            frame(TEXT, b""),
            b"GET / HTTP/1.1\r\n\r\n",
        )
    )


def greeting(rng: Random, token: str) -> bytes:
    """A hello that opens the room, so that what follows is heard; lone surrogates and the like come later."""
    return frame(TEXT, msgspec.json.encode({"t": "hello", "token": token, "lang": rng.choice(("de", "en"))}))
