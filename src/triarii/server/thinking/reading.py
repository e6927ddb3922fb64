"""Bodies with whole records, read by the worker that they are for: what was sent becomes a job, or a refusal."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from triarii.server.thinking.jobs import Report, Study, Unread
from triarii.server.wire import bodies
from triarii.server.wire.words import language, refused


def asked(job: Unread) -> Study | Report | dict[str, Any]:
    """The job that the body asks for; `{"refused": …}` where it has none."""
    try:
        if job.report:
            wanted = bodies.Recorded.model_validate_json(job.body)
            return Report(**{**wanted.model_dump(), "lang": _lang(wanted.lang, job)})
        study = bodies.Study.model_validate_json(job.body)
    except ValidationError as problem:
        return {"refused": refused(bodies.malformed(problem.errors(include_url=False)), job.lang)}
    return Study(**{**study.model_dump(), "lang": _lang(study.lang, job), "own_key": job.own_key})


def _lang(named: str, job: Unread) -> str:
    return language(named) if named else job.lang
