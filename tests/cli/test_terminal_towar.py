"""To War! in the terminal window: whole games of both variants, turns put together step by step, hidden hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.cli.seated import Seat, at_table, game_of
from triarii.cli.terminal.newgame import NewGame, Picker
from triarii.cli.terminal.playing import Playing
from triarii.cli.terminal.towar.battlefield import CELLS, Battlefield
from triarii.cli.terminal.towar.cards import shortened
from triarii.cli.terminal.towar.face import ToWarFace
from triarii.cli.terminal.towar.places import CAMPS, place_of
from triarii.cli.terminal.towar.scene import Side
from triarii.core import timeline
from triarii.core.chance import SECRET_BYTES, commitment
from triarii.core.contract import Budget, Eye, Refusal, Turn
from triarii.core.texts import LANGUAGES
from triarii.games.towar.actions import parse_turn
from triarii.games.towar.cards import SHIPPED

LEFT = "M2B1-b1k1r1t1 0-0"
WAYS = f"south-north t../.../.a./.Sr 1 M {LEFT}"
"""Siqlab on b1, once displaced, can attack ahead or to its right, or step aside."""
SECOND_STEP = f"south-north t../.../.../.B. 1 S {LEFT}"
"""The Bedouin on b1, once displaced, may take two steps."""
THROUGH = f"south-north tB./.S./.S./.S. 1 M {LEFT}"
LOSS = f"south-north tb./.../.k./.S. 1 M {LEFT}"
"""Siqlab on b1 loses if it goes ahead."""
WEST, HANDS = {"armies": "west,north", "begins": "first"}, {"variant": "hand_of_three"}
PEOPLE = ("human", "human")


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice after a moment's thought will do."""
    for name in ("HINT", "ANALYSIS"):
        monkeypatch.setattr(f"triarii.cli.terminal.table_screen.{name}", Budget(nodes=200))


def war(
    seats: tuple[str, str] = ("human", "random"), start: str = "", options: dict[str, object] | None = None
) -> Playing:
    """A game whose cards fall in the same way every time."""
    playing = game_of(seats, start, options, "towar")
    playing.secret = bytes(SECRET_BYTES)
    header = replace(playing.line.header, id="0" * 16, commit=commitment(playing.secret))
    line = timeline.begin(playing.game, header)
    assert not isinstance(line, Refusal)
    playing.line = line
    return playing


def field(seat: Seat) -> Battlefield:
    found = seat.screen.field
    assert isinstance(found, Battlefield)
    return found


def drawn(seat: Seat) -> str:
    """The field in letters."""
    return "\n".join(field(seat).render_line(y).text for y in range(field(seat).size.height))


def panel(seat: Seat) -> str:
    return " ".join(seat.panel.split())


async def point(seat: Seat, place: str) -> None:
    """The cursor by arrow keys, then Enter."""
    for _ in range(20):
        here, there = field(seat).spot(field(seat).cursor), field(seat).spot(place)
        assert here is not None
        assert there is not None, place
        if here == there:
            break
        rows, columns = there[0] - here[0], there[1] - here[1]
        await seat.press(("down" if rows > 0 else "up") if rows else ("right" if columns > 0 else "left"))
    assert field(seat).cursor == place
    await seat.press("enter")


def words_of(action: str) -> list[str]:
    """The words that spell an action."""
    turn = parse_turn(action)
    if turn is None:
        return action.split("/")
    return [*([turn.card] if turn.card else []), turn.column, *turn.steps]


async def say(seat: Seat, words: Sequence[str], *, by_number: bool) -> None:
    """A whole action, each word pointed at or picked by its number; what costs an own unit is asked for twice."""
    steps = len(seat.playing.line.steps)
    for word in words:
        offered = list(seat.screen.hand.offered())
        number = next(at for at, choice in enumerate(offered) if choice.text == word)
        place = place_of(offered[number], seat.playing.position.turn)
        if by_number:
            await seat.press(str(number + 1))
        elif place:
            await point(seat, place)
        else:
            await seat.press("enter")
    if seat.screen.hand.doubted is not None:
        assert "Enter plays it anyway" in seat.status
        await seat.press("enter")
    if len(seat.playing.line.steps) == steps:
        await seat.press("full_stop")
    assert len(seat.playing.line.steps) > steps, (words, seat.status)


