"""The invariants of a position: each of them is found broken when it is broken."""

import pytest

from sandtable.engine.errors import BrokenRules
from sandtable.engine.rng import Rng
from sandtable.games import load_game
from sandtable.games.total_domination.components.constants import (
    ACTIVE,
    APART,
    BEFORE,
    BOX,
    DECK,
    DISCARDED,
    DOWN,
    HAND,
    INFLUENCING,
    LENT,
    NOBODY,
    PACKET,
    RESERVE,
    SOLO_BOX,
    SOLO_DECK,
    SOLO_GONE,
    SUPPLY,
    TURNED,
)
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.invariants import check_board
from sandtable.games.total_domination.testing import add_unit, position, unit_at
from tests.games.total_domination.breaking import (
    Breakage,
    T,
    alone,
    both,
    flip,
    forced,
    known,
    lay,
    let,
    lord,
    more,
    place_of,
    position_of,
    put,
    shift,
    solo,
    sound,
    use,
    wolf_pack,
)
from tests.games.total_domination.driving import begin

NATIONS = T.nation_index
ROUND: dict[str, tuple[str, Breakage]] = {
    "after the last year": ("the year is one", let("round", 7)),
    "nobody's turn": ("turn of a power", let("power", 4)),
    "nobody asked": ("somebody is asked", let("agenda", [])),
    "passed by nobody known": ("flags are those", let("passed", 16)),
    "developed by nobody known": ("flags are those", let("developed", 16)),
    "radar of nobody known": ("flags are those", let("radar_used", 16)),
    "Lend-Lease to the Axis": ("only the Allies", let("leased", 1)),
    "a rocket out of nothing": ("a rocket was developed", let("launched", 2)),
}
LORDS: dict[str, tuple[str, Breakage]] = {
    "a partner of nobody": ("italy is the partner of a power", lord("italy", "china")),
    "the wrong ally": ("us is on its own", lord("us", "ussr")),
    "a power that serves another": ("uk is nobody's partner", lord("uk", "ussr")),
    "in the war too early": ("us joins with the last box", lord("us", "uk")),
    "in the war too late": ("china joins with the last box", put("track", NATIONS["china"], 2)),
    "off the track": ("marker of uk is on its track", put("track", NATIONS["uk"], 1)),
    "below the track": ("marker of china is on its track", put("track", NATIONS["china"], -1)),
    "a step without its card": ("deck of us does not go", put("track", NATIONS["us"], 2)),
}
COUNTERS: dict[str, tuple[str, Breakage]] = {
    "elsewhere": ("german_army does not stand", shift("german_army", "poland", place_of("balkans"))),
    "off the board's edge": ("german_army does not stand", shift("german_army", "poland", 99)),
    "gone but still there": ("units of poland are not those", shift("german_army", "poland", SUPPLY)),
    "an army that has struck": ("used but no Air Fleet", use("german_army", "poland")),
    "an army used in the supply": ("used but no Air Fleet", use("german_army", "supply")),
    "an army on an island": (
        "german_army cannot stand in madagascar_isl",
        more("german_army", "madagascar_isl"),
    ),
    "a fleet ashore": ("japanese_fleet cannot stand in mongolia", more("japanese_fleet", "mongolia")),
    "a U-boat in the Pacific": ("u_boot cannot stand in midway_isl", more("u_boot", "midway_isl")),
    "Resistance on an island": ("resistance cannot stand in mariana_isl", more("resistance", "mariana_isl")),
    "in the closed Arctic": ("aleut_isl, which is not in this game", forced("japanese_fleet", "aleut_isl")),
    "without the advanced rules": ("german_air_fleet is not in this game", let("advanced", False)),
}
AREAS: dict[str, tuple[str, Breakage]] = {
    "two players in an area": ("two players are in poland", forced("ussr_army", "poland")),
    "three units": ("more than 2 units are in poland", forced("german_army", "poland")),
    "five units in a Capital": ("more than 4 units are in germany", forced("german_army", "germany", 3)),
    "three U-boats": ("too many U-boats are in atlantic", wolf_pack),
    "a lone Air Fleet": ("an Air Fleet is alone in spain", alone("ussr_air_fleet", "spain")),
    "a lone Air Fleet with an enemy": ("Air Fleet is alone in urals", alone("german_air_fleet", "urals")),
    "Resistance in Germany": ("Resistance is in austria", more("resistance", "austria")),
    "Resistance with its friends": ("urals with Allied units", forced("resistance", "urals")),
    "in the teammate's home": ("manchuria, a Home area of the teammate", more("german_army", "manchuria")),
    "in the teammate's colony": ("canada, a Home area of the teammate", more("ussr_army", "canada")),
    "Allies in America too early": ("west_usa, which is closed", more("uk_army", "west_usa")),
    "Americans abroad too early": ("us_army has no player", more("us_army", "mexico")),
}
LIMITS: dict[str, tuple[str, Breakage]] = {
    "two Air Fleets": ("germany has more than 1 Air Fleets", more("german_air_fleet", "germany")),
    "too many U-boats for the year": ("3 U-boats are more", forced("u_boot", "atlantic")),
    "damage to nothing": ("nothing to damage in siberia", flip("damage", "siberia")),
    "damage in a neutral area": ("nothing to damage in poland", flip("damage", "poland")),
}
DERIVED: dict[str, tuple[str, Breakage]] = {
    "another tenant": ("units in poland are not counted", put("tenant", place_of("poland"), 2)),
    "one army too few": ("units in poland are not counted", put("firm_count", place_of("poland"), 1)),
    "a U-boat too many": ("U-boats or Resistance in atlantic", put("subs", place_of("atlantic"), 2)),
    "Resistance too little": ("Resistance in low_countries", put("under", place_of("low_countries"), 1)),
    "home without a controller": (
        "urals is controlled by another",
        put("control", place_of("urals"), NOBODY),
    ),
    "control by nobody's units": ("spain is controlled by another", put("control", place_of("spain"), 1)),
    "held by nobody": ("held or full", flip("firm", "spain")),
    "full of nobody": ("held or full", flip("full", "spain")),
    "nowhere present": ("areas of each nation", put("present", 0, 0)),
    "nothing owned": ("areas of each nation", put("owned", 1, 0)),
    "no homes": ("Home areas are those", put("home_of", 0, 0)),
    "nothing closed": ("closed to uk", put("closed", 1, 0)),
    "an enemy forgotten": ("enemies of germany", put("enemies", 0, (1, 3))),
    "taken without damage": ("france is held by an enemy", flip("damage", "france")),
}
NETWORKS: dict[str, tuple[str, Breakage]] = {
    "supply forgotten": ("supply network of germany", put("parts", 0, [])),
    "borders forgotten": ("borders of ussr", put("parts", 3, [(T.homes[3], 0, 0)])),
}
POINTS: dict[str, tuple[str, Breakage]] = {
    "an area miscounted": ("poland scores 1 in place of 2", put("worth", place_of("poland"), 1)),
    "points miscounted": ("japan has 0 points in place of", put("vp", 2, 0)),
}
CARDS: dict[str, tuple[str, Breakage]] = {
    "a card nowhere": ("g01 is nowhere", put("cards", 0, 50)),
    "a card below nowhere": ("g01 is nowhere", put("cards", 0, -1)),
    "a card out of the game": ("g06 is out of the game", lay("g06", BOX)),
    "lent to the wrong power": ("us1 is lent to the wrong", lay("us1", LENT + 3)),
    "lent by nobody": ("u07 is nothing that Lend-Lease", lay("u07", LENT + 1)),
    "lent twice": ("uk does one Lend-Lease", both(lay("us2", LENT + 1), put("track", NATIONS["us"], 2))),
    "influence of nothing": ("g06 has no influence", lay("g06", INFLUENCING)),
    "tactics of nothing": ("g06 is no tactics card", lay("g06", BEFORE + 1)),
    "in a strange deck": (
        "g06 is in the deck of another power",
        both(lay("g06", APART), lay("us2", DECK)),
    ),
    "known although open": ("r05 is open", known(1, "r05")),
    "two technologies": ("ussr develops one technology", lay("r03", DOWN + 3)),
    "two saved points": ("germany saves one point", lay("g06", TURNED)),
    "unequal influence": (
        "siam is not influenced by two powers with cards of two",
        lay("u13", INFLUENCING + 1),
    ),
}
HANDS: dict[str, tuple[str, Breakage]] = {
    "two reserves": ("japan has reserved too many", lay("j03", RESERVE + 2)),
    "a huge hand": (
        "uk holds too many cards",
        both(*[lay(f"j{n:02}", HAND + 1) for n in range(3, 10)]),
    ),
    "a huge packet": (
        "uk holds too many cards",
        both(*[lay(f"j{n:02}", PACKET + 1) for n in range(3, 10)]),
    ),
    "picks from nothing": ("uk picks from its packet", put("picks", 1, 1)),
}
TECHNOLOGIES: dict[str, tuple[str, Breakage]] = {
    "technologies forgotten": ("technologies of germany", put("techs", 0, 0)),
    "costs forgotten": ("costs of germany", put("costs", 0, T.base_costs)),
    "a technology twice": ("uk has each technology once", lay("r03", ACTIVE + 1)),
    "a technology out of nothing": ("ussr has what heavy_bombers needs", lay("g09", ACTIVE + 3)),
    "developing what nothing leads to": (
        "ussr may develop heavy_bombers",
        both(lay("r04", DECK), lay("g09", DOWN + 3)),
    ),
}


