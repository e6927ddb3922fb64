"""The checker of histories: it lets pass what can be told in one order, and shows the pair where that is not so."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.server.histories import Deed, Entry, Problem, Sight, Wrong, check

A1, B2, A3 = Entry("action", "first", "a"), Entry("action", "second", "b"), Entry("action", "first", "c")
LOG = [A1, B2, A3]
DEEDS = [
    Deed("ada", "k1", A1, 0, 1.0, 2.0, 1),
    Deed("ben", "k2", B2, 1, 3.0),  # nobody answered: the server died
    Deed("ben", "k2", B2, 1, 4.0, 5.0, 2),
    Deed("ada", "k3", A3, 2, 6.0, 7.0, 3),
]
SIGHTS = [
    Sight("ben", 1.5, 1, ((1, A1),)),
    Sight("ada", 6.5, 2, ((1, A1), (2, B2)), asked=3.5),
    Sight("eve", 9.0, 3, ((1, A1), (2, B2), (3, replace(A3, text=None))), asked=8.0),
    Sight("late", 99.0, 1, ((1, A1),)),  # news may come late
]


def wrongs(problems: list[Problem]) -> set[Wrong]:
    return {problem.wrong for problem in problems}


def test_a_history_that_one_order_explains_is_linearizable() -> None:
    assert check(LOG, DEEDS, SIGHTS) == []


def test_an_acknowledged_deed_that_is_missing_is_found() -> None:
    [problem] = check(LOG[:2], DEEDS, SIGHTS[:2])
    assert (problem.wrong, problem.first) == (Wrong.LOST, DEEDS[3])


def test_a_deed_without_an_answer_may_be_missing() -> None:
    unanswered = [*DEEDS[:3], replace(DEEDS[3], answered=None, version=None)]
    assert check(LOG[:2], unanswered, SIGHTS[:2]) == []


def test_a_deed_that_was_entered_again_when_it_was_sent_again_is_found() -> None:
    [problem] = check([*LOG, B2], DEEDS, SIGHTS)
    assert (problem.wrong, problem.first, problem.second, problem.number) == (Wrong.DOUBLED, B2, DEEDS[1], 4)


def test_an_entry_that_nobody_wanted_is_found_but_computers_may_act() -> None:
    [problem] = check([*LOG, Entry("action", "second", "z")], DEEDS, SIGHTS)
    assert (problem.wrong, problem.number) == (Wrong.UNASKED, 4)
    ada = [deed for deed in DEEDS if deed.client == "ada"]
    assert check(LOG, ada, SIGHTS, people=["first"]) == []


def test_one_key_with_two_answers_is_found() -> None:
    again = Deed("ada", "k1", A1, 0, 2.5, 2.8, 2)
    assert Wrong.TWO_ANSWERS in wrongs(check(LOG, [*DEEDS, again], []))


def test_two_eyes_with_two_stories_are_found() -> None:
    other = Sight("eve", 9.0, 2, ((2, Entry("action", "second", "x")),))
    [problem] = check(LOG, DEEDS, [*SIGHTS, other])
    assert (problem.wrong, problem.first, problem.second) == (Wrong.TWO_STORIES, other, SIGHTS[1])


def test_what_was_told_and_is_not_in_the_log_is_found() -> None:
    dreamt = Sight("eve", 0.5, 4, ((4, B2),))
    assert (Wrong.TWO_STORIES, dreamt) in [(each.wrong, each.first) for each in check(LOG, DEEDS, [dreamt])]


def test_a_look_that_misses_what_was_acknowledged_before_is_found_with_its_pair() -> None:
    stale = Sight("eve", 6.0, 1, ((1, A1),), asked=5.5)
    [problem] = check(LOG, DEEDS, [*SIGHTS, stale])
    assert (problem.wrong, problem.first, problem.second) == (Wrong.BACKWARDS, DEEDS[2], stale)
    assert "Deed" in str(problem)
    assert "eve" in str(problem)


def test_a_look_may_miss_what_was_acknowledged_while_it_waited() -> None:
    assert check(LOG, DEEDS, [*SIGHTS, Sight("eve", 6.0, 1, ((1, A1),), asked=4.5)]) == []


def test_a_look_behind_the_news_that_another_had_is_found() -> None:
    news, stale = Sight("ada", 3.5, 2, ((2, B2),)), Sight("eve", 3.9, 1, asked=3.6)
    [problem] = check(LOG, DEEDS, [news, stale])
    assert (problem.wrong, problem.first, problem.second) == (Wrong.BACKWARDS, news, stale)


def test_a_deed_that_stands_before_what_its_sender_could_not_have_missed_is_found() -> None:
    late = [*DEEDS[:3], replace(DEEDS[3], sent=10.0, answered=11.0)]
    news = Sight("eve", 9.0, 3)
    assert wrongs(check(LOG, late, [news])) == {Wrong.BACKWARDS}


@pytest.mark.parametrize("seed", range(20))
def test_no_history_of_a_real_log_is_called_wrong_and_a_stale_look_always_is(seed: int) -> None:
    """A log that really exists, with clients that take their time to send, to be served and to hear."""
    rng = Random(seed)
    log: list[Entry] = []
    deeds: list[Deed] = []
    sights: list[Sight] = []
    now = 0.0
    for number in range(60):
        now += rng.random()
        sent, answered = now - rng.random(), now + rng.random()
        if rng.random() < 0.5:
            entry = Entry("action", rng.choice(["first", "second"]), str(number))
            log.append(entry)
            told = rng.random() < 0.8
            at, version = (answered, len(log)) if told else (None, None)
            deeds.append(Deed(entry.seat, str(number), entry, len(log) - 1, sent, at, version))
        else:
            pages = tuple(enumerate(log, 1))
            sights.append(Sight("eve", answered, len(log), pages, asked=sent if rng.random() < 0.5 else None))
    assert check(log, deeds, sights) == []
    acknowledged = max(deed.version or 0 for deed in deeds)
    stale = Sight("eve", now + 9, acknowledged - 1, asked=now + 8)
    assert wrongs(check(log, deeds, [*sights, stale])) == {Wrong.BACKWARDS}
