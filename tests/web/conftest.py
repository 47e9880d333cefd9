"""A real server in this process and the system's Chromium, for tests of the pages."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from sandtable.server.app import create_app
from sandtable.server.config import Config
from tests.server.visiting import FREELY, QuickBots

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REQUIRED = "SANDTABLE_BROWSER"  # set where a missing browser is a failure, as in continuous integration
PHONE = {"width": 740, "height": 360}
WIDE = {"width": 1366, "height": 800}
OpenPage = Callable[..., Page]


class Told(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        self.listens.set()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose bots choose at once."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    database = f"sqlite:///{tmp_path_factory.mktemp('table') / 'table.db'}"
    config = Config(database=database, port=port, limits=FREELY)
    app = create_app(config, bots=QuickBots())
    server = Told(
        uvicorn.Config(app, log_level="warning", ws="websockets-sansio", timeout_graceful_shutdown=3)
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert server.listens.wait(60)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(20)
    listening.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium; without one these tests are skipped, or fail where it is required."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        why = "The pages are tested with Chromium, and none is installed: apt-get install chromium."
        if os.environ.get(REQUIRED):
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found,
            args=["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own; what goes wrong in their scripts fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(path: str = "/", **settings: Any) -> Page:
        context = chromium.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **settings})
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
        page.goto(site + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
