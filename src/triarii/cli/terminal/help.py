"""The pages to read: every key and every sign of the board; the rules of the game."""

from __future__ import annotations

from rich.text import Text

from triarii.cli.terminal.face import Face
from triarii.cli.terminal.keys import KEYS
from triarii.cli.terminal.voice import Voice

SIGN_WIDTH = 12


def help_text(voice: Voice, face: Face) -> Text:
    """All keys; then the signs, where the game has a field of its own."""
    page = Text()
    for key in KEYS:
        page.append(f"{key.shown:<{SIGN_WIDTH}}", "bold")
        page.append(voice.say(f"keys.{key.name}") + "\n")
    signs = face.signs()
    if signs:
        page.append("\n" + voice.say("help.signs") + "\n", "bold")
        for sign, name in signs:
            page.append(f"{sign:<{SIGN_WIDTH}}", "bold")
            page.append(voice.say(f"sign.{name}") + "\n")
    if voice.knows("game.reconstructed"):
        page.append("\n" + voice.say("game.reconstructed") + "\n")
    page.append("\n" + voice.say("help.plain") + "\n")
    return page


def rules_text(voice: Voice) -> Text:
    """The rules of the game, each with its id."""
    page = Text()
    for rule in voice.game.rulebook.rules:
        page.append(f"{rule.id}\n", "bold")
        page.append(f"{rule.text[voice.lang]}\n\n")
    return page
