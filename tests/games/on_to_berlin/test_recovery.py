"""Recovery, at the end of a turn and by Supply cards. [13.0]"""

import pytest

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, SPENT
from sandtable.games.on_to_berlin.components.ids import AREA, PLACE_ONE, RECOVER_ALL
from sandtable.games.on_to_berlin.components.schema_cards import Recover as RecoverEvent
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import recovery
from sandtable.games.on_to_berlin.rules.recovery import Partisans, Recover, RecoverUnit, Supply, all_nations
from sandtable.games.on_to_berlin.testing import area, card, country, position, unit_at, units_at
from tests.games.on_to_berlin.driving import begin, idle, refused
from tests.games.on_to_berlin.waiting import Idle

GERMANY = {"berlin": "ge", "ruhr": "uk", "southern_germany": "uk", "austria": "uk", "czechoslovakia": "uk"}


def tired(g: Board) -> int:
    """How many units on the map are spent."""
    return sum([cond & SPENT for cond in g.cond])


def event(g: Board, name: str) -> RecoverEvent:
    """The event of a Supply card."""
    found = g.t.card_event[card(g, name)]
    assert isinstance(found, RecoverEvent)
    return found


def play(g: Board, name: str) -> None:
    """Begin the event of a Supply card."""
    g.push(Idle())
    assert recovery.event_possible(g, event(g, name))
    recovery.start_event(g, event(g, name))
    g.advance()


def offered(g: Board) -> set[str]:
    """The types and areas of the units that may be clicked, with their condition left out."""
    t = g.t
    return {
        f"{t.type_id[t.unit_type[c - g.ids.unit]]}@{t.area_id[g.place[c - g.ids.unit]]}"
        for c in g.choices(g.seats()[0])
        if c >= g.ids.unit
    }


def pick(g: Board, name: str, where: str) -> None:
    """Choose a spent unit."""
    g.apply(g.seats()[0], g.ids.unit + unit_at(g, name, where, spent=True))


def nations_offered(g: Board) -> set[str]:
    """The nations a Supply card may serve."""
    return {g.t.nation_id[c - g.ids.nation] for c in g.choices(g.side) if c != PASS}


# --- the rule


@pytest.mark.rule("on_to_berlin", "2.1.1b")
@pytest.mark.rule("on_to_berlin", "13.0")
def test_spent_units_become_fresh_at_the_end_of_a_turn() -> None:
    units = {"berlin": "2 ge_lf spent, ge_tf", "ruhr": "ge_af spent", "london": "uk_lf spent"}
    g = position(units=units)
    begin(g, all_nations(AXIS, False))
    assert idle(g) and units_at(g, "berlin") == "2 ge_lf, ge_tf" and units_at(g, "ruhr") == "ge_af"
    assert units_at(g, "london") == "uk_lf spent"  # each side in its time
    assert g.log is not None
    (told,) = g.log.events
    assert told.rule == "13.0" and len(told.refs) == 3
    assert told.text == "Germany recovers 2 × German infantry and German air force."


@pytest.mark.rule("on_to_berlin", "13.0")
@pytest.mark.rule("on_to_berlin", "3.1.1c")
@pytest.mark.rule("on_to_berlin", "3.1.1b")
def test_only_nations_at_war_recover() -> None:
    g = position(units={"paris": "fr_lf spent", "warsaw": "po_lf spent"}, not_at_war=("fr",))
    begin(g, all_nations(ALLIED, False))
    assert units_at(g, "paris") == "fr_lf spent" and units_at(g, "warsaw") == "po_lf"  # [R16]


