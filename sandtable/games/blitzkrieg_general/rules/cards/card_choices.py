"""What players of some cards choose: a country, a card, areas, units. [A7.4k]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.native import mypyc_attr
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import ELITE, FLIPPED, HQ, IN_EFFECT, NAVAL_HQ
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions, deck
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import control, relations


@mypyc_attr(allow_interpreted_subclasses=True)
class Choose(Step[Board]):
    """The player of a card chooses one thing; a single one is taken without a question."""

    def __init__(self, card: int, major: int) -> None:
        self.card = card
        self.major = major

    def found(self, g: Board) -> list[int]:
        """The choices."""
        raise NotImplementedError

    def take(self, g: Board, choice: int) -> None:
        """Do it; the step is off the agenda already."""
        raise NotImplementedError

    def question(self, g: Board) -> str:
        """The question in words."""
        raise NotImplementedError

    def run(self, g: Board) -> bool:
        """Ask, if there is more than one."""
        found = self.found(g)
        if len(found) > 1:
            return g.offer(found)
        g.agenda.pop()
        if found:
            self.take(g, found[0])
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        """The seat that has played the card."""
        return (g.seat_of[self.major],)

    def choices(self, g: Board, seat: int) -> list[int]:
        """What there is."""
        return self.found(g)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Take it."""
        g.agenda.pop()
        self.take(g, choice)

    def rule(self, g: Board) -> str:
        """The rule of the card."""
        return deck.rule(g, self.card)

    def prompt(self, g: Board, seat: int) -> Ask:
        """The question in words."""
        return Ask(self.question(g), self.rule(g))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """What may be chosen instead."""
        return Refusal(f"{words.card(g, self.card)} does not work on that. {self.question(g)}", self.rule(g))


class Activate(Choose):
    """Which neutral Axis minor is set up, or a neutral Italy instead. [CARD.axis_minor_activation] [TT9AD]"""

    def found(self, g: Board) -> list[int]:
        """Those that are neutral still."""
        nations = g.t.cards[self.card].effect.nations
        return [g.ids.country + nation for nation in nations if card_conditions.neutral(g, nation)]

    def take(self, g: Board, choice: int) -> None:
        """A minor joins the player, a major enters the war."""
        nation = choice - g.ids.country
        if nation < g.t.n_majors:
            relations.enter(g, nation)
        else:
            relations.join(g, nation, self.major)

    def question(self, g: Board) -> str:
        """The question in words."""
        return "Which country is brought into the war? Click its name."


class Cancel(Choose):
    """Which permanent card is cancelled. [CARD.morsecode] [A7.4o]"""

    def found(self, g: Board) -> list[int]:
        """Those that are in effect."""
        cards = g.t.cards[self.card].effect.cancels
        return [g.ids.card + card for card in cards if g.card_at[card] == IN_EFFECT]

    def take(self, g: Board, choice: int) -> None:
        """It is discarded."""
        card = choice - g.ids.card
        deck.cancel(g, card)
        if g.log is not None:
            g.log.add(f"{words.card(g, card)} is cancelled and leaves the game.", self.rule(g), (choice,))

    def question(self, g: Board) -> str:
        """The question in words."""
        return "Which card is cancelled? Click it."


class DeclareOn(Choose):
    """On whom war is declared. [CARD.ussr_declares_war] [A8.4b]"""

    def found(self, g: Board) -> list[int]:
        """Those it is still at peace with."""
        effect = g.t.cards[self.card].effect
        return [
            g.ids.country + nation
            for nation in effect.nations
            if not g.fallen(nation) and relations.why_not_declare(g, effect.nation, nation) is None
        ]

    def take(self, g: Board, choice: int) -> None:
        """War is declared."""
        relations.declare(g, g.t.cards[self.card].effect.nation, choice - g.ids.country)

    def question(self, g: Board) -> str:
        """The question in words."""
        effect = g.t.cards[self.card].effect
        return f"On whom does {words.country(g, effect.nation)} declare war? Click the country."


# --- units for a combat


def eligible(g: Board, side: int) -> list[int]:
    """The units of a side in the present combat that can become elite: all but HQs. [A1.2r] [R36]"""
    fight = g.fight
    if fight is None:
        return []
    units = fight.attackers if side == fight.side else fight.defenders
    kinds = g.t.unit_kind
    return [u for u in units if kinds[u] != HQ and kinds[u] != NAVAL_HQ and not g.cond[u] & ELITE]


