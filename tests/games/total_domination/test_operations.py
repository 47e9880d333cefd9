"""Operations: the points of a card, the saved point, and what may be mixed. [6.0]"""

import pytest

from sandtable.games.total_domination.components.constants import DISCARDED, IN_PLAY, TURNED
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.action_phase import Turn
from sandtable.games.total_domination.rules.operations import operations
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.testing import card, position, power, unit_at, units_at
from tests.games.total_domination.driving import begin, click, idle, log, offers, refused
from tests.games.total_domination.operating import CARD, attack, kinds, left, move, operate
from tests.games.total_domination.playing import EXAMPLES, consistent, place_of, play


def at_turn(g: Board, name: str) -> Board:
    """Play a card of the hand for its points."""
    begin(g, Turn())
    click(g, f"card:{name}", "button:operate")
    return g


# --- points


@pytest.mark.rule("total_domination", "3.3b")
@pytest.mark.parametrize(("name", "ops"), [("u14", 3), ("u04", 4), ("u06", 5), ("j01", 6)])
def test_a_card_brings_its_points(name: str, ops: int) -> None:
    g = at_turn(position(units={"germany": "german_army"}, hands={"germany": [name]}), name)
    assert left(g) == ops and place_of(g, name) == IN_PLAY
    assert g.agenda[-1].prompt(g, 0).text.startswith(f"Germany has {ops} points left:")
    told = f"Germany plays {g.t.card_name[card(g, name)]} ({ops}) for {ops} points."
    assert g.log is not None and g.log.lines(0)[-1] == (told, "6.0a", (g.ids.card + card(g, name),))
    click(g, "button:done")
    assert idle(g) and place_of(g, name) == DISCARDED


@pytest.mark.rule("total_domination", "7.1.B")
@pytest.mark.rule("total_domination", "7.1.Ac")
def test_own_value_cards_and_tactics_count() -> None:
    """The value of its own colour first, then +1 and -1. [7.1.B]"""
    g = at_turn(position(hands={"germany": ["g02"]}, tactics={"germany": ["g04", "j04", "u05"]}), "g02")
    assert left(g) == 7
    g = at_turn(position(hands={"ussr": ["g02"]}, turn="ussr"), "g02")
    assert left(g) == 5


@pytest.mark.rule("total_domination", "6.0a")
def test_points_are_spent_on_any_mix_in_any_order() -> None:
    """[R44]"""
    units = {"germany": "german_army", "poland": "neutral_army"}
    g = operate("germany", units, 13)
    attack(g, "neutral_army@poland")
    click(g, "kind:german_army", "area:germany")
    move(g, "german_army@germany", "poland")
    click(g, "kind:german_fleet")
    move(g, "german_fleet@germany", "poland")
    assert left(g) == 0
    assert units_at(g, "poland") == "german_army, german_fleet" and units_at(g, "germany") == "german_army"
    assert offers(g) == ["button:done", "button:disband"]
    click(g, "button:done")
    assert idle(g)
    consistent(g)


@pytest.mark.rule("total_domination", "6.0a")
def test_never_more_than_there_are() -> None:
    units = {"germany": "german_army", "poland": "neutral_army"}
    for points, moves, attacks, builds in (
        (1, False, False, False),
        (2, True, False, False),
        (3, True, True, True),
    ):
        g = operate("germany", units, points)
        assert ("unit:german_army@germany" in offers(g)) == moves
        assert ("unit:neutral_army@poland" in offers(g)) == attacks
        assert ("kind:german_army" in offers(g)) == builds


@pytest.mark.rule("total_domination", "6.0a")
def test_a_card_may_be_worth_nothing() -> None:
    """[R27]"""
    tactics = {"germany": ["u05", "r05", "g05"]}  # three times -1
    g = at_turn(
        position(units={"germany": "german_army"}, hands={"germany": ["u14"]}, tactics=tactics), "u14"
    )
    assert left(g) == 0 and offers(g) == ["button:done", "button:disband"]
    assert "has no points left" in g.agenda[-1].prompt(g, 0).text


@pytest.mark.rule("total_domination", "6.0a")
def test_the_step_is_saved_and_asks_the_player_of_the_power() -> None:
    g = operate("japan", {"japan": "japanese_army"}, 5)
    step = g.agenda[-1]
    assert g.seats() == (2,)
    assert step.pack() == [card(g, CARD), -1, 5]
    assert Operate.unpack(step.pack()).choices(g, 2) == g.choices(2)
    assert step.prompt(g, 2) == (
        "Japan has 5 points left: click one of your units to move it (2), a kind of unit to deploy it (3), "
        "or Done.",
        "6.0a",
    )
    g = operate("japan", {"japan": "japanese_army"}, 5, mode="two_players")
    assert g.seats() == (0,)


