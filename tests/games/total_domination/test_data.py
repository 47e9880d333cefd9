"""The game's own components: where they come from, and what was reconstructed within the limits of the text.

What the rulebook states about them is in facts.toml, and `test_facts` compares the two; that the files agree
is asked in `references`. Here stand the properties of everything the text does not fix.
"""

import re
import tomllib
from collections import Counter
from typing import Any

import pytest

from sandtable.games.total_domination.components.schema_cards import (
    Influence,
    Logistics,
    MinusOne,
    Peace,
    PlusOne,
    Science,
    Value,
)
from tests.games.total_domination.atlas import (
    AREA,
    AXIS,
    BASE,
    CARD,
    DATA,
    EXAMPLES,
    HOME,
    LINK,
    NEAR,
    PACK,
    PART,
    PLAYERS,
    POWER,
    TECH,
    UNIT,
    kind,
    reach,
    stars,
)

RULINGS = 69

# ---------------------------------------------------------------- provenance

FILES = [(p.relative_to(DATA).as_posix(), p.read_text("utf-8")) for p in sorted(DATA.rglob("*.toml"))]
SOURCES = ("rulebook", "inferred", "reconstructed")


def entries(value: Any) -> list[dict[str, Any]]:
    """Every table inside lists, but not those inside such a table."""
    if isinstance(value, dict):
        return [x for inner in value.values() for x in entries(inner)]
    if isinstance(value, list):
        return [x for x in value if isinstance(x, dict)]
    return []


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_every_entry_has_its_provenance(name: str, text: str) -> None:
    content = tomllib.loads(text)
    assert entries(content)
    for entry in entries(content):
        if name != "rules.toml":  # a rule's id is its own provenance
            found = [value for key, value in entry.items() if key == "src" or key.endswith("_src")]
            assert found and all(value in SOURCES for value in found), entry
            clear = [x for x in found if x != "reconstructed"]
            assert not clear or entry["ref"], entry  # what is not our own says where it was found
    for key, value in content.items():  # a table outside lists has its own; a plain table belongs to its file
        if isinstance(value, dict) and name in ("tables.toml", "modes.toml", "tracks.toml"):
            assert value["src"] in SOURCES and value["ref"], key


def test_settings_outside_lists_have_their_provenance() -> None:
    powers, solo, technologies = PACK.powers, PACK.solo, PACK.technologies
    for ref in (
        powers.play_order_ref,
        powers.alternative_setup_order_ref,
        powers.home_priority_ref,
        technologies.vp_ref,
        solo.human_powers_ref,
        solo.axis_wins_at_ref,
        solo.removed_ref,
        solo.deck_ref,
        solo.stuck_bonus_vp_ref,
        solo.axis_any_order_ref,
        solo.axis_with_prerequisites_ref,
        solo.axis_conditional_ref,
        solo.axis_forbidden_ref,
        PACK.tables.costs.attack_minimum_ref,
        *[s.ref for s in PACK.scenarios],
    ):
        assert re.search(r"\d", ref)


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_data_mention_only_what_a_reader_can_open(name: str, text: str) -> None:
    assert "spec" not in text.replace("special", "") and "components/" not in text
    assert "examples.toml" not in text
    assert not re.search(r"(?<![\w.])/[a-z]+/", text)
    assert all(1 <= int(number) <= RULINGS for number in re.findall(r"\bR(\d+)\b", text))


# ---------------------------------------------------------------- the index of rules

SECTIONS = """
    1.0 2.0 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 4.0 4.1.A 4.1.B 4.1.C 4.2 4.3.A 4.3.B 4.3.C 4.3.D 4.3.E 4.3.F
    4.3.G 5.1 5.2 6.0 6.1 6.2 6.3 6.4 6.5 7.0 7.1.A 7.1.B 7.2 7.2.A 7.2.B 7.2.C 7.2.D 7.3 7.4 7.5 8.0 8.1.A1
    8.1.A2 8.1.A3 8.1.A4 8.1.B1 8.1.B2 8.1.B3 8.1.C1 8.1.C2 8.1.C3 8.1.D1 8.1.D2 8.1.E1 8.1.E2 8.1.E3 8.2 9.0
    9.1 9.2 10.1 10.2 10.3 11.1 11.1.A 11.1.B 11.2 11.3 11.4 12.0 12.1 12.2 12.2.A 12.2.B 12.2.C 12.2.D 13.0
    13.0.1 13.0.2 13.0.3 13.0.4 13.0.5 13.0.6 13.0.7 13.0.8 13.0.9 13.0.10 13.0.11
"""


