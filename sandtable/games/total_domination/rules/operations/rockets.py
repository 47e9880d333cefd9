"""Launching rockets: a card discarded costs an opponent cards at random. [8.1.E]"""

from __future__ import annotations

from sandtable.engine.choice import PASS
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import HAND, POWERS, SOLO_PILE, SOLO_USED
from sandtable.games.total_domination.components.ids import RADAR
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.wargame.steps import ActiveStep


def rockets(g: Board, power: int, value: int) -> list[int]:
    """Return the rockets that a power can launch with a card of this value. [8.1.E1] [8.1.E2] [8.1.E3]"""
    t = g.t
    return [tech for tech in bits(g.techs[power]) if t.rocket_discards[tech] and t.rocket_ops[tech] <= value]


def can_launch(g: Board, power: int, card: int) -> bool:
    """Return whether a power may discard this card to launch a rocket. [6.4a]"""
    if g.launched >> power & 1:  # one in a round, of any type [6.4b] [8.1.E]
        return False
    # Tactics count, a saved point does not. [6.4c]
    return len(rockets(g, power, g.value(power, card))) > 0


def why_launch(g: Board, power: int, card: int) -> Refusal:
    """Return why a power may not discard this card to launch a rocket."""
    t = g.t
    name = t.nation_name[power]
    if g.launched >> power & 1:
        return Refusal(f"{name} has launched a rocket in this round already.", "6.4b")
    known = [t.rocket_ops[tech] for tech in bits(g.techs[power]) if t.rocket_discards[tech]]
    if not known:
        return Refusal(f"{name} has no rocket: develop a technology of rocketry first.", "6.4a")
    value = g.value(power, card)
    text = (
        f"A launch needs a card worth {min(known)} points or more; {words.card(g, card)} is worth {value} "
        f"to {name}, and a saved point does not help."
    )
    return Refusal(text, "6.4c")


def launch(g: Board, power: int, card: int) -> None:
    """Discard the card and choose rocket and target. [6.4a] [R16]"""
    value = g.value(power, card)
    g.discard(card)  # what is left of its points is lost [6.4c] [6.0e]
    g.launched |= 1 << power
    if g.log is not None:
        text = f"{g.t.nation_name[power]} discards {words.card(g, card)} to launch a rocket."
        g.log.add(text, "6.4a", (g.ids.card + card,))
    g.push(Rocket(value))


def targets(g: Board, power: int) -> tuple[int, ...]:
    """Return the powers a rocket may be aimed at; one of them stands for a common hand. [10.1e]"""
    foes = g.t.foes[power]
    return foes[:1] if g.common else foes


def store(g: Board, target: int) -> list[int]:
    """Return the cards a rocket may hit: a hand, or in the solo game what the Axis has left. [R35] [R55]"""
    if g.start.solo:
        return [card for card in range(g.t.n_solo) if g.solo[card] == SOLO_PILE]
    return g.cards_in(HAND + g.holder[target])


def radar(g: Board, target: int) -> int:
    """Return the power whose Radar protects a target; -1 if there is none ready. [6.4d] [10.1h]"""
    for power in range(POWERS):
        if g.holder[power] == g.holder[target] and screen(g, power):
            if not g.common or not g.radar_used >> power & 1:
                return power
    return -1


def screen(g: Board, power: int) -> int:
    """Return how many cards a power's own technologies save from a rocket. [8.1.C3]"""
    found = 0
    for tech in bits(g.techs[power]):
        found += g.t.tech_radar[tech]
    return found


