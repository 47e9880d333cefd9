"""Choices of players of some cards: a country, a card, areas, units. [A7.4k]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.native import mypyc_attr
from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import ELITE, FLIPPED, HQ, IN_EFFECT, NAVAL_HQ
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import ChooseOne
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions, deck
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import control, relations


@mypyc_attr(allow_interpreted_subclasses=True)
class Choose(ChooseOne):
    """The choice of one thing by the player of a card."""

    def __init__(self, card: int, major: int) -> None:
        self.card = card
        self.major = major

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.major],)

    def question(self, g: Board) -> str:
        """Return the question in words."""
        raise NotImplementedError

    def rule(self, g: Board) -> str:
        """Return the rule of the card."""
        return deck.rule(g, self.card)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(self.question(g), self.rule(g))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal(f"{words.card(g, self.card)} does not work on that. {self.question(g)}", self.rule(g))


class Activate(Choose):
    """The choice of a neutral Axis minor, or of neutral Italy. [CARD.axis_minor_activation] [TT9AD]"""

    def found(self, g: Board) -> list[int]:
        nations = g.t.cards[self.card].effect.nations
        return [g.ids.country + nation for nation in nations if card_conditions.neutral(g, nation)]

    def take(self, g: Board, choice: int) -> None:
        nation = choice - g.ids.country
        if nation < g.t.n_majors:
            relations.enter(g, nation)
        else:
            relations.join(g, nation, self.major)

    def question(self, g: Board) -> str:
        return "Which country is brought into the war? Click its name."


class Cancel(Choose):
    """The choice of a permanent card to cancel. [CARD.morsecode] [A7.4o]"""

    def found(self, g: Board) -> list[int]:
        cards = g.t.cards[self.card].effect.cancels
        return [g.ids.card + card for card in cards if g.card_at[card] == IN_EFFECT]

    def take(self, g: Board, choice: int) -> None:
        card = choice - g.ids.card
        deck.cancel(g, card)
        if g.log is not None:
            g.log.add(f"{words.card(g, card)} is cancelled and leaves the game.", self.rule(g), (choice,))

    def question(self, g: Board) -> str:
        return "Which card is cancelled? Click it."


class DeclareOn(Choose):
    """The choice of a country to declare war on. [CARD.ussr_declares_war] [A8.4b]"""

    def found(self, g: Board) -> list[int]:
        effect = g.t.cards[self.card].effect
        return [
            g.ids.country + nation
            for nation in effect.nations
            if not g.fallen(nation) and relations.why_not_declare(g, effect.nation, nation) is None
        ]

    def take(self, g: Board, choice: int) -> None:
        relations.declare(g, g.t.cards[self.card].effect.nation, choice - g.ids.country)

    def question(self, g: Board) -> str:
        effect = g.t.cards[self.card].effect
        return f"On which country does {words.country(g, effect.nation)} declare war? Click it."


# --- units for a combat


def eligible(g: Board, side: int) -> list[int]:
    """Return the units of a side in the present combat that can become elite: all but HQs. [A1.2r] [R36]"""
    fight = g.fight
    if fight is None:
        return []
    units = fight.attackers if side == fight.side else fight.defenders
    kinds = g.t.unit_kind
    return [u for u in units if kinds[u] != HQ and kinds[u] != NAVAL_HQ and not g.cond[u] & ELITE]


class Elite(Choose):
    """The choice of elite units in this combat, up to the number on the die. [CARD.elite_troops] [R36]"""

    def __init__(self, card: int, major: int, left: int) -> None:
        super().__init__(card, major)
        self.left = left

    def run(self, g: Board) -> bool:
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
        return [g.ids.unit + u for u in distinct(g, eligible(g, g.major_side[self.major]))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.mark(choice - g.ids.unit, ELITE)
        g.agenda[-1] = Elite(self.card, self.major, self.left - 1)

    def question(self, g: Board) -> str:
        return f"Choose elite units of your side for this combat: {self.left} to go."


# --- areas


class Partisans(Choose):
    """The choice of home areas without enemy units to take back. [CARD.partisans]"""

    def __init__(self, card: int, major: int, left: int) -> None:
        super().__init__(card, major)
        self.left = left

    def run(self, g: Board) -> bool:
        found = card_conditions.open_home_areas(g, self.major)
        if self.left and len(found) > self.left:
            return True
        g.agenda.pop()
        for area in found[: self.left]:
            self.take_back(g, area)
        return False

    def take_back(self, g: Board, area: int) -> None:
        """Give an area back to the player, with its production."""
        control.liberate(g, area, self.major)

    def found(self, g: Board) -> list[int]:
        return [g.ids.space + area for area in card_conditions.open_home_areas(g, self.major)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = Partisans(self.card, self.major, self.left - 1)
        self.take_back(g, choice - g.ids.space)

    def question(self, g: Board) -> str:
        return f"Choose an area of your home country without enemy units to take back: {self.left} to go."


# --- disbanding


def disbandable(g: Board, card: int) -> list[int]:
    """Return the units of a colour on the map. [CARD.national_war_ussr]"""
    effect = g.t.cards[card].effect
    return [u for u in g.t.units_of[effect.nation] if g.t.unit_colour[u] == effect.colour and g.place[u] >= 0]


def disband_value(g: Board, unit: int) -> int:
    """Return the Build Points for disbanding a unit: its price, less its repair if it is flipped."""
    return g.t.unit_cost[unit] - (economy.repair_cost(g, unit) if g.cond[unit] & FLIPPED else 0)


class Disband(Choose):
    """The choice of units to disband for Build Points, any number of them. [CARD.national_war_ussr]"""

    def run(self, g: Board) -> bool:
        if disbandable(g, self.card):
            return True
        g.agenda.pop()
        return False

    def found(self, g: Board) -> list[int]:
        return [DONE, *[g.ids.unit + u for u in distinct(g, disbandable(g, self.card))]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
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
        return f"Disband units for Build Points ({g.points[self.major]} now), or click Done."
