"""The files of the pages: no build, nothing from elsewhere, nothing inline, small."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.clicking import Hand
from tests.web.conftest import OpenPage
from tests.web.test_together import invite

WEB = Path(__file__).parents[2] / "sandtable" / "web"
SCRIPTS = sorted((WEB / "js").rglob("*.js"))
STYLES = sorted((WEB / "css").glob("*.css"))
IMPORT = re.compile(r'(?:from|import)\s*\(?\s*"([^"]+)"')
FIRST_PAGE = 300_000


def code(path: Path) -> str:
    """A script without its comments, in which types are named."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)


def reached(start: Path, later: bool) -> set[Path]:
    """All modules that a module needs; with those it loads later, if asked for."""
    found: set[Path] = set()
    todo = [start.resolve()]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.add(path)
        text = code(path)
        if not later:
            text = re.sub(r'import\("[^"]+"\)', "", text)
        todo += [(path.parent / name).resolve() for name in IMPORT.findall(text)]
    return found


def test_nothing_is_inline_and_nothing_from_elsewhere() -> None:
    page = (WEB / "index.html").read_text()
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)
    assert not re.search(r"\son\w+=", page)
    assert " style=" not in page
    for address in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert address.startswith("/web/")
        assert (WEB / address.removeprefix("/web/")).is_file()


@pytest.mark.parametrize("path", [*SCRIPTS, *STYLES], ids=lambda path: path.name)
def test_no_file_asks_elsewhere_or_writes_markup(path: Path) -> None:
    text = path.read_text().replace("http://www.w3.org/2000/svg", "").replace('placeholder="https://"', "")
    assert "http://" not in text
    assert "https://" not in text
    for word in ("innerHTML", "dangerouslySetInnerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert word not in text


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_import_is_there_and_relative(path: Path) -> None:
    for name in IMPORT.findall(code(path)):
        assert name.startswith(".")
        assert (path.parent / name).is_file(), name


def test_every_script_is_used() -> None:
    used = reached(WEB / "js" / "main.js", later=True)
    assert {path.resolve() for path in SCRIPTS} <= used


def test_the_first_page_is_small() -> None:
    needed = reached(WEB / "js" / "main.js", later=False) | reached(
        WEB / "js" / "pages" / "home.js", later=False
    )
    size = sum(path.stat().st_size for path in [*needed, *STYLES, WEB / "index.html", WEB / "icon.svg"])
    assert size < FIRST_PAGE


def test_the_vendored_library_is_unchanged_and_has_its_licences() -> None:
    folder = WEB / "vendor"
    told = re.search(r"SHA-256 `([0-9a-f]{64})`", (folder / "README.md").read_text())
    assert told is not None
    assert hashlib.sha256((folder / "htm-preact.js").read_bytes()).hexdigest() == told[1]
    assert "Apache License" in (folder / "LICENSE.htm").read_text()
    assert "MIT" in (folder / "LICENSE.preact").read_text()


def test_dark_and_light_name_the_same_colours() -> None:
    text = (WEB / "css" / "base.css").read_text()
    blocks = re.findall(r"\{([^{}]*--paper:[^{}]*)\}", text)
    assert len(blocks) == 3
    dark, chosen = (sorted(re.findall(r"--[a-z-]+: [^;]+;", block)) for block in blocks[1:])
    assert dark == chosen


# At the end of a line of markup htm drops the space between words and what follows on the next line.
LOST_SPACE = re.compile(
    r"^.*[\w.,;:!?)…]\n\s*(?:\$\{|<(?:a|b|button|code|em|kbd|small|span|strong)\b).*", re.MULTILINE
)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_words_run_together_in_the_markup(path: Path) -> None:
    assert LOST_SPACE.findall(code(path)) == []


# ---------------------------------------------------------------- in a browser


def test_the_sentences_of_a_table_that_waits_are_apart(visit: OpenPage) -> None:
    page = visit()
    invite(page, "on_to_berlin", "Allies")
    waits = page.get_by_role("region", name="Waiting for players")
    expect(waits).to_contain_text("every seat is taken. Send each invitation link")


def test_signing_up_keeps_the_games_of_a_guest(visit: OpenPage) -> None:
    page = visit("/play/downfall")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/match/*")
    Hand(page).ready()
    page.goto(page.url.split("/match/")[0] + "/sign-in")
    form = page.get_by_role("form", name="I am new")
    form.get_by_label("Name").fill("Erika")
    form.get_by_label("Password").fill("correct horse")
    form.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/games")
    expect(page.get_by_role("region", name="Waiting for you").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("navigation", name="Site")).to_contain_text("Erika")


def test_the_rules_can_be_searched_and_linked(visit: OpenPage) -> None:
    page = visit("/rules/downfall#3b")
    expect(page.locator("#rule-3b")).to_contain_text("Order of sides")
    expect(page.locator("#rule-3b")).to_be_in_viewport()
    page.get_by_label("Find").fill("Landing Line")
    expect(page.get_by_role("term").first).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("anding")
    expect(page.locator("#rule-3b")).to_have_count(0)
