"""The table in a browser: every game is played by clicking what is lit."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from sandtable.engine.match import Match
from sandtable.games import SLUGS, load_game
from tests.web.clicking import Hand
from tests.web.conftest import PHONE, OpenPage, SitDown

TRIES = 40
TABLETS = [{"width": 1024, "height": 768}, {"width": 820, "height": 1180}]


@pytest.mark.parametrize("game", SLUGS)
def test_fifty_choices_by_clicking_lit_things(sit: SitDown, game: str) -> None:
    hand = sit(game)
    rng = Random(4)
    first = hand.play(rng, 25)
    asked, count, lit = hand.question, hand.seq, hand.lit
    assert count >= 25
    hand.page.reload()
    hand.ready()
    assert (hand.question, hand.seq, hand.lit) == (asked, count, lit)
    then = hand.play(rng, 25)
    assert len(first + then) == 50 or hand.over
    assert {"button", "counter", "place"} <= {thing.kind for thing in first + then}
    hand.tab("Turn")
    here = hand.page.get_by_role("tabpanel").locator("[aria-current=step]")
    expect(here).to_have_count(0 if hand.over else 1)


@pytest.mark.parametrize("game", SLUGS)
def test_a_refused_click_tells_the_rule(sit: SitDown, game: str) -> None:
    hand = sit(game)
    page, before = hand.page, hand.seq
    told = page.locator("[role=status][aria-live=assertive]")
    chip = told.get_by_role("button", name=re.compile("^Rule "))
    places = page.locator("svg [data-place]:not([data-piece]):not([data-choice])")
    for number in range(TRIES):
        name = places.nth(number).get_attribute("data-place")
        if page.locator(f'svg [data-piece][data-choice][data-place="{name}"]').count():
            continue  # its counters fan out instead
        spot = page.evaluate("name => hand.spot(name)", name)
        if spot is None:  # hidden below counters
            continue
        page.mouse.click(spot["x"], spot["y"])
        expect(told).not_to_be_empty()
        if chip.count():
            break
    rule = chip.inner_text().removeprefix("Rule ").strip()
    assert hand.seq == before
    chip.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text(rule)
    expect(dialog.locator("p[aria-live]")).to_have_text(re.compile(r"\w.{20,}", re.DOTALL))
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    # What is allowed is still lit, and the refusal goes with the next choice.
    hand.play(Random(1), 1)
    expect(told).to_be_empty()


@pytest.mark.parametrize("game", SLUGS)
def test_undo(sit: SitDown, game: str) -> None:
    hand = sit(game)
    button = hand.page.get_by_role("button", name="Undo")
    rng = Random(2)
    taken_back = 0
    for _ in range(TRIES):
        asked, count, lit = hand.question, hand.seq, hand.lit
        hand.play(rng, 1)
        if button.count():
            assert (hand.question, hand.lit) != (asked, lit)
            hand.undo()
            assert (hand.question, hand.lit) == (asked, lit)
            assert hand.seq == count + 2  # history only grows
            hand.play(rng, 1)
            taken_back += 1
        if taken_back == 3:
            return
    raise AssertionError("Undo was hardly ever offered.")


def test_the_log_lights_up_and_leads_back(sit: SitDown) -> None:
    hand = sit("downfall")
    hand.play(Random(2), 25)
    page = hand.page
    hand.tab("Log")
    lines = page.get_by_role("list", name="Log").get_by_role("button", name=re.compile("^(?!Rule )"))
    for number in range(lines.count()):
        lines.nth(number).focus()
        if page.locator("svg .marked").count():
            break
    expect(page.locator("svg .marked").first).to_be_attached()
    now = page.locator("main[data-seq]")
    lines.nth(3).click()
    expect(now).not_to_have_attribute("data-at", "")
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    assert hand.lit == []
    page.get_by_role("button", name="To now").click()
    expect(now).to_have_attribute("data-at", "")
    hand.ready()
    assert hand.lit


@pytest.mark.parametrize("game", SLUGS)
def test_a_phone_held_sideways(visit: OpenPage, game: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    hand = Hand(page, touch=True)
    hand.start(game)
    hand.play(Random(3), 10)
    wide, high = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert (wide, high) == (PHONE["width"], PHONE["height"])
    box = page.get_by_role("group", name=re.compile("^Map")).bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert box["height"] > 120


# Of a table: how far the tabs and the tab that is open reach beyond their room, how high the latter is,
# and the heights of what is written on cards, in lines.
ROOM = """() => {
  const beyond = (node) => node.scrollWidth - node.clientWidth;
  const tabs = document.querySelector("[role=tablist]"), panel = document.querySelector("[role=tabpanel]");
  const words = [...document.querySelectorAll(".tray .words")];
  const lines = words.map((node) => node.clientHeight / parseFloat(getComputedStyle(node).lineHeight));
  return [beyond(tabs), beyond(panel), panel.clientHeight, lines];
}"""


@pytest.mark.parametrize("size", [*TABLETS, PHONE], ids=lambda size: str(size["width"]))
def test_on_small_screens_everything_has_room(visit: OpenPage, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    hand = Hand(page)
    hand.start("total_domination")
    hand.tab("People")
    with page.expect_download():  # the table says that a save was taken
        page.get_by_role("button", name="Save to a file").click()
    page.reload()
    hand.ready()
    expect(page.get_by_role("region", name="About this match")).to_be_visible()
    for name in ("Log", "Cards", "Boards", "Turn", "People"):
        hand.tab(name)
        tabs, panel, high, lines = page.evaluate(ROOM)
        assert (tabs, panel) == (0, 0), name
        assert high > 30
        assert lines and all((line + 0.1) % 1 < 0.25 for line in lines), lines  # none is cut through


def test_zoom_and_pan(sit: SitDown) -> None:
    page = sit("downfall").page
    camera = page.locator("svg.map > g")
    whole = camera.get_attribute("transform")
    page.mouse.move(500, 400)
    page.mouse.wheel(0, -400)
    expect(camera).not_to_have_attribute("transform", whole or "")
    near = camera.get_attribute("transform")
    page.mouse.down()
    page.mouse.move(600, 450, steps=4)
    page.mouse.up()
    expect(camera).not_to_have_attribute("transform", near or "")
    expect(page.locator("[role=status][aria-live=assertive]")).to_be_empty()  # a drag is not a click
    page.get_by_role("group", name=re.compile("^Map")).focus()
    page.keyboard.press("0")
    expect(camera).to_have_attribute("transform", whole or "")


# Where an arrow of an opened stack lies over what is written on a counter of the stack.
COVERED = """() => {
  const boxes = (what) =>
    [...document.querySelectorAll(`.fan ${what}`)].map((node) => node.getBoundingClientRect());
  const texts = boxes(".face, .edge");
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const arrows = boxes(".pointer");
  return [arrows.length, arrows.filter((arrow) => texts.some((text) => over(arrow, text))).length];
}"""


def test_arrows_of_an_opened_stack_cover_no_counter(visit: OpenPage) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    hand = Hand(page, touch=True)
    hand.start("blitzkrieg_general")
    crowds = page.evaluate(
        """() => {
          const many = {};
          for (const node of document.querySelectorAll("[data-piece][data-choice]")) {
            many[node.dataset.place] = [...(many[node.dataset.place] ?? []), node.dataset.choice];
          }
          return Object.values(many).sort((a, b) => b.length - a.length)[0];
        }"""
    )
    assert len(crowds) > 4
    spot = hand._where(int(crowds[0]))
    page.touchscreen.tap(spot["x"], spot["y"])
    expect(page.locator(".fan")).to_be_visible()
    arrows, covering = page.evaluate(COVERED)
    assert arrows >= len(crowds) and covering == 0


def test_a_counter_in_an_unlit_area_explains_the_area(sit: SitDown) -> None:
    """Whoever is asked for an area and clicks the army in it means the area."""
    hand = sit("downfall")
    page, game = hand.page, load_game("downfall")
    match = Match(game, game.settle())
    for key in ("button:done", "unit:german_infantry@ruhr"):
        hand.take(match.number(key))
        match.play(key)
        hand.reaches(len(match.history))
    assert {thing.kind for thing in hand.lit} == {"place", "button"}
    told = page.locator("[role=status][aria-live=assertive]")
    counters = page.locator('svg [data-piece][data-place="nancy"]')
    box = counters.first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    text = match.explain("area:nancy").removesuffix("]").split(" [")[0]
    expect(told).to_contain_text(text)
    expect(told).not_to_contain_text("infantry:")
