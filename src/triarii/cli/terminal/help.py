"""The pages to read: every key and every sign of the board; the rules of the game."""

from __future__ import annotations

from rich.text import Text

from triarii.cli.terminal.board import BEGAN, DOT, STAR, WALLS
from triarii.cli.terminal.keys import KEYS
from triarii.cli.terminal.voice import Voice

SIGN_WIDTH = 12


def help_text(voice: Voice, with_board: bool) -> Text:
    """All keys; then the signs, where the game has a board."""
    page = Text()
    for key in KEYS:
        page.append(f"{key.shown:<{SIGN_WIDTH}}", "bold")
        page.append(voice.say(f"keys.{key.name}") + "\n")
    if with_board:
        page.append("\n" + voice.say("help.signs") + "\n", "bold")
        for sign, name in signs():
            page.append(f"{sign:<{SIGN_WIDTH}}", "bold")
            page.append(voice.say(f"sign.{name}") + "\n")
    if voice.knows("game.reconstructed"):
        page.append("\n" + voice.say("game.reconstructed") + "\n")
    page.append("\n" + voice.say("help.plain") + "\n")
    return page


def signs() -> list[tuple[str, str]]:
    """Each sign of the board and its name."""
    first, second = (f"{wall.side} {wall.side} {wall.left}{wall.floor}{wall.right}" for wall in WALLS.values())
    return [
        ("(F)  <f>", "fighter"),
        ("(H)  <h>", "hero"),
        (STAR, "star"),
        (first, "city_first"),
        (second, "city_second"),
        ("┏ ┓", "cursor"),
        ("›(F)‹", "chosen"),
        (DOT, "target"),
        ("+2", "captures"),
        ("!1", "losses"),
        ("×<f>×", "lost"),
        (BEGAN, "last"),
    ]


def rules_text(voice: Voice) -> Text:
    """The rules of the game, each with its id."""
    page = Text()
    for rule in voice.game.rulebook.rules:
        page.append(f"{rule.id}\n", "bold")
        page.append(f"{rule.text[voice.lang]}\n\n")
    return page
