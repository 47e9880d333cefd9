"""The reaction of the non-phasing side: landings, aircraft, task forces, and the order of it all."""

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.reaction import (
    AirReaction,
    ForceReaction,
    LandReaction,
    Reaction,
    ReactionSpace,
)
from sandtable.games.blitzkrieg_general.testing import country, position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, idle, log, offered, prompt, refused

WAR = [("germany", "france"), ("germany", "be"), ("italy", "france"), ("italy", "be")]


def attacked(units: dict[str, str], *battles: str, **more: object) -> Board:
    """The Axis has moved; combats are noted."""
    more.setdefault("wars", WAR)
    more.setdefault("phase", const.REACTION)
    return position(units=units, battles=battles, **more)  # type: ignore[arg-type]


def landed(units: dict[str, str], place: str, type_id: str, **more: object) -> Board:
    """A unit of the Axis has landed in a place."""
    g = attacked(units, place, **more)
    g.mark(unit_at(g, place, type_id), const.INVADING | const.MOVED)
    return g


# --- aircraft


@pytest.mark.rule("blitzkrieg_general", "B6.3i")
@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
@pytest.mark.rule("blitzkrieg_general", "A6.4.5")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_aircraft_fly_into_attacked_areas_in_range(mode: str) -> None:
    units = {
        "maginot": "ger_inf_4, fra_inf_3",
        "paris": "fra_air_2",
        "england": "be_air_3",
        "algeria": "fra_air_2",
    }
    g = begin(attacked(units, "maginot", mode=mode), AirReaction())
    assert offered(g) == {"button:done", "unit:fra_air_2@paris"}
    assert prompt(g).rule == ("A6.4.5" if mode == "advanced" else "B6.1.5")
    assert refused(g, "unit:fra_air_2@algeria").rule == "B6.1.5a"
    answer(g, "unit:fra_air_2@paris")
    assert idle(g)
    unit = unit_at(g, "maginot", "fra_air_2")
    refusal = AirReaction().why_not(g, 1, g.ids.unit + unit)
    assert refusal is not None and refusal.rule == "B6.3i"
    assert g.cond[unit] == const.REACTED | const.FLYING | const.FLOWN
    assert "French aircraft 2 flies from Paris to the defence of Maginot" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
def test_the_example_of_western_poland() -> None:
    units = {"western_poland": "ger_arm_5, pol_inf_3", "england": "be_air_2", "paris": "fra_air_2"}
    wars = [*WAR, ("germany", "poland")]
    g = attacked(units, "western_poland", mode="basic", wars=wars, managers={"poland": "be"})
    assert idle(begin(g, AirReaction()))  # both are out of range


@pytest.mark.rule("blitzkrieg_general", "B6.1.5a")
def test_not_over_neutral_areas() -> None:
    units = {"northern_italy": "fra_inf_3, ita_inf_3", "austria": "ger_air_4", "bavaria": "ger_air_3"}
    g = begin(attacked(units, "northern_italy", side="allies"), AirReaction())
    assert {"unit:ger_air_4@austria", "unit:ger_air_3@bavaria"} <= offered(g)
    # With Austria neutral there is only Switzerland and neutral ground between Bavaria and Italy.
    units = {"northern_italy": "fra_inf_3, ita_inf_3", "bavaria": "ger_air_3"}
    g = attacked(
        units, "northern_italy", side="allies", control={"austria": "switzerland", "vichy": "switzerland"}
    )
    assert idle(begin(g, AirReaction()))
    # Enemy areas are flown over.
    g = attacked(units, "northern_italy", side="allies", control={"austria": "france"})
    assert "unit:ger_air_3@bavaria" in offered(begin(g, AirReaction()))


@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
@pytest.mark.rule("blitzkrieg_general", "A7.5.4")
def test_research_widens_the_range() -> None:
    units = {"maginot": "ger_inf_4, fra_inf_3", "england": "be_air_3"}
    assert idle(begin(attacked(units, "maginot"), AirReaction()))
    g = begin(attacked(units, "maginot", research={"be": ["long_range"]}), AirReaction())
    answer(g, "unit:be_air_3@england")
    assert "be_air_3" in units_at(g, "maginot")


@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
def test_an_island_and_its_zone_are_one_space() -> None:
    units = {"wake_island_sea": "jap_tf_4, usa_tf_4", "wake_island": "usa_air_4"}
    g = begin(attacked(units, "wake_island_sea", mode="basic", wars=[("japan", "usa")]), AirReaction())
    answer(g, "unit:usa_air_4@wake_island")
    assert "usa_air_4" in units_at(g, "wake_island_sea")


