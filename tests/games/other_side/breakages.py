"""Set-ups, in which all invariants hold, and ways to break each of them."""

from collections.abc import Callable

from sandtable.engine.state import changed
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.combat_state import CombatState
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    COMPLETED,
    FUTURE,
    IN_COMMAND,
    ISOLATED,
    NO_HEAD,
    ON_MAP,
    POOL,
    VACANCY,
    Board,
)
from sandtable.games.other_side.testing import area, general, position, tables
from tests.games.case import Breakage, Broken

SCENARIOS = ["armageddon", "world_war", "total_war", "decline_of_the_third_reich"]


def align(name: str, marker: int) -> Breakage:
    """Another marker without moving Disks."""
    return lambda g: g.set_align(area(g, name), marker)


def axis(name: str, sector: int) -> Breakage:
    """The Axis Disk elsewhere."""
    return lambda g: g.set_axis(area(g, name), sector)


def ally(name: str, sector: int, faction: int) -> Breakage:
    """The Allied Disk elsewhere."""
    return lambda g: g.set_ally(area(g, name), sector, faction)


def supply(g: Board) -> None:
    """A supply marker where the Axis has no Disk."""
    g.supply = changed(g.supply, area(g, "egypt"), ISOLATED)


def landing(g: Board) -> None:
    """A Landing marker behind the Axis Disk."""
    g.landing = changed(g.landing, area(g, "northern_france"), 1)


def marker(g: Board) -> None:
    """A Landing marker on the map that lies in no Area."""
    g.landing_markers = changed(g.landing_markers, 0, ON_MAP)


def counted(g: Board) -> None:
    """A resource counted that has not been won."""
    g.counted |= 1 << area(g, "egypt")


def misplaced(g: Board) -> None:
    """A cube that stands in Poland and is said to be in the pool."""
    g.place[g.at[area(g, "poland")][0]] = POOL


def miscounted(g: Board) -> None:
    """German Armies miscounted."""
    n = area(g, "poland")
    g.german = changed(g.german, n, g.german[n] + 1)


def nowhere(g: Board) -> None:
    """A cube in no place at all."""
    unit = next(u for u in range(g.t.n_units) if g.place[u] == POOL)
    g.place[unit] = 99


def missing(g: Board) -> None:
    """A cube said to be in Hungary that does not stand there."""
    unit = next(u for u in range(g.t.n_units) if g.place[u] == POOL)
    g.place[unit] = area(g, "hungary")


def crowded(n: int) -> Breakage:
    """Put `n` more Armies into Greece than it can take."""

    def doing(g: Board) -> None:
        goal = area(g, "greece")
        spare = [u for u in range(g.t.n_units) if g.place[u] == POOL or g.place[u] > POOL]
        for unit in spare[: g.room(goal) + n]:
            g.put(unit, goal)

    return doing


def invaded_italy(g: Board) -> None:
    """German Armies in independent Italy."""
    for unit in g.at[area(g, "poland")][:2]:
        g.put(unit, area(g, "northern_italy"))
    g.italy = 0


def astray(g: Board) -> None:
    """A Head who does not know where he is."""
    holder = next(h for h in g.heads if h >= 0)
    g.post[holder] = 0 if g.post[holder] else 2


def unranked(g: Board) -> None:
    """A Head whose card is not with those In Command."""
    holder = next(h for h in g.heads if h >= 0)
    g.where = changed(g.where, holder, AVAILABLE)


def twice(g: Board) -> None:
    """A Head in two boxes."""
    slot = next(n for n, h in enumerate(g.heads) if h >= 0)
    g.heads[slot ^ 1] = g.heads[slot]


def idle(g: Board) -> None:
    """A General In Command of nothing."""
    free = next(n for n in range(g.t.n_generals) if g.where[n] == AVAILABLE)
    g.where = changed(g.where, free, IN_COMMAND)


def questioned(g: Board) -> None:
    """A questioned General who has not come yet."""
    later = next(n for n in range(g.t.n_generals) if g.where[n] == FUTURE)
    g.questioned |= 1 << later


def unowned(g: Board) -> None:
    """A General of a player who does not play."""
    g.owner = changed(g.owner, general(g, "von_rundstedt"), 3)


def dissidents(g: Board) -> None:
    """More Dissidents than there are markers."""
    g.dissident = (1 << g.t.dissidents + 1) - 1


def headless(g: Board) -> None:
    """An Army Group without Head or Vacancy."""
    slot = next(n for n, h in enumerate(g.heads) if h >= 0)
    g.where = changed(g.where, g.heads[slot], AVAILABLE)
    g.heads[slot] = NO_HEAD


def vacant(g: Board) -> None:
    """A Vacancy where no German Army is."""
    g.heads[2 * area(g, "urals")] = VACANCY


