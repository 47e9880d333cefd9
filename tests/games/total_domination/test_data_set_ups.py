"""The set-ups, the solo deck, and the worked examples, computed from the game's own components."""

from collections import Counter
from itertools import pairwise

import pytest

from sandtable.games.total_domination.components.schema import ScenarioFile
from sandtable.games.total_domination.components.schema_cards import Influence, Value
from tests.games.total_domination.atlas import (
    AREA,
    BASE,
    CARD,
    EXAMPLES,
    HOME,
    NEAR,
    PACK,
    PLAYERS,
    POWER,
    SCENARIO,
    TECH,
    UNIT,
    kind,
    reach,
    stars,
    technology_vp,
)

STANDARD = SCENARIO["standard"]
FALL = SCENARIO["fall_of_the_axis"]
SOLO = PACK.solo
ROUND = {r.year: r for r in PACK.tracks.rounds}


def units_of(scenario: ScenarioFile) -> Counter[str]:
    """The number of units of each nation that begin on the board."""
    found: Counter[str] = Counter()
    for x in scenario.placement:
        found[UNIT[x.unit].nation] += x.count
    return found


# ---------------------------------------------------------------- the whole war


def test_the_set_up_in_numbers() -> None:
    assert units_of(STANDARD) == {
        "germany": 5, "italy": 1, "uk": 3, "france": 1, "us": 3, "japan": 6, "ussr": 4, "china": 2,
        "neutral": 3,
    }  # fmt: skip
    free = PACK.modes.free_setup
    placed = Counter({c.nation: c.count for c in free.choices})
    for x in free.fixed:
        placed[UNIT[x.unit].nation] += x.count
    assert placed == units_of(STANDARD)  # both set-ups are of the same size


def test_units_begin_at_home() -> None:
    for x in STANDARD.placement:
        assert AREA[x.area].home == UNIT[x.unit].nation, x.area
    standing = {(x.area, x.unit): x.count for x in STANDARD.placement}
    assert standing["philippines", "us_fleet"] == 1 and standing["china", "chinese_army"] == 2
    assert {a for a, unit in standing if unit == "neutral_army"} == {"poland", "romania", "east_indies"}
    neutral = sum(count for (_, unit), count in standing.items() if unit == "neutral_army")
    assert neutral + 1 == UNIT["neutral_army"].count  # the last is for Finland


def test_free_units_have_a_choice_of_areas() -> None:
    choices = {c.nation: c for c in PACK.modes.free_setup.choices}
    assert choices["us"].closed == ("philippines",)
    fixed = {(x.area, x.unit): x.count for x in PACK.modes.free_setup.fixed}
    standard = {(x.area, x.unit): x.count for x in STANDARD.placement}
    assert fixed.items() <= standard.items() and len(fixed) == 5


# ---------------------------------------------------------------- Fall of the Axis


def player(nation: str) -> str:
    """Whose a nation is in Fall of the Axis."""
    return FALL.partner_of.get(nation, POWER[nation].player if nation in FALL.joined else nation)


HELD = {x.area: player(UNIT[x.unit].nation) for x in FALL.placement if UNIT[x.unit].type in ("army", "fleet")}
CONTROL = {
    a: HELD.get(a, player(AREA[a].home) if AREA[a].home != "neutral" else "") for a in BASE
}  # no Capital holds an enemy
ACTIVE = {power: [CARD[c].technology for c in FALL.technologies[power]] for power in PLAYERS}


def test_points_of_fall_of_the_axis() -> None:
    boats = {x.area for x in FALL.placement if x.unit == "u_boot"}
    vp = {p: technology_vp(ACTIVE[p]) for p in PLAYERS}
    for a, holder in CONTROL.items():
        if holder and not (a in boats and POWER[holder].faction == "allies"):
            vp[holder] += AREA[a].stars
    assert vp == FALL.vp == EXAMPLES["fall_of_the_axis_setup"]["expect"]["vp"]
    assert (vp["germany"] + vp["japan"], vp["uk"] + vp["ussr"]) == (33, 30)
    assert not any(
        AREA[a].capital and AREA[a].home != "neutral" and player(AREA[a].home) != HELD[a] for a in HELD
    )


