"""The technologies that the Axis of the solo game finds in the draw deck."""

import pytest

from sandtable.engine.rng import ScriptedRng
from sandtable.games.total_domination.components.constants import ACTIVE, BOX, DECK, DISCARDED
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import technology
from sandtable.games.total_domination.rules.solo import solo_research
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.driving import log

GERMANY, UK, JAPAN, USSR = range(4)

FREE = [
    "mechanization",
    "self_propelled_artillery",
    "landing_crafts",
    "heavy_battleships",
    "arsenal",
    "shipyard",
]
# Cards by the technology they show.
SHOWS = {
    "mechanization": "g01",
    "self_propelled_artillery": "g02",
    "attack_aircraft": "g03",
    "heavy_bombers": "g09",
    "landing_crafts": "u02",
    "heavy_battleships": "u01",
    "aircraft_carriers": "u04",
    "arsenal": "g06",
    "shipyard": "g08",
    "radar": "u10",
    "espionage": "g11",
    "enigma": "g14",
    "flying_bomb": "g12",
    "rocket": "g10",
    "nuclear_weapon": "r09",
}


def game(deck: list[str], year: int = 1939, then: tuple[int, ...] = (), **more: object) -> Board:
    """A solo game; the draw deck holds a card for each of these technologies, drawn in this order.

    then  what chance draws when the deck has been used up
    """
    g = position(set_up=True, scenario="solo", mode="solo", year=year, **more)  # type: ignore[arg-type]
    for number in range(g.t.n_cards):
        if g.cards[number] == DECK:
            g.lay(number, BOX)
    order = [card(g, SHOWS.get(name, name)) for name in deck]
    left = sorted(order)
    script: list[int] = []
    for number in order:
        g.lay(number, DECK)
        script.append(left.index(number))
        left.remove(number)
    g.rng = ScriptedRng([*script, *then])
    return g


def has(g: Board, power: int) -> list[str]:
    return [g.t.tech_id[tech] for tech in range(g.t.n_techs) if g.techs[power] >> tech & 1]


@pytest.mark.rule("total_domination", "13.0.5")
@pytest.mark.parametrize(("year", "first"), [(1939, GERMANY), (1940, JAPAN), (1941, JAPAN), (1942, GERMANY)])
def test_each_axis_power_finds_one_in_the_order_of_the_round(year: int, first: int) -> None:
    g = game(["arsenal", "shipyard", "mechanization"], year)
    solo_research.axis(g)
    assert has(g, first) == ["arsenal"]
    assert has(g, JAPAN if first == GERMANY else GERMANY) == ["shipyard"]
    assert has(g, UK) == has(g, USSR) == []
    assert g.cards[card(g, SHOWS["arsenal"])] == ACTIVE + first
    assert g.cards[card(g, SHOWS["mechanization"])] == DECK


@pytest.mark.rule("total_domination", "13.0.5")
def test_other_games_know_no_research() -> None:
    g = position(set_up=True, mode="two_players", dice=[])
    solo_research.axis(g)
    assert has(g, GERMANY) == [] and log(g) == []


@pytest.mark.rule("total_domination", "13.0.5")
def test_what_is_turned_up_closes_the_way_back() -> None:
    g = game(["arsenal", "shipyard"])
    seen = g.revealed
    solo_research.axis(g)
    assert g.revealed > seen


@pytest.mark.rule("total_domination", "13.0.5a")
@pytest.mark.parametrize("tech", FREE)
def test_the_basic_technologies_come_in_any_order(tech: str) -> None:
    g = game([tech, "arsenal" if tech != "arsenal" else "shipyard"])
    solo_research.axis(g)
    assert has(g, GERMANY) == [tech]
    assert f"{g.t.tech_name[g.t.tech_index[tech]]} is in effect." in log(g)[1]


@pytest.mark.rule("total_domination", "13.0.5d")
def test_cards_before_the_right_one_are_discarded() -> None:
    g = game(["enigma", "g11", "arsenal", "shipyard", "mechanization"])
    solo_research.axis(g)
    assert has(g, GERMANY) == ["arsenal"]
    assert [g.t.card_id[c] for c in g.cards_in(DISCARDED)] == ["g11", "g14"]
    assert log(g)[1:3] == [
        "Non-Aggression Pact (3) is discarded: Enigma is barred to the Axis.",
        "Caudillo's Debt (3) is discarded: Espionage is barred to the Axis.",
    ]


@pytest.mark.rule("total_domination", "13.0.5c")
@pytest.mark.parametrize(
    ("barred", "known"),
    [
        ("espionage", []),
        ("enigma", []),
        ("heavy_bombers", ["mechanization", "arsenal"]),
        ("flying_bomb", []),  # the rockets by ruling R35
        ("rocket", ["flying_bomb", "espionage"]),
        ("nuclear_weapon", ["rocket"]),
    ],
)
def test_what_the_axis_never_develops(barred: str, known: list[str]) -> None:
    g = game([barred, "shipyard", "landing_crafts"], techs={"germany": known})
    solo_research.axis(g)
    assert sorted(has(g, GERMANY)) == sorted([*known, "shipyard"])
    name = g.t.tech_name[g.t.tech_index[barred]]
    assert log(g)[1].endswith(f" is discarded: {name} is barred to the Axis.")