@pytest.mark.parametrize("section", SECTIONS.split())
def test_every_section_is_in_the_index(section: str) -> None:
    found = [r for r in PACK.rules.rules if re.match(re.escape(section) + r"(?!\d)", r.id)]
    assert found


def test_the_index() -> None:
    assert len(PACK.rules.rules) == 269
    assert all(len(r.enforce) > 10 for r in PACK.rules.rules)
    assert {r.scope for r in PACK.rules.rules} == {
        "core", "advanced", "optional", "solo", "scenario", "reference",
    }  # fmt: skip


# ---------------------------------------------------------------- the map


def test_areas_and_stars() -> None:
    assert (len(AREA), len(BASE)) == (60, 55)
    assert (stars(BASE), stars(AREA)) == (79, 84)
    assert len(LINK) == len(PACK.links.links) == 131
    for a in PACK.areas.areas:
        assert a.name.endswith("Isl.") <= (a.kind == "island"), a.id


def test_the_solo_game_has_stars_of_its_own_in_four_neutral_areas() -> None:
    own = {s.id: {row.area: row.stars for row in s.stars} for s in PACK.scenarios}
    assert own.pop("solo") == dict.fromkeys(["poland", "balkans", "romania", "east_indies"], 1)
    assert not any(own.values())
    # so all neutral areas of the solo game have one star, and what the powers begin with is as printed
    twos = {a.id for a in PACK.areas.areas if a.home == "neutral" and a.stars > 1}
    assert twos == {"poland", "balkans", "romania", "east_indies"}


def test_the_map_holds_together() -> None:
    assert reach(["germany"], BASE) == BASE
    assert reach(["germany"], AREA) == set(AREA)


def test_triangles_are_pairs_across_the_board() -> None:
    pairs = [x for x in PACK.links.links if x.triangle]
    assert len({x.triangle for x in pairs}) == len(pairs) == 6
    assert all(AREA[x.a].side != AREA[x.b].side and x.kind == "land" for x in pairs)


def test_capitals() -> None:
    for power in (*PLAYERS, "us", "china"):
        assert [a for a in HOME[power] if AREA[a].capital] == [POWER[power].capital]
        assert AREA[POWER[power].capital].factory and AREA[POWER[power].capital].stars == 3
    assert not any(AREA[a].capital for a in HOME["france"] | HOME["italy"] | HOME["neutral"])


def test_starting_points_are_the_stars_at_home() -> None:
    assert stars(HOME["japan"]) == 7
    assert stars(HOME["germany"] | HOME["italy"]) == 8
    assert stars(HOME["ussr"]) == 9
    assert stars(HOME["uk"] | HOME["france"]) == 10


def test_links_of_the_examples() -> None:
    assert kind("poland", "germany") == "land" and kind("libya", "italy") == "sea"
    assert any(kind(home, "balkans") == "land" for home in HOME["germany"])
    assert LINK[frozenset(("balkans", "romania"))].triangle
    assert {"germany", "low_countries"} <= NEAR["france"]  # a Soviet unit leaves France
    assert "poland" in NEAR["baltics"] and kind("burma", "siam") == "land"
    assert NEAR["germany"] & NEAR["united_kingdom"]  # two areas away, for bombers
    assert "germany" not in NEAR["united_kingdom"]
    assert NEAR["romania"] == {"ukraine", "turkey", "southern_ussr", "balkans"}  # the supply figure


def test_thresholds_fit_the_stars() -> None:
    track = PACK.tracks.victory_track
    both = track.axis_threshold + track.allied_threshold_both_joined
    assert both <= stars(BASE) + 8 + 9  # with technologies and influence
    assert stars(BASE - HOME["us"] - HOME["china"]) > track.allied_threshold_both_joined


@pytest.mark.parametrize("power", [*PLAYERS, "us"])
def test_one_bombardment_a_year_does_not_end_all_building(power: str) -> None:
    own = [power] + [p for p in ("france", "italy") if POWER[p].player == power]
    homes = {a for p in own for a in HOME[p]}
    fleets = sum(u.count for u in PACK.units.units if u.nation == power and u.type == "fleet")
    assert fleets < 2 or sum(AREA[a].shipyard for a in HOME[power]) >= 2
    assert sum(AREA[a].factory for a in homes) >= 2