async def play_on(seat: Seat, *, by_number: bool, seed: int = 1) -> set[str]:
    """Any turn will do, until the game is over; the headings that were seen."""
    rng, headings = Random(seed), set()
    for _ in range(60):
        playing = seat.playing
        if playing.line.result is not None:
            break
        assert playing.curtain == (len(playing.people) == 2 and playing.hides and bool(turn_of(seat)))
        if playing.curtain:
            assert all(not side.hand for side in scene(seat).values())
            assert "face down" in drawn(seat)
            await seat.press("enter")
        assert playing.asked is not None
        other = playing.asked.other
        assert not scene(seat)[other].hand
        headings.add(ToWarFace().heading(seat.screen.sight))
        await say(seat, words_of(rng.choice(playing.position.actions())), by_number=by_number)
    assert seat.playing.line.result is not None
    return headings


def turn_of(seat: Seat) -> int:
    found = field(seat).scene
    assert found is not None
    return found.turn


def scene(seat: Seat) -> dict[Turn, Side]:
    found = field(seat).scene
    assert found is not None
    return dict(found.sides)


def test_a_whole_game_is_played_with_arrow_keys() -> None:
    async def play(seat: Seat) -> None:
        headings = await play_on(seat, by_number=False)
        assert "Choosing the armies" in headings
        for begins in ("Set-up: ", "Turn "):
            assert any(heading.startswith(begins) for heading in headings)
        assert "✓" in seat.status
        assert "The game is over" in seat.panel
        await seat.press("u")
        assert seat.playing.line.result is None

    at_table(play, war())


def test_a_whole_game_with_hands_is_played_by_numbers() -> None:
    async def play(seat: Seat) -> None:
        assert seat.playing.hides
        await play_on(seat, by_number=True)
        assert "✓" in seat.status

    at_table(play, war(options=dict(HANDS)), "en")


def test_two_people_play_a_whole_game_without_seeing_each_other_s_hands() -> None:
    async def play(seat: Seat) -> None:
        await play_on(seat, by_number=True, seed=5)

    at_table(play, war(PEOPLE, options={**WEST, **HANDS}))


def test_where_nothing_is_hidden_nobody_has_to_look_away() -> None:
    async def play(seat: Seat) -> None:
        assert not seat.playing.hides
        for cell in ("b2", "b3", "a1"):
            assert not seat.playing.curtain
            await point(seat, cell)
        assert seat.playing.repeated() == 1

    at_table(play, war(PEOPLE, options=dict(WEST)))


def test_the_hand_of_the_program_is_nowhere_on_the_screen() -> None:
    async def play(seat: Seat) -> None:
        while not turn_of(seat):
            await seat.press("1")
        sides = scene(seat)
        assert sum(number for _, number in sides[Turn.FIRST].hand) == 3
        assert sides[Turn.SECOND].hand == ()
        assert sides[Turn.SECOND].hand_is_hidden
        assert "hand 3, reserve 8, together" in panel(seat)
        held = seat.playing.position.view(Eye.FIRST)
        assert held.text == seat.playing.view.text

    at_table(play, war(options={**WEST, **HANDS}))


