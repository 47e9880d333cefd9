"""Several people at one table: live, at one screen, looking on."""

from __future__ import annotations

import json
import re
from random import Random

from playwright.sync_api import Page, WebSocket, expect

from sandtable.games import load_game
from tests.web.clicking import Hand
from tests.web.conftest import OpenPage

GAME = "on_to_berlin"  # for two, with hands of cards that nobody else may see
CLICKS = 30


def invite(page: Page, game: str, seat: str) -> str:
    """Set up a game with a seat by invitation; its link."""
    page.get_by_role("button", name=re.compile("^" + load_game(game).title)).click()
    page.locator("form summary").click()
    page.get_by_label(f"Player of {seat}").select_option("invite")
    page.get_by_role("button", name="Play", exact=True).first.click()
    return page.get_by_label(f"Invitation for {seat}").first.input_value()


def begin(one: Page, other: Page) -> tuple[Hand, Hand]:
    """A game of two browsers, both at the table."""
    other.goto(invite(one, GAME, "Allies"))
    other.get_by_role("button", name="Take the seat").click()
    hands = Hand(one), Hand(other)
    for hand in hands:
        hand.sees()
    hands[0].ready()
    return hands


def play_by_turns(hands: tuple[Hand, Hand], rng: Random, clicks: int) -> list[int]:
    """Whoever is asked clicks; both see it. How many clicks each has made."""
    made = [0, 0]
    while sum(made) < clicks:
        seq = max(hand.seq for hand in hands)
        for hand in hands:
            hand.passes(seq)
        who = next(n for n, hand in enumerate(hands) if hand.lit)
        hands[who].play_one(rng)
        made[who] += 1
        for hand in hands:
            hand.passes(seq + 1)
    return made


def test_two_browsers_see_each_other_at_once(visit: OpenPage) -> None:
    one, other = visit(), visit("/rules")
    hands = begin(one, other)
    made = play_by_turns(hands, Random(7), CLICKS)
    assert min(made) > 3
    assert hands[0].seq == hands[1].seq == CLICKS
    titles = [page.title() for page in (one, other)]
    assert sum(title.startswith("● Your turn") for title in titles) >= 1
    for hand in hands:
        hand.tab("Log")
    logs = [page.get_by_role("list", name="Log").inner_text() for page in (one, other)]
    assert len(logs[0].splitlines()) > 5

    # Talk goes both ways and stays text.
    for hand in hands:
        hand.tab("People")
    markup = "<b>hello</b> <img src=x onerror=alert(1)>"
    one.get_by_label("Say something to the table").fill(markup)
    one.keyboard.press("Enter")
    for page in (one, other):
        chat = page.get_by_role("region", name="Chat")
        expect(chat).to_contain_text(markup)
        expect(chat.locator("img")).to_have_count(0)
    other.get_by_label("Say something to the table").fill("good evening")
    other.keyboard.press("Enter")
    expect(one.get_by_role("region", name="Chat")).to_contain_text("good evening")


def cards_in_hand(page: Page) -> set[int]:
    """The numbers of the cards below the map."""
    return set(page.evaluate("hand.cards()"))


def cards_told(message: str) -> set[int]:
    """Return the numbers of all cards in a message of the server."""
    return {card["choice"] for card in json.loads(message).get("cards", ())}


def test_who_looks_on_sees_no_secrets(visit: OpenPage) -> None:
    one, other, looker = visit(), visit("/rules"), visit("/rules")
    frames: list[str] = []

    def listen(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: frames.append(str(frame)))

    hands = begin(one, other)
    looker.on("websocket", listen)
    looker.goto(one.url)
    eyes = Hand(looker)
    eyes.sees()
    # The Axis chooses its hand; nothing has been played yet, so all of it is secret.
    secret = cards_in_hand(one)
    assert len(secret) >= 8
    for seq in range(1, 4):
        choice = next(thing.choice for thing in hands[0].lit if thing.kind == "card")
        assert choice in secret
        hands[0].take(choice)
        for hand in (*hands, eyes):
            hand.passes(seq)
    path = f"/api/matches/{one.url.rsplit('/', 1)[1]}/state"
    told = {
        page: str(page.evaluate("path => fetch(path).then(answer => answer.text())", path))
        for page in (one, other, looker)
    }
    assert secret <= cards_told(told[one])
    assert not secret & cards_told(told[other])
    assert len(frames) > 3
    for message in (told[looker], *frames):
        assert not secret & cards_told(message)
        assert not json.loads(message).get("prompts")
    assert not secret & cards_in_hand(looker)
    assert eyes.lit == []
    expect(looker.get_by_role("region", name="What is asked")).to_contain_text("Waiting for")
    hands[0].tab("People")
    expect(one.get_by_role("tabpanel")).to_contain_text("1 looking on")


def test_two_players_at_one_screen(visit: OpenPage) -> None:
    page = visit(f"/play/{GAME}")
    page.locator("form summary").click()
    page.get_by_label("Player of Allies").select_option("hotseat")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/match/*")
    hand = Hand(page)
    hand.ready()
    axis = cards_in_hand(page)
    assert axis
    ready = page.get_by_role("button", name="I am Allies")
    rng = Random(6)
    for _ in range(60):
        if ready.count():
            break
        hand.play_one(rng)
        page.evaluate("hand.settled()")
    # What the Axis holds is gone before the Allies look.
    expect(ready).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(0)
    expect(page.locator("svg [data-place]")).to_have_count(0)
    ready.click()
    hand.ready()
    assert not axis & cards_in_hand(page)
    expect(page.get_by_role("region", name="What is asked")).to_contain_text("Allies")
    hand.play_one(rng)
