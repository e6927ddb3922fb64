"""Whether messages of commits are as CONTRIBUTING.md asks: a short subject in the imperative, a body with the reason.

python -m tools.commits FILE           the message that git is about to take: what the hook of pre-commit asks
python -m tools.commits --since REV    all commits since REV, but for merges
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST = 72
MADE_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")
"""Subjects that git writes itself; what is to be melted into another commit gets that one's message."""
TOLD = re.compile(r"[A-Z][a-z]*(?:ing|[^e]ed)")
"""A first word that tells what was or is being done, as Added or Fixing, where the imperative asks for Add or Fix."""
IMPERATIVES = frozenset({"Bring", "Embed", "Shed", "Ping", "Ring", "Spring", "String", "Swing", "Wing"})
"""Those that only look so."""
SCISSORS = "# ------------------------ >8 ------------------------"


def faults(message: str) -> Iterator[str]:
    """What is wrong with a message, a sentence each."""
    subject, *rest = lines(message) or [""]
    if subject.startswith(MADE_BY_GIT):
        return
    first = subject.split(" ")[0]
    if not subject:
        yield "There is no subject."
        return
    if len(subject) > LONGEST:
        yield f"The subject has {len(subject)} characters, {len(subject) - LONGEST} more than {LONGEST}."
    if subject.endswith("."):
        yield "The subject ends with a full stop."
    if TOLD.fullmatch(first) and first not in IMPERATIVES:
        yield f"The subject begins with {first}: say in the imperative what the commit does."
    if rest and rest[0]:
        yield "The line after the subject is not empty."
    if not any(rest):
        yield "There is no body: say why."


def lines(message: str) -> list[str]:
    """The message as git will keep it: without comments, what stands below the scissors, and empty lines around it."""
    kept = [line.rstrip() for line in message.partition(SCISSORS)[0].splitlines() if not line.startswith("#")]
    return "\n".join(kept).strip().splitlines()


def since(revision: str) -> list[str]:
    """The messages of the commits since a revision, the oldest first."""
    command = ["git", "log", "--reverse", "--no-merges", "--format=%B%x00", f"{revision}..HEAD"]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if run.returncode:
        raise OSError(run.stderr.strip())
    return [message for message in run.stdout.split("\0") if message.strip()]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check messages of commits.", prog="python -m tools.commits")
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("file", nargs="?", type=Path, help="a file with one message")
    given.add_argument("--since", metavar="REV", help="all commits since this one")
    asked = parser.parse_args(words)
    try:
        messages = since(asked.since) if asked.since else [asked.file.read_text(encoding="utf-8")]
    except (OSError, UnicodeError) as fault:
        parser.error(f"{asked.since or asked.file} can't be read: {fault}")
    bad = 0
    for message in messages:
        if found := list(faults(message)):
            bad = 1
            print(" ".join([f"“{(lines(message) or [''])[0]}”:", *found]), file=sys.stderr)
    return bad


if __name__ == "__main__":
    raise SystemExit(main())
