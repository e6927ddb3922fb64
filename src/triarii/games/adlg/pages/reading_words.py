"""The readings for people: every point that can be read in more than one way with its values in words, by topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triarii.core import texts
from triarii.core.contract import OptionInfo, Span
from triarii.core.texts import Texts
from triarii.games.adlg.data.readings import OPTIONS, PRESETS, PROFILE, PROFILE_NAMES, PROFILES
from triarii.games.adlg.data.tables import PACKAGE

TEXTS: Texts = texts.load(PACKAGE, "reading_words.toml", parent=texts.CORE)
MEASURES: Mapping[str, str] = {"pass_facing": "cdeg", "slide_min_advance": "UD"}
"""Units of options that list their numbers; a span names its own."""
TOPICS: Mapping[str, tuple[str, ...]] = {
    "shooting": ("shooting", "protection"),
    "moving": ("move", "moves", "slide", "wheel", "turn", "difficult", "pass", "group", "formation"),
    "zone": ("zone",),
    "charge": ("charge", "evade", "conform", "disengage"),
    "first_round": (
        "cavalry",
        "impact",
        "furious",
        "missile_support",
        "javelin",
        "spears",
        "swords",
        "polearm",
        "stakes",
    ),
    "rout": ("rout",),
    "army": ("allies", "dismount"),
    "melee": (),
    "measuring": (),
}
"""By the middle word of the rule; what stands nowhere belongs to melee, and what is a matter of inches to measuring."""
MEASURING = frozenset(
    {
        "quarter_turn_anchor",
        "flank_reference",
        "zone_distance_to",
        "shot_area",
        "off_table_when",
        "evade_avoidance",
        "conform_path",
        "column_wheel",
        "flanked_column_depth",
        "pass_facing",
        "wheel_measure",
        "threat_tie",
        "passed_friend_push",
    }
)


def topic_of(option: OptionInfo) -> str:
    """Where an option stands on the page."""
    if isinstance(option.values, Span) or option.name in MEASURING:
        return "measuring"
    part = option.rule.split(".")[1]
    return next((topic for topic, parts in TOPICS.items() if part in parts), "melee")


def say_value(option: OptionInfo, value: object, lang: str) -> str:
    """A value of an option in words."""
    key = f"value.{option.name}.{value}"
    if key in TEXTS:
        return TEXTS.word(key, lang)
    unit = option.values.unit if isinstance(option.values, Span) else MEASURES.get(option.name)
    if unit:
        return TEXTS.word(f"measure.{unit}", lang, number=value)
    return {"en": ("no", "yes"), "de": ("nein", "ja")}[lang][bool(value)]


def differs(name: str) -> bool:
    """Whether the profiles read a point differently."""
    first, second = (PRESETS[profile][name] for profile in PROFILES)
    return first != second


def listed(lang: str) -> dict[str, Any]:
    """All readings for a page: profiles, topics, and each option with its question, its values and its presets."""
    return {
        "profiles": [{"id": profile, "name": PROFILE_NAMES[profile][lang]} for profile in PROFILES],
        "topics": [{"id": topic, "name": TEXTS.word(f"topic.{topic}", lang)} for topic in TOPICS],
        "readings": [_option(option, lang) for option in OPTIONS.values() if option is not PROFILE],
    }


def _option(option: OptionInfo, lang: str) -> dict[str, Any]:
    values: list[object] = [] if isinstance(option.values, Span) else list(option.values)
    entry: dict[str, Any] = {
        "name": option.name,
        "about": option.about[lang],
        "topic": topic_of(option),
        "rule": option.rule,
        "values": [{"value": value, "words": say_value(option, value, lang)} for value in values],
        "presets": {
            profile: {
                "value": PRESETS[profile][option.name],
                "words": say_value(option, PRESETS[profile][option.name], lang),
            }
            for profile in PROFILES
        },
        "differs": differs(option.name),
    }
    if isinstance(option.values, Span):
        entry["span"] = {
            "low": say_value(option, option.values.low, lang),
            "high": say_value(option, option.values.high, lang),
        }
    return entry