@pytest.mark.parametrize("power", ["uk", "japan", "ussr", "us"])
def test_a_fleet_can_be_first_somewhere_without_the_arctic(power: str) -> None:
    own = [power] + [p for p in ("france", "italy") if POWER[p].player == power]
    homes = {a for p in own for a in HOME[p]}
    assert any(kind(a, b) == "sea" and b in BASE for a in homes for b in NEAR[a])
    if power == "ussr":
        assert any(kind(a, b) == "sea" and b in BASE for a in HOME["ussr"] for b in NEAR[a])


# ---------------------------------------------------------------- powers and counters


def test_play_order() -> None:
    assert PACK.powers.play_order == PLAYERS
    assert [r.first_power for r in PACK.tracks.rounds] == [*PLAYERS, "germany", "uk", "japan"]  # R3


def test_names_of_powers_and_units() -> None:
    assert [p.adjective for p in PACK.powers.powers] == [
        "German", "British", "Japanese", "Soviet", "US", "Chinese", "French", "Italian", "Neutral",
    ]  # fmt: skip
    assert sum(u.count for u in PACK.units.units) == 75
    for u in PACK.units.units:
        if u.type not in ("u_boot", "resistance"):
            kinds = {t.id: t.name for t in PACK.units.unit_types}
            assert u.name == f"{POWER[u.nation].adjective} {kinds[u.type]}"
    assert (UNIT["u_boot"].name, UNIT["resistance"].name) == ("U-boat", "Resistance")


def test_cubes() -> None:
    assert PART["cube"] == (len(TECH) + 1) * len(PLAYERS)


# ---------------------------------------------------------------- technologies


def test_prerequisites() -> None:
    needy = {
        t.id: (t.requires_all, t.requires_any) for t in TECH.values() if t.requires_all or t.requires_any
    }
    assert needy == {
        "attack_aircraft": (("mechanization", "self_propelled_artillery", "arsenal"), ()),
        "heavy_bombers": (("mechanization", "arsenal"), ()),
        "aircraft_carriers": (("landing_crafts", "heavy_battleships", "shipyard"), ()),
        "rocket": (("flying_bomb",), ("espionage", "enigma")),
        "nuclear_weapon": (("rocket",), ()),
    }
    assert all(t.prereq_note for t in TECH.values() if t.id in needy)
    assert all(t.prereq_src == "rulebook" for t in TECH.values() if t.id not in needy)


def test_five_types() -> None:
    colours = Counter(t.colour for t in TECH.values())
    assert colours == {"army": 4, "navy": 3, "engineering": 3, "intelligence": 2, "rocketry": 3}


def test_costs_with_technologies() -> None:
    costs = PACK.tables.costs
    gun, air = TECH["self_propelled_artillery"].effect, TECH["attack_aircraft"].effect
    ship, carrier = TECH["heavy_battleships"].effect, TECH["aircraft_carriers"].effect
    assert costs.move_army + TECH["mechanization"].effect.move_land == 1
    assert costs.move_fleet + TECH["landing_crafts"].effect.move_fleet == 1
    assert costs.deploy_army + TECH["arsenal"].effect.deploy_land == 2
    assert costs.deploy_fleet + TECH["shipyard"].effect.deploy_fleet == 2
    assert costs.attack_army + gun.attack_land == 2 and costs.attack_fleet + ship.attack_fleet == 2
    assert costs.attack_army + gun.attack_land + air.attack_land == 1
    assert costs.attack_fleet + ship.attack_fleet + carrier.attack_fleet == 1
    assert costs.attack_fleet + air.attack_fleet_coastal == 2
    assert costs.attack_army + carrier.attack_land_coastal == 2
    rows = PACK.tables.attack_cost
    assert len(rows) == 15 and {row.target for row in rows} == {"army", "fleet", "air_fleet"}


# ---------------------------------------------------------------- cards


def test_cards_in_numbers() -> None:
    colours = Counter(c.colour for c in CARD.values())
    assert colours == {"germany": 14, "uk": 14, "japan": 13, "ussr": 13, "us": 4, "china": 2}
    assert Counter(c.ops for c in CARD.values()) == {3: 10, 4: 24, 5: 22, 6: 4}
    events = Counter(type(c.event) for c in CARD.values())
    tactics = events[Value] + events[PlusOne] + events[MinusOne]
    assert (tactics, events[Logistics], events[Science], events[Influence], events[Peace]) == (
        20,
        16,
        5,
        14,
        5,
    )
    technologies = Counter(c.technology for c in CARD.values())
    assert set(technologies) == set(TECH) and set(technologies.values()) <= {3, 4, 5}


