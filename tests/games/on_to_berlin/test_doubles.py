"""Blitzkrieg and Mobile Warfare: one group, two actions. [17.1]"""

from typing import Any

import pytest

from sandtable.engine.choice import DONE
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.components.schema_cards import DoubleAction
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.cards import double_action
from sandtable.games.on_to_berlin.rules.cards.card_play import Points
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.testing import position, tables, unit_at, units_at
from tests.games.on_to_berlin.acting import areas, blitz, click, group, move, playing, why, why_unit
from tests.games.on_to_berlin.clicks import label, offers, ready, refused, told

T = tables()
POLAND = {"berlin": "3 ge_tf, ge_lf", "warsaw": "3 po_lf"}


def hits(g: Board) -> list[str]:
    """What the dice brought, in order."""
    assert g.log is not None
    texts = [line.text for line in g.log.lines(None)]
    return [text.partition(": ")[2].partition(" (")[0] + "." for text in texts if "(dice " in text]


# --- two actions


@pytest.mark.rule("on_to_berlin", "17.1")
def test_the_second_action_is_chosen_after_the_first() -> None:
    g = blitz(units=POLAND, dice=[6, 6])
    move(g, "berlin", "ge_tf", "ge_tf")
    click(g, "warsaw")
    assert offers(g) == ["done", "ge_tf@warsaw"]
    group(g, "warsaw", "ge_tf", "ge_tf")
    assert "together" not in offers(g)  # this is the second action already
    assert why(g, "together") == "17.1a"
    click(g, "attack")
    assert ready(g) and units_at(g, "warsaw") == "2 ge_tf spent, 3 po_lf"
    g = blitz(units=POLAND)
    move(g, "berlin", "ge_tf")
    click(g, "warsaw", "ge_tf@warsaw", "move", "berlin", "stop")  # there and back
    assert ready(g) and units_at(g, "berlin") == "ge_lf, ge_tf spent, 2 ge_tf"


@pytest.mark.rule("on_to_berlin", "17.1")
def test_the_event_may_be_let_go_at_either_point() -> None:
    g = blitz(units=POLAND)
    click(g, "pass")
    assert ready(g) and units_at(g, "berlin") == "ge_lf, 3 ge_tf"
    g = blitz(units=POLAND)
    move(g, "berlin", "ge_tf")
    click(g, "ruhr", "stop")
    assert ready(g)  # nobody else could leave the Ruhr
    g = blitz(units={**POLAND, "ruhr": "ge_lf"})
    move(g, "berlin", "ge_tf")
    click(g, "ruhr", "stop", "done")
    assert ready(g) and units_at(g, "ruhr") == "ge_lf, ge_tf spent"


@pytest.mark.rule("on_to_berlin", "17.1")
def test_without_anybody_to_act_there_is_no_event() -> None:
    event = T.card_event[T.card_index["ax_blitzkrieg_2"]]
    assert isinstance(event, DoubleAction)
    assert double_action.possible(position(units={"berlin": "2 ge_lf"}), event)
    for units in ({"berlin": "ge_lf"}, {"berlin": "2 ge_lf spent"}, {"baltic_sea": "2 ge_nf"}):
        assert not double_action.possible(position(units=units), event)
    g = playing("ax_blitzkrieg_2", units={"berlin": "ge_lf"})
    click(g, "event_first")
    assert isinstance(g.agenda[-1], Points) and "not possible now. [6.1a]" in told(g)


@pytest.mark.rule("on_to_berlin", "17.1a")
def test_two_attacks_announced_together_add_up_their_hits() -> None:
    # Defense 2 for the tanks: two attacks with a hit each do nothing apart, but together they spend one.
    units = {"paris": "ge_lf, fr_tf"}
    g = blitz(units=units, dice=[1, 1])
    group(g, "paris", "ge_lf")
    assert {"attack", "together", "move"} <= {*offers(g)}
    click(g, "together")
    assert offers(g) == ["attack"] and g.agenda[-1].prompt(g, AXIS).rule == "17.1a"
    assert why(g, "move") == "17.1a" and why(g, "together") == "17.1a"
    click(g, "attack")
    assert ready(g) and units_at(g, "paris") == "ge_lf spent, fr_tf spent"
    assert hits(g) == ["2 hits."] and "twice" in told(g)
    g = blitz(units=units, dice=[1, 1])
    group(g, "paris", "ge_lf")
    click(g, "attack")
    assert units_at(g, "paris") == "ge_lf, fr_tf"
    group(g, "paris", "ge_lf")
    click(g, "attack")
    assert ready(g) and units_at(g, "paris") == "ge_lf spent, fr_tf"
    assert hits(g) == ["1 hit.", "1 hit."]


