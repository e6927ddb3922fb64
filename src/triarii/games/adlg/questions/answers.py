"""The odds of a combat in their JSON form: ledger with the rules' words, totals, counts, chances as exact text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from triarii.core import rulebook
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.combat.combatants import SIDES, Shot, Side
from triarii.games.adlg.combat.ledger import Entry, Voided
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.odds import FightOdds, RoundOdds, fight_odds, round_odds
from triarii.games.adlg.combat.resolution import PAIRS, ROUT, resolve
from triarii.games.adlg.combat.shooting import ShotOdds, hits, shot_odds
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.tables import PACKAGE
from triarii.games.adlg.questions.form import Asked

DIE = range(1, 7)
RULES = rulebook.load(PACKAGE)
_BY_ID = {rule.id: rule for rule in RULES.rules}


def answer(asked: Asked, readings: Readings) -> dict[str, object]:
    """The answer to one document."""
    if isinstance(asked.situation, Shot):
        return shot_answer(shot_odds(asked.situation, readings))
    if asked.kind == "fight":
        return fight_answer(fight_odds(asked.situation, readings))
    return round_answer(round_odds(asked.situation, readings))


def round_answer(odds: RoundOdds) -> dict[str, object]:
    fight = odds.round
    return {
        "ledger": entries_json(fight.entries),
        "voided": voided_json(fight.voided),
        "totals": dict(fight.totals),
        "destroyed": list(fight.destroyed),
        "counts": None if odds.counts is None else dict(odds.counts),
        "furious_charge": {side: fight.means[side].furious for side in SIDES},
        "joint": {f"{_loss(a)}:{_loss(b)}": str(chance) for (a, b), chance in odds.joint.items()},
        "loss": {side: _chances(odds.loss(side)) for side in SIDES},
        "chance": {
            "b_loses": str(odds.loses("b")),
            "neither": str(odds.neither),
            "a_loses": str(odds.loses("a")),
            "b_routs": str(odds.routs("b")),
            "a_routs": str(odds.routs("a")),
        },
    }


def shot_answer(odds: ShotOdds) -> dict[str, object]:
    losses: dict[Side, dict[int, Fraction]] = {"a": {0: Fraction(1)}, "b": {0: 1 - odds.hit, 1: odds.hit}}
    return {
        "ledger": entries_json(odds.entries),
        "voided": voided_json(odds.voided),
        "totals": dict(odds.totals),
        "counts": {"hit": odds.hits, "miss": PAIRS - odds.hits},
        "loss": {side: _chances(losses[side]) for side in SIDES},
        "chance": {"hit": str(odds.hit), "b_routs": str(odds.routs)},
    }


def fight_answer(odds: FightOdds) -> dict[str, object]:
    return {"a_wins": str(odds.a_wins), "b_wins": str(odds.b_wins), "rounds": str(odds.rounds)}


def rolls(asked: Asked, readings: Readings) -> list[list[dict[str, Any]]]:
    """What each of the 36 pairs of dice brings in the next round or the shot: a row for each die of `a`."""
    situation = asked.situation
    if isinstance(situation, Shot):
        shot = shot_odds(situation, readings)
        return [[_shot_roll(shot, (mine, yours), readings) for yours in DIE] for mine in DIE]
    fight = reckon(situation, readings)
    left = {side: situation.unit(side).left for side in SIDES}
    table: list[list[dict[str, Any]]] = []
    for mine in DIE:
        table.append([])
        for yours in DIE:
            outcome = resolve(fight, (mine, yours))
            loser = next((side for side in SIDES if outcome.losses[side]), None)
            loss = outcome.losses[loser] if loser else 0
            steps = [{"side": step.side, "rule": step.rule} for step in outcome.steps]
            breaks = loser is not None and loss >= left[loser]
            table[-1].append({"loser": loser, "loss": _loss(loss), "breaks": breaks, "steps": steps})
    return table


def _shot_roll(shot: ShotOdds, dice: tuple[int, int], readings: Readings) -> dict[str, object]:
    hit = hits(shot, dice, readings)
    return {"loser": "b" if hit else None, "loss": str(int(hit)), "breaks": hit and shot.shot.b.left == 1, "steps": []}


def mean_losses(asked: Asked, readings: Readings) -> dict[str, str]:
    """The cohesion that each side loses on average in the next round or by the shot; nobody loses more than it has."""
    situation = asked.situation
    if isinstance(situation, Shot):
        return {"a": "0", "b": str(shot_odds(situation, readings).hit)}
    odds = round_odds(situation, readings)
    left = {side: situation.unit(side).left for side in SIDES}
    return {
        side: str(sum((min(loss, left[side]) * chance for loss, chance in odds.loss(side).items()), Fraction(0)))
        for side in SIDES
    }


def entries_json(entries: Iterable[Entry]) -> list[dict[str, object]]:
    """Every number with its rule, the rule's sentence and where the sheet has it."""
    return [
        {"side": entry.side, "value": entry.value, **cited(entry.rule), **({"of": entry.of} if entry.of else {})}
        for entry in entries
    ]


def voided_json(voided: Iterable[Voided]) -> list[dict[str, object]]:
    return [{"side": each.side, "what": cited(each.what), "by": cited(each.by)} for each in voided]


def cited(rule_id: str) -> dict[str, object]:
    """A rule as the ledger shows it: id, sentence and page, in both languages."""
    rule = _BY_ID[rule_id]
    return {
        "rule": rule.id,
        "text": {lang: rule.text[lang] for lang in LANGUAGES},
        "page": {lang: rule.page[lang] for lang in LANGUAGES},
    }


def _loss(loss: int) -> str:
    return "rout" if loss == ROUT else str(loss)


def _chances(losses: Mapping[int, Fraction]) -> dict[str, str]:
    return {_loss(loss): str(chance) for loss, chance in losses.items() if chance}
