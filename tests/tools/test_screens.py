"""The pictures in docs/screens are those that our pages show, and the contact sheet shows all that were taken."""

from __future__ import annotations

import re

import pytest

from tools import screens
from tools.contact_sheet import sheet

PICTURES = {path.name: path for path in screens.SHOWN.iterdir()}


def test_what_is_kept_is_what_our_pages_show() -> None:
    assert set(PICTURES) == {f"{name}.webp" for name in screens.shown()}
    assert len(PICTURES) <= 12


def test_every_picture_on_our_pages_can_be_taken_anew() -> None:
    assert screens.shown() <= screens.names()


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_kept_picture_is_small(name: str) -> None:
    content = PICTURES[name].read_bytes()
    assert content[8:12] == b"WEBP"
    assert len(content) < 100_000


def test_the_contact_sheet_shows_every_picture_once_beside_its_likes() -> None:
    page = sheet(screens.names())
    assert sorted(re.findall(r'src="([\w-]+)\.webp"', page)) == sorted(screens.names())
    laptop, phone = page.split('<section class="phone">')
    assert "-phone.webp" not in laptop
    assert "-laptop.webp" not in phone
    wanted = [f"home-{ending}-phone" for ending in ("de-light", "de-dark", "en-light", "en-dark")]
    assert re.findall(r'src="(home-[\w-]+)\.webp"', phone) == wanted


def test_the_contact_sheet_of_a_few_pictures_has_no_empty_rows() -> None:
    page = sheet(["home-de-light-phone", "index", "adlg-odds-en-dark-laptop"])
    assert re.findall(r"<h3>([\w-]+)</h3>", page) == ["adlg-odds", "home"]
    assert "<h1>2 pictures" in page
    assert page.count("<figure") == 2
