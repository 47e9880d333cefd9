"""The site and the system's Chromium, for tests of the pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from sandtable.server.store import tokens
from tests.web.clicking import HAND, Hand
from tests.web.serving import Site, serving

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REQUIRED = "SANDTABLE_REQUIRE_BROWSER"  # set where what is missing is a failure, as in continuous integration
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60_000  # milliseconds; a busy machine is slow
PHONE = {"width": 740, "height": 360}
WIDE = {"width": 1280, "height": 720}
expect.set_options(timeout=PATIENCE)
OpenPage = Callable[..., Page]
SitDown = Callable[..., Hand]


def leave_out(why: str) -> NoReturn:
    """Skip the test, or fail where nothing may be left out."""
    if os.environ.get(REQUIRED):
        pytest.fail(why)
    pytest.skip(why)


# Of the package, not of the session: while Playwright runs, tests of other packages could use no event loop.
@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that all tests of this process share."""
    with serving(tmp_path_factory.mktemp("table")) as running:
        yield running


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The system's Chromium; without one these tests are skipped, or fail where it is required."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        leave_out("The pages are tested with Chromium, and none is installed: apt-get install chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found,
            args=["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture
def axe() -> str:
    """The accessibility checker."""
    if not AXE.is_file():
        leave_out("Accessibility is checked with axe-core, which make lint installs where there is npm.")
    return AXE.read_text()


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The matches of a test have the same dice and cards whenever it runs."""
    rng = Random(request.node.name)
    monkeypatch.setattr(tokens, "new_seed", lambda: rng.getrandbits(64))


@pytest.fixture
def wrong() -> Iterator[list[str]]:
    """What goes wrong in the scripts of a test's pages; it fails the test unless the test takes it out."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def visit(chromium: Browser, site: Site, wrong: list[str]) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own: another cookie, another player."""
    contexts: list[BrowserContext] = []

    def open_page(path: str = "/", at: Site = site, script: str = "", **settings: Any) -> Page:
        context = chromium.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **settings})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_init_script(HAND + script)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", hear)
        if path:
            page.goto(at.address + path)
        return page

    def hear(told: ConsoleMessage) -> None:
        # A game may have no picture for the first page yet.
        if told.type == "error" and "/pictures/" not in told.location["url"]:
            wrong.append(f"{told.text} ({told.location['url']})")

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def sit(visit: OpenPage) -> SitDown:
    """Start a game in two clicks; return the hand of its player."""

    def down(game: str, **settings: Any) -> Hand:
        hand = Hand(visit(**settings))
        hand.start(game)
        return hand

    return down
