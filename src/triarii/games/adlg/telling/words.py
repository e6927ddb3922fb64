"""The table in whole sentences, for screen readers and plain play: what is decided now, then every unit."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.core.contract import SEAT_NAMES
from triarii.core.texts import LANGUAGES, Message
from triarii.games.adlg.battle import evening
from triarii.games.adlg.battle.charge import pressing
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.stages import Pressing, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import control, hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import CampSite, Corps, Setting, Unit
from triarii.games.adlg.scenarios.campaign import shipped
from triarii.games.adlg.setup import narration

WINDS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""Clockwise, as headings count: north is away from the first player."""
BETWEEN_WINDS = 4500


def sentences(state: State) -> list[Message]:
    """Whose sequence it is, what is decided, what is left to spend, the losses; then every corps with its units."""
    field = state.field
    messages = [*_about(state), _size(field), *_moment(state)]
    messages += [_losses(field, seat) for seat in (0, 1) if state.setup is None]
    messages += [*time_left(state), *_score(state)]
    messages += [_camp(field, camp) for camp in field.setting.camps.values()]
    messages += [*narration.markers(state), *narration.marches(state)] if state.setup is None else []
    for leader, corps in sorted(field.setting.corps.items()):
        messages += [_corps(field, leader, corps), *_doubts(field, leader, corps)]
        messages += [_unit(field, unit) for unit in field.units(corps.seat) if unit.corps == corps.number]
    return messages


def campaign_sentences(setting: Setting) -> list[Message]:
    """Which battle of which campaign it is (adlg.campaign.won)."""
    told = setting.campaigning
    campaign = None if told is None else shipped().get(told.campaign)
    if told is None or campaign is None:
        return []
    first, second = told.points
    params = {"battle": told.battle, "of": len(campaign.battles), "first": first, "second": second}
    return [Message("say.campaign", {**params, "name": campaign.name})]


def _about(state: State) -> Iterator[Message]:
    """Before the first decision: what the scenario tells of itself."""
    setting = state.field.setting
    yield from campaign_sentences(setting)
    if setting.about and state.sequence == 1 and state.stage is Stage.CORPS and not state.done:
        yield Message("say.about", {"name": setting.name, "about": setting.about})


def _size(field: Field) -> Message:
    width, depth = field.setting.size
    return Message("say.table", {"width": width, "depth": depth})


def whom(state: State) -> tuple[str, ...]:
    """Those whom something is asked about; of a charge that goes on, who met nobody."""
    if isinstance(state.now, Pressing):
        return pressing.met_nobody(state.field, state.now.attack.onset)
    return state.whom


def _moment(state: State) -> Iterator[Message]:
    if state.setup is not None:
        yield Message("say.now.setup")
        yield from narration.moment(state)
        return
    seat = SEAT_NAMES[state.active]
    yield Message("say.sequence", {"number": state.sequence, "seat": seat})
    who = "+".join(whom(state)) if state.stage is Stage.PRESS else state.who or state.corps
    yield Message(f"say.now.{state.stage.value}", {"seat": seat, "who": who})
    if state.corps and state.stage is not Stage.COMMAND:
        yield Message("say.points", {"leader": state.corps, "points": state.points, "free": state.free})


def time_left(state: State) -> list[Message]:
    """That this turn is the last, or how many are to come (adlg.scoring.time)."""
    turn, limit = evening.game_turn(state), state.field.setting.turns
    if state.setup is not None or state.stage is Stage.OVER:
        return []
    if evening.is_last_turn(state):
        return [Message("say.last_turn", {"turn": turn})]
    return [Message("say.turns", {"turn": turn, "limit": limit})] if limit else []


def _score(state: State) -> list[Message]:
    """What the battle is worth as it stands, where its turns are counted; after its end, how the points came about."""
    found = evening.score_now(state.field)
    if state.stage is Stage.OVER:
        return evening.reckoning(found)
    if not time_left(state):
        return []
    return [Message("say.score", dict(zip(SEAT_NAMES, found.points, strict=True)))]


