"""What is decided now, as words of the line that tells a battle, and back: `answer c=c1 p=2+0 who=e2 on=…`."""

from __future__ import annotations

from collections.abc import Iterable

from triarii.core.contract import Refused
from triarii.games.adlg.battle.charge.charging import Approach, Charger, Onset, PursuitRun
from triarii.games.adlg.battle.charge.halting import Manner
from triarii.games.adlg.battle.stages import (
    Activation,
    AfterMelee,
    AfterPursuit,
    AfterShooting,
    Answering,
    Attack,
    ChargeDie,
    Charging,
    Chase,
    ChoosingCorps,
    CommandDie,
    EndingEvening,
    Engaging,
    EvadeDie,
    FateDie,
    Following,
    LetLoose,
    MarchDie,
    MeleeDice,
    Now,
    Occasion,
    Over,
    OwnEvadeDie,
    Pressing,
    Pursuing,
    RallyDie,
    RampageDie,
    RecallDie,
    ShotDice,
    Springing,
    Stage,
    StormDie,
    TurningAbout,
    about,
    attack_of,
    loose_of,
)
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import WIDTH
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.setup.landscape import unreadable
from triarii.games.adlg.writing.words import NOTHING, known, names, number, one_name, read_pose, write_pose

CHARGES = (Manner.ORDERED, Manner.SPONTANEOUS, Manner.UNCONTROLLED, Manner.PURSUIT)
"""What is answered."""
AFTER = {AfterShooting: "melee", AfterMelee: "", AfterPursuit: "end"}
"""What follows a rout, in one word."""
OF_STAGES = frozenset(
    {"adapt", "around", "from", "wild", "next", "lose", "rest", "beaten", "amok", "routed", "chase", "then", "on"}
)
"""Words that belong to some stages and not to others."""


# Writing


def write(state: State) -> dict[str, str]:
    """All words about the stage, those that say nothing included."""
    now, whom = state.now, about(state.now)
    attack, loose = attack_of(now), loose_of(now)
    return {
        "c": state.corps,
        "p": f"{state.points}+{state.free}" if state.corps else "",
        "who": "".join(whom[:1]),
        "with": ",".join(whom[1:]),
        "adapt": _flag(isinstance(now, EvadeDie) and now.adapt),
        "around": _flag(isinstance(now, EvadeDie | OwnEvadeDie) and now.around),
        "from": now.threat if isinstance(now, OwnEvadeDie) else "",
        "wild": _flag(loose is not None),
        "next": ",".join(_waiting(now)),
        "lose": _numbered(now.losses if isinstance(now, ShotDice | MeleeDice | StormDie) else ()),
        "rest": _flag(now.resting if isinstance(now, CommandDie) else loose is not None and loose.resting),
        "beaten": ",".join(_beaten(now)),
        "amok": _numbered(now.thrown if isinstance(now, RampageDie) else ()),
        "routed": ",".join(now.routed if isinstance(now, FateDie) else ()),
        "chase": ",".join(f"{chase.pursuer}>{chase.beaten}" for chase in _chases(now)),
        "then": _then(now),
        "on": _onset(attack.onset) if attack is not None else "",
    }


def _flag(set_: bool) -> str:
    return "1" if set_ else ""


def _numbered(pairs: Iterable[tuple[str, int]]) -> str:
    return ",".join(f"{name}.{amount}" for name, amount in pairs)


def _waiting(now: Now) -> tuple[str, ...]:
    """Who comes next, the one whom it is about included."""
    match now:
        case Springing(markers=names) | ShotDice(targets=names) | Engaging(leaders=names) | FateDie(leaders=names):
            return names
        case MeleeDice(attackers=names) | StormDie(units=names):
            return names
    return ()


def _beaten(now: Now) -> tuple[str, ...]:
    match now:
        case MeleeDice(beaten=names) | StormDie(beaten=names) | RampageDie(occasion=AfterMelee(beaten=names)):
            return names
    return ()


def _chases(now: Now) -> tuple[Chase, ...]:
    match now, attack_of(now):
        case (Pursuing(chases=chases) | FateDie(then=Pursuing(chases=chases)), _) | (
            _,
            Following(then=Pursuing(chases)),
        ):
            return chases
    return ()


def _then(now: Now) -> str:
    match now:
        case RampageDie(occasion=after) | FateDie(then=AfterShooting() | AfterPursuit() as after):
            return AFTER[type(after)]
    return ""


def _onset(onset: Approach) -> str:
    chargers = "+".join(f"{each.name}@{write_pose(each.start.pose)}@{each.left}" for each in onset.chargers)
    lists = (onset.targets, onset.waiting, onset.stood, onset.fled)
    thrown = "thrown" if isinstance(onset, Onset) and onset.thrown else NOTHING
    return "|".join([chargers, onset.manner, *(",".join(names) or NOTHING for names in lists), thrown])


# Reading


def read(stage: Stage, words: dict[str, str], field: Field) -> Now:
    """The stage that these words tell; each is taken away from them. Words of other stages are refused."""
    named = (*names(words.pop("who", "")), *names(words.pop("with", "")))
    now = _Reader(stage, words, field, named).read()
    if about(now) != named or not OF_STAGES.isdisjoint(words):
        raise _unfit(stage)
    return now


def _unfit(stage: Stage) -> Refused:
    return Refused.because("position.stage", stage=stage.value)


