"""Whole games: taken up from a save, finished by clicking against bots, replayed, saved to a file."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from sandtable.games import SLUGS
from tests.web.clicking import Hand
from tests.web.conftest import OpenPage, SitDown
from tests.web.endings import ending


def bring(page: Page, save: Path) -> Hand:
    """Bring in a save through the page of my games."""
    page.get_by_label("Bring in a save").set_input_files(save)
    page.wait_for_url("**/match/*")
    hand = Hand(page)
    hand.ready()
    return hand


@pytest.mark.parametrize("game", SLUGS)
def test_a_game_is_finished_against_bots_and_replayed(visit: OpenPage, tmp_path: Path, game: str) -> None:
    left = ending(game, left=8)
    file = tmp_path / "late.json"
    file.write_bytes(left.save)
    page = visit("/games")
    hand = bring(page, file)
    for seq, choice in left.clicks:
        hand.reaches(seq)
        assert hand.take(choice) == "moved"
    hand.reaches(left.length)
    assert hand.over
    assert left.result in hand.question
    assert hand.lit == []

    # The list of my games tells the result.
    match = page.url
    page.goto(match.replace("/match/", "/games#"))
    expect(page.get_by_role("region", name="Finished")).to_contain_text(left.result)
    page.goto(match)
    page.get_by_role("link", name="Replay").first.click()
    page.wait_for_url("**/replay/*")
    slider = page.get_by_role("slider", name="Position")
    expect(slider).to_have_attribute("max", str(left.length))
    table = page.locator("main[data-at]")
    page.wait_for_selector("svg [data-place]", state="attached")

    # Any moment: by slider, by steps, by its link; the earliest differs from the last.
    def shown() -> str:
        return str(page.evaluate("document.querySelector('svg .counters').textContent.trim()"))

    middle = left.length // 2
    positions = []
    for at in (0, middle, left.length):
        with page.expect_response(re.compile(rf"/state\?at={at}$")):
            slider.fill(str(at))
        expect(table).to_have_attribute("data-at", str(at))
        page.evaluate("hand.frames()")
        positions.append(shown())
        assert page.url.endswith(f"#{at}")
    assert len(set(positions)) == 3
    with page.expect_response(re.compile(rf"/state\?at={left.length - 1}$")):
        page.get_by_role("button", name="One step back").click()
    expect(slider).to_have_value(str(left.length - 1))
    other = visit(page.url.removeprefix(page.url.split("/replay/")[0]).split("#")[0] + f"#{middle}")
    expect(other.get_by_role("slider", name="Position")).to_have_value(str(middle))
    other.wait_for_selector("svg [data-place]", state="attached")
    expect(other.get_by_role("banner")).to_contain_text(re.compile(r"\d"))


def test_a_save_goes_out_and_comes_in(sit: SitDown, visit: OpenPage, tmp_path: Path) -> None:
    hand = sit("total_domination")
    hand.play(Random(8), 12)
    hand.tab("People")
    with hand.page.expect_download() as download:
        hand.page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "mine.json"
    download.value.save_as(file)
    elsewhere = bring(visit("/games"), file)
    assert elsewhere.page.url != hand.page.url
    assert (elsewhere.question, elsewhere.lit, elsewhere.seq) == (hand.question, hand.lit, hand.seq)
    elsewhere.play(Random(9), 3)


def test_a_damaged_save_is_refused_with_a_sentence(visit: OpenPage, wrong: list[str], tmp_path: Path) -> None:
    file = tmp_path / "torn.json"
    file.write_bytes(ending("on_to_berlin", left=1).save[:-200])
    page = visit("/games")
    page.get_by_label("Bring in a save").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("nothing was loaded")
    assert "409" in wrong.pop()
