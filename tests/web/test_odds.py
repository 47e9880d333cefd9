"""Odds, hints and levels of bots in a browser."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from sandtable.bots import GreedyBot
from sandtable.bots.levels import LEVELS
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games import load_game
from tests.web.clicking import Hand
from tests.web.conftest import PHONE, WIDE, OpenPage
from tests.web.endings import ME
from tests.web.test_access import check


@cache
def attack() -> tuple[bytes, list[str], int]:
    """A save in which I put an attack together, the fights it may come to, and my last choice."""
    game = load_game("downfall")
    match, bot, rng = Match(game, game.settle(seed=7)), GreedyBot(), Rng(3)
    while True:
        seat = match.state.seats()[0]
        fights = game.odds(match.state, ME) if seat == ME else []
        if len(fights) > 1:
            return match.save(), [fight.title for fight in fights], match.history[-1][1]
        match.play(bot.choose(game, match.state, seat, rng), seat)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """That save as a file."""
    file = tmp_path / "attack.json"
    file.write_bytes(attack()[0])
    return file


def bring(page: Page, save: Path) -> Hand:
    """Sit down at the table of a save."""
    page.get_by_label("Bring in a save").set_input_files(save)
    page.wait_for_url("**/match/*")
    hand = Hand(page)
    hand.ready()
    return hand


def chances(page: Page) -> list[float]:
    """The chances of the first fight."""
    texts = page.get_by_role("tabpanel").get_by_role("table").first.locator(".chance").all_inner_texts()
    return [float(text.split("%")[0]) for text in texts]


def test_the_odds_open_when_an_attack_is_put_together(visit: OpenPage, save: Path) -> None:
    page = visit("/games")
    hand = bring(page, save)
    tab, log = page.get_by_role("tab", name=re.compile("^Odds")), page.get_by_role("tab", name="Log")
    expect(tab).to_have_attribute("aria-selected", "true")
    panel = page.get_by_role("tabpanel")
    for title in attack()[1]:
        expect(panel.get_by_role("table", name=title)).to_be_visible()
    assert sum(chances(page)) == pytest.approx(100.0, abs=0.3)
    # What a fight is about lights up on the map, and its rule can be read.
    panel.get_by_role("button", name="Rule 17.1").first.focus()
    expect(page.locator("svg .marked").first).to_be_attached()
    # Where there is no fight the log comes back.
    hand.undo()
    expect(log).to_have_attribute("aria-selected", "true")
    hand.take(attack()[2])
    expect(tab).to_have_attribute("aria-selected", "true")
    # A player who leaves the odds is not brought back while the fight lasts.
    hand.tab("Log")
    with page.expect_response(lambda answer: "/odds?" in answer.url) as answered:
        hand.play(Random(1), 1)
    assert answered.value.json()["fights"]
    page.evaluate("hand.frames()")
    expect(log).to_have_attribute("aria-selected", "true")


def test_who_does_not_want_the_odds_is_left_alone(visit: OpenPage, save: Path) -> None:
    page = visit("/games", script="localStorage.setItem('sandtable', JSON.stringify({ odds: false }));")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/odds?" in request.url else None)
    hand = bring(page, save)
    page.wait_for_timeout(500)
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    assert asked == []
    hand.tab("Odds")
    expect(page.get_by_role("tabpanel").get_by_role("table").first).to_be_visible()
    expect(page.get_by_label("Open by itself when you prepare a fight")).not_to_be_checked()
    assert len(asked) == 1


def test_the_odds_can_be_read_by_everybody_and_on_a_phone(visit: OpenPage, save: Path, axe: str) -> None:
    page = visit("/games", script=axe, viewport=PHONE)
    bring(page, save)
    table = page.get_by_role("tabpanel").get_by_role("table").first
    expect(table).to_be_visible()
    check(page, "odds", "aside")
    box, side = table.bounding_box(), page.locator("aside").bounding_box()
    assert box is not None and side is not None
    assert side["x"] <= box["x"] and box["x"] + box["width"] <= side["x"] + side["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


HINT = re.compile(r"Hint: .+% after \d+ simulations")


def test_a_hint_marks_a_choice_until_something_is_chosen(visit: OpenPage, save: Path) -> None:
    page = visit("/games")
    hand = bring(page, save)
    before = hand.seq
    asked = page.get_by_role("region", name="What is asked")
    page.get_by_role("button", name="Hint").click()
    expect(asked.get_by_role("status")).to_contain_text(HINT)
    expect(page.locator("svg .marked").first).to_be_attached()
    assert hand.seq == before
    # Pointing at something else does not take the mark away; a choice does.
    hand.tab("Log")
    page.locator(".log .line button").first.hover()
    expect(page.locator("svg .marked").first).to_be_attached()
    hand.play(Random(1), 1)
    expect(asked.get_by_role("status")).to_be_empty()
    page.keyboard.press("h")
    expect(asked.get_by_role("status")).to_contain_text("Hint: ")


def test_a_hint_marks_a_button_too(visit: OpenPage) -> None:
    """The first question of Downfall is answered by buttons only."""
    page = visit()
    hand = Hand(page)
    hand.start("downfall")
    asked = page.get_by_role("region", name="What is asked")
    hint = asked.get_by_role("button", name="Hint")
    expect(asked.locator("button.marked")).to_have_count(0)
    hint.click()
    told = asked.get_by_role("status")
    expect(told).to_contain_text(HINT)
    marked = asked.locator("button.marked")
    expect(marked).to_have_count(1)
    expect(told).to_contain_text(f"Hint: {marked.inner_text()}")
    # It stands below its button, inside the question.
    below, above = told.bounding_box(), hint.bounding_box()
    assert below is not None and above is not None
    assert 0 <= below["y"] - (above["y"] + above["height"]) < 30


def test_hint_and_undo_stand_together(visit: OpenPage) -> None:
    """Beside what may be answered, or to the right on a line of their own."""
    page = visit(viewport={"width": 1280, "height": 800})
    hand, game = Hand(page), load_game("downfall")
    hand.start("downfall")
    match = Match(game, game.settle())
    for key in ("button:done", "unit:german_infantry@stuttgart"):
        hand.take(match.number(key))
        match.play(key)
        hand.reaches(len(match.history))
    asked = page.get_by_role("region", name="What is asked")
    hint = asked.get_by_role("button", name="Hint").bounding_box()
    undo = asked.get_by_role("button", name="Undo").bounding_box()
    assert hint is not None and undo is not None
    assert hint["y"] == undo["y"] and 0 < undo["x"] - hint["x"] - hint["width"] < 20


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_hint_covers_no_card(visit: OpenPage, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    hand = Hand(page)
    hand.start("total_domination")
    page.get_by_role("button", name="Hint").click()
    told = page.get_by_role("region", name="What is asked").get_by_role("status")
    expect(told).to_contain_text("Hint: ")
    expect(told).to_be_in_viewport()
    # The cards lie below the map, and nothing lies over that.
    assert page.get_by_role("region", name="Map and cards").locator("[data-card]").count() > 0
    board, box = page.get_by_role("region", name="Map and cards").bounding_box(), told.bounding_box()
    assert box is not None and board is not None and board["x"] + board["width"] <= box["x"]
    expect(page.locator(".toast .told")).to_have_count(0)


def twice() -> tuple[bytes, list[str]]:
    """A save in which I am asked for an army that is attacked twice, and what the choices are called."""
    game, bot = load_game("downfall"), GreedyBot()
    for seed in range(1, 40):
        match, rng = Match(game, game.settle(seed=seed)), Rng(seed)
        while match.prompts and len(match.history) < 400:
            seat, choices = match.prompts[0].seat, match.prompts[0].choices
            labels = game.choice_labels(match.state, seat, choices) if seat == ME else []
            alike = [label for label in labels if " – attacked by " in label]
            if len(alike) > 1:
                return match.save(), alike
            match.play(bot.choose(game, match.state, seat, rng), seat)
    raise AssertionError("No army was attacked twice.")


def test_an_army_that_is_attacked_twice_says_which_fight_is_meant(visit: OpenPage, tmp_path: Path) -> None:
    """One of the two is shown by the counter, and both have buttons."""
    saved, alike = twice()
    file = tmp_path / "twice.json"
    file.write_bytes(saved)
    page = visit("/games")
    bring(page, file)
    buttons = page.get_by_role("region", name="What is asked").locator("button.answer")
    counters = " ".join(page.locator("svg [data-piece][data-choice] title").all_text_contents())
    for label in alike:
        expect(buttons.filter(has_text=label)).to_have_count(1)
    assert sum(label.split(" – ")[1] in counters for label in alike) == 1


def test_only_a_bot_without_secrets_is_asked_why(visit: OpenPage, save: Path) -> None:
    page = visit("/games")
    hand = bring(page, save)
    hand.tab("People")
    seats = page.get_by_role("region", name="Seats")
    expect(seats.get_by_text("greedy bot")).to_have_count(2)
    # These bots leave their choices to the rooms, and nobody knows why they chose.
    expect(seats.get_by_role("button", name=re.compile("^Why"))).to_have_count(0)
    page.route("**/reasons*", lambda route: route.fulfill(json={"seats": [1]}))
    page.route(
        "**/why?seat=1", lambda route: route.fulfill(json={"event": 1, "seat": 1, "text": "Nothing better."})
    )
    page.reload()
    hand.ready()
    hand.tab("People")
    expect(seats.get_by_role("button", name=re.compile("^Why"))).to_have_count(1)
    seats.get_by_role("button", name="Why Allies chose as it last did").click()
    told = page.locator("[role=status][aria-live=assertive]")
    expect(told).to_contain_text("Allies: Nothing better.")


def test_levels_are_chosen_by_seat_with_a_sentence_each(visit: OpenPage) -> None:
    page = visit("/play/downfall")
    page.locator("form summary").click()
    told = page.get_by_label("Bots", exact=True)
    for level in LEVELS:
        expect(told).to_contain_text(f"{level.title} {level.about}")
    page.get_by_label("Strength of Allies").select_option("field marshal")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/match/*")
    Hand(page).ready()
    seats = page.get_by_role("list", name="Players and seats")
    expect(seats).to_contain_text("Allies: field marshal bot")
    expect(seats).to_contain_text("Soviet Union: greedy bot")
