"""The end of an evening: a battle that ends after a game turn, by a limit of turns, by the clock or because both want
it, and what it is worth then (adlg.scoring.time, adlg.scoring.unfinished).

A game turn is a sequence of each seat. No clock runs in here: whoever has one says that time is up.
"""

from __future__ import annotations

from triarii.core.contract import SEAT_NAMES, Refusal, Result, Turn
from triarii.core.texts import Message
from triarii.games.adlg.battle import scoring
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.scoring import Ending, Score, Scoring, Share
from triarii.games.adlg.battle.stages import ChoosingCorps, EndingEvening, Stage
from triarii.games.adlg.battle.state import Evening, State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import TimeAgreed, TimeAsked, TimeRefused, TimeUp
from triarii.games.adlg.combat.losses import broken
from triarii.games.adlg.data.changing import replace

ASK, AGREE, PLAY_ON = "time", "agree", "play_on"
"""The words of a seat: to propose that this turn be the last, and to answer that."""
TIME = "adlg.scoring.time"
TIME_UP = "time_up"
"""What a clock says, and no seat can."""


def game_turn(state: State) -> int:
    return (state.sequence + 1) // 2


def is_last_turn(state: State) -> bool:
    """Whether the battle ends with this game turn, whatever comes."""
    limit = state.field.setting.turns
    return state.evening is Evening.LAST_TURN or bool(limit and game_turn(state) >= limit)


def ends_now(state: State) -> bool:
    """At the end of a sequence: whether it was the second of the last turn."""
    return state.sequence % 2 == 0 and is_last_turn(state)


# What is said about it


def why_not_ask(state: State) -> Refusal | None:
    """Why the seat whose sequence begins can't propose that this turn be the last (adlg.scoring.time)."""
    rule = "adlg.scoring.time"
    if state.stage is not Stage.CORPS or state.done:
        return Refusal("evening.begun", rule)
    if is_last_turn(state):
        return Refusal("evening.last_turn", rule)
    return Refusal("evening.asked", rule) if state.evening is Evening.PLAY_ON else None


def ask(state: State) -> State:
    return replace(state.noted(TimeAsked, TIME, SEAT_NAMES[state.active]), now=EndingEvening())


def answer(state: State, agrees: bool) -> State:
    state = state.noted(TimeAgreed if agrees else TimeRefused, TIME, SEAT_NAMES[1 - state.active])
    return replace(state, now=ChoosingCorps(), evening=Evening.LAST_TURN if agrees else Evening.PLAY_ON)


def why_not_call(state: State) -> Refusal | None:
    """Why a clock's end changes nothing."""
    if state.stage is Stage.OVER:
        return Refusal("over")
    return Refusal("evening.last_turn", "adlg.scoring.time") if state.evening is Evening.LAST_TURN else None


def call(state: State) -> State:
    """Time is up: this turn is the last. A proposal that waits for its answer needs none any more."""
    now = ChoosingCorps() if isinstance(state.now, EndingEvening) else state.now
    return replace(state.noted(TimeUp, TIME, game_turn(state)), now=now, evening=Evening.LAST_TURN)


# What it is worth


def shares(field: Field) -> tuple[Share, Share]:
    first, second = (
        Share(aftermath.army_losses(field, seat).total, aftermath.army_value(field, seat).total) for seat in (0, 1)
    )
    return first, second


def score_now(field: Field) -> Score:
    """What the battle would be worth if it ended as it stands."""
    lost = shares(field)
    return field.setting.once(("score", lost), lambda: _score(field.setting.scoring, lost))


def _score(table: Scoring, lost: tuple[Share, Share]) -> Score:
    first, second = (broken(share.lost, share.value) for share in lost)
    if first and second:
        return scoring.of_draw(table, lost)
    if first or second:
        return scoring.of_broken(table, lost, 1 if first else 0)
    return scoring.of_unfinished(table, lost)


def score_of(state: State, result: Result | None) -> Score:
    """What a battle is worth that ended so: who gave up or ran out of time counts as broken."""
    field = state.field
    if result is None or (state.stage is Stage.OVER and state.setup is None):
        return score_now(field)
    table, lost = field.setting.scoring, shares(field)
    if result.winner is None:
        return scoring.of_draw(table, lost)
    return scoring.of_broken(table, lost, int(result.winner))


def rule_of(found: Score) -> str:
    """The rule by which the points were given."""
    return "adlg.scoring.broken" if found.ending is Ending.BROKEN else "adlg.scoring.unfinished"


def result_of(field: Field) -> Result:
    """Who has won a battle that is over, and by which rule."""
    found = score_now(field)
    decided = any(broken(share.lost, share.value) for share in found.shares)
    rule = "adlg.losses.break" if decided else "adlg.scoring.unfinished"
    return Result(None if found.winner is None else Turn(found.winner), rule)


def reckoning(found: Score) -> list[Message]:
    """How the points came about, in sentences."""
    lost: dict[str, object] = {name: str(share) for name, share in zip(SEAT_NAMES, found.shares, strict=True)}
    why = Message(f"score.{found.ending.value}", {**_lead(found), **lost})
    return [why, *(_sum(found, seat) for seat in (0, 1))]


def _lead(found: Score) -> dict[str, object]:
    if found.ending is Ending.BROKEN:
        return {}
    return {"lead": str(found.lead), "margin": int(found.margin * scoring.WHOLE)}


def _sum(found: Score, seat: int) -> Message:
    made = found.sums[seat]
    params = {"seat": SEAT_NAMES[seat], "base": made.base, "points": made.points, "part": str(made.part)}
    if not made.by:
        return Message("score.plain", params)
    return Message("score.less" if made.by < 0 else "score.more", {**params, "by": abs(made.by)})


def facts(state: State) -> dict[str, object]:
    """The running score, and how long the battle goes on, for displays."""
    setting, lost = state.field.setting, shares(state.field)
    return {
        **setting.once(("score facts", lost), lambda: _score_facts(_score(setting.scoring, lost))),
        "limit": state.field.setting.turns,
        "last_turn": is_last_turn(state),
        "may_propose": why_not_ask(state) is None,
    }


def _score_facts(found: Score) -> dict[str, object]:
    return {
        "points": list(found.points),
        "winner": None if found.winner is None else SEAT_NAMES[found.winner],
        "ending": found.ending.value,
        "parts": [str(share.part) for share in found.shares],
    }
