"""Choosing terrain: the defender has the compulsory piece of the region, then each seat takes some more
(adlg.setup.pieces)."""

from __future__ import annotations

from triarii.core.contract import SEAT_NAMES, Refusal
from triarii.games.adlg.battle.preparation import Chosen, Preparation, Task
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.setup import laying
from triarii.games.adlg.setup.armies import format_of
from triarii.games.adlg.setup.going_on import changed, go, preparing, put_down, scene
from triarii.games.adlg.setup.grammar import Act
from triarii.games.adlg.setup.happenings import ClaimDenied, ClaimThrow, Picked, RegionNamed
from triarii.games.adlg.setup.regions import CLAIM, CLAIMED, COUNTS_AS, REGIONS, VILLAGE, count

RULE = "adlg.setup.pieces"
LEAST = 2
MOST = {100: 3, 200: 4, 300: 4, 400: 4}
"""Pieces that a seat may choose by format; that it is one less on the smallest table is our own figure."""
IDENTICAL = 2
"""Pieces of one kind that a seat may have, the compulsory one included."""


def name_region(state: State, act: Act) -> State | Refusal:
    """The winner of the initiative names the region and his own part (adlg.setup.region)."""
    prep = preparing(state)
    if act.name not in REGIONS:
        return Refusal("setup.region", "adlg.setup.region", {"name": act.name, "known": list(REGIONS)})
    defender = prep.seat if act.word == "defend" else 1 - prep.seat
    piece = Chosen(REGIONS[act.name].compulsory, defender, compulsory=True)
    state = put_down(state, replace(scene(state), begins=1 - defender))
    state = state.noted(RegionNamed, "adlg.setup.region", SEAT_NAMES[prep.seat], act.name, act.word)
    return go(state, Preparation(Task.PICK, defender, defender, act.name, (piece,)))


def most(state: State) -> int:
    return MOST[format_of(state.field.setting.size)]


def why_not(state: State, kind: str) -> Refusal | None:
    """Why the seat may not choose a piece of this kind now."""
    prep = preparing(state)
    region = REGIONS[prep.region]
    named = {"kind": kind, "region": prep.region}
    if kind not in region.most:
        return Refusal("setup.no_such_piece", RULE, named)
    if kind == VILLAGE and prep.seat != prep.defender:
        return Refusal("setup.village", RULE, {})
    if f"{prep.seat}{kind}" in prep.denied:
        return Refusal("setup.denied", RULE, {"kind": kind})
    full = region.full(kind, [pick.kind for pick in prep.picks])
    if full:
        return Refusal("setup.all_chosen", RULE, {"kind": full, "region": prep.region, "most": region.most[full]})
    own = [pick.kind for pick in prep.picks if pick.seat == prep.seat]
    if count(COUNTS_AS.get(kind, kind), own) >= IDENTICAL:
        return Refusal("setup.identical", RULE, {"kind": kind, "most": IDENTICAL})
    return None


def open_kinds(state: State) -> list[str]:
    """What the seat may choose now."""
    return [kind for kind in REGIONS[preparing(state).region].most if why_not(state, kind) is None]


def enough(state: State) -> bool:
    prep = preparing(state)
    return len(prep.chosen_by(prep.seat)) >= LEAST


def pick(state: State, act: Act) -> State | Refusal:
    """One more piece, or the end of choosing."""
    prep = preparing(state)
    if act.verb == "done":
        if not enough(state):
            have = len(prep.chosen_by(prep.seat))
            return Refusal("setup.too_few", RULE, {"least": LEAST, "most": most(state), "have": have})
        return _next_seat(state)
    refusal = why_not(state, act.name)
    if refusal is not None:
        return refusal
    if act.name in CLAIMED:
        return changed(state, task=Task.CLAIM, about=act.name)
    return _taken(state, act.name)


def claim(state: State, die: int) -> State:
    """A coast, a river or a village comes on 4 or more; else the seat chooses another piece."""
    prep = preparing(state)
    state = changed(state, task=Task.PICK, about="").noted(ClaimThrow, RULE, prep.about, die)
    if die >= CLAIM:
        return _taken(state, prep.about)
    state = changed(state, denied=(*prep.denied, f"{prep.seat}{prep.about}")).noted(ClaimDenied, RULE, prep.about)
    return state if open_kinds(state) else _next_seat(state)


def _taken(state: State, kind: str) -> State:
    prep = preparing(state)
    state = changed(state, picks=(*prep.picks, Chosen(kind, prep.seat)))
    state = state.noted(Picked, RULE, SEAT_NAMES[prep.seat], kind)
    full = len(preparing(state).chosen_by(prep.seat)) >= most(state) or not open_kinds(state)
    return _next_seat(state) if full else state


def _next_seat(state: State) -> State:
    """After the defender the attacker chooses, then the pieces are laid."""
    prep = preparing(state)
    if prep.seat == prep.defender:
        return changed(state, seat=prep.attacker)
    return laying.next_piece(changed(state, denied=()))