@pytest.mark.rule("on_to_berlin", "13.0a")
def test_a_nation_recovers_as_many_units_as_it_controls_land_areas() -> None:
    g = position(units={"berlin": "3 ge_lf spent, 2 ge_tf spent"}, control=GERMANY | {"belgium": "ge"})
    assert recovery.limit(g, country(g, "ge")) == 2  # at home or abroad; seas do not count
    begin(g, all_nations(AXIS, False))
    step = g.agenda[-1]
    assert isinstance(step, RecoverUnit) and g.seats() == (AXIS,)
    assert offered(g) == {"ge_lf@berlin", "ge_tf@berlin"} and len(g.choices(AXIS)) == 2  # alike ones once
    assert DONE not in g.choices(AXIS) and "2 more units" in step.prompt(g, AXIS).text
    assert step.allows(g, AXIS, g.ids.unit + unit_at(g, "ge_lf", "berlin", 2))
    pick(g, "ge_tf", "berlin")
    assert not idle(g)
    pick(g, "ge_lf", "berlin")
    assert idle(g) and units_at(g, "berlin") == "ge_lf, 2 ge_lf spent, ge_tf, ge_tf spent"


@pytest.mark.rule("on_to_berlin", "13.0a")
def test_enemy_units_in_an_area_do_not_lower_the_limit() -> None:
    g = position(units={"berlin": "2 ge_lf spent, 5 uk_lf", "austria": "2 uk_tf"})
    assert recovery.limit(g, country(g, "ge")) == 5
    g = position(control={"rome": "ge", "milan": "ge"}, axis=("ge", "it"))
    assert recovery.limit(g, country(g, "ge")) == 7 and recovery.limit(g, country(g, "it")) == 3


@pytest.mark.rule("on_to_berlin", "13.0a")
def test_a_nation_without_land_recovers_nothing() -> None:
    units = {"berlin": "ge_lf spent", "baltic_sea": "ge_ss spent", "belgium": "fr_lf spent"}
    control = GERMANY | {"berlin": "it"}
    g = position(units=units, axis=("ge", "it"), control=control)
    assert recovery.limit(g, country(g, "ge")) == 0
    begin(g, all_nations(AXIS, False))
    assert idle(g) and tired(g) == 3  # [R24]


@pytest.mark.rule("on_to_berlin", "13.0a")
def test_each_nation_has_its_own_limit() -> None:
    units = {"berlin": "2 ge_lf spent", "rome": "it_lf spent", "milan": "2 it_lf spent"}
    control = GERMANY | {"libya": "uk", "albania": "uk", "southern_italy": "uk", "milan": "ge"}
    g = position(units=units, axis=("ge", "it"), control=control)
    begin(g, all_nations(AXIS, False))
    assert units_at(g, "berlin") == "2 ge_lf"  # Berlin and Milan
    assert offered(g) == {"it_lf@rome", "it_lf@milan"}  # Rome only: one of three
    pick(g, "it_lf", "milan")
    assert idle(g) and units_at(g, "milan") == "it_lf, it_lf spent"


@pytest.mark.rule("on_to_berlin", "13.0b")
@pytest.mark.rule("on_to_berlin", "13.0c")
@pytest.mark.rule("on_to_berlin", "3.5f")
def test_recovery_needs_a_line_to_the_own_land() -> None:
    units = {"lorraine": "ge_lf spent, fr_lf", "paris": "ge_tf spent, fr_lf", "warsaw": "ge_lf spent"}
    g = position(units=units)
    begin(g, all_nations(AXIS, False))
    assert unit_at(g, "ge_lf", "lorraine", spent=False) >= 0  # in an enemy-controlled area among enemies
    assert unit_at(g, "ge_lf", "warsaw", spent=False) >= 0
    assert unit_at(g, "ge_tf", "paris", spent=True) >= 0


@pytest.mark.rule("on_to_berlin", "13.0b")
@pytest.mark.rule("on_to_berlin", "3.5f")
def test_a_home_sea_is_no_goal() -> None:
    control = dict.fromkeys(GERMANY, "uk") | {"denmark": "ge"}
    g = position(units={"denmark": "ge_lf spent", "baltic_sea": "ge_nf spent"}, control=control)
    begin(g, all_nations(AXIS, False))
    assert idle(g) and tired(g) == 2


