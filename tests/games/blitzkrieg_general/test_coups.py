"""Coups: what each roll of each card does, and who gets the neutral."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import (
    ALLIES,
    ASIDE,
    COUP_IN_IRAN,
    NONE,
    SURRENDER_BY_COUP,
)
from sandtable.games.blitzkrieg_general.components.effect_types import WHEN_ANY
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import setup
from sandtable.games.blitzkrieg_general.rules.cards.coup_surrender import Yield, coup_card
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.testing import card_of, country, holder, position, units_at
from tests.games.blitzkrieg_general.carding import lies, play, window
from tests.games.blitzkrieg_general.driving import answer, idle, offered

# What the cards print: the lowest roll that succeeds, the highest that is turned against the player.
PRINTED = {
    "norway": (8, 3),
    "bnl": (8, 3),
    "iraq": (8, 3),
    "arabia": (8, 3),
    "siam": (8, 3),
    "spain": (10, 2),
    "portugal": (8, 3),
    "greece": (8, 3),
    "yugoslavia": (7, 3),
    "afghanistan": (8, 3),
    "sweden": (11, 2),
    "ireland": (8, 3),
    "turkey": (9, 2),
}
PLAYER = {"siam": "japan", "afghanistan": "japan", "greece": "italy"}
WARS = [("germany", "be"), ("italy", "be"), ("japan", "usa"), ("germany", "usa"), ("italy", "usa")]


def coup(minor: str, roll: int, draw: int = 0) -> Board:
    """Play the coup card of a minor with this sum of two dice."""
    first = min(6, roll - 1)
    player = PLAYER.get(minor, "germany")
    g = position(
        hands={player: [f"coup_{minor}"]},
        wars=WARS,
        players=8,
        dice=[first, roll - first, draw],
    )
    _aside(g)
    return play(window(g, WHEN_ANY), f"coup_{minor}")


def _aside(g: Board) -> None:
    """Keep the late forces of the scenario aside, as a set-up does."""
    for row in g.t.scenarios[g.scenario].late_setup:
        for _ in range(row.n):
            setup.place(g, row, ASIDE)


def manager(g: Board, minor: str) -> str:
    number = g.manager[country(g, minor)]
    return "" if number == NONE else g.t.country_id[number]


EACH = pytest.mark.parametrize("minor", list(PRINTED))


@pytest.mark.rule("blitzkrieg_general", "CA3")
@pytest.mark.rule("blitzkrieg_general", "CA4")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_norway")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_bnl")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_iraq")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_arabia")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_siam")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_spain")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_portugal")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_greece")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_yugoslavia")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_afghanistan")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_sweden")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_ireland")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_turkey")
@EACH
def test_success_from_the_printed_roll_on(minor: str) -> None:
    low = PRINTED[minor][0]
    player = PLAYER.get(minor, "germany")
    assert manager(coup(minor, low), minor) == player
    assert manager(coup(minor, 12), minor) == player
    assert manager(coup(minor, low - 1), minor) == ""


@pytest.mark.rule("blitzkrieg_general", "CA6")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_norway")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_bnl")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_iraq")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_arabia")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_siam")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_spain")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_portugal")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_greece")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_yugoslavia")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_afghanistan")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_sweden")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_ireland")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_turkey")
@EACH
def test_a_low_roll_turns_it(minor: str) -> None:
    high = PRINTED[minor][1]
    assert manager(coup(minor, high), minor) in ("be", "usa")
    assert manager(coup(minor, 2), minor) in ("be", "usa")
    assert manager(coup(minor, high + 1), minor) == ""


@pytest.mark.rule("blitzkrieg_general", "CA5")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_norway")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_bnl")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_iraq")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_arabia")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_siam")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_spain")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_portugal")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_greece")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_yugoslavia")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_afghanistan")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_sweden")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_ireland")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_turkey")
@EACH
def test_the_card_is_used_up_whatever_the_roll(minor: str) -> None:
    for roll in (2, PRINTED[minor][0] - 1, 12):
        assert lies(coup(minor, roll), f"coup_{minor}") == "out"


@pytest.mark.rule("blitzkrieg_general", "CA4")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_iraq")
def test_iraq_of_the_tutorial() -> None:
    """A roll of 9: the infantry is set up, German production rises by 1."""
    g = position(hands={"germany": ["coup_iraq"]}, wars=WARS, dice=[4, 5])
    _aside(g)
    before = economy.production(g, country(g, "germany"))
    play(window(g, WHEN_ANY), "coup_iraq")
    assert units_at(g, "iraq") == "irq_inf_3"
    assert economy.production(g, country(g, "germany")) == before + 1
    assert g.enemy(country(g, "iraq"), country(g, "be"))
    assert g.friend(country(g, "iraq"), country(g, "germany"))


@pytest.mark.rule("blitzkrieg_general", "CA6")
def test_a_turned_neutral_goes_to_a_power_drawn_among_the_enemies() -> None:
    """Both the USA and the British Empire are at war with Germany."""
    assert manager(coup("norway", 3, draw=0), "norway") == "usa"
    g = coup("norway", 3, draw=1)
    assert manager(g, "norway") == "be"
    assert units_at(g, "norway") == "nor_inf_2"
    assert g.enemy(country(g, "norway"), country(g, "germany"))


@pytest.mark.rule("blitzkrieg_general", "CA3")
@pytest.mark.rule("blitzkrieg_general", "CA5")
def test_nothing_happens_in_between() -> None:
    g = coup("norway", 6)
    assert units_at(g, "norway") == ""
    assert not g.at_war(country(g, "norway"))
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "CA4")
@pytest.mark.rule("blitzkrieg_general", "A7.2b")
def test_a_coup_is_no_attack_on_a_neutral() -> None:
    g = coup("norway", 12)
    assert g.us_level == 0
    assert g.attacked == [0, 0]


@pytest.mark.rule("blitzkrieg_general", "CARD.coup_bnl")
def test_the_islands_of_bnl_do_not_join() -> None:
    g = coup("bnl", 12)
    assert units_at(g, "bnl") == "bnl_air_1, bnl_inf_2, bnl_inf_3"
    assert holder(g, "bnl") == "bnl"
    assert manager(g, "bnl") == "germany"
    for island in ("java", "sumatra", "borneo"):
        number = g.control[g.t.area_index[island]]
        assert g.manager[number] == NONE, island


@pytest.mark.rule("blitzkrieg_general", "CARD.coup_siam")
@pytest.mark.rule("blitzkrieg_general", "TT12")
def test_ships_are_set_up_too() -> None:
    g = coup("siam", 9)
    while not idle(g):
        key = sorted(offered(g))[0]
        answer(g, key)
    assert units_at(g, "siam") == "sia_inf_2"
    assert units_at(g, "gulf_of_siam") == "sia_conv, sia_tf_2"


@pytest.mark.rule("blitzkrieg_general", "A9.9")
@pytest.mark.rule("blitzkrieg_general", "CARD.coup_ireland")
def test_with_the_optional_rule_the_card_of_ireland_comes_back_for_iran() -> None:
    g = position(hands={"germany": ["coup_ireland"]}, wars=WARS, options=COUP_IN_IRAN, dice=[3, 3, 4, 4])
    _aside(g)
    play(window(g, WHEN_ANY), "coup_ireland")
    assert lies(g, "coup_ireland") == "bottom"
    assert manager(g, "ireland") == ""
    g = position(
        hands={"germany": ["coup_ireland"]},
        wars=WARS,
        options=COUP_IN_IRAN,
        dice=[4, 4],
        memory={"played": 1 << card_of(position(), "coup_ireland")},
    )
    _aside(g)
    play(window(g, WHEN_ANY), "coup_ireland")
    assert manager(g, "iran") == "germany"
    assert manager(g, "ireland") == ""
    assert lies(g, "coup_ireland") == "out"


@pytest.mark.rule("blitzkrieg_general", "A9.2")
def test_only_a_friend_surrenders_an_attacked_neutral() -> None:
    """One player has all powers; the card must be in a hand of the side that the neutral has come to."""
    for owner, friend in (("be", True), ("germany", False)):
        g = position(players=1, hands={owner: ["coup_norway"]}, options=SURRENDER_BY_COUP)
        card = card_of(g, "coup_norway")
        window = Yield(card, country(g, "norway"), ALLIES, 0)
        assert window.reactions(g, 0) == ([g.ids.card + card] if friend else [])


@pytest.mark.rule("blitzkrieg_general", "A9.9")
@pytest.mark.rule("blitzkrieg_general", "A9.2")
def test_the_card_that_came_back_surrenders_iran() -> None:
    g = position(options=COUP_IN_IRAN | SURRENDER_BY_COUP)
    card = card_of(g, "coup_ireland")
    assert coup_card(g, country(g, "iran")) == NONE
    g.played |= 1 << card
    assert coup_card(g, country(g, "iran")) == card
    assert coup_card(g, country(g, "ireland")) == NONE


@pytest.mark.rule("blitzkrieg_general", "CA3")
def test_the_dice_are_told() -> None:
    g = coup("norway", 6)
    assert g.log is not None
    assert [line for line in g.log.lines(None) if "5 + 1 = 6" in line.text]
