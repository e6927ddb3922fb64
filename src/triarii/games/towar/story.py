"""What happened, told from before, action and after; and what a turn will do, for a look before it is played."""

from __future__ import annotations

from collections.abc import Iterator

from triarii.core.contract import Event, Eye, Plain, Turn
from triarii.games.towar import codes, rules
from triarii.games.towar.actions import PASS
from triarii.games.towar.cells import DIRECTIONS, NAMES
from triarii.games.towar.chains import Chain, Step
from triarii.games.towar.offers import fight_numbers
from triarii.games.towar.position import CHOOSING, DEALING, LOTTERY, Position

SEATS = {Turn.FIRST: "first", Turn.SECOND: "second"}


def events_of(before: Position, action: str, after: Position) -> list[Event]:
    """The events of one action or outcome of chance, in the order of the rules."""
    told = [*_events(before, action), *_shown_together(before, after)]
    result = after.result()
    if result is not None:
        if result.rule != "towar.end.breakthrough":
            told.append(Event("counted", _count(after)))
        if result.winner is None:
            told.append(Event("drawn", {"rule": result.rule}))
        else:
            told.append(Event("won", {"seat": SEATS[result.winner], "rule": result.rule}))
    return told


def _events(before: Position, action: str) -> Iterator[Event]:
    if before.phase == CHOOSING:
        if not before.sealed:  # else both choices are told together
            hidden = {"army": Eye(before.turn)} if before.chooses_in_secret else {}
            yield Event("chose", {"seat": SEATS[before.turn], "army": action}, hidden)
    elif before.phase == DEALING:
        first, second = action.split(",")
        yield Event("dealt", {"first": first, "second": second})
    elif before.phase == LOTTERY:
        yield Event("begins", {"seat": action})
    elif before.turn is Turn.CHANCE:
        seat = {"seat": SEATS[before.drawer]}
        if before.draw_is_open:
            yield Event("turned_up", {**seat, "unit": action})
        else:
            yield Event("drew", {**seat, "unit": action}, {"unit": Eye(before.drawer)})
    elif before.phase == codes.DEPLOY:
        unit = before.unit(before.card).id
        yield Event("deployed", {"seat": SEATS[before.side], "unit": unit, "cell": action})
    elif action.rpartition("/")[2] == PASS:
        unit = action.partition("/")[0] if before.setting.hand else before.unit(before.card).id
        yield Event("passed", {"seat": SEATS[before.side], "unit": unit})
    else:
        chain = before.chain(action)
        assert isinstance(chain, Chain), "a legal turn"
        for number, step in enumerate(chain.steps):
            yield from _step(before, step, number)


def _shown_together(before: Position, after: Position) -> Iterator[Event]:
    """Armies that were chosen in secret."""
    if before.sealed:
        first, second = after.armies
        yield Event("revealed", {"first": first, "second": second})
        if after.phase == DEALING:
            yield Event("clashed", {"army": first})


def _step(before: Position, step: Step, number: int) -> Iterator[Event]:
    """One card on its way: it enters or steps, and displaces or fights whom it meets."""
    seat, unit = SEATS[_owner(step.unit)], before.unit(step.unit).id
    fields: dict[str, Plain] = {"seat": seat, "unit": unit, "number": number}
    if step.goal < 0:
        yield Event("broke_through", {**fields, "from": NAMES[step.start]})
        return
    fields["to"] = NAMES[step.goal]
    kind = "entered"
    if step.start >= 0:
        fields |= {"from": NAMES[step.start], "direction": DIRECTIONS[step.direction]}
        kind = "stepped"
    if not step.outcome:
        yield Event(kind, fields)
        if step.met:
            met = SEATS[_owner(step.met)]
            yield Event("displaced", {"seat": met, "unit": before.unit(step.met).id, "cell": NAMES[step.goal]})
        return
    numbers = fight_numbers(before, step.unit, step.met, step.direction)
    kind = "attacked_sideways" if numbers["bonus"] else ("attacked_entering" if step.start < 0 else "attacked")
    yield Event(kind, {**fields, **numbers, "enemy_seat": SEATS[_owner(step.met)]})
    yield Event(
        f"fight_{numbers['outcome']}", {"seat": seat, "unit": unit, "enemy": numbers["enemy"], "cell": fields["to"]}
    )


def _owner(unit: int) -> Turn:
    return Turn(unit // codes.SIDE)


def _count(position: Position) -> dict[str, Plain]:
    counted: dict[str, Plain] = {}
    for seat, word in SEATS.items():
        counted[word] = rules.units_of(position.field, seat)
        counted[f"{word}_elite"] = rules.elite_of(position.field, seat, position.force.elite)
    return counted


def preview_of(position: Position, action: str) -> dict[str, object]:
    """The cells that a turn touches, its fight, and the end that it may bring."""
    seen: dict[str, object] = {"path": [], "fight": {}, "captures": [], "losses": [], "ends": ""}
    if position.phase != codes.TURN or action.rpartition("/")[2] == PASS:
        if position.phase == codes.DEPLOY:
            seen["path"] = [action]
        return seen
    chain = position.chain(action)
    assert isinstance(chain, Chain), "a legal turn"
    seen["path"] = [NAMES[step.goal] for step in chain.steps if step.goal >= 0]
    last = chain.steps[-1]
    if last.outcome:
        cell = NAMES[last.goal]
        fight = fight_numbers(position, last.unit, last.met, last.direction)
        seen["fight"] = {"unit": position.unit(last.unit).id, "cell": cell, **fight}
        fallen = {
            _owner(last.met): [cell] if last.outcome != codes.LOST else [],
            _owner(last.unit): [cell] if last.outcome != codes.WON else [],
        }
        seen["captures"], seen["losses"] = fallen[position.side.other], fallen[position.side]
    result = position.play(action).result()
    seen["ends"] = result.rule if result else ""
    return seen
