"""Sound positions, and ways to break them behind the board's back."""

from sandtable.engine.state import changed
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.testing import add_unit, area, card, position, power, tables, unit_at
from tests.games.breaking import both, let, put
from tests.games.case import Breakage, Broken
from tests.games.total_domination.driving import begin

T = tables()

UNITS = {
    "poland": "2 german_army",
    "france": "german_army, german_air_fleet",
    "low_countries": "german_army, 2 resistance",
    "germany": "2 german_army",
    "atlantic": "uk_fleet, u_boot",
    "caribbean": "u_boot",
    "united_kingdom": "uk_army, uk_air_fleet used",
    "japan": "japanese_air_fleet",
    "china": "2 chinese_army",
    "hawaii_isl": "us_fleet",
    "romania": "neutral_army",
    "urals": "ussr_army",
}


def sound() -> Board:
    """A position in 1940 in which everything holds."""
    g = position(
        UNITS,
        year=1940,
        hands={"germany": ["g02"], "uk": ["u02", "u03"]},
        techs={"germany": ["mechanization", "radar"], "uk": ["arsenal"]},
        down={"ussr": "r04"},
        influence={"japan": ["j10"]},
        tactics={"uk": ["g05"]},
        saved={"germany": "g03"},
        reserve={"japan": ["j02"]},
        lent={"uk": "us1"},
        tracks={"us": 1},
        discards=["r05"],
    )
    for owner in range(4):
        g.network(owner)
    begin(g)
    return g


def position_of(scenario: str, year: int) -> Board:
    """The set-up of a scenario."""
    g = position(set_up=True, scenario=scenario, year=year)
    for nation in g.start.joined:
        g.track[nation] = T.track_steps[nation]
    begin(g)
    return g


def rise() -> Board:
    """The beginning of the short scenario."""
    return position_of("rise_of_the_axis", 1939)


def fall() -> Board:
    """The beginning of the last scenario."""
    return position_of("fall_of_the_axis", 1943)


def solo() -> Board:
    """A solo position in 1940."""
    g = position(scenario="solo", mode="solo", year=1940, set_up=True)
    old = [n for n in range(T.n_solo) if T.solo_year[n] == 1939]
    new = [n for n in range(T.n_solo) if T.solo_year[n] == 1940]
    for n in old[:2]:
        g.solo[n] = const.SOLO_GONE
    for n in new:
        g.solo[n] = const.SOLO_DECK
    begin(g)
    return g


# --- ways to break it


def flip(target: str, where: str) -> Breakage:
    """Turn over the bit of an area."""

    def breakage(g: Board) -> None:
        setattr(g, target, getattr(g, target) ^ T.bit[area(g, where)])

    return breakage


def lord(nation: str, owner: str) -> Breakage:
    """Give a nation to another power, and derive the rest again."""

    def breakage(g: Board) -> None:
        g.lord = changed(g.lord, power(g, nation), power(g, owner))
        g.derive()

    return breakage


def more(kind: str, where: str, number: int = 1, used: bool = False) -> Breakage:
    """Put counters where they do not belong."""

    def breakage(g: Board) -> None:
        for _ in range(number):
            add_unit(g, kind, where, used)

    return breakage


def use(unit: str, where: str) -> Breakage:
    """Mark a counter as used."""

    def breakage(g: Board) -> None:
        g.used = changed(g.used, unit_at(g, unit, where), 1)

    return breakage


def shift(kind: str, where: str, place: int) -> Breakage:
    """Say that a counter is elsewhere, and nothing besides."""

    def breakage(g: Board) -> None:
        g.place[unit_at(g, kind, where)] = place

    return breakage


def lay(name: str, where: int) -> Breakage:
    """Put a card somewhere, with what follows for technologies and points."""

    def breakage(g: Board) -> None:
        g.cards[card(g, name)] = where
        g.derive()

    return breakage


def forced(kind: str, where: str, number: int = 1) -> Breakage:
    """Put counters somewhere without what the board does about them."""

    def breakage(g: Board) -> None:
        for _ in range(number):
            unit = g.free_unit(T.kind_index[kind])
            g.place[unit] = area(g, where)
            g.at[area(g, where)] = tuple(sorted([*g.at[area(g, where)], unit]))

    return breakage


