"""Chance follows the published scheme to the bit, is fair, and its numbers never go back."""

import hashlib
import hmac
import math
import struct
from collections import Counter
from fractions import Fraction

import pytest

from tests.hypothesis_profiles import given, st
from tests.played import SECRET, act, add, deal, opened
from tests.seat_texts import new_text
from triarii.core.chance import RANGE, SECRET_BYTES, Dealer, commitment, integer_weights, is_bound, new_secret
from triarii.core.records import ChanceFell, TookBack
from triarii.games.cities import GAME

VECTORS = [
    ([1] * 6, "g1", "", "", 0, "a294b77df86d00471eb822558a1b3bf0", 4),
    ([1] * 6, "g1", "", "", 1, "19991ed715bfb858b239fab3eba3d884", 4),
    ([3, 3, 3, 4, 4], "g1", "alpha", "beta", 2, "e5dfdbfcb98087725e9136d82db363f2", 3),
    ([6, 5, 4, 2], "To War! #7", "Löwe", "", 40, "17325628578fc2e64729db26c5d84bd9", 1),
    ([1] * 36, "g1", "", "", 1_000_000, "2d9b87c7d1706b8f7b524b695ca9bd36", 14),
]
WEIGHTS = st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any)
COUNTS = st.integers(0, 2**64 - 1)


def number_by_hand(secret: bytes, words: tuple[str, ...], k: int, attempt: int) -> int:
    """The scheme as docs/records.md tells it, written once more."""
    message = b"triarii-chance-1\0"
    for word in words:
        message += struct.pack(">I", len(word.encode())) + word.encode()
    message += struct.pack(">QI", k, attempt)
    return int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest()[:16], "big")


def test_the_commitment_is_the_published_one() -> None:
    assert commitment(SECRET) == "b4fd548e7ca9688811b59c4e2942264011f17f6c2baf60a5331a1bf36261bd9b"


TEXT = "AAECAwQFBgcICQoLDA0ODw:a7d58708d986af5d26bd9e6a26c521da99abd09f913e8df018781599ee59dc3a"


def test_a_text_is_bound_to_a_promise_as_published() -> None:
    commit = commitment(SECRET)
    assert is_bound(TEXT, commit)
    nonce, _, digest = TEXT.partition(":")
    assert digest == hashlib.sha256(b"triarii-text-1\0" + commit.encode() + b"\0" + nonce.encode()).hexdigest()


def test_a_text_fits_no_other_promise_and_no_other_form() -> None:
    commit = commitment(SECRET)
    assert not is_bound(TEXT, commitment(bytes(32)))
    changed = ("B" + TEXT[1:], TEXT[:-1] + "b", TEXT.upper(), TEXT.replace(":", ""), TEXT + "\n", " " + TEXT)
    for bad in ("", "alpha", *changed):
        assert not is_bound(bad, commit), bad


def test_new_texts_are_bound_and_never_the_same() -> None:
    commit = commitment(SECRET)
    made = {new_text(commit) for _ in range(20)}
    assert len(made) == 20
    assert all(is_bound(text, commit) for text in made)


@pytest.mark.parametrize(("weights", "game_id", "first", "second", "k", "number", "outcome"), VECTORS)
def test_numbers_and_outcomes_are_the_published_ones(
    weights: list[int], game_id: str, first: str, second: str, k: int, number: str, outcome: int
) -> None:
    dealer = Dealer(SECRET, game_id, first, second)
    assert f"{dealer.number(k, 0):032x}" == number
    assert dealer.pick(weights, k) == outcome


@given(st.binary(min_size=32, max_size=32), st.tuples(st.text(), st.text(), st.text()), COUNTS, st.integers(0, 99))
def test_a_number_depends_on_secret_id_texts_count_and_attempt_as_published(
    secret: bytes, words: tuple[str, str, str], k: int, attempt: int
) -> None:
    assert Dealer(secret, *words).number(k, attempt) == number_by_hand(secret, words, k, attempt)


def test_texts_do_not_run_into_each_other() -> None:
    same_letters = [("ab", "", ""), ("a", "b", ""), ("a", "", "b"), ("", "ab", ""), ("", "a", "b"), ("", "", "ab")]
    assert len({Dealer(SECRET, *words).number(0, 0) for words in same_letters}) == len(same_letters)