def test_the_question_tells_what_can_be_had_and_for_how_much() -> None:
    units = {"germany": "german_army, german_fleet", "poland": "neutral_army"}
    g = operate("germany", units, 3, techs={"germany": ["mechanization", "self_propelled_artillery"]})
    assert g.agenda[-1].prompt(g, 0).text == (
        "Germany has 3 points left: click one of your units to move it (1 or 2), "
        "an enemy unit to destroy it (2), a kind of unit to deploy it (2 or 3), or Done."
    )
    g = operate("germany", {"atlantic": "u_boot"}, 2)
    text = "Germany has 2 points left: click one of your units to move it (2), or Done."
    assert g.agenda[-1].prompt(g, 0).text == text
    g = operate("germany", units, 1)
    text = "Germany has 1 point left: too few for anything now; click Done or what else is offered."
    assert g.agenda[-1].prompt(g, 0).text == text
    assert Operate(card(g, CARD), -1, 0).prompt(g, 0).text == "Germany has no points left: click Done."


# --- the saved point


@pytest.mark.rule("total_domination", "6.0b")
def test_one_point_may_be_saved_with_the_turned_card() -> None:
    g = operate("germany", {"germany": "german_army"}, 4)
    click(g, "button:save")
    assert idle(g) and place_of(g, CARD) == TURNED + power(g, "germany")
    assert g.saved(power(g, "germany")) == card(g, CARD) and g.saved(power(g, "japan")) == -1
    assert log(g)[-1] == "Germany saves 1 point."


@pytest.mark.rule("total_domination", "6.0b")
def test_without_a_point_left_none_is_saved() -> None:
    g = operate("germany", {"germany": "german_army"}, 2)
    assert "button:save" in offers(g)
    move(g, "german_army@germany", "poland")
    assert "button:save" not in offers(g)
    assert refused(g, "button:save").rule == "6.0b"


@pytest.mark.rule("total_domination", "6.0b")
def test_there_is_one_saved_point_at_a_time() -> None:
    g = operate("germany", {"germany": "german_army"}, 4, saved={"germany": "g01"})
    assert "button:save" not in offers(g) and "button:add_saved" in offers(g)
    assert "already" in refused(g, "button:save").text
    # the saved point of another power is none of one's own
    g = operate("germany", {"germany": "german_army"}, 4, saved={"japan": "u01"})
    assert "button:save" in offers(g) and "button:add_saved" not in offers(g)
    assert refused(g, "button:add_saved").rule == "6.0c"


@pytest.mark.rule("total_domination", "6.0c")
def test_the_saved_point_is_added_to_a_later_card_once() -> None:
    g = operate("germany", {"germany": "german_army"}, 3, saved={"germany": "u01"})
    click(g, "button:add_saved")
    assert left(g) == 4 and place_of(g, "u01") == DISCARDED
    assert log(g)[-1] == "Germany adds its saved point."
    assert "button:add_saved" not in offers(g)
    click(g, "unit:german_army@germany", "area:poland", "button:save")  # and another may be saved
    assert place_of(g, CARD) == TURNED + power(g, "germany")


@pytest.mark.rule("total_domination", "6.0c")
def test_it_may_be_added_between_operations_or_left() -> None:
    g = operate("germany", {"germany": "german_army"}, 2, saved={"germany": "u01"})
    move(g, "german_army@germany", "poland")
    assert left(g) == 0 and "button:add_saved" in offers(g)
    click(g, "button:done")
    assert place_of(g, "u01") == TURNED + power(g, "germany") and place_of(g, CARD) == DISCARDED


@pytest.mark.rule("total_domination", "6.0c")
@pytest.mark.rule("total_domination", "7.1.B")
def test_the_example_of_seven_and_one() -> None:
    example = EXAMPLES["saved_op_with_seven"]
    name = example["actions"][0]["card"]
    g = at_turn(position(hands={"germany": [name]}, saved={"germany": "u01"}), name)
    click(g, "button:add_saved")
    assert left(g) == example["expect"]["ops"] == 8


@pytest.mark.rule("total_domination", "6.0e")
def test_a_saved_point_is_nothing_without_a_card() -> None:
    g = begin(
        position(units={"germany": "german_army"}, hands={"germany": ["g03"]}, saved={"germany": "u01"}),
        Turn(),
    )
    assert offers(g) == ["card:g03", "button:pass", "button:disband"]
    assert refused(g, "button:add_saved").rule == "4.2a"
    click(g, "card:g03")
    assert "button:add_saved" not in offers(g)