@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3E1")
def test_at_sea_only_in_the_basic_game() -> None:
    units = {"channel": "ger_tf_4, be_tf_4", "england": "be_air_3"}
    g = begin(attacked(units, "channel", mode="basic"), AirReaction())
    answer(g, "unit:be_air_3@england")
    assert units_at(g, "channel") == "be_air_3, be_tf_4, ger_tf_4"
    g = attacked(units, "channel")
    refusal = AirReaction().why_not(g, 1, g.ids.unit + unit_at(g, "england", "be_air_3"))
    assert refusal is not None and refusal.rule == "A6.4.3E1"
    assert idle(begin(g, AirReaction()))


@pytest.mark.rule("blitzkrieg_general", "A10.1d")
@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_attacked_aircraft_are_bound() -> None:
    units = {"maginot": "ger_inf_4, fra_inf_3", "paris": "ger_air_4, fra_air_2", "vichy": "fra_air_2"}
    g = attacked(units, "maginot", "paris")
    begin(g, AirReaction())
    answer(g, "unit:fra_air_2@vichy")
    assert offered(g) == {"area:maginot", "area:paris"}
    answer(g, "area:maginot")
    assert idle(g)
    refusal = AirReaction().why_not(g, 1, g.ids.unit + unit_at(g, "paris", "fra_air_2"))
    assert refusal is not None and refusal.rule == "A10.1d"


@pytest.mark.rule("blitzkrieg_general", "B6.3i")
@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
def test_who_does_not_fly() -> None:
    units = {
        "maginot": "ger_inf_4, fra_inf_3",
        "paris": "2 fra_air_2, fra_inf_2",
        "channel": "be_conv [be_air_3]",
        "bavaria": "ger_air_3",
    }
    g = attacked(units, "maginot")
    used = unit_at(g, "paris", "fra_air_2")
    g.mark(used, const.FLOWN)
    begin(g, AirReaction())
    step = g.agenda[-1]
    assert g.ids.unit + used not in g.choices(1)
    refusal = step.why_not(g, 1, g.ids.unit + used)
    assert refusal is not None and refusal.rule == "B6.3i"
    assert refused(g, "unit:be_air_3@channel").rule == "A1.1b"
    assert refused(g, "unit:fra_inf_2@paris").rule == "B6.1.5"
    assert refused(g, "unit:ger_air_3@bavaria").text == "German aircraft 3 is not on your side."
    assert refused(g, "area:paris").rule == "B6.1.5"


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
def test_a_card_may_forbid_it_but_not_to_task_forces() -> None:
    units = {"normandy": "ger_inf_4, fra_inf_3", "paris": "fra_air_2", "channel": "be_tf_4"}
    g = attacked(units, "normandy")
    g.turn_cards |= 1 << g.t.card_index["blitzkrieg"]
    g.segment_cards |= 1 << g.t.card_index["blitzkrieg"]
    refusal = AirReaction().why_not(g, 1, g.ids.unit + unit_at(g, "paris", "fra_air_2"))
    assert refusal is not None and refusal.text == "A card does not allow aircraft to react to this attack."
    begin(g, Reaction(0))
    assert offered(g) == {"button:done", "unit:be_tf_4@channel"}


@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
def test_only_nations_at_war_with_an_attacker() -> None:
    units = {"maginot": "ger_inf_4, fra_inf_3", "paris": "be_air_3"}
    g = begin(attacked(units, "maginot"), AirReaction())
    assert "unit:be_air_3@paris" in offered(g)
    g = attacked(units, "maginot", wars=[("germany", "france"), ("italy", "be")])
    assert idle(begin(g, AirReaction()))


# --- task forces


@pytest.mark.rule("blitzkrieg_general", "B6.1.5b")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_task_forces_join_from_the_zone_next_to_it(mode: str) -> None:
    units = {"normandy": "ger_inf_4, fra_inf_3", "channel": "be_tf_4, be_conv", "north_sea": "be_tf_3"}
    g = begin(attacked(units, "normandy", mode=mode), ForceReaction())
    assert offered(g) == {"button:done", "unit:be_tf_4@channel"}
    assert prompt(g).rule == "B6.1.5b"
    assert refused(g, "unit:be_tf_3@north_sea").rule == "B6.1.5b"
    assert refused(g, "unit:be_conv@channel").rule == "B6.1.5b"
    answer(g, "unit:be_tf_4@channel")
    assert idle(g)
    ship = unit_at(g, "channel", "be_tf_4")
    assert g.target[ship] == space(g, "normandy") and g.cond[ship] == const.REACTED
    assert "British task force 4 in Channel joins the defence of Normandy" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A10.1a")
