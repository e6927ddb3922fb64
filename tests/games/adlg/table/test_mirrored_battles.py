"""A battle seen in a mirror goes the mirrored way: only ties are broken to the right before the left."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from benchmarks.battles import mirrored_order, mirrored_text
from tests.lengths import at_length
from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.scenarios import scenario

BOTH_WAYS = ("extend", "contract")
"""Orders whose words name sides by place and not by word."""


def mirrored_content(content: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario in a mirror beside the table."""
    width = content["size"][0]

    def point(place: list[int]) -> list[int]:
        return [width - place[0], place[1]]

    def pose(place: list[int]) -> list[int]:
        return [width - place[0], place[1], (36000 - place[2]) % 36000]

    turned = {**content}
    for key, names in (("terrain", ("polygon",)), ("road", ("points",))):
        turned[key] = [
            {**entry, **{name: [point(each) for each in entry[name]] for name in names if name in entry}}
            for entry in content.get(key, [])
        ]
    turned["terrain"] = [
        {**entry, **({"crest": point(entry["crest"])} if "crest" in entry else {})} for entry in turned["terrain"]
    ]
    turned["work"] = [
        {**entry, "start": point(entry["end"]), "end": point(entry["start"])} for entry in content.get("work", [])
    ]
    for key in ("unit", "camp", "commander"):
        turned[key] = [
            {**entry, **({"at": pose(entry["at"])} if "at" in entry else {})} for entry in content.get(key, [])
        ]
    return {key: value for key, value in turned.items() if value or key in content}


@pytest.mark.parametrize("name", ["drill_line", "drill_zone", "drill_charge", "skirmish"])
def test_a_mirrored_battle_goes_the_mirrored_way(name: str) -> None:
    content = scenario.content(name)
    assert not isinstance(content, Refusal)
    width = content["size"][0]
    options, mirrored = {"scenario": content}, {"scenario": mirrored_content(content)}
    rng, position, compared, unlike = Random(name), GAME.start(options), 0, []
    assert isinstance(position, Position)
    for _ in range(at_length(80, 250)):
        if position.turn is Turn.OVER:
            break
        if position.turn is Turn.CHANCE:
            action = rng.choice(position.chances())[0]
        else:
            listed = [each for each in position.actions() if not any(word in each for word in BOTH_WAYS)]
            action = rng.choice(listed)
        reflected = GAME.parse(mirrored_text(position.text(), width), mirrored)
        assert isinstance(reflected, Position), (reflected, position.text())
        after, other = position.play(action), mirrored_order(action)
        assert reflected.turn is Turn.CHANCE or reflected.check(other) is None, (other, reflected.text())
        compared += 1
        if mirrored_text(reflected.play(other).text(), width) != after.text():
            unlike.append(action)
        position = after
    # Right goes before left where nothing else decides: that alone may differ, and hardly ever does.
    assert compared > 20
    assert len(unlike) <= compared // 50, unlike
