"""Strategic Bombing and Long Range Bombing: targets, answers, dice, lost cards. [17.3] [9.2b] [16.3]"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.choice import DONE, PASS
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, BY_EVENT, DISCARDED
from sandtable.games.on_to_berlin.components.ids import ALL, AREA, BOMB, DROP, STRIKE, VIOLATE
from sandtable.games.on_to_berlin.components.schema_cards import Bombing
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat import air_actions, bombing
from sandtable.games.on_to_berlin.testing import area, card, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.driving import idle, refused
from tests.games.on_to_berlin.waiting import Idle

T = tables()
SMALL = "al_strategic_bombing_2"
LARGE = "al_strategic_bombing_3"
LONG = "al_long_range_bombing_4"
AXIS_HAND = ["ax_blitzkrieg_2", "ax_diplomacy_2", "ax_supply_2", "ax_redeploy_2"]
EXAMPLES = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))
PLAIN = 6  # a turn without a modifier


def event(name: str) -> Bombing:
    """The event of a card."""
    found = T.card_event[T.card_index[name]]
    assert isinstance(found, Bombing)
    return found


def table(name: str = SMALL, **setup: Any) -> Board:
    """A position in which a bombing card is on the table."""
    setup = {"side": "allied", "turn": PLAIN, "hands": {"axis": AXIS_HAND}, **setup}
    g = position(**setup)
    g.card = card(g, name)
    g.push(Idle())
    return g


def play(name: str = SMALL, **setup: Any) -> Board:
    """A position in which the event of a bombing card begins."""
    g = table(name, **setup)
    assert bombing.possible(g, event(name))
    bombing.start(g, event(name))
    g.advance()
    return g


def possible(name: str = SMALL, **setup: Any) -> bool:
    """Whether a bombing card has anything to bomb."""
    return bombing.possible(table(name, **setup), event(name))


def flyer(g: Board, place: str, kind: str = "uk_af", number: int = 0) -> int:
    """The id of an air unit in an area."""
    return g.ids.unit + unit_at(g, kind, place, number)


def aim(place: str, name: str = SMALL, kind: str = "uk_af", **setup: Any) -> Board:
    """The same, and all air units of an area have been told to bomb."""
    g = play(name, **setup)
    g.apply(ALLIED, flyer(g, place, kind))
    if ALL in g.choices(ALLIED):
        g.apply(ALLIED, ALL)
    g.apply(ALLIED, BOMB)
    return g


def offered(g: Board) -> set[str]:
    """The areas that may be clicked."""
    return {T.area_id[c - AREA] for c in g.choices(g.seats()[0]) if AREA <= c < g.ids.unit}


def click(g: Board, target: str) -> None:
    """Click the target."""
    assert AREA + area(g, target) in g.choices(ALLIED)
    g.apply(ALLIED, AREA + area(g, target))


def lost(g: Board) -> set[str]:
    """The Axis cards on the discard pile."""
    return {T.card_id[c] for c in g.cards_in(AXIS, DISCARDED)}


# --- who


@pytest.mark.rule("on_to_berlin", "7.1")
@pytest.mark.rule("on_to_berlin", "17.3")
def test_only_fresh_air_units_from_a_friendly_base_bomb() -> None:
    units = {"london": "uk_af, uk_af spent, uk_lf", "north_sea": "uk_cv, uk_af", "ruhr": "ge_lf"}
    g = play(units=units)
    assert g.choices(ALLIED) == [PASS, flyer(g, "london")]
    assert refused(g, g.ids.unit + unit_at(g, "uk_af", "london", 0, True)).rule == "7.1"
    assert refused(g, flyer(g, "london", "uk_lf")).rule == "17.3"
    assert refused(g, flyer(g, "north_sea", "uk_cv")).rule == "17.3"
    assert refused(g, flyer(g, "north_sea")).rule == "9.2e"
    assert refused(g, flyer(g, "pool")).rule == "7.0"
    assert refused(g, AREA + area(g, "ruhr")).rule == "7.0"
    assert not possible(units={"london": "uk_af spent, uk_lf", "north_sea": "uk_cv"})
    assert not possible(units={"ruhr": "uk_af, uk_lf"})  # not friendly-controlled
    assert possible(units={"ruhr": "uk_af, uk_lf"}, control={"ruhr": "uk"})


@pytest.mark.rule("on_to_berlin", "7.1")
def test_nations_that_are_not_at_war_do_not_bomb() -> None:
    units = {"london": "uk_af", "paris": "fr_af", "norway": "ge_af", "milan": "it_af"}
    g = play(units=units, not_at_war=("fr",))
    assert g.choices(ALLIED) == [PASS, flyer(g, "london")]
    assert refused(g, flyer(g, "paris", "fr_af")).rule == "3.1.1b"
    assert refused(g, flyer(g, "norway", "ge_af")).rule == "3.1.1b"
    assert refused(g, flyer(g, "milan", "it_af")).rule == "3.1.1c"
    assert not possible(units={"lorraine": "fr_af"}, not_at_war=("fr",))
    assert possible(units={"lorraine": "fr_af"})


@pytest.mark.rule("on_to_berlin", "7.1a")
def test_a_unit_of_the_event_is_not_activated_again_but_one_of_the_points_is() -> None:
    g = table(units={"london": "uk_af"})
    unit = unit_at(g, "uk_af", "london")
    g.cond[unit] |= BY_EVENT
    assert not bombing.possible(g, event(SMALL))
    assert bombing.why_not_bomb(g, unit).rule == "7.1a"
    g.cond[unit] = 2  # it has moved by points and is still fresh [6.1.2a]
    assert bombing.possible(g, event(SMALL))
    g = aim("london", units={"london": "uk_af"})
    assert g.cond[unit_at(g, "uk_af", "london")] & BY_EVENT


@pytest.mark.rule("on_to_berlin", "7.1")
def test_the_group_is_of_one_area() -> None:
    g = play(units={"london": "2 uk_af, uk_lf", "england": "uk_af"})
    g.apply(ALLIED, flyer(g, "london", number=1))
    assert g.choices(ALLIED) == [flyer(g, "london"), ALL, BOMB]
    assert refused(g, flyer(g, "england")).rule == "7.1"
    assert refused(g, flyer(g, "london", number=1)).rule == "7.1"
    assert refused(g, flyer(g, "london", "uk_lf")).rule == "17.3"
    assert refused(g, STRIKE).rule == "6.1.2"
    assert refused(g, DONE).rule == "7.1b"
    assert refused(g, AREA + area(g, "ruhr")).rule == "7.2"
    g.apply(ALLIED, flyer(g, "london"))
    assert g.choices(ALLIED) == [BOMB]
    assert refused(g, ALL).rule == "7.1"
    g = play(units={"london": "2 uk_af"})
    g.apply(ALLIED, PASS)
    assert idle(g) and units_at(g, "london") == "2 uk_af"


# --- what


@pytest.mark.rule("on_to_berlin", "17.3")
def test_targets_are_enemy_land_areas_with_a_resource_point_in_range() -> None:
    units = {"london": "uk_af", "ruhr": "ge_lf", "denmark": "ge_lf", "north_sea": "ge_nf", "berlin": "ge_lf"}
    setup: dict[str, Any] = {"allied": ("uk", "fr", "po", "de", "nw"), "units": units}
    setup["control"] = {"denmark": "ge", "norway": "ge", "north_sea": "ge"}
    g = aim("london", **setup)
    # No unit needs to be there, but a Resource Point of whatever colour.
    assert offered(g) == {"ruhr", "norway"}
    assert refused(g, AREA + area(g, "denmark")).rule == "17.3"
    assert refused(g, AREA + area(g, "paris")).rule == "17.3"
    assert refused(g, AREA + area(g, "north_sea")).rule == "17.3"
    assert refused(g, AREA + area(g, "berlin")).rule == "9.2b"
    assert refused(g, flyer(g, "ruhr", "ge_lf")).rule == "17.3"
    assert refused(g, VIOLATE).rule == "3.1.3a"
    # Seas have a Resource Point too, but it cannot be bombed.
    assert not possible(units={"morocco": "uk_af"}, control={"central_atlantic": "ge"})


@pytest.mark.rule("on_to_berlin", "15.2a")
def test_soviet_home_areas_are_not_bombed_in_winter() -> None:
    setup: dict[str, Any] = {"units": {"minsk": "su_af, su_lf"}, "allied": ("uk", "su")}
    setup["control"] = {"kiev": "ge", "warsaw": "ge"}
    assert offered(aim("minsk", kind="su_af", turn=6, **setup)) == {"kiev", "warsaw"}
    g = aim("minsk", kind="su_af", turn=7, **setup)
    assert offered(g) == {"warsaw"}
    assert refused(g, AREA + area(g, "kiev")).rule == "15.2a"


@pytest.mark.rule("on_to_berlin", "15.7.2a")
def test_bombers_do_not_cross_the_baltic() -> None:
    setup: dict[str, Any] = {"units": {"leningrad": "su_af, su_lf"}, "allied": ("uk", "su")}
    assert not possible(**setup)
    setup["control"] = {"minsk": "su", "kiev": "ge"}
    g = aim("leningrad", kind="su_af", **setup)
    assert offered(g) == {"kiev"}
    assert refused(g, AREA + area(g, "berlin")).rule == "15.7.2a"


@pytest.mark.rule("on_to_berlin", "3.1.3a")
def test_flying_over_a_neutral_to_bomb_needs_the_button() -> None:
    g = aim("paris", units={"paris": "uk_af, fr_lf"}, dice=[6])
    assert g.choices(ALLIED) == [VIOLATE]
    assert refused(g, AREA + area(g, "ruhr")).rule == "3.1.3a"
    g.apply(ALLIED, VIOLATE)
    assert refused(g, VIOLATE).rule == "3.1.3a"
    assert refused(g, AREA + area(g, "berlin")).rule == "9.2b"
    assert g.agenda[-1].prompt(g, ALLIED).rule == "3.1.3a"
    click(g, "ruhr")
    assert idle(g) and g.nside[country(g, "be")] == AXIS
    # London, were it German, is reached over the sea: nothing for the button.
    g = aim("paris", units={"paris": "uk_af, fr_lf"}, control={"london": "ge"})
    assert offered(g) == {"london"}
    g.apply(ALLIED, VIOLATE)
    assert offered(g) == {"ruhr"}
    assert refused(g, AREA + area(g, "london")).rule == "3.1.3a"
    # Rome is reached over Milan, which would break the neutrality of Italy, or over the sea.
    setup: dict[str, Any] = {"units": {"yugoslavia": "uk_af"}, "allied": ("uk", "yu"), "axis": ("ge",)}
    setup["control"] = {"rome": "ge"}
    g = aim("yugoslavia", dice=[6], **setup)
    assert offered(g) == {"rome"}
    click(g, "rome")
    assert g.neutral(country(g, "it"))


# --- the dice


@pytest.mark.rule("on_to_berlin", "9.2d")
@pytest.mark.rule("on_to_berlin", "17.3")
def test_each_hit_on_a_full_point_costs_a_card_and_the_bombers_are_spent() -> None:
    # A British air unit has 3; the last number draws the card.
    g = aim("london", units={"london": "2 uk_af"}, dice=[3, 4, 2])
    click(g, "ruhr")
    assert idle(g)
    assert units_at(g, "london") == "2 uk_af spent"
    assert lost(g) == {"ax_supply_2"} and len(g.hand(AXIS)) == 3
    assert g.log is not None
    lines = [line.text for line in g.log.lines(None)]
    assert "1 hit (dice 3 4, modifier +0)." in lines[-2] and "Supply" in lines[-1]
    assert "Ruhr from London over North Sea" in lines[-3]
    assert g.pending == [0, 0]  # [R23]


@pytest.mark.rule("on_to_berlin", "17.3")
def test_half_points() -> None:
    example = next(e for e in EXAMPLES["examples"] if e["id"] == "ex_qa_bombing_half")
    for case in example["cases"]:
        dice = [1] * case["hits"] + [6] * (3 - case["hits"]) + [0] * case["discards"]
        setup: dict[str, Any] = {"units": {"leningrad": "3 su_af, su_lf"}, "allied": ("uk", "su")}
        g = aim("leningrad", LARGE, "su_af", axis=("ge", "fi"), dice=dice, **setup)
        click(g, "finland")
        assert idle(g) and len(lost(g)) == case["discards"]


@pytest.mark.rule("on_to_berlin", "17.3")
def test_a_card_limits_what_is_lost() -> None:
    for name, most in ((SMALL, 2), (LARGE, 3), (LONG, 3)):
        g = aim("london", name, units={"london": "4 uk_af"}, dice=[1] * 4 + [0] * most)
        click(g, "ruhr")
        assert idle(g) and len(lost(g)) == most


@pytest.mark.rule("on_to_berlin", "17.3")
def test_the_modifier_of_the_turn_is_added_to_the_die() -> None:
    for turn, best in ((2, 2), (6, 3), (10, 4)):
        for roll in (best, best + 1):
            g = aim("london", units={"london": "uk_af"}, turn=turn, dice=[roll, 0])
            click(g, "ruhr")
            assert len(lost(g)) == (roll == best)


@pytest.mark.rule("on_to_berlin", "16.3")
def test_with_the_option_every_turn_is_as_hard_as_the_first() -> None:
    for turn in (2, 6, 10):
        for roll in (2, 3):
            options = ("bombing_penalty",)
            g = aim("london", units={"london": "uk_af"}, turn=turn, options=options, dice=[roll, 0])
            click(g, "ruhr")
            assert len(lost(g)) == (roll == 2)


@pytest.mark.rule("on_to_berlin", "16.2a")
def test_with_the_option_the_axis_chooses_what_it_loses() -> None:
    g = aim("london", units={"london": "uk_af"}, options=("axis_discards",), dice=[1])
    click(g, "ruhr")
    assert g.seats() == (AXIS,)
    assert g.agenda[-1].prompt(g, AXIS).rule == "16.2a"
    assert refused(g, g.ids.card + card(g, "ax_ambush_2")).rule == "16.2a"
    g.apply(AXIS, g.ids.card + card(g, "ax_blitzkrieg_2"))
    assert idle(g) and lost(g) == {"ax_blitzkrieg_2"}
    g = aim("london", units={"london": "uk_af"}, options=("allied_discards",), dice=[1, 3])
    click(g, "ruhr")
    assert idle(g) and lost(g) == {"ax_redeploy_2"}


@pytest.mark.rule("on_to_berlin", "16.1.2")
def test_with_the_option_bombed_cards_lie_face_down() -> None:
    for options in ((), ("discard_secrecy",)):
        g = aim("london", units={"london": "uk_af"}, options=options, dice=[1, 0])
        click(g, "ruhr")
        assert lost(g) == {"ax_blitzkrieg_2"}
        assert bool(g.face_down[card(g, "ax_blitzkrieg_2")]) == bool(options)
        assert g.log is not None
        assert ("Blitzkrieg" in g.log.lines(ALLIED)[-1].text) != bool(options)


# --- the answer


AMBUSH = {"axis": ["ax_ambush_2", *AXIS_HAND]}


@pytest.mark.rule("on_to_berlin", "17.3a")
@pytest.mark.rule("on_to_berlin", "10.1f")
def test_bombers_that_are_shot_down_do_not_bomb() -> None:
    # One German fighter in the Ruhr: a 6 misses, a 1 scores a hit that counts twice.
    units = {"london": "3 uk_af", "ruhr": "ge_af, ge_lf"}
    g = aim("london", units=units, hands=AMBUSH, dice=[1, 1, 0])
    click(g, "ruhr")
    assert g.seats() == (AXIS,)
    g.apply(AXIS, g.ids.card + card(g, "ax_ambush_2"))
    while g.seats() == (AXIS,) and not idle(g):
        g.apply(AXIS, g.choices(AXIS)[0])
    # Two are gone, and the third rolls its die.
    assert idle(g)
    assert units_at(g, "london") == "uk_af spent"
    assert len(lost(g)) == 2  # the reaction card, and the one bombed out of the hand


@pytest.mark.rule("on_to_berlin", "17.3a")
def test_when_all_are_shot_down_no_bombs_fall() -> None:
    g = aim("london", units={"london": "2 uk_af", "ruhr": "ge_af"}, hands=AMBUSH, dice=[1])
    click(g, "ruhr")
    g.apply(AXIS, g.ids.card + card(g, "ax_ambush_2"))
    assert idle(g)
    assert units_at(g, "london") == "" and lost(g) == {"ax_ambush_2"}
    assert g.log is not None and g.log.lines(None)[-1].rule == "10.1f"


@pytest.mark.rule("on_to_berlin", "17.3a")
def test_units_without_an_airstrike_rating_do_not_answer_bombers() -> None:
    g = aim("london", units={"london": "uk_af", "ruhr": "ge_lf"}, hands=AMBUSH, dice=[6])
    click(g, "ruhr")
    assert idle(g)
    g = aim("london", units={"london": "uk_af", "ruhr": "ge_lf, ge_af"}, hands=AMBUSH, dice=[6])
    click(g, "ruhr")
    assert g.seats() == (AXIS,) and PASS in g.choices(AXIS)
    g.apply(AXIS, PASS)
    assert idle(g)


# --- Long Range Bombing


@pytest.mark.rule("on_to_berlin", "9.2b")
def test_the_long_range_reaches_three_areas() -> None:
    units = {"london": "uk_af", "berlin": "ge_lf", "austria": "ge_lf", "north_sea": "ge_nf"}
    g = play(LONG, units=units, dice=[1])
    g.apply(ALLIED, flyer(g, "london"))
    assert g.choices(ALLIED) == [BOMB, STRIKE]
    g.apply(ALLIED, STRIKE)
    # Land areas only, though the North Sea lies next to the base.
    assert offered(g) == {"berlin"}
    assert refused(g, AREA + area(g, "north_sea")).rule == "9.2b"
    assert refused(g, AREA + area(g, "austria")).rule == "9.2b"
    click(g, "berlin")
    assert idle(g)
    assert units_at(g, "berlin") == "ge_lf spent" and units_at(g, "london") == "uk_af spent"
    assert lost(g) == set()
    g = aim("london", LONG, units=units)
    assert offered(g) == {"ruhr", "berlin"}
    assert offered(aim("london", units=units)) == {"ruhr"}


@pytest.mark.rule("on_to_berlin", "9.2b")
def test_with_the_long_range_there_may_be_only_one_thing_to_do() -> None:
    g = play(LONG, units={"london": "uk_af"})
    g.apply(ALLIED, flyer(g, "london"))
    assert g.choices(ALLIED) == [BOMB]
    assert refused(g, STRIKE).rule == "9.2b"
    setup: dict[str, Any] = {"control": {"libya": "ge"}}
    setup["units"] = {"egypt": "uk_af, uk_lf", "libya": "ge_lf"}
    g = play(LONG, **setup)
    g.apply(ALLIED, flyer(g, "egypt"))
    assert g.choices(ALLIED) == [STRIKE]
    assert refused(g, BOMB).rule == "9.2b"
    # The other cards do not strike.
    assert not possible(LARGE, **setup)
    setup["units"]["london"] = "us_af"
    g = play(LARGE, allied=("uk", "us"), **setup)
    assert g.choices(ALLIED) == [PASS, flyer(g, "london", "us_af")]
    assert refused(g, flyer(g, "egypt")).rule == "9.2b"


def test_steps_are_packed_and_explained() -> None:
    g = play(LONG, units={"london": "2 uk_af", "ruhr": "ge_af"}, hands=AMBUSH)
    step = g.agenda[-1]
    assert bombing.Bombers.unpack(step.pack()).choices(g, ALLIED) == step.choices(g, ALLIED)
    assert step.prompt(g, ALLIED).rule == "17.3" and step.why_not(g, ALLIED, DROP) is None
    assert step.allows(g, ALLIED, flyer(g, "london", number=1)) and not step.allows(g, ALLIED, DROP)
    g.apply(ALLIED, flyer(g, "london"))
    step = g.agenda[-1]
    assert bombing.Squadron.unpack(step.pack()).choices(g, ALLIED) == step.choices(g, ALLIED)
    assert step.prompt(g, ALLIED).rule == "7.1" and step.why_not(g, ALLIED, DROP) is None
    g.apply(ALLIED, BOMB)
    step = g.agenda[-1]
    assert bombing.Objective.unpack(step.pack()).choices(g, ALLIED) == step.choices(g, ALLIED)
    assert step.prompt(g, ALLIED).rule == "17.3" and step.why_not(g, ALLIED, DROP) is None
    assert isinstance(step, bombing.Objective) and step.choices(g, ALLIED)
    click(g, "ruhr")
    bombs = g.agenda[-2]
    assert isinstance(bombs, bombing.Bombs)
    assert bombing.Bombs.unpack(bombs.pack()).pack() == bombs.pack()
    assert not isinstance(g.agenda[-1], air_actions.Target)
