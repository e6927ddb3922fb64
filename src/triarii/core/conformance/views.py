"""What each eye sees and is told: it goes over a wire, is said in every language, and can be imagined from."""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core.conformance import forms, words
from triarii.core.conformance.findings import Inquiry, received, to_act
from triarii.core.contract import AnyPosition, Eye, Refusal
from triarii.core.narration import narration


def check_views(inquiry: Inquiry, position: AnyPosition) -> None:
    """The view of every eye, and what can be imagined from it."""
    with inquiry.looking_at(position):
        for eye in Eye:
            inquiry.report.counts["views"] += 1
            view = position.view(eye)
            labelled = view.eye is eye and view.turn is position.turn
            labels = (view.eye.name, view.turn.name)
            inquiry.demand(labelled, "The view of {} says that {} looks and {} acts.", eye.name, *labels)
            whole = inquiry.sent(dict(view.options), "the options") == inquiry.sent(inquiry.options, "the options")
            inquiry.demand(whole, "The options in a view are not the whole options of the game: {}.", view.options)
            forms.check_facts(inquiry, view)
            _check_imagining(inquiry, position, eye)


def check_step(inquiry: Inquiry, before: AnyPosition, action: Any, after: AnyPosition) -> None:
    """What every eye is told of one action or outcome."""
    game = inquiry.game
    with inquiry.looking_at(before):
        text, acting = game.action_text(action), to_act(before)
        for eye in Eye:
            seen = game.text_seen_by(before, action, eye)
            full = eye is acting or not game.info.has_secrets
            inquiry.demand(seen == text or not full, "{} is told {} in place of {}.", eye.name, seen, text)
            _check_events(inquiry, before, action, after, eye)


def _check_imagining(inquiry: Inquiry, position: AnyPosition, eye: Eye) -> None:
    game, seed = inquiry.game, inquiry.rng.randrange(1 << 30)
    sent = inquiry.sent_view(position.view(eye))
    imagined = game.imagine(position.view(eye), Random(seed))
    for view in (position.view(eye), received(sent)):
        again = game.imagine(view, Random(seed))
        inquiry.demand(again == imagined, "From one view and one seed {} imagines two positions.", eye.name)
    seen = inquiry.sent_view(imagined.view(eye))
    inquiry.demand(seen == sent, "{} can tell what it imagines from the real position: {}", eye.name, imagined.text())
    read = game.parse(imagined.text(), inquiry.options)
    real = not isinstance(read, Refusal) and read == imagined
    inquiry.demand(real, "What {} imagines can't be read: {}", eye.name, imagined.text())
    if not game.info.has_secrets:
        inquiry.demand(imagined == position, "Without secrets {} imagines another position.", eye.name)
    elif eye is to_act(position):
        same = words.offers(inquiry, imagined, seed) == words.offers(inquiry, position, seed)
        inquiry.demand(same, "What {} can do differs in what it imagines: {}", eye.name, imagined.text())


def _check_events(inquiry: Inquiry, before: AnyPosition, action: Any, after: AnyPosition, eye: Eye) -> None:
    happened = inquiry.game.events(before, action, after)
    for message in narration(inquiry.game, [event.seen_by(eye) for event in happened]):
        inquiry.says(message)
    for event in happened:
        inquiry.report.counts["events"] += 1
        if not inquiry.game.info.has_secrets:
            inquiry.demand(not event.secret, "A game without secrets hides a part of the event {}.", event.kind)
        seen = event.seen_by(eye)
        forms.check_event(inquiry, seen)
        inquiry.demand("kind" not in seen.fields, "The event {} has a field called kind.", event.kind)
        inquiry.sent(dict(seen.fields), f"the event {seen.kind}")
        inquiry.says(seen.message)
        if "rule" in seen.fields:
            inquiry.cites(str(seen.fields["rule"]))
