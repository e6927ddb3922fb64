"""To War! behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from triarii.core import levels, rulebook, streams, texts
from triarii.core.contract import SEAT_NAMES, Event, Eye, Fight, GameInfo, Options, Refusal, Tally, Turn, View
from triarii.core.options import with_names
from triarii.core.texts import LANGUAGES, Message, Texts
from triarii.games.towar import actions, contents, jobs, narration, odds, story, words
from triarii.games.towar.cards import ARMIES, PRINTED, SHIPPED
from triarii.games.towar.forms import FORMS
from triarii.games.towar.position import CHOOSING, UNCHOSEN, Position
from triarii.games.towar.reading import imagined, position_of
from triarii.games.towar.setting import OPTIONS, Setting, setting_of

PACKAGE = "triarii.games.towar"


def _with_names(base: Texts) -> Texts:
    """The names of units and armies live in units.toml; messages use them as words."""
    entries = dict(base.entries)
    for unit in PRINTED.values():
        entries[f"word.{unit.id}"] = {"en": unit.en, "de": unit.de}
    for army in ARMIES.values():
        entries[f"word.{army['id']}"] = {"en": army["en"], "de": army["de"]}
    return Texts(entries, base.parent)


class ToWar:
    """The game object; it holds no state."""

    info = GameInfo(
        id="towar",
        rules_version=1,
        options=with_names(OPTIONS, {"movement": list(SHIPPED)}),
        has_chance=True,
        has_secrets=True,
        lists_all_actions=False,
        capabilities=frozenset({"words", "narrated", "drawing", "preview", "quick", "odds", "contents", "called"}),
        levels=levels.load(PACKAGE),
        forms=FORMS,
        analysts=("expectimax",),
        secret_under={"variant": "hand_of_three", "armies": "secret"},
    )
    texts = _with_names(texts.load(PACKAGE, parent=texts.CORE))
    rulebook = rulebook.load(PACKAGE)

    def start(self, options: Options) -> Position | Refusal:
        """An empty field; armies are settled or to be chosen, and lots decide who begins."""
        setting = setting_of(self.info, options)
        if isinstance(setting, Refusal):
            return setting
        begins = setting.options["begins"]
        side = 1 if begins == "second" else 0
        empty = Position((UNCHOSEN, UNCHOSEN), (0, 0, 0, 0, side), setting, begun=begins != "random")
        first, comma, second = str(setting.options["armies"]).partition(",")
        return empty.play(first).play(second) if comma else empty

    def parse(self, text: str, options: Options) -> Position | Refusal:
        setting = setting_of(self.info, options)
        return setting if isinstance(setting, Refusal) else position_of(text, setting)

    def action(self, text: str) -> str | Refusal:
        return actions.parse(text)

    def action_text(self, action: str) -> str:
        return action

    def text_seen_by(self, before: Position, action: str, eye: Eye) -> str:
        """A card for a hand is read only by the eye that holds it, an army chosen in secret by its chooser."""
        if before.chooses_in_secret and eye != Eye(before.turn):
            return actions.HIDDEN_ARMY
        if before.turn is Turn.CHANCE and not before.draw_is_open and eye != Eye(before.drawer):
            return actions.HIDDEN
        return action

    def events(self, before: Position, action: str, after: Position) -> Sequence[Event]:
        return story.events_of(before, action, after)

    def imagine(self, view: View, rng: Random) -> Position:
        return imagined(view.text, Setting(view.options), rng)

    # Capabilities

    def contents(self, option: str) -> Mapping[str, object]:
        return contents.contents(option)

    def words(self, view: View) -> Sequence[Message]:
        return words.sentences(self.imagine(view, Random(0)), view)

    def called(self, position: Position) -> Mapping[str, Mapping[str, str]]:
        """Players by their armies: that of Ochre may well be the blue one. Until the first card is drawn they are who
        takes an army, and of two alike only colours tell which is meant."""
        first, second = position.armies
        drawn = position.card or position.hands or position.field
        if first == second or not drawn:
            return {}
        return {
            seat: {lang: str(ARMIES[army][lang]) for lang in LANGUAGES}
            for seat, army in zip(SEAT_NAMES, (first, second), strict=True)
        }

    def narrate(self, events: Sequence[Event]) -> Sequence[Message]:
        return narration.narration(events)

    def drawing(self, view: View) -> str:
        return words.drawing(self.imagine(view, Random(0)))

    def preview(self, position: Position, action: str, eye: Eye) -> dict[str, object]:
        return story.preview_of(position, action)

    def odds(self, view: View) -> Sequence[Fight]:
        return odds.fights_on_offer(self.imagine(view, Random(0)), view.eye)

    def playouts(self, position: Position, games: int, seed: int, longest: int, begin: int = 0) -> Tally:
        """Random games inside compiled code. Where armies are still to be chosen, each game chooses its own."""
        if position.turn is Turn.CHANCE:
            raise ValueError("chance must fall before playouts")
        if position.turn is Turn.OVER:
            return Tally.of_result(position.result(), games)
        numbers = range(begin, begin + games)
        starts = _with_random_armies(position, seed, numbers) if position.phase == CHOOSING else {position: numbers}
        total = Tally(0, 0, 0, 0, 0)
        for start, chosen in starts.items():
            choices = start.choices_made - position.choices_made
            if choices >= longest:
                total += Tally(len(chosen), max(longest, 0) * len(chosen), 0, 0, 0)
                continue
            counted = jobs.playouts(start.state, start.force, chosen, seed, longest - choices)
            plies, won, lost, drawn = counted
            total += Tally(len(chosen), plies + choices * len(chosen), won, lost, drawn)
        return total

    def perft(self, position: Position, depth: int, outcomes: Sequence[str] = ()) -> int | None:
        """Lines of play along the given cards; before the armies and the starter are settled it is not for us."""
        if not position.under_way:
            return None
        if position.turn is Turn.OVER:
            return 0 if depth > 0 else 1
        drawn = [_drawn(position, outcome) for outcome in outcomes]
        count = jobs.perft(position.state, position.force, drawn, depth)
        return count if count >= 0 else None


def _with_random_armies(position: Position, seed: int, numbers: Sequence[int]) -> dict[Position, list[int]]:
    """Where random games begin once armies are chosen and lots drawn, each with the numbers of its games. They have a
    stream of their own: the game's would tie the first cards to the armies."""
    starts: dict[tuple[str, ...], Position] = {(): position}
    found: dict[Position, list[int]] = {}
    for number in numbers:
        state = streams.begin(streams.scramble(seed), number)
        words: tuple[str, ...] = ()
        here = position
        while not here.under_way:
            state = streams.advance(state)
            offered = here.actions() or [outcome for outcome, _ in here.chances()]
            words = (*words, offered[streams.below(state, len(offered))])
            if words not in starts:
                starts[words] = here.play(words[-1])
            here = starts[words]
        found.setdefault(here, []).append(number)
    return found


def _drawn(position: Position, unit_id: str) -> int:
    """A card as the job takes it: its code for each seat that has it in its army."""
    unit = PRINTED.get(unit_id)
    if unit is None:
        return 0
    owners = [seat for seat in (0, 1) if position.armies[seat] == unit.army]
    return sum(position.code(unit_id, seat) << 8 * seat for seat in owners)