@pytest.mark.parametrize("power", PLAYERS)
def test_units_of_fall_of_the_axis_are_in_supply(power: str) -> None:
    own = {a for a in BASE if CONTROL[a] == power}
    home = {a for a in own if AREA[a].home != "neutral" and player(AREA[a].home) == power}
    assert {a for a in HELD if HELD[a] == power} <= reach(home, own)


def test_technologies_of_fall_of_the_axis() -> None:
    assert ACTIVE == {
        "germany": ["mechanization", "self_propelled_artillery", "flying_bomb"],
        "uk": ["landing_crafts", "radar", "self_propelled_artillery"],
        "japan": ["landing_crafts", "heavy_battleships", "espionage"],
        "ussr": ["mechanization", "arsenal", "self_propelled_artillery"],
    }
    colours = Counter(CARD[c].colour for cards in FALL.technologies.values() for c in cards)
    assert colours["china"] == 1 and all(colours[power] >= 2 for power in PLAYERS)  # as the text lists them
    assert sum(colours.values()) == 12


# ---------------------------------------------------------------- the solo deck


@pytest.mark.rule("total_domination", "13.1a")
def test_solo_cards_in_numbers() -> None:
    years = Counter(c.year for c in SOLO.solo_cards)
    assert years == {1939: 8, 1940: 2, 1941: 2, 1942: 3, 1943: 3}
    alike = {(c.germany, c.japan, c.arrows) for c in SOLO.solo_cards}
    assert len(alike) == len(SOLO.solo_cards)
    for c in SOLO.solo_cards:
        assert len(c.arrows) == 4
        for side in (c.germany, c.japan):
            assert len(side) == 3 and "move" in [x.action for x in side]  # [13.1a]


def test_sizes_of_the_solo_deck() -> None:
    years = Counter(c.year for c in SOLO.solo_cards)
    for case in EXAMPLES["solo_deck_sizes"]["cases"]:
        deck = years[SOLO.first_label]
        for year in range(1940, min(case["year"], 1943) + 1):
            deck += years[year] - SOLO.remove_1939_cards_each_year
        assert (deck, ROUND[case["year"]].solo_axis_cards) == (case["deck"], case["dealt"])


def test_the_solo_example_runs_from_the_set_up() -> None:
    """An army to the Balkans, two armies and a fleet in Germany, the army in Romania destroyed."""
    card = SOLO.solo_cards[0]
    assert [(x.action, x.unit) for x in card.germany] == [
        ("move", "army"), ("deploy", "army"), ("destroy", "army"),
    ]  # fmt: skip
    assert card.arrows[0][0] == "east_front"
    lanes = {x.id: x.areas for x in SOLO.lanes}
    order = [a for lane in card.arrows[0] for a in lanes[lane]]
    here: dict[str, list[str]] = {a: [] for a in AREA}
    for x in STANDARD.placement:
        here[x.area] += [x.unit] * x.count

    def german(area: str) -> bool:
        return any(UNIT[u].player == "germany" for u in here[area])

    assert all(german(a) for a in PACK.powers.home_priority["germany"])
    assert here["germany"].count("german_army") >= 2  # so that one may leave
    open_areas = [
        a for a in order if not here[a] and any(german(b) and kind(a, b) == "land" for b in NEAR[a])
    ]
    assert open_areas[0] == "balkans"
    here["germany"].remove("german_army")
    here["balkans"].append("german_army")
    here["germany"] += ["german_army", "german_army", "german_fleet"]
    assert len(here["germany"]) <= PACK.tables.stacking.capital
    assert sum(units.count("german_fleet") for units in here.values()) <= UNIT["german_fleet"].count
    near = {
        a
        for a in BASE
        if any(UNIT[u].type == "army" and UNIT[u].player != "germany" for u in here[a])
        and any(german(b) for b in NEAR[a])
    }
    assert near == {"poland", "romania"}
    assert next(a for a in order if a in near) == "romania"


