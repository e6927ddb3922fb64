"""How odds are told to people: who meets whom, the ledger with its rules, what does not count, chances with bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from triarii.cli.speech import TEXTS as CLI_TEXTS
from triarii.cli.speech import show
from triarii.cli.tables import print_table
from triarii.core.texts import Message, Texts
from triarii.games.adlg.combat.combatants import SIDES, Shot, Side
from triarii.games.adlg.combat.ledger import Entry, Voided
from triarii.games.adlg.combat.odds import RoundOdds, fight_odds, round_odds
from triarii.games.adlg.combat.resolution import ROUT
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.games.adlg.data import readings
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.texts import TEXTS as GAME_TEXTS
from triarii.games.adlg.questions.answers import RULES
from triarii.games.adlg.questions.combat_words import describe, name_of, signed
from triarii.games.adlg.questions.form import Asked

TEXTS = Texts(CLI_TEXTS.entries, GAME_TEXTS)
BAR = 24
"""Blocks of a certain thing."""
FULL, EIGHTHS = "█", " ▏▎▍▌▋▊▉"


@dataclass(frozen=True)
class Row:
    """One thing that can happen, under the readings asked for and, if it differs, under the other profile's."""

    label: str
    chance: Fraction
    beside: Fraction | None = None


def tell(asked: Asked, read: Readings, lang: str) -> None:
    """All that there is to say about one situation."""
    another = readings.other_profile(read)
    _say("adlg.odds.title", lang, **_title(asked, lang))
    if isinstance(asked.situation, Shot):
        shot, differs = shot_odds(asked.situation, read), shot_odds(asked.situation, another)
        _ledger(shot.entries, shot.voided, shot.totals, lang)
        same = shot.hit == differs.hit
        rows = [
            Row(_word("adlg.odds.hit", lang), shot.hit, None if same else differs.hit),
            Row(_word("adlg.odds.miss", lang), 1 - shot.hit, None if same else 1 - differs.hit),
        ]
        if shot.routs or differs.routs:
            rows.append(Row(_word("adlg.odds.routs", lang, side="b"), shot.routs, None if same else differs.routs))
        _chances(rows, read, another, lang)
    elif asked.kind == "fight":
        fight, beside = fight_odds(asked.situation, read), fight_odds(asked.situation, another)
        same = fight == beside
        _chances(
            [
                Row(_word("adlg.odds.wins", lang, side="a"), fight.a_wins, None if same else beside.a_wins),
                Row(_word("adlg.odds.wins", lang, side="b"), fight.b_wins, None if same else beside.b_wins),
            ],
            read,
            another,
            lang,
        )
        _say("adlg.odds.rounds", lang, rounds=_decimal(fight.rounds, lang))
        if not same:
            name = Message(f"profile.{another.profile}")
            _say("adlg.odds.rounds_beside", lang, profile=name, rounds=_decimal(beside.rounds, lang))
    else:
        odds, differs_round = round_odds(asked.situation, read), round_odds(asked.situation, another)
        _ledger(odds.round.entries, odds.round.voided, odds.round.totals, lang)
        _round(odds, differs_round, read, another, lang)


def _round(odds: RoundOdds, beside: RoundOdds, read: Readings, another: Readings, lang: str) -> None:
    for side in odds.round.destroyed:
        _say("adlg.odds.destroyed", lang, side=side)
    same = odds.joint == beside.joint
    pairs = sorted({*odds.joint, *beside.joint}, key=lambda pair: pair[0] - pair[1])
    _chances(
        [
            Row(
                _pair(pair, lang),
                odds.joint.get(pair, Fraction(0)),
                None if same else beside.joint.get(pair, Fraction(0)),
            )
            for pair in pairs
        ],
        read,
        another,
        lang,
    )
    for side in SIDES:
        if odds.routs(side):
            left = odds.round.melee.unit(side).left
            _say("adlg.odds.breaks", lang, side=side, left=left, chance=_percent(odds.routs(side), lang))
        if odds.round.means[side].furious:
            _say("adlg.odds.furious", lang, side=side)