def test_a_sound_position_is_sound() -> None:
    check_board(sound())
    check_board(solo())
    check_board(position_of("rise_of_the_axis", 1939))
    check_board(position_of("fall_of_the_axis", 1943))


def found(words: str, breakage: Breakage, g: Board) -> None:
    """Break a sound position and look whether that is found."""
    check_board(g)
    breakage(g)
    with pytest.raises(BrokenRules, match=words):
        check_board(g)


@pytest.mark.rule("total_domination", "4.0a")
@pytest.mark.rule("total_domination", "6.4a")
@pytest.mark.rule("total_domination", "9.1a")
@pytest.mark.parametrize("name", ROUND)
def test_broken_rounds_are_found(name: str) -> None:
    found(*ROUND[name], sound())


@pytest.mark.rule("total_domination", "3.2a")
@pytest.mark.rule("total_domination", "9.0a")
@pytest.mark.rule("total_domination", "9.1b")
@pytest.mark.rule("total_domination", "9.2b")
@pytest.mark.parametrize("name", LORDS)
def test_broken_nations_are_found(name: str) -> None:
    found(*LORDS[name], sound())


@pytest.mark.rule("total_domination", "2.0.1a")
@pytest.mark.rule("total_domination", "3.5a")
@pytest.mark.rule("total_domination", "3.6a")
@pytest.mark.rule("total_domination", "3.7c")
@pytest.mark.rule("total_domination", "3.7d")
@pytest.mark.rule("total_domination", "3.7f")
@pytest.mark.rule("total_domination", "11.1.Ac")
@pytest.mark.parametrize("name", COUNTERS)
def test_broken_counters_are_found(name: str) -> None:
    found(*COUNTERS[name], sound())


