"""A position in which all invariants hold, and ways to break each of them."""

from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.sequence import Impulses
from sandtable.games.on_to_berlin.testing import add_unit, area, card, country, position, unit_at
from tests.games.breaking import both, let, put
from tests.games.case import Breakage, Broken
from tests.games.on_to_berlin.clicks import T
from tests.games.on_to_berlin.waiting import Idle

UNITS = {
    "berlin": "2 ge_lf, ge_tf spent, ge_af",
    "warsaw": "2 po_lf",
    "brest": "po_lf",
    "paris": "fr_lf, uk_lf",
    "london": "uk_lf, uk_af",
    "england": "uk_gf",
    "gibraltar": "uk_ft",
    "english_channel": "2 uk_nf, uk_lf",
    "baltic_sea": "ge_nf",
    "north_sea": "ge_ss",
    "central_mediterranean": "it_nf",
    "sweden": "sw_lf",
    "ankara": "tu_lf",
    "rome": "it_lf",
    "milan": "it_lf",
    "new_weapons": "2 ge_ss_nw, ge_af_jet",
}
HANDS = {"axis": ["ax_blitzkrieg_2"], "allied": ["al_supply_2"]}


def sound() -> Board:
    """A position between two impulses in which everything holds."""
    g = position(UNITS, hands=HANDS, options=["jets"], discards=["ax_supply_2"])
    g.limits = [4, 4]
    g.push(Idle())
    g.push(Impulses())
    return g


def at(g: Board, name: str) -> int:
    kind, _, where = name.partition("@")
    return unit_at(g, kind, where)


# --- ways to break it


def byte(target: str, index: int, value: int) -> Breakage:
    """Write a value into some of the board's bytes, and derive the rest again."""

    def breakage(g: Board) -> None:
        setattr(g, target, changed(getattr(g, target), index, value))
        g.derive()

    return breakage


def more(kind: str, where: str, number: int = 1, option: str = "", spent: bool = False) -> Breakage:
    """Put counters where they do not belong."""

    def breakage(g: Board) -> None:
        if option:
            setattr(g, option, True)
        for _ in range(number):
            add_unit(g, kind, where, spent)

    return breakage


def condition(unit: str, cond: int) -> Breakage:
    """Give a counter another condition."""

    def breakage(g: Board) -> None:
        g.cond[at(g, unit)] = cond
        g.derive()

    return breakage


def off(kind: str, place: int, cond: int = 0, came: int = -1) -> Breakage:
    """Send a counter of the pool to another place off the map."""

    def breakage(g: Board) -> None:
        unit = at(g, f"{kind}@pool")
        g.place[unit] = place
        g.cond[unit] = cond
        g.came[unit] = came

    return breakage


def move_card(name: str, where: int, lying: int = 0, option: str = "") -> Breakage:
    """Lay a card somewhere else."""

    def breakage(g: Board) -> None:
        if option:
            setattr(g, option, True)
        g.cards[card(g, name)] = where
        g.face_down = changed(g.face_down, card(g, name), lying)

    return breakage


def side_of(name: str, side: int, war: int, lasting: int = 0) -> Breakage:
    """Write down the state of a nation."""

    def breakage(g: Board) -> None:
        number = country(g, name)
        g.nside = changed(g.nside, number, side)
        g.war = changed(g.war, number, war)
        g.lasting = changed(g.lasting, number, lasting)
        g.derive()

    return breakage


def controlled_by_nobody_known(g: Board) -> None:
    g.control = changed(g.control, area(g, "brest"), T.n_nations)


def not_where_it_is(g: Board) -> None:
    g.at[area(g, "brest")] = ()


def twice_where_it_is(g: Board) -> None:
    g.at[area(g, "brest")] *= 2


def in_two_areas(g: Board) -> None:
    g.at[area(g, "galicia")] = g.at[area(g, "brest")]


def out_of_order(g: Board) -> None:
    here = area(g, "berlin")
    g.at[here] = tuple(reversed(g.at[here]))


