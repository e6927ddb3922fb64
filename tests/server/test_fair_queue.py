"""A fair line: one who asks for much waits mostly for himself."""

from __future__ import annotations

from tests.hypothesis_profiles import given, st
from triarii.server.thinking.fair_queue import FairQueue


def test_who_asks_once_waits_for_one_job_of_who_asks_for_much() -> None:
    turns: FairQueue[int] = FairQueue()
    for number in range(30):
        turns.push("greedy", number)
    turns.pop()
    turns.push("modest", 99)
    assert turns.pop() == ("modest", 99)
    assert turns.pop() == ("greedy", 1)


def test_what_is_more_urgent_goes_first_whoever_asked() -> None:
    turns: FairQueue[str] = FairQueue()
    turns.push("b", "hint", urgency=1)
    turns.push("a", "move", urgency=0)
    turns.push("a", "another", urgency=0)
    assert [turns.pop()[1] for _ in range(3)] == ["move", "another", "hint"]


def test_jobs_that_cost_more_count_more() -> None:
    turns: FairQueue[int] = FairQueue()
    for number in range(10):
        turns.push("heavy", number)
        turns.push("light", number)
    served = []
    for _ in range(11):
        asker, _ = turns.pop()
        served.append(asker)
        turns.spent(asker, 9.0 if asker == "heavy" else 1.0)
    assert served.count("light") == 9, "nine light jobs weigh as much as one heavy one"


def test_nobody_saves_up_by_asking_for_nothing() -> None:
    turns: FairQueue[int] = FairQueue()
    turns.push("early", 0)
    turns.spent(turns.pop()[0], 1.0)
    for number in range(20):
        turns.push("busy", number)
        turns.spent(turns.pop()[0], 1.0)
    for number in range(3):
        turns.push("early", number)
        turns.push("busy", number)
    first = [turns.pop()[0] for _ in range(4)]
    assert sorted(first) == ["busy", "busy", "early", "early"], "the one who was away is not served thrice"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2), st.floats(0, 5)), max_size=40))
def test_everything_is_served_once_and_nobody_is_remembered_for_ever(jobs: list[tuple[str, int, float]]) -> None:
    turns: FairQueue[int] = FairQueue()
    for number, (asker, urgency, _) in enumerate(jobs):
        turns.push(asker, number, urgency)
    assert len(turns) == len(jobs)
    served = []
    while len(turns):
        asker, number = turns.pop()
        turns.spent(asker, jobs[number][2])
        assert asker == jobs[number][0]
        served.append(number)
    assert sorted(served) == list(range(len(jobs)))
    urgencies = [jobs[number][1] for number in served]
    assert urgencies == sorted(urgencies)
