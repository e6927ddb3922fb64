"""The face of Cities & Heroes: its board, its signs, what a side has, and the ends that come by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.cli.terminal.chooser import choice_line
from triarii.cli.terminal.cities.board import BEGAN, BRACKETS, DOT, STAR, WALLS, Board
from triarii.cli.terminal.cities.scene import Scene, scene_of
from triarii.cli.terminal.face import Face, asked, whose
from triarii.cli.terminal.field import Field, Sight
from triarii.cli.terminal.hand import Hand
from triarii.core.contract import Choice, Turn
from triarii.games.cities.layouts import SHIPPED

STALL_WARNING = 20
"""So many turns before a stalled game ends, the panel begins to say so."""


class CitiesFace(Face):
    """A piece is chosen, then its target."""

    pairs_moves = True

    def field(self) -> Field:
        return Board()

    def prompt(self, sight: Sight) -> str:
        voice, hand = sight.voice, sight.hand
        if hand.words:
            return voice.say("prompt.target", words=" ".join(hand.words))
        spare = [f"{number} {choice_line(choice, voice)}" for number, choice in enumerate(hand.spare(), start=1)]
        if spare:
            return voice.say(whose("prompt.words", sight), seat=asked(sight), words=spare)
        return voice.say(whose("prompt.piece", sight), seat=asked(sight))

    def by_number(self, hand: Hand) -> Sequence[Choice]:
        """What has no square, such as pass."""
        return hand.spare()

    def holding(self, sight: Sight, seat: Turn, width: int, brief: bool) -> list[str]:
        """With the signs of the board; in words too where there is room."""
        had = _scene(sight).holdings[seat]
        left, right = BRACKETS[seat]
        letters = "FH" if seat is Turn.FIRST else "fh"
        wall = WALLS[seat]
        signs = [f"{left}{letters[0]}{right}", f"{left}{letters[1]}{right}", f"{wall.left}{wall.floor}{wall.right}"]
        counts = (("fighters", had.fighters), ("heroes", had.heroes), ("cities", had.cities))
        words = [f"{count} {sight.voice.say(f'count.{kind}', count=count)}" for kind, count in counts]
        wide = "  ".join(f"{sign} {word}" for sign, word in zip(signs, words, strict=True))
        if len(wide) <= width:
            return [wide]
        return ["  ".join(f"{sign} {count}" for sign, (_, count) in zip(signs, counts, strict=True))]

    def warnings(self, sight: Sight) -> list[str]:
        """Repetition and stall."""
        playing, voice, scene = sight.playing, sight.voice, _scene(sight)
        if playing.looking is not None or playing.line.result is not None:
            return []
        found: list[str] = []
        repeated = playing.repeated()
        if repeated > 1:
            found.append(voice.say("warn.repeated", count=repeated))
        if scene.stall_limit and scene.stall >= scene.stall_limit - STALL_WARNING:
            found.append(voice.say("warn.stall", count=scene.stall, limit=scene.stall_limit))
        return found

    def signs(self) -> list[tuple[str, str]]:
        first, second = (f"{wall.side} {wall.side} {wall.left}{wall.floor}{wall.right}" for wall in WALLS.values())
        return [
            ("(F)  <f>", "fighter"),
            ("(H)  <h>", "hero"),
            (STAR, "star"),
            (first, "city_first"),
            (second, "city_second"),
            ("┏ ┓", "cursor"),
            ("›(F)‹", "chosen"),
            (DOT, "target"),
            ("+2", "captures"),
            ("!1", "losses"),
            ("×<f>×", "lost"),
            (BEGAN, "last"),
        ]

    def content(self, option: str, name: str, lang: str) -> tuple[str, str] | None:
        shipped = SHIPPED.get(name) if option == "layout" else None
        return None if shipped is None else (str(shipped[lang]), str(shipped.get(f"note_{lang}", "")))


def _scene(sight: Sight) -> Scene:
    return scene_of(sight.playing.game, sight.playing.view)
