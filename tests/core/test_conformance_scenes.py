"""A board by description is held to what it describes: each break is built into a stranger's game by itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.toy import Breaks, Toy
from triarii.core import registry
from triarii.core.conformance import NotConforming, check_game
from triarii.core.contract import AnyGame, Choice, Refusal, Scene, Thing

breaks = Breaks()
Things = Mapping[str, Sequence[Thing]]


def _with(old: Any, here: Any, view: Any, cells: Things | None = None, areas: Things | None = None) -> Scene:
    scene: Scene = old(here, view)
    return replace(scene, cells={**scene.cells, **(cells or {})}, areas={**scene.areas, **(areas or {})})


@breaks("The capability board is claimed but not there")
def no_scene(toy: Toy) -> None:
    toy.patch.delattr(toy.game, "scene")


@breaks("The capability board is there but not claimed")
def a_scene_without_claim(toy: Toy) -> None:
    toy.declare(capabilities=frozenset())


@breaks("The capability board needs GameInfo.board")
def a_claim_without_board(toy: Toy) -> None:
    toy.declare(board=None)


@breaks("A scene uses the cell z9, which the board does not have")
def an_unknown_cell(toy: Toy) -> None:
    toy.change(toy.game, "scene", lambda old, here, view: _with(old, here, view, cells={"z9": [Thing("red")]}))


@breaks("A scene uses the area pile, which the board does not have")
def an_unknown_area(toy: Toy) -> None:
    toy.change(toy.game, "scene", lambda old, here, view: _with(old, here, view, areas={"pile": []}))


@breaks("A scene uses the piece green, which is not described")
def an_unknown_piece(toy: Toy) -> None:
    toy.change(toy.game, "scene", lambda old, here, view: _with(old, here, view, cells={"a1": [Thing("green")]}))


@breaks("A thing shows 'more than twelve letters'")
def too_many_letters(toy: Toy) -> None:
    long = Thing("red", "more than twelve letters")
    toy.change(toy.game, "scene", lambda old, here, view: _with(old, here, view, cells={"a1": [long]}))


@breaks("Something stands on a1, which is absent")
def something_stands_on_nothing(toy: Toy) -> None:
    def scene(old: Any, here: Any, view: Any) -> Scene:
        return replace(_with(old, here, view, cells={"a1": [Thing("red")]}), absent=["a1"])

    def choices(old: Any, here: Any, prefix: Sequence[str]) -> Any:
        found = old(here, prefix)
        return [replace(each, cell=None, also=()) for each in found] if _are_choices(found) else found

    toy.change(toy.game, "scene", scene)
    toy.change(toy.position, "choices", choices)


@breaks("A choice can be clicked at elsewhere, but the scene has no such cell or thing")
def a_choice_that_cannot_be_clicked(toy: Toy) -> None:
    def choices(old: Any, here: Any, prefix: Sequence[str]) -> Any:
        found = old(here, prefix)
        return [replace(each, also=["elsewhere"]) for each in found] if _are_choices(found) else found

    toy.change(toy.position, "choices", choices)


@breaks("The view of FIRST, sent over a wire, gives another scene")
def a_scene_that_depends_on_more_than_the_view(toy: Toy) -> None:
    seen: list[object] = []

    def scene(old: Any, here: Any, view: Any) -> Scene:
        seen.append(view)
        return _with(old, here, view, cells={"a1": [Thing("red", str(len(seen)))]})

    toy.change(toy.game, "scene", scene)


def _are_choices(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(each, Choice) for each in found)


@pytest.fixture
def fourrow(fourrow_installed: Path, offered: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Imported anew, with classes of its own: Python remembers of a class that it once kept a protocol."""
    for module in [name for name in sys.modules if name.partition(".")[0] == "fourrow"]:
        monkeypatch.delitem(sys.modules, module)
    offered(fourrow_installed)
    game = registry.game("fourrow")
    assert not isinstance(game, Refusal), game
    return game


@pytest.mark.parametrize("name", breaks.known)
def test_a_scene_that_its_board_cannot_show_is_found(
    name: str, fourrow: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    how, sentence = breaks.known[name]
    how(Toy.of(fourrow, monkeypatch))
    with pytest.raises(NotConforming) as found:
        check_game(fourrow, games=1)
    assert sentence in str(found.value)