def test_technologies_of_the_solo_axis() -> None:
    assert set(SOLO.axis_with_prerequisites) == {"attack_aircraft", "aircraft_carriers"}
    assert set(SOLO.axis_forbidden) == {
        "espionage", "enigma", "heavy_bombers", "flying_bomb", "rocket", "nuclear_weapon",
    }  # fmt: skip


# ---------------------------------------------------------------- examples


def test_technology_points() -> None:
    for case in EXAMPLES["technology_colours"]["cases"]:
        assert technology_vp(case["technologies"]) == case["vp"]
    assert technology_vp(TECH) == PACK.technologies.vp_maximum


def test_attack_costs_of_the_examples() -> None:
    rows = {(r.target, r.coastal, frozenset(r.techs)): r.cost for r in PACK.tables.attack_cost}
    costs = PACK.tables.costs
    for case in EXAMPLES["attack_aircraft_cumulative"]["cases"]:
        fleet, coast = case["target"] == "fleet", case["area_kind"] == "coastal"
        cost = costs.attack_fleet if fleet else costs.attack_army
        for e in [TECH[x].effect for x in case["technologies"]]:
            cost += e.attack_fleet if fleet else e.attack_land
            cost += (e.attack_fleet_coastal if fleet else e.attack_land_coastal) if coast else 0
        assert max(cost, costs.attack_minimum) == case["cost"]
        row = (case["target"], coast, frozenset(case["technologies"]))
        assert rows.get(row, case["cost"]) == case["cost"]


def test_thresholds() -> None:
    track = PACK.tracks.victory_track
    rise = PACK.tracks.ajw_tracks[0].threshold_rise
    for case in EXAMPLES["thresholds"]["cases"]:
        winner = "axis" if case.get("year") == STANDARD.last_round else "none"
        if case["allies"] >= track.allied_threshold + rise * case["joined"]:
            winner = "allies"
        if case["axis"] >= track.axis_threshold:
            winner = "axis"
        assert winner == case["winner"], case


def influence(card: str) -> Influence:
    event = CARD[card].event
    assert isinstance(event, Influence)
    return event


def test_influence_on_the_table() -> None:
    rows = PACK.tables.influence
    for case in EXAMPLES["influence_three_cases"]["cases"]:
        table: list[str] = []
        for power, card in case["played"]:
            assert CARD[card].colour == power
            new = influence(card)
            old = [x for x in table if influence(x).nation == new.nation]
            best = max([influence(x).vp for x in old], default=0)
            row = rows.new_equal if new.vp == best else rows.new_higher if new.vp > best else rows.new_lower
            table = [x for x in table if x not in old or row.old_stays] + ([card] if row.new_stays else [])
        assert sorted(table) == sorted(case["on_table"])
        vp = dict.fromkeys(case["vp"], 0)
        for card in table:
            vp[CARD[card].colour] += influence(card).vp
        assert vp == case["vp"]


def test_launches() -> None:
    for case in EXAMPLES["launch_values"]["cases"]:
        effect = TECH[case["technology"]].effect
        value = case.get("own_colour_value", case["card_ops"]) + case.get("plus_one", 0)
        assert (value >= effect.rocket_min_ops) == case.get("legal", True)
        if case.get("legal", True):
            less = PACK.tables.rockets.radar_reduction if case.get("target_radar") else 0
            assert effect.rocket_discards - less == case["discards"]


def test_hands_of_every_year() -> None:
    modes = {m.id: m for m in PACK.modes.modes}
    two = modes["two_players"]
    for case in EXAMPLES["draft_hand_sizes"]["cases"]:
        r = ROUND[case["year"]]
        bonus = sum(r.extra.values())
        keep = modes["four_players"].draft_keep
        assert (case["single"], case["bonus"]) == (r.draw - keep, r.draw - keep + bonus)
        assert case["packets"] == list(range(r.draw - keep, 1, -1))
        draws = [2 * r.draw - two.draw_minus + bonus, 2 * r.draw - two.draw_minus]
        assert case["common_draw"] == draws
        kept = [two.draft_keep + bonus, two.draft_keep]
        rest = [draws[0] - kept[0], draws[1] - kept[1]]
        assert rest[0] == rest[1]
        packets = []
        while rest[0] > 1:
            packets.append(rest[0])
            rest = [x - two.draft_keep for x in rest]
            kept = [x + two.draft_keep for x in kept]
        assert rest == [1, 1] and packets == case["common_packets"] and kept == case["common"]
        assert sum(kept) == 4 * case["single"] + bonus  # two hands hold as much as four
        assert case["solo_player"] == draws[1] - SOLO.discard_after_draw
        assert case["solo_axis"] == r.solo_axis_cards


