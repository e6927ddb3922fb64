"""The reference sheet of L'Art de la Guerre under chosen readings, as its page shows it."""

from __future__ import annotations

from typing import Any

from triarii.games.adlg.data.readings import OPTIONS, PROFILE_NAMES, Readings
from triarii.games.adlg.pages import reading_words, reference


def sheet_json(found: Readings, lang: str) -> dict[str, Any]:
    """The sheet as its page shows it."""
    return {
        "profile": {"id": found.profile, "name": PROFILE_NAMES[found.profile][lang]},
        "unusual": [
            {
                "name": name,
                "about": OPTIONS[name].about[lang],
                "words": reading_words.say_value(OPTIONS[name], value, lang),
                "rule": OPTIONS[name].rule,
            }
            for name, value in found.unusual.items()
        ],
        "legend": list(reference.legend(found, lang)),
        "sections": [section.as_json() for section in reference.sheet(found, lang)],
    }
