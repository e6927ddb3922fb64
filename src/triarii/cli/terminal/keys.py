"""Every key of the terminal window, in the order of the help page: bindings, key bar and help are made from it."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding, BindingType

MORE_WORDS = tuple("123456789")


@dataclass(frozen=True)
class Key:
    """One thing that keys do. `keys.` + name says what, `bar.` + name says it in a word."""

    name: str
    keys: tuple[str, ...]
    """As Textual calls them."""
    shown: str
    """As they are printed on the keyboard."""
    bar: int = 0
    """Its place in the key bar, where room is short; 0: not there."""
    by_field: bool = False
    """Whether the board or the list of choices sees to it."""


KEYS = (
    Key("cursor", ("up", "down", "left", "right"), "← ↑ ↓ →", by_field=True),
    Key("choose", ("enter", "space"), "Enter", by_field=True),
    Key("back", ("escape",), "Esc"),
    Key("next_piece", ("tab",), "Tab"),
    Key("previous_piece", ("shift+tab",), "⇧Tab"),
    Key("word", MORE_WORDS, "1 – 9"),
    Key("type", ("colon", "t", "slash"), ":  t  /"),
    Key("undo", ("u",), "u", bar=4),
    Key("rub", ("backspace",), "⌫"),
    Key("hint", ("h",), "h", bar=5),
    Key("analysis", ("a",), "a", bar=6),
    Key("flip", ("f",), "f", bar=11),
    Key("earlier", ("left_square_bracket", "comma", "pageup"), "[  ,  PgUp", bar=10),
    Key("later", ("right_square_bracket", "pagedown"), "]  PgDn"),
    Key("dot", ("full_stop",), "."),
    Key("first", ("home",), "Home"),
    Key("now", ("end",), "End"),
    Key("new", ("n",), "n", bar=3),
    Key("again", ("m",), "m"),
    Key("save", ("s",), "s", bar=8),
    Key("load", ("l",), "l", bar=9),
    Key("resign", ("r",), "r"),
    Key("draw", ("d",), "d"),
    Key("rules", ("i",), "i"),
    Key("language", ("g",), "g", bar=7),
    Key("colours", ("c",), "c"),
    Key("help", ("question_mark", "f1"), "?", bar=1),
    Key("quit", ("q", "ctrl+q", "ctrl+c"), "q", bar=2),
)
BAR = sorted((key for key in KEYS if key.bar), key=lambda key: key.bar)
PRIORITY = {"tab", "shift+tab", "ctrl+q", "ctrl+c"}
"""Keys that Textual itself would take."""


def bindings() -> list[BindingType]:
    """For the screen of a game; a digit says which word it picks."""
    made: list[BindingType] = []
    for key in KEYS:
        for spelled in () if key.by_field else key.keys:
            action = f"word({spelled})" if key.name == "word" else key.name
            made.append(Binding(spelled, action, show=False, priority=spelled in PRIORITY))
    return made
