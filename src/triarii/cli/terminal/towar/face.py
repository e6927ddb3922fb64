"""The face of To War!: its field, what each turn asks for, what each side has and what is still to come."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from triarii.cli.terminal.face import Face, Said, asked, whose
from triarii.cli.terminal.field import Field, Sight
from triarii.cli.terminal.hand import Hand, squares_of
from triarii.cli.terminal.previews import reason_of
from triarii.cli.terminal.towar import cards
from triarii.cli.terminal.towar.battlefield import Battlefield
from triarii.cli.terminal.towar.drawing import AIR, FRAMES, GO, TOUCHED
from triarii.cli.terminal.towar.scene import Scene, scene_of, way_of
from triarii.cli.terminal.voice import Voice
from triarii.core import texts
from triarii.core.contract import Choice, Turn
from triarii.games.towar import codes
from triarii.games.towar.actions import PASS
from triarii.games.towar.cards import ARMIES, DEPLOYED, SHIPPED


class ToWarFace(Face):
    """An army, a cell, or a turn: a card, where it enters, where each displaced unit goes."""

    texts = texts.load("triarii.cli.terminal.towar")
    panel_width = 36
    fewest_moves = 0
    one_line_seats = True

    def field(self) -> Field:
        return Battlefield()

    # What is said under the field

    def prompt(self, sight: Sight) -> str:
        voice, words = sight.voice, sight.hand.words
        scene, way = _scene(sight), way_of(sight.playing.position, words)
        if scene.choosing:
            return voice.say(whose("prompt.army", sight), seat=asked(sight))
        if way is not None and way.air is not None:
            return voice.say("prompt.second" if way.second else "prompt.air", unit=way.air.unit, cell=way.at)
        unit = words[0] if words else (scene.up.unit if scene.up is not None else "")
        if not unit:
            return voice.say(whose("prompt.card", sight), seat=asked(sight))
        if [choice.text for choice in sight.hand.offered()] == [PASS]:
            return voice.say("prompt.pass", unit=unit)
        return voice.say(whose("prompt.enter" if scene.turn else "prompt.deploy", sight), seat=asked(sight), unit=unit)

    def aimed(self, sight: Sight, word: str) -> Said | None:
        """The game's own words for the choice; a unit that would fall is told first."""
        choice = next((choice for choice in sight.hand.offered() if choice.text == word), None)
        if choice is None:
            return None
        if choice.label.key == "choice.stay":
            return self.prompt(sight), "aim"
        label = _sentence(choice, sight.voice)
        outcome = choice.label.params.get("outcome")
        if outcome in ("lost", "tied"):
            return sight.voice.say(f"preview.{outcome}", what=label), "bad"
        return label + ".", "aim"

    def does(self, voice: Voice, text: str, preview: Mapping[str, object]) -> str:
        fight = preview.get("fight")
        if preview.get("ends"):
            return voice.say("preview.ends", text=text, reason=reason_of(voice, preview["ends"]))
        if isinstance(fight, Mapping) and fight:
            return voice.say("preview.fight", text=text, **{str(name): value for name, value in fight.items()})
        cells = squares_of(preview, "path")
        return voice.say("preview.path", text=text, cells=cells) if len(cells) > 1 else f"{text}."

    # What the panel shows

    def heading(self, sight: Sight) -> str:
        scene, voice, playing = _scene(sight), sight.voice, sight.playing
        if playing.line.result is not None and playing.looking is None:
            return voice.say("panel.over")
        if scene.choosing or not scene.sides[Turn.FIRST].army:
            return voice.say("panel.choosing")
        if not scene.turn:
            return voice.say("panel.setup", count=scene.deployed, all=2 * DEPLOYED)
        way = way_of(playing.position, sight.hand.words)
        step = {"step": way.steps + 1} if way is not None and way.air is not None else {}
        return voice.say("panel.turn_step" if step else "panel.turn", number=scene.turn, turns=codes.TO_PLAY, **step)

    def holding(self, sight: Sight, seat: Turn, width: int, brief: bool) -> list[str]:
        side, voice = _scene(sight).sides[seat], sight.voice
        if not side.army:
            return []
        lines = [voice.say("panel.units", army=side.army, count=side.units, elite=side.elite)]
        left = side.held + side.reserve
        what = voice.say("panel.hand" if side.held else "panel.reserve", held=side.held, count=side.reserve)
        if not left:
            what = voice.say("panel.nothing")
        elif side.coming and not brief:
            named = [f"{number}\N{NO-BREAK SPACE}{cards.name(card, voice)}" for card, number in side.coming]
            key = "panel.coming_unseen" if side.hand_is_hidden else "panel.coming"
            what = voice.say(key, what=what, cards=named)
        return lines + textwrap.wrap(what, width, break_on_hyphens=False)

    def listed(self, sight: Sight) -> list[str]:
        """Once a turn is begun: who is in the air, and what each way would do."""
        playing, voice, words = sight.playing, sight.voice, sight.hand.words
        if not words or playing.looking is not None or playing.asked is None:
            return []
        way = way_of(playing.position, words)
        if way is not None and way.air is not None:
            sentence = voice.say("panel.second" if way.second else "panel.air", unit=way.air.unit, cell=way.at)
        else:
            sentence = voice.say("panel.enters", unit=words[0])
        choices = enumerate(sight.hand.offered(), start=1)
        return [sentence, *(f"{number} {_label(choice, voice)}" for number, choice in choices)]

    def intro(self, sight: Sight) -> list[str]:
        """What is reconstructed, and by which table, until somebody at this screen has acted."""
        playing, voice = sight.playing, sight.voice
        if playing.looking is not None or playing.line.result is not None:
            return []
        if any(step.before.turn in (playing.people or (0, 1)) for step in playing.line.steps):
            return []
        return [voice.say("game.reconstructed"), table_words(playing.line.header.options["movement"], voice)]

    # What pages show

    def by_number(self, hand: Hand) -> list[Choice]:
        return list(hand.offered())

    def signs(self) -> list[tuple[str, str]]:
        first, second = (f"{frame.side} {frame.upper[0]}{frame.flat}{frame.upper[1]}" for frame in FRAMES.values())
        moves = [(arrows, kind) for kind, arrows in cards.ARROWS.items()]
        return [
            (first, "first"),
            (second, "second"),
            ("4/5", "numbers"),
            (cards.CROWN, "crown"),
            *moves,
            ("v  <v>2", "down"),
            (AIR, "air"),
            (GO, "target"),
            ("3+2:3", "pill"),
            ("× ×", "lost"),
            ("╚2", "number"),
            (TOUCHED, "last"),
            ("┏ ┓", "cursor"),
        ]

    def content(self, option: str, name: str, lang: str) -> tuple[str, str] | None:
        if option == "armies" and "," in name:
            return " – ".join(ARMIES[army][lang] for army in name.split(",")), ""
        shipped = SHIPPED.get(name) if option == "movement" else None
        return None if shipped is None else (str(shipped[lang]), str(shipped.get(f"note_{lang}", "")))


def table_words(table: object, voice: Voice) -> str:
    """Which movement table is in use: one of ours by its title, or a player's own by its name."""
    entry = SHIPPED.get(table, {}) if isinstance(table, str) else table
    assert isinstance(entry, Mapping)
    title = entry.get(voice.lang) or entry.get("name") or "–"
    note = entry.get(f"note_{voice.lang}") or entry.get("note") or ""
    return f"{voice.say('game.in_use', movement=title)} {note}".rstrip()


def _label(choice: Choice, voice: Voice) -> str:
    return voice.game_says(choice.label)


def _sentence(choice: Choice, voice: Voice) -> str:
    label = _label(choice, voice)
    return label[:1].upper() + label[1:]


def _scene(sight: Sight) -> Scene:
    return scene_of(sight.playing.game, sight.playing.view)
