"""Compares a page in German with the same page in English: the same things in the same order, and on each of the two
only words that the catalogues have in its language."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Page

from .conftest import ROOT

Lang = Literal["en", "de"]
SAID = """() => {
  const found = [];
  const link = (one) => (one.getAttribute("href") ?? "").split("#")[0].replace(/^\\/(room|watch|join)\\/.*/, "/$1");
  const state = (one) => ["role", "type", "aria-pressed", "aria-current", "aria-disabled", "aria-expanded", "disabled"]
    .map((name) => one.getAttribute(name) ?? "").join(" ");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue.trim();
      const whole = node.parentElement.closest("[data-whole]")?.dataset.whole;
      if (text && node.parentElement.checkVisibility()) found.push([node.parentElement.localName, whole ?? text]);
      continue;
    }
    if (!node.checkVisibility()) continue;
    if (node.matches("a[href], button, summary, input, select, textarea, [role=button]"))
      found.push([`${node.localName} ${link(node)} ${state(node)}`, ""]);
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
      if (node.getAttribute(name)?.trim()) found.push([`${node.localName}[${name}]`, node.getAttribute(name)]);
  }
  return found;
}"""
"""Everything that can be read or pressed, in the order of the page: what it is, and its words; where there is room for
a few letters of a name only, the whole name."""
WORD = re.compile(r"(?<!\w)[^\W\d_]{3,}(?![\w…])")
"""What is cut short is no word."""
CODE = {"code", "pre", "textarea", "title"}
"""Elements whose words are not for reading: names of options and of rules, positions, what a drawing is called."""

TYPED = {"pre", "textarea"}
"""Elements that hold what a person copies to where programs read it."""
TECHNICAL = re.compile(
    r"\b(cities|towar|adlg)\.\w+\.\w|\b[a-z]{2,}_[a-z_]+\b|\b[a-z_]{3,}=\w|\b[0-9a-f]{8,}\b|\b(TOML|JSON)\b|\bNaN\b"
)


class Said(NamedTuple):
    """A thing on a page; what is not text has no words."""

    kind: str
    words: str


def said_on(page: Page) -> list[Said]:
    return [Said(*one) for one in page.evaluate(SAID)]


def differences(english: list[Said], german: list[Said], names: str = "") -> list[str]:
    """Where the two are not the same page in two languages, but for names that people chose; nothing if all is well."""
    nothing = Said("nothing", "")
    for one, other in zip_longest(english, german, fillvalue=nothing):
        if one.kind != other.kind:  # from here on everything is shifted
            return [f"{one} is {other} in German"]
    return [*strange(english, "en", names), *strange(german, "de", names)]


def unfinished(said: list[Said]) -> list[str]:
    """Texts whose gaps were never filled, or with what is no value."""
    return [words for _, words in said if "{" in words or "undefined" in words]


def technical(said: list[Said], names: Sequence[str] = ()) -> list[str]:
    """What only programs should read: ids of rules, keys of options, settings, seals, names of formats. What people
    call themselves is their own business."""
    return [words for kind, words in said if kind not in TYPED and TECHNICAL.search(without(words, names))]


def without(words: str, names: Sequence[str]) -> str:
    for name in names:
        words = words.replace(name, "") if name else words
    return words


def heading_of_nothing(lang: Lang) -> str:
    """Of an address that is no page."""
    texts = json.loads((ROOT / f"web/src/texts/{lang}.json").read_text(encoding="utf-8"))
    return str(texts["not_found"]["title"])


def strange(said: list[Said], lang: Lang, names: str) -> Iterator[str]:
    """Words that no text in this language has: of the other language, of no catalogue, or the name of a missing key."""
    for kind, words in said:
        found = words_of(words) - vocabulary(lang) - words_of(names) if kind not in CODE else set()
        if found:
            yield f"{lang}: {sorted(found)} in {kind} {words!r}"


def words_of(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text.replace("\N{SOFT HYPHEN}", ""))}


@cache
def vocabulary(lang: Lang) -> frozenset[str]:
    """All words that the app and what the server tells it have in a language."""
    place = 0 if lang == "en" else 1
    return frozenset(word for pair in {*of_the_app(), *of_the_server()} for word in words_of(pair[place]))


def of_the_app() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "web/src/texts").glob("*en.json")):
        english = json.loads(path.read_text(encoding="utf-8"))
        german = json.loads((path.parent / path.name.replace("en.json", "de.json")).read_text(encoding="utf-8"))
        yield from pairs(english, german)


def of_the_server() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "src/triarii").glob("**/*.toml")):
        yield from told_in_both(tomllib.loads(path.read_text(encoding="utf-8")))


def pairs(english: Any, german: Any) -> Iterator[tuple[str, str]]:
    if isinstance(english, str):
        yield english, german
    else:
        for key, text in english.items():
            yield from pairs(text, german[key])


def told_in_both(tree: Any) -> Iterator[tuple[str, str]]:
    """A table tells its words as `en` and `de`, as `why_en` and `why_de`, or as `page` and `page_de`; where a number
    chooses between texts, as lists of them."""
    if isinstance(tree, list):
        for branch in tree:
            yield from told_in_both(branch)
    for key, branch in tree.items() if isinstance(tree, dict) else ():
        german = tree.get(re.sub("en$", "de", key) if key == "en" or key.endswith("_en") else f"{key}_de")
        if german is None:
            yield from told_in_both(branch)
        elif isinstance(branch, list):
            yield " ".join(map(str, branch)), " ".join(map(str, german))
        else:
            yield str(branch), str(german)
