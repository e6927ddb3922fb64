"""`triarii report` and `triarii film`: a recorded game as one page to read, print and keep; a battle as a moving
picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import SVG, Language
from triarii.cli.progress import progress_bar
from triarii.cli.recorded import RecordFile, game_of, load
from triarii.cli.speech import BadInput, language, reason_of, say, show
from triarii.core import files, timeline
from triarii.core.contract import AnyGame, Refusal
from triarii.core.records import Record
from triarii.core.timeline import Timeline


def report(
    file: RecordFile,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The HTML file; without it, to the screen.")
    ] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="A battle on two pages, with what decided it; other games are told whole.")
    ] = False,
    lang: Language = None,
) -> None:
    """Write the report of a recorded game: pictures, orders, every fight with its ledger, losses and rules."""
    # Late, because only this command should pay for the pictures of every game.
    from triarii.pictures import report as reports

    speak = language(lang)
    if output is not None and _same(file, output):
        raise BadInput(Refusal("report.over_record", params={"file": str(output)}))
    record, game = _read(file)
    with progress_bar(say("report.title", speak), 2 * len(record.entries)) as advance:
        page = reports.page(_replayed(game, record, advance), speak, file.name, advance, brief=brief)
    if output is None:
        print(page, end="")
        return
    _write(page.encode(), output)
    show(say("report.written", speak, file=str(output)))


def film(
    file: RecordFile,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The SVG file; without it, to the screen.")
    ] = None,
    lang: Language = None,
    dark: Annotated[bool, typer.Option("--dark", help="Light pieces on a dark page.")] = False,
) -> None:
    """Make a moving picture of a recorded battle: one SVG that plays in every browser."""
    from triarii import pictures

    speak = language(lang)
    if output is not None and output.suffix.lower() not in SVG:
        raise BadInput(Refusal("draw.not_svg", params={"file": str(output)}))
    if output is not None and _same(file, output):
        raise BadInput(Refusal("report.over_record", params={"file": str(output)}))
    record, game = _read(file)
    made = pictures.offered(game, "film")
    if made is None:
        raise BadInput(Refusal("film.none", params={"game": game.info.id}))
    with progress_bar(say("film.title", speak), len(record.entries)) as advance:
        picture: str = made(_replayed(game, record, advance), speak, theme="dark" if dark else "light")
    if output is None:
        print(picture, end="")
        return
    _write(picture.encode(), output)
    show(say("film.written", speak, file=str(output)))


def _read(file: Path) -> tuple[Record, AnyGame]:
    record, damage = load(file)
    game = game_of(record)
    if damage is not None:
        raise BadInput(damage, game.texts)
    return record, game


def _replayed(game: AnyGame, record: Record, advance: Callable[[], None]) -> Timeline:
    line, problem = timeline.replay(game, record, advance)
    if line is None or problem is not None:
        raise BadInput(problem or Refusal("record.not_understood"), game.texts)
    return line


def _same(file: Path, other: Path) -> bool:
    try:
        return file.samefile(other)
    except (OSError, ValueError):
        return False


def _write(page: bytes, path: Path) -> None:
    try:
        files.put_in_place(page, path)
    except (OSError, ValueError) as problem:
        params = {"file": str(path), "reason": reason_of(problem)}
        raise BadInput(Refusal("file.not_written", params=params)) from None