class _Reader:
    """A stage that is put together from words."""

    def __init__(self, stage: Stage, words: dict[str, str], field: Field, named: tuple[str, ...]) -> None:
        self.stage, self.words, self.field, self.named = stage, words, field, named
        points, _, free = words.pop("p", "0+0").partition("+")
        self.corps = known(words.pop("c", ""), ("", *field.setting.corps))
        self.activation = Activation(self.corps, number(points, 99), number(free, 9))

    def read(self) -> Now:
        match self.stage:
            case Stage.CORPS:
                return ChoosingCorps()
            case Stage.EVENING:
                return EndingEvening()
            case Stage.MARCH:
                return MarchDie(self.one())
            case Stage.COMMAND:
                return CommandDie(self.activated().corps, self.flag("rest"))
            case Stage.ORDERS:
                return self.activated()
            case Stage.RALLY:
                return RallyDie(self.activated(), self.one())
            case Stage.RECALL:
                return RecallDie(self.activated(), self.one())
            case Stage.OVER:
                return Over()
        return self.of_a_charge() or self.of_a_phase()

    def of_a_charge(self) -> Now | None:
        match self.stage:
            case Stage.ANSWER:
                attack = self.attack()
                return Answering(attack) if attack.onset.waiting else None
            case Stage.RUN if "on" in self.words:
                return EvadeDie(self.attack(), self.named, self.flag("adapt"), self.flag("around"))
            case Stage.RUN:
                threat = known(self.words.pop("from", ""), ("", *self.field.stands))
                return OwnEvadeDie(self.activated(), self.named, self.flag("around"), threat)
            case Stage.ABOUT:
                return TurningAbout(self.attack() if "on" in self.words else self.activated(), self.named)
            case Stage.PACE:
                return ChargeDie(self.charge())
            case Stage.PRESS:
                return Pressing(self.charge())
        return None

    def of_a_phase(self) -> Now:
        match self.stage:
            case Stage.SPRING:
                return Springing(self.queue())
            case Stage.VOLLEY:
                return ShotDice(self.queue(), self.numbered("lose"))
            case Stage.ENGAGE:
                return Engaging(self.queue())
            case Stage.MELEE:
                return MeleeDice(self.queue(), self.numbered("lose"), self.list("beaten"))
            case Stage.STORM:
                return StormDie(self.queue(), self.numbered("lose"), self.list("beaten"))
            case Stage.RAMPAGE:
                return RampageDie(self.one(), self.occasion(), self.numbered("amok"))
            case Stage.FATE:
                occasion = self.occasion()
                then = Pursuing(self.chases()) if isinstance(occasion, AfterMelee) else occasion
                return FateDie(self.queue(), self.list("routed"), then)
            case Stage.PURSUE:
                return Pursuing(self.chases())
        raise _unfit(self.stage)

    # Words

    def flag(self, key: str) -> bool:
        return self.words.pop(key, "") == "1"

    def list(self, key: str) -> tuple[str, ...]:
        return names(self.words.pop(key, ""))

    def numbered(self, key: str) -> tuple[tuple[str, int], ...]:
        return tuple(_numbered_word(word) for word in self.words.pop(key, "").split(",") if word)

    def one(self) -> str:
        if len(self.named) != 1:
            raise _unfit(self.stage)
        return self.named[0]

    def queue(self) -> tuple[str, ...]:
        found = self.list("next")
        if not found:
            raise _unfit(self.stage)
        return found

    def chases(self) -> tuple[Chase, ...]:
        return tuple(_chase(word) for word in self.words.pop("chase", "").split(",") if word)

    def activated(self) -> Activation:
        if not self.corps:
            raise _unfit(self.stage)
        return self.activation

    def occasion(self) -> Occasion:
        match known(self.words.pop("then", ""), AFTER.values()):
            case "melee":
                return AfterShooting()
            case "end":
                return AfterPursuit()
        return AfterMelee(self.list("beaten"))

    def attack(self) -> Attack:
        if "on" not in self.words:
            raise _unfit(self.stage)
        onset = _read_onset(self.words.pop("on"), self.field)
        if isinstance(onset, PursuitRun):
            return Following(onset, Pursuing(self.chases()))
        loose = self.flag("wild")
        activation = self.activated()
        return Charging(onset, LetLoose(activation.corps, self.flag("rest")) if loose else activation)

    def charge(self) -> Charging:
        attack = self.attack()
        if not isinstance(attack, Charging):
            raise _unfit(self.stage)
        return attack


def _numbered_word(word: str) -> tuple[str, int]:
    name, _, amount = word.partition(".")
    return one_name(name), number(amount, 99)


def _chase(word: str) -> Chase:
    pursuer, _, beaten = word.partition(">")
    if not pursuer or not beaten:
        raise unreadable(word)
    return Chase(one_name(pursuer), one_name(beaten))


def _read_onset(word: str, field: Field) -> Approach:
    parts = word.split("|")
    if len(parts) != 7 or parts[1] not in CHARGES or parts[6] not in ("thrown", NOTHING):
        raise unreadable(word)
    chargers = tuple(_charger(each, field) for each in parts[0].split("+"))
    targets, waiting, stood, fled = (names("" if part == NOTHING else part) for part in parts[2:6])
    if Manner(parts[1]) is not Manner.PURSUIT:
        return Onset(chargers, Manner(parts[1]), targets, waiting, stood, fled, parts[6] == "thrown")
    run = PursuitRun(chargers[0], "".join(targets), stood, fled)
    if _onset(run) != word:
        raise unreadable(word)
    return run


def _charger(word: str, field: Field) -> Charger:
    name, *rest = word.split("@")
    if len(rest) != 2:
        raise unreadable(word)
    unit = field.unit(known(name, field.stands))
    return Charger(name, Body(read_pose(rest[0]), WIDTH, unit.depth, id=name), number(rest[1], 99_999))