def test_of_a_displaced_unit_every_way_is_told() -> None:
    async def play(seat: Seat) -> None:
        assert "Mamluk to b1, pushing Siqlab." in seat.status
        await seat.press("enter")
        assert "Siqlab was pushed off b1: where does it go?" in seat.status
        assert "▲Siqlab 3/3" in drawn(seat)
        told = panel(seat)
        assert "Turn 15 of 22, step 2" in told
        assert "1 Forward: Siqlab attacks Archer on b2, 3 against 1, wins" in told
        assert "2 Left: Siqlab to a1, free" in told
        assert "3 Right: Siqlab attacks Rider on c1, 3 + 2 against 3, wins" in told
        for pill in ("3:1 wins", "3+2:3 wins", "free"):
            assert pill in drawn(seat)
        await seat.press("up")
        assert "→ Forward: Siqlab attacks Archer on b2, 3 against 1, wins." in seat.status
        await seat.press("enter")
        assert seat.moves[0] == "b:f"
        assert "You play Mamluk on b1; Siqlab attacks Archer on b2, 3 against 1: won." in panel(seat)

    at_table(play, war(start=WAYS))


def test_backspace_takes_back_one_word_and_then_a_turn() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("enter", "backspace")
        assert seat.screen.hand.words == []
        assert "pushing Siqlab" in seat.status
        await seat.press("enter", "escape")
        assert seat.screen.hand.words == []
        await seat.press("1")
        assert seat.moves[0] == "a"
        await seat.press("backspace")
        assert seat.moves == []

    at_table(play, war(start=WAYS))


@pytest.mark.parametrize("key", ["enter", "full_stop", "space"])
def test_a_second_step_may_be_left_out(key: str) -> None:
    async def play(seat: Seat) -> None:
        await point(seat, "b1")
        await point(seat, "b2")
        assert "Bedouin on b2 may take a second step; . or Enter stays." in seat.status
        assert "Bedouin on b2, second step:" in panel(seat)
        assert "stay ." in drawn(seat)
        assert seat.moves == []
        await seat.press(key)
        assert seat.moves[0] == "b:f"

    at_table(play, war(start=SECOND_STEP))


def test_a_second_step_is_taken() -> None:
    async def play(seat: Seat) -> None:
        for place in ("b1", "b2", "b3"):
            await point(seat, place)
        assert seat.moves[0] == "b:ff"

    at_table(play, war(start=SECOND_STEP))


def test_a_unit_breaks_through_into_the_enemy_camp() -> None:
    async def play(seat: Seat) -> None:
        for place in ("b1", "b2", "b3", "b4"):
            await point(seat, place)
        assert "breakthrough wins" in drawn(seat)
        await point(seat, CAMPS[Turn.SECOND])
        assert "You win" in seat.status
        assert "Bedouin breaks through from b4" in panel(seat)

    at_table(play, war(start=THROUGH))


def test_own_losses_are_warned_of_first() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("enter", "up")
        assert "LOSES your own unit" in seat.status
        assert "3:4 LOSES" in drawn(seat)
        await seat.press("1")
        assert "loses your own unit in the fight for b2. Enter plays it anyway" in seat.status
        await seat.press("escape")
        assert seat.screen.hand.doubted is None
        assert seat.moves == []
        await seat.press("1", "enter")
        assert seat.moves[0] == "b:f"

    at_table(play, war(start=LOSS))


def test_a_whole_turn_is_typed_or_begun() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("slash")
        await seat.type("b")
        assert seat.screen.hand.words == ["b"]
        await seat.press("slash")
        await seat.type("b:lll")
        assert "!" in seat.status
        await seat.press("slash")
        await seat.type("b:l")
        assert seat.moves[0] == "b:l"

    at_table(play, war(start=WAYS))


def test_a_place_that_can_not_be_chosen_says_why() -> None:
    async def play(seat: Seat) -> None:
        await point(seat, "a3")
        assert "comes in on your own back row" in seat.status
        await point(seat, "b1")
        await point(seat, "c4")
        assert "Siqlab can't get from b1 to c4 in one step." in seat.status
        await point(seat, "b1")
        assert "has to move" in seat.status
        await seat.press("tab")
        assert field(seat).cursor in ("a1", "b2", "c1")

    at_table(play, war(start=WAYS))


