"""Whatever tells an eye what is hidden from it is caught: each leak is built into the toy game by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.toy import Breaks, Toy
from triarii.core.conformance import NotConforming, check_game
from triarii.core.contract import (
    AnyGame,
    Event,
    Eye,
    Refusal,
    View,
)
from triarii.core.texts import Message

breaks = Breaks()


@breaks("can tell what it imagines from the real position")
def view_shows_the_other_hand(toy: Toy) -> None:
    def leaking(old: Any, here: Any, eye: Eye) -> View:
        view: View = old(here, eye)
        return replace(view, facts={**view.facts, "hands": [list(hand) for hand in here.hands]})

    toy.change(toy.position, "view", leaking)


@breaks("shows what it was not told")
def view_is_the_whole_text_and_imagining_reads_it(toy: Toy) -> None:
    toy.change(toy.position, "view", lambda old, here, eye: replace(old(here, eye), text=here.text()))


@breaks("can tell what it imagines from the real position")
def view_shows_whether_the_deck_still_has_elephants(toy: Toy) -> None:
    def leaking(old: Any, here: Any, eye: Eye) -> View:
        view: View = old(here, eye)
        return replace(view, facts={**view.facts, "elephants": here.deck["elephant"]})

    toy.change(toy.position, "view", leaking)


@breaks(r"After deal \? the events tell (SECOND|OBSERVER) what it can't see")
def events_show_the_dealt_card(toy: Toy) -> None:
    toy.change(toy.game, "events", lambda old, *given: [replace(event, secret={}) for event in old(*given)])


@breaks(r"After deal \? the events tell (SECOND|OBSERVER) what it can't see")
def events_show_raids_to_the_observer(toy: Toy) -> None:
    def leaking(old: Any, here: Any, before: Any, action: Any, after: Any) -> list[Event]:
        told: list[Event] = old(here, before, action, after)
        return [replace(event, secret=dict.fromkeys(event.secret, Eye.OBSERVER)) for event in told]

    toy.change(toy.game, "events", leaking)


@breaks("After flee the events tell (FIRST|SECOND|OBSERVER) what it can't see")
def fleeing_tells_the_card_after_all(toy: Toy) -> None:
    def leaking(old: Any, here: Any, before: Any, action: Any, after: Any) -> list[Event]:
        told: list[Event] = old(here, before, action, after)
        return [Event("fled", {**e.fields, "card": before.raid.card}) if e.kind == "fled" else e for e in told]

    toy.change(toy.game, "events", leaking)


@breaks("is told more than it sees")
def told_shows_the_card(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "text_seen_by", lambda here, before, action, eye: here.action_text(action))


@breaks("nothing was ever hidden from FIRST")
def everything_is_shown_to_everyone(toy: Toy) -> None:
    view_is_the_whole_text_and_imagining_reads_it(toy)
    events_show_the_dealt_card(toy)
    told_shows_the_card(toy)


@breaks("What (FIRST|SECOND) can do differs in what it imagines")
def actions_depend_on_the_other_hand(toy: Toy) -> None:
    def leaking(old: Any, here: Any) -> list[Any]:
        actions: list[Any] = old(here)
        return actions[:-1] if "elephant" in here.hands[here.side.other] and len(actions) > 2 else actions

    toy.change(toy.position, "actions", leaking)


@breaks("What (FIRST|SECOND) can do differs in what it imagines")
def labels_depend_on_the_other_hand(toy: Toy) -> None:
    def leaking(old: Any, here: Any, prefix: Sequence[str]) -> Any:
        offered = old(here, prefix)
        if prefix or isinstance(offered, Refusal) or "elephant" not in here.hands[here.turn.other]:
            return offered
        return [replace(choice, label=Message("choice.wait")) for choice in offered]

    toy.change(toy.position, "choices", leaking)


@breaks("What (FIRST|SECOND) can do differs in what it imagines")
def refusals_depend_on_the_other_hand(toy: Toy) -> None:
    def leaking(old: Any, here: Any, action: Any) -> Refusal | None:
        refusal: Refusal | None = old(here, action)
        if refusal is None or here.turn not in (0, 1):
            return refusal
        return replace(refusal, params={**refusal.params, "hint": here.hands[here.turn.other]})

    toy.change(toy.position, "check", leaking)


@breaks("A preview for (FIRST|SECOND|OBSERVER) depends on what is hidden")
def preview_shows_what_holding_brings(toy: Toy) -> None:
    def leaking(old: Any, here: Any, at: Any, action: Any, eye: Eye) -> dict[str, object]:
        shown: dict[str, object] = old(here, at, action, eye)
        return shown if at.raid is None else {**shown, "honest": at.raid.honest}

    toy.change(toy.game, "preview", leaking)


@breaks("The overlays for (FIRST|SECOND|OBSERVER) depend on what is hidden")
def overlays_show_hands(toy: Toy) -> None:
    toy.declare(capabilities=toy.game.info.capabilities | {"overlays"})
    toy.patch.setattr(toy.game, "overlays", lambda here, at, eye: [{"cards": at.hands[0] + at.hands[1]}], raising=False)


@breaks("can tell what it imagines")
def imagining_ignores_the_view(toy: Toy) -> None:
    toy.patch.setattr(toy.game, "imagine", lambda here, view, rng: here.start(view.options))


@breaks("imagines two positions")
def imagining_has_its_own_chance(toy: Toy) -> None:
    own = Random(5)
    toy.change(toy.game, "imagine", lambda old, here, view, _: old(here, view, own))


@pytest.mark.parametrize("name", breaks.known)
def test_a_leak_is_caught(name: str, feint: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    how, sentence = breaks.known[name]
    how(Toy.of(feint, monkeypatch))
    with pytest.raises(NotConforming, match=sentence):
        check_game(feint, games=6)
