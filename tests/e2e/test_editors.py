"""Owners correct cards and layout, anybody puts up a position: by mouse or keys, checked live, kept, handed on."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from triarii.core import options, registry
from triarii.core.contract import AnyGame, Refusal

from .conftest import AppServer, Visit, Visitor


def status(someone: Visitor) -> Locator:
    """What the server says of what is edited now; not there while it is asked."""
    return someone.page.locator("[role=status][aria-busy=false]")


def refused_meanwhile(someone: Visitor) -> None:
    """Chromium writes every refusal of the live check into its console."""
    someone.expected("422")


def cell(someone: Visitor, name: str) -> Locator:
    return someone.page.locator(f'[data-cell="{name}"]')


def starts(path: Path, game: str, option: str) -> None:
    """What was saved is taken by the command line."""
    found = registry.game(game)
    assert not isinstance(found, Refusal)
    real: AnyGame = found
    read = options.from_words(real.info, [f"{option}=@{path}"])
    assert not isinstance(read, Refusal)
    whole = options.complete(real.info, read)
    assert not isinstance(whole, Refusal)
    assert not isinstance(real.start(whole), Refusal)


def test_a_click_turns_the_arrows_of_a_card_and_the_game_is_played_with_them(visit: Visit) -> None:
    someone = visit()
    someone.open("/editor/towar")
    page = someone.page
    expect(status(someone)).to_have_text("You can play with these cards.")
    knight = page.get_by_role("button", name=re.compile("^Knight: forward, up to two steps"))
    knight.click()
    expect(page.get_by_role("button", name=re.compile("^Knight: three ways, up to two steps"))).to_be_visible()
    page.get_by_label("Knight: Attack").fill("6")
    page.get_by_role("button", name="Squire: crown").click()
    page.get_by_label("Knight: Number of cards").fill("4")
    page.get_by_label("Knight: Number of cards").press("Tab")
    expect(status(someone)).to_contain_text("18")
    page.get_by_label("Squire: Number of cards").fill("2")
    page.get_by_label("Squire: Number of cards").press("Tab")
    expect(status(someone)).to_have_text("You can play with these cards.")
    assert someone.axe() == []
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^Knight: three ways, up to two steps"))).to_be_visible()
    page.get_by_role("link", name="Play with these cards").click()
    expect(page.get_by_text("This game uses your own “My cards”.")).to_be_visible()
    page.get_by_text("Rule options").click()
    page.get_by_role("combobox", name=re.compile("^The armies: the players choose")).select_option("west,north")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    expect(page.get_by_text("arrows reconstructed")).to_be_visible()
    refused_meanwhile(someone)


def test_true_values_are_saved_to_be_sent_in_and_carry_no_mark_of_ours(visit: Visit, tmp_path: Path) -> None:
    someone = visit()
    page = someone.page
    for path, option, box in [("towar", "movement", "all 18 cards"), ("cities", "layout", "the picture in the rules")]:
        someone.open(f"/editor/{path}")
        page.get_by_label(re.compile(f"I have compared .*{box}")).check()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save the table to send in").click()
        assert saved.value.suggested_filename == f"{path}-{option}.toml"
        kept = tmp_path / saved.value.suggested_filename
        saved.value.save_as(kept)
        assert 'mark = "printed"' in kept.read_text(encoding="utf-8")
        starts(kept, path, option)


def test_a_link_brings_the_cards_to_somebody_else(visit: Visit) -> None:
    owner, friend = visit(), visit(lang="de", phone=True)
    owner.open("/editor/towar")
    link = owner.page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("#t=.{80}"))
    before = link.input_value()
    owner.page.get_by_role("button", name=re.compile("^Archer: forward")).click()
    expect(link).not_to_have_value(before)
    before = link.input_value()
    owner.page.get_by_label("Name").fill("Printed edition")
    owner.page.get_by_label("Name").press("Tab")
    expect(link).not_to_have_value(before)
    expect(status(owner)).to_have_text("You can play with these cards.")
    friend.page.goto(link.input_value())
    expect(friend.page.get_by_role("button", name=re.compile("^Bogenschütze: drei Richtungen"))).to_be_visible()
    expect(friend.page.get_by_label("Name")).to_have_value("Printed edition")
    assert friend.axe() == []
    friend.open("/editor/towar#t=damaged")
    expect(friend.page.get_by_text("Der Link ist beschädigt")).to_be_visible()


def test_a_layout_is_dragged_mirrored_or_free_and_checked_live(visit: Visit) -> None:
    someone = visit()
    someone.open("/editor/cities")
    page = someone.page
    expect(status(someone)).to_have_text("This layout can be played.")
    someone.square("b2").drag_to(someone.square("b4"))
    expect(someone.square("b4")).to_have_attribute("aria-label", "b4, Blue fighter.")
    expect(someone.square("i7")).to_have_attribute("aria-label", "i7, Ochre fighter.")
    expect(status(someone)).to_have_text("This layout can be played.")
    page.get_by_role("button", name="Free", exact=True).click()
    page.get_by_role("button", name="Blue fighter").click()
    someone.square("e5").click()
    expect(someone.square("e5")).to_have_attribute("aria-label", "e5, Blue fighter.")
    expect(status(someone)).to_contain_text("9 fighters")
    expect(page.get_by_role("button", name="Play with this layout")).to_have_attribute("aria-disabled", "true")
    assert someone.axe() == []
    page.get_by_role("button", name="Undo").click()
    expect(status(someone)).to_have_text("This layout can be played.")
    page.get_by_role("link", name="Play with this layout").click()
    page.get_by_role("button", name="Play", exact=True).click()
    someone.settled()
    expect(someone.square("b4")).to_have_attribute("aria-label", re.compile("b4, Blue fighter"))
    refused_meanwhile(someone)


def test_a_layout_is_made_by_keys_alone(visit: Visit) -> None:
    someone = visit()
    someone.open("/editor/cities")
    expect(status(someone)).to_have_text("This layout can be played.")
    keys = someone.page.keyboard
    someone.square("a1").focus()
    for key in ["ArrowUp", "ArrowRight", "Enter", "ArrowUp", "ArrowUp", "Enter"]:
        keys.press(key)
    expect(someone.square("b4")).to_have_attribute("aria-label", "b4, Blue fighter.")
    keys.press("Delete")
    expect(someone.square("b4")).to_have_attribute("aria-label", "b4, empty.")
    keys.press("1")
    keys.press("Enter")
    expect(someone.square("b4")).to_have_attribute("aria-label", "b4, Blue fighter.")
    expect(status(someone)).to_have_text("This layout can be played.")
    refused_meanwhile(someone)


def test_text_is_taken_over_or_refused_with_the_reason(visit: Visit) -> None:
    someone = visit()
    someone.open("/editor/cities")
    page = someone.page
    page.get_by_text("As text").click()
    text = page.get_by_label(re.compile("The command line understands the same text"))
    text.fill('name = "corner"\nfighters = [')
    page.get_by_role("button", name="Use this text").click()
    expect(page.get_by_role("alert").filter(has_text="can't be read")).to_be_visible()
    text.fill('name = "corner"\nfighters = ["a2","b2","c1","d1","g1","h1","i2","j2"]\ncities = ["a1","j1","e4","f4"]')
    page.get_by_role("button", name="Use this text").click()
    expect(someone.square("e4")).to_have_attribute("aria-label", "e4, Blue city, empty.")
    expect(page.get_by_label("Name")).to_have_value("corner")
    expect(status(someone)).to_have_text("This layout can be played.")
    assert someone.axe() == []
    refused_meanwhile(someone)


def test_a_position_of_cities_is_put_up_and_played_from(visit: Visit) -> None:
    someone = visit()
    someone.open("/editor/cities#position")
    page = someone.page
    expect(status(someone)).to_have_text("This position can be played.")
    page.get_by_role("button", name="Clear the board").click()
    expect(status(someone)).to_contain_text("The game would be over here.")
    page.get_by_role("button", name="Blue hero").click()
    for square in ["c3", "d4", "h2"]:
        someone.square(square).click()
    page.get_by_role("button", name="Ochre fighter").click()
    for square in ["e7", "f9", "b8"]:
        someone.square(square).click()
    expect(status(someone)).to_have_text("This position can be played.")
    page.get_by_role("button", name="Ochre to move").click()
    text = page.get_by_label("The position as text")
    expect(text).to_have_value("10/5f4/1f8/4f5/10/10/3H6/2H7/7H2/10 2 a1j1d3g3-d8g8a10j10 0")
    text.fill("10/5f4/1f8/4f5/10/10/3H6/2H7/7H2/10 1 a1j1d3g3-d8g8a10 0")
    expect(status(someone)).to_contain_text("7")
    text.fill("10/5f4/1f8/4f5/10/10/3H6/2H7/7H2/10 1 a1j1d3g3-d8g8a10j10 0")
    expect(page.get_by_role("button", name="Blue to move")).to_have_attribute("aria-pressed", "true")
    assert someone.axe() == []
    page.get_by_role("link", name="Analyse").click()
    expect(someone.square("d4")).to_have_attribute("aria-label", re.compile("Blue hero"))
    page.go_back()
    page.get_by_role("link", name="Play from here").click()
    expect(page.get_by_text("The game starts from your own position.")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    someone.settled()
    expect(someone.square("d4")).to_have_attribute("aria-label", re.compile("Blue hero"))
    refused_meanwhile(someone)


def test_a_position_of_towar_is_put_up_and_played_from(visit: Visit) -> None:
    someone = visit()
    someone.open("/editor/towar#position")
    page = someone.page
    expect(status(someone)).to_have_text("This position can be played.")
    page.get_by_label("Card face up").select_option("footman")
    expect(status(someone)).not_to_have_text("This position can be played.")
    page.get_by_label("Footman in the reserve").fill("2")
    page.get_by_label("Footman in the reserve").press("Tab")
    expect(status(someone)).to_have_text("This position can be played.")
    cell(someone, "c3").focus()
    page.keyboard.press("Delete")
    expect(cell(someone, "c3")).to_have_text(re.compile("Empty"))
    expect(status(someone)).to_contain_text("During set-up")
    page.get_by_role("button", name="Empty the reserve").first.click()
    page.get_by_role("button", name="Empty the reserve").last.click()
    page.get_by_label("Archer in the reserve").fill("1")
    page.get_by_label("Archer in the reserve").press("Tab")
    expect(status(someone)).to_have_text("This position can be played.")
    cell(someone, "c2").drag_to(cell(someone, "c3"))
    expect(cell(someone, "c3")).to_have_text(re.compile("Knight"))
    expect(page.get_by_label("The position as text")).to_have_value("west-north rta/bkK/SQ./CFC 1 F 0-a1 0-0")
    expect(status(someone)).to_have_text("This position can be played.")
    assert someone.axe() == []
    page.get_by_role("link", name="Play from here").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(cell(someone, "c3")).to_have_attribute("aria-label", re.compile("Knight, yours"))
    refused_meanwhile(someone)


def test_any_moment_of_a_battle_is_put_up_analysed_and_played_from(visit: Visit) -> None:
    someone = visit()
    someone.open("/study")
    page = someone.page
    page.get_by_role("link", name=re.compile("Art de la Guerre: ")).last.click()
    expect(status(someone)).to_have_text("This position can be played.")
    page.get_by_role("combobox", name="Battle").select_option("drill_charge")
    expect(page.locator(".field [data-unit=u2]")).to_be_visible()
    expect(status(someone)).to_have_text("This position can be played.")
    chosen, text = page.get_by_label("Chosen"), page.get_by_label("The position as text")

    # By mouse: dragged onto another it can't be, off the table it is lost.
    unit, enemy = (page.locator(f".field [data-unit={name}] .body").bounding_box() for name in ("u2", "e2"))
    assert unit
    assert enemy
    middle = (unit["x"] + unit["width"] / 2, unit["y"] + unit["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(enemy["x"] + enemy["width"] / 2, enemy["y"] + enemy["height"] / 2, steps=4)
    page.mouse.up()
    expect(chosen).to_have_value("u2")
    expect(status(someone)).to_contain_text("overlap")
    page.get_by_role("button", name="Undo").click()
    expect(status(someone)).to_have_text("This position can be played.")
    page.get_by_role("button", name="Take off the table").click()
    expect(page.locator(".field [data-unit=u2]")).to_have_count(0)
    expect(text).to_have_value(re.compile("u2:routed"))
    page.get_by_role("button", name=re.compile("^Bring back")).click()
    expect(page.locator(".field [data-unit=u2]")).to_have_count(1)

    # By keys: to the next, ahead, round, tired.
    page.get_by_role("application").focus()
    page.keyboard.press("Escape")
    for key in ("n", "Shift+ArrowUp", "ArrowRight", "]", "-"):
        page.keyboard.press(key)
    expect(chosen).to_have_value("u1")
    expect(page.get_by_label("Faces (degrees)")).to_have_value("15")

    # Two enemies front to front, and the other side begins.
    chosen.select_option("u2")
    page.locator(".field [data-unit=e2] .body").click(modifiers=["Shift"])
    page.get_by_role("button", name="Put them front to front, fighting").click()
    expect(page.locator(".field .swords")).to_have_count(1)
    page.locator(".position .seg button").last.click()
    expect(text).to_have_value(re.compile("^1 second corps ; .*u2>e2:front:u2:1 ; -$"))
    expect(status(someone)).to_have_text("This position can be played.")
    assert someone.axe() == []

    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".battle [data-unit=u2]").first).to_be_visible()
    expect(page.locator(".battle .swords")).to_have_count(1)
    page.go_back()
    page.get_by_role("link", name="Play from here").click()
    expect(page.get_by_text("The game starts from your own position.")).to_be_visible()
    page.get_by_role("button", name="As printed on the sheet").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".battle .swords")).to_have_count(1)
    refused_meanwhile(someone)


def test_own_contents_are_offered_for_every_new_game(visit: Visit, server: AppServer) -> None:
    someone = visit(lang="de")
    someone.open("/editor/cities")
    someone.page.get_by_label("Name").fill("Eckstädte")
    someone.page.get_by_label("Name").press("Tab")
    someone.open("/new/cities")
    offered = someone.page.get_by_role("group", name="Wo die Figuren beginnen").get_by_role("radio")
    expect(offered.last).to_have_accessible_name(re.compile("^eigene: Eckstädte"))
    assert someone.axe() == []
