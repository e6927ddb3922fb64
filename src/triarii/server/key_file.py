"""The key with which a server seals records, as a file in the data folder: made at the first start, never replaced."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

from triarii.core import files, seals
from triarii.core.contract import Refusal
from triarii.core.seals import SealingKey

LOG = logging.getLogger("triarii.server")
LONGEST = 10_000
"""Bytes of a key file; ours has 119."""
OF_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def open_key(file: Path) -> SealingKey | Refusal:
    """The key of a data folder. A file that holds none is refused: a new key would quietly disown all older seals."""
    try:
        if not os.path.lexists(file):
            files.put_in_place(seals.new_key().pem(), file, private=True)
        if not file.is_file():
            return Refusal("serve.key", params={"file": str(file)})
        with file.open("rb") as opened:
            found = seals.read_key(opened.read(LONGEST))
        if found is not None:
            _keep_private(file)
    except OSError as problem:
        return Refusal("serve.key_file", params={"file": str(file), "reason": problem.strerror or str(problem)})
    return found or Refusal("serve.key", params={"file": str(file)})


def _keep_private(file: Path) -> None:
    """Whoever could read the key could seal whatever they like; a file that was copied here may be too open."""
    mode = stat.S_IMODE(file.stat().st_mode)
    if os.name == "posix" and mode & OF_OTHERS:
        file.chmod(mode & ~OF_OTHERS)
        LOG.warning("%s could be read by other users of this machine; now only by its owner", file)