def test_a_card_of_the_hand_comes_first() -> None:
    async def play(seat: Seat) -> None:
        assert "play a card by its number" in seat.status or "Play " in seat.status
        await point(seat, "b1")
        assert "First say which card you play" in seat.status
        first, second = (card.unit for card, _ in scene(seat)[Turn.FIRST].hand)
        await point(seat, f"card:{second}")
        assert seat.screen.hand.words == [second]
        await point(seat, f"card:{first}")
        assert seat.screen.hand.words == [first]
        await point(seat, "a1")
        assert seat.moves[0] == f"{first}/a"

    start = "south-north t../.../.a./.Sr 1 - M1-k1 M1B2-b1r1t1 @"
    playing = war(options=dict(HANDS))
    playing = war(start=start.replace("@", digest_of(playing)), options=dict(HANDS))
    at_table(play, playing)


def digest_of(playing: Playing) -> str:
    """How the text of a position names the variant."""
    text: str = playing.position.text()
    return text.rsplit(maxsplit=1)[-1]


def test_a_card_without_an_open_cell_is_laid_aside() -> None:
    async def play(seat: Seat) -> None:
        assert "There is no space for Mamluk: Enter sets it aside." in seat.status
        await seat.press("enter")
        assert seat.moves[0] == "pass"

    closed: dict[str, object] = {"enemy_on_entry": "forbidden"}
    start = f"south-north .../.../.../art 1 M {LEFT} {digest_of(war(options=closed))}"
    at_table(play, war(start=start, options=closed))


def test_it_is_played_with_the_mouse() -> None:
    async def play(seat: Seat) -> None:
        async def click(place: str) -> None:
            await seat.pilot.click(Battlefield, offset=field(seat).place_of(place))
            await seat.settle()

        await click("b1")
        await click("b2")
        assert seat.moves == []  # the first click on a target only shows what would happen
        await click("b2")
        assert seat.moves[0] == "b:f"

    at_table(play, war(start=WAYS))


def test_cards_are_told_apart_without_colour() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("left")
        page = drawn(seat)
        for sign in ("╔", "║", "┌", "┆", "<^>", "3/3", " v ", "<v>2", "Your camp"):
            assert sign in page, sign
        lines = page.splitlines()
        own = next(number for number, line in enumerate(lines) if "Siqlab" in line)
        assert "<^>" in lines[own - 1]  # arrows towards the enemy, the name towards the own camp
        enemy = next(number for number, line in enumerate(lines) if "Archer" in line)
        assert " v" in lines[enemy + 1]
        await seat.press("f")
        assert "<v>" in drawn(seat)
        assert "<^>2" in drawn(seat)

    at_table(play, war(start=WAYS))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("options", [{}, WEST, {**WEST, **HANDS}])
def test_everything_fits_into_80_by_24(lang: str, options: dict[str, object]) -> None:
    async def play(seat: Seat) -> None:
        rng = Random(3)
        for _ in range(24):
            screen = seat.screen
            for widget in screen.query("Battlefield, Panel, Status, KeyBar"):
                assert screen.region.contains_region(widget.region), widget
                assert widget.max_scroll_y == 0, widget
            assert field(seat).cell == (14, 4)
            shown = screen.query_one("Panel").content_size
            lines = seat.panel.splitlines()
            assert len(lines) <= shown.height
            assert max(map(len, lines)) <= shown.width
            assert len(seat.status.splitlines()) <= 2
            if seat.playing.line.result is not None:
                break
            offered = seat.screen.hand.offered()
            await seat.press(str(rng.randrange(len(offered)) + 1))
            if seat.screen.hand.doubted is not None:
                await seat.press("enter")

    at_table(play, war(options=dict(options)), lang)


@pytest.mark.parametrize(
    ("size", "cell"), [((60, 18), (11, 2)), ((120, 40), (22, 6)), ((140, 50), (28, 8)), ((100, 30), (18, 5))]
)
def test_cards_grow_with_the_terminal(size: tuple[int, int], cell: tuple[int, int]) -> None:
    async def play(seat: Seat) -> None:
        assert cell in CELLS
        assert field(seat).cell == cell
        assert seat.screen.region.contains_region(field(seat).region)
        assert "Siqlab" in drawn(seat)
        await seat.press("enter")

    at_table(play, war(start=WAYS), size=size)


