"""What tests of the command share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Within


@pytest.fixture(autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches the data of whoever runs it."""
    place = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("TRIARII_DATA", str(place))
    return place


@pytest.fixture
def within(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Within:
    return Within(capsys, monkeypatch)