class Rocket(ActiveStep[Board]):
    """Which rocket is launched with a card of this value. [8.1.E]"""

    def __init__(self, value: int) -> None:
        self.value = value

    def run(self, g: Board) -> bool:
        found = rockets(g, g.power, self.value)
        if len(found) > 1:
            return True
        g.agenda[-1] = Aim(found[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.tech + tech for tech in rockets(g, g.power, self.value)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = Aim(choice - g.ids.tech)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Which rocket does {g.t.nation_name[g.power]} launch? Click its technology.", "6.4a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        if not g.ids.tech <= choice < g.ids.end:
            return Refusal("Choose the rocket first: click its technology.", "6.4a")
        tech = choice - g.ids.tech
        name = t.tech_name[tech]
        if not t.rocket_discards[tech]:
            return Refusal(f"{name} is not a rocket.", "6.4a")
        if not g.techs[g.power] >> tech & 1:
            return Refusal(f"{t.nation_name[g.power]} has not developed {name}.", "6.4a")
        text = f"{name} needs a card worth {t.rocket_ops[tech]} points; this one is worth {self.value}."
        return Refusal(text, "6.4c")


class Aim(ActiveStep[Board]):
    """Which opponent a rocket is aimed at. [6.4a]"""

    def __init__(self, tech: int) -> None:
        self.tech = tech

    def run(self, g: Board) -> bool:
        found = targets(g, g.power)
        if len(found) > 1:
            return True
        self.fly(g, found[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.power + power for power in targets(g, g.power)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.fly(g, choice - g.ids.power)

    def fly(self, g: Board, target: int) -> None:
        """Let Radar answer, then hit."""
        t = g.t
        g.agenda.pop()
        if g.log is not None:
            text = f"{t.nation_name[g.power]} launches the {t.tech_name[self.tech]} at {whom(g, target)}."
            g.log.add(text, "6.4a", (g.ids.power + g.power, g.ids.tech + self.tech, g.ids.power + target))
        number = t.rocket_discards[self.tech]
        guard = radar(g, target)
        # Radar helps nobody who loses all cards in spite of it.
        if guard >= 0 and number - screen(g, guard) < len(store(g, target)):
            if g.common and not g.start.solo:
                g.push(Warned(self.tech, target))  # its use is a choice [10.1h]
                return
            number = screened(g, guard, number)
        hit(g, target, number)

    def prompt(self, g: Board, seat: int) -> Ask:
        name = g.t.tech_name[self.tech]
        who = g.t.nation_name[g.power]
        return Ask(f"At which opponent does {who} launch the {name}? Click a power.", "6.4a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if not g.ids.power <= choice < g.ids.tech:
            return Refusal("Click the opponent at whom the rocket is launched.", "6.4a")
        name = g.t.nation_name[choice - g.ids.power]
        if choice - g.ids.power == g.power:
            return Refusal(f"{name} launches the rocket; click an opponent.", "6.4a")
        return Refusal(f"{name} is a teammate; click an opponent.", "6.4a")


class Warned(Step[Board]):
    """Whether a player with a common hand uses a Radar against a rocket. [10.1h]"""

    def __init__(self, tech: int, target: int) -> None:
        self.tech = tech
        self.target = target

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.target],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [RADAR, PASS]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        number = g.t.rocket_discards[self.tech]
        if choice == RADAR:
            number = screened(g, radar(g, self.target), number)
        hit(g, self.target, number)

    def prompt(self, g: Board, seat: int) -> Ask:
        guard = radar(g, self.target)
        number = g.t.rocket_discards[self.tech]
        text = (
            f"A {g.t.tech_name[self.tech]} costs you {words.count(number, 'card')} at random: use the Radar "
            f"of {g.t.nation_name[guard]} to lose one less, or pass and keep it for later in this round?"
        )
        return Ask(text, "10.1h")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("A rocket is on its way: use Radar or pass; the cards are taken at random.", "10.1h")


def screened(g: Board, guard: int, number: int) -> int:
    """Return what a rocket takes after Radar. [8.1.C3]

    With a common hand each Radar works once in a round.
    """
    if g.common:
        g.radar_used |= 1 << guard  # [10.1h]
    if g.log is not None:
        text = f"The Radar of {g.t.nation_name[guard]} saves a card."
        g.log.add(text, "8.1.C3", (g.ids.power + guard,))
    return max(0, number - screen(g, guard))


def hit(g: Board, target: int, number: int) -> None:
    """Take a number of cards at random from the target, at most all it has. [6.4a] [R55]"""
    cards = store(g, target)
    lost: list[int] = []
    while cards and len(lost) < number:
        lost.append(cards.pop(g.rng.below(len(cards))))
    for card in lost:
        if g.start.solo:
            g.solo[card] = SOLO_USED  # [R35]
        else:
            g.discard(card)
        g.revealed += 1
    if g.log is not None:
        told = f"loses {_cards(g, lost)} at random" if lost else "loses no card"
        refs = () if g.start.solo else tuple([g.ids.card + card for card in lost])
        g.log.add(f"{whom(g, target)} {told}.", "6.4a", refs)


def _cards(g: Board, cards: list[int]) -> str:
    if g.start.solo:
        return words.listed([f"solo card {g.t.solo_no[card]}" for card in cards])
    return words.cards(g, cards)


def whom(g: Board, target: int) -> str:
    """Return whose cards a rocket hits."""
    return f"The {g.t.faction_name[g.t.faction[target]]}" if g.common else g.t.nation_name[target]
