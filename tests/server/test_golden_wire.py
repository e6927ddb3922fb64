"""Whoever speaks the protocol hears what was agreed: every message has the same names in the same order as before, and
is one of the declared types."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.server.conversations import CONVERSATIONS, GOLDEN, spoken
from triarii.server.wire import told
from triarii.server.wire.messages import written

TOLD: msgspec.json.Decoder[told.Told] = msgspec.json.Decoder(told.Told)


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_golden_conversation_goes_as_it_is_written_down(name: str) -> None:
    talk = spoken(name)
    known = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert talk.text.splitlines() == known.splitlines(), "if it is intended: make golden, read the difference"
    for message in talk.told:
        assert json.loads(written(TOLD.decode(message))) == json.loads(message), "a field that is not declared"
