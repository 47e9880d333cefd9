"""When the line or the server fails, and before everything is loaded."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from playwright.sync_api import Page, Request, Route, WebSocketRoute, expect

from tests.web.clicking import Hand
from tests.web.conftest import OpenPage, SitDown
from tests.web.serving import Site, serving
from tests.web.test_together import begin

FIRST_PAGE = 300_000


def lost(page: Page) -> None:
    """Wait until the page says that the line is down."""
    expect(page.get_by_role("banner").get_by_role("status")).to_be_visible()


def found(page: Page) -> None:
    """Wait until it says so no more."""
    expect(page.get_by_role("banner").get_by_role("status")).to_have_count(0)


def test_a_restarted_server_goes_on(visit: OpenPage, wrong: list[str], tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        hand = Hand(visit(at=site))
        hand.start("downfall")
        hand.play(Random(1), 5)
        asked, count, lit = hand.question, hand.seq, hand.lit
        hand.page.evaluate("window.same = true")
        site.stop()
        lost(hand.page)
        # The position is still there to look at.
        assert (hand.question, hand.lit) == (asked, lit)
        site.start()
        found(hand.page)
        hand.ready()
        assert (hand.question, hand.seq, hand.lit) == (asked, count, lit)
        hand.play(Random(2), 5)
        assert hand.seq >= count + 5
        assert hand.page.evaluate("window.same")  # the page was not loaded again
        hand.page.goto("about:blank")
    assert all("WebSocket" in text or "Failed to load" in text for text in wrong)
    wrong.clear()


def test_a_choice_while_the_server_is_away_is_not_lost_silently(
    visit: OpenPage, wrong: list[str], tmp_path: Path
) -> None:
    with serving(tmp_path) as site:
        hand = Hand(visit(at=site))
        hand.start("downfall")
        count = hand.seq
        site.stop()
        lost(hand.page)
        choice = next(thing for thing in hand.lit if thing.kind == "button").choice
        assert hand.take(choice) == "told"
        expect(hand.page.locator("[role=status][aria-live=assertive]")).to_contain_text("cannot be reached")
        site.start()
        found(hand.page)
        hand.ready()
        assert hand.seq == count
        hand.take(choice)
        hand.passes(count + 1)
        hand.page.goto("about:blank")
    wrong.clear()


def test_offline_and_back(visit: OpenPage, wrong: list[str]) -> None:
    one, other = visit(), visit("/rules")
    lines: list[WebSocketRoute] = []
    cut = False

    def connect(line: WebSocketRoute) -> None:
        if cut:
            line.close(code=4000)
        else:
            line.connect_to_server()
            lines.append(line)

    other.route_web_socket("**/api/live/*", connect)
    hands = begin(one, other)
    other.evaluate("window.same = true")
    # One is cut off; the other plays on. (The browser's own switch leaves open lines alone.)
    cut = True
    other.context.set_offline(True)
    for line in lines:
        line.close(code=4000)
    lost(other)
    count = hands[0].seq
    hands[0].play_one(Random(1))
    hands[0].passes(count + 1)
    assert hands[1].seq == count
    cut = False
    other.context.set_offline(False)
    hands[1].passes(count + 1)
    found(other)
    hands[0].play_one(Random(2))
    hands[1].passes(count + 2)
    assert other.evaluate("window.same")  # the page was not loaded again
    wrong.clear()


def transferred(requests: list[Request]) -> int:
    """Bytes that came over the line."""
    sizes = [request.sizes() for request in requests]
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


def test_the_first_page_is_small(visit: OpenPage, site: Site) -> None:
    page = visit("")
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(site.address)
    page.get_by_role("button", name=re.compile("Downfall")).wait_for()
    page.wait_for_load_state("networkidle")
    assert len(requests) > 8
    print(
        "TOTAL",
        transferred(requests),
        sorted([(r.sizes()["responseBodySize"], r.url) for r in requests])[-6:],
    )
    assert 10_000 < transferred(requests) < FIRST_PAGE


def test_the_table_is_of_use_while_the_map_is_held_back(visit: OpenPage) -> None:
    page = visit()
    held: list[Route] = []
    page.route("**/api/matches/*/map*", lambda route: held.append(route))
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.get_by_role("button", name=re.compile("Downfall")).click()
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/match/*")
    hand = Hand(page)
    page.get_by_role("button", name="Remove an army").click()
    hand.passes(1)
    # Without a map all that may be chosen is a list of buttons.
    armies = page.get_by_role("region", name="What is asked").locator("button[data-choice]")
    assert armies.count() > 5
    armies.first.click()
    hand.passes(2)
    assert page.locator("svg [data-place]").count() == 0
    assert transferred(requests) < FIRST_PAGE
    # When it comes at last, it is drawn and lit.
    assert len(held) == 1
    held[0].continue_()
    hand.ready()
    hand.play(Random(1), 3)


def test_reloading_keeps_the_visitor(sit: SitDown) -> None:
    hand = sit("total_domination")
    hand.play(Random(4), 4)
    address = hand.page.url
    hand.page.goto(address.split("/match/")[0] + "/games")
    waiting = hand.page.get_by_role("region", name="Waiting for you")
    waiting.get_by_role("link").first.click()
    hand.page.wait_for_url(address)
    hand.ready()
    hand.play(Random(5), 2)
