"""What happened, told from before, action and after; and what an action will do, for a look before the move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triarii.core.contract import Event, Turn
from triarii.core.texts import Message
from triarii.games.cities import jobs, rules
from triarii.games.cities.actions import CLAIM, FIRST_BEGINS, PASS, SECOND_BEGINS, ends_of
from triarii.games.cities.position import Position
from triarii.games.cities.squares import BOARD, LINES, NAMES, names_in, shortest_path

SEATS = {Turn.FIRST: "first", Turn.SECOND: "second"}


def events_of(before: Position, action: int, after: Position) -> list[Event]:
    """The events of one action, in the order of the rules: move, city, enclosures, end."""
    told: list[Event] = []
    mover = SEATS[before.side]
    if action in (FIRST_BEGINS, SECOND_BEGINS):
        told.append(Event("begins", {"seat": SEATS[after.side]}))
    elif action == PASS:
        told.append(Event("passed", {"seat": mover}))
    elif action == CLAIM:
        told.append(Event("claimed", {"seat": mover}))
    else:
        told += _turn(before, action)
    result = after.result()
    if result is not None:
        if result.winner is None:
            told.append(Event("drawn", {"rule": result.rule}))
        else:
            told.append(Event("won", {"seat": SEATS[result.winner], "rule": result.rule}))
    return told


def narration(events: Sequence[Event]) -> list[Message]:
    """A piece that has just been named need not be named again."""
    moves = any(event.kind == "moved" for event in events)
    return [
        Message("event.promoted_moving") if moves and event.kind == "promoted" else event.message for event in events
    ]


def _turn(before: Position, action: int) -> Iterator[Event]:
    mine, theirs, heroes, my_cities, their_cities = before.placement
    mover, other = SEATS[before.side], SEATS[before.side.other]
    start, goal = ends_of(action)
    piece = "hero" if heroes >> start & 1 else "fighter"
    if start == goal:
        yield Event("promoted", {"seat": mover, "square": NAMES[goal]})
        return
    path = shortest_path(start, goal, BOARD & ~(mine | theirs))
    yield Event("moved", {"seat": mover, "piece": piece, "from": NAMES[start], "to": NAMES[goal], "path": path})
    if piece == "fighter" and my_cities >> goal & 1:
        yield Event("promoted", {"seat": mover, "square": NAMES[goal]})
    if their_cities >> goal & 1:
        yield Event("city_taken", {"seat": mover, "from_seat": other, "square": NAMES[goal]})
        my_cities, their_cities = my_cities | 1 << goal, their_cities & ~(1 << goal)
    moved = mine ^ (1 << start | 1 << goal)
    shelter = before.setting.rulings.shelter
    yield from captures(theirs, moved, their_cities if shelter else 0, other)
    yield from captures(moved, theirs, my_cities if shelter else 0, mover)


def captures(prey: int, hunter: int, safe: int, seat: str) -> Iterator[Event]:
    """One event for each enclosed run of a seat: what is captured, between which two pieces, along which line."""
    for step, line in LINES.items():
        rest = rules.bracketed(prey, hunter, step)
        while rest:
            run = rest & -rest
            while (longer := run | (run << step & rest)) != run:
                run = longer
            rest &= ~run
            low, high = (run & -run).bit_length() - 1 - step, run.bit_length() - 1 + step
            if run & ~safe:
                fields = {"seat": seat, "squares": names_in(run & ~safe), "ends": [NAMES[low], NAMES[high]]}
                yield Event("captured", {**fields, "line": line, "count": (run & ~safe).bit_count()})


def preview_of(position: Position, action: int) -> dict[str, object]:
    """Path, captures, own losses, city, promotion and end that an action will bring; and the ends of what encloses."""
    after = position.play(action)
    seen: dict[str, object] = {"path": [], "captures": [], "losses": [], "takes": "", "promotes": "", "ends": ""}
    lines: list[object] = []
    captured: dict[str, set[str]] = {"first": set(), "second": set()}
    for event in events_of(position, action, after):
        match event.kind:
            case "moved":
                seen["path"] = event.names("path")
            case "promoted":
                seen["promotes"] = event.fields["square"]
            case "city_taken":
                seen["takes"] = event.fields["square"]
            case "captured":
                captured[str(event.fields["seat"])] |= set(event.names("squares"))
                lines.append(event.fields["ends"])
            case "won" | "drawn":
                seen["ends"] = event.fields["rule"]
    seen["losses"] = sorted(captured[SEATS[position.side]])
    seen["captures"] = sorted(captured[SEATS[position.side.other]])
    seen["lines"] = lines
    return seen


def reach_of(position: Position) -> list[dict[str, object]]:
    """Where each piece could go if its side were to move, the first side's from a1 on, then the second's."""
    if position.turn is not position.side:
        return []
    first, second, heroes, first_cities, second_cities = position.absolute()
    found: dict[tuple[Turn, int], list[str]] = {}
    for side, mine, theirs, cities in [
        (Turn.FIRST, first, second, first_cities),
        (Turn.SECOND, second, first, second_cities),
    ]:
        for start, goal in map(ends_of, jobs.list_moves(mine, theirs, heroes, cities)):
            found.setdefault((side, start), []).append(NAMES[goal])
    return [
        {"kind": "reach", "seat": SEATS[side], "square": NAMES[start], "goals": goals}
        for (side, start), goals in found.items()
    ]
