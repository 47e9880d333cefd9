"""By keyboard alone: start a game and play it, and always see where the focus is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from sandtable.games import SLUGS, load_game
from tests.web.clicking import Hand
from tests.web.conftest import OpenPage

STEPS = 150  # presses of Tab after which something must have been reached
VISIBLE = """() => {
  const { outlineStyle, outlineWidth, stroke, strokeWidth } = getComputedStyle(document.activeElement);
  const outlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  // Behind the last thing of a page the focus is nowhere for once.
  return document.activeElement === document.body || document.activeElement.matches(":focus-visible")
    && (outlined || (stroke !== "none" && parseFloat(strokeWidth) >= 2));
}"""


def tab_to(page: Page, holds: str) -> None:
    """Press Tab until this holds of what has the focus; it can be seen all the way."""
    for _ in range(STEPS):
        page.keyboard.press("Tab")
        at, visible = page.evaluate(f"[({holds})(document.activeElement), ({VISIBLE})()]")
        assert visible, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if at:
            return
    raise AssertionError(f"Tab does not lead to {holds}")


def lit(kind: str = "[data-choice]") -> str:
    """Whether something may be chosen."""
    return f"at => at.closest({kind!r}) && !at.closest('.listed, [role=tabpanel]')"


@pytest.mark.parametrize("game", SLUGS)
def test_by_keyboard_alone(visit: OpenPage, game: str) -> None:
    page = visit()
    page.get_by_role("button", name=load_game(game).title).wait_for()
    tab_to(page, f"at => at.textContent.includes({load_game(game).title!r}) && at.matches('button')")
    page.keyboard.press("Enter")
    tab_to(page, "at => at.textContent.trim() === 'Play'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*")
    hand = Hand(page)
    hand.ready()
    seen: list[bool] = []
    while len(seen) < 8 and set(seen) != {True, False}:
        before = hand.seq
        # On the map if something is lit there, else wherever it is.
        on_map = page.locator("svg [data-choice]").count() > 0
        tab_to(page, lit("svg [data-choice]" if on_map else "[data-choice]"))
        if on_map:
            for way in ("ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
                page.keyboard.press(way)
                assert page.evaluate(f"({lit()})(document.activeElement) !== null")
            assert page.evaluate(f"({VISIBLE})()")
        assert page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent.trim()")
        page.keyboard.press("Enter")
        hand.passes(before + 1)
        hand.ready()
        seen.append(on_map)


def test_keys_move_the_map_and_turn_the_tabs(visit: OpenPage) -> None:
    page = visit("/play/downfall")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/match/*")
    Hand(page).ready()
    tab_to(page, "at => at.matches('svg[aria-label^=Map]')")
    camera = page.locator("svg.map > g")
    for key in ("+", "ArrowLeft", "ArrowDown", "-"):
        before = camera.get_attribute("transform")
        page.keyboard.press(key)
        page.evaluate(
            "before => hand.until(() => document.querySelector('svg.map > g')"
            ".getAttribute('transform') !== before, 'Another view')",
            before,
        )
    tab_to(page, "at => at.matches('[role=tab]')")
    first = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.textContent") != first
    assert page.evaluate("document.activeElement.ariaSelected") == "true"
