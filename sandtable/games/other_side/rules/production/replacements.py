"""Replacements: Armies raised and improved, air forces, U-boats, Satellite Armies. [3.1.2]

Points that cannot be used are lost; none is kept for a later Turn. [3.1.2j]
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.native import mypyc_attr
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.combat_state import SHIFT
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.effect_types import HIT, YELLOW
from sandtable.games.other_side.components.ids import WARFARE
from sandtable.games.other_side.components.state import ISOLATED, POOL, Board
from sandtable.games.other_side.rules import supply
from sandtable.games.other_side.rules.base_steps import ForcedStep, SectionStep
from sandtable.games.other_side.rules.combat import combat_dice, losses
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.production import tracks

# The kind that one point makes of a German Army; a Panzer Army cannot be improved. [3.1.2b] [3.1.2c]
BETTER: Final = (const.NONE, const.PANZER, const.REGULAR)


def _log_lost(g: Board, points: int, name: str, rule: str, refs: tuple[int, ...] = ()) -> None:
    """Log that points are lost. [3.1.2j]"""
    if g.log is not None and points:
        g.log.add(f"Lost and not used: {words.count(points, 'point')} of {name}.", rule, refs)


# --- Wehrmacht


def can_deploy(g: Board, area: int) -> bool:
    """Return whether a Reduced Army may be deployed in an Area. [3.1.2a]"""
    if g.axis[area] == 0 or g.supply[area] == ISOLATED:  # [3.1.2f]
        return False
    return g.room(area) > 0 and losses.italy_room(g, area) > 0  # [2.3d] [2.3f] [8.1] [R62]


def improvable(g: Board, area: int) -> list[int]:
    """Return the Armies of an Area that can become better ones, identical ones once. [3.1.2e]"""
    found: list[int] = []
    if g.supply[area] == ISOLATED:  # [3.1.2f]
        return found
    last = const.NONE
    for unit in g.at[area]:
        kind = g.t.unit_kind[unit]
        if kind < const.SATELLITES and kind != last and BETTER[kind] != const.NONE:
            last = kind
            if g.free_unit(BETTER[kind]) != const.NONE:  # [3.1.2e]
                found.append(unit)
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class PointsStep(ForcedStep):
    """Spends the points of a row of the Production Table; `points` are left, NONE is all."""

    section: int = const.OPERATIONS
    row: int = const.WEHRMACHT
    name: str = ""
    rule: str = ""

    def __init__(self, points: int = const.NONE) -> None:
        self.points = points

    def again(self, points: int) -> PointsStep:
        """Return the same step with these points left."""
        raise NotImplementedError

    def run(self, g: Board) -> bool:
        """Ask while a point can be used; then it must be. [3.1.2d]"""
        if self.points == const.NONE:
            g.agenda[-1] = self.again(g.production[self.row])
            return False
        return super().run(g)

    def end(self, g: Board) -> None:
        _log_lost(g, self.points, self.name, self.rule)


class Wehrmacht(PointsStep):
    """Each point deploys a Reduced Army or improves one. [3.1.2]"""

    row: int = const.WEHRMACHT
    name: str = "Wehrmacht Replacements"
    rule: str = "3.1.2d"

    def again(self, points: int) -> PointsStep:
        return Wehrmacht(points)

    def choices(self, g: Board, seat: int) -> list[int]:
        found: list[int] = []
        if self.points == 0:
            return found
        if g.free_unit(const.REDUCED) != const.NONE:  # [3.1.2e]
            for area in range(g.t.n_areas):
                if can_deploy(g, area):
                    found.append(g.ids.space + area)
        for area in range(g.t.n_areas):
            for unit in improvable(g, area):
                found.append(g.ids.unit + unit)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Deploy or improve; the marker on the table stays. [3.1a]"""
        g.agenda[-1] = Wehrmacht(self.points - 1)
        if choice < g.ids.unit:
            deploy(g, choice - g.ids.space)
        else:
            improve(g, choice - g.ids.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        points = words.count(self.points, "point")
        text = (
            f"Wehrmacht Replacements, {points} left: click an Area to deploy a Reduced Army there, "
            f"or an Army to exchange it for the next better kind."
        )
        return Ask(text, "3.1.2d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        ids = g.ids
        if ids.space <= choice < ids.unit:
            return why_not_deploy(g, choice - ids.space)
        if ids.unit <= choice < ids.general:
            return why_not_improve(g, choice - ids.unit)
        text = "You must use points while you can: click an Area or an Army."
        return Refusal(text, "3.1.2d")


def deploy(g: Board, area: int) -> None:
    """Move a Reduced Army from the Force Pool to an Area."""
    unit = g.free_unit(const.REDUCED)
    g.put(unit, area)  # [3.1.2a]
    if g.log is not None:
        text = f"A {words.unit(g, unit)} is deployed in {words.space(g, area)}."
        g.log.add(text, "3.1.2a", (g.ids.unit + unit, g.ids.space + area))
    command_positions.adjust_heads(g, area)


def improve(g: Board, unit: int) -> None:
    """Exchange an Army for the next better kind; two points do it twice. [R66]"""
    area = g.place[unit]
    kind = g.t.unit_kind[unit]
    new = g.free_unit(BETTER[kind])  # [3.1.2k]
    g.put(unit, POOL)  # [2.3e]
    g.put(new, area)
    if g.log is not None:
        old, name = words.unit(g, unit), words.unit(g, new)
        text = f"A {old} in {words.space(g, area)} becomes a {name}."
        rule = "3.1.2b" if kind == const.REDUCED else "3.1.2c"
        g.log.add(text, rule, (g.ids.unit + new, g.ids.space + area))


def why_not_deploy(g: Board, space: int) -> Refusal:
    """Return why no Reduced Army is deployed in a space."""
    t = g.t
    name = words.space(g, space)
    if space >= t.n_areas:
        return Refusal(f"{name} is a Base. Armies cannot be placed there.", "2.3g")
    if g.free_unit(const.REDUCED) == const.NONE:
        return Refusal("No Reduced Army is in the Force Pool.", "3.1.2e")
    if g.axis[space] == 0:
        return Refusal(f"There is no Axis Control Disk in {name}.", "3.1.2a")
    if g.supply[space] == ISOLATED:
        return Refusal(f"{name} is Isolated: it gets no Replacements.", "3.1.2f")
    if g.room(space) <= 0:
        return Refusal(f"{name} is full: {t.stacking[space]} Armies at most.", "2.3f")
    status = words.ITALY[g.italy]
    return Refusal(f"Italy ({status}) allows no more German Armies.", "8.1a" if g.italy else "8.1")


def why_not_improve(g: Board, unit: int) -> Refusal:
    """Return why an Army is not exchanged for a better one."""
    t = g.t
    kind = t.unit_kind[unit]
    if g.place[unit] >= t.n_areas:
        return Refusal("Click an Army that stands in an Area, or an Area to deploy in.", "3.1.2a")
    if kind >= const.SATELLITES:
        return Refusal("Wehrmacht Replacements are for German Armies.", "3.1.2")
    if kind == const.PANZER:
        return Refusal("A Panzer Army cannot be exchanged.", "3.1.2e")
    if g.supply[g.place[unit]] == ISOLATED:
        return Refusal(f"{words.space(g, g.place[unit])} is Isolated: it gets no Replacements.", "3.1.2f")
    if g.free_unit(BETTER[kind]) == const.NONE:
        return Refusal(f"No {words.kind(g, BETTER[kind])} is in the Force Pool.", "3.1.2e")
    return Refusal("Armies of one kind are identical. Click the first of them in the Area.", "3.1.2b")


# --- Luftwaffe


class Luftwaffe(PointsStep):
    """Each point raises the Air/Naval Control of a Front or of Germany. [3.1.2g]"""

    row: int = const.LUFTWAFFE
    name: str = "Luftwaffe Replacements"
    rule: str = "3.1.2g"

    def again(self, points: int) -> PointsStep:
        return Luftwaffe(points)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return the Tracks of the Fronts and of Germany under their highest box. [1.3l] [1.3m]"""
        if self.points == 0:
            return []
        return [g.ids.track + n for n in range(len(const.TRACK_IDS)) if g.air[n] < g.t.air_max]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = Luftwaffe(self.points - 1)
        tracks.air(g, choice - g.ids.track, 1, "3.1.2g")

    def prompt(self, g: Board, seat: int) -> Ask:
        points = words.count(self.points, "point")
        return Ask(f"Luftwaffe Replacements, {points} left: click a Track of Air/Naval Control.", "3.1.2g")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        track = choice - g.ids.track
        if 0 <= track < len(const.TRACK_IDS):
            return Refusal(f"{words.track(track)} is at its highest.", "3.1.2g")
        return Refusal("Click one of the four Tracks of Air/Naval Control.", "3.1.2g")


# --- Strategic Warfare


class Strategic(SectionStep):
    """Points raise Strategic Warfare, up to a Locked box or the end of its Track. [3.1.2h]"""

    section: int = const.OPERATIONS

    def run(self, g: Board) -> bool:
        """Raise the marker; there is nothing to decide."""
        g.agenda.pop()
        points = g.production[const.KRIEGSMARINE]
        old = g.warfare
        tracks.warfare(g, points, "3.1.2h")
        _log_lost(g, points - (g.warfare - old), "Strategic Warfare Replacements", "3.1.2h", (WARFARE,))
        return False


# --- Satellites


def recruiting(g: Board) -> list[int]:
    """Return the Satellite countries with an Army in the Force Pool. [3.1.2i] [R46]"""
    found: list[int] = []
    for country in range(g.t.n_countries):
        kind = g.t.kind_of_country[country]
        if kind != const.NONE and g.country[country] == const.SATELLITE and g.free_unit(kind) != const.NONE:
            found.append(country)
    return found


class Satellites(SectionStep):
    """A yellow die for each Satellite country with an Army in the Force Pool; a hit is an Army. [3.1.2i]"""

    section: int = const.OPERATIONS

    def run(self, g: Board) -> bool:
        """Roll the dice."""
        g.agenda.pop()
        countries = recruiting(g)
        if not countries:
            return False
        rolled = [combat_dice.roll(g, YELLOW) for _ in countries]
        hit = YELLOW * SHIFT + HIT in rolled
        if g.log is not None:
            names = words.listed([words.country(g, country) for country in countries])
            end = "one Army is raised" if hit else "no Army is raised"
            text = f"Satellite Replacements ({names}): {words.dice(rolled)}; {end}."
            g.log.add(text, "3.1.2i", tuple([g.ids.country + country for country in countries]))
        if hit:
            g.push(SatelliteArmy())
        return False


class SatelliteArmy(ForcedStep):
    """Places the new Satellite Army in a Home Area of its country. Never more than one. [3.1.2l]"""

    section: int = const.OPERATIONS

    def end(self, g: Board) -> None:
        if g.log is not None:
            g.log.add("No Home Area can take a Satellite Army.", "3.1.2m")

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return Home Areas with Land Supply and room. [3.1.2m]"""
        supplied = supply.land_supply(g)
        found: list[int] = []
        for country in recruiting(g):
            for area in bits(g.t.home[country] & supplied):
                if g.axis[area] and g.room(area) > 0:
                    found.append(g.ids.space + area)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        area = choice - g.ids.space
        unit = g.free_unit(g.t.kind_of_country[g.t.country_of[area]])
        g.agenda.pop()
        g.put(unit, area)
        if g.log is not None:
            text = f"One {words.unit(g, unit)} is raised in {words.space(g, area)}."
            g.log.add(text, "3.1.2m", (g.ids.unit + unit, choice))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("One Satellite Army is raised: click the Home Area where it is placed.", "3.1.2m")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        area = choice - g.ids.space
        if not 0 <= area < t.n_areas:
            return Refusal("Click the Home Area of a Satellite country.", "3.1.2m")
        name, country = words.space(g, area), t.country_of[area]
        if country not in recruiting(g):
            text = f"{name} is not in a Satellite country with an Army in the Force Pool."
            return Refusal(text, "3.1.2i")
        if g.room(area) <= 0:
            return Refusal(f"{name} is full: {t.stacking[area]} Armies at most.", "2.3f")
        return Refusal(f"{name} has no Land Supply.", "3.1.2m")
