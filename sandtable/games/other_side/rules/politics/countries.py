"""Countries that enter the war, change sides, surrender or are occupied, and the status of Italy and France.

The effects of cards call these functions, and so do the Segments that activate Neutral countries.
"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.state import NAVAL, OPEN_PORT, OUT_OF_PLAY, POOL, REMOVED, Board
from sandtable.games.other_side.rules.base_steps import ForcedStep
from sandtable.games.other_side.rules.cards.card_conditions import country_state
from sandtable.games.other_side.rules.combat import losses
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.politics import control
from sandtable.games.other_side.rules.production import tracks


def homes(g: Board, country: int) -> int:
    """Return the Home Areas of a country; Vichy France has two of the three. [8.2a]"""
    return g.t.vichy if country == g.t.france and g.france == const.VICHY else g.t.home[country]


def _log(g: Board, text: str, rule: str, country: int, areas: list[int]) -> None:
    if g.log is not None:
        refs = [g.ids.space + area for area in areas]
        if country != const.NONE:
            refs.append(g.ids.country + country)
        g.log.add(text, rule, tuple(refs))


def _where(g: Board, areas: list[int]) -> str:
    """Describe the Areas of a country; a single one has the country's name."""
    return f": {words.spaces(g, areas)}" if len(areas) > 1 else ""


# --- Satellites


def activate_satellite(g: Board, country: int) -> None:
    """Let a Neutral country join the Axis; only its Neutral Home Areas change. [3.3.1i] [R24]"""
    t = g.t
    areas = [area for area in bits(homes(g, country)) if g.align[area] == const.NEUTRAL]
    g.country = changed(g.country, country, const.SATELLITE)
    for area in areas:
        g.set_align(area, const.SATELLITE)  # [3.3.1b]
        g.set_axis(area, t.top[area])  # [3.3.1c]
    for base in bits(t.home_bases[country]):
        if g.align[base] == const.NEUTRAL:
            g.set_align(base, const.OCCUPIED)  # [R24]
    if g.log is not None:
        text = f"{words.country(g, country)} becomes a Satellite of the Axis{_where(g, areas)}."
        _log(g, text, "3.3.1b", country, areas)
    for area in areas:
        if t.resource >> area & 1:
            tracks.gain_resource(g, area, "3.3.1d")  # one point for the whole country [3.3.1d]
            break
    _raise_satellites(g, country, areas)
    for area in areas:
        if t.ports >> area & 1:  # [3.3.1g]
            g.port = changed(g.port, area, OPEN_PORT)
            g.supply = changed(g.supply, area, NAVAL)
            if g.log is not None:
                _log(g, f"The port of {words.space(g, area)} is open.", "3.3.1g", const.NONE, [area])
    if country == t.italy:
        tracks.air(g, const.SOUTH_FRONT, t.italy_air, "3.3.1h")


def _raise_satellites(g: Board, country: int, areas: list[int]) -> None:
    """Raise the Armies of a new Satellite: one in each Home Area, some in the Force Pool. [2.3c]"""
    kind = g.t.kind_of_country[country]
    if kind == const.NONE:  # Vichy has none, nor have countries without cubes [3.3.1e] [R24]
        return
    placed: list[int] = []
    for area in areas:
        unit = g.free_unit(kind, OUT_OF_PLAY)
        if unit != const.NONE and g.room(area) > 0:  # [3.3.1e] [2.3f]
            g.put(unit, area)
            placed.append(area)
    pooled = 0
    for _ in range(g.t.to_pool[country]):
        unit = g.free_unit(kind, OUT_OF_PLAY)
        if unit != const.NONE:
            g.put(unit, POOL)  # [3.3.1f]
            pooled += 1
    if g.log is not None:
        where = f"one in {words.spaces(g, placed)}" if placed else "none on the map"
        text = f"Armies of {words.country(g, country)}: {where}, {pooled} in the Force Pool."
        _log(g, text, "3.3.1e", country, placed)


# --- the Allies


