"""Playing by clicking what is lit, as a player does; `hand.js` looks, the browser's own mouse clicks."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from sandtable.games import load_game

HAND = Path(__file__).with_name("hand.js").read_text()
NEARER = 5  # turns of the wheel after which a lit thing must be free to click


class Lit(NamedTuple):
    """Something that may be clicked: a choice, and whether it is a place, a counter, a card or a button."""

    choice: int
    kind: str


class Hand:
    """A player's hand on the table of one page."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        self.page = page
        self.touch = touch

    # --- looking

    def _look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("hand.look()")
        return found

    @property
    def seq(self) -> int:
        """How many events the page has seen."""
        return int(self._look()["seq"])

    @property
    def question(self) -> str:
        """What is asked."""
        return str(self._look()["question"])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._look()["over"])

    @property
    def lit(self) -> list[Lit]:
        """All that may be clicked, each choice once."""
        return [Lit(**entry) for entry in self._look()["lit"]]

    # --- waiting

    def sees(self) -> None:
        """Wait until the map is drawn."""
        self.page.wait_for_selector("svg [data-place]", state="attached")

    def ready(self) -> None:
        """Wait until the map is drawn, and something is asked of me or the game is over."""
        self.sees()
        self.page.evaluate("hand.ready()")

    def reaches(self, seq: int) -> None:
        """Wait until the table has this number of events and asks me something, or the game is over."""
        self.page.evaluate("n => hand.reaches(n)", seq)

    def passes(self, seq: int) -> None:
        """Wait until the page has seen this number of events."""
        self.page.evaluate("n => hand.passes(n)", seq)

    # --- doing

    def start(self, game: str) -> None:
        """Two clicks on the first page: a game, and Play."""
        page = self.page
        page.get_by_role("button", name=re.compile("^" + re.escape(load_game(game).title))).click()
        page.get_by_role("button", name="Play", exact=True).first.click()
        page.wait_for_url("**/match/*")
        self.ready()

    def take(self, choice: int) -> str:
        """Click a lit thing: `moved` or `told` why not. A stack may fan out first, a touched card be read."""
        point = self.page.touchscreen.tap if self.touch else self.page.mouse.click
        came = "fanned"
        while came in ("fanned", "read", "missed"):
            before = self._look()
            spot = self._where(choice)
            point(spot["x"], spot["y"])
            about = [before, choice, spot, self.touch]
            came = self.page.evaluate("about => hand.answered(...about)", about)
        return came

    def _where(self, choice: int) -> dict[str, Any]:
        """Where to click; looks closer until the thing is free, as a player would."""
        for closer in range(NEARER + 2):
            found: dict[str, Any] | None = self.page.evaluate("choice => hand.point(choice)", choice)
            if found is not None:
                return found
            if closer == 0:
                self.page.get_by_role("button", name="Show what may be chosen").click()
            else:
                middle = self.page.evaluate("choice => hand.middle(choice)", choice)
                assert middle is not None, f"choice {choice} is not lit any more"
                if not middle["seen"]:  # it lies on the other of two maps
                    self.page.get_by_role("group", name="Which map").get_by_role(
                        "button", pressed=False
                    ).first.click()
                    self.page.evaluate("hand.frames()")
                    middle = self.page.evaluate("choice => hand.middle(choice)", choice)
                self.page.mouse.move(middle["x"], middle["y"])
                self.page.mouse.wheel(0, -160)
            self.page.evaluate("hand.frames()")
        raise AssertionError(f"No mouse can hit choice {choice} of: {self.question}")

    def play(self, rng: Random, choices: int) -> list[Lit]:
        """Make `count` choices by clicking, or fewer if the game ends; return them."""
        taken: list[Lit] = []
        while len(taken) < choices:
            self.page.evaluate("hand.ready()")
            if self.over:
                break
            taken.append(self.play_one(rng))
        self.page.evaluate("hand.ready()")
        return taken

    def play_one(self, rng: Random) -> Lit:
        """Take one of the choices that lie before me, by clicking."""
        now = self._look()
        assert now["dark"] == [], now["question"]
        thing = Lit(**rng.choice(now["lit"]))
        came = self.take(thing.choice)
        assert came in ("moved", "veiled"), f"{thing}: {came}: {self._look()}"
        return thing

    def undo(self) -> None:
        """Press Undo and wait for the table."""
        before = self.seq
        self.page.get_by_role("button", name="Undo").click()
        self.passes(before + 1)
        self.ready()

    def tab(self, name: str) -> None:
        """Turn to one of the tabs beside the map."""
        self.page.get_by_role("tab", name=name).click()
        expect(self.page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