def test_intelligence_of_two_powers() -> None:
    t = PACK.tables.intelligence
    enigma = [(t.normal_draw, 1), (t.enigma_draw, t.enigma_keep), (t.enigma_draw_both, t.enigma_keep_both)]
    spies = [(t.espionage_look, t.espionage_discard), (t.espionage_look_both, t.espionage_discard_both)]
    for case in EXAMPLES["two_player_intelligence"]["cases"]:
        if "enigma_powers" in case:
            draw, keep = enigma[case["enigma_powers"]]
            assert (case["draw"], case["keep"], case["hand"]) == (draw, keep, 6 - case["discard"] + keep)
        else:
            assert (case["look"], case["discard_at_most"]) == spies[case["espionage_powers"] - 1]
            assert case["opponent_redraws"] == case["discard_at_most"]


def test_u_boots_of_the_examples() -> None:
    stacking = PACK.tables.stacking
    for case in EXAMPLES["uboot_stacking_and_lend_lease"]["cases"]:
        if "u_boots" in case:
            assert PACK.tables.lend_lease.u_boots_min_ops[case["u_boots"]] == case["min_ops"]
        elif "year" in case:
            assert ROUND[case["year"]].uboot_limit == case["board_limit"]
        else:
            fits = case["area_u_boots"] <= stacking.u_boots_per_area
            assert (fits and case["fleets"] <= stacking.one_or_two_stars) == case["legal"]


@pytest.mark.parametrize(
    "name", ["move_fleet_to_ukraine", "move_army_to_germany_via_italy", "us_joins_by_four_steps"]
)
def test_ways_of_the_examples(name: str) -> None:
    moves = [a for a in EXAMPLES[name]["actions"] if a["do"] == "move"]
    assert moves
    for a in moves:
        way = [a["from"], *a.get("via", []), a["to"]]
        assert all(there in NEAR[here] for here, there in pairwise(way))


def test_points_of_the_examples() -> None:
    def delta(name: str) -> dict[str, int]:
        found: dict[str, int] = EXAMPLES[name]["expect"]["vp_delta"]
        return found

    places = EXAMPLES["resistance_value"]["actions"][0]["places"]
    assert sum(n for _, n in places) <= PACK.tables.resistance.per_event
    axis_homes = HOME["germany"] | HOME["italy"] | HOME["japan"]
    assert all(AREA[a].kind != "island" and a not in axis_homes for a, _ in places)
    assert -sum(min(n, AREA[a].stars) for a, n in places) == delta("resistance_value")["germany"]
    assert delta("lone_air_fleet")["germany"] == -AREA["poland"].stars
    islands = AREA["philippines"].stars
    assert delta("us_joins_by_four_steps") == {"uk": stars(HOME["us"]) - islands, "japan": islands}
    italy, libya, france = AREA["italy"].stars, AREA["libya"].stars, AREA["france"].stars
    lost = -italy - AREA["germany"].stars
    assert delta("move_army_to_germany_via_italy") == {"uk": italy - libya, "germany": lost}
    assert delta("france_changes_sides")["uk"] == -AREA["morocco"].stars
    assert delta("soviet_army_liberates_france") == {"ussr": -france, "uk": france}


def test_values_for_an_air_strike() -> None:
    for a in EXAMPLES["air_strike_cost"]["actions"]:
        card = CARD[a["card"]]
        event = card.event
        value = event.ops if isinstance(event, Value) and card.colour == a["by"] else card.ops
        assert a["cost"] == PACK.tables.costs.attack_fleet * len(a["targets"])
        assert (value >= a["cost"]) == a["legal"]
