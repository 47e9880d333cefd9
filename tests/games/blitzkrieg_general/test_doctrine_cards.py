"""The doctrine at the desk: production, cards, research, declarations, who gets what."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.bot import spending
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS, COMBAT, DRAWN, RESEARCH
from sandtable.games.blitzkrieg_general.components.effect_types import WHEN_ANY, WHEN_COMBAT_START
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_choices, card_phase, card_windows
from sandtable.games.blitzkrieg_general.rules.economy.lend_lease import LendLease
from sandtable.games.blitzkrieg_general.rules.economy.production import Building
from sandtable.games.blitzkrieg_general.rules.economy.research import Research, ResearchAchievement
from sandtable.games.blitzkrieg_general.rules.politics import control
from sandtable.games.blitzkrieg_general.rules.politics.us_entry import UsEntry
from sandtable.games.blitzkrieg_general.testing import card_of, country, position, space
from tests.games.blitzkrieg_general.carding import fight_in
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.driving import answer, begin, idle
from tests.games.blitzkrieg_general.thinking import asked, favourite, liking

WEIGHTS = Weights({})
WEST = (("germany", "be"), ("germany", "france"))
PACIFIC = (("japan", "usa"), ("japan", "be"))


def major(name: str) -> int:
    """The number of a power."""
    return country(position(t=GAME.tables), name)


def spent(g: Board) -> list[str]:
    """What the doctrine builds and repairs until it is done."""
    done: list[str] = []
    while not idle(g):
        done.append(favourite(g))
        answer(g, done[-1])
    return done


# --- production


def test_a_home_in_danger_builds_what_comes_soon() -> None:
    front = {"western_germany": "ger_inf_2", "maginot": "3 fra_inf_3"}
    m = asked(Building(major("germany"), 0), units=front, wars=WEST, points={"germany": 12})
    clicks = spent(m)
    assert set(clicks[:3]) == {"build:ger_inf_4"}
    assert m.saved[major("germany")] < 2


def test_flipped_troops_are_repaired_before_new_ones_are_built() -> None:
    front = {"bavaria": "6 ger_inf_3 back, 2 ger_inf_4", "paris": "fra_inf_2"}
    m = asked(Building(major("germany"), 0), units=front, wars=WEST, points={"germany": 8})
    assert spent(m)[:6] == ["unit:ger_inf_3@bavaria"] * 6


def test_a_power_across_the_sea_builds_convoys() -> None:
    troops = {"usa_west": "usa_inf_4, 2 usa_inf_3, 3 usa_inf_2", "usa_east": "usa_air_3, usa_air_2"}
    m = asked(Building(major("usa"), 0), units=troops, wars=PACIFIC, points={"usa": 20}, side="allies")
    assert favourite(m) == "build:usa_conv"
    land = {"bavaria": "6 ger_inf_3, 3 ger_air_3", "maginot": "fra_inf_3"}
    n = asked(Building(major("germany"), 0), units=land, wars=WEST, points={"germany": 20})
    rates = liking(n)
    assert rates["build:ger_conv"] < 0.5 < rates["build:ger_inf_4"]


def test_a_power_in_peace_saves_for_the_card_that_opens_its_war() -> None:
    ussr = major("ussr")
    peace = asked(Building(ussr, 0), points={"ussr": 15}, turn="1/1941", side="allies")
    assert favourite(peace) == "button:done"
    war = asked(
        Building(ussr, 0), points={"ussr": 15}, wars=[("germany", "ussr")], turn="1/1941", side="allies"
    )
    assert favourite(war) != "button:done"
    basic = asked(Building(ussr, 0), points={"ussr": 15}, turn="1/1941", side="allies", mode="basic")
    assert favourite(basic) != "button:done"


def test_nothing_is_wasted() -> None:
    m = asked(Building(major("china"), 0), wars=[("japan", "china")], points={"china": 9}, side="allies")
    spent(m)
    assert m.saved[major("china")] < 2


# --- research


def test_numbers_are_bought_by_the_rich_and_rolled_when_they_promise() -> None:
    rich = asked(Research(0), wars=WEST, points={"germany": 20}, phase=RESEARCH)
    assert favourite(rich) == "button:number"
    poor = asked(Research(0), wars=WEST, points={"germany": 8}, phase=RESEARCH)
    assert favourite(poor) == "button:done"
    at = 8  # the rolls come after the numbers
    few = asked(Research(at), wars=WEST, numbers={"germany": 2}, phase=RESEARCH)
    assert favourite(few) == "button:done"
    many = asked(Research(at), wars=WEST, numbers={"germany": 4}, phase=RESEARCH)
    assert favourite(many) == "button:roll"


def test_the_bomb_comes_first_and_submarines_last() -> None:
    ready = ["air_combat", "long_range", "better_subs", "sonar", "radar"]
    m = asked(ResearchAchievement(major("usa")), research={"usa": ready})
    assert favourite(m) == "research:atomic_bomb"
    rates = liking(asked(ResearchAchievement(major("usa"))))
    assert rates["research:better_subs"] == min(rates.values())


# --- cards


def drawn(card: str, by: str, points: int, **more: Any) -> Board:
    """A power has drawn a card and decides on it."""
    g = position(t=GAME.tables, points={by: points}, **more)
    number, who = card_of(g, card), country(g, by)
    g.deck.remove(number)
    g.card_at = bytes([DRAWN if c == number else g.card_at[c] for c in range(g.t.n_cards)])
    g.card_owner = bytes([who if c == number else g.card_owner[c] for c in range(g.t.n_cards)])
    side = g.major_side[who]
    return begin(g, card_phase.Decisions(side, g.majors(side).index(who), 0, 0))


def test_useful_cards_are_bought_and_others_offered_or_returned() -> None:
    assert favourite(drawn("total_war", "germany", 9, wars=WEST)) == "button:buy"
    assert favourite(drawn("french_vichy_surrender", "germany", 9, wars=WEST)) == "button:buy"
    assert favourite(drawn("spies", "germany", 9, wars=WEST)) != "button:buy"
    assert favourite(drawn("fortress_europe", "germany", 11, wars=WEST)) == "button:return"
    assert favourite(drawn("ussr_declares_war", "ussr", 20, side="allies")) == "button:buy"


def test_the_best_of_the_offered_cards_is_bought() -> None:
    g = position(t=GAME.tables, wars=WEST)
    germany = country(g, "germany")
    rates = [
        spending.card_value(g, germany, card_of(g, name), WEIGHTS)
        for name in ("total_war", "surprise", "spies")
    ]
    assert rates == sorted(rates, reverse=True)


def window(card: str, by: str, mask: int, **more: Any) -> Board:
    """A card window in which a power holds a card."""
    g = position(t=GAME.tables, hands={by: [card]}, **more)
    return begin(g, card_windows.CardWindow(mask, -1, 0, 0))


def test_a_coup_is_tried_at_once() -> None:
    m = window("coup_iraq", "germany", 1 << WHEN_ANY, wars=WEST, units={"aside": "irq_inf_3"})
    assert spending.coup_value(m, card_of(m, "coup_iraq")) > 0.0
    assert favourite(m) == "card:coup_iraq"


def test_combat_cards_are_kept_for_combats_that_matter() -> None:
    for units, wish in (
        ("3 ger_inf_4, 3 fra_inf_3", "card:surprise"),
        ("ger_inf_4, fra_inf_3", "button:pass"),
    ):
        g = position(t=GAME.tables, hands={"germany": ["surprise"]}, units={"paris": units}, wars=WEST)
        g.phase = COMBAT
        fight_in(g, "paris")
        begin(g, card_windows.CardWindow(1 << WHEN_COMBAT_START, -1, 0, 0))
        assert favourite(g) == wish


def test_total_war_waits_for_1941_and_kamikaze_for_nobody() -> None:
    for turn, wish in (("1/1940", False), ("1/1942", True)):
        g = position(t=GAME.tables, turn=turn, hands={"germany": ["total_war"], "japan": ["kamikaze"]})
        assert (spending.play_value(g, card_of(g, "total_war")) > 0.0) == wish
        assert spending.play_value(g, card_of(g, "kamikaze")) < 0.0
    japan = country(g, "japan")
    g.points[japan] = 20
    cost = g.t.cards[card_of(g, "kamikaze")].cost
    assert spending.card_value(g, japan, card_of(g, "kamikaze"), WEIGHTS) == 0.5 - cost


def test_what_a_card_works_on_is_what_gains_most() -> None:
    g = position(
        t=GAME.tables,
        control=dict.fromkeys(("kiev", "gomel", "odessa"), "germany"),
        wars=[("germany", "ussr")],
    )
    begin(g, card_choices.Partisans(card_of(g, "partisans"), country(g, "ussr"), 1))
    assert favourite(g) == "area:kiev"
    h = position(t=GAME.tables, units={"aside": "rom_inf_2, hun_inf_2, fin_inf_3"}, wars=WEST)
    begin(h, card_choices.Activate(card_of(h, "axis_minor_activation"), country(h, "germany")))
    assert favourite(h) in ("country:romania", "country:italy")


# --- politics


def test_the_united_states_enter_the_war_as_soon_as_they_may() -> None:
    m = asked(UsEntry(1), memory={"us_level": 20}, wars=WEST, side="allies")
    assert favourite(m) == "button:declare"


def test_aid_goes_to_who_has_a_front() -> None:
    g = position(
        t=GAME.tables,
        in_effect={"lend_lease_usa": "usa"},
        wars=[*WEST, ("germany", "ussr"), ("germany", "usa")],
        points={"usa": 20},
        units={"kiev": "sov_inf_3_r", "lwow": "ger_inf_4"},
        control={"lwow": "germany"},
        side="allies",
    )
    begin(g, LendLease())
    rates = liking(g)
    assert rates["country:ussr"] > rates["country:be"]


def test_joint_conquests_go_to_the_poorer_partner() -> None:
    g = position(
        t=GAME.tables, units={"kiev": "ger_inf_4, ita_inf_3"}, wars=[("germany", "ussr"), ("italy", "ussr")]
    )
    takers = 1 << country(g, "germany") | 1 << country(g, "italy")
    begin(g, control.Controller(space(g, "kiev"), takers))
    assert favourite(g) == "country:italy"


@pytest.mark.parametrize(("side", "value"), [(AXIS, 1), (ALLIES, -1)])
def test_a_side_is_worth_more_the_nearer_it_is_to_victory(side: int, value: int) -> None:
    even = position(t=GAME.tables, wars=WEST)
    rich = position(t=GAME.tables, wars=WEST, control={"paris": "germany", "vichy": "germany"})
    fallen = position(t=GAME.tables, wars=WEST, conquered=["france"])
    base = GAME.value(even, side)
    assert (GAME.value(rich, side) - base) * value > 0.0
    assert (GAME.value(fallen, side) - base) * value > 0.0
    alone = position(t=GAME.tables, wars=WEST, players=1)
    assert GAME.value(alone, 0) == 0.5
