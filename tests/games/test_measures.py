"""What every game says about itself for reports: turns that go forward, figures, holdings."""

import random

import pytest

from sandtable.engine.match import Match
from sandtable.games import SLUGS, load_game

# What a side or power of each game must be measured by.
COUNTED = {
    "downfall": {"Areas held", "Supply Areas of Germany", "Supply in stock", "Armies on the map"},
    "on_to_berlin": {"Areas held", "Resource Points", "Units on the map"},
    "total_domination": {"Victory points", "Areas held", "Technologies"},
    "other_side": {"Victory points", "Areas held", "Resources", "Fanaticism", "Collapse of Germany"},
    "blitzkrieg_general": {"Points for victory", "Areas held", "Production"},
}
FIRST_TURN = {
    "downfall": "Winter 1940",
    "on_to_berlin": "Winter 1939",
    "total_domination": "1939",
    "other_side": "Fall 1939",
    "blitzkrieg_general": "3/1939",
}


@pytest.mark.parametrize("slug", SLUGS)
def test_turns_go_forward_and_figures_change(slug: str) -> None:
    game = load_game(slug)
    setup = game.settle(seed=4)
    g = game.begin(setup)
    assert game.turn_name(g) == FIRST_TURN[slug]
    first, turn = game.measures(g), game.turn(g)
    luck = random.Random(4)
    held: set[str] = set()
    turns = 1
    for _ in range(1500):
        if g.result is not None:
            break
        seat = g.seats()[0]
        g.apply(seat, luck.choice(g.choices(seat)))
        assert game.turn(g) >= turn
        turns += game.turn(g) > turn
        turn = game.turn(g)
        if luck.random() < 0.05:
            for one in range(setup.players):
                held |= {game.names.kind(choice) for choice in game.holdings(g, one)}
    last = game.measures(g)
    assert turns >= 3
    assert {m.what for m in last} == COUNTED[slug]
    assert [(m.what, m.whose) for m in first] == [(m.what, m.whose) for m in last]
    assert len({(m.what, m.whose) for m in last}) == len(last)
    assert first != last
    assert held and held <= {"card", "tile", "tech", "research"}


def test_figures_are_those_of_the_table() -> None:
    match = Match.start(load_game("downfall"), seed=1)
    game, g = match.game, match.state
    owners = [place.owner for place in game.scene(g, None).places if place.choice >= 0]
    areas = {m.whose: m.value for m in game.measures(g) if m.what == "Areas held"}
    assert areas == {
        "Axis": owners.count("axis"),
        "Allies": owners.count("allies"),
        "Soviet Union": owners.count("ussr"),
    }
    stock = next(panel for panel in game.panels(g, None) if panel.title == "Stock")
    told = [int(row[1]) for row in stock.rows]
    assert [m.value for m in game.measures(g) if m.what == "Supply in stock"] == told


def test_holdings_are_the_seats_own() -> None:
    match = Match.start(load_game("on_to_berlin"), seed=1)
    game = match.game
    while game.stage(match.state) == 0:
        prompt = match.prompts[0]
        match.play(max(prompt.choices), prompt.seat)
    hands = [set(game.holdings(match.state, seat)) for seat in (0, 1)]
    assert hands[0] and not hands[1]  # the Allies have no hand in the first turn
    assert all(game.names.keys[choice].startswith("card:ax_") for choice in hands[0])
    shown = [panel for panel in game.panels(match.state, 0) if panel.title.startswith("Hand of")]
    assert len(shown[0].rows) == len(hands[0])
