"""`triarii campaign`: it lists, begins, and sets up each battle from the record of the last."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from tests.cli.running import Within
from triarii.core import files, timeline
from triarii.core.contract import Turn
from triarii.core.records import Resigned
from triarii.core.timeline import Timeline
from triarii.games.adlg.game import GAME


def lose(file: Path, seat: Turn) -> None:
    """One side gives the battle up."""
    record = files.load(file).record
    assert record is not None
    line, problem = timeline.replay(GAME, record)
    assert problem is None
    assert isinstance(line, Timeline)
    assert line.append(Resigned(seat)) is None
    line.close()
    assert files.save(line.record, file) is None


def test_campaigns_are_listed_with_their_battles_in_both_languages(within: Within) -> None:
    english, german = within("campaign", "list"), within("campaign", "list", "--lang", "de")
    assert "The king's hall, 7 turns" in english.out
    assert "Die Königshalle, 7 Spielzüge" in german.out
    (told,) = within("campaign", "list", "--json").json
    assert [battle["turns"] for battle in told["battles"]] == [6, 6, 7]


def test_each_battle_is_set_up_from_the_record_of_the_last_until_somebody_has_won(
    within: Within, tmp_path: Path
) -> None:
    battles = [tmp_path / f"battle-{number}.jsonl" for number in (1, 2, 3)]
    begun = within("campaign", "start", "raiders", "--save", str(battles[0]), "--players", "human,general")
    assert "triarii play --load" in begun.out
    for number, (last, following) in enumerate(pairwise(battles), start=1):
        lose(last, Turn.SECOND)
        told = within("campaign", "next", str(last), "--save", str(following)).out
        assert f"after battle {number} of 3: {100 * number} points for Blue" in " ".join(told.split())
        record = files.load(following).record
        assert record is not None
        assert record.header.seats == ("human", "general")
        survivors = record.header.options["survivors"]
        assert isinstance(survivors, dict)
        assert (survivors["battle"], survivors["points"]) == (number + 1, [100 * number, 10 * number])
    lose(battles[2], Turn.FIRST)
    over = within("campaign", "next", str(battles[2]), "--save", str(tmp_path / "none.jsonl"))
    assert "Blue has won the campaign." in over.out
    assert not (tmp_path / "none.jsonl").exists()


def test_what_is_no_battle_of_a_campaign_leads_nowhere(within: Within, tmp_path: Path) -> None:
    first, other = tmp_path / "first.jsonl", str(tmp_path / "other.jsonl")
    within("campaign", "start", "raiders", "--save", str(first))
    early = within("campaign", "next", str(first), "--save", other)
    assert early.code == 2
    assert "not over yet" in early.err
    near = within("campaign", "start", "raider", "--save", other)
    assert near.code == 2
    assert "did you mean raiders" in near.err
    assert "list" in within("campaign").out