@pytest.mark.rule("total_domination", "3.7a")
@pytest.mark.rule("total_domination", "3.7b")
@pytest.mark.rule("total_domination", "3.7d")
@pytest.mark.rule("total_domination", "3.8.4")
@pytest.mark.rule("total_domination", "7.2.Da")
@pytest.mark.rule("total_domination", "7.2.Dd")
@pytest.mark.rule("total_domination", "11.1c")
@pytest.mark.parametrize("name", AREAS)
def test_broken_areas_are_found(name: str) -> None:
    found(*AREAS[name], sound())


@pytest.mark.rule("total_domination", "6.1e")
@pytest.mark.rule("total_domination", "6.1h")
@pytest.mark.rule("total_domination", "11.2c")
@pytest.mark.parametrize("name", LIMITS)
def test_broken_limits_are_found(name: str) -> None:
    found(*LIMITS[name], sound())


@pytest.mark.rule("total_domination", "3.2b")
@pytest.mark.rule("total_domination", "3.5b")
@pytest.mark.rule("total_domination", "3.8.1a")
@pytest.mark.rule("total_domination", "3.8.2a")
@pytest.mark.rule("total_domination", "3.8.3")
@pytest.mark.rule("total_domination", "3.8.4")
@pytest.mark.rule("total_domination", "3.8.5")
@pytest.mark.rule("total_domination", "6.1h")
@pytest.mark.rule("total_domination", "6.1j")
@pytest.mark.parametrize("name", DERIVED)
def test_what_is_derived_wrongly_is_found(name: str) -> None:
    found(*DERIVED[name], sound())


