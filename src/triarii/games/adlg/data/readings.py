"""The readings of the sheet: a profile presets every option, and an option that is set beats its profile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from triarii.core import options as core_options
from triarii.core.contract import OptionInfo, OptionSet, Refusal, Span
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.data.tables import read

PROFILES = ("sheet", "common")
DEFAULT = "sheet"
_TABLE = read("options.toml")
PRESETS: Mapping[str, Mapping[str, object]] = {
    profile: {entry["name"]: entry[profile] for entry in _TABLE["option"]} for profile in PROFILES
}
PROFILE_NAMES: Mapping[str, Mapping[str, str]] = {
    entry["name"]: {lang: entry[lang] for lang in LANGUAGES} for entry in _TABLE["profile"]
}
PROFILE = OptionInfo(
    name="profile",
    values=list(PROFILES),
    default=DEFAULT,
    rule="",
    about={
        "en": "Which reading of the sheet presets all other options: literal, or common readings, unverified.",
        "de": "Welche Lesart des Bogens alle anderen Optionen vorgibt: wörtlich, oder verbreitete Lesarten, ungeprüft.",
    },
)
OPTIONS: Mapping[str, OptionInfo] = {
    option.name: option
    for option in (
        PROFILE,
        *(
            OptionInfo(
                name=entry["name"],
                values=entry.get("values") or Span(entry["low"], entry["high"], unit=entry["unit"]),
                default=entry[DEFAULT],
                rule=entry["rule"],
                about={lang: entry[lang] for lang in LANGUAGES},
            )
            for entry in _TABLE["option"]
        ),
    )
}

OFFERED = OptionSet(options=list(OPTIONS.values()), presets={"profile": PRESETS})
"""The readings alone: the odds of a combat depend on them, but on no scenario, army or table."""


@dataclass(frozen=True)
class Readings:
    """One value for every point that can be read in more than one way."""

    profile: str = DEFAULT
    chosen: Mapping[str, object] = field(default_factory=lambda: PRESETS[DEFAULT])

    def on(self, name: str) -> bool:
        """Whether an option that is on or off is on."""
        value = self.chosen[name]
        assert isinstance(value, bool), name
        return value

    def says(self, name: str, value: str) -> bool:
        """Whether an option has this one of its named values."""
        chosen = self.chosen[name]
        assert isinstance(chosen, str), name
        return chosen == value

    @property
    def unusual(self) -> dict[str, object]:
        """Options that differ from the profile; a player sees them."""
        preset = PRESETS[self.profile]
        return {name: value for name, value in self.chosen.items() if value != preset[name]}


def settle(given: Mapping[str, object]) -> Readings | Refusal:
    """The readings under these options: the profile's, and those that were set."""
    options = core_options.complete(OFFERED, given)
    if isinstance(options, Refusal):
        return options
    profile = str(options.pop("profile"))
    return Readings(profile, options)


def from_words(words: Iterable[str]) -> Readings | Refusal:
    """Readings from `KEY=VALUE`."""
    given = core_options.from_words(OFFERED, words)
    return given if isinstance(given, Refusal) else settle(given)


@cache
def of_profile(profile: str) -> Readings:
    """The readings of a profile as it stands."""
    return Readings(profile, PRESETS[profile])


def other_profile(readings: Readings) -> Readings:
    """The same options under the other profile, to set the two beside each other."""
    other = PROFILES[1 - PROFILES.index(readings.profile)]
    return Readings(other, {**PRESETS[other], **readings.unusual})