class Elite(Choose):
    """Which units are elite in this combat: so many as the die says. [CARD.elite_troops] [R36]"""

    def __init__(self, card: int, major: int, left: int) -> None:
        super().__init__(card, major)
        self.left = left

    def run(self, g: Board) -> bool:
        """Ask as long as there are more units than may be elite."""
        found = eligible(g, g.major_side[self.major])
        if self.left and len(found) > self.left and len(distinct(g, found)) > 1:
            return True
        g.agenda.pop()
        for unit in found[: self.left]:
            g.mark(unit, ELITE)
        if g.log is not None:
            units = [u for u in self._side(g) if g.cond[u] & ELITE]
            text = f"{words.units(g, units)} {'fights' if len(units) == 1 else 'fight'} as elite troops."
            g.log.add(text, self.rule(g), tuple([g.ids.unit + u for u in units]))
        return False

    def _side(self, g: Board) -> list[int]:
        fight = g.fight
        assert fight is not None
        return fight.attackers if g.major_side[self.major] == fight.side else fight.defenders

    def found(self, g: Board) -> list[int]:
        """Units of the side that are not elite yet."""
        return [g.ids.unit + u for u in distinct(g, eligible(g, g.major_side[self.major]))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """One more is elite."""
        g.mark(choice - g.ids.unit, ELITE)
        g.agenda[-1] = Elite(self.card, self.major, self.left - 1)

    def question(self, g: Board) -> str:
        """The question in words."""
        return f"Choose units of your side with more strength in this combat: {self.left} to go."


# --- areas


class Partisans(Choose):
    """Which home areas without enemy units come back. [CARD.partisans]"""

    def __init__(self, card: int, major: int, left: int) -> None:
        super().__init__(card, major)
        self.left = left

    def run(self, g: Board) -> bool:
        """Ask as long as there are more areas than may be taken."""
        found = card_conditions.open_home_areas(g, self.major)
        if self.left and len(found) > self.left:
            return True
        g.agenda.pop()
        for area in found[: self.left]:
            self.take_back(g, area)
        return False

    def take_back(self, g: Board, area: int) -> None:
        """The area is the player's again, with its production."""
        control.liberate(g, area, self.major)

    def found(self, g: Board) -> list[int]:
        """The areas."""
        return [g.ids.space + area for area in card_conditions.open_home_areas(g, self.major)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """One more is taken."""
        g.agenda[-1] = Partisans(self.card, self.major, self.left - 1)
        self.take_back(g, choice - g.ids.space)

    def question(self, g: Board) -> str:
        """The question in words."""
        return f"Choose an area of your home country without enemy units to take back: {self.left} to go."


# --- disbanding


def disbandable(g: Board, card: int) -> list[int]:
    """The units of a colour on the map. [CARD.national_war_ussr]"""
    effect = g.t.cards[card].effect
    return [u for u in g.t.units_of[effect.nation] if g.t.unit_colour[u] == effect.colour and g.place[u] >= 0]


def disband_value(g: Board, unit: int) -> int:
    """What a disbanded unit gives: its price, less its repair if it is flipped."""
    return g.t.unit_cost[unit] - (economy.repair_cost(g, unit) if g.cond[unit] & FLIPPED else 0)


class Disband(Choose):
    """Which units are disbanded for Build Points; any number of them. [CARD.national_war_ussr]"""

    def run(self, g: Board) -> bool:
        """Ask while there are any."""
        if disbandable(g, self.card):
            return True
        g.agenda.pop()
        return False

    def found(self, g: Board) -> list[int]:
        """Done, or one of the units."""
        return [DONE, *[g.ids.unit + u for u in distinct(g, disbandable(g, self.card))]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """The unit goes back to the pool."""
        if choice == DONE:
            g.agenda.pop()
            return
        unit = choice - g.ids.unit
        value = disband_value(g, unit)
        if g.log is not None:
            text = f"{words.unit(g, unit)} in {words.space(g, g.place[unit])} is disbanded"
            text += f" for {words.points(value)}."
            g.log.add(text, self.rule(g), (choice, g.ids.space + g.place[unit]))
        g.points[self.major] += value
        g.take(unit)

    def question(self, g: Board) -> str:
        """The question in words."""
        return f"Disband units for Build Points ({g.points[self.major]} now), or be done."
