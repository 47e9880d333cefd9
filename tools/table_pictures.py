"""Take the pictures of the web table again: `python tools/table_pictures.py [game…]`.

Each game is played by bots to a moment that shows something, brought to a real server as a save, and looked
at with the system's Chromium. The tables go to docs/pictures, the small maps of the first page to the pages.
Bots and dice are seeded: the same rules give the same pictures.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import sandtable
from sandtable.bots import make_bot
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games import SLUGS

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "docs" / "pictures"
MAPS = ROOT / "sandtable" / "web" / "pictures"
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 844, "height": 390}
SMALL = (480, 270)
SEED = 7
LIT = 4  # things on the map that the question lights up
SEEN = 260  # choices after which a game has something to show; then the next question to the first seat
BRING = """async (save) => {
  const me = await (await fetch('/api/me')).json();
  const headers = {'Content-Type': 'application/json', 'X-Sandtable-CSRF': me.csrf};
  const answer = await fetch('/api/saves', {method: 'POST', headers, body: JSON.stringify({save})});
  return (await answer.json()).id;
}"""
BARE = """
.bar, .side, .traybox, .zoom, .sheets, .toast { display: none !important }
main.table { grid-template-columns: 1fr !important }
.map { outline: none !important }
"""


def played(slug: str) -> Match:
    """A game that bots have played for a while, at a question of the first seat about things on the table."""
    match = sandtable.new(slug, seed=SEED)
    bot, rng = make_bot("greedy"), Rng(SEED)
    for count in range(100_000):
        prompt = match.prompts[0]
        keys = [match.game.key(match.state, choice) for choice in prompt.choices]
        on_map = sum(1 for key in keys if key.startswith(("area:", "unit:")))
        if count >= SEEN and prompt.seat == 0 and on_map >= LIT:
            return match
        match.play(bot.choose(match.game, match.state, prompt.seat, rng), prompt.seat)
        if match.result is not None:
            raise SystemExit(f"{slug} is over before there is something to show.")
    raise SystemExit(f"{slug} asks its first seat nothing worth a picture.")


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "sandtable",
            "serve",
            "--port",
            "0",
            "--database",
            f"{folder}/table.db",
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            yield next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
        finally:
            server.terminate()
            server.wait(20)


def take(page: Page, path: Path, scale: float = 1.0, quality: int = 80) -> None:
    """A picture of what the page shows, as WebP."""
    size = page.viewport_size
    assert size is not None
    asked: dict[str, Any] = {
        "format": "webp",
        "quality": quality,
        "clip": {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": scale},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        base64.b64decode(page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)["data"])
    )
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


def look(browser: Browser, site: str, save: bytes, **settings: Any) -> Page:
    """The table of a save in a browser of its own."""
    usual: dict[str, Any] = {"viewport": WIDE, "reduced_motion": "reduce", "bypass_csp": True}
    context = browser.new_context(**{**usual, **settings})
    page = context.new_page()
    page.goto(f"{site}/api/me")  # the visitor's session, before anything else asks for one
    found = page.evaluate(BRING, save.decode())
    page.goto(f"{site}/match/{found}")
    page.wait_for_selector(".counters .piece")
    page.wait_for_selector(".ask.mine .question")
    return page


def pictures(browser: Browser, site: str, slug: str) -> None:
    """All pictures of one game."""
    save = played(slug).save()
    page = look(browser, site, save)
    page.wait_for_timeout(500)  # until what moves stands still
    take(page, TABLES / f"table_{slug}.webp")
    page.context.close()
    page = look(browser, site, save, viewport={"width": 1200, "height": 675})
    page.add_style_tag(content=BARE)
    page.wait_for_timeout(200)  # until the map has the room
    maps = page.locator(".sheets button")
    keys = "m0+++"
    if maps.count():  # of several maps the first
        maps.first.evaluate("button => button.click()")
        keys = "m++"
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(500)
    take(page, MAPS / f"{slug}.webp", SMALL[0] / 1200, 60)
    page.context.close()
    if slug == SLUGS[0]:
        page = look(browser, site, save, viewport=PHONE, has_touch=True, device_scale_factor=1.5)
        page.wait_for_timeout(500)
        take(page, TABLES / "table_phone.webp")
        page.context.close()
    if slug == SLUGS[1]:
        page = look(browser, site, save, color_scheme="dark")
        page.wait_for_timeout(500)
        take(page, TABLES / "table_dark.webp")
        page.context.close()


def main() -> None:
    """Take the pictures of the games named, or of all."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with serving() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for slug in sys.argv[1:] or SLUGS:
            pictures(browser, site, slug)
        browser.close()


if __name__ == "__main__":
    main()
