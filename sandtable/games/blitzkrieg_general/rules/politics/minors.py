"""Minors that join the war: their managers, and the set-up of their forces. [TT12] [B8.4b] [B8.4c] [B8.4d]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import ASIDE, AXIS, FIRST_SHIP, NONE
from sandtable.games.blitzkrieg_general.components.state import Board


def designated(g: Board, attacker: int) -> int:
    """Return the major that runs a neutral attacked by this one. [TT12] [B8.4d]"""
    manager = regular(g, attacker)
    return manager if manager != NONE else random_manager(g, 1 - g.major_side[attacker], attacker)


def regular(g: Board, attacker: int) -> int:
    """Return the major that the rules name for that; NONE if conquered. [B8.4b] [B8.4c] [A8.4a]"""
    t = g.t
    side = g.major_side[attacker]
    for event in t.events:
        if event.kind == "neutral_attacked":
            if side == AXIS:
                manager = t.country_index[event.manager]
            else:
                manager = t.country_index[event.other]
                if not g.at_war(manager):  # [B8.4c]
                    manager = t.country_index[event.spare]
            if not g.fallen(manager) and g.major_side[manager] != side:
                return manager
    return NONE


def random_manager(g: Board, side: int, foe: int = NONE) -> int:
    """Return a major of a side drawn at random, to run a minor whose enemy is `foe`. [B8.4d] [R98]"""
    standing = g.standing(side)
    found = [m for m in standing if foe >= 0 and g.enemy(m, foe)]
    if not found:
        found = [m for m in standing if g.at_war(m)]
    if not found:
        found = standing
    if not found:
        found = g.majors(side)[:1]
    if len(found) == 1:
        return found[0]
    drawn = found[g.rng.below(len(found))]
    g.revealed += 1
    if g.log is not None:
        names = words.listed([words.country(g, m) for m in found])
        text = f"{words.country(g, drawn)} is drawn at random from {names} to run a minor."
        g.log.add(text, "B8.4d", (g.ids.country + drawn,))
    return drawn


def set_up_forces(g: Board, minor: int) -> None:
    """Set up the forces of a minor that joins the war; its manager chooses zones for ships. [TT12] [B1.0j]"""
    t = g.t
    placed: list[int] = []  # as the scenario lists them [S39d] [S39o]
    for row in t.scenarios[g.scenario].late_setup:
        kind = t.type_index[row.unit]
        if t.type_nation[kind] != minor:
            continue
        for _ in range(row.n):
            unit = g.free_unit(kind, ASIDE)
            if unit == NONE:
                continue
            zones = harbours(g, minor)
            if t.type_kind[kind] < FIRST_SHIP:
                g.put(unit, t.area_index[row.place])
            elif len(zones) > 1:
                g.push(PlaceShip(unit))
                continue
            else:
                g.put(unit, zones[0] if zones else t.zone_index[row.place])
            placed.append(unit)
    if g.log is not None and placed:
        text = f"{words.country(g, minor)} sets up {words.units(g, placed)}."
        g.log.add(text, "TT12", tuple([g.ids.unit + u for u in placed]))


def harbours(g: Board, minor: int) -> list[int]:
    """Return the sea zones next to a minor, those without enemy ships if there are any. [TT12]"""
    found: list[int] = []
    for area in g.t.home_of[minor]:
        if g.control[area] == minor:
            for zone in g.t.coast[area]:
                if zone not in found:
                    found.append(zone)
    apart = [zone for zone in found if not g.parted(minor, zone)]
    found = apart or found
    free = [zone for zone in found if not g.ships[zone] & g.war[minor]]
    return sorted(free or found)


class PlaceShip(Step[Board]):
    """The question where a ship of a minor that joins the war is set up. [TT12]"""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat(g.t.unit_nation[self.unit]),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.space + zone for zone in harbours(g, g.t.unit_nation[self.unit])]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        zone = choice - g.ids.space
        g.agenda.pop()
        g.put(self.unit, zone)
        if g.log is not None:
            text = f"{words.unit(g, self.unit)} is set up in {words.space(g, zone)}."
            g.log.add(text, "TT12", (g.ids.unit + self.unit, choice))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.country(g, g.t.unit_nation[self.unit])
        return Ask(f"{who} joins the war: in which sea zone is {words.unit(g, self.unit)} set up?", "TT12")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        who = words.country(g, g.t.unit_nation[self.unit])
        return Refusal(f"Ships of {who} are set up in a sea zone next to it.", "TT12")


def is_neutral(g: Board, minor: int) -> bool:
    """Check whether a minor has joined no side and is not conquered."""
    return g.manager[minor] == NONE and not g.fallen(minor)
