"""Strategic bombardment, V-weapons and the atomic bomb. [A6.5.6] [A7.5.1] [A7.5.2]

A raid is declared in the movement phase: aircraft are over the area, task forces aim at it, all RAIDING.
Before the combats the enemy intercepts (`raid_interception`), then `resolve` ends the raids.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.ids import ATOM, V_WEAPON
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.strength import in_air
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.movement import air_bases
from sandtable.games.blitzkrieg_general.rules.politics import conquest

# Marks of majors within the movement phase, in `Board.done`. [A7.5.1] [R28]
STRUCK: Final = 1  # the V-weapon strike of this turn is used
DROPPED: Final = 2  # the atomic bomb of this turn is used


# --- targets


def production_left(g: Board, area: int) -> int:
    """Return how much production of an area can still be destroyed in this quarter. [A6.5.6b]"""
    return max(0, economy.adds(g, area) - g.bombed[area])


def may_bomb(g: Board, unit: int, area: int) -> bool:
    """Check whether an aircraft may be sent to bomb the production of an area. [A6.5.6]"""
    if not (g.war[g.serves[unit]] >> g.control[area]) & 1:
        return False
    return production_left(g, area) > 0


def has_bomb_ready(g: Board, major: int) -> bool:
    """Check whether a major has an atomic bomb that is not yet used in this turn. [R28]"""
    return g.has(major, const.ATOMIC_BOMB) and not g.done[major] & DROPPED


def may_carry(g: Board, unit: int, area: int) -> bool:
    """Check whether an aircraft may carry its country's atomic bomb to an area. [A7.5.2b]"""
    nation = g.t.unit_nation[unit]
    if nation >= g.t.n_majors or g.serves[unit] != nation or not has_bomb_ready(g, nation):  # [A7.5e]
        return False
    return is_atomic_target(g, nation, area)


def is_atomic_target(g: Board, major: int, area: int) -> bool:
    """Check whether an atomic bomb would destroy production in an area, or bring a collapse point."""
    if not (g.war[major] >> g.control[area]) & 1:
        return False
    return production_left(g, area) > 0 or collapsing_home(g, area) != const.NONE


def collapsing_home(g: Board, area: int) -> int:
    """Return the home country that gets a collapse point for a hit on an area. [A7.5.2e] [A7.5.2f]"""
    home = g.t.area_home[area]
    return home if home >= 0 and g.t.home_country[home] == g.control[area] else const.NONE


def load_bomb(g: Board, unit: int, area: int) -> None:
    """Load the atomic bomb: the aircraft's target shows that it carries it. [A7.5.2b]"""
    g.target[unit] = area
    nation = g.t.unit_nation[unit]
    g.done = changed(g.done, nation, g.done[nation] | DROPPED)  # one in a turn [R28]


def raiders(g: Board, area: int) -> list[int]:
    """Return the aircraft on a raid over an area. [A6.5.6]"""
    if not g.air[area]:
        return []
    return [u for u in g.at[area] if g.cond[u] & const.RAIDING and g.t.unit_kind[u] == const.AIRCRAFT]


def escorts(g: Board, area: int) -> list[int]:
    """Return the task forces that escort a raid on an area; they do not bomb. [A6.5.6d]"""
    found: list[int] = []
    for zone in g.t.coast[area]:
        for unit in g.at[zone]:
            if (
                g.target[unit] == area
                and g.cond[unit] & const.RAIDING
                and g.t.unit_kind[unit] == const.TASK_FORCE
            ):
                found.append(unit)
    return found


def targets(g: Board) -> list[int]:
    """Return the areas with a raid of the phasing side over them."""
    mask = g.mask(g.side)
    air, war, control = g.air, g.war, g.control
    over = [area for area in range(g.t.n_areas) if air[area] & mask and war[control[area]] & air[area]]
    return [area for area in over if raiders(g, area)]


# --- effects