def number(name: str, value: int) -> Breakage:
    """A number of the state that its track does not have."""
    return lambda g: setattr(g, name, value)


def air(g: Board) -> None:
    """Air/Naval Control off its track."""
    g.air = bytes([3, 3, 3, 6])


def locked(g: Board) -> None:
    """Strategic Warfare in a Locked box."""
    g.warfare, g.locked = 3, 1 << 3


def table(g: Board) -> None:
    """A Production marker off the table."""
    g.production = changed(g.production, 0, 4)


def combat_card(g: Board) -> None:
    """A Combat card that has vanished."""
    g.combat_deck.pop()


def fought_card(g: Board) -> None:
    """A Combat card in a Combat and in the deck."""
    g.fight = CombatState(area(g, "poland"))
    g.fight.card = g.combat_deck[0]


def event(g: Board) -> None:
    """An Event in the deck and among next year's."""
    g.strategic_next.append(g.strategic_deck[0])


def battle(g: Board) -> None:
    """A Combat Event twice in the deck."""
    g.battle_deck.append(g.battle_deck[0])


def orchestra(g: Board) -> None:
    """A Black Orchestra card on a board and in the deck."""
    g.orchestra = changed(g.orchestra, g.orchestra_deck[0], 0)


def active(g: Board) -> None:
    """An active card without its Heads."""
    g.active.append(0)


def project(g: Board) -> None:
    """A Project beyond the track."""
    g.project = changed(g.project, 0, COMPLETED - 1)


def peaceful(g: Board) -> None:
    """A Satellite that is said to be Neutral."""
    g.country = changed(g.country, g.t.country_index["hungary"], const.NEUTRAL)


ROWS: list[tuple[str, Breakage]] = [
    ("poland is the Axis's, but Disks are", axis("poland", 1)),
    ("egypt is Allied, but Disks are", ally("egypt", 2, const.WEST)),
    ("egypt has the wrong Allied Disk", ally("egypt", 1, const.SOVIETS)),
    ("baltic_states is Disputed, but Disks are", align("baltic_states", const.DISPUTED)),
    ("egypt is Neutral with an Allied Disk", align("egypt", const.NEUTRAL)),
    ("sweden is Neutral with an Axis Disk", axis("sweden", 1)),
    ("crete has no such alignment", align("crete", const.SOVIET)),
    ("gibraltar has no such alignment", align("gibraltar", const.SATELLITE)),
    ("egypt has a supply marker without an Axis Disk", supply),
    ("a Landing marker is behind the front in northern_france", landing),
    ("Landing markers do not add up", marker),
    ("the resource of egypt is counted", counted),
    ("Armies are not where they stand", misplaced),
    ("the German Armies are miscounted", miscounted),
    ("is nowhere", nowhere),
    ("Armies are not where they stand", missing),
    ("greece is too full", crowded(2)),
    ("an Area is over its limit outside of movement", crowded(1)),
    ("more German Armies are in Italy", invaded_italy),
    ("is not in his Position", astray),
    ("holds a Position, but is not In Command", unranked),
    ("is In Command of nothing", idle),
    ("is Questioned, but not in play", questioned),
    ("von_rundstedt has no owner", unowned),
    ("there are too many Dissidents", dissidents),
    ("Heads and Vacancies", headless),
    ("urals has 1 Heads and Vacancies", vacant),
    ("Resources are off their track", number("resources", 22)),
    ("Fanaticism is off its track", number("fanaticism", 10)),
    ("Unrest is off its track", number("unrest", 3)),
    ("Air/Naval Control is off its track", air),
    ("Strategic Warfare is off its track", number("warfare", 5)),
    ("Strategic Warfare is in a Locked box", locked),
    ("a Commitment is off its track", number("usa", 99)),
    ("Paratroops are off their track", number("paratroops", 9)),
    ("wehrmacht is off the table", table),
    ("0 Festung Sectors are lost, not 1", number("collapse", 1)),
    ("the Combat cards do not add up", combat_card),
    ("the Combat cards do not add up", fought_card),
    ("an Event card is in two places", event),
    ("an Event card is in two places", battle),
    ("a Black Orchestra card is in two places", orchestra),
    ("active cards and their Heads do not match", active),
    ("a Project is off its track", project),
    ("a Neutral country is at war", peaceful),
]
BROKEN: dict[str, Broken] = {f"{n} {words}": (words, break_it) for n, (words, break_it) in enumerate(ROWS)}


def set_up(scenario: str, players: int) -> Callable[[], Board]:
    """Return what sets up a scenario."""
    t = tables()
    first = t.years[t.scenarios[t.scenario_index[scenario]].first_year]
    return lambda: position(scenario, set_up=True, players=players, year=first)


SOUND = [
    lambda: position(set_up=True),
    *[set_up(scenario, players) for scenario in SCENARIOS for players in (1, 4)],
]