@pytest.mark.rule("total_domination", "3.9a")
@pytest.mark.rule("total_domination", "3.9b")
@pytest.mark.parametrize("name", NETWORKS)
def test_broken_supply_is_found(name: str) -> None:
    found(*NETWORKS[name], sound())


@pytest.mark.rule("total_domination", "3.5g")
@pytest.mark.rule("total_domination", "5.1a")
@pytest.mark.rule("total_domination", "5.1b")
@pytest.mark.rule("total_domination", "5.1c")
@pytest.mark.rule("total_domination", "5.1d")
@pytest.mark.rule("total_domination", "7.2.Db")
@pytest.mark.rule("total_domination", "8.2")
@pytest.mark.rule("total_domination", "11.2b")
@pytest.mark.parametrize("name", POINTS)
def test_broken_points_are_found(name: str) -> None:
    found(*POINTS[name], sound())


@pytest.mark.rule("total_domination", "2.0.6")
@pytest.mark.rule("total_domination", "3.3f")
@pytest.mark.rule("total_domination", "6.0b")
@pytest.mark.rule("total_domination", "7.1.Aa")
@pytest.mark.rule("total_domination", "7.3")
@pytest.mark.rule("total_domination", "7.4a")
@pytest.mark.rule("total_domination", "7.4b")
@pytest.mark.rule("total_domination", "8.0c")
@pytest.mark.rule("total_domination", "9.1a")
@pytest.mark.rule("total_domination", "9.1b")
@pytest.mark.parametrize("name", CARDS)
def test_broken_cards_are_found(name: str) -> None:
    found(*CARDS[name], sound())


@pytest.mark.rule("total_domination", "4.0c")
@pytest.mark.rule("total_domination", "4.1.Ah")
@pytest.mark.rule("total_domination", "4.2c")
@pytest.mark.rule("total_domination", "10.1a")
@pytest.mark.parametrize("name", HANDS)
def test_broken_hands_are_found(name: str) -> None:
    found(*HANDS[name], sound())


@pytest.mark.rule("total_domination", "8.0e")
@pytest.mark.rule("total_domination", "8.0f")
@pytest.mark.parametrize("name", TECHNOLOGIES)
def test_broken_technologies_are_found(name: str) -> None:
    found(*TECHNOLOGIES[name], sound())


