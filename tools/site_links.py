"""Links of our pages as the site has them: what lies outside of docs/ becomes a page of it, a link into the repository
where its address is known, or plain words."""

from __future__ import annotations

import os
import posixpath
import re

BESIDE = {
    "CHANGELOG.md": "changes.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "web/README.md": "app.md",
}
"""Pages outside of docs/ that belong to the site, and their names there."""
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)")
CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
DOCS = "docs/"


def rewritten(text: str, page: str, repository: str = "") -> str:
    """A page of the site, named as in the repository, with links that lead somewhere there."""
    parts = CODE.split(text)
    return "".join(
        part if CODE.fullmatch(part) else LINK.sub(lambda found: _link(found, page, repository), part) for part in parts
    )


def place_in_site(path: str) -> str | None:
    """Under which name the site has a file of the repository; None if it has not."""
    if path in BESIDE:
        return BESIDE[path]
    return path.removeprefix(DOCS) if path.startswith(DOCS) else None


def _link(found: re.Match[str], page: str, repository: str) -> str:
    words, target, part = found[1], found[2], found[3] or ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
    there, here = place_in_site(path), place_in_site(page)
    assert here is not None, "only pages of the site are asked for"
    if there is not None:
        return f"[{words}]({posixpath.relpath(there, posixpath.dirname(here) or '.')}{part})"
    if repository:
        return f"[{words}]({repository.rstrip('/')}/blob/main/{path}{part})"
    return words


def repository() -> str:
    """Where the sources can be read, if the environment says so."""
    return os.environ.get("TRIARII_REPOSITORY", "")
