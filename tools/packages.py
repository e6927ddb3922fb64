"""The packages of the program and which of the others each imports, by the layers that pyproject.toml gives them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import grimp

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Layered:
    """A package whose parts stand in layers: its name, what each part is for, and which others each of them imports."""

    name: str
    parts: Mapping[str, str]
    imports: Mapping[str, frozenset[str]]

    def arrows(self) -> set[tuple[str, str]]:
        """Who imports whom, without what follows: where A imports B and B imports C, A may import C as well."""
        reached = self._reached()
        return {
            (part, other)
            for part in self.parts
            for other in self.imports[part]
            if not any(other in reached[between] for between in self.imports[part])
        }

    def layers(self) -> dict[str, int]:
        """How high each part stands: just below those that import it. CycleError if two import each other."""
        order = list(TopologicalSorter(self.imports).static_order())
        layers: dict[str, int] = {}
        for part in order:
            layers[part] = max((layers[other] + 1 for other in self.imports[part]), default=0)
        for part in reversed(order):
            layers[part] = min((layers[by] - 1 for by in self.parts if part in self.imports[by]), default=layers[part])
        return layers

    def _reached(self) -> dict[str, set[str]]:
        """For each part all that it imports, be it through others."""
        reached: dict[str, set[str]] = {}
        for part in TopologicalSorter(self.imports).static_order():
            reached[part] = set(self.imports[part]).union(*(reached[other] for other in self.imports[part]))
        return reached


def layered() -> list[Layered]:
    """One for each package to which pyproject.toml gives layers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    apart = {name for each in contracts if each["type"] == "independence" for name in each["modules"]}
    return [
        _read(name, each["layers"], apart, each.get("ignore_imports", []))
        for each in contracts
        if each["type"] == "layers"
        for name in each["containers"]
    ]


def _read(package: str, layers: list[str], apart: set[str], ignored: list[str]) -> Layered:
    named = [f"{package}.{name}" for layer in layers for name in re.findall(r"\w+", layer)]
    parts = {part for name in named for part in _parts(name, apart)}
    imports: dict[str, set[str]] = {part: set() for part in parts}
    graph = _graph()
    for module in graph.modules:
        if part := _part_of(module, parts):
            others = graph.find_modules_directly_imported_by(module)
            counted = (other for other in others if not any(fnmatch(f"{module} -> {other}", each) for each in ignored))
            imports[part] |= {found for other in counted if (found := _part_of(other, parts)) and found != part}
    short = {part: part.removeprefix(package + ".").replace(".", "/") for part in parts}
    return Layered(
        package,
        {short[part]: _purpose(part) for part in sorted(parts)},
        {short[part]: frozenset(short[other] for other in others) for part, others in imports.items()},
    )


def _parts(name: str, apart: set[str]) -> Iterator[str]:
    """A part of a layer; or those in it, where these must not import each other and so stand side by side."""
    graph = _graph()
    if name in graph.modules:  # a layer may be empty
        yield from sorted(graph.find_children(name)) if f"{name}.*" in apart else [name]


def _part_of(module: str, parts: set[str]) -> str | None:
    words = module.split(".")
    return next((name for size in range(len(words), 0, -1) if (name := ".".join(words[:size])) in parts), None)


def _purpose(module: str) -> str:
    """The first sentence of its first file."""
    path = ROOT / "src" / module.replace(".", "/")
    text = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")
    said = " ".join((ast.get_docstring(ast.parse(text)) or "").split())
    return re.split(r"(?<=[a-z!])[.;] |\.$", said)[0]


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph("triarii", cache_dir=None)
