"""Playing by clicking what is lit, as a player does."""

from __future__ import annotations

from random import Random

from playwright.sync_api import ElementHandle, Page

LIT = (
    ".answers:not(.listed) .answer:not([disabled]), .counters .piece.lit, .place.lit, .tray .playing-card.lit"
)
ASKED = ".ask.mine"


def start(page: Page, game: str) -> None:
    """Two clicks: a game, and Play."""
    page.click(f".game.of-{game}")
    page.click("button.big")
    page.wait_for_selector(f"{ASKED} .question")
    page.wait_for_selector(".counters")


def seq(page: Page) -> int:
    """How many events the page has seen."""
    return int(page.get_attribute("main.table", "data-seq") or 0)


def question(page: Page) -> str:
    """What is asked."""
    return page.inner_text(".question")


def over(page: Page) -> bool:
    """Whether the game has ended."""
    return question(page).startswith("The game is over")


def moved_on(page: Page, before: int) -> None:
    """Wait for an answer to the last click."""
    page.wait_for_function(
        "n => Number(document.querySelector('main.table').dataset.seq) !== n"
        " || document.querySelector('.told') !== null || document.querySelector('.fan') !== null",
        arg=before,
    )


def my_turn(page: Page) -> None:
    """Wait until something is asked of me, or the game is over."""
    page.wait_for_function(
        "() => document.querySelector('.mapbox.busy') === null"
        " && (document.querySelector('.ask.mine') !== null"
        " || document.querySelector('.question').textContent.startsWith('The game is over'))"
    )


def click(page: Page, thing: ElementHandle) -> None:
    """Click a lit thing with the mouse; where something covers it, with the keyboard."""
    before = seq(page)
    on_map = thing.get_attribute("data-place") is not None
    target = thing
    if on_map:
        part = ".plate .card" if thing.get_attribute("data-piece") is None else ".hit"
        target = thing.query_selector(part) or thing
    if not on_map:
        target.click()
    else:
        box = target.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    moved_on(page, before)
    fanned = page.query_selector(".fan .piece.lit .hit")
    if seq(page) == before and fanned is not None:
        fanned.click()
        moved_on(page, before)
    if seq(page) == before:
        press(page, thing)
        page.wait_for_function(
            "n => Number(document.querySelector('main.table').dataset.seq) !== n", arg=before
        )


def press(page: Page, thing: ElementHandle) -> None:
    """Focus a thing and press Enter."""
    (thing.query_selector(".hit") or thing).focus()
    page.keyboard.press("Enter")


def play(page: Page, rng: Random, choices: int) -> int:
    """Take so many choices, or fewer if the game ends; how many were taken."""
    for taken in range(choices):
        my_turn(page)
        if over(page):
            return taken
        things = page.query_selector_all(LIT)
        assert things, question(page)
        click(page, rng.choice(things))
    my_turn(page)
    return choices
