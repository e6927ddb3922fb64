"""`make protocol`: writes the app's types of all that goes over the wire, from those of the server and the games.

`web/src/lib/protocol.ts` has the messages and answers, and `told.ts` in the folder of a board what its game tells by
`GameInfo.forms`. A test sees that they are current.
"""

from __future__ import annotations

import ast
import collections.abc
import dataclasses
import enum
import inspect
import itertools
import json
import re
import textwrap
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType
from pydantic import BaseModel

from triarii.core import registry
from triarii.core.contract import EyeName, Refusal, Scene, SeatName, Thing, TurnName
from triarii.core.texts import LANGUAGES
from triarii.server.http import bodies
from triarii.server.wire import answers, hall, messages, reminders, shown, told

WEB = Path(__file__).parent.parent / "web" / "src"
PROTOCOL = WEB / "lib" / "protocol.ts"
WIDTH = 120
OURS = ("cities", "towar", "adlg")
PLAIN = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Fraction: "string",
    Any: "unknown",
    object: "unknown",
}
NAMED: dict[object, str] = {SeatName: "Seat", TurnName: "Turn", EyeName: "Eye"}
"""Closed sets that have a name in the app too."""
CALLED: dict[type, str] = {Scene: "SceneTold", Thing: "ThingTold", bodies.RoomWish: "RoomRequest"}
"""What is called otherwise in the app, where its own name means something else."""
MADE_BY_APP: dict[type, frozenset[str]] = {
    shown.Refusal: frozenset({"rule"}),
    shown.Choice: frozenset({"cell"}),
    shown.PreviewAnswer: frozenset({"action"}),
    shown.SeatInfo: frozenset({"name", "taken"}),
    shown.Result: frozenset({"secret"}),
}
"""What the app makes itself too, without these fields."""
NOTE = "// Made by `make protocol` from {source}; change it there."
SEATS = """\
export const SEATS: readonly Seat[] = ["first", "second"];
export const other = (seat: Seat): Seat => (seat === "first" ? "second" : "first");
"""


class Writer:
    """Types as TypeScript, each with all that it is made of before it."""

    def __init__(self, declare: Callable[[str, Any], str], name_of: Callable[[type], str]) -> None:
        self.declare = declare
        self.name_of = name_of
        self.written: dict[str, str] = {}
        self._begun: set[str] = set()

    @property
    def text(self) -> str:
        return "\n".join(self.written.values())

    def named(self, kind: Any) -> str:
        """The name of a type with fields; it is written the first time."""
        name = self.name_of(kind)
        if name not in self._begun:
            self._begun.add(name)
            base = _base(kind)
            whole = self.declare(f"{name} extends {self.named(base)}" if base else name, self._body(kind, base))
            self.written[name] = comment(inspect.getdoc(kind) if _documented(kind) else "") + whole
        return name

    def union(self, name: str, kind: Any) -> None:
        """A name for any of some types."""
        self._begun.add(name)
        self.written[name] = alias(name, [self.of(each) for each in get_args(kind)] or [self.of(kind)])

    def of(self, kind: Any) -> str:
        """How a type is written where it is used."""
        for known, name in NAMED.items():
            if kind == known:
                return name
        if (isinstance(kind, type) and kind in PLAIN) or kind is Any:
            return PLAIN[kind]
        origin, inside = get_origin(kind), get_args(kind)
        if origin is typing.Annotated:
            title = next((meta.title for meta in inside[1:] if isinstance(meta, msgspec.Meta) and meta.title), None)
            return self._open(title, kind) if title else self.of(inside[0])
        if origin in (typing.Required, typing.NotRequired):
            return self.of(inside[0])
        if origin is Literal:
            return " | ".join(json.dumps(value) for value in inside)
        if origin in (types.UnionType, typing.Union):
            return self._either(inside)
        if origin is tuple and inside[-1] is not Ellipsis:
            return f"readonly [{', '.join(map(self.of, inside))}]"
        if origin in (list, tuple, collections.abc.Sequence):
            item = self.of(inside[0])
            return f"({item})[]" if _loose(item) else f"{item}[]"
        if origin in (dict, collections.abc.Mapping):
            return self._table(*inside)
        assert isinstance(kind, type), f"nobody has said how {kind} is written"
        if issubclass(kind, enum.Enum):
            return " | ".join(json.dumps(each.value) for each in kind)
        return self.named(kind)

    def _either(self, kinds: tuple[Any, ...]) -> str:
        """The closed sets first, as they are named; null last."""
        texts = [self.of(each) for each in kinds if each is not UnsetType]
        if "true | false" in texts or {"boolean"} == set(texts):
            return "boolean"
        ordered = [text for text in dict.fromkeys(texts) if text != "null"]
        return " | ".join([*ordered, "null"] if "null" in texts else ordered)

    def _table(self, key: Any, value: Any) -> str:
        name = self.of(key)
        if name in ("string", "number"):
            return f"Record<string, {self.of(value)}>"
        return f"Partial<Record<{name}, {self.of(value)}>>"

    def _open(self, title: str, kind: Any) -> str:
        """Something of a kind with fields that only its game knows."""
        if title not in self._begun:
            self._begun.add(title)
            note = next(meta.description for meta in get_args(kind)[1:] if isinstance(meta, msgspec.Meta))
            body = ["kind: string;", "[field: string]: unknown;"]
            self.written[title] = comment(note) + self.declare(title, body)
        return title

    def _body(self, kind: Any, base: Any) -> list[str]:
        lines = [f"t: {json.dumps(kind.__struct_config__.tag)};"] if _tag(kind) else []
        notes, known = documented_fields(kind), set(base.__struct_fields__ if base else ())
        for name, inner, optional in fields(kind):
            if name in known:
                continue
            lines += comment(notes.get(name, ""), indent=2).splitlines()
            key = name if name.isidentifier() else json.dumps(name)
            lines += _field(f"{key}{'?' if optional else ''}:", self.of(inner))
        return [line.strip() if line.lstrip().startswith(("/**", "*")) else line for line in lines]


