"""Western Landings. [4.5.1]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.state import LANDING_BOX, ON_MAP, Board
from sandtable.games.other_side.rules.combat import combat_dice
from sandtable.games.other_side.rules.politics import control, countries
from sandtable.games.other_side.rules.production import tracks


def due(g: Board) -> bool:
    """Return whether the West draws for a Landing: a marker in its box, not winter. [4.5.1] [4.5.1i]"""
    return LANDING_BOX in g.landing_markers and g.season() != const.WINTER


def check(g: Board) -> None:
    """Draw a Combat card and land where it says. [4.5.1a] [4.5.1b] [4.5.1j]"""
    t = g.t
    card = combat_dice.draw_combat(g)
    area = const.NONE
    if t.landing_seasons[card][g.year] >> g.season() & 1:
        for candidate in t.landings[card][g.year]:
            if g.align[candidate] in (const.NEUTRAL, const.OCCUPIED, const.SATELLITE):
                area = candidate
                break
    if g.log is not None:
        end = "no Landing" if area == const.NONE else f"a Landing in {words.space(g, area)}"
        refs = () if area == const.NONE else (g.ids.space + area,)
        g.log.add(f"Landings: Combat card {t.combat_number[card]}: {end}.", "4.5.1", refs)
    combat_dice.use_combat(g, card)
    if area != const.NONE:
        land(g, area)


def sector(g: Board, area: int) -> int:
    """Return the Sector where the West lands: the only one with the symbol, or by a die. [4.5.1d] [1.3o]"""
    row = g.t.landing_die[area]
    found = sorted({n for n in row if n})
    if len(found) == 1:
        return found[0]
    die = g.rng.roll()
    g.revealed += 1
    if g.log is not None:
        g.log.add(f"Landing Sector: {die}, {words.sector(g, area, row[die])}.", "4.5.1d")
    return row[die]


def land(g: Board, area: int) -> None:
    """Land the West in an Area. [4.5.1c] [4.5.1d] [4.5.1e] [4.5.1f] [4.5.1g] [4.5.1h]"""
    if g.align[area] == const.NEUTRAL:
        countries.activate_satellite(g, g.t.country_of[area])
    where = sector(g, area)
    g.set_ally(area, where, const.WEST)
    g.set_axis(area, where - 1)
    g.set_align(area, const.DISPUTED if where > 1 else const.WESTERN)
    marker = g.landing_markers.index(LANDING_BOX)
    g.landing_markers = changed(g.landing_markers, marker, ON_MAP)
    g.landing = changed(g.landing, area, where)
    g.no_west |= 1 << area
    if g.log is not None:
        text = f"The West lands in {words.sector(g, area, where)}, {words.space(g, area)}."
        g.log.add(text, "4.5.1d", (g.ids.space + area,))
    tracks.lose_resource(g, area, "4.5.1f")  # [R23]
    if where == 1:
        control.lost(g, area)  # [R19]
