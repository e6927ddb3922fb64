"""Puzzles in the browser: a wrong move is explained, the right one counts, and what was solved stays here."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tools.app_server import LAPTOP, PHONE
from triarii.core import registry
from triarii.core.contract import Refusal
from triarii.games.cities.position import Position
from triarii.puzzles.shipped import shipped

from .conftest import Visit, Visitor


def move(someone: Visitor, text: str) -> None:
    start, *goals = re.findall(r"[a-j]\d+", text)
    someone.page.wait_for_selector(".cell-at.grip")
    someone.square(start).click()
    for goal in goals or [start]:
        expect(someone.square(goal)).to_have_class(re.compile("open"))
        someone.square(goal).click()
    anyway = someone.page.get_by_role("button", name="Play it")
    someone.page.locator(".note.good, .note.warn").or_(anyway).first.wait_for()
    if anyway.count():
        anyway.click()


def figures(someone: Visitor) -> list[str]:
    return someone.page.locator(".figures dd").all_inner_texts()


def test_a_wrong_move_is_explained_and_the_right_one_counts(visit: Visit) -> None:
    game = registry.game("cities")
    assert not isinstance(game, Refusal)
    puzzle = next(each for each in shipped("cities") if re.fullmatch(r"([a-j]\d+){2}", each.best))
    position = game.parse(puzzle.position, {})
    assert isinstance(position, Position)
    texts = [game.action_text(action) for action in position.actions()]
    wrong = next(text for text in texts if text != puzzle.best and re.fullmatch(r"([a-j]\d+){2}", text))
    someone = visit(lang="en")
    someone.open(f"/puzzles/cities#id={puzzle.id}")
    page = someone.page
    move(someone, wrong)
    expect(page.locator(".note.warn")).to_contain_text("Not the best.")
    expect(page.locator(".note.warn")).to_contain_text("%")
    page.get_by_role("button", name="Try again").click()
    move(someone, puzzle.best)
    expect(page.locator(".note.good")).to_contain_text("Right!")
    assert figures(someone)[0] == "0", "it was not the first try"
    assert figures(someone)[3].startswith("1/")
    someone.finds_no_barriers()
    page.set_viewport_size(PHONE)
    someone.loaded()
    someone.finds_no_barriers()
    page.set_viewport_size(LAPTOP)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(re.compile(puzzle.id))
    page.wait_for_selector(".cell-at.grip")
    page.reload()
    page.wait_for_selector(".cell-at.grip")
    assert figures(someone)[3].startswith("1/")


def test_a_charge_is_chosen_from_a_list_and_all_odds_are_told(visit: Visit) -> None:
    puzzle = shipped("adlg")[0]
    someone = visit(lang="de", phone=True, theme="dark")
    someone.open(f"/puzzles/adlg#id={puzzle.id}")
    page = someone.page
    ways = sorted(puzzle.ways, key=lambda way: [int(re.sub(r"\D", "", name)) for name in way.who or ()])
    radios = page.get_by_role("radio")
    expect(radios).to_have_count(len(ways))
    radios.nth(ways.index(puzzle.ways[-1])).tap()
    page.get_by_role("button", name="Dieser Angriff").tap()
    expect(page.locator(".note.warn")).to_contain_text("klar besseren")
    radios.nth(ways.index(puzzle.ways[0])).tap()
    page.get_by_role("button", name="Dieser Angriff").tap()
    expect(page.locator(".note.good")).to_contain_text("Richtig!")
    expect(radios.first).to_contain_text("verloren")
    assert someone.axe() == []


@pytest.mark.parametrize("game", ["cities", "towar", "adlg"])
def test_each_game_has_one_of_the_day_and_shows_how_it_is_solved(visit: Visit, game: str) -> None:
    someone = visit(lang="en", phone=game == "towar")
    someone.open("/")
    someone.page.locator(f'.box a[href="/puzzles/{game}"]').click()
    page = someone.page
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".reply .note")).to_contain_text("%")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    assert someone.axe() == []


def test_a_chapter_goes_from_easy_to_hard(visit: Visit) -> None:
    someone = visit(lang="en")
    someone.open("/puzzles/cities")
    page = someone.page
    page.get_by_role("link", name="1. Enclose").click()
    expect(page.locator(".step-at").first).to_have_attribute("aria-current", "step")
    page.locator(".step-at").nth(1).click()
    expect(page.locator(".step-at").nth(1)).to_have_attribute("aria-current", "step")
    expect(page.get_by_role("heading", name="1. Enclose")).to_be_visible()