def activate_western(g: Board, country: int) -> None:
    """Let a Neutral country join the Western Faction. [3.4.1]"""
    t = g.t
    if g.country[country] != const.NEUTRAL:
        return
    areas = [area for area in bits(homes(g, country)) if g.align[area] == const.NEUTRAL]
    for area in areas:
        # The Axis may hold a Festung Sector there, and Armies may stand in it. [R48]
        g.set_ally(area, g.axis[area] + 1, const.WEST)
        g.set_align(area, const.DISPUTED if g.axis[area] else const.WESTERN)  # [3.4.1a]
    for base in bits(t.home_bases[country]):
        if g.align[base] == const.NEUTRAL:  # Bases have no Disks [3.4.1a]
            g.set_align(base, const.WESTERN)
            areas.append(base)
    g.country = changed(g.country, country, const.WESTERN)
    if g.log is not None:
        text = f"{words.country(g, country)} joins the Western Faction{_where(g, areas)}."
        _log(g, text, "3.4.1", country, areas)


def activate_ussr(g: Board) -> None:
    """Let the USSR enter the war if it is Neutral: from now on it attacks. [7.1] [7.1a]"""
    t = g.t
    if g.country[t.ussr] != const.NEUTRAL:
        return
    areas = bits(t.home[t.ussr])
    for area in areas:
        if area == t.disputed_at_war:
            g.set_align(area, const.DISPUTED)
            g.set_ally(area, g.axis[area] + 1, const.SOVIETS)
        else:
            g.set_align(area, const.SOVIET)
            g.set_ally(area, 1, const.SOVIETS)
    g.country = changed(g.country, t.ussr, const.SOVIET)
    g.ussr = t.ussr_war  # where it stays [7.1b]
    if g.log is not None:
        text = (
            f"The USSR enters the war: {words.space(g, t.disputed_at_war)} is Disputed, "
            f"its other Home Areas are Soviet."
        )
        _log(g, text, "7.1", t.ussr, areas)


def activate_usa(g: Board) -> None:
    """Let the USA enter the war: Western hit faces count in Strategic Warfare. [7.2]"""
    g.usa = g.t.usa_war  # where it stays [7.2a]
    if g.log is not None:
        g.log.add("The USA enters the war.", "7.2")


def no_offensive(g: Board, faction: int, space: int) -> None:
    """Put a No Offensive marker into an Area, or for NONE into the next Operations box. [4.7.1c] [4.7.1e]"""
    name = "Western" if faction == const.WEST else "Soviet"
    if space != const.NONE:
        if faction == const.WEST:
            g.no_west |= 1 << space
        else:
            g.no_soviet |= 1 << space
        if g.log is not None:
            _log(g, f"No {name} Offensive in {words.space(g, space)}.", "4.7.1e", const.NONE, [space])
        return
    moment = next_operations(g)
    if faction == const.WEST:
        g.west_skips |= 1 << moment  # a second one is lost [R67]
    else:
        g.soviet_skips |= 1 << moment
    if g.log is not None:
        year, box = divmod(moment, const.BOXES)
        when = f"{const.SEASON_IDS[const.SEASON_OF_BOX[box]].capitalize()}"
        if year != g.year:
            when += " of the new year"
        g.log.add(f"No {name} Offensive in the next Operations Phase ({when}).", "4.7.1e")


def next_operations(g: Board) -> int:
    """Return the box number of the next Operations Phase; after Fall's it is Winter's. [R67]"""
    for box in const.OPERATIONS_BOXES:
        if box > g.box:
            return g.year * const.BOXES + box
    return (g.year + 1) * const.BOXES + const.OPERATIONS_BOXES[0]


# --- conquest [4.7.1]


def _plant(g: Board, area: int, sector: int) -> None:
    """Put the Axis Disk into a Sector, even if it was not on the map."""
    t = g.t
    if g.axis[area] == 0:
        if t.festung >> area & 1 and g.collapse > 0:
            g.collapse -= 1  # the Festung Sector is German again [R33]
        if t.ports >> area & 1 and g.port[area] == 0:
            g.port = changed(g.port, area, OPEN_PORT)  # [R20]
    g.set_axis(area, sector)


def _conquered(g: Board, area: int, rule: str) -> None:
    """Make an Area the Axis holds to its last Sector Occupied. [4.7.1a]"""
    g.set_ally(area, 0)
    if g.landing[area]:
        control.lift_landing(g, area)  # [R22]
    _plant(g, area, g.t.top[area])
    g.set_align(area, const.OCCUPIED)
    country = g.t.country_of[area]
    if g.country[country] != const.SATELLITE:  # [R46]
        g.country = changed(g.country, country, const.OCCUPIED)
    if g.log is not None:
        _log(g, f"{words.space(g, area)} is Occupied.", rule, const.NONE, [area])
    tracks.gain_resource(g, area, rule)


