"""A game's rules as data: every rule has an id that refusals, results, help pages and tests cite."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class Rule:
    """One rule in our own words."""

    id: str
    covers: Sequence[str]
    """Ids of the statements in the checklist under docs/rules/."""
    page: Mapping[str, str]
    """How a player finds it in the printed rules, by language."""
    kind: str
    """rule, material, reconstructed (the source is silent, the rule is ours) or ruled_against (with `why`)."""
    text: Mapping[str, str]
    why: Mapping[str, str]
    options: Sequence[str]

    def as_json(self, lang: str) -> dict[str, object]:
        return {
            "id": self.id,
            "text": self.text[lang],
            "kind": self.kind,
            "page": self.page[lang],
            "why": self.why.get(lang, ""),
            "options": list(self.options),
            "covers": list(self.covers),
        }


@dataclass(frozen=True)
class Rulebook:
    """All rules of a game, in the order in which a player learns them."""

    rules: Sequence[Rule]
    complete: bool = False

    def find(self, rule_id: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.id == rule_id), None)

    def text(self, rule_id: str, lang: str) -> str:
        rule = self.find(rule_id)
        return rule.text[lang] if rule else ""


def load(package: str, name: str = "rules.toml") -> Rulebook:
    """The rules that a game's package ships."""
    table = tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    return Rulebook([_rule(entry) for entry in table["rule"]], bool(table.get("complete", False)))


def _rule(entry: Mapping[str, object]) -> Rule:
    covers, option = entry.get("covers", ()), entry.get("option", ())
    assert isinstance(covers, Sequence)
    return Rule(
        id=str(entry["id"]),
        covers=tuple(covers),
        page={"en": str(entry.get("page", "")), "de": str(entry.get("page_de", entry.get("page", "")))},
        kind=str(entry.get("kind", "rule")),
        text={"en": str(entry["en"]), "de": str(entry["de"])},
        why={lang: str(entry[f"why_{lang}"]) for lang in ("en", "de") if f"why_{lang}" in entry},
        options=(option,) if isinstance(option, str) else tuple(option),  # type: ignore[arg-type]
    )
