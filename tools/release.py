"""Whether all is told for a release: the version, the changes, how to cite it, and the tag agree.

python -m tools.release            before the commit that releases: what still has to be written
python -m tools.release v1.2.3     at that commit: may it have this tag?
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r"""^__version__ = "([^"]+)"$""", re.MULTILINE)
HEADING = re.compile(r"^## (\S+), (.+)$", re.MULTILINE)
"""Of the changes in a release: its version, and its day or that there is none yet."""
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
CITED = re.compile(r"^(version|date-released): (\S+)$", re.MULTILINE)


def faults(root: Path = ROOT, tag: str = "") -> Iterator[str]:
    """What does not fit, a sentence each."""
    found = VERSION.search((root / "src/triarii/__init__.py").read_text(encoding="utf-8"))
    assert found is not None, "the package has a version"
    version = found[1]
    if tag and tag != f"v{version}":
        yield f"The tag is {tag}, but src/triarii/__init__.py says {version}, so it has to be v{version}."
    heading = HEADING.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    told, day = heading.groups() if heading else ("", "")
    if told != version:
        yield f"CHANGELOG.md begins with {told or 'no release'}, not with {version}."
    elif not DAY.fullmatch(day):
        yield f"CHANGELOG.md gives {version} no day: write `## {version}, YYYY-MM-DD`."
    cited = dict(CITED.findall((root / "CITATION.cff").read_text(encoding="utf-8")))
    if cited.get("version") != version:
        yield f"CITATION.cff cites {cited.get('version', 'no version')}, not {version}."
    if DAY.fullmatch(day) and cited.get("date-released") != day:
        yield f"CITATION.cff gives no day of release, or another one than CHANGELOG.md: write `date-released: {day}`."


def main(words: list[str]) -> int:
    wrong = list(faults(tag=words[0] if words else ""))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