@pytest.mark.rule("on_to_berlin", "17.1a")
def test_two_airstrikes_may_be_announced_together_too() -> None:
    units = {"berlin": "2 ge_af, ge_lf", "warsaw": "3 po_lf"}
    g = blitz(units=units, dice=[6, 6, 6, 6])
    group(g, "berlin", "ge_af", "ge_af")
    assert {"fly", "move", "strike", "together"} <= {*offers(g)}
    click(g, "together")
    assert offers(g) == ["strike"]
    click(g, "strike", "warsaw")
    assert ready(g) and units_at(g, "berlin") == "ge_lf, 2 ge_af spent"
    assert "6 6 6 6" in told(g)
    # More units may still join, but only those that could attack too.
    g = blitz(units={"warsaw": "ge_lf, ge_tf, ge_af, po_lf"}, dice=[6, 6, 6, 6])
    group(g, "warsaw", "ge_lf")
    click(g, "together")
    assert offers(g) == ["all", "attack", "ge_tf@warsaw"] and why(g, "ge_af@warsaw") == "7.1b"
    click(g, "ge_tf@warsaw", "attack")
    assert "6 6 6 6" in told(g)


# --- who takes part


@pytest.mark.rule("on_to_berlin", "17.1b")
def test_only_units_of_the_first_action_take_part_in_the_second() -> None:
    units = {"berlin": "3 ge_tf, ge_lf", "warsaw": "2 ge_lf, ge_tf, 3 po_lf"}
    g = blitz(units=units, dice=[6])
    move(g, "berlin", "ge_tf", "ge_tf")
    click(g, "warsaw")
    assert offers(g) == ["done", "ge_tf@warsaw"]
    for kind, place in (("ge_lf", "warsaw"), ("ge_tf", "berlin"), ("po_lf", "warsaw")):
        assert why_unit(g, kind, place) == "17.1b"
    assert why(g, "warsaw") == "7.0"
    came = [u for u in range(T.n_units) if g.came[u] >= 0]
    stood = [unit_at(g, "ge_tf", "warsaw", i) for i in range(3)]
    stood = [u for u in stood if u not in came]
    assert len(came) == 2 and len(stood) == 1
    # Either of the two may go on, alone.
    assert g.agenda[-1].allows(g, AXIS, g.ids.unit + came[1])
    g.apply(AXIS, g.ids.unit + came[1])
    assert not g.agenda[-1].allows(g, AXIS, g.ids.unit + stood[0])
    refusal = g.agenda[-1].why_not(g, AXIS, g.ids.unit + stood[0])
    assert refusal is not None and refusal.rule == "17.1b"
    click(g, "attack")
    # And both are spent in the end. [R7]
    assert ready(g) and units_at(g, "warsaw") == "2 ge_lf, 2 ge_tf spent, ge_tf, 3 po_lf"


@pytest.mark.rule("on_to_berlin", "17.1b")
def test_who_was_beaten_back_from_a_first_move_is_out() -> None:
    """Ruled: R42. A first move is hit as fresh: two hits spend and beat one of them, the other goes on."""
    units = {"berlin": "2 ge_lf, ge_gf", "warsaw": "po_lf, uk_lf"}
    g = blitz(units=units, hands={"allied": ["al_ambush_2"]}, dice=[1, 6])
    move(g, "berlin", "ge_lf", "ge_lf")
    click(g, "warsaw", "al_ambush_2", "uk_lf@warsaw", "done")
    click(g, "ge_lf@warsaw")  # the second hit on the same
    assert units_at(g, "berlin") == "ge_lf spent, ge_gf" and units_at(g, "warsaw") == "ge_lf, uk_lf, po_lf"
    assert offers(g) == ["done", "ge_lf@warsaw"]
    assert why_unit(g, "ge_lf", "berlin") == "17.1b" and "was hit" in refused(g, "ge_lf@berlin").text
    click(g, "ge_lf@warsaw", "attack")
    assert ready(g) and units_at(g, "warsaw") == "ge_lf spent, uk_lf, po_lf"


@pytest.mark.rule("on_to_berlin", "17.1b")
def test_who_was_beaten_back_in_a_first_attack_is_out() -> None:
    """Ruled: R42. A first attack is hit as if spent already: one hit beats infantry, and it counts as hit."""
    units = {"warsaw": "ge_tf, ge_lf, po_lf, uk_lf"}
    g = blitz(units=units, hands={"allied": ["al_ambush_2"]}, dice=[1, 6, 6])
    group(g, "warsaw", "ge_tf", "ge_lf")
    click(g, "attack", "al_ambush_2", "uk_lf@warsaw", "done")
    click(g, "ge_lf@warsaw", "ge_tf@warsaw", "berlin")  # a hit each; the tanks have Defense 2
    assert hits(g)[1:] == ["no hits."] and "German tank force: no hits (dice 6)" in told(g)
    assert units_at(g, "berlin") == "ge_lf spent"
    assert offers(g) == ["done", "ge_tf@warsaw"] and why_unit(g, "ge_lf", "berlin") == "17.1b"
    click(g, "ge_tf@warsaw", "attack")
    assert ready(g) and units_at(g, "warsaw") == "ge_tf spent, uk_lf, po_lf"


