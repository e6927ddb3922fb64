"""`triarii export site`: the app as static files that play without a server."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import Language
from triarii.cli.speech import BadInput, language, reason_of, say, show
from triarii.cli.usage import Command, group
from triarii.core.contract import Refusal

app = group("export", "Write the app as static files that play all three games without a server.")
GAMES = ("cities", "towar", "adlg")
OF_A_GAME = ("new", "learn", "puzzles", "rules", "editor")
PLACES = (
    *(f"{page}/{game}" for page in OF_A_GAME for game in GAMES),
    *("study", "embed/analysis", "replays", "local", "about"),
    *(f"adlg/{page}" for page in ("odds", "reference", "companion", "armies", "readings")),
)
"""Addresses that can be opened directly: a server of plain files knows no others."""
PACKED = (".gz", ".br")
"""Files beside others that only our own server hands out."""
BUILD_ONLY = "bytecode.zip"
"""What the rules are packed from."""


@app.command(cls=Command)
def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that does not exist yet, or is empty.")],
    below: Annotated[
        str,
        typer.Option("--below", metavar="PATH", help="The path on your site where it will be, such as /games."),
    ] = "",
    lang: Language = None,
) -> None:
    """Write a folder that any web server can show: the games, the computer, lessons, puzzles, analysis, armies."""
    from triarii.server import python_pack
    from triarii.server.built import FILES, PAGE, built

    speak = language(lang)
    if not built(FILES):
        raise BadInput(Refusal("export.no_app"))
    if below and (not below.startswith("/") or ".." in below or any(sign in below for sign in "\"'<>&")):
        raise BadInput(Refusal("export.below", params={"path": below}))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadInput(Refusal("export.not_empty", params={"folder": str(folder)}))
        shutil.copytree(FILES, folder, dirs_exist_ok=True, ignore=_packed_beside)
        (folder / "python" / "triarii.zip").write_bytes(python_pack.packed(FILES))
        page = _page((folder / PAGE).read_text("utf-8"), below.rstrip("/"))
        for place in ("", *PLACES):
            (folder / place).mkdir(parents=True, exist_ok=True)
            (folder / place / PAGE).write_text(page, "utf-8")
        (folder / "404.html").write_text(page, "utf-8")
    except (OSError, ValueError) as problem:
        raise BadInput(
            Refusal("file.not_written", params={"file": str(folder), "reason": reason_of(problem)})
        ) from None
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    show(say("export.done", speak, folder=str(folder), megabytes=round(size / 1e6, 1)))


def _packed_beside(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(PACKED) and name.rpartition(".")[0] in names] + [BUILD_ONLY]


def _page(text: str, below: str) -> str:
    """The app's page, which says where it lies and that no server answers."""
    return text.replace('="./', f'="{below}/').replace("<html ", '<html data-host="browser" ', 1)