@pytest.mark.rule("on_to_berlin", "13.0b")
def test_home_may_be_held_by_any_nation_of_the_side() -> None:
    """Bulgaria's land under German control still serves as the goal of its line. [R40]"""
    g = position(
        units={"romania": "bu_lf spent"}, axis=("ge", "bu", "ru"), control={"bulgaria": "ge", "greece": "bu"}
    )
    begin(g, all_nations(AXIS, False))
    assert units_at(g, "romania") == "bu_lf"
    g = position(
        units={"romania": "bu_lf spent"}, axis=("ge", "bu", "ru"), control={"bulgaria": "uk", "greece": "bu"}
    )
    begin(g, all_nations(AXIS, False))
    assert units_at(g, "romania") == "bu_lf spent"


@pytest.mark.rule("on_to_berlin", "13.0d")
@pytest.mark.rule("on_to_berlin", "13.0c")
def test_land_of_other_nations_does_not_help() -> None:
    units = {"tunisia": "it_lf spent, ge_lf spent", "libya": "it_lf spent"}
    g = position(units=units, axis=("ge", "it"), control={"tunisia": "ge", "central_mediterranean": "uk"})
    begin(g, all_nations(AXIS, False))
    assert units_at(g, "tunisia") == "ge_lf spent, it_lf" and units_at(g, "libya") == "it_lf"


@pytest.mark.rule("on_to_berlin", "13.0b")
@pytest.mark.rule("on_to_berlin", "15.4c")
def test_ceded_land_is_soviet_for_lines_and_no_longer_polish() -> None:
    control = dict.fromkeys(("leningrad", "minsk", "kiev", "moscow", "kharkov", "stalingrad"), "ge")
    control |= {"caucasus": "ge", "urals": "ge", "warsaw": "ge", "brest": "su"}
    units = {"brest": "su_lf spent, po_lf spent"}
    g = position(units=units, allied=("uk", "po", "su"), control=control, poland_surrendered=True)
    begin(g, all_nations(ALLIED, False))
    assert units_at(g, "brest") == "po_lf spent, su_lf"  # [R13]


@pytest.mark.rule("on_to_berlin", "13.0a")
@pytest.mark.rule("on_to_berlin", "13.0c")
def test_refusals_while_units_are_chosen() -> None:
    units = {"berlin": "3 ge_lf spent, ge_tf", "paris": "ge_lf spent, fr_lf", "rome": "it_lf spent"}
    g = position(units=units, axis=("ge", "it"), control=GERMANY)
    begin(g, all_nations(AXIS, False))
    first = g.ids.unit
    for unit, rule in (
        (unit_at(g, "it_lf", "rome"), "13.0a"),
        (unit_at(g, "ge_tf", "berlin"), "13.0"),
        (unit_at(g, "ge_tf", "pool"), "13.0"),
        (unit_at(g, "ge_lf", "paris"), "13.0c"),
    ):
        assert refused(g, first + unit).rule == rule
    assert refused(g, DONE).rule == "13.0a" and refused(g, AREA).rule == "13.0"
    step = g.agenda[-1]
    again = RecoverUnit.unpack(step.pack())
    assert isinstance(again, RecoverUnit) and again.choices(g, AXIS) == g.choices(AXIS)


# --- exceptions


@pytest.mark.rule("on_to_berlin", "15.1e")
def test_submarines_need_no_line_but_count() -> None:
    units = {"central_atlantic": "ge_ss spent", "norwegian_sea": "ge_nf spent", "berlin": "ge_lf spent"}
    g = position(units=units)
    begin(g, all_nations(AXIS, False))
    assert units_at(g, "central_atlantic") == "ge_ss" and units_at(g, "norwegian_sea") == "ge_nf spent"
    g = position(units=units, control=GERMANY)
    begin(g, all_nations(AXIS, False))
    assert offered(g) == {"ge_ss@central_atlantic", "ge_lf@berlin"}  # one of the two [R24]


WINTER = {"moscow": "3 su_lf spent", "kiev": "2 su_tf spent, ge_lf", "warsaw": "2 su_lf spent"}
LOST = dict.fromkeys(("leningrad", "minsk", "kharkov", "stalingrad", "caucasus", "urals"), "ge")


