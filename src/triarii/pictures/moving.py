"""The clock of a moving picture: what is seen when, and what goes from where to where, written as the style of an SVG.

Nothing but CSS: it plays in every browser, also where a picture is only shown and may run no script. It begins anew
when it has ended. Whoever wants less motion on the screen sees how it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Span: TypeAlias = tuple[float, float]
"""From when to when something is seen, in seconds; the end does not belong to it."""


class Clock:
    """Hands out the classes of things that change; equal changes share one."""

    def __init__(self, whole: float) -> None:
        self.whole = whole
        self._named: dict[tuple[str, str], str] = {}

    def seen(self, spans: Iterable[Span]) -> str:
        """The class of what is seen in these spans only; empty where that is always."""
        joined: list[Span] = []
        for start, end in spans:
            if joined and start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((start, end))
        if joined == [(0.0, self.whole)]:
            return ""
        stops = [] if joined and joined[0][0] <= 0 else [(0.0, "opacity:0")]
        for start, end in joined:
            stops += [(start, "opacity:1"), (end, "opacity:0")]
        return self._class("step-end", [stop for stop in stops if stop[0] < self.whole])

    def faded(self, at: float, over: float) -> str:
        """The class of what is there until then, and goes."""
        return self._class("linear", [(0.0, "opacity:1"), (at, "opacity:1"), (at + over, "opacity:0")])

    def moved(self, stops: Sequence[tuple[float, str]]) -> str:
        """The class of what has these transforms at these times, and moves between them."""
        return self._class("ease-in-out", [(when, f"transform:{how}") for when, how in stops])

    def _class(self, pace: str, stops: Sequence[tuple[float, str]]) -> str:
        whole = [*stops, (self.whole, stops[-1][1])]
        # What stays the same between two stops is told at both ends of it only.
        kept = [
            stop
            for place, stop in enumerate(whole)
            if not 0 < place < len(whole) - 1 or not stop[1] == whole[place - 1][1] == whole[place + 1][1]
        ]
        frames = "".join(f"{self._part(when)}%{{{how}}}" for when, how in kept)
        return self._named.setdefault((pace, frames), f"k{len(self._named)}")

    def _part(self, when: float) -> str:
        return f"{100 * when / self.whole:.2f}".rstrip("0").rstrip(".")

    def style(self) -> str:
        """All of it, for the style element of the picture."""
        found = [
            f"@keyframes {name}{{{frames}}}.{name}{{animation-name:{name};animation-timing-function:{pace}}}"
            for (pace, frames), name in self._named.items()
        ]
        seconds = f"{self.whole:.2f}"
        every = f'[class^="k"]{{animation-duration:{seconds}s;animation-iteration-count:infinite}}'
        still = f'[class^="k"]{{animation-play-state:paused;animation-delay:-{self.whole - 0.02:.2f}s}}'
        return "".join([*found, every, f"@media (prefers-reduced-motion:reduce){{{still}}}"])
