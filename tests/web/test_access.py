"""axe-core finds no serious accessibility fault on any page, in light and in dark."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from sandtable.games import SLUGS
from tests.web.clicking import Hand
from tests.web.conftest import OpenPage
from tests.web.endings import ending

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COLOURS = ["color-contrast", "link-in-text-block"]  # what may differ in the dark
CHECK = """async ([part, rules]) => {
  const found = await axe.run(part, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  return found.violations
    .filter((fault) => ["serious", "critical"].includes(fault.impact))
    .flatMap((fault) => fault.nodes.map((node) => `${fault.id}: ${node.target}: ${node.failureSummary}`));
}"""


def check(page: Page, where: str, part: str = "html") -> None:
    """No serious fault in a part of the page as it stands now, in light and in dark."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.evaluate("hand.frames()")
        faults = page.evaluate(CHECK, [part, COLOURS if scheme == "dark" else None])
        assert faults == [], f"{where}, {scheme}: {len(faults)} faults"


def test_pages(visit: OpenPage, wrong: list[str], axe: str) -> None:
    page = visit("/", script=axe)
    address = page.url
    page.get_by_role("button", name=re.compile("Downfall")).wait_for()
    check(page, "the first page")
    page.goto(address + "play/total_domination")
    page.locator("form summary").click()
    check(page, "setting up a game")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page, "settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/match/*")
    Hand(page).ready()
    page.goto(address + "games")
    page.get_by_role("region", name="Waiting for you").wait_for()
    check(page, "my games")
    page.goto(address + "rules/on_to_berlin")
    page.get_by_label("Find").fill("supply")
    check(page, "rules")
    page.goto(address + "sign-in")
    page.get_by_label("Password").first.wait_for()
    check(page, "signing in")
    page.goto(address + "join/nothing")
    check(page, "a link for no seat")
    wrong.clear()  # of which the browser complains


@pytest.mark.parametrize("game", SLUGS)
def test_tables(visit: OpenPage, axe: str, game: str) -> None:
    page = visit(script=axe)
    hand = Hand(page)
    hand.start(game)
    hand.play(Random(2), 6)
    check(page, "the table")
    tabs = page.get_by_role("tab").all_inner_texts()
    for tab in tabs:
        hand.tab(tab.split()[0])
        check(page, f"the tab {tab}", "aside")
    page.get_by_role("button", name=re.compile("^Rule ")).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page, "a rule", "dialog[open]")


def test_beginnings_and_ends(visit: OpenPage, axe: str, tmp_path: Path) -> None:
    page = visit("/play/on_to_berlin", script=axe)
    address = page.url.split("/play/")[0]
    # Waiting for others.
    page.locator("form summary").click()
    page.get_by_label("Player of Allies").select_option("invite")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.get_by_label("Invitation for Allies").first.wait_for()
    Hand(page).sees()
    check(page, "a table that waits for players")
    # Between two at one screen.
    page.goto(address + "/play/on_to_berlin")
    page.locator("form summary").click()
    page.get_by_label("Player of Axis").select_option("hotseat")
    page.get_by_label("Player of Allies").select_option("hotseat")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/match/*")
    hand = Hand(page)
    hand.ready()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Pass").click()
    page.get_by_role("button", name="I am Allies").wait_for()
    check(page, "between two at one screen")
    # The end, and the replay.
    left = ending("total_domination", left=1)
    file = tmp_path / "late.json"
    file.write_bytes(left.save)
    page.goto(address + "/games")
    page.get_by_label("Bring in a save").set_input_files(file)
    page.wait_for_url("**/match/*")
    hand.ready()
    hand.take(left.clicks[0][1])
    hand.reaches(left.length)
    check(page, "the end of a game")
    page.goto(page.url.replace("/match/", "/replay/"))
    page.get_by_role("slider", name="Position").wait_for()
    hand.sees()
    check(page, "a replay")