@pytest.mark.rule("on_to_berlin", "15.2")
@pytest.mark.rule("on_to_berlin", "15.2c")
@pytest.mark.rule("on_to_berlin", "15.2d")
def test_in_winter_soviet_units_at_home_recover_without_limit() -> None:
    """Moscow is the only Soviet area left; Kiev is German-controlled and still home."""
    control = LOST | {"kiev": "ge", "warsaw": "su"}
    g = position(units=WINTER, allied=("uk", "su"), control=control, turn=5)
    begin(g, all_nations(ALLIED, False))
    assert units_at(g, "moscow") == "3 su_lf" and unit_at(g, "su_tf", "kiev", 1, spent=False) >= 0
    assert units_at(g, "warsaw") == "2 su_lf spent"  # abroad: the line fails
    g = position(units=WINTER, allied=("uk", "su"), control=control, turn=6)
    begin(g, all_nations(ALLIED, False))
    assert offered(g) == {"su_lf@moscow", "su_tf@kiev"}  # in summer only as many as areas: two of five
    g = position(units={"berlin": "2 ge_lf spent"}, control=GERMANY, turn=5)
    begin(g, all_nations(AXIS, False))
    assert offered(g) == {"ge_lf@berlin"}  # nobody else knows the winter


@pytest.mark.rule("on_to_berlin", "15.2d")
def test_in_winter_soviet_units_abroad_count_against_the_limit() -> None:
    control = LOST | {"brest": "su"}
    g = position(
        units={"moscow": "4 su_lf spent", "brest": "4 su_lf spent"},
        allied=("uk", "su"),
        control=control,
        turn=5,
        poland_surrendered=True,
    )
    begin(g, all_nations(ALLIED, False))
    assert units_at(g, "moscow") == "4 su_lf"
    assert recovery.limit(g, country(g, "su")) == 4  # Moscow, Kiev, Brest and Galicia
    assert units_at(g, "brest") == "4 su_lf"
    g.set_control(area(g, "galicia"), country(g, "ge"))
    for number in range(4):
        g.spend(unit_at(g, "su_lf", "brest", number))
    begin(g, all_nations(ALLIED, False))
    assert offered(g) == {"su_lf@brest"}  # ceded land is not home for the winter [R13]


@pytest.mark.rule("on_to_berlin", "15.2c")
def test_winter_recovery_needs_no_line() -> None:
    units = {"kiev": "su_lf spent, ge_lf", "rome": "it_lf spent"}
    control = LOST | {"kiev": "ge", "moscow": "ge", "romania": "ge", "galicia": "ge", "brest": "ge"}
    g = position(units=units, axis=("ge", "it"), allied=("uk", "su"), control=control, turn=5)
    begin(g, all_nations(ALLIED, False))
    assert unit_at(g, "su_lf", "kiev", spent=False) >= 0
    g = position(units=units, axis=("ge", "it"), allied=("uk", "su"), control=control, turn=6)
    begin(g, all_nations(ALLIED, False))
    assert unit_at(g, "su_lf", "kiev", spent=True) >= 0


@pytest.mark.rule("on_to_berlin", "15.3d")
def test_american_units_recover_without_limit_with_a_line_to_the_ocean() -> None:
    units = {"london": "3 us_lf spent, us_tf spent", "north_atlantic": "us_nf spent", "malta": "us_lf spent"}
    closed = {"western_mediterranean": "it", "central_mediterranean": "it", "eastern_mediterranean": "it"}
    g = position(units=units, axis=("ge", "it"), allied=("uk", "us"), control=closed)
    assert recovery.limit(g, country(g, "us")) == 0
    begin(g, all_nations(ALLIED, False))
    assert idle(g) and units_at(g, "malta") == "us_lf spent"
    assert units_at(g, "london") == "3 us_lf, us_tf" and units_at(g, "north_atlantic") == "us_nf"


