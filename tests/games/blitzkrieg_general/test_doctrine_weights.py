"""What the doctrine's numbers decide, each side by its own: wars, guards, railways, what is built."""

from sandtable.games.blitzkrieg_general.bot import assessment, combat_choices, placement
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.land_plans import LandPlans
from sandtable.games.blitzkrieg_general.bot.spending import BuildPriorities, type_value
from sandtable.games.blitzkrieg_general.bot.weights import BASE, LEARNED, Weights
from sandtable.games.blitzkrieg_general.components.constants import ALLIES, ARMOR, AXIS, INFANTRY, MOVE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.testing import country, position, space, unit_at
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.thinking import asked
from tests.games.replacing import replaced

T = GAME.tables
PLAIN = Weights({})
WEST = (("germany", "be"), ("germany", "france"))
POLAND = (("germany", "poland"),)


def type_of(g: Board, name: str) -> int:
    """The number of a type of units."""
    return g.t.type_id.index(name)


# --- each side by its own


def test_each_side_goes_by_its_own_creed() -> None:
    units = {"prussia": "5 ger_inf_4", "western_poland": "2 pol_inf_2", "maginot": "3 fra_inf_3"}
    bold = Weights({"repulse": 9.0, "hunting": 3.0, "relief": 0.5})
    for side, same in ((AXIS, False), (ALLIES, True)):
        name = "axis" if side == AXIS else "allies"
        g = asked(Move(), phase=MOVE, units=units, wars=[*WEST, *POLAND], side=name)
        choices = g.choices(side)
        with replaced(BASE, [PLAIN, PLAIN]), replaced(LEARNED, [bold, PLAIN]):
            assert (GAME.prior(g, side, choices) == GAME.preferences(g, side, choices)) == same


def test_an_atlas_belongs_to_one_creed() -> None:
    g = position(t=T, wars=WEST)
    germany = country(g, "germany")
    rich = Weights({"yields": 3.0})
    first = assessment.area_values(g, germany, PLAIN)
    assert assessment.area_values(g, germany, rich).worth[space(g, "paris")] > first.worth[space(g, "paris")]
    assert assessment.area_values(g, germany, PLAIN) is first


# --- wars


def test_what_the_pact_gives_away_is_no_reason_for_a_war() -> None:
    g = position(t=T, wars=POLAND)
    germany, baltic = country(g, "germany"), country(g, "baltic_states")
    assert assessment.is_promised(g, germany, space(g, "lwow"))
    assert not assessment.is_promised(g, germany, space(g, "western_poland"))
    assert not assessment.is_promised(g, country(g, "italy"), space(g, "lwow"))
    eager = Weights({"neutral_gain": 0.9})
    before = assessment.area_values(g, germany, eager)
    assert not (before.targets >> baltic) & 1
    assert before.worth[space(g, "lwow")] < 1.0
    g.events |= 1 << next(at for at, event in enumerate(T.events) if event.kind == "partition")
    after = assessment.area_values(g, germany, eager)
    assert (after.targets >> baltic) & 1, "once the pact is carried out it is as good as others"
    war = position(t=T, wars=[*POLAND, ("germany", "ussr")])
    assert not assessment.is_promised(war, germany, space(war, "lwow")), "nothing is given to an enemy"


def test_no_power_is_brought_in_that_wins_the_war_for_the_enemy() -> None:
    g = position(t=T, turn="4/1941", wars=[("germany", "be"), ("germany", "china")])
    germany, ussr = country(g, "germany"), country(g, "ussr")
    now = assessment.strength_with(g, ALLIES, country(g, "be"))
    then = assessment.strength_with(g, ALLIES, ussr)
    assert then >= now + 30
    limit = then / T.victory_points[ALLIES]
    for brink, yes in ((limit + 0.01, 1), (limit - 0.01, 0)):
        assert (assessment.area_values(g, germany, Weights({"brink": brink})).targets >> ussr) & 1 == yes


# --- guards


