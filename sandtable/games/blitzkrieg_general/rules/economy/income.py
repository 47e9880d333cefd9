"""Income: production and savings, less what bombs and submarines destroy. [B7.2] [A7.3]"""

from __future__ import annotations

from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import NONE, SUBMARINE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy, treaty_deliveries


class Income(Step[Board]):
    """The income of all majors at once, without a choice. [B7.2] [A7.3]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        treaty_deliveries.check(g)
        for side in (g.last_initiative, 1 - g.last_initiative):
            for major in g.majors(side):
                collect(g, major)
        return False


def collect(g: Board, major: int) -> None:
    """Set one major's Build Points for this quarter."""
    made = economy.production(g, major)
    bombs = bombing_losses(g, major)
    subs = submarine_losses(g, major)
    g.points[major] = max(0, made - bombs - subs) + g.saved[major]
    kept = g.saved[major]
    g.saved[major] = 0
    if g.log is not None and not g.fallen(major):
        lost = f", less {bombs} by bombs" if bombs else ""
        lost += f", less {subs} by submarines" if subs else ""
        more = f", {kept} saved" if kept else ""
        text = f"{words.country(g, major)} has {words.points(g.points[major])}: {made} produced{lost}{more}."
        g.log.add(text, "A7.3" if g.advanced else "B7.2", (g.ids.country + major,))


def bombing_losses(g: Board, major: int) -> int:
    """Return what strategic bombardment has destroyed of a major's production. [A6.5.6b]"""
    total = 0
    for area in range(g.t.n_areas):
        if g.bombed[area] and economy.receiver(g, area) == major:
            total += min(g.bombed[area], economy.adds(g, area))
    return total


def submarine_losses(g: Board, major: int) -> int:
    """Return what submarines take from colonies, British home areas and deliveries.

    [A6.5.3x] [A6.5.3y] [A6.5.3z]
    """
    if not g.advanced:
        return 0
    t = g.t
    left: dict[int, int] = {}  # what each area can still lose
    total = 0
    for zone in range(t.n_areas, t.n_spaces):
        number = submarines(g, zone, g.war[major])
        if not number:
            continue
        for area in t.coast[zone]:
            if number and exposed(g, area, major):
                if area not in left:
                    left[area] = max(0, economy.adds(g, area) - g.bombed[area])
                lost = min(number, left[area])
                left[area] -= lost
                number -= lost
                total += lost
    for delivery in range(len(t.delivery_taker)):
        if t.delivery_taker[delivery] == major and t.delivery_overseas[delivery]:
            if (g.deliveries >> delivery) & 1:
                number = submarines_at(g, t.delivery_giver[delivery], g.war[major])
                total += min(number, t.delivery_amount[delivery])
    return total


def exposed(g: Board, area: int, major: int) -> bool:
    """Return whether an area's production comes by sea: of a colony, or a British home area. [A6.5.3x]"""
    if economy.receiver(g, area) != major:
        return False
    home = g.t.area_home[area]
    return home == NONE or (major == g.t.be and g.t.home_country[home] == major)


def submarines(g: Board, zone: int, enemies: int) -> int:
    """Return how many submarines of a set of countries are in a zone."""
    if not g.ships[zone] & enemies:
        return 0
    return sum([g.t.unit_kind[u] == SUBMARINE for u in g.here(zone, enemies)])


def submarines_at(g: Board, giver: int, enemies: int) -> int:
    """Return how many submarines of a set of countries are in zones next to a country's home areas."""
    zones: list[int] = []
    for area in g.t.home_of[giver]:
        for zone in g.t.coast[area]:
            if zone not in zones:
                zones.append(zone)
    return sum([submarines(g, zone, enemies) for zone in zones])