@pytest.mark.rule("total_domination", "13.0.5b")
def test_no_radar_without_an_allied_flying_bomb() -> None:
    g = game(["radar", "arsenal", "shipyard"])
    solo_research.axis(g)
    assert has(g, GERMANY) == ["arsenal"]
    why = "Radar needs an Allied Flying Bomb (V1) that the Axis has not answered"
    assert log(g)[1] == f"Boffins (5) is discarded: {why}."


@pytest.mark.rule("total_domination", "13.0.5b")
@pytest.mark.parametrize("ally", ["uk", "ussr"])
def test_one_radar_for_one_flying_bomb(ally: str) -> None:
    g = game(["radar", "j05", "arsenal"], techs={ally: ["flying_bomb"]})
    solo_research.axis(g)
    assert has(g, GERMANY) == ["radar"]
    assert has(g, JAPAN) == ["arsenal"]  # the second Radar finds its threat answered


@pytest.mark.rule("total_domination", "13.0.5b")
def test_two_radars_for_two_flying_bombs() -> None:
    g = game(["radar", "j05", "arsenal"], techs={"uk": ["flying_bomb"], "ussr": ["flying_bomb"]})
    solo_research.axis(g)
    assert has(g, GERMANY) == has(g, JAPAN) == ["radar"]


@pytest.mark.rule("total_domination", "13.0.5b")
@pytest.mark.rule("total_domination", "13.0.5")
def test_the_axis_looks_before_the_player_reveals() -> None:
    g = game(["radar", "arsenal", "shipyard"], down={"uk": "u13"})
    solo_research.axis(g)
    technology.reveal(g)
    assert has(g, UK) == ["flying_bomb"]
    assert has(g, GERMANY) == ["arsenal"]


@pytest.mark.rule("total_domination", "13.0.5")
@pytest.mark.parametrize(
    ("tech", "needs"),
    [
        ("attack_aircraft", ["mechanization", "self_propelled_artillery", "arsenal"]),
        ("aircraft_carriers", ["landing_crafts", "heavy_battleships", "shipyard"]),
    ],
)
@pytest.mark.rule("total_domination", "8.0f")
def test_higher_technologies_wait_for_what_they_need(tech: str, needs: list[str]) -> None:
    rest = [name for name in FREE if name not in needs]
    g = game([tech, *rest], techs={"germany": needs[:2]})
    solo_research.axis(g)
    assert tech not in has(g, GERMANY) and rest[0] in has(g, GERMANY)
    missing = g.t.tech_name[g.t.tech_index[needs[2]]]
    assert log(g)[1].endswith(f"needs {missing} first.")
    g = game([tech, *rest], techs={"germany": needs})
    solo_research.axis(g)
    assert tech in has(g, GERMANY)


@pytest.mark.rule("total_domination", "13.0.5")
def test_no_technology_is_found_twice() -> None:
    g = game(["arsenal", "mechanization", "shipyard"], techs={"germany": ["arsenal"]})
    solo_research.axis(g)
    assert has(g, GERMANY) == ["mechanization", "arsenal"]
    assert log(g)[1] == "Conscription (5) is discarded: Germany has Arsenal already."


@pytest.mark.rule("total_domination", "13.0.5")
def test_the_discard_pile_becomes_the_deck_when_that_runs_out() -> None:
    g = game(["enigma"], then=(0, 0, 0), discards=["g06", "g08"])
    solo_research.axis(g)
    assert has(g, GERMANY) == ["arsenal"] and has(g, JAPAN) == ["shipyard"]
    assert "The discard pile is shuffled into a new draw deck." in log(g)


@pytest.mark.rule("total_domination", "13.0.5")
def test_nothing_is_turned_up_when_nothing_can_be_found() -> None:
    g = game(["enigma", "espionage"])
    solo_research.axis(g)
    assert has(g, GERMANY) == has(g, JAPAN) == []
    assert g.cards_in(DISCARDED) == []
    assert log(g)[0] == "Germany finds no technology: no card that could still turn up shows one."


@pytest.mark.rule("total_domination", "13.0.5")
def test_a_power_with_everything_draws_nothing() -> None:
    everything = [*FREE, "attack_aircraft", "aircraft_carriers"]
    g = game(["enigma", "shipyard"], year=1941, techs={"japan": everything})
    solo_research.axis(g)
    assert has(g, GERMANY) == ["shipyard"]
    assert log(g)[0] == "Japan finds no technology: it has all that it may have."


@pytest.mark.rule("total_domination", "13.0.6")
def test_technology_scores_nothing_for_either_side() -> None:
    techs = {"germany": ["mechanization"], "uk": ["enigma"]}
    g = game(["arsenal", "shipyard"], techs=techs, down={"uk": "u10"})
    before = g.vp[:]
    solo_research.axis(g)
    technology.reveal(g)
    assert has(g, GERMANY) == ["mechanization", "arsenal"] and has(g, UK) == ["radar", "enigma"]
    assert g.vp == before and g.solo_vp == 0