def _title(asked: Asked, lang: str) -> dict[str, object]:
    situation = asked.situation
    if isinstance(situation, Shot):
        how = Message("adlg.odds.shot", {"weapon": situation.weapon.id})
    else:
        charger = "charges" if situation.charged else "no_charge"
        how = Message(
            f"adlg.odds.{charger}",
            {
                "number": situation.round,
                "side": situation.charger,
                "contact": Message(f"adlg.contact.{situation.contact}"),
            },
        )
    return {"a": describe(situation.a, lang), "b": describe(situation.b, lang), "how": how}


def _ledger(entries: Iterable[Entry], voided: Iterable[Voided], totals: Mapping[Side, int], lang: str) -> None:
    """Every number of both sides with the sentence of its rule and where the sheet has it."""
    rows: list[tuple[str, str, str]] = []
    for side in SIDES:
        rows += [
            (side, signed(entry.value), _cite(entry.rule, lang, entry.of)) for entry in entries if entry.side == side
        ]
        rows.append((side, signed(totals[side]), _word("adlg.odds.total", lang)))
    print_table([_word(f"adlg.odds.column_{name}", lang) for name in ("side", "number", "rule")], rows, folding=2)
    for each in voided:
        _say("adlg.odds.voided", lang, side=each.side, what=name_of(each.what, lang), by=_cite(each.by, lang))
    print()


def _cite(rule_id: str, lang: str, troop: str = "") -> str:
    rule = RULES.find(rule_id)
    assert rule is not None, rule_id
    named = f"{_word(f'word.{troop}', lang)}: " if troop else ""
    return f"{named}{rule.text[lang]} [{rule.page[lang]}]"


def _pair(pair: tuple[int, int], lang: str) -> str:
    """A pair of losses in words; only one side can lose."""
    if pair == (0, 0):
        return _word("adlg.odds.nobody", lang)
    side: Side = "a" if pair[0] else "b"
    loss = max(pair)
    return _word("adlg.odds.routed" if loss == ROUT else "adlg.odds.loses", lang, side=side, loss=loss)


def _chances(rows: Sequence[Row], read: Readings, another: Readings, lang: str) -> None:
    """Chances with bars; the other profile's beside them where it differs."""
    titles = [_word("adlg.odds.column_outcome", lang), "", _word(f"profile.{read.profile}", lang)]
    table = [[row.label, _bar(row.chance), _percent(row.chance, lang)] for row in rows]
    if any(row.beside is not None for row in rows):
        titles += ["", _word(f"profile.{another.profile}", lang)]
        for line, row in zip(table, rows, strict=True):
            assert row.beside is not None
            line += [_bar(row.beside), _percent(row.beside, lang)]
    print_table(titles, table)
    if read.unusual:
        _say(
            "adlg.odds.unusual", lang, options=[f"{name}={str(value).lower()}" for name, value in read.unusual.items()]
        )


def _bar(chance: Fraction) -> str:
    """A bar of block letters, to the eighth of a letter."""
    eighths = round(chance * BAR * 8)
    if chance and not eighths:
        eighths = 1
    return (FULL * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")).ljust(BAR)


def _percent(chance: Fraction, lang: str) -> str:
    """In percent, with the exact fraction while people can read it."""
    digits = f"{float(100 * chance):.1f}".replace(".", "," if lang == "de" else ".")
    exact = f" ({chance})" if chance.denominator <= 36 and chance.denominator > 1 else ""
    return f"{digits} %{exact}"


def _decimal(number: Fraction, lang: str) -> str:
    return f"{float(number):.2f}".replace(".", "," if lang == "de" else ".")


def _word(key: str, lang: str, **params: object) -> str:
    return TEXTS.say(Message(key, params), lang)


def _say(key: str, lang: str, **params: object) -> None:
    show(_word(key, lang, **params))
