"""L'Art de la Guerre behind the contract that all games share: battles on the table, from a scenario."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random

from triarii.core import levels
from triarii.core import options as core_options
from triarii.core.contract import (
    Aimed,
    Event,
    Eye,
    GameInfo,
    OptionInfo,
    Options,
    Points,
    Question,
    Refusal,
    Result,
    Sequel,
    Span,
    Standing,
    View,
)
from triarii.core.texts import Message
from triarii.games.adlg import sequel
from triarii.games.adlg.armies import roster
from triarii.games.adlg.assist import aiming, brief, foretelling, overlays, standing
from triarii.games.adlg.battle import evening, order_parser, scoring
from triarii.games.adlg.battle.orders import Order
from triarii.games.adlg.battle.preparation import IN_SECRET
from triarii.games.adlg.battle.stages import ChoosingCorps
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import field, naming
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.data import readings
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.tables import PACKAGE
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.forms import FORMS
from triarii.games.adlg.position import Position
from triarii.games.adlg.questions.answers import RULES
from triarii.games.adlg.scenarios import scenario, survivors
from triarii.games.adlg.setup import armies, grammar, planning, sights, stages
from triarii.games.adlg.telling import chart, words
from triarii.games.adlg.writing import coherence, notation, seeing

SCENARIO = OptionInfo(
    name="scenario",
    values="scenario",
    default="skirmish",
    rule="adlg.army.structure",
    names=scenario.shipped(),
    about={
        "en": "The table with both armies: the name of a scenario that we ship, or your own file.",
        "de": "Der Tisch mit beiden Armeen: der Name eines mitgelieferten Szenarios oder eine eigene Datei.",
    },
)

SECRET = "procedure_with_plan"
"""The set-up in which both players write a secret battle plan (adlg.plan.secret)."""
SETUP = OptionInfo(
    name="setup",
    values=["scenario", "procedure", SECRET],
    default="scenario",
    rule="adlg.setup.procedure",
    about={
        "en": "How the table is set up: as a scenario says, or by the procedure with armies of your choice: "
        "initiative, region, terrain, camps, deployment; with a secret plan players also lay ambushes and march around "
        "flanks.",
        "de": "Wie der Tisch aufgebaut wird: nach einem Szenario oder nach dem Aufbauverfahren mit frei gewählten "
        "Armeen: Initiative, Region, Gelände, Lager, Aufstellung; mit geheimem Plan gibt es auch "
        "Hinterhalte und Flankenmärsche.",
    },
)


def _army(name: str, default: str, en: str, de: str) -> OptionInfo:
    about = {"en": en, "de": de}
    return OptionInfo(name, "roster", default, "adlg.army.structure", about=about, names=roster.shipped())


FIRST_ARMY = _army(
    "first_army",
    "vikings",
    "Blue's army, if you set up the battle yourselves: one of our armies, or your own. Both armies have the same size.",
    "Die Armee von Blau, wenn ihr die Schlacht selbst aufbaut: unsere oder eine eigene. Beide sind gleich groß.",
)
SECOND_ARMY = _army(
    "second_army",
    "saxons",
    "Ochre's army, if you set up the battle yourselves.",
    "Die Armee von Ocker, wenn ihr die Schlacht selbst aufbaut.",
)
TURN_LIMIT = OptionInfo(
    name="turn_limit",
    values=Span(0, 99),
    default=0,
    rule="adlg.scoring.time",
    about={
        "en": "Game turns after which the battle ends and is scored; 0: it is fought until an army breaks.",
        "de": "Spielzüge, nach denen die Schlacht endet und gewertet wird; 0: gekämpft wird, bis eine Armee bricht.",
    },
)
SCORING = OptionInfo(
    name="scoring",
    values="scoring",
    default=scoring.USUAL,
    rule="adlg.scoring.unfinished",
    names=scoring.shipped(),
    about={
        "en": "The points that a battle is worth, finished or not: a table that we ship, or your own numbers.",
        "de": "Die Punkte, die eine Schlacht wert ist, zu Ende gespielt oder nicht: eine mitgelieferte Tabelle oder "
        "eigene Zahlen.",
    },
)
SURVIVORS = OptionInfo(
    name="survivors",
    values="survivors",
    default=survivors.ALL,
    rule="adlg.campaign.survivors",
    names=(survivors.ALL,),
    about={
        "en": "What a battle of a campaign takes over from the one before; a battle of its own: all.",
        "de": "Was eine Schlacht eines Feldzugs von der vorigen übernimmt; eine einzelne Schlacht: all.",
    },
)
OF_THE_TABLE = (SCENARIO, SETUP, FIRST_ARMY, SECOND_ARMY, TURN_LIMIT, SCORING, SURVIVORS)
"""Options that say what is on the table, and how long and for what it is fought; all others are readings of the
sheet."""


class ArtOfWar:
    """The game object; it holds no state."""

    info = GameInfo(
        id="adlg",
        rules_version=1,
        options=[*OF_THE_TABLE, *readings.OPTIONS.values()],
        has_chance=True,
        has_secrets=True,
        secret_under={"setup": SECRET},
        lists_all_actions=False,
        capabilities=frozenset(
            {"words", "brief", "called", "drawing", "legend", "preview", "foretold", "overlays", "aiming", "standing"}
            | {"contents", "questions", "pages", "score", "time", "sequel"}
        ),
        presets={"profile": readings.PRESETS},
        dice_stand=True,
        heavy=True,
        levels=levels.load(PACKAGE),
        forms=FORMS,
        analysts=("general",),
    )
    texts = TEXTS
    rulebook = RULES

    def start(self, options: Options) -> Position | Refusal:
        """Both armies as the scenario sets them up, and the attacker begins; or the bare table of a set-up."""
        setting = setting_of(options)
        if isinstance(setting, Refusal):
            return setting
        if setting.ground:
            return Position(stages.start(setting))
        return Position(State(field.start(setting), ChoosingCorps(), setting.begins))

    def parse(self, text: str, options: Options) -> Position | Refusal:
        setting = setting_of(options)
        if isinstance(setting, Refusal):
            return setting
        state = notation.read(text, setting)
        if isinstance(state, Refusal):
            return state
        return coherence.why_incoherent(state) or Position(state)

    def action(self, text: str) -> str | Refusal:
        words = text.split(maxsplit=1)
        found = grammar.parse(text) if words and words[0] in grammar.FIRST_WORDS else order_parser.parse(text)
        return found if isinstance(found, Refusal) else str(found)

    def action_text(self, action: str) -> str:
        return action

    def text_seen_by(self, before: Position, action: str, eye: Eye) -> str:
        """What a seat writes into its secret plan only its own eye may read."""
        prep = before.state.setup
        if prep is None or prep.task not in IN_SECRET or int(eye) == prep.seat:
            return action
        act = grammar.parse(action)
        return action if isinstance(act, Refusal) else planning.veiled(act)

    def events(self, before: Position, action: str, after: Position) -> Sequence[Event]:
        return [each.event for each in before.resolve(action).happenings]

    def imagine(self, view: View, rng: Random) -> Position:
        return Position(seeing.imagined(_seen(view).state, rng))

    # Capabilities

    def words(self, view: View) -> Sequence[Message]:
        return words.sentences(_seen(view).state)

    def called(self, position: Position) -> Mapping[str, Mapping[str, str]]:
        return naming.called(position.state.field.setting)

    def brief(self, view: View) -> Sequence[Message]:
        return brief.sentences(_seen(view))

    def introduction(self, view: View) -> Sequence[Message]:
        return brief.introduction(_seen(view))

    def chapter(self, view: View) -> str:
        return brief.chapter(_seen(view))

    def drawing(self, view: View) -> str:
        return chart.drawing(_seen(view).state)

    def legend(self, view: View) -> Sequence[Message]:
        return chart.legend(_seen(view).state)

    def standing_kinds(self) -> Sequence[Standing]:
        return standing.KINDS

    def standing_answer(self, position: Position, answers: Mapping[str, str]) -> str | None:
        return standing.answer(position, answers)

    def foretell(self, position: Position, action: str, eye: Eye) -> Sequence[Message]:
        return foretelling.foretold(position.seen_by(eye), action)

    def preview(self, position: Position, action: str, eye: Eye) -> Mapping[str, object]:
        position = position.seen_by(eye)
        if position.state.setup is not None:
            return sights.preview(position.state, action)
        order = order_parser.parse(action)
        return overlays.preview(position, order) if isinstance(order, Order) else {}

    def overlays(self, position: Position, eye: Eye) -> Sequence[Mapping[str, object]]:
        return overlays.overlays(position.seen_by(eye).state)

    def score(self, position: Position, result: Result | None) -> Points:
        found = evening.score_of(position.state, result)
        return Points(found.points, evening.rule_of(found), evening.reckoning(found))

    def sequel(self, options: Options, position: Position, result: Result) -> Sequel | None:
        return sequel.sequel(options, position, result, self.score(position, result))

    def time_up(self, position: Position) -> str | Refusal:
        return evening.why_not_call(position.state) or evening.TIME_UP

    def aim(
        self, position: Position, who: Sequence[str], place: tuple[int, int], heading: int | None, target: str
    ) -> Aimed:
        return aiming.aim(position, who, place, heading, target)

    # Outside of a battle; late, for only pages and programs ask

    def contents(self, option: str) -> Mapping[str, object]:
        from triarii.games.adlg.pages import contents

        return contents.contents(option)

    def tables(self) -> Mapping[str, Question]:
        from triarii.games.adlg.pages import consulting

        return consulting.TABLES

    def questions(self) -> Mapping[str, Question]:
        from triarii.games.adlg.pages import consulting

        return consulting.QUESTIONS


def _seen(view: View) -> Position:
    """What an eye knows, and nothing that it would only imagine: for displays."""
    setting = setting_of(view.options)
    assert isinstance(setting, Setting), setting
    state = notation.read(view.text, setting)
    assert isinstance(state, State), state
    return Position(state)


def setting_of(given: Options) -> Setting | Refusal:
    """The table of a game with these options."""
    options = core_options.complete(ArtOfWar.info, given)
    if isinstance(options, Refusal):
        return options
    key = json.dumps(options, sort_keys=True)
    found = _KEPT.get(key)
    if found is None:
        read = _read(options)
        if isinstance(read, Refusal):
            return read
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        found = _KEPT.setdefault(key, read)  # two threads that read it at once get the same
    return found


def _read(options: Mapping[str, object]) -> Setting | Refusal:
    content = options["scenario"]
    others = {option.name for option in OF_THE_TABLE}
    read = readings.settle({name: value for name, value in options.items() if name not in others})
    if isinstance(read, Refusal):
        return read
    points, turns = scoring.settle(options["scoring"]), options["turn_limit"]
    if isinstance(points, Refusal):
        return points
    assert isinstance(turns, int), "checked with the options"
    set_up = options["setup"] != "scenario"
    if set_up:
        found = armies.bare_table(options["first_army"], options["second_army"], read)
    elif isinstance(content, str):
        found = scenario.load(content, read)
    else:
        found = scenario.read(content, read)
    if isinstance(found, Refusal):
        return found
    if options["survivors"] != survivors.ALL and set_up:
        return Refusal("survivors.procedure", "adlg.campaign.survivors")
    left = survivors.applied(found, options["survivors"])
    if isinstance(left, Refusal):
        return left
    secret = options["setup"] == SECRET
    return replace(left, options=options, turns=turns, scoring=points, secret_plan=secret)


MOST_KEPT = 50
_KEPT: dict[str, Setting] = {}
"""Tables that were read before: a scenario is the same object for all positions of a battle."""

GAME = ArtOfWar()
