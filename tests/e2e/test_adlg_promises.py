"""What every game here promises, in L'Art de la Guerre: nothing is lost on the way, seats ask each other, a battle can
be watched, looked back at, saved, replayed and told in another language, and a finger is enough."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from triarii.games.adlg.battle.preparation import Task

from .adlg_hands import middle, panel, verdict
from .conftest import ROOT, AppServer, Visit, Visitor, either, stop_time, until
from .seats import begin_again, take_seat
from .test_adlg_battle import START, answer, drag, fight, wanted
from .test_adlg_setup import ARMIES, position_at

DRILL = {"scenario": "drill_charge"}
FAR_APART = (
    "3 first orders c=c1 p=6+1 ; u1:7800,5000,0:3 u2:9800,5000,0:3 u3:12500,4000,0:3 u4:5500,3500,0:2 u5:3200,3800,0:2 "
    "e1:11500,12000,18000:4 e2:10500,12000,18000:4 e3:7800,12000,18000:3 e4:3000,12000,18000:3 ; "
    "c1:9000,3000,0 d1:9000,13000,18000 ; - ; u6:left_table e5:routed e6:routed"
)
"""The only corps of the first seat has points for many orders, and nobody fights or shoots."""
LAST_FIGHT = START.replace("corps", "orders c=c1 p=6+1")
"""Orders can be given here too, and then a melee may break an army."""
TWO_FIGHTS = (
    "3 first orders c=c1 p=0+0 ; u1:7800,8000,0:3 u2:10500,8000,0:3 u3:12500,2000,0:3 u4:5500,2000,0:2 "
    "u5:3200,2000,0:2 u6:14500,2000,0:2 e1:10500,8000,18000:4 e2:13500,11500,18000:4 e3:7800,8000,18000:3 "
    "e4:5800,11500,18000:3 e5:1800,11500,18000:3 e6:4000,11500,18000:2 ; c1:9000,1500,0 d1:9000,12000,18000 ; "
    "u1>e3:front:u1:1 u2>e1:front:u2:1 ; -"
)
"""Two melees that break no army, and no points for orders."""
FRAME = 16
"""Milliseconds."""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def take_seats(server: AppServer, *people: Visitor, start: str = FAR_APART) -> None:
    """A battle from a position with a seat for each visitor."""
    tokens = [secrets.token_urlsafe(16) for _ in range(2)]
    seats = {name: {"kind": "person", "token": token} for name, token in zip(("first", "second"), tokens, strict=True)}
    made = server.room(game="adlg", start=start, options=DRILL, seats=seats, lang="en")
    for someone, name, token in zip(people, seats, tokens, strict=False):
        someone.open(f"/room/{made['room']}#{name}={token}")
        someone.page.locator(".field [data-unit=u1]").wait_for()


MOVED = re.compile("^Heavy cavalry 2 advances")
"""How the list tells of u2."""


def played(someone: Visitor, text: str = "") -> Locator:
    """What was done, in the list; only what is written like this."""
    return someone.page.locator(f'.turn-at[data-text^="{text}"]' if text else ".turn-at")


def words_of(someone: Visitor, unit: str) -> Locator:
    """What the list of units says about one, its place among it."""
    return someone.page.locator(f"#unit-{unit}")


def propose(someone: Visitor, unit: str, up: float = 70) -> Locator:
    """Clicks a unit and a place ahead of it; the button that gives the order."""
    someone.page.locator(f".unit:is(.able, .lit)[data-unit={unit}]").wait_for()
    x, y = middle(someone.page.locator(f"[data-unit={unit}] .body").first)
    if someone.page.locator(f".unit.lit[data-unit={unit}]").count() == 0:
        someone.page.mouse.click(x, y)
    someone.page.mouse.click(x, y - up)
    give = someone.page.locator(".bar .btn.primary")
    expect(give).to_contain_text(re.compile("Advance|vorrücken"))
    return give


def order(someone: Visitor, unit: str) -> None:
    """By a drag: what leaves nothing to chance is given when it is let go."""
    someone.page.locator(f".unit:is(.able, .lit)[data-unit={unit}]").wait_for()
    drag(someone.page, unit, 0, 70)
    expect(played(someone, f"{unit} advance")).to_have_count(1)


def end_orders(someone: Visitor) -> None:
    """Although units of the corps could still act, where the command die has left them points for that."""
    anyway, ends = someone.page.get_by_role("button", name="End anyway"), played(someone, "done")
    before = ends.count()
    someone.page.get_by_role("button", name="End the orders of this corps").click()
    either(anyway, ends.nth(before)).wait_for()
    if anyway.count():
        anyway.click()


# Nothing is lost


def test_a_reload_goes_on_where_it_was(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, someone, other)
    expect(someone.page).to_have_title(re.compile("^● "))
    before = words_of(someone, "u2").inner_text()
    order(someone, "u2")
    expect(words_of(someone, "u2")).not_to_have_text(before)
    expect(played(other)).to_have_count(1)
    points = someone.page.locator(".orders-panel [role=img]").first
    left = points.get_attribute("aria-label") or ""
    assert left.startswith("5 command points"), left
    for one in (someone, other):
        stood = words_of(one, "u2").inner_text()
        one.page.reload()
        expect(words_of(one, "u2")).to_have_text(stood)
        expect(played(one)).to_have_count(1)
    expect(points).to_have_attribute("aria-label", left)
    order(someone, "u3")
    expect(played(other)).to_have_count(2)
    someone.open()
    expect(someone.page.locator(".list").first.get_by_text("your move")).to_be_visible()


def test_a_lost_connection_comes_back_and_an_order_given_meanwhile_counts_once(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, someone, other)
    give = propose(someone, "u2")
    server.kill()
    try:
        expect(someone.page.get_by_text("Connection lost.")).to_be_visible()
        give.click()
        expect(played(someone)).to_have_count(0)
    finally:
        server.start()
    for one in (someone, other):
        expect(played(one)).to_have_text([re.compile(MOVED.pattern + "|^Schwere Reiterei 2 rückt")])
        expect(one.page.get_by_text("Connection lost.")).to_have_count(0)
    order(someone, "u3")
    expect(played(other)).to_have_count(2)
    for one in (someone, other):
        one.expected("WebSocket", "ERR_")


# What the seats ask of each other


def test_an_order_is_taken_back_at_once_where_nothing_came_between(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, someone, other)
    for name in ("Take back", "Undo the last order"):
        stood = words_of(someone, "u2").inner_text()
        order(someone, "u2")
        someone.page.get_by_role("button", name=name).click()
        for one in (someone, other):
            expect(played(one)).to_have_count(0)
        expect(words_of(someone, "u2")).to_have_text(stood)
    expect(other.page.get_by_role("button", name="Yes")).to_have_count(0)
    order(someone, "u2")


def test_what_dice_followed_is_taken_back_by_consent(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit(lang="de")
    take_seats(server, someone, other, start=START)
    page = someone.page
    page.locator(".orders-panel .corps").click()
    expect(page.locator(".moves")).to_contain_text("Command die for corps 1 (")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("You asked to take a move back. Waiting for an answer …")).to_be_visible()
    assert other.axe() == []
    other.page.get_by_role("button", name="Nein").click()
    expect(page.get_by_text("You asked to take a move back")).to_have_count(0)
    expect(played(someone)).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    other.page.get_by_role("button", name="Ja").click()
    for one in (someone, other):
        expect(played(one)).to_have_count(0)
    expect(page.get_by_text("Which corps moves next?")).to_be_visible()


def test_what_the_other_side_has_answered_is_taken_back_by_consent(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, someone, other)
    order(someone, "u2")
    end_orders(someone)
    other.page.locator(".orders-panel .corps").click()
    expect(played(someone)).to_have_text([MOVED, "End of the orders", "Orders for Ochre"])
    someone.page.get_by_role("button", name="Take back").click()
    other.page.get_by_role("button", name="Yes").click()
    for one in (someone, other):
        expect(played(one)).to_have_count(1)
    expect(other.page.locator(".opp .to-move")).to_be_visible()
    order(someone, "u3")


def test_a_draw_is_offered_and_taken(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit(lang="de")
    take_seats(server, someone, other)
    someone.page.get_by_role("button", name="Offer a draw").click()
    expect(other.page.get_by_text("Dein Gegner bietet Remis an.")).to_be_visible()
    assert other.axe() == []
    other.page.get_by_role("button", name="Nein").click()
    expect(other.page.get_by_text("Dein Gegner bietet Remis an.")).to_have_count(0)
    other.page.get_by_role("button", name="Remis anbieten").click()
    someone.page.get_by_role("button", name="Yes").click()
    expect(someone.page.get_by_role("heading", name="A draw", exact=True)).to_be_visible()
    expect(other.page.get_by_role("heading", name="Unentschieden", exact=True)).to_be_visible()
    expect(someone.page.locator(".unit.able")).to_have_count(0)


def test_a_seat_can_resign_and_a_rematch_swaps_the_sides(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit(lang="de")
    take_seats(server, someone, other)
    expect(someone.page.locator(".me")).to_contain_text("Blue")
    someone.page.get_by_role("button", name="Resign").click()
    someone.page.get_by_role("button", name="Cancel").click()
    expect(someone.page.locator(".ending")).to_have_count(0)
    someone.page.get_by_role("button", name="Resign").click()
    someone.page.get_by_role("button", name="Resign").click()
    expect(someone.page.get_by_role("heading", name="You have lost")).to_be_visible()
    expect(other.page.get_by_role("heading", name="Du hast gewonnen")).to_be_visible()
    begin_again(other, someone)
    for one, side in ((someone, "Ochre"), (other, "Blau")):
        expect(one.page.locator(".me")).to_contain_text(side)
    propose(other, "u2").click()
    expect(played(someone)).to_have_text([MOVED])
    # Each looks at the table from the own edge.
    for one, own, enemy in ((someone, "e2", "u2"), (other, "u2", "e2")):
        assert (
            middle(one.page.locator(f"[data-unit={own}] .body"))[1]
            > middle(one.page.locator(f"[data-unit={enemy}] .body"))[1]
        )


# Who sits at the table


def test_a_friend_takes_the_seat_by_link(visit: Visit) -> None:
    host, friend = visit(), visit(lang="de", phone=True)
    host.open()
    box = host.page.locator("article.box", has=host.page.get_by_role("heading", name="L’Art de la Guerre"))
    box.get_by_label("Battle").select_option("drill_line")
    box.get_by_role("button", name="Friend").click()
    box.get_by_role("button", name="Invite").click()
    host.page.get_by_role("dialog").get_by_role("button", name="As commonly played").click()
    assert host.axe() == []
    take_seat(friend, host, name="Ada")
    friend.page.locator(".field [data-unit=u1]").wait_for()
    host.page.locator(".orders-panel .corps").click()
    expect(played(friend)).to_have_count(1)
    expect(friend.page.locator(".chip.profile")).to_have_text("Regeln wie meist gespielt")


def test_two_at_one_table_take_turns(visit: Visit) -> None:
    someone = visit()
    page = someone.page
    someone.open()
    box = page.locator("article.box", has=page.get_by_role("heading", name="L’Art de la Guerre"))
    box.get_by_label("Battle").select_option("drill_line")
    box.get_by_role("button", name="Same screen").click()
    box.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="As commonly played").click()
    for side, unit, ahead in (("Blue", "u1", 40), ("Ochre", "e1", -40)):
        expect(page.locator(".phase .chip")).to_have_text(f"Turn 1 · {side}")
        page.locator(".orders-panel .corps").click()
        propose(someone, unit, ahead).click()
        expect(played(someone, f"{unit} advance")).to_have_count(1)
        end_orders(someone)
    expect(page.locator(".phase .chip")).to_have_text("Turn 2 · Blue")


def test_a_watcher_sees_the_battle_and_can_touch_nothing(visit: Visit, server: AppServer) -> None:
    someone, watcher = visit(), visit()
    token = secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token}, "second": {"kind": "computer", "level": "beginner"}}
    made = server.room(game="adlg", start=FAR_APART, options=DRILL, seats=seats, listed=True, lang="en")
    someone.open(f"/room/{made['room']}#first={token}")
    watcher.open()
    page = watcher.page
    page.locator(f"a[href*='{made['room']}']").first.click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    order(someone, "u2")
    expect(played(watcher)).to_have_text([MOVED])
    for unit in ("u1", "u2", "e1"):
        expect(words_of(watcher, unit)).to_have_text(words_of(someone, unit).inner_text())
    stood = words_of(watcher, "u3").inner_text()
    page.locator("[data-unit=u3]").first.click()
    drag(page, "u3", 0, 60)
    for key in ("n", "Enter", "a", "Enter", "d", "Backspace", "/"):
        page.keyboard.press(key)
    order(someone, "u4")  # whatever the watcher had done would stand before it
    expect(played(watcher)).to_have_text([MOVED, re.compile("^Light cavalry 1 advances")])
    for nothing in (".unit.able", ".orders .btn", ".orders-panel .btn", ".ground .bar", ".answer", ".undo"):
        expect(page.locator(nothing)).to_have_count(0)
    for name in ("Resign", "Take back", "Offer a draw"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(words_of(watcher, "u3")).to_have_text(stood)
    expect(played(someone)).to_have_count(2)
    assert watcher.axe() == []


# Looking back, other words, other screens


def test_looking_back_and_the_last_turn_again(visit: Visit, server: AppServer) -> None:
    someone, other = visit(less_motion=False, own_clock=True), visit()
    someone.page.clock.install()
    take_seats(server, someone, other)
    page = someone.page
    at_first = words_of(someone, "u2").inner_text()
    order(someone, "u4")
    order(someone, "u2")
    expect(words_of(someone, "u2")).not_to_have_text(at_first)
    at_last = words_of(someone, "u2").inner_text()
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_text("You are looking at step 0.")).to_be_visible()
    expect(words_of(someone, "u2")).to_have_text(at_first)
    expect(page.locator(".orders .btn")).to_have_count(0)
    page.get_by_role("button", name="Back to the game").click()
    expect(words_of(someone, "u2")).to_have_text(at_last)
    played(someone, "u4 advance").click()
    expect(page.get_by_text("You are looking at step 1.")).to_be_visible()
    expect(words_of(someone, "u2")).to_have_text(at_first)
    played(someone, "u2 advance").click()
    expect(words_of(someone, "u2")).to_have_text(at_last)
    stop_time(someone)
    page.get_by_role("button", name="Show the last turn again").click()
    expect(words_of(someone, "u2")).to_have_text(at_first)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(words_of(someone, "u2")).to_have_text(at_last)
    page.clock.resume()
    order(someone, "u3")


def test_a_fight_is_shown_with_its_dice_and_told_with_its_numbers(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit(less_motion=False, own_clock=True)
    other.page.clock.install()
    take_seats(server, someone, other, start=LAST_FIGHT)
    stop_time(other)
    end_orders(someone)
    dice = other.page.locator(".tray .die")

    def thrown() -> bool:
        """What is shown before goes on by one frame."""
        other.page.clock.run_for(FRAME)
        return dice.count() == 2

    until(other.page, thrown)
    other.page.clock.resume()
    other.page.keyboard.press("Escape")
    fight = other.page.get_by_text("Last fight")
    expect(fight).to_be_visible()
    fight.click()
    expect(other.page.locator(".ledger .sum")).to_be_visible()


@pytest.mark.parametrize(("phone", "lang"), [(False, "en"), (True, "de")])
def test_fights_of_a_phase_stay_readable_until_somebody_has_read_them(
    visit: Visit, server: AppServer, phone: bool, lang: str
) -> None:
    someone, other = visit(phone=phone, lang=lang), visit()
    take_seats(server, someone, other, start=TWO_FIGHTS)
    someone.page.get_by_role("button", name=re.compile("^(End now|Jetzt beenden)")).click()
    fights = someone.page.locator(".fights")
    blows = fights.locator(".blow")
    named = {"en": "Heavy cavalry", "de": "Schwere Reiterei"}[lang]
    expect(blows).to_contain_text([f"{named} 1", f"{named} 2"])
    expect(blows.first).to_contain_text(re.compile(r"\d+ : \d+"))
    told = fights.locator("ol").first.inner_text()
    pages = [someone.page, other.page]
    while (
        played(someone, "done").count() < 2
    ):  # whoever is asked about a pursuit answers; then the other side has ended
        until(someone.page, lambda: any(map(wanted, pages)))
        answer(next(page for page in pages if wanted(page)))
    assert fights.locator("ol").last.inner_text() == told  # newer ones stand before them
    assert someone.axe() == []
    fights.get_by_role("button", name=re.compile("^(I have read them|Gelesen)$")).click()
    expect(fights).to_have_count(0)


def test_the_language_changes_in_the_middle_of_a_battle(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, someone, other)
    page = someone.page
    order(someone, "u2")
    propose(someone, "u3")
    expect(words_of(someone, "u2")).to_contain_text("Heavy cavalry")
    said = page.locator(".story p").last.inner_text()
    page.get_by_role("button", name="Deutsch").click()
    expect(words_of(someone, "u2")).to_contain_text("Schwere Reiter")
    expect(page.get_by_role("button", name="Befehle dieses Korps beenden")).to_be_visible()
    expect(page.locator(".story p").last).not_to_have_text(said)
    expect(page.locator(".phase .chip")).to_have_text(re.compile("Blau"))
    expect(played(someone)).to_have_count(1)
    order(someone, "u3")
    expect(played(other)).to_have_count(2)
    expect(words_of(other, "u2")).to_contain_text("Heavy cavalry")


def test_a_refusal_says_why_and_links_its_rule(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    take_seats(server, someone, other)
    someone.page.locator(".unit.able").first.wait_for()
    someone.page.keyboard.press("/")
    someone.page.keyboard.type("u2 advance 14")
    someone.page.keyboard.press("Enter")
    note = someone.page.locator(".note.bad")
    expect(note).to_be_visible()
    assert someone.axe() == []
    note.get_by_role("link").click()
    beside = someone.page.locator(".rule-beside")  # nobody leaves the table to read it
    expect(beside).to_contain_text("overlap")
    expect(someone.page.locator(".battle")).to_be_visible()
    assert someone.axe() == []
    someone.page.keyboard.press("Escape")
    expect(beside).to_have_count(0)


# Records


def fought(someone: Visitor, server: AppServer) -> None:
    """A battle against the computer, fought until an army breaks."""
    token = secrets.token_urlsafe(16)
    seats = {"first": {"kind": "person", "token": token}, "second": {"kind": "computer", "level": "beginner"}}
    made = server.room(game="adlg", start=LAST_FIGHT, options=DRILL, seats=seats, lang="en")
    someone.open(f"/room/{made['room']}#first={token}")
    order(someone, "u2")
    fight(someone.page)


def now(page: Page) -> Locator:
    return page.locator("[data-node][aria-current=step]")


def replay(page: Page) -> None:
    """The battle by itself, by keys, and from mark to mark; then its end again."""
    page.get_by_role("button", name="Replay").click()
    place, where = page.get_by_label("Place in the battle"), page.locator(".replay .where")
    latest = str(place.get_attribute("max"))
    expect(place).to_have_value(latest)
    page.get_by_label("Speed").select_option("4")
    page.keyboard.press("k")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()  # it has come to the end by itself
    expect(place).to_have_value(latest)
    page.keyboard.press("j")
    expect(place).to_have_value(str(int(latest) - 1))
    page.get_by_role("button", name="Fight before").click()
    expect(where).to_contain_text("Melee")
    page.get_by_role("button", name="Phase before").click()
    expect(where).not_to_contain_text("Melee")
    while place.input_value() != "0":
        before = place.input_value()
        page.keyboard.press("J")
        expect(place).not_to_have_value(before)
    expect(where).to_have_text("Turn 2, Blue: Movement")
    page.keyboard.press("l")
    expect(place).to_have_value("1")
    expect(page.locator("[data-trail=u2] .head")).to_be_visible()  # an arrow from where it stood
    page.get_by_role("button", name="Next fight").click()
    expect(where).to_contain_text("Melee")
    page.get_by_role("button", name="Close the replay").click()
    expect(page.locator("[data-trail]")).to_have_count(0)


FRAMES = """async (film) => {
  const decoder = new ImageDecoder({ data: new Uint8Array(film), type: "image/gif" });
  await decoder.tracks.ready;
  await decoder.completed;
  const canvas = document.createElement("canvas");
  const frames = [];
  for (let at = 0; at < decoder.tracks.selectedTrack.frameCount; at++) {
    const { image } = await decoder.decode({ frameIndex: at });
    [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    frames.push(canvas.toDataURL());
    image.close();
  }
  decoder.close();
  return frames;
}"""


def film(page: Page) -> None:
    """Every picture of the film shows something new, names are those that people say, and there is one that moves."""
    page.get_by_role("button", name="Share").click()
    made = []
    for button in ("Film (GIF)", "Picture (SVG)", "Film (SVG)"):
        with page.expect_download() as loading:
            page.get_by_role("button", name=button).click()
        made.append(Path(loading.value.path()).read_bytes())
    assert b"@keyframes" in made[2]
    frames = page.evaluate(FRAMES, list(made[0]))
    assert len(frames) > 1
    assert len(set(frames)) == len(frames)
    written = re.findall(r"<text[^>]*>([^<]*)</text>", made[1].decode())
    assert any(re.fullmatch("Heavy.*2", one) for one in written), written
    assert not [one for one in written if re.fullmatch(r"[uecd]\d+", one)]
    page.keyboard.press("Escape")


def test_a_battle_is_stepped_through_from_its_end_and_its_record_replayed(visit: Visit, server: AppServer) -> None:
    someone = visit()
    page = someone.page
    fought(someone, server)
    told = page.locator(".ending p").first.inner_text()
    orders = played(someone).count()
    replay(page)
    film(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    path = saved.value.path()
    page.locator(".ending a[href^='/study#room=']").click()
    expect(page.locator(".plot")).to_be_visible()
    seats = {"You win:": "Blue wins:", "The computer wins:": "Ochre wins:"}  # who studies a battle holds no seat in it
    for here, there in seats.items():
        told = told.replace(here, there)
    expect(page.locator(".head")).to_contain_text(told)
    expect(page.get_by_role("heading", name="The start.")).to_be_visible()
    first = words_of(someone, "u2").inner_text()
    page.keyboard.press("ArrowRight")
    expect(now(page)).to_have_text(MOVED)
    expect(words_of(someone, "u2")).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(words_of(someone, "u2")).to_have_text(first)
    # Another order is tried out: a variation.
    propose(someone, "u2", 30).click()
    expect(page.locator(".branch .move")).to_have_text([re.compile("Heavy cavalry 2 advances")])
    page.get_by_role("button", name="Delete this variation").click()
    page.keyboard.press("End")
    expect(page.locator(".here")).to_contain_text(told)
    assert someone.axe() == []
    page.get_by_role("button", name="To the start").click()
    expect(words_of(someone, "u2")).to_have_text(first)
    someone.open("/replays")
    page.locator('input[type="file"]').set_input_files(path)
    expect(page.locator(".head")).to_contain_text(told)
    assert page.locator("[data-node]").count() >= orders
    page.keyboard.press("ArrowRight")
    expect(now(page)).to_have_text(MOVED)


def test_the_arrows_leaf_through_a_record_of_a_battle(visit: Visit) -> None:
    someone = visit(theme="dark", phone=True)
    page = someone.page
    someone.open("/study")
    page.locator("input[type=file]").set_input_files(ROOT / "tests/golden/adlg_drill_zone.jsonl")
    expect(page.locator(".plot")).to_be_visible()
    places = page.locator("[data-node]")
    for step in range(3):
        page.keyboard.press("ArrowRight")
        expect(places.nth(step)).to_have_attribute("aria-current", "step")
    assert someone.axe() == []
    assert page.evaluate(SIDEWAYS) <= 0, "it scrolls sideways"
    page.keyboard.press("ArrowLeft")
    expect(places.nth(1)).to_have_attribute("aria-current", "step")


# The set-up


def set_up_at(server: AppServer, task: Task, someone: Visitor, *others: Visitor) -> None:
    """The first seat has this to decide; the second is the next visitor's, and one more watches."""
    tokens = {name: secrets.token_urlsafe(16) for name in ("first", "second")}
    seats = {name: {"kind": "person", "token": token} for name, token in tokens.items()}
    made = server.room(game="adlg", start=position_at(task), options=ARMIES, seats=seats, lang="en")
    ways = [f"/room/{made['room']}#{name}={token}" for name, token in tokens.items()]
    for one, way in zip((someone, *others), [*ways, f"/watch/{made['room']}#{made['watch']}"], strict=False):
        one.open(way)
        one.page.locator(".setup").wait_for()
    expect(verdict(someone.page)).to_have_text("That is allowed.")


def test_a_set_up_outlives_a_reload_a_change_of_language_and_a_take_back(visit: Visit, server: AppServer) -> None:
    someone, other = visit(), visit()
    page = someone.page
    set_up_at(server, Task.DEPLOY, someone, other)
    asks = panel(page).locator(".ask")
    asked = asks.inner_text()
    assert asked.startswith("Deploy corps")
    page.reload()
    expect(asks).to_have_text(asked)
    page.get_by_role("button", name="Deutsch").click()
    expect(asks).to_contain_text("Korps")
    expect(verdict(page)).to_have_text("Das ist erlaubt.")
    page.get_by_role("button", name="English").click()
    expect(verdict(page)).to_have_text("That is allowed.")
    for _ in range(2):
        panel(page).locator(".btn.primary").click()
        expect(asks).to_have_text("Ochre chooses a corps to deploy.")
        expect(other.page.locator(".me .to-move")).to_be_visible()
        page.get_by_role("button", name="Take back").click()
        expect(asks).to_have_text(asked)
        expect(verdict(page)).to_have_text("That is allowed.")
        expect(other.page.locator(".opp .to-move")).to_be_visible()


def test_a_watcher_of_a_set_up_can_touch_nothing(visit: Visit, server: AppServer) -> None:
    someone, other, watcher = visit(), visit(), visit()
    set_up_at(server, Task.DEPLOY, someone, other, watcher)
    page = watcher.page
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.locator(".setup").focus()
    for key in ("n", "Enter", "m", "Enter"):
        page.keyboard.press(key)
    expect(panel(page).locator(".btn")).to_have_count(0)
    expect(played(someone)).to_have_count(0)
    assert watcher.axe() == []
    panel(someone.page).locator(".btn.primary").click()
    expect(played(watcher)).to_have_text(["places units", "ready"])
    stood = page.locator("[data-unit]").count()
    assert stood > 0
    expect(other.page.locator("[data-unit]")).to_have_count(stood)


# A phone


def test_on_a_phone_a_unit_is_tapped_and_an_order_given_by_finger(visit: Visit, server: AppServer) -> None:
    someone, other = visit(phone=True), visit()
    take_seats(server, someone, other)
    page = someone.page
    page.locator(".unit.able[data-unit=u2]").tap()
    expect(page.locator(".unit.lit[data-unit=u2]")).to_have_count(1)
    advance = page.locator(".orders").get_by_role("button", name="Advance")
    expect(advance).not_to_have_attribute("aria-disabled", "true")
    advance.tap()
    give = page.locator(".orders-panel .btn.primary")
    expect(give).to_contain_text("Advance")
    expect(page.locator(".ghost[data-unit=u2]")).to_have_count(1)
    assert page.evaluate(SIDEWAYS) <= 0, "it scrolls sideways"
    give.tap()
    expect(played(other, "u2 advance")).to_have_count(1)
    # A tap on the ground sends whoever is chosen there; the table lies above the orders.
    page.evaluate("scrollTo(0, 0)")
    page.locator(".unit.able[data-unit=u3]").tap()
    expect(page.locator(".unit.lit[data-unit=u3]")).to_have_count(1)
    x, y = middle(page.locator("[data-unit=u3] .body").first)
    page.touchscreen.tap(x, y - 30)
    expect(give).to_contain_text("Advance")
    give.tap()
    expect(played(other, "u3 advance")).to_have_count(1)


def test_on_a_phone_a_finger_drags_a_unit_and_the_page_stays_where_it_is(visit: Visit, server: AppServer) -> None:
    someone, other = visit(phone=True), visit()
    take_seats(server, someone, other)
    page = someone.page
    page.locator(".unit.able[data-unit=u2]").wait_for()
    page.touchscreen.tap(*middle(page.locator("[data-unit=e1] .body").first))
    expect(page.locator(".tapped")).to_contain_text("Heavy spearmen 1")
    page.wait_for_timeout(500)  # nobody drags so soon after a tap that the browser takes both for one gesture
    x, y = middle(page.locator("[data-unit=u2] .body").first)
    fingers = page.context.new_cdp_session(page)
    for kind, up in (("Start", 0), ("Move", 10), ("Move", 25), ("Move", 40)):
        touch = {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": y - up}]}
        fingers.send("Input.dispatchTouchEvent", touch)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate("scrollY") == 0
    expect(played(other, "u2 advance")).to_have_count(1)


# Barriers


def test_axe_finds_nothing_in_a_set_up_in_a_running_battle_and_at_its_end(visit: Visit, server: AppServer) -> None:
    someone = visit(theme="dark", phone=True)
    page = someone.page
    for task in (Task.LAY, Task.DEPLOY):
        set_up_at(server, task, someone)
        assert someone.axe_in_both_looks() == [], task
    take_seats(server, someone, start=START)
    page.locator(".orders-panel .corps").wait_for()
    assert someone.axe_in_both_looks() == [], "a corps is chosen"
    take_seats(server, someone)
    page.locator(".unit.able").first.wait_for()
    page.locator("[data-unit=u2]").first.click()
    page.locator(".orders").get_by_role("button", name="Advance").click()
    expect(page.locator(".orders-panel .btn.primary")).to_contain_text("Advance")
    assert someone.axe_in_both_looks() == [], "an order is put together"
    page.get_by_text("Standing answers").click()
    assert someone.axe_in_both_looks() == [], "standing answers"
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".ending")).to_be_visible()
    assert someone.axe_in_both_looks() == [], "the end"
    assert page.evaluate(SIDEWAYS) <= 0, "it scrolls sideways"
