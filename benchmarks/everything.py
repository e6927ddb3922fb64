"""Whole battles with everything that a set-up and a battle may have, between small armies drawn by lot.

Both sides write secret plans; corps of allies hesitate, knights get down, rivers and works lie on the table, readings
of the sheet are drawn, and the evening ends by a limit or by the clock. On the way every step is told in
both languages to everybody, and now and then the position is written and read again, and nobody may tell it from what
he imagines. What a battle came to is kept at once, for the texts of the rules and players that it was fought by: a run
that was stopped goes on where it was.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import battles, figures
from triarii.core.contract import Budget, Eye, Player, Refusal, Turn
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.battle import scoring
from triarii.games.adlg.data import readings
from triarii.games.adlg.game import GAME, SECRET
from triarii.games.adlg.position import Position
from triarii.players.adlg.general import General

BATTLES = 200
LONGEST = 1_500
"""Decisions after which a battle is left."""
EVERY = 11
"""So many steps pass between two positions of which everything is asked."""
LOOK = Budget(nodes=4)
"""What the general looks at before each decision."""
CLOCK = 0.002
"""How likely the clock is to end the evening at a step."""
SMALLEST, LARGEST = 50, 100
"""Points of an army."""
TOLD = (
    "ambush",
    "spring",
    "march_planned",
    "march_here",
    "march_driven",
    "hesitates",
    "dismounts",
    "river_flows",
    "works",
    "time_up",
    "time_agreed",
    "last_turn",
    "won_on_points",
    "drawn_on_points",
    "won",
)
"""Kinds of events of which is counted how many battles had them."""
SOURCES = ("games/adlg", "players/adlg")

FOOT: tuple[Mapping[str, object], ...] = (
    {"troop": "heavy_swordsmen", "abilities": ["impetuous"]},
    {"troop": "heavy_swordsmen", "quality": "elite", "abilities": ["two_handed_weapon"]},
    {"troop": "medium_swordsmen"},
    {"troop": "heavy_spearmen"},
    {"troop": "pikemen"},
    {"troop": "levy"},
    {"troop": "bowmen", "weapon": "longbow", "abilities": ["stakes"]},
    {"troop": "crossbowmen", "weapon": "crossbow", "abilities": ["pavise"]},
    {"troop": "light_infantry", "weapon": "bow"},
    {"troop": "light_infantry", "weapon": "javelin"},
)
MOUNTED: tuple[Mapping[str, object], ...] = (
    {"troop": "heavy_knights", "dismounts": "foot_knights"},
    {"troop": "medium_knights", "abilities": ["impact"], "dismounts": "foot_knights"},
    {"troop": "heavy_chariot", "dismounts": "medium_swordsmen"},
    {"troop": "heavy_cavalry"},
    {"troop": "light_cavalry", "weapon": "bow"},
    {"troop": "light_camels", "weapon": "bow"},
)
RARE: tuple[Mapping[str, object], ...] = (
    {"troop": "elephant"},
    {"troop": "scythed_chariot", "abilities": ["expendable"]},
    {"troop": "light_artillery", "weapon": "artillery"},
    {"troop": "war_wagon", "weapon": "crossbow"},
)
GRADES = ("ordinary", "competent", "brilliant")


# What is drawn


def drawn(number: int) -> dict[str, object]:
    """The options of a battle: armies, readings, and how the evening ends."""
    rng = Random(f"everything-{number}")
    options: dict[str, object] = {
        name: rng.choice(list(option.values))
        for name, option in readings.OPTIONS.items()
        if isinstance(option.values, Sequence) and not isinstance(option.values, str) and name != "profile"
    }
    armies = {f"{seat}_army": drawn_army(rng, seat) for seat in ("first", "second")}
    limit = rng.choice((0, 0, 4, 7))
    return {**options, **armies, "setup": SECRET, "turn_limit": limit, "scoring": rng.choice(scoring.shipped())}


def drawn_army(rng: Random, name: str) -> dict[str, object]:
    """A small army that keeps the rules, with a corps that may hesitate."""
    while True:
        corps = [_corps(rng) for _ in range(rng.choice((2, 2, 3)))]
        corps[-1][rng.choice(("allied", "unreliable"))] = True
        given: dict[str, object] = {
            "name": name,
            "format": 100,
            "command_value": rng.randint(2, 4),
            "fortifications": rng.choice((0, 0, 2)),
            "obstacles": rng.choice((0, 1)),
            "corps": corps,
        }
        found = roster.read(given, name)
        if not isinstance(found, Refusal):
            report = army.check(found)
            if report.ok and SMALLEST <= report.points <= LARGEST:
                return given


def _corps(rng: Random) -> dict[str, Any]:
    kinds = [rng.choice(FOOT), rng.choice(MOUNTED)]
    if rng.random() < 0.2:
        kinds.append(rng.choice(RARE))
    units = [{**kind, "count": 1 if kind in RARE else rng.randint(1, 3)} for kind in kinds]
    return {"commander": rng.choice(GRADES), "units": units}


# What is fought


@dataclass
class Fought:
    """What a battle came to."""

    number: int
    steps: int = 0
    over: bool = False
    seen: dict[str, int] = field(default_factory=dict)
    """How often what was told, by the kinds of events."""
    faults: list[str] = field(default_factory=list)


def fight(number: int) -> Fought:
    """A battle to its end, by a general or by lot on either side; what is known of it already is not fought again."""
    kept = _folder() / f"{number}.json"
    if kept.exists():
        return Fought(**json.loads(kept.read_text(encoding="utf-8")))
    found, seen = Fought(number), Counter[str]()
    rng = Random(f"fought-{number}")
    position = GAME.start(drawn(number))
    if isinstance(position, Refusal):
        found.faults.append(f"battle {number} can't begin: {position}")
        return found
    generals: list[Player | None] = [General() if rng.random() < 0.5 else None for _ in range(2)]
    while position.turn is not Turn.OVER and found.steps < LONGEST and not found.faults:
        try:
            after, told = _step(position, generals, rng)
            found.steps += 1
            if found.steps % EVERY == 0 or after.turn is Turn.OVER:
                found.faults += [f"battle {number}: {fault} in {after.text()}" for fault in faults(after, rng)]
        except Exception as broken:  # whatever breaks is found out here, with the position in which it does
            found.faults.append(f"battle {number}: {broken!r} in {position.text()}")
            break
        seen.update(told)
        position = after
    found.over, found.seen = position.turn is Turn.OVER, dict(sorted(seen.items()))
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(asdict(found)), encoding="utf-8")
    return found


def _step(position: Position, generals: Sequence[Player | None], rng: Random) -> tuple[Position, list[str]]:
    """The next position, and the kinds of what is told of it, to everybody in both languages."""
    said = _said(position, generals, rng)
    refusal = None if position.turn is Turn.CHANCE or said == GAME.time_up(position) else position.check(said)
    assert refusal is None, f"{refusal} for {said}"
    after = position.play(said)
    told = GAME.events(position, said, after)
    for event in told:
        for eye in Eye:
            for lang in LANGUAGES:
                GAME.texts.say(event.seen_by(eye).message, lang)
    return after, [event.kind for event in told]


def _said(position: Position, generals: Sequence[Player | None], rng: Random) -> str:
    if position.turn is Turn.CHANCE:
        outcomes, weights = zip(*position.chances(), strict=True)
        return str(rng.choices(outcomes, [float(weight) for weight in weights])[0])
    called = GAME.time_up(position)
    if not isinstance(called, Refusal) and rng.random() < CLOCK:
        return called
    player = generals[int(position.turn)]
    if player is None:
        return position.sample(rng)
    return str(player.choose(GAME, position.view(Eye(int(position.turn))), LOOK, rng).action)


def faults(position: Position, rng: Random) -> Iterator[str]:
    """Whatever must not be, of a position of a battle with everything."""
    if GAME.parse(position.text(), position.setting.options) != position:
        yield "another position is read than was written"
    for eye in Eye:
        view = position.view(eye)
        if GAME.imagine(view, rng).view(eye) != view:
            yield f"{eye.name} can tell it from what he imagines"
        yield from (f"{word} is told to {eye.name}" for word in secrets(position, eye) if word in view.text)
        for message in (*GAME.words(view), *GAME.brief(view)):
            for lang in LANGUAGES:
                GAME.texts.say(message, lang)
    if position.state.setup is None:
        yield from battles.faults(position)


def secrets(position: Position, eye: Eye) -> list[str]:
    """What of the whole text this eye may not read: who lies under the markers of others."""
    return [
        f"{name}:{marker.x},{marker.y}:{'+'.join(marker.units or ()) or '-'}"
        for name, marker in position.state.field.markers.items()
        if marker.seat != int(eye)
    ]


def _folder() -> Path:
    return figures.WORK / "everything" / _state()


@cache
def _state() -> str:
    """Of all texts by which a battle is fought."""
    source = figures.ROOT / "src" / "triarii"
    files = [path for folder in SOURCES for path in (source / folder).rglob("*") if path.suffix in (".py", ".toml")]
    total = sha256(Path(__file__).read_bytes() + Path(battles.__file__).read_bytes())
    for path in sorted(files):
        total.update(path.read_bytes())
    return total.hexdigest()[:12]
