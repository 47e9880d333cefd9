"""The components in the order in which a position numbers them, and what the book says of all of them."""

from tests.games.total_domination.atlas import AREA, CARD, PACK, PLAYERS, POWER, TECH, UNIT

AREAS = [*AREA]
NATIONS = [*POWER]
CARDS = [*CARD]
TECHS = [*TECH]
KINDS = [*UNIT]
COUNTERS = [k for k in UNIT for _ in range(UNIT[k].count)]  # the kind of each counter
TYPES = [UNIT[k].type for k in COUNTERS]
COLOURS = [UNIT[k].nation for k in COUNTERS]
MODES = PACK.modes.modes
FREE = PACK.modes.free_setup.choices
ROUNDS = PACK.tracks.rounds
YEARS = [r.year for r in ROUNDS]
SOLO = {c.id: c for c in PACK.solo.solo_cards}
LANE = {lane.id: lane.areas for lane in PACK.solo.lanes}
PRIORITY = PACK.powers.home_priority

LIMIT = {1: 2, 2: 2, 3: 4}  # units by stars [3.7b]
AXIS = ("germany", "japan")
ALLIES = ("uk", "ussr")
MATE = {"germany": "japan", "japan": "germany", "uk": "ussr", "ussr": "uk"}
FOES = {"germany": ALLIES, "japan": ALLIES, "uk": AXIS, "ussr": AXIS}
ADDITIONAL = {"us": "uk", "china": "ussr"}  # whom they join [9.0a]
PARTNERS = {"france": "uk", "italy": "germany"}  # whose they are at first [3.2a]
TRACK = {row.power: row.steps for row in PACK.tracks.ajw_tracks}
STANDS = {
    "army": ("land", "coastal"),
    "fleet": ("island", "coastal"),
    "air_fleet": ("land", "island", "coastal"),
}  # [3.7c]
U_BOATS_IN = {1939: 1, 1940: 2}  # later there are only three counters [11.2c]
LEASE = {0: 0, 1: 4, 2: 5, 3: 6}  # the least value of the British card, by U-boats [11.2d]
ROCKETS = {
    "flying_bomb": (5, 1),
    "rocket": (5, 2),
    "nuclear_weapon": (6, 3),
}  # points, cards lost [6.4]

# Where a card can be, as a position numbers it.
BLOCKS = ("hand", "packet", "kept", "reserve", "lent", "down", "active", "influence", "before", "turned")
PLACES = [
    *("deck", "discarded", "box", "play"),
    *[f"{block}:{power}" for block in BLOCKS for power in PLAYERS],
    *("apart:us", "apart:china"),
    *[f"offered:{power}" for power in PLAYERS],
]
SOLO_PLACES = ("box", "deck", "pile", "used", "gone")


def colour(card: str) -> str:
    """The nation whose event a card shows."""
    return CARD[card].colour


def event(card: str) -> str:
    """The sort of event."""
    tag = CARD[card].event.__struct_config__.tag
    assert isinstance(tag, str)
    return tag