def test_the_last_unit_of_a_rich_area_is_no_reserve() -> None:
    g = position(
        t=T,
        units={"prussia": "ger_inf_3", "western_germany": "2 ger_inf_3"},
        wars=WEST,
        side="allies",
    )
    unit = unit_at(g, "prussia", "ger_inf_3")
    goal = space(g, "western_germany")
    for post, comes in ((99.0, True), (1.0, False)):
        view = Assessment(g, AXIS, Weights({"post": post, "held": 2.0}))
        assert (combat_choices.reinforcement_value(g, view, unit, goal) > 0.0) == comes


def test_aircraft_next_door_call_for_more_guards() -> None:
    g = position(
        t=T, units={"maginot": "2 fra_inf_3, 2 fra_air_2", "western_germany": "ger_inf_3"}, wars=WEST
    )
    area = space(g, "western_germany")
    guards = [
        LandPlans(g, Assessment(g, AXIS, Weights({"watch_air": share}))).guard(g, area)
        for share in (0.0, 1.0)
    ]
    assert guards[0] < guards[1]


def test_railways_bring_guards_where_they_are_missing() -> None:
    g = position(t=T, units={"prussia": "3 ger_inf_3", "maginot": "3 fra_inf_3"}, wars=WEST)
    unit = unit_at(g, "prussia", "ger_inf_3")
    area = space(g, "western_germany")
    rates = [
        placement.station_value(
            g, LandPlans(g, Assessment(g, AXIS, Weights({"rail_guard": worth}))), unit, area
        )
        for worth in (0.0, 1.0)
    ]
    assert rates[1] > rates[0] + 1.0


# --- Build Points


def test_armor_is_built_up_to_its_share() -> None:
    g = position(t=T, units={"prussia": "6 ger_inf_3, 2 ger_arm_4", "maginot": "fra_inf_3"}, wars=WEST)
    germany = country(g, "germany")
    armor = type_of(g, "ger_arm_5")
    worth: list[float] = []
    for share in (0.2, 0.5):
        priorities = BuildPriorities(g, germany, Weights({"panzers": share}))
        assert priorities.count[INFANTRY] + priorities.count[ARMOR] == 8
        worth.append(type_value(g, priorities, armor))
    assert worth == [0.4, PLAIN.armor]


def test_weak_infantry_is_liked_for_the_hits_it_takes() -> None:
    g = position(t=T, units={"prussia": "3 ger_inf_3", "maginot": "fra_inf_3"}, wars=WEST)
    for light, first in ((0.0, "ger_inf_4"), (0.5, "ger_inf_2")):
        priorities = BuildPriorities(g, country(g, "germany"), Weights({"infantry_light": light}))
        kinds = ("ger_inf_2", "ger_inf_3", "ger_inf_4")
        assert max(kinds, key=lambda name: type_value(g, priorities, type_of(g, name))) == first


# --- beaches


FALLEN = {"paris": "germany", "normandy": "germany", "western_france": "germany", "vichy": "germany"}


def beaches(*conquered: str) -> tuple[Board, LandPlans]:
    """German France, conquered or not, with the sea before it."""
    control = {**FALLEN, "maginot": "germany"}
    g = position(t=T, wars=WEST, control=control, conquered=conquered, units={"normandy": "2 ger_inf_3"})
    return g, LandPlans(g, Assessment(g, AXIS, PLAIN))


def test_the_coast_of_a_conquered_major_is_guarded() -> None:
    g, plans = beaches("france")
    normandy, paris = space(g, "normandy"), space(g, "paris")
    assert plans.view.is_liberation_coast(g, normandy) and not plans.view.is_liberation_coast(g, paris)
    assert plans.guard(g, normandy) == 2
    assert not plans.may_leave(g, unit_at(g, "normandy", "ger_inf_3"), normandy)
    g, plans = beaches()
    assert not plans.view.is_liberation_coast(g, normandy) and plans.guard(g, normandy) == 0


def test_own_coasts_and_those_where_nobody_lands_are_no_beaches() -> None:
    g, _plans = beaches("france")
    axis, allies = (Assessment(g, side, PLAIN) for side in (AXIS, ALLIES))
    assert not allies.is_liberation_coast(g, space(g, "normandy")), "whose own it is has nothing to fear"
    for name in ("england", "western_germany", "bavaria", "norway"):
        assert not axis.is_liberation_coast(g, space(g, name))
    assert axis.stake(g, space(g, "normandy")) > 2.0