@pytest.mark.rule("on_to_berlin", "17.1b")
def test_a_group_that_is_gone_has_no_second_action() -> None:
    units = {"warsaw": "ge_gf, po_lf, uk_lf, uk_tf"}
    g = blitz(units=units, hands={"allied": ["al_ambush_2"]}, dice=[1, 1, 1])
    group(g, "warsaw", "ge_gf")
    click(g, "attack", "al_ambush_2", "all")
    assert ready(g) and "ge_gf" not in units_at(g, "warsaw")


# --- spending


@pytest.mark.rule("on_to_berlin", "17.1c")
def test_no_third_attack() -> None:
    units = {"warsaw": "ge_lf, ge_gf, 3 po_lf"}
    # The event first: its two attacks spend the group.
    g = playing("ax_blitzkrieg_2", units=units, dice=[6, 6])
    click(g, "event_first")
    for _ in range(2):
        group(g, "warsaw", "ge_lf")
        click(g, "attack")
    assert isinstance(g.agenda[-1], Points)
    assert "ge_gf@warsaw" in offers(g) and why_unit(g, "ge_lf", "warsaw") == "7.1"
    # Points first: the attack spends it as well.
    g = playing("ax_blitzkrieg_2", units=units, dice=[6])
    click(g, "points_first")
    group(g, "warsaw", "ge_lf")
    click(g, "attack", "done")
    assert offers(g) == ["ge_gf@warsaw", "pass"] and why_unit(g, "ge_lf", "warsaw") == "7.1"


@pytest.mark.rule("on_to_berlin", "17.1d")
@pytest.mark.parametrize("together", [False, True])
def test_a_group_may_move_by_points_and_attack_twice_by_the_event(together: bool) -> None:
    g = playing("ax_blitzkrieg_2", units=POLAND, dice=[6, 6])
    click(g, "points_first")
    move(g, "berlin", "ge_tf")
    click(g, "warsaw", "done")
    group(g, "warsaw", "ge_tf")
    if together:
        click(g, "together", "attack")
    else:
        click(g, "attack", "ge_tf@warsaw", "attack")
    assert ready(g) and units_at(g, "warsaw") == "ge_tf spent, 3 po_lf"


@pytest.mark.rule("on_to_berlin", "17.1e")
@pytest.mark.parametrize(
    ("place", "kinds", "first", "there", "second"),
    [
        ("berlin", ["ge_lf"], ["move", "baltic_sea", "finland"], "finland", ["move", "leningrad"]),
        ("berlin", ["ge_lf"], ["move", "baltic_sea", "stop"], "baltic_sea", ["move", "leningrad"]),
        ("berlin", ["ge_af"], ["fly", "ruhr", "stop"], "ruhr", ["fly", "berlin", "stop"]),
        ("berlin", ["ge_af"], ["strike", "warsaw"], "berlin", ["fly", "ruhr", "stop"]),
        ("warsaw", ["ge_lf"], ["attack"], "warsaw", ["move", "berlin"]),
        ("berlin", ["ge_lf"], ["move", "ruhr", "stop"], "ruhr", ["move", "berlin", "stop"]),
    ],
)
def test_nobody_is_spent_before_the_second_action_is_over(
    place: str, kinds: list[str], first: list[str], there: str, second: list[str]
) -> None:
    units = {
        "berlin": "2 ge_lf, 2 ge_af",
        "baltic_sea": "ge_nf",
        "warsaw": "2 ge_lf, 2 po_lf",
        "ruhr": "ge_lf",
        "finland": "fi_lf",
    }
    g = blitz(units=units, axis=("ge", "fi"), allied=("uk", "po", "su"), dice=[6])
    group(g, place, *kinds)
    click(g, *first)
    assert isinstance(g.agenda[-1], double_action.SecondAction)
    assert f"{kinds[0]}@{there}" in offers(g)
    assert f"{kinds[0]} spent" not in units_at(g, there)
    group(g, there, *kinds)
    click(g, *second)
    end = second[1] if len(second) > 1 else there
    assert ready(g) and f"{kinds[0]} spent" in units_at(g, end)


