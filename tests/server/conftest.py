"""A server that the tests of a module share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import inside


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with inside(tmp_path_factory.mktemp("server")) as found:
        yield found
