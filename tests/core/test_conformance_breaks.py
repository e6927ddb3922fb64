"""Whatever breaks the contract is caught: each break is built into a game or a player by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from typing import Any, cast

import pytest

from tests.toy import Breaks, Toy
from triarii.core.conformance import NotConforming, check_game
from triarii.core.contract import (
    AnyGame,
    Choice,
    Event,
    Eye,
    Level,
    OptionInfo,
    Question,
    Refusal,
    Result,
    Span,
    Turn,
)
from triarii.core.texts import Message, Texts

breaks = Breaks()


# Chance


@breaks("add up to 5/6, not to 1")
def probabilities_do_not_add_up(toy: Toy) -> None:
    toy.change(
        toy.position, "chances", lambda old, here: [(what, chance * Fraction(5, 6)) for what, chance in old(here)]
    )


@breaks("no positive Fraction")
def probabilities_are_floats(toy: Toy) -> None:
    toy.change(toy.position, "chances", lambda old, here: [(what, float(chance)) for what, chance in old(here)])


@breaks("Two outcomes of chance have the same text")
def one_outcome_is_listed_twice(toy: Toy) -> None:
    def doubled(old: Any, here: Any) -> list[Any]:
        return [(what, chance / 2) for what, chance in old(here) for _ in range(2)]

    toy.change(toy.position, "chances", doubled)


@breaks("A seat may play what only chance can do")
def seats_may_deal(toy: Toy) -> None:
    toy.change(toy.position, "check", lambda old, here, action: None if here.turn is Turn.CHANCE else old(here, action))


@breaks("says it has no chance")
def chance_is_not_declared(toy: Toy) -> None:
    toy.declare(has_chance=False)


# Positions


@breaks("changes the position it is played in")
def play_changes_the_position(toy: Toy) -> None:
    def mutating(old: Any, here: Any, action: Any) -> Any:
        after = old(here, action)
        object.__setattr__(here, "scores", after.scores)
        return after

    toy.change(toy.position, "play", mutating)


@breaks("gives two positions")
def play_is_not_a_function(toy: Toy) -> None:
    scores = cycle(range(40))

    def wavering(old: Any, here: Any, action: Any) -> Any:
        return replace(old(here, action), scores=(next(scores), 0))

    toy.change(toy.position, "play", wavering)


@breaks("gives another position")
def text_loses_the_waits(toy: Toy) -> None:
    toy.change(toy.position, "text", lambda old, here: old(here).partition(" ~")[0])


@breaks("The text of a position is refused")
def text_is_not_read(toy: Toy) -> None:
    toy.change(toy.position, "text", lambda old, here: old(here).replace(" ~", " waits "))


@breaks("not one printable line")
def text_has_two_lines(toy: Toy) -> None:
    toy.change(toy.position, "text", lambda old, here: old(here).replace(" ", "\n", 1))
    toy.change(toy.game, "parse", lambda old, here, text, options: old(here, text.replace("\n", " "), options))


@breaks("different keys")
def key_is_the_place_in_memory(toy: Toy) -> None:
    toy.patch.setattr(toy.position, "key", property(id))


@breaks("different hashes")
def hash_is_the_place_in_memory(toy: Toy) -> None:
    toy.patch.setattr(toy.position, "__hash__", lambda here: hash(str(id(here))))


@breaks("The turn is (FIRST|SECOND|CHANCE) and the result Result")
def there_is_a_result_before_the_end(toy: Toy) -> None:
    old_turn = toy.position.turn.func
    toy.patch.setattr(
        toy.position, "turn", property(lambda here: Turn(old_turn(here) if max(here.scores) < 20 else here.side))
    )
    toy.change(
        toy.position,
        "result",
        lambda old, here: old(here) or (Result(None, "feint.end.deck") if max(here.scores) >= 20 else None),
    )


@breaks("feint.nowhere")
def the_result_cites_an_unknown_rule(toy: Toy) -> None:
    def lost(old: Any, here: Any) -> Result | None:
        result: Result | None = old(here)
        return result and replace(result, rule="feint.nowhere")

    toy.change(toy.position, "result", lost)


@breaks("The game fails with ZeroDivisionError")
def playing_fails(toy: Toy) -> None:
    toy.change(toy.position, "play", lambda old, here, action: old(here, action) if 1 // (here.raid is None) else None)


# Actions, choices, refusals


@breaks("listed twice")
def an_action_is_listed_twice(toy: Toy) -> None:
    toy.change(toy.position, "actions", lambda old, here: old(here) + old(here)[:1])


@breaks("order of the actions is not pinned")
def the_order_of_actions_changes(toy: Toy) -> None:
    steps = cycle([1, -1])
    toy.change(toy.position, "actions", lambda old, here: old(here)[:: next(steps)])


@breaks("The action raid .* is listed but refused")
def a_listed_action_is_refused(toy: Toy) -> None:
    toy.patch.setattr("feint.position.USUAL_CLAIMS", (10, 33))


@breaks("Spelled actions are not listed")
def not_all_actions_are_listed(toy: Toy) -> None:
    toy.declare(lists_all_actions=True)
    toy.patch.setattr("feint.position.CLAIMS", Span(10, 20, 5))
    toy.patch.setattr("feint.position.USUAL_CLAIMS", (10, 15))


@breaks("The turn is OVER with 1 actions")
def actions_go_on_after_the_end(toy: Toy) -> None:
    def endless(old: Any, here: Any) -> Any:
        return [toy.game().action("wait")] if here.turn is Turn.OVER else old(here)

    toy.change(toy.position, "actions", endless)


@breaks("gives another action")
def an_action_text_is_read_otherwise(toy: Toy) -> None:
    toy.change(toy.game, "action", lambda old, here, text: old(here, "flee" if text == "hold" else text))


@breaks("The game fails with ValueError")
def nonsense_makes_reading_fail(toy: Toy) -> None:
    toy.change(toy.game, "action", lambda old, here, text: old(here, text) if text.isascii() else int(text[:1] + "x"))


@breaks("6 is accepted after")
def a_number_off_the_step_is_accepted(toy: Toy) -> None:
    toy.patch.setattr("feint.position.CLAIMS", Span(5, 100, 5))
    toy.change(
        toy.position,
        "check",
        lambda old, here, action: None if getattr(action, "claim", 0) == 6 else old(here, action),
    )


@breaks("The offered words .* are refused")
def an_offered_word_is_refused(toy: Toy) -> None:
    def generous(old: Any, here: Any, prefix: Sequence[str]) -> Any:
        offered = old(here, prefix)
        return offered if prefix or isinstance(offered, Refusal) else [*offered, Choice("deal", Message("choice.wait"))]

    toy.change(toy.position, "choices", generous)


@breaks("The same word is offered twice")
def a_word_is_offered_twice(toy: Toy) -> None:
    def doubled(old: Any, here: Any, prefix: Sequence[str]) -> Any:
        offered = old(here, prefix)
        return offered if prefix or isinstance(offered, Refusal) else [*offered, offered[0]]

    toy.change(toy.position, "choices", doubled)


@breaks("Listed actions can't be spelled: .*'flee'")
def a_listed_action_cannot_be_spelled(toy: Toy) -> None:
    def stingy(old: Any, here: Any, prefix: Sequence[str]) -> Any:
        offered = old(here, prefix)
        return offered if prefix or isinstance(offered, Refusal) or here.raid is None else offered[:1]

    toy.change(toy.position, "choices", stingy)


@breaks("Words are offered, but no seat is to act")
def words_are_offered_to_nobody(toy: Toy) -> None:
    toy.change(toy.position, "choices", lambda old, here, prefix: [] if here.turn is Turn.CHANCE else old(here, prefix))


@breaks("the word .* is accepted, but nobody offered it")
def a_word_too_many_is_accepted(toy: Toy) -> None:
    def lax(old: Any, here: Any, prefix: Sequence[str]) -> Any:
        return old(here, prefix[:1] if prefix and prefix[0] in ("wait", "hold", "flee") else prefix)

    toy.change(toy.position, "choices", lax)


@breaks("The rule feint.nowhere is cited")
def a_refusal_cites_an_unknown_rule(toy: Toy) -> None:
    def lost(old: Any, here: Any, action: Any) -> Refusal | None:
        refusal: Refusal | None = old(here, action)
        return refusal and replace(refusal, rule="feint.nowhere")

    toy.change(toy.position, "check", lost)


# Words, wires, declarations


def without(texts: Texts, key: str, lang: str = "") -> Texts:
    """The messages without one, or without one of its languages."""
    entries: dict[str, Mapping[str, object]] = {**texts.entries}
    entry = entries.pop(key)
    if lang:
        entries[key] = {name: text for name, text in entry.items() if name != lang}
    return replace(texts, entries=entries)


@breaks("The message event.fled has no text in de")
def a_message_lacks_german(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "texts", without(toy.game.texts, "event.fled", "de"))


@breaks("The message event.raided_unseen can't be said in en")
def the_unseen_form_of_an_event_is_missing(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "texts", without(toy.game.texts, "event.raided_unseen"))


@breaks("The message choice.card can't be said")
def a_label_is_missing(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "texts", without(toy.game.texts, "choice.card"))


@breaks("The message refusal.dealing can't be said")
def a_refusal_is_missing(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "texts", without(toy.game.texts, "refusal.dealing"))


@breaks("The message say.score can't be said")
def a_sentence_of_the_words_is_missing(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "texts", without(toy.game.texts, "say.score"))


@breaks("The capability quick is claimed but not there")
def a_capability_is_only_claimed(toy: Toy) -> None:
    toy.declare(capabilities=toy.game.info.capabilities | {"quick"})


@breaks("The capability preview is there but not claimed")
def a_capability_is_not_claimed(toy: Toy) -> None:
    toy.declare(capabilities=frozenset({"words", "drawing"}))


@breaks("The level random has no title in some language")
def a_level_has_no_german_title(toy: Toy) -> None:
    toy.declare(levels=[Level("random", {"en": "Recruit"})])


@breaks("A table is refused without any setting: There is no card x.")
def a_table_can_not_be_read(toy: Toy) -> None:
    refused = Question(lambda query: Refusal("ask.card", "feint.deck", {"card": "x"}))
    toy.patch.setattr(toy.game, "tables", lambda here: {"cards": refused})


@breaks("A table has an item that can't be")
def a_table_has_every_item(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "tables", lambda here: {"cards": Question(lambda query: {}, of_items=True)})


@breaks("JSON can't carry an answer")
def an_answer_cannot_be_sent(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "questions", lambda here: {"claim": Question(lambda query: {"deck": {1, 2}})})


@breaks("The game fails with KeyError")
def a_question_trusts_its_document(toy: Toy) -> None:
    trusting = Question(lambda query: {"claim": cast(Any, query.document or {})["claim"]})
    toy.patch.setattr(toy.game, "questions", lambda here: {"claim": trusting})


def _with_banners(toy: Toy, contents: object) -> None:
    """An option that takes a content, and what is shipped for it."""
    about = {"en": "What flies over the camp.", "de": "Was über dem Lager weht."}
    banner = OptionInfo("banner", "banner", "plain", "feint.deck", names=("plain",), about=about)
    toy.declare(options=[*toy.game.info.options, banner], capabilities=toy.game.info.capabilities | {"contents"})
    toy.patch.setattr(toy.game, "contents", lambda here, option: contents, raising=False)


@breaks("The contents of banner are not under their name")
def contents_are_not_where_they_belong(toy: Toy) -> None:
    _with_banners(toy, {"banners": {}})


@breaks("The content starry of banner is not among its names")
def a_content_is_shipped_that_nobody_named(toy: Toy) -> None:
    _with_banners(toy, {"contents": {"starry": {"name": "starry"}}})


@breaks("The content plain can't be kept")
def a_content_can_not_be_recorded(toy: Toy) -> None:
    _with_banners(toy, {"contents": {"plain": {"height": 1.5}}})


@breaks("The drawing is empty")
def the_drawing_is_empty(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "drawing", lambda here, view: " ")


@breaks("JSON can't carry the view of FIRST")
def a_view_cannot_be_sent(toy: Toy) -> None:
    toy.change(toy.position, "view", lambda old, here, eye: replace(old(here, eye), facts={"deck": set(here.deck)}))


@breaks("not the whole options")
def a_view_has_half_the_options(toy: Toy) -> None:
    toy.change(toy.position, "view", lambda old, here, eye: replace(old(here, eye), options={"goal": here.table.goal}))


@breaks("says that FIRST looks and FIRST acts")
def a_view_is_labelled_wrongly(toy: Toy) -> None:
    toy.change(toy.position, "view", lambda old, here, eye: replace(old(here, eye), turn=Turn.FIRST))


@breaks("JSON can't carry")
def an_event_cannot_be_sent(toy: Toy) -> None:
    toy.change(
        toy.game,
        "events",
        lambda old, *given: [*old(*given), Event("waited", {"seat": "first", "odds": cast(int, Fraction(1, 3))})],
    )


@breaks("has a field called kind")
def an_event_hides_its_kind(toy: Toy) -> None:
    toy.change(
        toy.game, "events", lambda old, *given: [*old(*given), Event("waited", {"seat": "first", "kind": "odd"})]
    )


@breaks("An option that does not exist is accepted")
def an_unknown_option_is_accepted(toy: Toy) -> None:
    def lax(old: Any, here: Any, options: Mapping[str, object]) -> Any:
        return old(here, {name: value for name, value in options.items() if here.info.option(name)})

    toy.change(toy.game, "start", lax)


@breaks("The game fails with KeyError: 'goal'")
def starting_needs_every_option(toy: Toy) -> None:
    toy.change(toy.game, "start", lambda old, here, options: old(here, options) if options["goal"] else None)


@breaks("The default of goal is illegal")
def a_default_is_illegal(toy: Toy) -> None:
    goal, hand = toy.game.info.options
    toy.declare(options=[replace(goal, default=5), hand])


@breaks(r"is told raid \? \d+ in place of raid")
def a_captain_is_not_told_his_own_raid(toy: Toy) -> None:
    toy.change(toy.game, "text_seen_by", lambda old, here, before, action, eye: old(here, before, action, Eye.OBSERVER))


@breaks("twice gives two positions")
def something_outside_decides(toy: Toy) -> None:
    counted = [0]

    def counting(old: Any, here: Any, action: Any) -> Any:
        counted[0] += 1
        after = old(here, action)
        return after if counted[0] % 50 else replace(after, scores=(after.scores[0] + 1, after.scores[1]))

    toy.change(toy.position, "play", counting)


@pytest.mark.parametrize("name", breaks.known)
def test_a_broken_game_is_caught(name: str, feint: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    how, sentence = breaks.known[name]
    how(Toy.of(feint, monkeypatch))
    with pytest.raises(NotConforming, match=sentence):
        check_game(feint, games=6)


def test_options_that_the_game_refuses_are_named(feint: AnyGame) -> None:
    with pytest.raises(NotConforming, match=r"The options \{'goal': 1\} are refused"):
        check_game(feint, [{"goal": 1}])


def test_a_fault_names_its_position(feint: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    an_action_is_listed_twice(Toy.of(feint, monkeypatch))
    with pytest.raises(NotConforming) as caught:
        check_game(feint)
    assert not isinstance(feint.parse(caught.value.position, {}), Refusal)
    assert str(caught.value).endswith(f"In the position: {caught.value.position}")