@pytest.mark.rule("blitzkrieg_general", "A10.1f")
def test_task_forces_attacked_in_their_zone_are_bound() -> None:
    units = {"normandy": "ger_inf_4, fra_inf_3", "channel": "be_tf_4, ger_sub_2"}
    g = attacked(units, "normandy")
    assert idle(begin(g, ForceReaction()))
    refusal = ForceReaction().why_not(g, 1, g.ids.unit + unit_at(g, "channel", "be_tf_4"))
    assert refusal is not None and refusal.rule == "A10.1a"
    units = {"normandy": "ger_inf_4, fra_inf_3", "channel": "be_tf_4, be_tf_3, ger_sub_2"}
    g = begin(attacked(units, "normandy"), ForceReaction())
    answer(g, "unit:be_tf_4@channel")
    assert idle(g)  # the other one must stay


@pytest.mark.rule("blitzkrieg_general", "B6.1.5b")
def test_a_task_force_joins_one_combat() -> None:
    units = {
        "normandy": "ger_inf_4, fra_inf_3",
        "england": "ger_inf_3, be_inf_3",
        "maginot": "ger_inf_2, fra_inf_2",
        "channel": "be_tf_4",
    }
    g = begin(attacked(units, "normandy", "england", "maginot"), ForceReaction())
    answer(g, "unit:be_tf_4@channel")
    assert offered(g) == {"area:normandy", "area:england"}
    assert prompt(g).rule == "B6.1.5"
    assert refused(g, "area:paris").text == "Paris is not attacked."
    assert refused(g, "button:done").rule == "B6.1.5"
    assert refused(g, "area:maginot").text == "British task force 4 cannot reach Maginot."
    assert ReactionSpace.unpack([3]).pack() == [3]
    answer(g, "area:england")
    assert idle(g) and g.target[unit_at(g, "channel", "be_tf_4")] == space(g, "england")


# --- landings


@pytest.mark.rule("blitzkrieg_general", "A6.5.4f")
def test_land_units_enter_an_invaded_area_from_next_to_it() -> None:
    units = {"normandy": "ger_inf_4", "paris": "2 fra_inf_3, fra_hq_georges", "maginot": "fra_arm_3"}
    g = begin(landed(units, "normandy", "ger_inf_4"), LandReaction())
    assert offered(g) == {"button:done", "unit:fra_inf_3@paris", "unit:fra_hq_georges@paris"}
    assert prompt(g) == (
        "Landing in Normandy: click land units next to it to move them in, or Done.",
        "A6.5.4f",
    )
    assert refused(g, "unit:fra_arm_3@maginot").rule == "A6.5.4f"
    assert refused(g, "area:paris").rule == "A6.5.4f"
    answers(g, "unit:fra_inf_3@paris", "unit:fra_inf_3@paris", "unit:fra_hq_georges@paris")
    assert idle(g) and units_at(g, "normandy") == "fra_hq_georges, 2 fra_inf_3, ger_inf_4"
    assert space(g, "normandy") in g.battles
    assert "moves from Paris against the landing in Normandy" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.5.4f")
@pytest.mark.rule("blitzkrieg_general", "A1.2g")
def test_in_the_exploitation_phase_not_over_a_swamp_border() -> None:
    units = {"leningrad": "ger_inf_4", "valdai": "sov_inf_3_r"}
    for phase in (const.REACTION, const.EXPLOIT_REACTION):
        g = landed(units, "leningrad", "ger_inf_4", wars=[("germany", "ussr")], phase=phase)
        assert idle(begin(g, LandReaction())) == (phase == const.EXPLOIT_REACTION)


@pytest.mark.rule("blitzkrieg_general", "A6.5.4f")
def test_not_against_an_attack_by_land() -> None:
    units = {"normandy": "ger_inf_4, fra_inf_2", "paris": "fra_inf_3"}
    assert idle(begin(attacked(units, "normandy"), LandReaction()))


@pytest.mark.rule("blitzkrieg_general", "A6.5.4f")
@pytest.mark.rule("blitzkrieg_general", "A10.1b")
def test_attacked_neighbours_send_their_surplus_only() -> None:
    units = {"normandy": "ger_inf_4", "paris": "fra_inf_3, ger_inf_3"}
    g = landed(units, "normandy", "ger_inf_4")
    g.battles.append(space(g, "paris"))
    assert idle(begin(g, LandReaction()))
    refusal = LandReaction().why_not(g, 1, g.ids.unit + unit_at(g, "paris", "fra_inf_3"))
    assert refusal is not None and refusal.rule == "A10.1b"


# --- ships that a war has made enemies


@pytest.mark.rule("blitzkrieg_general", "B6.4h")
@pytest.mark.parametrize("exploit", [0, 1])
def test_in_the_basic_game_enemies_that_share_a_zone_fight(exploit: int) -> None:
    units = {"ionian_sea": "ita_tf_3, be_tf_4", "north_sea": "ger_conv, usa_tf_5", "channel": "fra_conv"}
    for mode, wars, fought in (
        ("basic", WAR, ["ionian_sea"]),
        ("basic", [], []),
        ("advanced", WAR, []),
    ):
        g = begin(attacked(units, wars=wars, mode=mode), Reaction(exploit))
        assert g.battles == [space(g, name) for name in fought]