def miscounted(g: Board) -> None:
    g.force[1][area(g, "brest")] += 1


def held_by_another(g: Board) -> None:
    g.held = changed(g.held, area(g, "brest"), 0)


def nobody_asked(g: Board) -> None:
    g.agenda = []


def in_play_without_a_card(g: Board) -> None:
    g.card = card(g, "ax_blitzkrieg_2")


def without_its_option(g: Board) -> None:
    g.jets = False


def out_with_its_option(g: Board) -> None:
    for unit in range(T.n_units):
        if T.unit_jet[unit]:
            g.place[unit] = const.OUT


def mixed_sets(g: Board) -> None:
    add_unit(g, "vc_lf", "morocco")


def changed_sides(g: Board) -> None:
    """France fights for the Axis, but one of its old counters is still there."""
    side_of("fr", 0, 1)(g)


def beyond_the_line(g: Board) -> None:
    side_of("hu", 0, 1)(g)
    add_unit(g, "hu_lf", "berlin")


def neutral_abroad(g: Board) -> None:
    add_unit(g, "sw_lf", "norway")


def american_at_sea(g: Board) -> None:
    add_unit(g, "us_nf", "north_atlantic")


def too_many_cards(g: Board) -> None:
    g.limits = [0, 4]


def came_before(g: Board) -> None:
    g.came[at(g, "ge_lf@berlin")] = area(g, "ruhr")


def played_on(g: Board) -> None:
    g.card = card(g, "ax_blitzkrieg_2")
    g.cards[g.card] = const.PLAYED


