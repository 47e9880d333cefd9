"""Whole games: taken up from a save, finished by clicking against bots, replayed, saved to a file."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from sandtable.games import SLUGS
from tests.web.clicking import Hand
from tests.web.conftest import OpenPage, SitDown
from tests.web.endings import ending
from tests.web.serving import serving


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
    expect(page.get_by_role("alert")).to_contain_text(re.compile("nothing was loaded", re.IGNORECASE))
    assert "409" in wrong.pop()


def test_everybody_sees_that_a_match_is_from_a_save(visit: OpenPage, tmp_path: Path) -> None:
    """Players, watchers and the list of my games are up to date once a save is taken, without a reload."""
    file = tmp_path / "early.json"
    file.write_bytes(ending("on_to_berlin", left=8).save)
    page = visit("/games")
    bring(page, file)
    told = page.get_by_role("region", name="About this match")
    expect(told).to_contain_text(
        "This match comes from a save. Its dice may be known, so only bots can join it."
    )
    onlooker = visit(page.url.removeprefix(page.url.split("/match/")[0]))
    expect(onlooker.get_by_role("region", name="About this match")).to_contain_text("comes from a save")
    # It folds away, and stays folded.
    told.get_by_text("About this match").click()
    expect(told).not_to_contain_text("comes from a save")
    page.reload()
    expect(told).to_be_visible()
    expect(told).not_to_contain_text("comes from a save")
    page.goto(page.url.split("/match/")[0] + "/games")
    expect(page.get_by_role("main")).to_contain_text("comes from a save")


def test_who_takes_a_save_is_told_what_comes_of_it(sit: SitDown) -> None:
    hand = sit("on_to_berlin")
    page = hand.page
    told = page.get_by_role("region", name="About this match")
    hand.tab("People")
    expect(page.get_by_role("region", name="This match", exact=True)).to_contain_text(
        "only bots can take free seats"
    )
    expect(told).to_have_count(0)
    with page.expect_download():
        page.get_by_role("button", name="Save to a file").click()
    expect(told).to_contain_text("A save of this match was taken")


def test_a_match_that_went_on_under_other_rules_is_replayed_from_there(
    visit: OpenPage, tmp_path: Path
) -> None:
    """What was before that cannot be shown, so nothing leads there."""
    with serving(tmp_path) as own:
        hand = Hand(visit(at=own))
        hand.start("downfall")
        hand.play(Random(3), 6)
        first, page = hand.seq, hand.page
        match_id = page.url.rsplit("/", 1)[1]
        page.goto("about:blank")
        own.stop()
        with closing(sqlite3.connect(tmp_path / "table.db")) as connection, connection:
            # By other rules, and by another seed, so that the same choices do not come to the same.
            connection.execute("UPDATE \"match\" SET rules = 'others', seed = '999'")
        own.start()
        page.goto(f"{own.address}/match/{match_id}")
        hand.ready()
        expect(page.get_by_role("region", name="About this match")).to_contain_text("have changed since")
        hand.play(Random(4), 3)
        page.goto(f"{own.address}/replay/{match_id}#0")
        slider = page.get_by_role("slider", name="Position")
        expect(slider).to_have_attribute("min", str(first))
        expect(slider).to_have_value(str(first))
        for name in ("One step back", "First position"):
            expect(page.get_by_role("button", name=name)).to_be_disabled()
        page.get_by_role("button", name="One step on").click()
        expect(slider).to_have_value(str(first + 1))
        expect(page.locator("[role=status][aria-live=assertive]")).to_be_empty()
