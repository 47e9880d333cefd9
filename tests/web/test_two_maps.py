"""A table with two maps: each comes into sight by its button, by keys, and by the arrows between them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from sandtable.games import load_game
from tests.web.clicking import Hand
from tests.web.conftest import SitDown

GAME = "blitzkrieg_general"
SEEN = """id => {
  const map = document.querySelector("svg.map").getBoundingClientRect();
  const place = document.querySelector(`svg [data-place="${id}"] .plate`).getBoundingClientRect();
  return place.left > map.left && place.right < map.right && place.top > map.top && place.bottom < map.bottom;
}"""


def maps(hand: Hand) -> Locator:
    return hand.page.get_by_role("group", name="Which map").get_by_role("button")


def test_each_map_has_a_button_with_what_may_be_chosen_there(sit: SitDown) -> None:
    hand = sit(GAME)
    page, buttons = hand.page, maps(hand)
    game = load_game(GAME)
    state = game.begin(game.settle(game.scenarios[0].id, 2, {}, 1))
    titles = [chart.title for chart in game.scene(state, None).charts]
    expect(buttons).to_have_count(2)
    for button, title, home, away in zip(
        (buttons.nth(0), buttons.nth(1)), titles, ("paris", "peking"), ("peking", "paris"), strict=True
    ):
        expect(button).to_contain_text(title)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(SEEN, home) and not page.evaluate(SEEN, away)
    told = [int(text) for text in page.locator(".sheets .count").all_inner_texts()]
    assert sum(told) == len([thing for thing in hand.lit if thing.kind in ("counter", "place")])
    # What is lit on one map, then on the other.
    lit = page.get_by_role("button", name="Show what may be chosen")
    shown = set()
    for _ in range(2):
        lit.click()
        page.evaluate("hand.frames()")
        shown.add(page.evaluate("document.querySelector('.sheets [aria-pressed=true]').textContent"))
    assert len(shown) == 2
    page.get_by_role("button", name="Show the whole map").click()
    expect(page.locator(".sheets [aria-pressed=true]")).to_have_count(0)


def test_by_keys_and_by_the_names_beside_the_maps(sit: SitDown) -> None:
    hand = sit(GAME)
    page, buttons = hand.page, maps(hand)
    buttons.nth(1).focus()
    page.keyboard.press("Enter")
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")
    chip = page.locator("svg .chip", has_text=re.compile("^.*Central Atlantic.*$", re.DOTALL)).first
    page.get_by_role("button", name="Show the whole map").click()
    chip.click()
    expect(buttons.nth(0)).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(SEEN, "central_atlantic")
