"""The worker processes of a server, in three pools: computers' moves are never kept waiting by studies, nor short
questions by long ones."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from triarii.server.settings import Settings
from triarii.server.thinking.worker_pool import Allowance, WorkerPool

MOVES = Allowance(megabytes=4_096, work=120.0, nice=10)
QUESTIONS = Allowance(megabytes=768, work=10.0, nice=10, waiting=1_000, waiting_each=64, tries=2)
"""Short, and a person waits for the answer."""
STUDIES = Allowance(megabytes=1_536, work=60.0, nice=15, waiting=64, waiting_each=8, tries=2)
QUESTION_WORKERS = 2


@dataclass(frozen=True)
class WorkerPools:
    moves: WorkerPool
    """Moves of computers, and hints."""
    questions: WorkerPool
    """Short questions of strangers: contents, armies, odds, what can be done in a position."""
    studies: WorkerPool
    """Whole records, reports, lines of an engine."""

    @classmethod
    def of(cls, settings: Settings) -> WorkerPools:
        return cls(
            WorkerPool(settings.move_workers, MOVES),
            WorkerPool(QUESTION_WORKERS, QUESTIONS),
            WorkerPool(settings.study_workers, STUDIES),
        )

    async def close(self) -> None:
        await asyncio.gather(self.moves.close(), self.questions.close(), self.studies.close())
