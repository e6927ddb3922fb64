"""What an action would do, in one line of words; own losses come first."""

from __future__ import annotations

from collections.abc import Mapping

from triarii.cli.terminal.hand import squares_of
from triarii.cli.terminal.voice import Voice


def preview_words(voice: Voice, text: str, preview: Mapping[str, object]) -> str:
    """For any game that tells of losses, captures and ends."""
    parts: list[str] = []
    for kind in ("losses", "captures"):
        squares = squares_of(preview, kind)
        if squares:
            parts.append(voice.say(f"preview.{kind}", count=len(squares), squares=squares))
    parts += [voice.say(f"preview.{kind}", square=preview[kind]) for kind in ("takes", "promotes") if preview.get(kind)]
    if preview.get("ends"):
        parts.append(voice.say("preview.ends", reason=reason_of(voice, preview["ends"])))
    if parts:
        return f"{text}: {'; '.join(parts)}."
    # Only a game that tells of captures can say that there are none.
    return voice.say("preview.quiet" if "captures" in preview else "preview.untold", text=text)


def reason_of(voice: Voice, rule: object) -> str:
    """Why a game ends, in the game's words; a rule without any is named by its id."""
    key = f"word.{rule}"
    return voice.say(key) if voice.knows(key) else str(rule)