def resolve(g: Board, area: int, bombers: list[int], hits: int) -> None:
    """End a raid: the atomic bomb, then each bomber rolls once; all fly home. [A6.5.6a] [A7.5.2d]

    bombers  those that no interceptor holds up [A6.5.6c];  hits  those that interceptors have scored
    """
    for unit in escorts(g, area):
        g.unmark(unit, const.RAIDING)
        g.mark(unit, const.FOUGHT)
        g.target[unit] = const.NONE
    carrier = const.NONE
    for unit in raiders(g, area):
        if g.target[unit] == area:
            carrier = unit
    if carrier != const.NONE:
        if not stop_bomber(g, carrier, hits):
            explode(g, g.serves[carrier], area)
    plain = [unit for unit in bombers if unit != carrier and g.place[unit] == area]
    if plain and production_left(g, area) > 0:
        bomb(g, area, plain)
    for unit in reversed(raiders(g, area)):  # interceptors too
        g.unmark(unit, const.RAIDING)
        g.mark(unit, const.FOUGHT)  # [A10.1]
        g.target[unit] = const.NONE
        if g.cond[unit] & const.FLYING:
            air_bases.home(g, unit)


def bomb(g: Board, area: int, bombers: list[int]) -> None:
    """Roll once for each bomber, with weather and supply; each hit costs a Build Point. [A6.5.6a] [A6.5.6b]

    Nothing on the ground fires at them. [R24]
    """
    dice: list[int] = []
    hits = 0
    for unit in bombers:
        value = in_air(g, unit, area, False)
        if value > 0:
            die = g.rng.roll(6)
            dice.append(die)
            if die <= value:
                hits += 1
    if dice:
        g.revealed += 1
    lost = min(hits, production_left(g, area))  # [A6.5.6b]
    g.bombed = changed(g.bombed, area, g.bombed[area] + lost)
    if g.log is not None:
        verb = "rolls" if len(bombers) == 1 else "roll"
        rolled = f" {verb} {words.dice(dice)}" if dice else " cannot hit anything"
        text = f"{words.units(g, bombers)} over {words.space(g, area)}{rolled}: "
        text += f"{words.points(lost)} destroyed."
        g.log.add(text, "A6.5.6", (g.ids.space + area,))


def stop_bomber(g: Board, carrier: int, hits: int) -> bool:
    """Check whether interceptors stop the atomic bomber: with many hits, or a roll. [A7.5.2c] [A7.5.2d]"""
    if not hits:
        return False
    if hits >= g.t.number["atomic_stop_hits"]:
        down = True
        outcome = f"With {words.count(hits, 'hit')}" if g.log is not None else ""
    else:
        die = g.rng.roll(6)
        g.revealed += 1
        down = die >= g.t.number["atomic_stop_roll"]
        outcome = f"The control roll is {die}:" if g.log is not None else ""
    if g.log is not None:
        how = "is shot down" if down else "gets through"
        refs = (g.ids.unit + carrier,)
        g.log.add(f"{outcome} the aircraft with the atomic bomb {how}.", "A7.5.2d", refs)
    return down


def explode(g: Board, major: int, area: int) -> None:
    """Destroy all production of the area; its home country may collapse. [A7.5.2a] [A7.5.2e]"""
    g.bombed = changed(g.bombed, area, max(g.bombed[area], economy.value(g, area)))
    if g.log is not None:
        text = f"The atomic bomb of {words.country(g, major)} destroys {words.space(g, area)}'s production."
        g.log.add(text, "A7.5.2a", (g.ids.space + area,))
    home = collapsing_home(g, area)
    if home == const.NONE:
        return
    g.collapse = changed(g.collapse, home, g.collapse[home] + 1)
    die = g.rng.roll(6)
    g.revealed += 1
    yields = die <= g.collapse[home]
    if g.log is not None:
        country = g.t.home_country[home]
        name = g.t.home_name[home] if len(g.t.homes_of[country]) > 1 else words.country(g, country)
        what = "and surrenders" if yields else "and fights on"
        points = words.count(g.collapse[home], "collapse point")
        text = f"{name} has {points}, rolls {die} {what}."
        g.log.add(text, "A7.5.2e", (g.ids.country + country,))
    if yields:
        conquest.surrender_home(g, home)


# --- V-weapons


def strikers(g: Board, seat: int) -> list[int]:
    """Return the majors of a seat with a V-weapon strike left and a target for it. [A7.5.1]"""
    if not g.advanced:
        return []
    found: list[int] = []
    for major in g.standing(g.side):
        if g.seat_of[major] == seat and g.has(major, const.V_WEAPONS) and not g.done[major] & STRUCK:
            if strike_targets(g, major, 1):
                found.append(major)
    return found


