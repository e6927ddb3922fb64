"""Poses and figures as compiled, against the same texts loaded uncompiled beside them in one process."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

import pytest

from tests.hypothesis_profiles import given, seldom, st
from triarii import builds
from triarii.games.adlg.geometry import clips, figures, frames, sweeps
from triarii.games.adlg.geometry.shapes import Figure, Point, Pose

pytestmark = pytest.mark.compiled


def uncompiled(module: str) -> ModuleType:
    """The text of a hot module under another name, whatever lies beside it."""
    spec = importlib.util.spec_from_file_location(f"uncompiled_{module}", builds.source(PACKAGE + module))
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


PACKAGE = "triarii.games.adlg.geometry."
PURE_FRAMES: Any = uncompiled("frames")
PURE_FIGURES: Any = uncompiled("figures")
PURE_CLIPS: Any = uncompiled("clips")
PURE_SWEEPS: Any = uncompiled("sweeps")
# Their own texts would take the compiled modules.
PURE_FIGURES.frames = PURE_SWEEPS.frames = PURE_FRAMES
PURE_CLIPS.figures = PURE_SWEEPS.figures = PURE_FIGURES

headings = st.integers(-36000, 72000)
ways = st.integers(-20000, 20000)
sizes = st.sampled_from([500, 750, 1000, 2000])
anywhere = st.tuples(st.integers(-10000, 70000), st.integers(-10000, 70000), st.integers(0, 35999))
together = st.tuples(st.integers(9000, 12000), st.integers(9000, 12000), st.integers(0, 35999))
poses = st.one_of(anywhere, together)
points = st.tuples(st.integers(-60000000, 60000000), st.integers(-60000000, 60000000))
exact = st.tuples(st.floats(9e6, 12e6), st.floats(9e6, 12e6))


@st.composite
def shapes_of(draw: st.DrawFn) -> Figure:
    """Bases, edges of bases, and hulls of several bases."""
    base = PURE_FRAMES.quad(draw(together), draw(sizes), draw(sizes))
    kind = draw(st.integers(0, 3))
    if kind == 0:
        first: int = draw(st.integers(0, 2))
        edge: Figure = base[first : first + 2]
        return edge
    for _ in range(kind - 1):
        base = PURE_SWEEPS.hull(base, PURE_FRAMES.quad(draw(together), draw(sizes), draw(sizes)))
    figure: Figure = base
    return figure


some_figures = shapes_of()


@given(st.integers(-(2**58), 2**58), st.integers(-(2**32), 2**32).filter(bool), headings)
def test_numbers_agree(a: int, b: int, heading: int) -> None:
    assert frames.rdiv(a, b) == PURE_FRAMES.rdiv(a, b)
    assert frames.fold(heading) == PURE_FRAMES.fold(heading)
    assert frames.sin_of(heading) == PURE_FRAMES.sin_of(heading)
    assert frames.cos_of(heading) == PURE_FRAMES.cos_of(heading)


@given(poses, ways, ways, ways, ways, headings)
def test_poses_agree(pose: Pose, s: int, t: int, u: int, v: int, turn: int) -> None:
    assert frames.at(pose, s, t, turn) == PURE_FRAMES.at(pose, s, t, turn)
    assert frames.turned(pose, s, t, u, v, turn) == PURE_FRAMES.turned(pose, s, t, u, v, turn)
    assert frames.along(pose, turn, s) == PURE_FRAMES.along(pose, turn, s)
    assert frames.heading_to(s, t) == PURE_FRAMES.heading_to(s, t)


@given(poses, points, ways, ways, sizes)
def test_points_agree(pose: Pose, point: Point, s: int, t: int, size: int) -> None:
    assert frames.world(pose, s, t) == PURE_FRAMES.world(pose, s, t)
    assert frames.local(pose, point) == PURE_FRAMES.local(pose, point)
    assert frames.rectangle(pose, s, t, -s, -t) == PURE_FRAMES.rectangle(pose, s, t, -s, -t)
    assert frames.quad(pose, 1000, size) == PURE_FRAMES.quad(pose, 1000, size)
    assert frames.zone_quad(pose, size) == PURE_FRAMES.zone_quad(pose, size)


@given(some_figures, some_figures, st.integers(0, 20), headings)
def test_two_figures_agree(a: Figure, b: Figure, tol: int, heading: int) -> None:
    assert figures.penetration(a, b) == PURE_FIGURES.penetration(a, b)
    assert figures.overlap(a, b, tol) == PURE_FIGURES.overlap(a, b, tol)
    assert figures.gap(a, b) == PURE_FIGURES.gap(a, b)
    assert figures.touching(a, b, tol) == PURE_FIGURES.touching(a, b, tol)
    assert figures.first_contact(a, heading, b, tol) == PURE_FIGURES.first_contact(a, heading, b, tol)
    assert figures.push_clear(a, heading, b, tol) == PURE_FIGURES.push_clear(a, heading, b, tol)
    assert sweeps.hull(a, b) == PURE_SWEEPS.hull(a, b)


@seldom
@given(some_figures, st.lists(some_figures, max_size=6), st.integers(0, 4000), headings, points)
def test_one_figure_and_many_agree(a: Figure, many: list[Figure], distance: int, heading: int, point: Point) -> None:
    assert figures.overlapping(a, many) == PURE_FIGURES.overlapping(a, many)
    assert figures.gaps(a, many) == PURE_FIGURES.gaps(a, many)
    assert figures.within(a, many, distance) == PURE_FIGURES.within(a, many, distance)
    assert figures.first_contacts(a, heading, many) == PURE_FIGURES.first_contacts(a, heading, many)
    assert figures.around(*point, distance, many) == PURE_FIGURES.around(*point, distance, many)
    assert figures.length(*point) == PURE_FIGURES.length(*point)


@seldom
@given(st.lists(some_figures, min_size=1, max_size=4), st.lists(some_figures, max_size=6), st.integers(0, 4000))
def test_many_figures_and_many_agree(some: list[Figure], many: list[Figure], distance: int) -> None:
    box = figures.box_around(some)
    assert box == PURE_FIGURES.box_around(some)
    assert figures.boxed(box, many, distance) == PURE_FIGURES.boxed(box, many, distance)
    assert figures.any_overlap(some, many) == PURE_FIGURES.any_overlap(some, many)
    assert figures.any_within(some, many, distance) == PURE_FIGURES.any_within(some, many, distance)


@seldom
@given(st.lists(some_figures, min_size=1, max_size=4), st.lists(some_figures, max_size=6), st.integers(0, 4000))
def test_whoever_is_near_one_of_many_figures_is_near_the_box_around_them(
    some: list[Figure], many: list[Figure], distance: int
) -> None:
    near = {number for one in some for number in figures.within(one, many, distance)}
    met = {number for one in some for number in figures.overlapping(one, many)}
    assert near <= set(figures.boxed(figures.box_around(some), many, distance))
    assert met <= set(figures.boxed(figures.box_around(some), many))
    assert figures.any_within(some, many, distance) == bool(near)
    assert figures.any_overlap(some, many) == bool(met)


@given(exact, exact, some_figures, some_figures, st.booleans())
def test_clippings_agree(p: tuple[float, float], q: tuple[float, float], a: Figure, b: Figure, border: bool) -> None:
    assert clips.clip_segment(p, q, a, border) == PURE_CLIPS.clip_segment(p, q, a, border)
    assert clips.clip_segment(a[0], b[1], b, border) == PURE_CLIPS.clip_segment(a[0], b[1], b, border)
    assert clips.share_in(p, q, a, border) == PURE_CLIPS.share_in(p, q, a, border)
    assert clips.share_in(a[0], b[1], b, border) == PURE_CLIPS.share_in(a[0], b[1], b, border)
    assert clips.clip_half(a, *p, 2e14) == PURE_CLIPS.clip_half(a, *p, 2e14)
    kept = clips.clip_figure(a, b)
    assert kept == PURE_CLIPS.clip_figure(a, b)
    assert clips.area(kept) == PURE_CLIPS.area(kept)
    assert clips.distance(a, b) == PURE_CLIPS.distance(a, b)
    if len(a) > 2:
        assert clips.area_share(a, [b]) == PURE_CLIPS.area_share(a, [b])


@seldom
@given(
    poses,
    sizes,
    st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000)),
    st.integers(-9000, 9000),
    st.lists(some_figures, max_size=3),
    st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000)),
)
def test_sweeps_agree(pose: Pose, depth: int, pivot: Point, angle: int, obstacles: list[Figure], place: Point) -> None:
    ours = sweeps.swept_turn(pose, 1000, depth, pivot, angle, place)
    assert ours == PURE_SWEEPS.swept_turn(pose, 1000, depth, pivot, angle, place)
    ours_free = sweeps.free_turn(pose, 1000, depth, pivot, angle, obstacles, place)
    assert ours_free == PURE_SWEEPS.free_turn(pose, 1000, depth, pivot, angle, obstacles, place)


@pytest.mark.parametrize("figure", [((0, 0),), ((0, 0),) * 65, ((0, 0), (1,)), ((0, 0), 1)])
def test_refusals_agree(figure: Any) -> None:
    for module in (figures, PURE_FIGURES):
        with pytest.raises((ValueError, TypeError)):
            module.gap(((0, 0), (1, 0)), figure)
        with pytest.raises((ValueError, TypeError)):
            module.first_contacts(((0, 0), (1, 0)), 0, [figure])
