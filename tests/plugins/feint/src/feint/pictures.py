"""Feint as a picture: both scores, for reports and for `triarii show`."""

from __future__ import annotations

from triarii.core.contract import View


def picture(view: View, lang: str = "en", *, theme: str = "light") -> str:
    """The score of a view as one SVG."""
    ink = "#eee" if theme == "dark" else "#222"
    score = view.text.partition(" ")[0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" xml:lang="{lang}">'
        f'<text x="60" y="27" text-anchor="middle" fill="{ink}">{score}</text></svg>'
    )
