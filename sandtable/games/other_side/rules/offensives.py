"""The Offensive Segments: pawns of the Axis and of the Allies, the order of Combats. [4.4] [4.5] [4.6]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE
from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.state import DISCARDED, SELECTED, Board
from sandtable.games.other_side.rules.base_steps import ForcedStep, SectionStep
from sandtable.games.other_side.rules.cards.directives import achieved
from sandtable.games.other_side.rules.combat import amphibious_combat, combat_sequence, western_landings
from sandtable.games.other_side.rules.politics import countries
from sandtable.games.other_side.rules.production import tracks

# The parts of an Offensive Segment.
BEGIN: Final = 0
PAWNS: Final = 1
COMBATS: Final = 2


# --- the order of Combats


class Combats(ForcedStep):
    """Resolves the Combats of all pawns in an order that Operations chooses; `faction` attacks. [4.4e]"""

    section = const.OPERATIONS

    def __init__(self, faction: int) -> None:
        self.faction = faction

    def run(self, g: Board) -> bool:
        """Remove pawns without an enemy, and ask for the next Combat."""
        for space in bits(g.pawns):
            if not self.stands(g, space):
                combat_sequence.take_pawn(g, space)  # [R68]
        return super().run(g)

    def stands(self, g: Board, space: int) -> bool:
        """Return whether there is still an enemy in a space."""
        if space >= g.t.n_areas:
            return g.align[space] == const.WESTERN
        return g.ally[space] > 0 if self.faction == 0 else g.axis[space] > 0

    def fight(self, g: Board, space: int) -> None:
        """Begin the Combat of a pawn."""
        if self.faction:
            combat_sequence.begin(g, space, const.ROLE_DEFENDER, self.faction)
        elif g.sea_pawns >> space & 1:
            amphibious_combat.begin_amphibious(g, space, g.pawn_card[space])
        else:
            combat_sequence.begin(g, space, const.ROLE_ATTACKER, self.faction, g.pawn_card[space])

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.space + space for space in bits(g.pawns)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.fight(g, choice - g.ids.space)

    def rule(self) -> str:
        """Return the rule that lets Operations choose the order."""
        return ("4.4e", "4.5.2b", "4.6e")[self.faction]

    def prompt(self, g: Board, seat: int) -> Ask:
        who = "the Axis" if self.faction == 0 else words.faction(self.faction)
        return Ask(f"T{who[1:]} attacks: click the Area of the next Combat.", self.rule())

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        space = choice - g.ids.space
        if 0 <= space < g.t.n_spaces:
            return Refusal(f"There is no Combat pawn in {words.space(g, space)}.", self.rule())
        return Refusal("Click an Area with a Combat pawn.", self.rule())


# --- the Axis


class AxisOffensive(Step[Board]):
    """Places the pawns of each active card, then resolves the Combats."""

    def __init__(self, stage: int = BEGIN) -> None:
        self.stage = stage

    def run(self, g: Board) -> bool:
        """Begin the next part; without an active card there is nothing to do."""
        if self.stage > PAWNS or (self.stage == BEGIN and not g.active):  # [4.4]
            g.agenda.pop()
            return False
        g.agenda[-1] = AxisOffensive(self.stage + 1)
        if self.stage == BEGIN:
            clear(g)
            for card in reversed(g.active):
                g.push(PlacePawns(card))
        else:
            g.push(Combats(0))
        return False


def clear(g: Board) -> None:
    """Remove all pawns from the map."""
    g.pawns = 0
    g.sea_pawns = 0
    g.pawn_card = [const.NONE] * g.t.n_spaces


def borders_axis(g: Board, areas: int) -> bool:
    """Return whether the Axis controls one of these Areas; it does not control Disputed ones. [R29]"""
    return any([g.axis_controls(area) for area in bits(areas)])


def land_targets(g: Board) -> int:
    """Return the Areas where a Land pawn may lie: only control counts, not Armies. [4.4b] [1.3v] [R101]"""
    t = g.t
    found = 0
    for area in range(t.n_areas):
        if area == t.closed:
            continue
        allied = g.align[area] == const.WESTERN or g.align[area] == const.SOVIET
        if g.align[area] == const.DISPUTED or (allied and borders_axis(g, t.near[area])):
            found |= 1 << area
    return found


def sea_targets(g: Board) -> int:
    """Return the spaces where an Amphibious pawn may lie, again by control. [4.4f] [R45] [R101]"""
    found = 0
    for space in range(g.t.n_spaces):
        if g.align[space] == const.WESTERN and borders_axis(g, g.t.over_sea[space]):
            found |= 1 << space
    return found


class PlacePawns(SectionStep):
    """OKW places the pawns of one active card. [4.4a]"""

    section = const.OKW

    def __init__(self, card: int) -> None:
        self.card = card

    def placed(self, g: Board) -> tuple[int, int]:
        """Return how many Land and Amphibious pawns this card has on the map."""
        land = sea = 0
        for space in bits(g.pawns):
            if g.pawn_card[space] == self.card:
                if g.sea_pawns >> space & 1:
                    sea += 1
                else:
                    land += 1
        return land, sea

    def left(self, g: Board) -> tuple[int, int]:
        """Return how many may still be placed; all cards share the pawns there are. [R5]"""
        d = g.t.directives[self.card]
        land, sea = self.placed(g)
        used = g.sea_pawns.bit_count()
        stock = g.t.land_pawns - (g.pawns.bit_count() - used)
        return min(d.land_pawns - land, stock), min(d.amphibious_pawns - sea, g.t.amphibious_pawns - used)

    def targets(self, g: Board) -> tuple[int, int]:
        """Return where a Land and where an Amphibious pawn may go, one in a space. [4.4b] [4.4c]"""
        land, sea = self.left(g)
        free = g.t.directives[self.card].spaces & ~g.pawns
        over_land = land_targets(g) & free if land > 0 else 0
        return over_land, sea_targets(g) & free & ~over_land if sea > 0 else 0

    def run(self, g: Board) -> bool:
        """Ask while a pawn can be placed."""
        over_land, over_sea = self.targets(g)
        if over_land | over_sea:
            return True
        self.finish(g)
        return False

    def finish(self, g: Board) -> None:
        """Give up a card without a pawn on the map, at a price; a recyclable one stays. [4.4d]"""
        g.agenda.pop()
        if any(self.placed(g)):
            return
        at = g.active.index(self.card)
        del g.active[at], g.active_heads[at]
        stays = g.t.directives[self.card].recyclable and not achieved(g, self.card)  # [2.1b]
        g.directives = changed(g.directives, self.card, SELECTED if stays else DISCARDED)
        if g.log is not None:
            end = "stays available this year" if stays else "is discarded"
            text = f"No pawn is placed for {words.directive(g, self.card)}: the card {end}."
            g.log.add(text, "4.4d", (g.ids.directive + self.card,))
        tracks.fanaticism(g, -1, "4.4d")

    def choices(self, g: Board, seat: int) -> list[int]:
        over_land, over_sea = self.targets(g)
        return [DONE, *[g.ids.space + space for space in bits(over_land | over_sea)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.finish(g)
            return
        space = choice - g.ids.space
        over_land, _ = self.targets(g)
        g.pawns |= 1 << space
        g.pawn_card[space] = self.card
        kind = "Land"
        if not over_land >> space & 1:
            g.sea_pawns |= 1 << space
            kind = "Amphibious"
        if g.log is not None:
            name = words.directive(g, self.card)
            g.log.add(f"{name}: {kind} pawn in {words.space(g, space)}.", "4.4b", (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        land, sea = self.left(g)
        pawns = [words.count(n, f"{kind} pawn") for n, kind in ((land, "Land"), (sea, "Amphibious")) if n > 0]
        price = "" if any(self.placed(g)) else " (Fanaticism −1, and the card is no longer active)"
        name = words.directive(g, self.card)
        return Ask(f"{name}: place {words.listed(pawns)}: click an Area, or Done{price}.", "4.4a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        space = choice - g.ids.space
        if not 0 <= space < g.t.n_spaces:
            return Refusal("Click an Area for a Combat pawn, or Done.", "4.4b")
        name, card = words.space(g, space), words.directive(g, self.card)
        if not g.t.directives[self.card].spaces >> space & 1:
            return Refusal(f"{name} is not among the Areas of {card}.", "4.4b")
        if g.pawns >> space & 1:
            return Refusal(f"{name} already has a pawn.", "4.4c")
        if g.axis_controls(space) or g.align[space] == const.NEUTRAL:
            return Refusal(f"{name} is not in Allied hands.", "4.4b")
        by_land, by_sea = land_targets(g) >> space & 1, sea_targets(g) >> space & 1
        if by_land or by_sea:
            kind = "Land" if by_land else "Amphibious"
            return Refusal(f"No {kind} pawn is left for {name}.", "4.4a")
        if g.t.directives[self.card].amphibious_pawns and g.t.over_sea[space]:
            text = f"{name} has no Amphibious Line to an Area that the Axis controls."
            return Refusal(text, "4.4f")
        return Refusal(f"{name} is not adjacent to an Area that the Axis controls.", "4.4b")


# --- the Allies


@mypyc_attr(allow_interpreted_subclasses=True)
class AlliedOffensive(Step[Board]):
    """The common base of the Western and Soviet Segments."""

    def __init__(self, stage: int = BEGIN) -> None:
        self.stage = stage


class WesternOffensive(AlliedOffensive):
    """A Landing, then Combats. [4.5]"""

    def run(self, g: Board) -> bool:
        """Begin the next part."""
        bit = 1 << g.box_number()
        if self.stage == BEGIN and g.west_skips & bit:
            g.west_skips &= ~bit
            g.agenda.pop()
            if g.log is not None:
                g.log.add("No Western Offensive in this Operations Phase.", "4.5")
            return False
        if self.stage > COMBATS:
            g.agenda.pop()
            g.no_west = 0  # [4.5.2b]
            return False
        g.agenda[-1] = WesternOffensive(self.stage + 1)
        if self.stage == BEGIN:
            if western_landings.due(g):
                western_landings.check(g)
        elif self.stage == PAWNS:
            clear(g)
            g.pawns = western_pawns(g)
        else:
            g.push(Combats(const.WEST))
        return False


def western_pawns(g: Board) -> int:
    """Return where the West attacks; it spares Neutral Areas. [4.5.2] [4.5.2a] [4.5.2c]"""
    t = g.t
    found = 0
    for area in range(t.n_areas):
        if g.align[area] == const.DISPUTED:
            if g.ally_side[area] == const.WEST:
                found |= 1 << area
        elif g.axis_controls(area):
            for other in bits(t.near[area]):
                if g.align[other] == const.WESTERN:
                    found |= 1 << area
                    break
    return found & ~g.no_west


class SovietOffensive(AlliedOffensive):
    """Combats in the East once the USSR is at war. [4.6] [7.1a]"""

    def run(self, g: Board) -> bool:
        """Begin the next part."""
        bit = 1 << g.box_number()
        if self.stage == BEGIN and (g.soviet_skips & bit or not g.at_war(const.SOVIETS)):
            if g.soviet_skips & bit and g.log is not None:
                g.log.add("No Soviet Offensive in this Operations Phase.", "4.6f")
            g.soviet_skips &= ~bit  # [4.6f] [R16]
            g.agenda.pop()
            return False
        if self.stage > COMBATS:
            g.agenda.pop()
            g.no_soviet = 0  # [4.6e]
            return False
        g.agenda[-1] = SovietOffensive(self.stage + 1)
        if self.stage == PAWNS:
            clear(g)
            g.pawns = soviet_pawns(g)
        elif self.stage == COMBATS:
            g.push(Combats(const.SOVIETS))
        return False


def soviet_pawns(g: Board) -> int:
    """Return where the Soviets attack; Neutrals in their way join the Axis. [4.6a] [4.6b] [4.6c] [4.6d]"""
    t = g.t
    found = 0
    for area in bits(t.in_front[const.EAST_FRONT] & ~g.no_soviet):
        if g.align[area] == const.DISPUTED:
            if g.ally_side[area] == const.SOVIETS:
                found |= 1 << area
        elif g.axis_controls(area) or g.align[area] == const.NEUTRAL:
            for other in bits(t.near[area] & ~t.shut[area]):
                if g.align[other] == const.SOVIET:
                    found |= 1 << area
                    break
    for area in bits(found):
        if g.align[area] == const.NEUTRAL:
            countries.activate_satellite(g, t.country_of[area])
    return found
