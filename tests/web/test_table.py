"""The table in a browser: every game is played by clicking what is lit."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from sandtable.games import SLUGS
from tests.web import clicking
from tests.web.conftest import PHONE, OpenPage


@pytest.mark.parametrize("game", SLUGS)
def test_fifty_choices_by_clicking_lit_things(visit: OpenPage, game: str) -> None:
    page = visit()
    clicking.start(page, game)
    taken = clicking.play(page, Random(4), 50)
    assert taken == 50 or clicking.over(page)
    page.click("#tab-order")
    if not clicking.over(page):
        assert page.locator(".order li.now").count() == 1
    asked, count = clicking.question(page), clicking.seq(page)
    page.reload()
    page.wait_for_selector(".counters")
    assert clicking.question(page) == asked
    assert clicking.seq(page) == count


@pytest.mark.parametrize("game", SLUGS)
def test_a_refused_click_tells_the_rule(visit: OpenPage, game: str) -> None:
    page = visit()
    clicking.start(page, game)
    before = clicking.seq(page)
    page.locator(".place:not(.lit) .hit").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_be_visible()
    assert clicking.seq(page) == before
    page.locator(".told .chip").click()
    words = page.locator("dialog.rule .words")
    expect(words).not_to_have_text("…")
    assert len(words.inner_text()) > 10
    page.keyboard.press("Escape")
    expect(page.locator("dialog.rule")).not_to_be_visible()


def test_undo(visit: OpenPage) -> None:
    page = visit()
    clicking.start(page, "downfall")
    asked = clicking.question(page)
    page.get_by_role("button", name="Remove an army").click()
    expect(page.locator(".piece.lit").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Remove an army")).to_be_visible()
    assert clicking.question(page) == asked


def test_a_whole_game_and_its_replay(visit: OpenPage) -> None:
    page = visit()
    clicking.start(page, "total_domination")
    clicking.play(page, Random(1), 600)
    assert clicking.over(page)
    page.click(".ask a.main")
    page.wait_for_selector(".history")
    page.wait_for_selector(".counters")
    last = int(page.get_attribute(".history input", "max") or 0)
    assert last > 20
    expect(page.locator(".steps")).to_have_text(f"0 / {last}")
    first = page.inner_text(".bar .what p")
    page.locator(".history input").fill(str(last // 2))
    expect(page.locator(".bar .what p")).not_to_have_text(first)
    assert page.url.endswith(f"#{last // 2}")
    told = page.inner_text(".bar .what p")
    page.reload()
    page.wait_for_selector(".counters")
    expect(page.locator(".bar .what p")).to_have_text(told)
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".steps")).to_have_text(f"{last // 2 + 1} / {last}")


def test_the_log_lights_up_and_leads_back(visit: OpenPage) -> None:
    page = visit()
    clicking.start(page, "downfall")
    clicking.play(page, Random(2), 25)
    lines = page.locator(".log .line > button:first-child")
    lit_up = 0
    for number in range(lines.count()):
        lines.nth(number).focus()
        lit_up += page.locator(".place.marked, .piece.marked").count()
    assert lit_up > 0
    lines.nth(3).click()
    expect(page.locator(".history")).to_be_visible()
    assert page.locator(".lit").count() == 0
    page.get_by_role("button", name="To now").click()
    expect(page.locator(".history")).not_to_be_visible()
    expect(page.locator(clicking.ASKED)).to_be_visible()


def invite(page: Page, game: str, seat: str) -> str:
    """Set up a game with a seat by invitation; its link."""
    page.click(f".game.of-{game}")
    page.click("summary")
    page.get_by_label(f"Who plays {seat}").select_option("invite")
    page.click("button.big")
    return page.get_by_label(f"Invitation for {seat}").input_value()


def test_two_browsers_see_each_other_at_once(visit: OpenPage) -> None:
    one, other = visit(), visit("/rules")
    other.goto(invite(one, "on_to_berlin", "Allies"))
    for page in (one, other):
        page.wait_for_selector(f"{clicking.ASKED}:not(.lobby)")
        page.wait_for_selector(".counters")
    rng = Random(7)
    for _ in range(30):
        for page in (one, other):
            if page.query_selector(clicking.ASKED) and page.query_selector(clicking.LIT):
                clicking.click(page, rng.choice(page.query_selector_all(clicking.LIT)))
                count = clicking.seq(page)
                for reader in (one, other):
                    reader.wait_for_function(
                        "n => Number(document.querySelector('main.table').dataset.seq) >= n", arg=count
                    )
    titles = [page.title() for page in (one, other)]
    assert any(title.startswith("● Your turn") for title in titles)
    one.click("#tab-people")
    other.click("#tab-people")
    one.get_by_label("Say something to the table").fill("<b>hello</b>")
    one.keyboard.press("Enter")
    expect(other.locator(".chat ul")).to_contain_text("<b>hello</b>")


def test_two_players_at_one_screen(visit: OpenPage) -> None:
    page = visit("/play/on_to_berlin")
    page.click("summary")
    page.get_by_label("Who plays Allies").select_option("hotseat")
    page.click("button.big")
    page.wait_for_selector(".counters")
    assert "Axis" in page.inner_text(".tray")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Pass").click()
    # What the Axis holds is gone before the Allies look.
    expect(page.locator(".curtain")).to_be_visible()
    assert page.locator(".playing-card").count() == 0
    page.get_by_role("button", name="I am Allies").click()
    page.wait_for_selector(".counters")
    page.click("#tab-cards")
    assert page.locator(".piles h2").first.inner_text().startswith("Allies")


def test_a_phone_held_sideways(visit: OpenPage) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    clicking.start(page, "total_domination")
    clicking.play(page, Random(3), 12)
    wide, high = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert (wide, high) == (PHONE["width"], PHONE["height"])
    box = page.locator(".mapbox").bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert box["height"] > 120


def test_by_keyboard_alone(visit: OpenPage) -> None:
    page = visit()
    page.wait_for_selector(".game")
    tab_to(page, ".game.of-downfall")
    page.keyboard.press("Enter")
    tab_to(page, "button.big")
    page.keyboard.press("Enter")
    page.wait_for_selector(".counters")
    tab_to(page, ".answer[data-choice='2']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".piece.lit")
    expect(page.locator(".ask")).to_be_focused()
    tab_to(page, ".piece.lit *")
    first = page.evaluate("document.activeElement.getAttribute('aria-label')")
    for way in ("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp"):
        page.keyboard.press(way)
    assert page.evaluate("document.activeElement.matches('.piece.lit *')")
    assert first
    before = clicking.seq(page)
    page.keyboard.press("Enter")
    page.wait_for_function("n => Number(document.querySelector('main.table').dataset.seq) > n", arg=before)


def tab_to(page: Page, what: str) -> None:
    """Press Tab until something of this kind has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
    raise AssertionError(f"Tab does not lead to {what}")


def test_zoom_and_pan(visit: OpenPage) -> None:
    page = visit()
    clicking.start(page, "downfall")
    camera = page.locator(".map > g")
    whole = camera.get_attribute("transform")
    page.mouse.move(500, 400)
    page.mouse.wheel(0, -400)
    expect(camera).not_to_have_attribute("transform", whole or "")
    near = camera.get_attribute("transform")
    page.mouse.down()
    page.mouse.move(600, 450, steps=4)
    page.mouse.up()
    expect(camera).not_to_have_attribute("transform", near or "")
    assert page.locator(".told").count() == 0  # a drag is no click
    page.locator(".map").focus()
    page.keyboard.press("0")
    expect(camera).to_have_attribute("transform", whole or "")
