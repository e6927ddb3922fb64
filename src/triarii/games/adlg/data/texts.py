"""All words of the game: its messages, those of armies and scenarios too, and the names that its tables give to troops,
abilities, weapons and terrain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from triarii.core import texts
from triarii.core.texts import Texts
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, WEAPONS
from triarii.games.adlg.data.tables import PACKAGE, Named, names_of, read
from triarii.games.adlg.data.troops import TROOPS

FILES = (
    "messages.toml",
    "army_messages.toml",
    "scenario_messages.toml",
    "setup_messages.toml",
    "telling_messages.toml",
    "play_messages.toml",
    "reading_words.toml",
)


def _named(family: str, things: Iterable[Named]) -> dict[str, Mapping[str, object]]:
    return {f"{family}.{thing.id}": thing.name for thing in things}


TEXTS = Texts(
    {
        **{key: entry for file in FILES for key, entry in texts.load(PACKAGE, file).entries.items()},
        **_named("word", TROOPS.values()),
        **_named("ability", ABILITIES.values()),
        **_named("quality", QUALITIES.values()),
        **_named("weapon", WEAPONS.values()),
        **_named("terrain", TERRAINS.values()),
        **_named("piece", TERRAINS.values()),
        **_named("region", (Named(**names_of(entry)) for entry in read("setup/regions.toml")["region"])),
        **_named("grade", GRADES.values()),
    },
    texts.CORE,
)
