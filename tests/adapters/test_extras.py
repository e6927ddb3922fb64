"""Whoever asks for an environment whose library is not installed is told what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

import triarii.adapters

WITHOUT = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
import triarii.adapters
from triarii.core.errors import InvalidInput
try:
    triarii.adapters.{name}
except InvalidInput as missing:
    print(missing.sentence("en"), missing.sentence("de"), sep="\\n")
"""


@pytest.mark.parametrize(
    ("name", "blocked", "extra"),
    [
        ("TriariiAEC", "pettingzoo", "rl"),
        ("TriariiEnv", "gymnasium", "rl"),
        ("batched", "numpy", "rl"),
        ("ToWarGame", "pyspiel", "openspiel"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_extra(name: str, blocked: str, extra: str) -> None:
    code = WITHOUT.format(blocked=[blocked], name=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    english, german = done.stdout.splitlines()
    assert english == f"This needs {blocked}, which is not installed: pip install 'triarii[{extra}]'."
    assert german == f"Das braucht {blocked}, das nicht installiert ist: pip install 'triarii[{extra}]'."


def test_every_name_that_is_offered_is_there() -> None:
    for name in triarii.adapters.__all__:
        assert getattr(triarii.adapters, name).__name__ == name
    with pytest.raises(AttributeError):
        _ = triarii.adapters.TriariiBEC