def _losses(field: Field, seat: int) -> Message:
    lost, value = aftermath.army_losses(field, seat).total, aftermath.army_value(field, seat).total
    return Message("say.losses", {"seat": SEAT_NAMES[seat], "losses": lost, "value": value})


def _camp(field: Field, camp: CampSite) -> Message:
    who = {"camp": camp.id, "seat": SEAT_NAMES[camp.seat]}
    if camp.id in field.taken:
        return Message("say.camp_lost", who)
    return Message("say.camp", {**who, "x": camp.pose[0], "y": camp.pose[1]})


def _corps(field: Field, leader: str, corps: Corps) -> Message:
    return Message(
        "say.corps_chief" if corps.chief else "say.corps",
        {
            "number": corps.number,
            "seat": SEAT_NAMES[corps.seat],
            "leader": leader,
            "grade": corps.grade.id,
            "place": _place(field, leader, corps),
        },
    )


def _doubts(field: Field, leader: str, corps: Corps) -> Iterator[Message]:
    """Of a corps that may hesitate: whether it does."""
    shown = hesitation.allegiance(field, leader)
    if shown is not None:
        yield Message(
            "say.allied" if corps.allied else "say.unreliable",
            {"leader": leader, "shown": Message(f"say.shown.{shown.value}")},
        )


def _place(field: Field, leader: str, corps: Corps) -> Message:
    where = field.leaders.get(leader)
    if where is None:
        return Message("say.fallen" if leader in field.fallen else "say.waits")
    if corps.included and where.unit == corps.included:
        return Message("say.part_of", {"unit": where.unit})
    if where.unit:
        return Message("say.with_fighting" if where.engaged else "say.with", {"unit": where.unit})
    return Message("say.alone", {"x": where.pose[0], "y": where.pose[1]})


def _unit(field: Field, unit: Unit) -> Message:
    stand = field.stands[unit.id]
    x, y, heading = stand.pose
    also = _also(field, unit)
    return Message(
        "say.unit",
        {
            "unit": unit.id,
            "called": Message("say.called", {"name": unit.name}) if has_own_name(unit) else "",
            "troop": unit.troop.id,
            "quality": unit.quality.id,
            "x": x,
            "y": y,
            "wind": wind(heading),
            "cohesion": stand.cohesion,
            "full": unit.troop.cohesion,
            "also": Message("say.also", {"things": also}) if also else "",
        },
    )


def wind(heading: int) -> str:
    """The nearest of the eight winds."""
    return WINDS[(heading + BETWEEN_WINDS // 2) // BETWEEN_WINDS % len(WINDS)]


def has_own_name(unit: Unit) -> bool:
    """Whether its name says more than its troop."""
    return all(unit.name[lang].lower() != unit.troop.name[lang].lower() for lang in LANGUAGES)


def _also(field: Field, unit: Unit) -> list[Message]:
    """Whom it fights, or who holds it; and what stays with it, such as stakes."""
    states = []
    foes = list(_foes(field, unit))
    if foes:
        states.append(Message("say.fights", {"enemies": foes}))
    else:
        states += [Message("say.held", {"enemy": threat.id}) for threat in control.threats(field, unit)]
    stand = field.stands[unit.id]
    aims = [Message("say.aims", {"enemy": stand.aim})] if stand.aim in field else []
    return [*states, *(Message(f"lasting.{mark}") for mark in sorted(stand.marks & marks.LASTING)), *aims]


def _foes(field: Field, unit: Unit) -> Iterator[Message]:
    """Enemies in melee with it, and who of the two is hit in flank or rear."""
    for meeting in field.meetings_of(unit.id):
        foe = meeting.enemy_of(unit.id)
        if meeting.side == "front":
            yield Message("say.foe", {"enemy": foe})
        elif meeting.attacker == unit.id:
            yield Message("say.foe_hit", {"enemy": foe, "side": meeting.side})
        else:
            yield Message("say.foe_hitting", {"enemy": foe, "side": meeting.side})