def test_a_number_at_or_over_the_fair_limit_is_not_used() -> None:
    # Twice 2**127 + 1 is more than 2**128, so the limit is 2**127 + 1 and about half of all numbers lie over it.
    dealer, limit = Dealer(SECRET, "g1"), 2**127 + 1
    weights = [2**126, 2**126 + 1]
    attempts = Counter[int]()
    for k in range(200):
        attempt = next(attempt for attempt in range(99) if dealer.number(k, attempt) < limit)
        attempts[attempt] += 1
        assert dealer.pick(weights, k) == (dealer.number(k, attempt) >= 2**126)
    assert attempts[0] > 50
    assert attempts[1] > 20
    assert attempts[2] > 5


def test_the_fair_limit_is_exact_to_one() -> None:
    dealer = Dealer(SECRET, "g1")
    k = next(k for k in range(99) if dealer.number(k, 0) > RANGE // 2 > dealer.number(k, 1))
    first, second = dealer.number(k, 0), dealer.number(k, 1)
    # A total of `first` puts the limit right there, and the number is too large by nothing at all.
    assert dealer.pick([second, 1, first - second - 1], k) == 1
    # One more, and the number is the last one that is fair: the outcome is the last of all.
    assert dealer.pick([second, first - second, 1], k) == 2


def test_a_total_that_divides_the_range_never_needs_a_second_attempt() -> None:
    dealer = Dealer(SECRET, "g1")
    assert all(dealer.pick([RANGE // 2] * 2, k) == dealer.number(k, 0) >> 127 for k in range(200))


@pytest.mark.parametrize("weights", [[], [0, 0], [RANGE, 1]])
def test_weights_that_no_number_could_serve_are_an_error_and_no_endless_loop(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Dealer(SECRET, "g1").pick(weights, 0)


@given(WEIGHTS, COUNTS)
def test_the_outcome_is_the_first_whose_cumulative_weight_exceeds_the_remainder(weights: list[int], k: int) -> None:
    dealer = Dealer(SECRET, "g1")
    rest = dealer.number(k, 0) % sum(weights)  # with small totals, a first number over the limit never happens
    assert dealer.pick(weights, k) == next(i for i in range(len(weights)) if sum(weights[: i + 1]) > rest)


@given(WEIGHTS, COUNTS, st.data())
def test_joining_neighbouring_outcomes_changes_no_other(weights: list[int], k: int, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(weights)))
    joined = [sum(weights[:cut]), *weights[cut:]]
    dealer = Dealer(SECRET, "g1")
    assert dealer.pick(joined, k) == max(0, dealer.pick(weights, k) - cut + 1)


@given(WEIGHTS, COUNTS)
def test_an_outcome_without_weight_never_falls(weights: list[int], k: int) -> None:
    assert weights[Dealer(SECRET, "g1").pick(weights, k)] > 0


def test_six_thousand_dice_show_every_face_about_as_often() -> None:
    dealer = Dealer(SECRET, "g1")
    faces = Counter(dealer.pick([1] * 6, k) for k in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in faces.values()) < 20.5  # chi-square, five degrees: 0.1 %


@given(WEIGHTS)
def test_weights_are_the_same_proportions_in_the_smallest_whole_numbers(weights: list[int]) -> None:
    found = integer_weights([Fraction(weight, sum(weights)) for weight in weights])
    assert found == [weight // math.gcd(*weights) for weight in weights]


def test_weights_of_unlike_denominators_meet_in_the_smallest_common_one() -> None:
    assert integer_weights([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]) == [3, 2, 1]
    assert integer_weights([Fraction(1)]) == [1]


def test_lots_fall_as_the_numbers_say() -> None:
    position = opened({"begins": "random"}).position
    dealer = Dealer(SECRET, "g1")
    dealt = [GAME.action_text(dealer.deal(position, k)) for k in range(50)]
    assert dealt == [("first", "second")[dealer.number(k, 0) % 2] for k in range(50)]
    assert set(dealt) == {"first", "second"}


def test_new_secrets_are_long_and_never_the_same() -> None:
    found = {new_secret() for _ in range(100)}
    assert len(found) == 100
    assert {len(secret) for secret in found} == {SECRET_BYTES}


def test_the_count_of_chances_never_goes_back() -> None:
    line = opened({"begins": "random"})
    counts, dealt = [], []
    for _ in range(20):
        counts.append(line.chances)
        dealt.append(deal(line))
        act(line, "b2b3" if dealt[-1] == "first" else "b9b8")
        add(line, TookBack(0))
    assert counts == list(range(20))
    assert dealt == [("first", "second")[Dealer(SECRET, "g1").number(k, 0) % 2] for k in range(20)]
    assert [entry.text for entry in line.record.entries if isinstance(entry, ChanceFell)] == dealt
