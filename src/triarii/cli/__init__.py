"""The command triarii: plays, shows, counts and checks, in German and English."""

from __future__ import annotations

import os
import sys

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(argv: list[str] | None = None) -> int:
    """Run the command; the exit code is 0, 1 for a failed check, 2 for bad input."""
    import typer

    from triarii.cli import speech
    from triarii.cli.app import app

    words = sys.argv[1:] if argv is None else argv
    try:
        result = typer.main.get_command(app).main(args=words, prog_name="triarii", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except speech.BadInput as bad:
        speech.complain(bad.sentence(asked_language(words)))
        return BAD_INPUT
    except speech.CheckFailed:
        return FAILED
    except typer.TyperException as usage:
        speech.complain(usage.format_message())
        return BAD_INPUT
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output went away, as `head` does; nothing is left to say, not even at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def asked_language(words: list[str]) -> str:
    """The language of an error, found even where the words could not be understood."""
    from triarii.cli import speech

    for at, word in enumerate(words):
        value = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and at + 1 < len(words):
            value = words[at + 1]
        if value in ("de", "en"):
            return value
    return speech.language(None)