# --- the whole


@pytest.mark.rule("blitzkrieg_general", "A6.5.4g")
@pytest.mark.rule("blitzkrieg_general", "A6.4.5")
def test_the_order_of_the_reaction() -> None:
    units = {
        "channel": "ger_conv [ger_inf_4]",
        "north_sea": "be_tf_4",
        "paris": "fra_inf_3, fra_inf_2, fra_hq_georges, fra_air_2",
        "maginot": "ger_inf_3, fra_inf_2",
        "sea_of_britain": "fra_tf_4",
    }
    g = attacked(units, "normandy", "maginot")
    load = unit_at(g, "channel", "ger_inf_4")
    g.mark(load, const.INVADING | const.MOVED)
    g.target[g.carrier[load]] = space(g, "normandy")
    begin(g, Reaction(0))
    assert prompt(g).rule == "A6.5.4i"  # ships first
    answer(g, "button:done")
    assert g.place[load] == space(g, "normandy")  # then the landing
    assert prompt(g).rule == "A6.5.4f"  # land units next to it
    answers(g, "unit:fra_inf_3@paris", "button:done")
    assert prompt(g).rule == "A6.4.6"  # reserves
    answers(g, "unit:fra_inf_2@paris", "area:maginot", "button:done")
    assert prompt(g).rule == "A6.4.5"  # aircraft
    answers(g, "unit:fra_air_2@paris", "area:normandy")
    while not idle(g):
        assert prompt(g).rule == "B6.1.5b"
        answer(g, "button:done")
    assert g.phase == const.REACTION


@pytest.mark.rule("blitzkrieg_general", "B6.3f")
@pytest.mark.rule("blitzkrieg_general", "B6.3g")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_in_the_exploitation_phase_no_task_forces(mode: str) -> None:
    units = {
        "normandy": "ger_arm_4, fra_inf_3",
        "channel": "be_tf_4",
        "paris": "fra_air_2, fra_inf_2, fra_hq_georges",
    }
    g = begin(attacked(units, "normandy", mode=mode), Reaction(1))
    assert g.phase == const.EXPLOIT_REACTION
    answers(g, "unit:fra_inf_2@paris", "button:done", "unit:fra_air_2@paris")
    assert idle(g)  # the task force is not asked
    g = begin(attacked(units, "normandy", mode=mode), Reaction(0))
    answers(g, "button:done", "button:done")
    assert offered(g) == {"button:done", "unit:be_tf_4@channel"}


@pytest.mark.rule("blitzkrieg_general", "A5.4e")
def test_nothing_changes_maps_in_the_exploitation_phase_in_different_weather() -> None:
    t = position().t
    ends = [
        (a, b)
        for a in range(t.n_areas)
        for b in t.land_near[a]
        if t.space_map[a] != t.space_map[b] and t.area_country[a] == t.area_country[b] == t.ussr
    ]
    here, there = (t.space_id[x] for x in ends[0])
    units = {here: "ger_arm_4, sov_inf_2_o", there: "sov_air_1_o"}
    wars = [("germany", "ussr")]
    same = attacked(units, here, wars=wars, phase=const.EXPLOIT_REACTION)
    assert f"unit:sov_air_1_o@{there}" in offered(begin(same, AirReaction()))
    other = attacked(units, here, wars=wars, phase=const.EXPLOIT_REACTION, weather={"pacific": "bad"})
    assert idle(begin(other, AirReaction()))
    moving = attacked(units, here, wars=wars, weather={"pacific": "bad"})
    assert f"unit:sov_air_1_o@{there}" in offered(begin(moving, AirReaction()))


@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_who_stays_is_bound_after_the_reaction() -> None:
    units = {"maginot": "ger_inf_4, fra_inf_3, fra_air_2", "paris": "fra_air_2"}
    g = begin(attacked(units, "maginot"), Reaction(0))
    answers(g, "unit:fra_air_2@paris")
    assert idle(g)
    assert g.cond[unit_at(g, "maginot", "fra_inf_3")] & const.PINNED
    assert Reaction.unpack(Reaction(1, 2).pack()).pack() == [1, 2]


@pytest.mark.rule("blitzkrieg_general", "B6.1.5")
def test_nobody_is_asked_without_an_attack() -> None:
    for mode in ("basic", "advanced"):
        g = attacked({"paris": "fra_air_2, fra_inf_3, fra_hq_georges", "channel": "be_tf_4"}, mode=mode)
        assert idle(begin(g, Reaction(0))) and g.seats() == (0,)
    g = begin(
        attacked({"maginot": "ger_inf_4, fra_inf_3", "paris": "fra_air_2"}, "maginot", players=8), Reaction(0)
    )
    assert g.seats() == (country(g, "france"),)
