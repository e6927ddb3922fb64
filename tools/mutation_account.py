"""What changes of a game's code came to, module by module: docs/figures/mutants.json, committed with the code.

What came of each single change stays in build/mutants. Only modules of which every change was tried are in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from tools.code_workshop import Fate
from tools.mutate import GAMES

ACCOUNT = Path("docs/figures/mutants.json")
Account = Mapping[str, Mapping[str, Any]]


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def entry(text: str, fates: Sequence[Fate], survivors: Iterable[Fate]) -> dict[str, object]:
    """The account of a module whose changes have all been tried; of those that nobody noticed only survivors count, the
    others make no difference."""
    noticed = sum(fate.kind == "noticed" for fate in fates)
    survived = [str(fate.mutant).partition(".py:")[2] for fate in survivors]
    same = len(fates) - noticed - len(survived)
    return {"text": digest(text), "changes": len(fates), "noticed": noticed, "equivalent": same, "survived": survived}


def read(root: Path) -> Account:
    path = root / ACCOUNT
    found: Account = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def add(root: Path, new: Account) -> None:
    """More modules, or the same ones anew; those that are no more are left out."""
    if not new:
        return
    known = {name: kept for name, kept in read(root).items() if (root / "src" / GAMES / name).exists()}
    path = root / ACCOUNT
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**known, **new}, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def told(root: Path, files: Iterable[Path]) -> Iterator[str]:
    """A line for each of these modules, given inside src: what came of its changes, and whether it is still as it
    was."""
    account = read(root)
    for file in files:
        kept = account.get(file.relative_to(GAMES).as_posix())
        if kept is None:
            yield f"{file.as_posix()}: not tried to the end"
            continue
        same = kept["text"] == digest((root / "src" / file).read_text(encoding="utf-8"))
        counts = f"{kept['noticed']} of {kept['changes']} noticed, {kept['equivalent']} make no difference"
        now = "as it is now" if same else "changed since"
        yield f"{file.as_posix()}: {counts}, {len(kept['survived'])} survived; {now}"
