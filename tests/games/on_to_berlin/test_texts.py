"""Texts for players are about the war, not about the program: no file names, no rulings, no raw ids."""

import re
from collections.abc import Iterator

import pytest

from sandtable.engine.log import Log
from sandtable.engine.rng import Rng
from sandtable.engine.step import Ask, Refusal
from sandtable.games import load_game
from sandtable.games.on_to_berlin.components.constants import BY_POINTS
from sandtable.games.on_to_berlin.components.group_action import ATTACK, GroupAction
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.game import OPTIONS
from sandtable.games.on_to_berlin.rules import mobilization
from sandtable.games.on_to_berlin.rules.activation import Activate
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Counterattackers
from sandtable.games.on_to_berlin.rules.movement.group_movement import SINGLE
from sandtable.games.on_to_berlin.testing import position, tables, unit_at
from tests.games.on_to_berlin.acting import points
from tests.games.on_to_berlin.beaches import seelowe
from tests.games.on_to_berlin.clicks import begin, click, refused

GAME = load_game("on_to_berlin")
T = tables()
TECHNICAL = re.compile(r"\bR ?\d+\b|\.toml|[Rr]uling|\b[a-z]+_[a-z_]+\b|\bNone\b|\[[^\]]*\]|\{|\}")


def printed() -> Iterator[str]:
    """The texts that never change: of rules, cards, options, areas, units, buttons."""
    t = T
    for rule in GAME.rules.values():
        yield rule.title
        yield rule.text
    yield from (text for _, title, about in OPTIONS for text in (title, about))
    yield from (*t.card_name, *t.card_text, *t.area_name, *t.nation_name, *t.type_name, *t.turn_label)
    yield from (label for row in t.space_label for label in row)
    yield from GAME.names.labels
    order = GAME.order()
    yield from (GAME.about(), order.text, *[stage.text for stage in order.stages])


def told(seed: int, every: int, options: dict[str, bool | int | str]) -> Iterator[str]:
    """What a random game says: prompts, refusals of everything now and then, panels, the log."""
    g = GAME.new(GAME.settle(None, 2, options, seed))
    assert isinstance(g, Board)
    g.log = Log()
    g.advance()
    picks = Rng(seed)
    number = 0
    while g.result is None:
        seat = g.seats()[0]
        step = g.agenda[-1]
        asked = step.prompt(g, seat)
        assert isinstance(asked, Ask)
        yield asked.text
        choices = g.choices(seat)
        number += 1
        if number % every == 0:
            yield GAME.headline(g, seat)
            for choice in range(len(GAME.names.keys)):
                refusal = None if step.allows(g, seat, choice) else step.why_not(g, seat, choice)
                if isinstance(refusal, Refusal):
                    assert refusal.rule in GAME.rules, refusal
                    yield refusal.text
            for panel in GAME.panels(g, seat):
                yield panel.title
                for row in (panel.heads, *panel.rows):
                    yield from row
        g.apply(seat, choices[picks.below(len(choices))])
    assert g.log is not None
    yield from (line.text for line in g.log.lines(None))


def test_printed_texts_are_free_of_technical_words() -> None:
    assert [text for text in printed() if TECHNICAL.search(text)] == []


@pytest.mark.parametrize(("seed", "more"), [(3, False), (4, True)])
def test_what_a_game_says_is_free_of_technical_words(seed: int, more: bool) -> None:
    options: dict[str, bool | int | str] = {id: True for id, _, _ in OPTIONS} if more else {}
    found = {text for text in told(seed, 37, options) if TECHNICAL.search(text)}
    assert not found


# --- refusals that once gave a wrong reason


@pytest.mark.rule("on_to_berlin", "8.2a")
@pytest.mark.rule("on_to_berlin", "9.2e")
def test_aircraft_are_told_why_they_do_not_fly() -> None:
    g = points(2, units={"berlin": "2 ge_lf, ge_af", "warsaw": "ge_af, ge_lf, po_lf", "ruhr": "ge_af"})
    click(g, "ge_lf@warsaw")
    assert refused(g, "fly") == ("Air Movement is for groups of air units only.", "8.2")
    g = points(2, units={"warsaw": "ge_af, ge_lf, po_lf"})
    begin(g, Activate((unit_at(g, "ge_af", "warsaw"),), BY_POINTS, SINGLE))
    assert refused(g, "fly") == ("Air Movement begins in a friendly Land area.", "8.2a")
    assert refused(g, "strike") == ("Air units strike only from friendly Land areas.", "9.2e")
    g = points(2, units={"ruhr": "ge_af", "london": "uk_lf"})
    begin(g, Activate((unit_at(g, "ge_af", "ruhr"),), BY_POINTS, SINGLE))
    assert refused(g, "fly").rule == "8.1d"


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_who_has_agreed_to_break_a_neutrality_is_told_to_go_on() -> None:
    g = points(2, units={"ruhr": "2 ge_lf", "belgium": "be_lf"})
    click(g, "ge_lf@ruhr", "move", "violate")
    assert refused(g, "violate") == ("You have agreed to break a neutrality: choose where.", "3.1.3")


@pytest.mark.rule("on_to_berlin", "15.3c")
@pytest.mark.rule("on_to_berlin", "12.1")
def test_mobilization_is_refused_for_the_reason_that_holds() -> None:
    g = position(allied=("uk", "us", "ru"), side="allied", control={"north_atlantic": "ge"})
    begin(g, mobilization.Deploy(T.type_index["us_lf"]))
    text = "Your side does not control North Atlantic, over which American units come."
    assert refused(g, "england") == (text, "15.3c")
    g = position(allied=("uk", "ru"), side="allied", control={"hungary": "uk"})
    assert mobilization.why_not_there(g, T.type_index["ru_lf"], T.area_index["hungary"]) == (
        "Romania has no Resource Area that your side can use: its units are deployed at home.",
        "12.1",
    )


@pytest.mark.rule("on_to_berlin", "9.1.1a")
def test_aircraft_that_do_not_counterattack_are_told_why() -> None:
    g = position(units={"paris": "uk_af, uk_lf, ge_tf"}, control={"paris": "ge"})
    action = GroupAction(ATTACK, (unit_at(g, "ge_tf", "paris"),), (T.area_index["paris"],), True)
    step = Counterattackers(action, T.area_index["paris"], 2, ())
    told = step.why_not(g, 1, g.ids.unit + unit_at(g, "uk_af", "paris"))
    assert told == ("British air force fights only in friendly areas, and Paris is not one.", "9.1.1a")


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_ships_are_told_whom_a_landing_carries() -> None:
    g = seelowe(units={"ruhr": "3 ge_lf", "north_sea": "2 ge_nf"}, control={"north_sea": "ge"})
    click(g, "transport")
    assert refused(g, "ge_nf@north_sea") == ("This card carries land units only.", "6.1.2")
