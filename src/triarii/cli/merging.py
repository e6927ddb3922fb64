"""`triarii merge`: puts the shards of a measurement together that several machines worked on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, Language
from triarii.cli.speech import BadInput, insist, language, print_json, reason_of, say, show
from triarii.core import files
from triarii.core.contract import Refusal
from triarii.lab import merging


def merge(
    shards: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Every shard, as --resume kept it.")],
    into: Annotated[Path, typer.Option("--into", metavar="FILE", help="Where the whole measurement goes.")],
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Put the shards of a measurement together in one file; with --resume it tells the result."""
    merged = insist(merging.merge(shards))
    if into.exists():
        raise BadInput(Refusal("merge.in_the_way", params={"file": str(into)}))
    try:
        files.put_in_place(merged.as_bytes(), into)
    except (OSError, ValueError) as problem:
        refusal = Refusal("file.not_written", params={"file": str(into), "reason": reason_of(problem)})
        raise BadInput(refusal) from None
    done = {"shards": merged.shards, "results": len(merged.results), "file": str(into)}
    if json:
        print_json(done)
    else:
        show(say("merge.done", language(lang), **done))