def strike_targets(g: Board, major: int, most: int = 0) -> list[int]:
    """Return the enemy areas within range of areas of a major, `most` of them if given. [A7.5.1a]"""
    bomb = has_bomb_ready(g, major)
    found: list[int] = []
    for area in range(g.t.n_areas):
        if not (g.war[major] >> g.control[area]) & 1:
            continue
        if production_left(g, area) > 0 or (bomb and is_atomic_target(g, major, area)):
            if is_in_v_range(g, major, area):
                found.append(area)
                if len(found) == most:
                    break
    return found


def is_in_v_range(g: Board, major: int, area: int) -> bool:
    """Check whether a major controls an area within the range of V-weapons of an area. [A7.5.1a]"""
    t = g.t
    seen = {area}
    edge = [area]
    for _step in range(t.number["v_range"]):
        following: list[int] = []
        for space in edge:
            for other in t.air_near[space]:
                if other not in seen:
                    if other < t.n_areas and g.control[other] == major:
                        return True
                    seen.add(other)
                    following.append(other)
        edge = following
    return False


def strike(g: Board, major: int, area: int, atomic: bool) -> None:
    """Fire a V-weapon; nobody intercepts it, nothing modifies it. [A7.5.1] [A7.5.1c] [A7.5.2g]"""
    g.done = changed(g.done, major, g.done[major] | STRUCK)
    if atomic:
        g.done = changed(g.done, major, g.done[major] | DROPPED)
        explode(g, major, area)
        return
    die = g.rng.roll(6)
    g.revealed += 1
    hit = die <= g.t.number["v_strength"]  # [A7.5.1b]
    lost = min(production_left(g, area), g.t.number["v_damage"]) if hit else 0
    g.bombed = changed(g.bombed, area, g.bombed[area] + lost)
    if g.log is not None:
        text = f"{words.people(g, major)} V-weapons at {words.space(g, area)} roll {die}: "
        text += f"{words.points(lost)} destroyed."
        g.log.add(text, "A7.5.1b", (g.ids.space + area,))


class Strike(Step[Board]):
    """The questions where a V-weapon is fired at, and with what. [A7.5.1a] [A7.5.2g]

    major, area  NONE: still to be chosen
    """

    def __init__(self, seat: int, major: int = const.NONE, area: int = const.NONE) -> None:
        self.seat = seat
        self.major = major
        self.area = area

    def run(self, g: Board) -> bool:
        found = self.choices(g, self.seat)
        if len(found) > 1:
            return True
        self.answer(g, self.seat, found[0])
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.major == const.NONE:
            return [g.ids.country + major for major in strikers(g, self.seat)]
        if self.area == const.NONE:
            return [g.ids.space + area for area in strike_targets(g, self.major)]
        found = [V_WEAPON] if production_left(g, self.area) > 0 else []
        if has_bomb_ready(g, self.major) and is_atomic_target(g, self.major, self.area):
            found.append(ATOM)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if self.major == const.NONE:
            g.agenda[-1] = Strike(self.seat, choice - g.ids.country)
        elif self.area == const.NONE:
            g.agenda[-1] = Strike(self.seat, self.major, choice - g.ids.space)
        else:
            g.agenda.pop()
            strike(g, self.major, self.area, choice == ATOM)

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.major == const.NONE:
            return Ask("Which country fires its V-weapon?", "A7.5.1")
        if self.area == const.NONE:
            return Ask("Which area is the target of the V-weapon? Click it.", "A7.5.1a")
        return Ask(
            f"What do you fire at {words.space(g, self.area)}: a normal V-weapon, or the atomic bomb?",
            "A7.5.2g",
        )

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        area = choice - g.ids.space
        if self.major == const.NONE or self.area != const.NONE or not 0 <= area < g.t.n_areas:
            return Refusal("You are firing a V-weapon. Click a highlighted target.", "A7.5.1")
        if not g.hostile(self.major, area):
            return Refusal(f"{words.space(g, area)} is not enemy controlled.", "A7.5.1")
        if production_left(g, area) == 0:
            return Refusal(f"{words.space(g, area)} has no production left to destroy.", "A6.5.6b")
        reach = g.t.number["v_range"]
        return Refusal(f"{words.space(g, area)} is more than {reach} spaces from your areas.", "A7.5.1a")
