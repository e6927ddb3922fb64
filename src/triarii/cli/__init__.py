"""The command triarii: plays, shows, counts and checks, in German and English."""

from __future__ import annotations

import contextlib
import os
import sys

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(argv: list[str] | None = None) -> int:
    """Run the command; the exit code is 0, 1 for a failed check, 2 for bad input."""
    try:
        return _obey(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # what comes next must not stand behind ^C
        return INTERRUPTED


def _obey(words: list[str]) -> int:
    from triarii.cli import speech

    speech.prepare_streams()
    try:
        return _run(words)
    except speech.BadInput as bad:
        speech.complain(bad.sentence(asked_language(words)))
        return BAD_INPUT
    except speech.CheckFailed:
        return FAILED
    except ModuleNotFoundError as missing:
        from triarii.cli import extras

        refusal = extras.refusal_of(missing.name or "", words[0] if words else "")
        if refusal is None:
            raise
        speech.complain(speech.BadInput(refusal).sentence(asked_language(words)))
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output went away, as `head` does; nothing is left to say, not even at shutdown.
        _give_up_output()
    except OSError as problem:
        from triarii.core.contract import Refusal

        _give_up_output()
        refusal = Refusal("system.refuses", params={"reason": problem.strerror or str(problem)})
        speech.complain(speech.BadInput(refusal).sentence(asked_language(words)))
        return BAD_INPUT
    return 0


def _run(words: list[str]) -> int:
    try:
        import typer
    except ModuleNotFoundError:
        from triarii.cli import bare

        bare.obey(words)
        return 0
    from triarii.cli import completion, speech, usage
    from triarii.cli.app import app

    try:
        command = typer.main.get_group(app)
        if asked := completion.question(words):
            completion.answer(command, asked)
            return 0
        # Not by its `main`, which has its own mind about broken pipes.
        with command.make_context("triarii", list(words), obj={"lang": asked_language(words)}) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as left:
        return left.exit_code
    except typer.TyperException as misused:
        raise speech.BadInput(usage.refusal_of(misused)) from None
    return 0


def _give_up_output() -> None:
    """What could not be written must not be tried again at shutdown."""
    with contextlib.suppress(OSError):  # a stream of another kind, as tests have
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
