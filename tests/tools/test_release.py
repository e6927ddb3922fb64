"""What is told of a release: version, changes, citation and tag agree, or a sentence says what does not."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tools import release
from triarii import __version__


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """A tree that is ready to be released."""
    (tmp_path / "src/triarii").mkdir(parents=True)
    (tmp_path / "src/triarii/__init__.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.0, 2027-01-31\n\n- Much.\n\n## 1.1.0, 2026-12-24\n")
    (tmp_path / "CITATION.cff").write_text("version: 1.2.0\ndate-released: 2027-01-31\n")
    return tmp_path


def test_what_is_told_alike_may_be_released(told: Path) -> None:
    assert list(release.faults(told, "v1.2.0")) == []


@pytest.mark.parametrize(
    ("file", "words", "instead", "sentence"),
    [
        ("src/triarii/__init__.py", "1.2.0", "1.3.0", "has to be v1.3.0"),
        ("CHANGELOG.md", "1.2.0", "1.2.1", "begins with 1.2.1"),
        ("CHANGELOG.md", "2027-01-31", "not yet released", "gives 1.2.0 no day"),
        ("CITATION.cff", "1.2.0", "1.1.0", "cites 1.1.0"),
        ("CITATION.cff", "2027-01-31", "2027-02-01", "date-released: 2027-01-31"),
    ],
    ids=str,
)
def test_what_was_forgotten_is_named(told: Path, file: str, words: str, instead: str, sentence: str) -> None:
    path = told / file
    path.write_text(path.read_text().replace(words, instead))
    assert sentence in " ".join(release.faults(told, "v1.2.0"))


def test_changes_and_citation_are_those_of_the_present_version() -> None:
    """Between releases only the days are missing."""
    assert [sentence for sentence in release.faults() if "day" not in sentence] == []
    cited = yaml.safe_load((release.ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cited["version"], cited["license"], cited["type"]) == (__version__, "Apache-2.0", "software")
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
