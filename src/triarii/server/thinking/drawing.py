"""A position outside of any room as a picture, as one eye sees it."""

from __future__ import annotations

from triarii.core.contract import Refusal
from triarii.server.play import rendering
from triarii.server.play.game_picture import drawn_for
from triarii.server.thinking.jobs import Draw
from triarii.server.thinking.study import Unfit, eye_for, played
from triarii.server.wire import answers


def picture(job: Draw) -> answers.Picture | Unfit:
    """As SVG, with a mark of the last action where the game has no secrets."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    game, position = live.line.game, live.position
    happened = () if live.secretive else rendering.events(live, live.version) or ()
    drawn = drawn_for(game, position, eye_for(job, position), happened, job.lang, job.theme)
    return answers.Picture(drawn) if drawn else Unfit(Refusal("not_found"))