@pytest.mark.rule("on_to_berlin", "15.3d")
@pytest.mark.rule("on_to_berlin", "3.5a")
def test_an_american_line_may_end_in_a_hostile_ocean() -> None:
    """It stops on entering the North Atlantic, and there it has come to its end."""
    units = {"london": "us_lf spent", "england": "us_tf spent", "north_atlantic": "us_nf spent, ge_nf"}
    units |= {"norwegian_sea": "us_nf spent", "paris": "us_lf spent"}
    control = {"north_atlantic": "ge", "central_atlantic": "ge", "english_channel": "ge", "paris": "uk"}
    g = position(units=units, allied=("uk", "us"), control=control)
    begin(g, all_nations(ALLIED, False))
    assert units_at(g, "london") == "us_lf" and units_at(g, "england") == "us_tf"
    assert units_at(g, "north_atlantic") == "ge_nf, us_nf" and units_at(g, "norwegian_sea") == "us_nf"
    assert units_at(g, "paris") == "us_lf spent"  # the line does not pass through the Channel
    g = position(units=units, allied=("uk", "us"), control=control | {"england": "ge", "north_sea": "ge"})
    begin(g, all_nations(ALLIED, False))
    assert units_at(g, "london") == "us_lf spent"  # nor through England now
    assert units_at(g, "england") == "us_tf"  # where a line may begin


@pytest.mark.rule("on_to_berlin", "15.5")
@pytest.mark.rule("on_to_berlin", "15.5b")
def test_yugoslav_units_without_land_recover_beside_any_allied_area() -> None:
    units = {"yugoslavia": "2 yu_lf spent, ge_lf"}
    allied = ("uk", "gr", "yu")
    g = position(units=units, allied=allied, control={"yugoslavia": "ge"})
    begin(g, all_nations(ALLIED, False))
    assert idle(g) and unit_at(g, "yu_lf", "yugoslavia", 1, spent=False) >= 0  # Greece is Allied
    g = position(units=units, allied=allied, control={"yugoslavia": "ge", "greece": "ge"})
    begin(g, all_nations(ALLIED, False))
    assert unit_at(g, "yu_lf", "yugoslavia", 1, spent=True) >= 0
    g = position(units=units, allied=allied, control={"yugoslavia": "ge", "albania": "yu"})
    begin(g, all_nations(ALLIED, False))
    assert tired(g) == 2  # it controls an area: the usual rule, and the line to its own land fails


@pytest.mark.rule("on_to_berlin", "15.5b")
def test_the_yugoslav_exception_is_one_of_the_end_phase_and_of_the_allies() -> None:
    units = {"yugoslavia": "2 yu_lf spent, ge_lf"}
    g = position(units=units, allied=("uk", "gr", "yu"), control={"yugoslavia": "ge"})
    begin(g, all_nations(ALLIED, True))
    assert tired(g) == 2
    g = position(units=units, axis=("ge", "yu"), allied=("uk", "gr"), control={"yugoslavia": "ge"})
    begin(g, all_nations(AXIS, False))
    assert tired(g) == 2


# --- Supply cards


@pytest.mark.rule("on_to_berlin", "13.0")
@pytest.mark.rule("on_to_berlin", "13.0a")
def test_a_supply_card_serves_one_nation_up_to_its_maximum() -> None:
    units = {"berlin": "6 ge_lf spent", "rome": "it_lf spent", "finland": "fi_lf"}
    g = position(units=units, axis=("ge", "it", "fi"))
    play(g, "ax_supply_2")
    step = g.agenda[-1]
    assert isinstance(step, Supply) and nations_offered(g) == {"ge", "it"} and PASS in g.choices(AXIS)
    assert "4 units" in step.prompt(g, AXIS).text and step.prompt(g, AXIS).rule == "13.0"
    g.apply(AXIS, g.ids.nation + country(g, "ge"))
    for left in (4, 3, 2, 1):
        assert f"{left} more unit" in g.agenda[-1].prompt(g, AXIS).text
        pick(g, "ge_lf", "berlin")
    assert idle(g) and units_at(g, "berlin") == "4 ge_lf, 2 ge_lf spent"
    assert units_at(g, "rome") == "it_lf spent"


@pytest.mark.rule("on_to_berlin", "13.0a")
def test_a_supply_card_keeps_to_the_limit_and_may_be_stopped() -> None:
    g = position(units={"berlin": "6 ge_lf spent"}, control=GERMANY | {"austria": "ge", "ruhr": "ge"})
    play(g, "ax_supply_2")
    g.apply(AXIS, g.ids.nation + country(g, "ge"))
    step = g.agenda[-1]
    assert isinstance(step, RecoverUnit) and step.left == 3  # three areas
    pick(g, "ge_lf", "berlin")
    g.apply(AXIS, DONE)
    assert idle(g) and units_at(g, "berlin") == "ge_lf, 5 ge_lf spent"