@pytest.mark.parametrize("power", PLAYERS)
def test_every_power_has_every_kind_of_event(power: str) -> None:
    events = [c.event for c in CARD.values() if c.colour == power]
    assert sorted(e.ops for e in events if isinstance(e, Value)) == [5, 6, 7]
    assert {type(e) for e in events} == {Value, PlusOne, MinusOne, Logistics, Science, Influence, Peace}
    icons = [e for e in events if isinstance(e, Logistics)]
    assert any(e.puppets if power in AXIS else e.resistance for e in icons)


def test_china_has_no_ships() -> None:
    events = [c.event for c in CARD.values() if c.colour == "china"]
    assert not any(e.fleet or e.air_fleet or e.resistance for e in events if isinstance(e, Logistics))
    assert {u.type for u in PACK.units.units if u.nation == "china"} == {"army"}


def test_every_nation_is_contested() -> None:
    for nation in PACK.cards.influence_nations:
        events = [(c.colour, c.event) for c in CARD.values()]
        rivals = {x for x, e in events if isinstance(e, Influence) and e.nation == nation.id}
        assert len(rivals) >= 2, nation.id


def told(e: Any) -> str:
    """What the text of a card must say of its event."""
    if isinstance(e, Value):
        return f"Worth {e.ops} points"
    if isinstance(e, Influence):
        name = next(n.name for n in PACK.cards.influence_nations if n.id == e.nation)
        return f"{name}: {e.vp} VP"
    if isinstance(e, Peace):
        return f"its points + {e.bonus} "
    if isinstance(e, Logistics):
        words = []
        for count, noun in ((e.army, "arm"), (e.fleet, "fleet"), (e.air_fleet, "Air Fleet")):
            words += [f"eploy {count} {noun}"] if count else []
        words += (
            [f"uppets: up to {e.puppets * PACK.tables.puppets.armies_per_icon} armies"] if e.puppets else []
        )
        words += [f"lace up to {e.resistance * PACK.tables.resistance.per_event} R"] if e.resistance else []
        words += [f"ove {e.move} unit"] if e.move else []
        return "|".join(words)
    return {PlusOne: "+1 point", MinusOne: "-1 point", Science: "Develop a technology"}[type(e)]


@pytest.mark.parametrize("card", CARD)
def test_the_text_says_what_the_event_does(card: str) -> None:
    wanted = told(CARD[card].event).split("|")
    assert all(words in CARD[card].text for words in wanted)
    if isinstance(CARD[card].event, Logistics):
        assert CARD[card].text.count(";") == len(wanted) - 1


# ---------------------------------------------------------------- the round track


def test_cards_per_year() -> None:
    rounds = PACK.tracks.rounds
    assert [r.draw for r in rounds] == [4, 4, 4, 5, 6, 6, 6]  # R3
    for r in rounds:
        bonus = sum(r.extra.values())
        assert 2 * (r.draw - 1) + bonus - 1 == r.solo_axis_cards
        if not bonus:  # the solo player's hand then equals the deal of the Axis
            assert 2 * r.draw - 1 - PACK.solo.discard_after_draw == r.solo_axis_cards


def test_tracks_have_a_step_for_each_card() -> None:
    assert {t.power: t.steps for t in PACK.tracks.ajw_tracks} == {"us": 4, "china": 2}


def test_the_examples_name_what_there_is() -> None:
    rules = {r.id for r in PACK.rules.rules}
    assert len(EXAMPLES) == 40
    for e in EXAMPLES.values():
        assert set(e["rules"]) <= rules, e["id"]
        position = e.get("position")
        for row in position if isinstance(position, list) else []:
            assert row["area"] in AREA and row["unit"] in UNIT, e["id"]
        for action in e.get("actions", []):
            for key in ("from", "to", "area"):
                assert action.get(key, "germany") in AREA, e["id"]
            assert action["do"] == "solo_action" or action.get("unit", "u_boot") in UNIT, e["id"]
            assert action.get("card", "g01") in CARD, e["id"]