def fields(kind: Any) -> Iterator[tuple[str, Any, bool]]:
    """The fields of a type as they stand on the wire, and whether each can be missing."""
    hints = get_type_hints(kind, include_extras=True)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for each in msgspec.structs.fields(kind):
            hint = hints[each.name]
            said = issubclass(kind, SAID) and not each.required
            own = each.name in MADE_BY_APP.get(kind, ())
            yield each.encode_name, hint, said or own or UnsetType in get_args(hint)
    elif isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, found in kind.model_fields.items():
            yield name, found.annotation, not found.is_required()
    elif dataclasses.is_dataclass(kind):
        for part in dataclasses.fields(kind):
            yield part.name, hints[part.name], False
    else:
        assert typing.is_typeddict(kind), f"{kind} has no fields"
        for name, hint in hints.items():
            yield name, hint, get_origin(hint) is typing.NotRequired or not kind.__total__


SAID = (*get_args(messages.Said), *get_args(hall.HallSaid), hall.WishedClock)


def _base(kind: Any) -> Any:
    """The message part that a message part adds to, if there is one."""
    base = kind.__bases__[0] if isinstance(kind, type) else None
    return base if base and issubclass(base, msgspec.Struct) and base is not msgspec.Struct else None


def _tag(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.tag is not None


def _documented(kind: Any) -> bool:
    """Whether a type has a sentence of its own; a data class without one is given its signature."""
    return bool(kind.__doc__) and not kind.__doc__.startswith(f"{kind.__name__}(") and "doc" not in vars(kind)


@cache
def documented_fields(kind: Any) -> dict[str, str]:
    """The sentence below each field, of the type and those that it comes from."""
    found: dict[str, str] = {}
    for base in getattr(kind, "__orig_bases__", kind.__bases__):
        if isinstance(base, type) and base.__module__.startswith("triarii."):
            found |= documented_fields(base)
    return found | _own_notes(kind)


def _own_notes(kind: Any) -> dict[str, str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    except OSError:  # no class: a table of names and types
        return {}
    body = typing.cast("ast.ClassDef", tree.body[0]).body
    found = {}
    for line, after in itertools.pairwise(body):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and isinstance(after, ast.Expr):
            assert isinstance(after.value, ast.Constant)
            found[line.target.id] = inspect.cleandoc(str(after.value.value))
    return found


def comment(text: str | None, indent: int = 0) -> str:
    """A sentence as the editor shows it, in lines that are not too long."""
    words = " ".join((text or "").split())
    if not words:
        return ""
    if len(words) + indent + 7 <= WIDTH:
        return f"/** {words} */\n"
    lines = textwrap.wrap(words, WIDTH - indent - 3)
    return "/**\n" + "".join(f" * {line}\n" for line in lines) + " */\n"


def _loose(kind: str) -> bool:
    """Whether a type needs brackets before it can be a list: it is a union, or a tuple that nobody changes."""
    inside = kind
    while (without := re.sub(r"<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]", "", inside)) != inside:
        inside = without
    return " | " in inside or inside.startswith("readonly")


def _field(key: str, kind: str) -> list[str]:
    if len(key) + len(kind) + 4 <= WIDTH:
        return [f"{key} {kind};"]
    if len(kind) + 5 <= WIDTH:  # as Prettier does it: in a line of its own
        return [key, f"  {kind};"]
    *some, last = kind.split(" | ")
    return [key, *(f"  | {each}" for each in some), f"  | {last};"]


def interface(name: str, body: Iterable[str]) -> str:
    return f"export interface {name} {{\n{_inside(body)}}}\n"


def record(name: str, body: Iterable[str]) -> str:
    """A type by another name: unlike an interface it is a table of unknown things too, as a view has it."""
    return f"export type {name} = {{\n{_inside(body)}}};\n"


def _inside(body: Iterable[str]) -> str:
    return "".join(f"   {line}\n" if line.startswith("*") else f"  {line}\n" for line in body)


def alias(name: str, kinds: list[str]) -> str:
    either = " | ".join(kinds)
    line = f"export type {name} = {either};"
    if len(line) <= WIDTH:
        return f"{line}\n"
    if len(either) + 3 <= WIDTH:  # as Prettier does it: in a line of its own
        return f"export type {name} =\n  {either};\n"
    return f"export type {name} =\n" + "\n".join(f"  | {kind}" for kind in kinds) + ";\n"


def _called(kind: type) -> str:
    """Messages of one name go both ways, and mean different things."""
    if kind in CALLED:
        return CALLED[kind]
    if kind in (told.Welcome, told.News):
        return kind.__name__
    if kind.__module__ == hall.__name__ and _tag(kind):
        return f"{kind.__name__}Said" if kind in SAID else f"{kind.__name__.removesuffix('Told')}Message"
    if kind.__module__ == told.__name__ and _tag(kind):
        return f"{kind.__name__.removesuffix('Told')}Message"
    return f"{kind.__name__}Said" if kind.__module__ == messages.__name__ else kind.__name__


def protocol() -> str:
    """`protocol.ts`."""
    writer = Writer(interface, _called)
    for module in (shown, told, messages, answers, reminders, hall):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__:
                writer.named(kind)
    writer.named(bodies.RoomWish)
    writer.union("ServerMessage", told.Told)
    writer.union("ClientMessage", messages.Said)
    writer.union("HallMessage", hall.HallTold)
    writer.union("HallWish", hall.HallSaid)
    closed = [alias(name, [json.dumps(value) for value in get_args(kind)]) for kind, name in NAMED.items()]
    closed.append(alias("Lang", [json.dumps(lang) for lang in LANGUAGES]))
    closed.append(alias("Wish", [json.dumps(each.value) for each in messages.Wanted]))
    head = "// The messages between app and server, as docs/protocol.md tells of them. No behaviour lives here.\n"
    note = NOTE.format(source="src/triarii/server/wire") + "\n"
    return head + note + "\n" + "".join(closed) + "\n" + SEATS + "\n" + writer.text


def forms(game: str) -> str:
    """`told.ts` of a game's board."""
    found = registry.game(game)
    assert not isinstance(found, Refusal)
    declared = found.info.forms
    assert declared is not None, f"{game} declares no forms"
    writer = Writer(record, lambda kind: kind.__name__)
    for kind in (declared.facts, declared.preview, declared.shapes):
        if kind is not None:
            writer.of(kind)
    if declared.events is not None:
        writer.union("Told", declared.events)
    head = "// What this game tells of views, previews, events and overlays beside their texts.\n"
    note = NOTE.format(source=f"src/triarii/games/{game}/forms.py") + "\n"
    return head + note + 'import type { Seat } from "../../lib/protocol";\n\n' + writer.text


def files() -> dict[Path, str]:
    """All that is made, by where it stands."""
    return {PROTOCOL: protocol(), **{WEB / "boards" / game / "told.ts": forms(game) for game in OURS}}


def main() -> None:
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