@pytest.mark.rule("on_to_berlin", "13.0")
def test_a_supply_card_may_be_let_go_and_explains_itself() -> None:
    units = {
        "berlin": "ge_lf spent",
        "egypt": "fi_lf spent, uk_lf",
        "hungary": "hu_lf",
        "rome": "it_lf spent",
    }
    control = dict.fromkeys(("rome", "milan", "southern_italy", "albania", "libya"), "uk")
    g = position(
        units=units | {"milan": "2 it_lf spent"},
        axis=("ge", "fi", "hu", "it", "vc"),
        not_at_war=("fr",),
        control=control | {"rome": "ge"},
    )
    play(g, "ax_supply_2")
    for name, rule in (("uk", "13.0"), ("fr", "3.1.1b"), ("fi", "13.0c"), ("hu", "13.0"), ("it", "13.0a")):
        assert refused(g, g.ids.nation + country(g, name)).rule == rule
    assert refused(g, AREA).rule == "13.0"
    step = g.agenda[-1]
    again = Supply.unpack(step.pack())
    assert isinstance(again, Supply) and again.most == 4
    g.apply(AXIS, PASS)
    assert idle(g) and units_at(g, "berlin") == "ge_lf spent"


@pytest.mark.rule("on_to_berlin", "15.2c")
@pytest.mark.rule("on_to_berlin", "15.3d")
def test_the_exceptions_hold_for_supply_cards_beyond_their_maximum_and_the_card_says_so() -> None:
    units = {"moscow": "6 su_lf spent", "brest": "5 su_lf spent", "london": "6 us_lf spent"}
    g = position(units=units, allied=("uk", "us", "su"), control={"brest": "su"}, turn=5, side="allied")
    play(g, "al_supply_2")
    told = g.t.card_text[card(g, "al_supply_2")]
    assert "American units, and in winter Soviet units at home, are not counted." in told
    assert g.agenda[-1].prompt(g, ALLIED).text == (
        "Choose the nation that recovers up to 4 units, or pass. "
        "United States recovers every unit with a line to North Atlantic. "
        "Soviet Union also recovers every unit in its home areas: it is winter."
    )
    g.apply(ALLIED, g.ids.nation + country(g, "su"))
    assert units_at(g, "moscow") == "6 su_lf"  # [R38]
    step = g.agenda[-1]
    assert isinstance(step, RecoverUnit) and step.left == 4 and offered(g) == {"su_lf@brest"}
    g.apply(ALLIED, DONE)
    recovery.start_event(g, event(g, "al_supply_2"))
    g.apply(ALLIED, g.ids.nation + country(g, "us"))
    assert idle(g) and units_at(g, "london") == "6 us_lf"


@pytest.mark.rule("on_to_berlin", "13.0")
def test_the_large_supply_card_serves_every_nation() -> None:
    units = {"berlin": "3 ge_lf spent", "rome": "2 it_lf spent", "hungary": "2 hu_lf spent"}
    g = position(units=units, axis=("ge", "it", "hu"))
    play(g, "ax_supply_4")
    assert units_at(g, "berlin") == "3 ge_lf" and units_at(g, "rome") == "2 it_lf"
    step = g.agenda[-1]
    assert isinstance(step, RecoverUnit) and DONE in g.choices(AXIS)  # one Hungarian of two
    below = Recover.unpack(g.agenda[-2].pack())
    assert isinstance(below, Recover) and below.event and below.side == AXIS
    assert below.nation == country(g, "hu") + 1  # saved in the middle it goes on with the next
    pick(g, "hu_lf", "hungary")
    assert idle(g) and tired(g) == 1