@pytest.mark.rule("on_to_berlin", "17.1e")
def test_a_double_action_lands_on_an_enemy_coast() -> None:
    """Two transports, or a transport and an attack: R5."""
    units = {"england": "2 uk_lf", "english_channel": "uk_nf"}
    allied = ("uk", "be")
    g = blitz("al_mobile_warfare_3", units=units, control={"belgium": "ge"}, allied=allied)
    move(g, "england", "uk_lf")
    click(g, "english_channel")
    assert "belgium" not in areas(g)
    click(g, "stop", "uk_lf@english_channel", "move", "belgium")
    assert ready(g) and units_at(g, "belgium") == "uk_lf spent"
    units = {"england": "2 uk_lf", "english_channel": "uk_nf", "paris": "ge_lf"}
    g = blitz("al_mobile_warfare_3", units=units, dice=[6])
    move(g, "england", "uk_lf")
    click(g, "english_channel", "paris", "uk_lf@paris", "attack")
    assert ready(g) and units_at(g, "paris") == "ge_lf, uk_lf spent"


@pytest.mark.rule("on_to_berlin", "10.1d")
@pytest.mark.parametrize(
    ("clicks", "spent"),
    [
        (["ge_tf@berlin", "move", "warsaw"], [False]),  # not spent by it yet [R42]
        (["ge_tf@berlin", "move", "warsaw", "pass", "ge_tf@warsaw", "move", "berlin", "stop"], [False, True]),
        (["ge_tf@berlin", "move", "warsaw", "pass", "ge_tf@warsaw", "attack"], [False, True]),
        (["ge_lf@brest", "attack", "pass", "ge_lf@brest", "attack"], [True, True]),
        (["ge_lf@brest", "together", "attack"], [True]),
    ],
)
def test_each_action_may_be_answered(clicks: list[str], spent: list[bool]) -> None:
    units = {"berlin": "3 ge_tf, uk_lf", "warsaw": "po_lf", "brest": "ge_lf, po_lf"}
    allied = ("uk", "po", "su")
    g = blitz(units=units, hands={"allied": ["al_ambush_2"]}, allied=allied, dice=[6] * 4)
    seen: list[bool] = []
    for name in clicks:
        click(g, name)
        step = g.agenda[-1]
        if isinstance(step, Ambush):
            assert g.seats() == (ALLIED,)
            seen.append(step.action.as_spent)
    assert seen == spent


# --- refusals


@pytest.mark.rule("on_to_berlin", "17.1")
def test_refusals() -> None:
    setup: dict[str, Any] = {"units": {**POLAND, "ruhr": "ge_lf", "baltic_sea": "ge_nf"}}
    g = blitz(hands={"axis": ["ax_supply_2"]}, **setup)
    step = g.agenda[-1]
    assert step.prompt(g, AXIS).rule == "17.1"
    assert why(g, "berlin") == "7.0" and why(g, "done") == "17.1"
    assert why(g, "ax_supply_2") == "6.1" and why(g, "new:ge_lf") == "6.1.1g"
    assert why(g, "ge_lf@ruhr") == "8.1d" and why(g, "ge_nf@baltic_sea") == "6.1.2"
    assert why(g, "po_lf@warsaw") == "3.1.1b" and why_unit(g, "ge_lf", "pool") == "7.0"
    assert step.allows(g, AXIS, g.ids.unit + unit_at(g, "ge_tf", "berlin", 2))
    move(g, "berlin", "ge_tf")
    click(g, "warsaw")
    step = g.agenda[-1]
    assert step.prompt(g, AXIS).rule == "17.1b" and "German tank force" in step.prompt(g, AXIS).text
    assert why(g, "pass") == "17.1b" and why(g, "ax_supply_2") == "6.1" and why(g, "new:ge_lf") == "6.1.1g"
    assert label(g, g.choices(AXIS)[0]) == "done" and g.choices(AXIS)[0] == DONE
    assert step.why_not(g, AXIS, g.ids.track) is None


@pytest.mark.rule("on_to_berlin", "17.1b")
def test_a_unit_that_cannot_go_on_is_told_so() -> None:
    units = {"ruhr": "ge_gf, ge_tf, ge_lf"}
    g = blitz(units=units)
    move(g, "ruhr", "ge_gf", "ge_tf")
    click(g, "violate", "belgium")
    # Out of Belgium, an enemy's now, it is too far for the garrison, and there is nobody to attack.
    assert offers(g) == ["done", "ge_tf@belgium"] and why(g, "ge_gf@belgium") == "7.2"
    # What each could do alone they may not be able to do together: the Ruhr would be empty.
    g = blitz(units={"berlin": "3 ge_lf"})
    move(g, "berlin", "ge_lf", "ge_lf")
    click(g, "ruhr", "stop")
    assert offers(g) == ["done", "ge_lf@ruhr"]
    click(g, "ge_lf@ruhr")
    assert offers(g) == ["move"] and why_unit(g, "ge_lf", "ruhr", 1) == "7.1b"