@pytest.mark.parametrize(("lang", "reconstructed"), [("en", "reconstructed by us"), ("de", "von uns rekonstruiert")])
def test_what_is_reconstructed_is_told_at_the_start_with_the_table(lang: str, reconstructed: str) -> None:
    async def play(seat: Seat) -> None:
        assert reconstructed in panel(seat)
        assert {"en": "Movement table: Charge.", "de": "Bewegungstabelle: Ansturm."}[lang] in panel(seat)
        await seat.press("1")
        assert reconstructed not in panel(seat)

    at_table(play, war(options={"movement": "charge"}), lang)


def test_a_table_of_one_s_own_is_named() -> None:
    async def play(seat: Seat) -> None:
        assert "Movement table: House rules." in panel(seat)
        await seat.press("n")
        assert isinstance(seat.app.screen, NewGame)
        assert any(picker.row.name == "movement" for picker in seat.app.screen.query(Picker))

    own = {"name": "House rules", "kinds": SHIPPED["standard"]["kinds"]}
    at_table(play, war(options={"movement": own}))


def test_advice_undo_and_looking_back_work_as_in_every_game() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("h")
        assert "Hint: " in seat.status
        await seat.press("escape", "a")
        assert "Best for you" in seat.status
        await seat.press("escape")
        await say(seat, ["b", "l"], by_number=True)
        assert len(seat.moves) > 1
        await seat.press("home")
        assert "after 0 of" in seat.status
        assert field(seat).scene.cells["b1"].unit == "siqlab"  # type: ignore[union-attr]
        await seat.press("right_square_bracket", "full_stop", "end", "u")
        assert seat.moves == []
        await seat.press("f")
        assert drawn(seat).splitlines()[0].strip().startswith("South · Your camp")

    at_table(play, war(start=WAYS))


def test_a_game_is_saved_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def play(seat: Seat) -> None:
        await seat.press("1", "1", "s", "enter")
        moves = seat.moves
        assert "Saved as towar-" in seat.status
        await seat.press("1", "l", "down", "enter", "d")
        assert "Loaded from towar-" in seat.status
        assert seat.moves == moves
        assert isinstance(seat.screen.field, Battlefield)

    at_table(play, war(options={**HANDS}))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_and_the_new_game_speak_of_this_game(lang: str) -> None:
    async def play(seat: Seat) -> None:
        voice = seat.screen.voice
        await seat.press("question_mark")
        page = str(seat.app.screen.query_one("#page-text").render())
        for _, name in seat.screen.face.signs():
            assert voice.say(f"sign.{name}") in page
        assert voice.say("keys.dot") in page
        assert voice.say("game.reconstructed") in page
        await seat.press("escape", "n")
        rows = [picker.row for picker in seat.app.screen.query(Picker)]
        assert {"armies", "variant", "movement"} <= {row.name for row in rows}
        for row in rows:
            assert row.name in ("opponent", "side") or voice.knows(f"option.{row.name}"), row.name
        await seat.press("down", "down", "right", "right", "right")
        armies = next(picker for picker in seat.app.screen.query(Picker) if picker.row.name == "armies")
        assert {"en": "West – North", "de": "Westen – Norden"}[lang] in str(armies.render())
        await seat.press("up", "up")
        names = [row.name for row in rows]
        await seat.press(*["down"] * names.index("variant"), "right", "enter")
        assert seat.playing.hides

    at_table(play, war(), lang)


def test_every_text_is_there_in_both_languages() -> None:
    texts = ToWarFace.texts
    assert texts is not None
    assert [key for key, entry in texts.entries.items() if not all(entry.get(lang) for lang in LANGUAGES)] == []


def test_names_are_shortened_so_that_they_stay_apart() -> None:
    assert shortened("Ashigaru-archer", 12) == "A.-archer"
    assert shortened("Armbrustschütze", 12) == "Armbrustsch."
    assert shortened("Knight", 12) == "Knight"
