"""`python -m tools.previews`: draws the pictures that links to our pages show where they are posted, one for each game,
from the pictures that the server draws itself; by a browser, because previews have to be PNG."""

from __future__ import annotations

import base64
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.app_server import ARGUMENTS, CHROMIUM
from triarii.server.play.game_picture import game_picture

PUBLIC = Path(__file__).parent.parent / "web" / "public"
GAMES = {"cities": "Cities & Heroes", "towar": "To War!", "adlg": "L’Art de la Guerre"}
PAGE = """<!doctype html><meta charset="utf-8"><style>
  body {{ margin: 0; width: 1200px; height: 630px; background: #f1e9da; color: #241d10; display: grid;
         grid-template-columns: 1fr 620px; align-items: center; font-family: "DejaVu Serif", Georgia, serif }}
  div {{ padding: 0 20px 0 64px }} h1 {{ font-size: 64px; line-height: 1.1; margin: 0 0 20px }}
  p {{ font: 30px "DejaVu Sans", sans-serif; color: #5c5140; margin: 0 }}
  img {{ width: 580px; height: 580px; object-fit: contain }}
</style><div><h1>{title}</h1><p>Triarii</p></div><img src="data:image/svg+xml;base64,{picture}">"""


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for game, title in GAMES.items():
            page = browser.new_page(viewport={"width": 1200, "height": 630})
            drawn = base64.b64encode(game_picture(game, "en", "light").encode()).decode()
            page.set_content(PAGE.format(title=title, picture=drawn))
            page.evaluate("document.querySelector('img').decode()")
            page.screenshot(path=PUBLIC / f"preview-{game}.png")
        browser.close()


if __name__ == "__main__":
    main()