FIRST = T.solo_year.index(1939)
LATER = T.solo_year.index(1941)
NOW = T.solo_year.index(1940)
SOLO_BREAKAGES: dict[str, tuple[str, Breakage]] = {
    "points below nothing": ("solo marker", let("solo_vp", -1)),
    "a solo card nowhere": ("is somewhere", put("solo", FIRST, 5)),
    "not there at once": ("is there at once", put("solo", FIRST, SOLO_BOX)),
    "there too early": ("comes in 1941", put("solo", LATER, SOLO_DECK)),
    "the wrong card gone": ("stays in the deck", put("solo", NOW, SOLO_GONE)),
    "one card too many gone": ("have left for those of", put("solo", FIRST + 2, SOLO_GONE)),
    "removed units": ("uk_air_fleet is not in this game", more("uk_air_fleet", "united_kingdom")),
    "a hand of the Axis": ("germany holds no cards", lay("g01", HAND)),
    "two hands": ("ussr holds no cards", lay("g01", HAND + 3)),
}


@pytest.mark.rule("total_domination", "13.0.2")
@pytest.mark.rule("total_domination", "13.0.8")
@pytest.mark.rule("total_domination", "13.0.11")
@pytest.mark.parametrize("name", SOLO_BREAKAGES)
def test_what_is_broken_in_the_solo_game_is_found(name: str) -> None:
    found(*SOLO_BREAKAGES[name], solo())


@pytest.mark.rule("total_domination", "13.0.6")
def test_points_for_technologies_are_found_in_the_solo_game() -> None:
    g = position(scenario="solo", mode="solo", techs={"uk": ["mechanization", "radar"]})
    begin(g)
    found("uk has 11 points in place of 10", put("vp", 1, g.vp[1] + 1), g)


@pytest.mark.rule("total_domination", "12.1c")
def test_nobody_enters_what_the_short_scenario_closes() -> None:
    for kind, where, words in (
        ("japanese_army", "philippines", "philippines, which is closed"),
        ("uk_army", "west_usa", "west_usa, which is closed"),
    ):
        g = position_of("rise_of_the_axis", 1939)
        if where == "philippines":
            g.take(unit_at(g, "us_fleet", where))
        add_unit(g, kind, where)
        with pytest.raises(BrokenRules, match=words):
            check_board(g)
    g = position_of("rise_of_the_axis", 1939)
    g.track[NATIONS["us"]] = 1
    with pytest.raises(BrokenRules, match="us stays out of the war"):
        check_board(g)


@pytest.mark.rule("total_domination", "12.2a")
def test_what_the_last_scenario_begins_with_stays() -> None:
    g = position_of("fall_of_the_axis", 1943)
    g.arctic = True
    g.derive()
    with pytest.raises(BrokenRules, match="no Arctic"):
        check_board(g)
    g = position_of("fall_of_the_axis", 1943)
    lord("us", "us")(g)
    with pytest.raises(BrokenRules, match="us is in the war"):
        check_board(g)


@pytest.mark.rule("total_domination", "8.1.A4")
def test_heavy_bombers_allow_a_second_air_fleet() -> None:
    g = position(
        {"germany": "2 german_air_fleet"}, techs={"germany": ["mechanization", "arsenal", "heavy_bombers"]}
    )
    begin(g)
    check_board(g)
    lay(T.card_id[g.cards_in(ACTIVE)[-1]], DISCARDED)(g)
    assert "heavy_bombers" not in [T.tech_id[t] for t in range(T.n_techs) if g.techs[0] >> t & 1]
    with pytest.raises(BrokenRules, match="more than 1 Air Fleets"):
        check_board(g)


GAME = load_game("total_domination")


@pytest.mark.parametrize(
    ("scenario", "players", "options"),
    [
        ("standard", 4, {"arctic": True}),
        ("standard", 2, {}),
        ("fall_of_the_axis", 3, {}),
        ("solo", 1, {}),
    ],
)
def test_random_games_keep_them(scenario: str, players: int, options: dict[str, bool | int | str]) -> None:
    g = GAME.begin(GAME.settle(scenario, players, options, 11))
    rng = Rng(11)
    for _ in range(400):
        GAME.check(g)
        if g.result is not None:
            break
        seat = g.seats()[rng.below(len(g.seats()))]
        offered = g.choices(seat)
        g.apply(seat, offered[rng.below(len(offered))])
