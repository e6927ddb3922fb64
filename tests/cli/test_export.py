"""`triarii export site`: a folder of plain files, or a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Within
from triarii.server import built


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built app of two files, so that this needs none."""
    files = tmp_path / "app"
    (files / "python").mkdir(parents=True)
    (files / "index.html").write_text('<!doctype html><html lang="en" data-root="./"><script src="./a.js">', "utf-8")
    (files / "a.js").write_text("1", "utf-8")
    (files / "a.js.gz").write_bytes(b"packed")
    monkeypatch.setattr(built, "FILES", files)
    return files


@pytest.mark.usefixtures("app")
def test_every_page_stands_where_its_address_is(within: Within, tmp_path: Path) -> None:
    site = tmp_path / "site"
    within("export", "site", str(site), "--below", "/games").well()
    for place in ("", "puzzles/cities", "study", "adlg/armies", "local"):
        page = (site / place / "index.html").read_text("utf-8")
        assert 'data-host="browser"' in page
        assert 'data-root="/games/"' in page
        assert 'src="/games/a.js"' in page
    assert (site / "python/triarii.zip").stat().st_size > 100_000
    assert not (site / "a.js.gz").exists()


@pytest.mark.usefixtures("app")
def test_what_cannot_be_is_said(within: Within, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/there").write_text("x", "utf-8")
    full = within("export", "site", str(tmp_path / "full"))
    assert full.code == 2
    assert "empty folder" in full.complaint
    odd = within("export", "site", str(tmp_path / "odd"), "--below", "games")
    assert odd.code == 2
    assert "/games" in odd.complaint


def test_without_the_app_there_is_nothing_to_export(
    within: Within, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built, "FILES", tmp_path / "nowhere")
    page = within("export", "site", str(tmp_path / "site"))
    assert page.code == 2
    assert "make web" in page.complaint