@pytest.mark.rule("on_to_berlin", "13.0")
def test_supply_without_anything_to_recover_is_impossible() -> None:
    g = position(units={"berlin": "ge_lf", "paris": "ge_lf spent, fr_lf", "london": "uk_lf spent"})
    for name in ("ax_supply_2", "ax_supply_4"):
        assert not recovery.event_possible(g, event(g, name))
    g.spend(unit_at(g, "ge_lf", "berlin"))
    assert recovery.event_possible(g, event(g, "ax_supply_2"))


# --- partisans


@pytest.mark.rule("on_to_berlin", "12.0a")
@pytest.mark.rule("on_to_berlin", "15.5a")
@pytest.mark.rule("on_to_berlin", "15.5")
@pytest.mark.rule("on_to_berlin", "12.1")
def test_the_large_allied_supply_card_recovers_or_places_partisans() -> None:
    units = {"yugoslavia": "yu_lf spent, 3 ge_lf", "london": "uk_lf spent"}
    control = {"yugoslavia": "ge", "greece": "ge"}
    for choice, after in ((RECOVER_ALL, "3 ge_lf, yu_lf"), (PLACE_ONE, "3 ge_lf, 2 yu_lf spent")):
        g = position(units=units, allied=("uk", "yu"), control=control, side="allied")
        play(g, "al_supply_4")
        assert isinstance(g.agenda[-1], Partisans) and units_at(g, "london") == "uk_lf"
        assert g.choices(ALLIED) == [PASS, RECOVER_ALL, PLACE_ONE]
        assert g.agenda[-1].prompt(g, ALLIED).rule == "15.5a" and refused(g, AREA).rule == "15.5a"
        g.apply(ALLIED, choice)
        assert idle(g) and units_at(g, "yugoslavia") == after
    g = position(units=units, allied=("uk", "yu"), control=control, side="allied")
    play(g, "al_supply_4")
    g.apply(ALLIED, PASS)
    assert idle(g) and units_at(g, "yugoslavia") == "3 ge_lf, yu_lf spent"


@pytest.mark.rule("on_to_berlin", "15.5a")
def test_partisans_are_offered_only_what_is_possible() -> None:
    supply = "al_supply_4"
    g = position(
        units={"yugoslavia": "2 yu_lf spent"},
        allied=("uk", "yu"),
        control={"yugoslavia": "ge"},
        side="allied",
    )
    play(g, supply)
    assert g.choices(ALLIED) == [PASS, RECOVER_ALL] and refused(g, PLACE_ONE).rule == "15.5a"
    g = position(allied=("uk", "yu"), side="allied", control={"yugoslavia": "ge"})
    play(g, supply)
    assert g.choices(ALLIED) == [PASS, PLACE_ONE] and refused(g, RECOVER_ALL).rule == "15.5a"
    full = {"yugoslavia": "yu_lf spent, 9 uk_lf"}
    g = position(units=full, allied=("uk", "yu"), side="allied", control={"yugoslavia": "ge"})
    play(g, supply)
    assert g.choices(ALLIED) == [PASS, RECOVER_ALL] and refused(g, PLACE_ONE).rule == "15.5a"


@pytest.mark.rule("on_to_berlin", "15.5a")
def test_partisans_with_several_homes_choose_one() -> None:
    g = position(allied=("uk", "yu"), side="allied", control={"yugoslavia": "ge"})
    g.printed = changed(g.printed, area(g, "albania"), country(g, "yu"))
    g.log = None
    play(g, "al_supply_4")
    homes = [AREA + area(g, name) for name in ("yugoslavia", "albania")]
    assert sorted(g.choices(ALLIED)) == sorted([PASS, *homes])
    g.apply(ALLIED, AREA + area(g, "albania"))
    assert idle(g) and units_at(g, "albania") == "yu_lf spent"


@pytest.mark.rule("on_to_berlin", "15.5a")
def test_no_partisans_unless_yugoslavia_is_at_war_on_the_allied_side() -> None:
    for axis, allied in ((("ge",), ("uk",)), (("ge", "yu"), ("uk",))):
        g = position(units={"yugoslavia": "yu_lf spent"}, axis=axis, allied=allied, side="allied")
        assert not recovery.event_possible(g, event(g, "al_supply_4"))
        begin(g, Partisans())
        assert idle(g)