@pytest.mark.rule("total_domination", "6.0e")
@pytest.mark.rule("total_domination", "6.0f")
def test_a_card_for_a_launch_or_an_air_strike_gives_no_point_to_save() -> None:
    hands = {"germany": ["g01", "g03"], "uk": ["u01", "u02"]}
    g = position(hands=hands, techs={"germany": ["flying_bomb"]}, dice=[0])
    begin(g, Turn())
    click(g, "card:g01", "button:launch")
    while not idle(g):
        assert not {"button:save", "button:done", "kind:german_army"} & set(offers(g))
        click(g, next(name for name in offers(g) if name in ("tech:flying_bomb", "power:uk")))
    assert place_of(g, "g01") == DISCARDED and g.saved(0) == -1
    units = {"germany": "german_air_fleet", "united_kingdom": "uk_fleet"}
    g = begin(position(units=units, hands=hands), Turn())
    click(g, "card:g01", "button:strike")
    while not idle(g):
        assert not {"button:save", "kind:german_army", "button:add_saved"} & set(offers(g))
        click(g, offers(g)[0])
    assert place_of(g, "g01") == DISCARDED and g.saved(0) == -1
    assert units_at(g, "united_kingdom") == ""


@pytest.mark.rule("total_domination", "6.0f")
def test_operations_include_neither_launch_nor_air_strike() -> None:
    units = {"germany": "german_air_fleet", "united_kingdom": "uk_fleet"}
    g = operate("germany", units, 7, techs={"germany": ["flying_bomb"]})
    for button in ("launch", "strike", "event", "develop", "lend_lease", "operate", "pass"):
        assert refused(g, f"button:{button}").rule == "6.0f"


# --- Peace


@pytest.mark.rule("total_domination", "6.0b")
@pytest.mark.rule("total_domination", "7.5")
def test_with_a_card_turned_up_by_peace_both_are_laid_off() -> None:
    """[R26]"""
    for button, where in (("save", TURNED + 1), ("done", DISCARDED)):
        g = position(hands={"uk": ["u14"]}, turn="uk", dice=[0])
        play(g, "u14")
        second = next(c for c in range(g.t.n_cards) if g.cards[c] == IN_PLAY and c != card(g, "u14"))
        step = g.agenda[-1]
        assert isinstance(step, Operate) and step.second == second
        assert "with" in log(g)[-1]
        click(g, f"button:{button}")
        assert idle(g) and place_of(g, "u14") == where and g.cards[second] == DISCARDED


# --- the rest


def test_alike_enemies_are_offered_once_and_any_may_be_clicked() -> None:
    g = operate("germany", {"germany": "german_army", "poland": "2 neutral_army", "ukraine": "neutral_army"})
    assert offers(g).count("unit:neutral_army@poland") == 1
    second = unit_at(g, "neutral_army", "poland", 1)
    step = g.agenda[-1]
    assert step.allows(g, 0, g.ids.unit + second)
    assert not step.allows(g, 0, g.ids.unit + unit_at(g, "neutral_army", "ukraine"))
    assert not step.allows(g, 0, g.ids.unit + unit_at(g, "neutral_army", "supply"))
    g.apply(0, g.ids.unit + second)
    assert g.place[second] < 0 and left(g) == 6
    # another kind in the same area is not the same
    g = operate(
        "uk",
        {"united_kingdom": "uk_army", "france": "german_army, german_fleet"},
        2,
        techs={"uk": ["heavy_battleships"]},
    )
    assert offers(g).count("unit:german_fleet@france") == 1
    assert not g.agenda[-1].allows(g, 1, g.ids.unit + unit_at(g, "german_army", "france"))


def test_what_is_clickable_is_what_is_allowed() -> None:
    g = operate("germany", {"germany": "german_army", "poland": "neutral_army"}, 3)
    step = g.agenda[-1]
    for choice in range(g.ids.end):
        unit = choice - g.ids.unit
        if not (0 <= unit < g.t.n_units and g.place[unit] >= 0):
            assert step.allows(g, 0, choice) == (choice in g.choices(0))


def test_the_disbanding_of_the_last_unit_ends_the_offer() -> None:
    g = operate("germany", {"poland": "german_army"}, 3)
    click(g, "button:disband", "unit:german_army@poland")
    assert "button:disband" not in offers(g)
    assert left(g) == 3 and "german_army" in kinds(g)


def test_without_a_log_the_same_happens() -> None:
    g = position(units={"germany": "german_army"}, saved={"germany": "u01"})
    g.log = None
    g.lay(card(g, CARD), IN_PLAY)
    begin(g)
    operations.start(g, card(g, CARD), -1, 3)
    g.advance()
    click(g, "button:add_saved", "button:save")
    assert idle(g) and place_of(g, CARD) == TURNED