def known(seat: int, name: str) -> Breakage:
    """Let a seat know a card."""

    def breakage(g: Board) -> None:
        g.known[seat] |= 1 << card(g, name)

    return breakage


def place_of(name: str) -> int:
    return T.area_index[name]


def alone(kind: str, where: str) -> Breakage:
    """An Air Fleet that the board has not sent back."""

    def breakage(g: Board) -> None:
        g.at[area(g, where)] = ()
        for unit in range(T.n_units):
            if g.place[unit] == area(g, where):
                g.place[unit] = const.SUPPLY
        forced(kind, where)(g)

    return breakage


def wolf_pack(g: Board) -> None:
    g.move(unit_at(g, "u_boot", "caribbean"), area(g, "atlantic"))
    add_unit(g, "u_boot", "atlantic")


NATIONS = T.nation_index
FIRST = T.solo_year.index(1939)
LATER = T.solo_year.index(1941)
NOW = T.solo_year.index(1940)
BROKEN: dict[str, Broken] = {
    # 4.0a, 6.4a, 9.1a
    "after the last year": ("the year is one", let("round", 7)),
    "nobody's turn": ("turn of a power", let("power", 4)),
    "nobody asked": ("somebody is asked", let("agenda", [])),
    "passed by nobody known": ("flags are those", let("passed", 16)),
    "developed by nobody known": ("flags are those", let("developed", 16)),
    "radar of nobody known": ("flags are those", let("radar_used", 16)),
    "Lend-Lease to the Axis": ("only the Allies", let("leased", 1)),
    "a rocket out of nothing": ("a rocket was developed", let("launched", 2)),
    # 3.2a, 9.0a, 9.1b, 9.2b
    "a partner of nobody": ("italy is the partner of a power", lord("italy", "china")),
    "the wrong ally": ("us is on its own", lord("us", "ussr")),
    "a power that serves another": ("uk is nobody's partner", lord("uk", "ussr")),
    "in the war too early": ("us joins with the last box", lord("us", "uk")),
    "in the war too late": ("china joins with the last box", put("track", NATIONS["china"], 2)),
    "off the track": ("marker of uk is on its track", put("track", NATIONS["uk"], 1)),
    "below the track": ("marker of china is on its track", put("track", NATIONS["china"], -1)),
    "a step without its card": ("deck of us does not go", put("track", NATIONS["us"], 2)),
    # 2.0.1a, 3.5a, 3.6a, 3.7c, 3.7d, 3.7f, 11.1.Ac
    "elsewhere": ("german_army does not stand", shift("german_army", "poland", place_of("balkans"))),
    "off the board's edge": ("german_army does not stand", shift("german_army", "poland", 99)),
    "gone but still there": ("units of poland are not those", shift("german_army", "poland", const.SUPPLY)),
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
    # 3.7a, 3.7b, 3.7d, 3.8.4, 7.2.Da, 7.2.Dd, 11.1c
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
    # 6.1e, 6.1h, 11.2c
    "two Air Fleets": ("germany has more than 1 Air Fleets", more("german_air_fleet", "germany")),
    "too many U-boats for the year": ("3 U-boats are more", forced("u_boot", "atlantic")),
    "damage to nothing": ("nothing to damage in siberia", flip("damage", "siberia")),
    "damage in a neutral area": ("nothing to damage in poland", flip("damage", "poland")),
    # 3.2b, 3.5b, 3.8.1a, 3.8.2a, 3.8.3, 3.8.4, 3.8.5, 6.1h, 6.1j
    "another tenant": ("units in poland are not counted", put("tenant", place_of("poland"), 2)),
    "one army too few": ("units in poland are not counted", put("firm_count", place_of("poland"), 1)),
    "a U-boat too many": ("U-boats or Resistance in atlantic", put("subs", place_of("atlantic"), 2)),
    "Resistance too little": ("Resistance in low_countries", put("under", place_of("low_countries"), 1)),
    "home without a controller": (
        "urals is controlled by another",
        put("control", place_of("urals"), const.NOBODY),
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
    # 3.9a, 3.9b
    "supply forgotten": ("supply network of germany", put("parts", 0, [])),
    "borders forgotten": ("borders of ussr", put("parts", 3, [(T.homes[3], 0, 0)])),
    # 3.5g, 5.1a, 5.1b, 5.1c, 5.1d, 7.2.Db, 8.2, 11.2b
    "an area miscounted": ("poland scores 1 in place of 2", put("worth", place_of("poland"), 1)),
    "points miscounted": ("japan has 0 points in place of", put("vp", 2, 0)),
    # 2.0.6, 3.3f, 6.0b, 7.1.Aa, 7.3, 7.4a, 7.4b, 8.0c, 9.1a, 9.1b
    "a card nowhere": ("g01 is nowhere", put("cards", 0, 50)),
    "a card below nowhere": ("g01 is nowhere", put("cards", 0, -1)),
    "a card out of the game": ("g06 is out of the game", lay("g06", const.BOX)),
    "lent to the wrong power": ("us1 is lent to the wrong", lay("us1", const.LENT + 3)),
    "lent by nobody": ("u07 is nothing that Lend-Lease", lay("u07", const.LENT + 1)),
    "lent twice": (
        "uk does one Lend-Lease",
        both(lay("us2", const.LENT + 1), put("track", NATIONS["us"], 2)),
    ),
    "influence of nothing": ("g06 has no influence", lay("g06", const.INFLUENCING)),
    "tactics of nothing": ("tactics card", lay("g06", const.BEFORE + 1)),
    "in a strange deck": (
        "g06 is in the deck of another power",
        both(lay("g06", const.APART), lay("us2", const.DECK)),
    ),
    "known although open": ("r05 is open", known(1, "r05")),
    "two technologies": ("ussr develops one technology", lay("r03", const.DOWN + 3)),
    "two saved points": ("germany saves one point", lay("g06", const.TURNED)),
    "unequal influence": (
        "siam is not influenced by two powers with cards of two",
        lay("u13", const.INFLUENCING + 1),
    ),
    # 4.0c, 4.1.Ah, 4.2c, 10.1a
    "two reserves": ("japan has reserved too many", lay("j03", const.RESERVE + 2)),
    "a huge hand": (
        "uk holds too many cards",
        both(*[lay(f"j{n:02}", const.HAND + 1) for n in range(3, 10)]),
    ),
    "a huge packet": (
        "uk holds too many cards",
        both(*[lay(f"j{n:02}", const.PACKET + 1) for n in range(3, 10)]),
    ),
    "picks from nothing": ("uk picks from its packet", put("picks", 1, 1)),
    # 8.0e, 8.0f
    "technologies forgotten": ("technologies of germany", put("techs", 0, 0)),
    "costs forgotten": ("costs of germany", put("costs", 0, T.base_costs)),
    "a technology twice": ("uk has each technology once", lay("r03", const.ACTIVE + 1)),
    "a technology out of nothing": ("ussr has what heavy_bombers needs", lay("g09", const.ACTIVE + 3)),
    "developing what nothing leads to": (
        "ussr may develop heavy_bombers",
        both(lay("r04", const.DECK), lay("g09", const.DOWN + 3)),
    ),
    # 13.0.2, 13.0.8, 13.0.11
    "points below nothing": ("solo marker", let("solo_vp", -1), 1),
    "a solo card nowhere": ("is somewhere", put("solo", FIRST, 5), 1),
    "not there at once": ("is there at once", put("solo", FIRST, const.SOLO_BOX), 1),
    "there too early": ("comes in 1941", put("solo", LATER, const.SOLO_DECK), 1),
    "the wrong card gone": ("stays in the deck", put("solo", NOW, const.SOLO_GONE), 1),
    "one card too many gone": ("have left for those of", put("solo", FIRST + 2, const.SOLO_GONE), 1),
    "removed units": ("uk_air_fleet is not in this game", more("uk_air_fleet", "united_kingdom"), 1),
    "a hand of the Axis": ("germany holds no cards", lay("g01", const.HAND), 1),
    "two hands": ("ussr holds no cards", lay("g01", const.HAND + 3), 1),
}