def occupy(g: Board, area: int) -> None:
    """Occupy an Area that a Military Directive has won. [4.7.1a]"""
    _conquered(g, area, "4.7.1a")


def france_surrenders(g: Board) -> None:
    """End the 3rd Republic and begin Vichy France, as a Neutral country. [4.7.1b] [8.2] [8.2a]"""
    t = g.t
    if g.france != const.THIRD_REPUBLIC:
        return
    g.france = const.VICHY
    if g.log is not None:
        text = f"France surrenders; Vichy France is Neutral: {words.spaces(g, bits(t.vichy))}."
        _log(g, text, "4.7.1b", t.france, bits(t.vichy))
    for area in bits(t.surrendered):
        _conquered(g, area, "4.7.1b")
    for area in bits(t.vichy):
        g.set_ally(area, 0)
        g.set_align(area, const.NEUTRAL)
        if g.landing[area]:
            control.lift_landing(g, area)  # [R22]
        if area == t.frontier[0]:
            _plant(g, area, t.frontier[1])
            tracks.lose_resource(g, area, "4.7.1b")
        elif g.axis[area]:
            _give_up(g, area, "8.2a")
    g.country = changed(g.country, t.france, const.NEUTRAL)


def _give_up(g: Board, area: int, rule: str) -> None:
    """Give up an Area: Disk and supply go, its Armies withdraw."""
    g.set_axis(area, 0)
    g.supply = changed(g.supply, area, 0)
    tracks.lose_resource(g, area, rule)
    losses.withdraw(g, area)  # [6.7.2c]


def _out_of_combat(g: Board, unit: int) -> None:
    """Drop an Army from the Combat in which an Event takes it away."""
    if g.fight is not None:
        g.fight.units &= ~(1 << unit)


def country_switches(g: Board, country: int, to: int) -> None:
    """Let a Satellite leave the Axis for an Ally (WESTERN, SOVIET) or for peace (NEUTRAL). [R46]"""
    t = g.t
    kind = t.kind_of_country[country]
    changing = [
        area for area in bits(homes(g, country)) if g.align[area] not in (const.WESTERN, const.SOVIET)
    ]
    if g.log is not None:
        ally = words.faction(const.SOVIETS if to == const.SOVIET else const.WEST)
        end = "becomes Neutral" if to == const.NEUTRAL else f"joins {ally}"
        text = f"{words.country(g, country)} leaves the Axis and {end}; its Armies are gone."
        _log(g, text, "7b", country, changing)
    for unit in range(t.n_units):
        if t.unit_kind[unit] == kind:
            g.put(unit, REMOVED)
            _out_of_combat(g, unit)
    g.country = changed(g.country, country, to)
    faction = const.SOVIETS if to == const.SOVIET else const.WEST
    for area in changing:
        held = 1 if t.festung >> area & 1 and g.axis[area] else 0  # a Festung Sector stays German [2.4h]
        g.set_align(area, const.DISPUTED if held and to != const.NEUTRAL else to)
        g.set_ally(area, 0 if to == const.NEUTRAL else held + 1, faction)
        if g.landing[area] and to == const.NEUTRAL:
            control.lift_landing(g, area)  # [R22]
        if held:
            g.set_axis(area, held)
            tracks.lose_resource(g, area, "7b")
        else:
            _give_up(g, area, "7b")


# --- Italy


def italy_status(g: Board, to: int) -> None:
    """Change Italy's status to Intervention or Occupation. [8.1a] [8.1b]"""
    if g.italy >= to:
        return
    g.italy = to
    if g.log is not None:
        _log(g, f"Status of Italy: {words.ITALY[to]}.", "8.1", g.t.italy, [])
    if to == const.OCCUPATION:
        _occupy_italy(g)


