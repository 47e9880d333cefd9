"""Breaking neutrality: by entering, flying over, attacking and retreating. [3.1.3] [15.4b] [16.4]"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, BY_POINTS, NEUTRAL, POOL, SIDE_IDS
from sandtable.games.on_to_berlin.components.ids import DESTROY, VIOLATE, build_names
from sandtable.games.on_to_berlin.components.schema_cards import ChooseOne
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import diplomacy, entry_limits, mobilization, nations
from sandtable.games.on_to_berlin.rules.activation import BY_AIR, Activate
from sandtable.games.on_to_berlin.rules.combat.air_actions import Target
from sandtable.games.on_to_berlin.rules.combat.hits import FREE, Retreat
from sandtable.games.on_to_berlin.rules.movement.group_movement import SINGLE, March
from sandtable.games.on_to_berlin.testing import area, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.waiting import Idle

T = tables()
NAMES = build_names(T)
EXAMPLES = tomllib.loads((Path(__file__).parent / "examples.toml").read_text())["examples"]
CASES: list[dict[str, Any]] = next(e["cases"] for e in EXAMPLES if e["id"] == "ex_neutrality_cases")


def begin(g: Board, step: Any) -> Board:
    """Ask a step its question; only players with a reaction are asked for one."""
    g.ask_always = False
    g.agenda = [Idle(), step]
    g.advance()
    return g


def marching(g: Board, kind: str, start: str) -> Board:
    """A unit is asked where it goes."""
    return begin(g, March((unit_at(g, kind, start),), (area(g, start),), 0, SINGLE, False))


def offered(g: Board) -> set[str]:
    """The keys that may be chosen now."""
    return {NAMES.keys[choice] for choice in g.choices(g.seats()[0])}


def click(g: Board, *keys: str) -> None:
    """Choose, one after the other."""
    for key in keys:
        assert key in offered(g), f"{key} is not among {offered(g)}"
        g.apply(g.seats()[0], NAMES.index[key])


def why(g: Board, key: str) -> Refusal:
    """Why a key is refused now."""
    choice = NAMES.index[key]
    seat = g.seats()[0]
    assert not g.agenda[-1].allows(g, seat, choice)
    refusal = g.agenda[-1].why_not(g, seat, choice)
    assert refusal is not None
    return refusal


def side(g: Board, name: str) -> int:
    """The side of a nation."""
    return g.nside[country(g, name)]


def log(g: Board) -> list[str]:
    """The log with its rules."""
    assert g.log is not None
    return [f"{line.text} [{line.rule}]" for line in g.log.lines(None)]


def striking(g: Board, kind: str, base: str) -> Board:
    """An air unit is asked what it strikes."""
    return begin(g, Target((unit_at(g, kind, base),), 1, True, 0))


# --- the examples


def spain_leaves(guests: str) -> Board:
    """Allied Diplomacy takes Spain out of Entry."""
    g = position(side="allied", axis=["ge", "sp"], markers={"sp": 4}, units={"madrid": guests})
    event = T.card_event[T.card_index["al_diplomacy_2"]]
    assert isinstance(event, ChooseOne)
    g.agenda = [Idle()]
    diplomacy.start(g, event)
    g.advance()
    click(g, "track:sp")
    return g


def played(number: int) -> Board:
    """The position after the act of a case."""
    if number == 1:
        g = marching(position(units={"ruhr": "2 ge_lf", "belgium": "be_lf"}), "ge_lf", "ruhr")
        click(g, "button:violate", "area:belgium")
    elif number == 2:
        g = position(side="allied", units={"scotland": "2 uk_lf", "north_sea": "uk_nf", "norway": "nw_lf"})
        marching(g, "uk_lf", "scotland")
        click(g, "area:north_sea", "button:violate", "area:norway")
    elif number == 3:
        g = marching(position(units={"galicia": "ge_lf"}, allied=["uk", "po", "su"]), "ge_lf", "galicia")
        click(g, "button:violate", "area:romania")
    elif number == 4:
        g = position(
            side="allied",
            allied=["uk", "fr", "ne"],
            units={"netherlands": "ne_lf, uk_af", "lorraine": "ge_lf"},
            dice=[6],
        )
        striking(g, "uk_af", "netherlands")
        click(g, "button:violate", "area:lorraine")
    elif number == 5:
        g = position(side="allied", units={"central_mediterranean": "uk_nf, it_nf"}, dice=[6])
        begin(g, Activate((unit_at(g, "uk_nf", "central_mediterranean"),), BY_POINTS, SINGLE))
        click(g, "button:violate")
    elif number == 6:
        g = marching(
            position(units={"czechoslovakia": "2 ge_lf", "galicia": "po_lf"}), "ge_lf", "czechoslovakia"
        )
        click(g, "button:violate", "area:galicia")
    else:
        g = spain_leaves({7: "sp_lf, ge_lf", 8: "sp_lf, uk_lf", 9: "ge_lf, uk_lf", 10: "sp_lf"}[number])
    return g


@pytest.mark.rule("on_to_berlin", "3.1.3")
@pytest.mark.rule("on_to_berlin", "3.1.3a")
@pytest.mark.rule("on_to_berlin", "3.1.3b")
@pytest.mark.rule("on_to_berlin", "3.1.3e")
@pytest.mark.rule("on_to_berlin", "3.1.3f")
@pytest.mark.rule("on_to_berlin", "15.4b")
@pytest.mark.parametrize("case", CASES, ids=lambda c: str(c["n"]))
def test_who_joins_whom(case: dict[str, Any]) -> None:
    g = played(case["n"])
    joins = SIDE_IDS.index(case["joins"]) if case["joins"] else NEUTRAL
    assert side(g, case["nation"]) == joins, case["act"]
    assert bool(g.war[country(g, case["nation"])]) == bool(case["joins"])
    assert isinstance(g.agenda[-1], Idle)


# --- entering


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_neutral_ground_is_entered_only_after_the_button() -> None:
    g = marching(position(units={"ruhr": "2 ge_lf", "belgium": "be_lf"}), "ge_lf", "ruhr")
    assert "area:belgium" not in offered(g) and "button:violate" in offered(g)
    assert why(g, "area:belgium").rule == "3.1.3"
    assert side(g, "be") == NEUTRAL
    click(g, "button:violate")
    assert offered(g) == {"area:belgium", "area:netherlands", "area:denmark"}
    click(g, "area:belgium")
    assert side(g, "be") == ALLIED and g.lasting[country(g, "be")]
    assert isinstance(g.agenda[-1], Idle)  # the group stops there
    assert g.held[area(g, "belgium")] == ALLIED  # and enemy ground it is
    assert units_at(g, "belgium") == "ge_lf, be_lf"
    assert log(g)[:2] == [
        "The Axis break the neutrality of Belgium (Belgium). [3.1.3]",
        "Belgium joins the Allies, At War. [3.1.3]",
    ]
    assert side(g, "ne") == NEUTRAL


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_the_fresh_units_of_the_violated_may_react_at_once() -> None:
    g = marching(position(units={"ruhr": "2 ge_lf", "belgium": "be_lf"}), "ge_lf", "ruhr")
    click(g, "button:violate", "area:belgium")
    assert g.ready(unit_at(g, "be_lf", "belgium"), ALLIED)


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_a_sea_of_a_neutral_nation_is_no_neutral_ground() -> None:
    g = position(side="allied", units={"western_mediterranean": "2 uk_nf", "central_mediterranean": "it_nf"})
    marching(g, "uk_nf", "western_mediterranean")
    click(g, "area:central_mediterranean")
    assert side(g, "it") == NEUTRAL
    assert nations.violated(g, ALLIED, area(g, "central_mediterranean")) == ()


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_a_nation_in_the_war_has_no_neutrality_to_break() -> None:
    g = position(axis=["ge", "it"])
    for name in ("rome", "paris", "berlin"):
        for one in (AXIS, ALLIED):
            assert nations.violated(g, one, area(g, name)) == ()
    nations.enter(g, ALLIED, area(g, "rome"))
    assert side(g, "it") == AXIS and not g.lasting[country(g, "it")] and log(g) == []


@pytest.mark.rule("on_to_berlin", "3.1.3")
@pytest.mark.rule("on_to_berlin", "3.1.3d")
@pytest.mark.parametrize("violator", [AXIS, ALLIED])
@pytest.mark.parametrize("leans", ["it", "gr", "tu", "sp"])
def test_the_leaning_does_not_matter(leans: str, violator: int) -> None:
    g = position()
    nations.enter(g, violator, T.home[country(g, leans)][0])
    assert side(g, leans) == 1 - violator and g.war[country(g, leans)] and g.lasting[country(g, leans)]


# --- flights and attacks


@pytest.mark.rule("on_to_berlin", "3.1.3a")
def test_a_strike_over_neutral_ground_needs_the_button_and_breaks_it_on_declaration() -> None:
    g = position(
        side="allied",
        allied=["uk", "fr", "ne"],
        units={"netherlands": "ne_lf, uk_af", "lorraine": "ge_lf", "belgium": "be_lf", "ruhr": "ge_lf"},
        dice=[6],
    )
    striking(g, "uk_af", "netherlands")
    assert "area:lorraine" not in offered(g) and "area:ruhr" in offered(g)
    assert why(g, "area:lorraine").rule in ("3.1.3", "3.1.3a")
    click(g, "button:violate", "area:lorraine")
    assert side(g, "be") == AXIS
    told = log(g)
    broken = told.index("The Allies break the neutrality of Belgium (Belgium). [3.1.3a]")
    assert broken < next(i for i, line in enumerate(told) if "6" in line)  # before the dice


@pytest.mark.rule("on_to_berlin", "3.1.3b")
def test_a_strike_at_neutral_units_breaks_their_neutrality() -> None:
    g = position(units={"ruhr": "ge_af, ge_lf", "belgium": "be_lf"}, dice=[6])
    begin(g, Activate((unit_at(g, "ge_af", "ruhr"),), BY_AIR, SINGLE))
    click(g, "button:strike")
    assert "area:belgium" not in offered(g)
    click(g, "button:violate", "area:belgium")
    assert side(g, "be") == ALLIED and g.lasting[country(g, "be")]
    assert "The Axis break the neutrality of Belgium (Belgium). [3.1.3b]" in log(g)


@pytest.mark.rule("on_to_berlin", "3.1.3b")
def test_an_attack_beside_neutral_ships_leaves_them_alone() -> None:
    sea = "central_mediterranean"
    g = position(units={sea: "ge_ss, uk_nf, it_nf"}, dice=[6])
    begin(g, Activate((unit_at(g, "ge_ss", sea),), BY_POINTS, SINGLE))
    assert {"button:attack", "button:violate"} <= offered(g)
    click(g, "button:attack")
    assert side(g, "it") == NEUTRAL
    assert units_at(g, sea).count("it_nf spent") == 0


@pytest.mark.rule("on_to_berlin", "3.1.3b")
def test_an_attack_that_violates_several_nations_brings_in_all() -> None:
    g = position(units={"central_mediterranean": "it_nf"})
    g.put(unit_at(g, "tu_lf", "pool"), area(g, "central_mediterranean"), False)
    nations.attacked(g, ALLIED, area(g, "central_mediterranean"), True)
    assert side(g, "it") == side(g, "tu") == AXIS
    assert len([line for line in log(g) if line.endswith("[3.1.3b]")]) == 2


# --- retreats


@pytest.mark.rule("on_to_berlin", "3.1.3c")
def test_a_unit_may_be_destroyed_rather_than_retreat_to_neutral_ground() -> None:
    def beaten() -> Board:
        g = position(units={"portugal": "uk_lf, ge_lf"}, allied=["uk", "pg"], control={"portugal": "ge"})
        return begin(g, Retreat((unit_at(g, "uk_lf", "portugal"),), area(g, "portugal"), FREE, False))

    g = beaten()
    assert offered(g) == {"button:destroy", "button:violate"}
    assert g.seats() == (ALLIED,)
    unit = unit_at(g, "uk_lf", "portugal")
    g.apply(ALLIED, DESTROY)
    assert g.place[unit] == POOL and side(g, "sp") == NEUTRAL
    g = beaten()
    g.apply(ALLIED, VIOLATE)
    if g.place[unit] == area(g, "portugal"):
        click(g, "area:madrid")
    assert g.place[unit] in T.home[country(g, "sp")]
    assert side(g, "sp") == AXIS and g.lasting[country(g, "sp")]


# --- the areas Poland cedes


@pytest.mark.rule("on_to_berlin", "15.4b")
@pytest.mark.parametrize("surrendered", [False, True])
def test_brest_and_galicia_are_kept_for_the_soviet_union(surrendered: bool) -> None:
    g = position(poland_surrendered=surrendered)
    for name in ("brest", "galicia"):
        for one in (AXIS, ALLIED):
            assert nations.violated(g, one, area(g, name)) == (country(g, "su"),)
    assert nations.violated(g, AXIS, area(g, "warsaw")) == ()
    g = position(poland_surrendered=surrendered, allied=["uk", "po", "su"])
    assert nations.violated(g, AXIS, area(g, "brest")) == ()


@pytest.mark.rule("on_to_berlin", "15.4b")
def test_germans_entering_brest_bring_the_soviet_union_in() -> None:
    g = marching(position(units={"warsaw": "2 ge_lf"}, control={"warsaw": "ge"}), "ge_lf", "warsaw")
    assert "area:brest" not in offered(g)
    assert why(g, "area:brest").rule in ("3.1.3", "15.4b")
    click(g, "button:violate", "area:brest")
    assert side(g, "su") == ALLIED and g.war[country(g, "su")]
    assert g.markers[T.track_id.index("su")] == 3
    assert "The Axis break the neutrality of Soviet Union (Brest). [15.4b]" in log(g)


@pytest.mark.rule("on_to_berlin", "15.4b")
def test_polish_units_may_go_there_and_others_with_them_may_not() -> None:
    g = position(side="allied", units={"warsaw": "2 po_lf, uk_lf"})
    marching(g, "po_lf", "warsaw")
    click(g, "area:brest")
    assert side(g, "su") == NEUTRAL
    g = position(side="allied", units={"warsaw": "2 po_lf, uk_lf"})
    mixed = (unit_at(g, "uk_lf", "warsaw"), unit_at(g, "po_lf", "warsaw"))
    assert nations.violated(g, ALLIED, area(g, "brest"), mixed) == (country(g, "su"),)
    begin(g, March(mixed, (area(g, "warsaw"),), 0, SINGLE, False))
    assert "area:brest" not in offered(g)
    click(g, "button:violate", "area:brest")
    assert side(g, "su") == AXIS


@pytest.mark.rule("on_to_berlin", "15.4b")
@pytest.mark.parametrize("surrendered", [False, True])
def test_only_polish_units_of_the_set_up_may_go_there(surrendered: bool) -> None:
    """A unit that was mobilized is none of them, before the surrender or after it."""
    g = position(side="allied", units={"warsaw": "2 po_lf"}, poland_surrendered=surrendered)
    marching(g, "po_lf", "warsaw")
    click(g, "area:brest")
    assert side(g, "su") == NEUTRAL
    g = position(side="allied", units={"warsaw": "po_lf"}, poland_surrendered=surrendered)
    g.push(Idle())
    g.push(mobilization.Deploy(T.type_index["po_lf"]))
    g.advance()
    if not surrendered:
        click(g, "area:warsaw")
    new = unit_at(g, "po_lf", "warsaw", spent=True)
    g.refresh(new)
    old = next(u for u in g.at[area(g, "warsaw")] if u != new)
    where = area(g, "brest")
    assert nations.violated(g, ALLIED, where, (old,)) == ()
    assert nations.violated(g, ALLIED, where, (new,)) == (country(g, "su"),)
    assert nations.violated(g, ALLIED, where, (old, new)) == (country(g, "su"),)
    again = position()
    again.restore(g.pack())
    assert nations.violated(again, ALLIED, where, (new,)) == (country(g, "su"),)
    g.take(new)  # and it is the same when it comes back
    assert not g.cond[new]


def test_the_warning_names_the_nation_and_the_side_it_would_join() -> None:
    g = position()
    assert nations.why_not_enter_neutral(g, AXIS, area(g, "norway")) == (
        "Norway is closed until you press Break neutrality: Norway would join the Allies.",
        "3.1.3",
    )
    assert nations.why_not_enter_neutral(g, ALLIED, area(g, "galicia")) == (
        "Galicia is closed until you press Break neutrality: Soviet Union would join the Axis.",
        "15.4b",
    )


# --- the option that forbids it


@pytest.mark.rule("on_to_berlin", "16.4")
def test_axis_leaning_neutrals_are_closed_by_the_option() -> None:
    g = position(units={"galicia": "2 ge_lf"}, allied=["uk", "po", "su"], control={"galicia": "ge"})
    marching(g, "ge_lf", "galicia")
    click(g, "button:violate")
    assert offered(g) == {"area:romania", "area:hungary"}
    g = position(
        units={"galicia": "2 ge_lf", "ruhr": "2 ge_lf"},
        allied=["uk", "po", "su"],
        control={"galicia": "ge"},
        options=["no_declarations"],
    )
    marching(g, "ge_lf", "galicia")
    assert "button:violate" not in offered(g)
    assert why(g, "area:romania").rule == "16.4"
    marching(g, "ge_lf", "ruhr")  # those that lean to the Allies stay open
    assert "button:violate" in offered(g)


@pytest.mark.rule("on_to_berlin", "16.4")
def test_the_option_asks_for_neutral_axis_leaning_land() -> None:
    g = position(axis=["ge", "hu"], options=["no_declarations"])
    assert entry_limits.is_forbidden_neutral(g, area(g, "romania")) and entry_limits.is_forbidden_neutral(
        g, area(g, "madrid")
    )
    assert not entry_limits.is_forbidden_neutral(g, area(g, "hungary"))  # in the war
    assert not entry_limits.is_forbidden_neutral(g, area(g, "sweden"))  # leans to the Allies
    assert not entry_limits.is_forbidden_neutral(g, area(g, "central_mediterranean"))  # no home area
    assert not entry_limits.is_forbidden_neutral(g, area(g, "barents_sea"))


@pytest.mark.rule("on_to_berlin", "16.4")
def test_strikes_neither_hit_nor_cross_them_under_the_option() -> None:
    units = {"greece": "gr_lf, uk_af", "bulgaria": "bu_lf", "romania": "ge_lf", "yugoslavia": "ge_lf"}
    g = position(side="allied", allied=["uk", "gr"], units=units, control={"yugoslavia": "ge"})
    striking(g, "uk_af", "greece")
    click(g, "button:violate")
    assert "area:bulgaria" in offered(g)
    g = position(
        side="allied",
        allied=["uk", "gr"],
        units=units,
        control={"yugoslavia": "ge"},
        options=["no_declarations"],
    )
    striking(g, "uk_af", "greece")
    assert "area:bulgaria" not in offered(g)
    assert why(g, "area:bulgaria").rule == "16.4"
