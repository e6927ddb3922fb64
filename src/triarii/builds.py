"""Which modules are hot, and how each of them runs here: compiled, pure, or pure because what was compiled is stale.

The build script runs this file on its own, so it may import nothing but the standard library.
"""

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType

HOT: tuple[str, ...] = (
    "triarii.adapters.cities.many",
    "triarii.adapters.cities.alone",
    "triarii.adapters.towar.many",
    "triarii.adapters.towar.alone",
    "triarii.games.adlg.geometry.frames",
    "triarii.games.adlg.geometry.figures",
    "triarii.games.adlg.geometry.clips",
    "triarii.games.adlg.geometry.sweeps",
    "triarii.games.adlg.geometry.surroundings",
    "triarii.games.cities.rules",
    "triarii.games.cities.jobs",
    "triarii.games.cities.standings",
    "triarii.games.towar.rules",
    "triarii.games.towar.jobs",
    "triarii.games.towar.steps",
    "triarii.players.adlg.sketch",
    "triarii.players.adlg.outlook",
    "triarii.players.cities.evaluation",
    "triarii.players.cities.search",
    "triarii.players.cities.yardstick.evaluation",
    "triarii.players.cities.yardstick.search",
    "triarii.players.towar.evaluation",
    "triarii.players.towar.search",
    "triarii.players.towar.endgame",
)
MARK = "triarii-build:"
ROOT = Path(__file__).resolve().parent.parent
CIMPORT = re.compile(r"^\s*(?:from\s+(triarii[\w.]*)\s+cimport\s+(.+)|cimport\s+(triarii[\w.]*).*)$", re.MULTILINE)


def source(module: str) -> Path:
    """The text of a module of ours."""
    return ROOT / (module.replace(".", "/") + ".py")


def pure_wanted() -> bool:
    """Whether the user asked for the uncompiled text."""
    return os.environ.get("TRIARII_PURE", "") not in ("", "0")


def cimported(pxd: str) -> list[str]:
    """Every module of ours that the text of a .pxd file may mean by its cimport lines."""
    modules: list[str] = []
    for package, names, whole in CIMPORT.findall(pxd):
        modules.append(package or whole)
        modules += [f"{package}.{name.split()[0]}" for name in names.strip("() ").split(",") if name.strip()]
    return modules


def digest(module: str) -> str:
    """Of everything that reaches the C file: the module's text and every .pxd of ours that it can see."""
    seen: set[Path] = set()
    waiting = [source(module).with_suffix(".pxd")]
    while waiting:
        pxd = waiting.pop()
        if pxd in seen or not pxd.exists():
            continue
        seen.add(pxd)
        waiting += [source(name).with_suffix(".pxd") for name in cimported(pxd.read_text(encoding="utf-8"))]
    total = hashlib.sha256()
    for path in (source(module), *sorted(seen)):
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:32]


def extension(module: str) -> Path | None:
    """The compiled file that this interpreter would import."""
    for suffix in EXTENSION_SUFFIXES:
        path = source(module).with_suffix(suffix)
        if path.exists():
            return path
    return None


def stamp(extension: Path) -> str:
    """What the build wrote into a compiled file ("digest cython version flags"), read without importing the file."""
    _, found, rest = extension.read_bytes().partition(MARK.encode())
    return rest[: rest.index(b"\0")].decode() if found else ""


def fresh(module: str) -> bool:
    """Whether a compiled file is there and was made from the present text."""
    path = extension(module)
    return path is not None and stamp(path).partition(" ")[0] == digest(module)


def stale() -> list[str]:
    """Hot modules whose compiled file was made from another text."""
    return [module for module in HOT if extension(module) is not None and not fresh(module)]


def all_pure() -> bool:
    """All or none: compiled code cannot take C functions from a module that runs uncompiled."""
    return pure_wanted() or not all(fresh(module) for module in HOT)


def report() -> dict[str, str]:
    """For each hot module: compiled, pure or stale. What is stale runs pure, and so does all the rest then."""
    outdated, otherwise = stale(), "pure" if all_pure() else "compiled"
    return {module: "stale" if module in outdated else otherwise for module in HOT}


class PureFinder:
    """Finds the uncompiled text of hot modules even when a compiled file lies beside it."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        text = source(name)  # it is missing where only its bytecode was brought, as into a browser
        return importlib.util.spec_from_file_location(name, text) if name in HOT and text.exists() else None


def obey_environment() -> None:
    """Decides, before the first hot module is imported, from what all of them run in this process."""
    if PureFinder in sys.meta_path or not all_pure():
        return
    sys.meta_path.insert(0, PureFinder)
    if not pure_wanted() and stale():
        print("triarii: compiled parts are out of date, running uncompiled (slow); run `make build`", file=sys.stderr)