def _occupy_italy(g: Board) -> None:
    t = g.t
    for area in bits(t.mainland):  # [8.1c]
        for unit in g.at[area]:
            if t.unit_kind[unit] >= const.SATELLITES:
                losses.eliminate(g, unit)
        if g.align[area] == const.SATELLITE:
            g.set_align(area, const.OCCUPIED)
    for area in bits(t.africa):  # [8.1d]
        if g.align[area] == const.NEUTRAL or g.align[area] == const.WESTERN:  # [R25]
            continue
        for unit in g.at[area]:
            losses.eliminate(g, unit)
        g.set_ally(area, 1, const.WEST)
        g.set_align(area, const.WESTERN)
        if g.log is not None:
            _log(g, f"{words.space(g, area)} is Western.", "8.1d", const.NONE, [area])
        _give_up(g, area, "8.1d")
    kind = t.kind_of_country[t.italy]
    for unit in range(t.n_units):
        if t.unit_kind[unit] == kind and g.place[unit] == POOL:
            g.put(unit, REMOVED)  # [8.1e]
    g.country = changed(g.country, t.italy, country_state(g, t.italy))


# --- France


def vichy_collapse(g: Board) -> None:
    """End Vichy France; a German Army is sent to hold it. [8.2b]"""
    t = g.t
    if g.france == const.FFL:
        return
    g.france = const.FFL
    turned = [area for area in bits(t.vichy) if g.align[area] == const.SATELLITE]
    for area in turned:
        g.set_align(area, const.OCCUPIED)
    if g.country[t.france] == const.SATELLITE:
        g.country = changed(g.country, t.france, const.OCCUPIED)
    if g.log is not None:
        text = f"; Occupied: {words.spaces(g, turned)}" if turned else ""
        _log(g, f"Status of France: {words.FRANCE[const.FFL]}{text}.", "8.2b", t.france, turned)
    g.push(Garrison())


def guards(g: Board, area: int) -> bool:
    """Return whether the only Axis Army of an Area must stay because of its partisans. [1.3q]"""
    return g.align[area] == const.OCCUPIED and g.t.partisan >> area & 1 == 1 and len(g.at[area]) == 1


class Garrison(ForcedStep):
    """Sends a German Army to the Area that was Vichy France. [8.2c]"""

    section: int = const.OPERATIONS

    def end(self, g: Board) -> None:
        if g.log is not None:
            g.log.add(f"No German Army goes to {words.space(g, g.t.vichy_garrison)}.", "8.2c")

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return identical German Armies once that may leave other Areas, while there is room."""
        t = g.t
        goal = t.vichy_garrison
        found: list[int] = []
        if g.axis[goal] == 0 or g.room(goal) <= 0:
            return found
        for area in range(t.n_areas):
            if area == goal or g.german[area] == 0 or guards(g, area):
                continue
            last = const.NONE
            for unit in g.at[area]:
                kind = t.unit_kind[unit]
                if kind < const.SATELLITES and kind != last:
                    found.append(g.ids.unit + unit)
                    last = kind
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Move the Army, wherever it was. [8.2c]"""
        unit = choice - g.ids.unit
        goal = g.t.vichy_garrison
        origin = g.place[unit]
        g.agenda.pop()
        if g.log is not None:
            text = f"A {words.unit(g, unit)} goes from {words.space(g, origin)} to {words.space(g, goal)}."
            g.log.add(text, "8.2c", (choice, g.ids.space + origin, g.ids.space + goal))
        g.put(unit, goal)
        _out_of_combat(g, unit)
        command_positions.adjust_heads(g, origin)
        command_positions.adjust_heads(g, goal)

    def prompt(self, g: Board, seat: int) -> Ask:
        name = words.space(g, g.t.vichy_garrison)
        return Ask(f"Vichy France has ended: click the German Army that goes to {name}.", "8.2c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        unit = choice - g.ids.unit
        if not 0 <= unit < t.n_units or g.place[unit] >= t.n_areas:
            return Refusal("Click a German Army that stands in an Area.", "8.2c")
        if t.unit_kind[unit] >= const.SATELLITES:
            return Refusal("Satellite Armies cannot be sent. Click a German Army.", "8.2c")
        name = words.space(g, g.place[unit])
        if g.place[unit] == t.vichy_garrison:
            return Refusal(f"This Army is already in {name}. Click one in another Area.", "8.2c")
        if guards(g, g.place[unit]):
            return Refusal(f"The last Axis Army in {name} must stay because of partisans.", "1.3q")
        return Refusal(f"Armies of one kind are identical. Click the first of them in {name}.", "8.2c")