TRACKS = {name: number for number, name in enumerate(T.track_id)}
AREAS = T.area_index
BROKEN: dict[str, Broken] = {
    "before the first turn": ("on the track", let("turn", 0)),  # 2.2.2a
    "after the last turn": ("on the track", let("turn", 13)),  # 2.2.2a
    "nobody's impulse": ("impulse of one of the sides", let("side", 2)),
    "nobody's initiative": ("has the initiative", let("initiative", 2)),  # 5.0c
    "three passes": ("after two passes", let("passes", 3)),  # 5.0e
    "nobody asked": ("somebody is asked", nobody_asked),
    "points below nothing": ("Points have a box", put("points", 0, -1)),  # 3.2
    "more points than boxes": ("Points have a box", put("points", 1, 17)),  # 3.2
    "a hand below nothing": ("limited by Resource Points", put("limits", 1, -1)),  # 3.2e
    "reaction points below nothing": ("from reaction cards", put("pending", 0, -1)),  # 10.2a
    "more reaction points than cards": ("from reaction cards", put("pending", 0, 6)),  # 10.2a
    "ships on land": ("paris, which is land", byte("shipped", AREAS["paris"], 1)),
    "transports on land": ("paris, which is land", byte("carried", AREAS["paris"], 1)),
    "another symbol": ("brest has the symbol", byte("printed", AREAS["brest"], T.ceded_to)),  # 15.4c
    "the old symbol": ("brest has the symbol", let("poland_surrendered", True)),  # 15.4c
    "a fourth side": (  # 3.1, 3.1.2d
        "is on an unknown side",
        both(byte("nside", T.n_nations - 1, 0), let("nside", bytes([3] * 40))),
    ),
    "Neutral at war": ("sw is Neutral and At War", side_of("sw", const.NEUTRAL, 1)),  # 3.1, 3.1.2d
    "Neutral for good": ("sw is Neutral although", side_of("sw", const.NEUTRAL, 0, 1)),  # 3.1, 3.1.2d
    "on a side at peace": ("uk is on a side but", side_of("uk", 1, 0)),  # 3.1, 3.1.2d
    "off the track": (
        "us is off its track",
        put("markers", TRACKS["us"], 6),
    ),  # 2.2.2c, 3.1.2b, 3.1.2c, 3.1.3d
    "below the track": (
        "us is off its track",
        put("markers", TRACKS["us"], -1),
    ),  # 2.2.2c, 3.1.2b, 3.1.2c, 3.1.3d
    "entered but Neutral": (
        "su is not where its marker",
        put("markers", TRACKS["su"], 3),
    ),  # 2.2.2c, 3.1.2b, 3.1.2c, 3.1.3d
    "in the war too early": (
        "tu is not where its marker",
        side_of("tu", 0, 1),
    ),  # 2.2.2c, 3.1.2b, 3.1.2c, 3.1.3d
    "on the wrong side": (
        "tu is not where its marker",
        side_of("tu", 1, 1),
    ),  # 2.2.2c, 3.1.2b, 3.1.2c, 3.1.3d
    "the marker left behind": (
        "su is At War but its marker",
        side_of("su", 1, 1, 1),
    ),  # 2.2.2c, 3.1.2b, 3.1.2c, 3.1.3d
    "not where it is": ("does not stand where it is", not_where_it_is),
    "twice where it is": ("does not stand where it is", twice_where_it_is),
    "off the map's edge": ("does not stand where it is", off("ge_gf", T.n_areas)),
    "in no condition": ("has an unknown condition", condition("ge_lf@berlin", 8)),  # 2.1.1b
    "acted out of turn": ("other side's impulse", condition("uk_lf@london", const.BY_POINTS)),  # 7.1
    "both counter sets": ("vc_lf belongs to the other", mixed_sets),
    "the old counter set": ("fr_lf belongs to the other", changed_sides),
    "in the pool with a condition": ("off the map but", off("ge_gf", const.POOL, const.SPENT)),  # 2.1.1b
    "in the pool from somewhere": ("off the map but", off("ge_gf", const.POOL, 0, 1)),
    "infantry out of the game": (
        "ge_gf is out of the game",
        off("ge_gf", const.OUT),
    ),  # 2.2.2d, 2.2.2f, 4.0c, 15.8.2a
    "the jet without its option": ("jet is in the game without", without_its_option),  # 16.7
    "the jet out of the game with its option": ("jet is out of the game", out_with_its_option),  # 16.7
    "no New Weapon": ("ge_gf is not a New Weapon", off("ge_gf", const.NEW_WEAPONS)),  # 2.2.2d, 2.2.2f, 4.0c
    "nowhere": ("ge_gf is nowhere", off("ge_gf", -4)),  # 2.2.2d, 2.2.2f, 4.0c
    "in two areas": ("each area holds the counters", in_two_areas),
    "out of order": ("each area holds the counters", out_of_order),
    "miscounted": ("the counts of units add up", miscounted),
    "held by another": ("each area is on the side", held_by_another),
    "two fortresses": ("more than one fortress in gibraltar", more("uk_ft", "gibraltar")),  # 15.8.2
    "two fortresses of two sides": (
        "more than one fortress in gibraltar",
        more("ge_ft", "gibraltar"),
    ),  # 15.8.2
    "too many land units": (
        "land units stack too high in berlin",
        more("ge_lf", "berlin", 8),
    ),  # 2.2k, 8.1.1d, 8.1.1e
    "too many air units": (
        "air units stack too high in berlin",
        more("ge_af", "berlin", 4),
    ),  # 2.2k, 8.1.1d, 8.1.1e
    "ships ashore": ("uk_nf is on land in london", more("uk_nf", "london")),  # 8.1.1c
    "Allies in the Baltic": (
        "uk_nf is in baltic_sea, which is closed",
        more("uk_nf", "baltic_sea"),
    ),  # 15.6, 15.7.2, 15.7.3, 15.7.4
    "Axis in the Middle East": (
        "middle_east, which is closed",
        more("ge_lf", "middle_east"),
    ),  # 15.6, 15.7.2, 15.7.3, 15.7.4
    "anybody in the Black Sea": (
        "black_sea, which is closed",
        more("ge_nf", "black_sea"),
    ),  # 15.6, 15.7.2, 15.7.3, 15.7.4
    "beyond the Operational Limit": (
        "hu_lf is beyond the Operational Limit",
        beyond_the_line,
    ),  # 15.6, 15.7.2, 15.7.3, 15.7.4
    "garrisons abroad": (
        "uk_gf is not at home in paris",
        more("uk_gf", "paris", 1, "garrison_limits"),
    ),  # 16.6
    "Neutral abroad": ("sw_lf is Neutral but not at home in norway", neutral_abroad),  # 3.1.1c, 3.1.3
    "Americans before the war": ("us_nf is Neutral but not at home", american_at_sea),
    "Neutral and spent": (
        "sw_lf is Neutral but spent",
        condition("sw_lf@sweden", const.SPENT),
    ),  # 3.1.1c, 3.1.3
    "on Neutral ground": ("ge_lf is in sweden, which is Neutral", more("ge_lf", "sweden")),  # 3.1.1c, 3.1.3
    "land without a controller": (
        "brest has no controller",
        byte("control", AREAS["brest"], const.NOBODY),
    ),  # 3.3, 3.4d
    "controlled by nobody known": (
        "brest is controlled by an unknown nation",
        controlled_by_nobody_known,
    ),  # 3.3, 3.4d
    "a card nowhere": ("ax_supply_2 is nowhere", move_card("ax_supply_2", 6)),  # 2.2.2e, 2.3
    "a card below nowhere": ("ax_supply_2 is nowhere", move_card("ax_supply_2", -1)),  # 2.2.2e, 2.3
    "another card in play": (
        "not the card being played",
        move_card("ax_supply_2", const.PLAYED),
    ),  # 2.2.2e, 2.3
    "in play and in the hand": ("not the card being played", in_play_without_a_card),  # 2.2.2e, 2.3
    "a card that comes back, gone": (
        "ax_supply_2 is out of the game",
        move_card("ax_supply_2", const.GONE),
    ),  # 2.3.2b, 2.3.3
    "back in the pool": (
        "ax_supply_2 is in the pool",
        move_card("ax_supply_2", const.POOLED),
    ),  # 2.3.2b, 2.3.3
    "face down in the hand": (  # 16.1.1, 16.1.2
        "ax_supply_2 lies face down",
        move_card("ax_supply_2", const.HAND, const.LOST, "discard_secrecy"),
    ),
    "lost face down without the option": (  # 16.1.1, 16.1.2
        "ax_supply_2 lies face down",
        move_card("ax_supply_2", const.DISCARDED, const.LOST, "development_secrecy"),
    ),
    "developed face down without the option": (  # 16.1.1, 16.1.2
        "ax_supply_2 lies face down",
        move_card("ax_supply_2", const.DISCARDED, const.DEVELOPED, "discard_secrecy"),
    ),
    "face down in no way there is": (  # 16.1.1, 16.1.2
        "ax_supply_2 lies face down",
        move_card("ax_supply_2", const.DISCARDED, 3, "discard_secrecy"),
    ),
    "too many cards": ("more cards than allowed", too_many_cards),  # 5.0a
    "a card not played to its end": ("played to its end", played_on),  # 6.1c
    "came from somewhere": ("last impulse is forgotten", came_before),  # 5.0b
    "shipped before": ("last impulse is forgotten", byte("shipped", AREAS["north_sea"], 1)),  # 5.0b
    "carried before": ("last impulse is forgotten", byte("carried", AREAS["north_sea"], 1)),  # 5.0b
    "acted before its impulse": (
        "acted before its impulse",
        condition("ge_lf@berlin", const.BY_POINTS),
    ),  # 5.0b
    "too few ships": (
        "more units in english_channel than ships",
        more("uk_lf", "english_channel", 2),
    ),  # 3.6d
    "control not determined": ("norway should be controlled", byte("control", AREAS["norway"], 0)),  # 3.4a
}
