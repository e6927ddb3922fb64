"""The Python package as one file for a browser: what rules, players, pages and answers need, and nothing that only a
server, a terminal or a laboratory does. Modules go as bytecode where the build made it from the very same text; else as
text, which the browser compiles at every start.

`python -m triarii.server.python_pack` writes all of it as text, for the build to compile."""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path

import triarii
from triarii import __version__

ROOT = Path(triarii.__file__).parent
SERVING = ("server/play", "server/thinking", "server/wire")
PACKED = ("core", "games", "offline", "openings", "pictures", "players", "puzzles", *SERVING)
"""Folders that go whole; of what stands beside them only the files named below."""
STORED = tuple(f"server/storage/{name}.py" for name in ("__init__", "kept"))
ALONE = ("__init__.py", "builds.py", "server/__init__.py", "server/messages.toml", *STORED)
KINDS = frozenset({".py", ".toml", ".css", ".gz"})
DIST = f"triarii-{__version__}.dist-info"
GROUPS = ("triarii.games", "triarii.players", "triarii.pictures")
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""So that the same files give the same archive."""


BYTECODE = "python/bytecode.zip"
"""Among the files of the app: bytecode for the Python beside it, by the digests of texts (`web/bytecode.mjs`)."""


def packed(files: Path) -> bytes:
    """The archive, with the bytecode that lies among the files of the app: the same bytes whenever it is the same."""
    compiled = _compiled(files / BYTECODE)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(_contents()):
            bytecode = compiled.get(f"{hashlib.sha256(content).hexdigest()}.pyc") if name.endswith(".py") else None
            name, content = (name, content) if bytecode is None else (f"{name}c", bytecode)
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _compiled(path: Path) -> Mapping[str, bytes]:
    """What the build has compiled; nothing where it did not."""
    try:
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile):
        return {}


def _contents() -> Iterator[tuple[str, bytes]]:
    for folder in PACKED:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in KINDS and path.is_file() and "__pycache__" not in path.parts:
                yield f"triarii/{path.relative_to(ROOT).as_posix()}", path.read_bytes()
    for name in ALONE:
        yield f"triarii/{name}", (ROOT / name).read_bytes()
    yield f"{DIST}/METADATA", f"Metadata-Version: 2.1\nName: triarii\nVersion: {__version__}\n".encode()
    yield f"{DIST}/entry_points.txt", _entry_points().encode()


def _entry_points() -> str:
    """Our games and players, as an installed package names them; those of others are not packed."""
    text = ""
    for group in GROUPS:
        ours = [each for each in entry_points(group=group) if each.dist is not None and each.dist.name == "triarii"]
        text += f"[{group}]\n" + "".join(f"{each.name} = {each.value}\n" for each in ours)
    return text


if __name__ == "__main__":
    sys.stdout.buffer.write(packed(Path("nothing compiled yet")))
