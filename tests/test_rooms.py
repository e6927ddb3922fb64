"""The import rules of the rooms, written in pyproject.toml, bind cimport lines too, which import-linter cannot see."""

import re
import tomllib
from pathlib import Path

import pytest

from triarii import builds

TREE = Path(__file__).parent.parent
CONTRACTS = tomllib.loads((TREE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
HIDDEN = re.compile(r"^\s*(?:from\s+\.\S*\s+cimport|include\s).*|.*\bcython\.cimports\b.*", re.MULTILINE)


def layers() -> list[list[str]]:
    """The rooms, highest first; those on one floor may not see each other."""
    [contract] = (contract for contract in CONTRACTS if contract.get("containers") == ["triarii"])
    return [re.findall(r"\w+", floor) for floor in contract["layers"]]


def may_see(module: str, other: str) -> bool:
    """Whether the contracts let one module of ours know another one."""
    here, there = (name.split(".")[1:] for name in (module, other))
    if not there or here[0] == there[0]:
        games = [name[1] for name in (here, there) if name[:1] == ["games"] and len(name) > 1]
        return len(set(games)) < 2
    floor = {room: number for number, rooms in enumerate(layers()) for room in rooms}
    return floor[here[0]] < floor[there[0]]


def faults(root: Path) -> list[str]:
    """Every cimport under a root that breaks a contract, or that is written so that no check would see it."""
    found: list[str] = []
    for path in sorted(root.rglob("*.p*")):
        if path.suffix not in (".py", ".pxd", ".pyx"):
            continue
        text = path.read_text(encoding="utf-8")
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        found += [f"{module}: unseen: {line.strip()}" for line in HIDDEN.findall(text)]
        if path.suffix == ".pxd":
            found += [f"{module} -> {other}" for other in builds.cimported(text) if not may_see(module, other)]
    return found


def test_no_cimport_breaks_a_contract() -> None:
    assert faults(builds.ROOT) == []
    assert any(builds.cimported(path.read_text(encoding="utf-8")) for path in builds.ROOT.rglob("*.pxd"))


@pytest.mark.parametrize(
    ("module", "line", "seen"),
    [
        ("core/bits", "from triarii.games.cities cimport rules", "triarii.core.bits -> triarii.games.cities.rules"),
        ("games/cities/rules", "cimport triarii.players.twoply", "-> triarii.players.twoply"),
        ("games/cities/rules", "from triarii.games.towar cimport rules", "-> triarii.games.towar"),
        ("players/search", "from triarii.pictures cimport board", "-> triarii.pictures"),
        ("lab/many", "from triarii.cli cimport main", "-> triarii.cli"),
        ("games/cities/rules", "from ..core cimport bits", "unseen: from ..core cimport bits"),
        ("games/cities/rules", 'include "bits.pxi"', "unseen: include"),
    ],
)
def test_a_bad_cimport_is_found(tmp_path: Path, module: str, line: str, seen: str) -> None:
    pxd = (tmp_path / "triarii" / module).with_suffix(".pxd")
    pxd.parent.mkdir(parents=True)
    pxd.write_text(f"cimport cython\n{line}\n", encoding="utf-8")
    assert any(seen in fault for fault in faults(tmp_path))


def test_a_cimport_hidden_in_python_is_found(tmp_path: Path) -> None:
    (tmp_path / "hot.py").write_text("from cython.cimports.triarii.core import bits\n", encoding="utf-8")
    assert len(faults(tmp_path)) == 1


def test_cimports_from_below_are_fine(tmp_path: Path) -> None:
    pxd = tmp_path / "triarii/players/search.pxd"
    pxd.parent.mkdir(parents=True)
    pxd.write_text("from triarii.core cimport bits\nfrom triarii.games.cities cimport rules\n", encoding="utf-8")
    assert faults(tmp_path) == []
