"""Whoever speaks the protocol hears what was agreed: every message has the same names in the same order as before."""

from __future__ import annotations

import pytest

from tests.server.conversations import CONVERSATIONS, GOLDEN, spoken


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_golden_conversation_goes_as_it_is_written_down(name: str) -> None:
    written = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert spoken(name).splitlines() == written.splitlines(), "if it is intended: make golden, read the difference"
