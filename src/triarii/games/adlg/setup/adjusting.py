"""Adjusting terrain: whoever chose few pieces may try to shift, rotate or remove some (adlg.setup.adjusting)."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.games.adlg.battle.preparation import OFF, Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import FINE
from triarii.games.adlg.setup import laying, sectors
from triarii.games.adlg.setup.going_on import changed, go, preparing, put_down, scene
from triarii.games.adlg.setup.grammar import Act
from triarii.games.adlg.setup.happenings import Altered, EffortFailed, EffortThrow, Removed
from triarii.games.adlg.setup.initiative import STRATEGIST
from triarii.games.adlg.setup.landscape import HALF, Lot
from triarii.games.adlg.setup.regions import COAST, IMPASSABLE, RIVER, VILLAGE
from triarii.games.adlg.setup.sectors import Area

RULE = "adlg.setup.adjusting"
FROM = 4
"""A seat has so many attempts less the pieces that it chose."""
FIXED = frozenset({COAST, RIVER, VILLAGE})
"""Never adjusted; nor are roads."""
NOTHING_UP_TO = 2
REACH = {3: 4000, 4: 4000, 5: 6000, 6: 6000}
"""How far a piece may be shifted, by the die."""
ROTATES = frozenset({5, 6})
REMOVES = 6
FEWEST = 2
"""Pieces that stay on the table."""
TURNS = (3000, 6000, 9000, 12000, 15000)
WAYS = (0, 4500, 9000, 13500, 18000, 22500, 27000, 31500)


def attempts(state: State, seat: int) -> int:
    """How many pieces a seat may still try to adjust."""
    prep, corps = preparing(state), state.field.setting.corps.values()
    strategist = any(each.seat == seat and each.chief and each.grade.id == STRATEGIST for each in corps)
    made = sum(int(each[0]) == seat for each in prep.tried)
    return max(0, FROM - len(prep.chosen_by(seat))) + strategist - made


def open_pieces(state: State) -> list[str]:
    """What the seat may try its luck with."""
    prep = preparing(state)
    return [
        name
        for name, lot in scene(state).lots.items()
        if lot.kind not in FIXED and f"{prep.seat}{name}" not in prep.tried
    ]


def settle(state: State) -> State:
    """On to whoever has attempts left, or to the camps."""
    prep = preparing(state)
    for seat in (prep.attacker, 1 - prep.attacker):
        if seat not in prep.over:
            now = changed(state, task=Task.ADJUST, seat=seat, about="", dice=(0, 0))
            if attempts(now, seat) > 0 and open_pieces(now):
                return now
            return settle(changed(state, over=(*prep.over, seat)))
    return changed(state, task=Task.CAMP, seat=1 - prep.attacker, about="", dice=(0, 0), over=(), tried=(), rethrown=())


def adjust(state: State, act: Act) -> State | Refusal:
    """A try with a piece, or no more."""
    prep = preparing(state)
    if act.verb == "done":
        return settle(changed(state, over=(*prep.over, prep.seat)))
    lot = scene(state).lots.get(act.name)
    if lot is None or lot.kind in FIXED:
        return Refusal("setup.not_adjusted", RULE, {"name": act.name, "known": open_pieces(state)})
    mark = f"{prep.seat}{act.name}"
    if mark in prep.tried:
        return Refusal("setup.adjusted_before", RULE, {"name": act.name})
    return changed(state, task=Task.EFFORT, about=act.name, tried=(*prep.tried, mark))


def effort(state: State, die: int) -> State:
    name = preparing(state).about
    state = state.noted(EffortThrow, RULE, name, die)
    if die <= NOTHING_UP_TO:
        return settle(state.noted(EffortFailed, RULE, name))
    return changed(state, task=Task.ALTER, dice=(die, 0))


def alter(state: State, act: Act) -> State | Refusal:
    """What is done with a piece that the die lets a seat alter."""
    prep, landscape = preparing(state), scene(state)
    lot = landscape.lots[prep.about]
    if act.verb == "keep":
        return settle(state)
    if act.verb == "remove":
        return _why_stays(state) or _removed(state)
    if act.verb == "rotate":
        if prep.dice[0] not in ROTATES:
            return Refusal("setup.no_rotation", RULE, {"die": prep.dice[0]})
        new = replace(lot, turn=act.numbers[0] % HALF)
    else:
        new = replace(lot, x=act.numbers[0], y=act.numbers[1])
        way = shapes.length((new.x - lot.x) * FINE, (new.y - lot.y) * FINE)
        if way > REACH[prep.dice[0]]:
            return Refusal("setup.shift_far", RULE, {"way": way, "most": REACH[prep.dice[0]]})
    refusal = _why_no_room(state, new)
    if refusal is not None or new == lot:
        return refusal or settle(state)
    state = put_down(state, landscape.with_lot(prep.about, new))
    return settle(state.noted(Altered, RULE, prep.about, new.kind, new.x, new.y, new.turn))


def _why_no_room(state: State, lot: Lot) -> Refusal | None:
    setting, name = state.field.setting, preparing(state).about
    piece = lot.piece(name, setting.size)
    if not Area(0, 0, *setting.size).holds(piece.polygon):
        return Refusal("setup.off_table", RULE, {"piece": name})
    if lot.kind == IMPASSABLE:
        for centre in sectors.centres(setting.size):
            upright = tuple((x * FINE, y * FINE) for x, y in centre.polygon)
            if any(shapes.overlap(part, upright, setting.limits.touch) for part in piece.parts):
                return Refusal("setup.centre", RULE, {})
    return laying.overlapped(setting, piece)


def _why_stays(state: State) -> Refusal | None:
    """Why a piece can't be removed."""
    prep, landscape = preparing(state), scene(state)
    pick = next(pick for pick in prep.picks if pick.id == prep.about)
    if prep.dice[0] != REMOVES and not (prep.dice[0] == REMOVES - 1 and pick.kind == IMPASSABLE):
        return Refusal("setup.no_removal", RULE, {"die": prep.dice[0]})
    if pick.compulsory:
        return Refusal("setup.compulsory", RULE, {"piece": prep.about})
    if prep.removed:
        return Refusal("setup.removed_before", RULE, {})
    if len(landscape.lots) <= FEWEST:
        return Refusal("setup.fewest", RULE, {"least": FEWEST})
    return None


def _removed(state: State) -> State:
    prep = preparing(state)
    place = next(place for place, pick in enumerate(prep.picks) if pick.id == prep.about)
    kind = scene(state).lots[prep.about].kind
    state = put_down(state, scene(state).without(prep.about)).noted(Removed, RULE, prep.about, kind)
    return settle(go(state, replace(prep.with_id(place, OFF), removed=True)))


def proposals(state: State) -> list[str]:
    """Leaving it, removing it, turning it, or shifting it along the winds as far as it may and half as far."""
    prep = preparing(state)
    lot = scene(state).lots[prep.about]
    acts = [Act("keep"), Act("remove")]
    acts += [Act("rotate", numbers=((lot.turn + turn) % HALF,)) for turn in TURNS]
    reach = REACH[prep.dice[0]]
    for distance in (reach, reach // 2):
        for way in WAYS:
            x, y, _ = shapes.along((lot.x, lot.y, 0), way, distance - 1)  # rounding may add a little
            if x >= 0 and y >= 0:
                acts.append(Act("shift", numbers=(x, y)))
    return [str(act) for act in acts if not isinstance(alter(state, act), Refusal)]
