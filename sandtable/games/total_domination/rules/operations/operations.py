"""Operations: a card's points are spent on deploying, moving and attacking, in any order. [6.0a]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import AIR_FLEET, TURNED, U_BOAT
from sandtable.games.total_domination.components.ids import ADD_SAVED, AREA, DISBAND, SAVE
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.operations import attack, deployment, movement
from sandtable.wargame.steps import ActiveStep


def start(g: Board, card: int, second: int, points: int) -> None:
    """Begin to spend the points of a card (and of the one a Peace card has turned up)."""
    if g.log is not None:
        shown = words.card(g, card) if second < 0 else f"{words.card(g, card)} with {words.card(g, second)}"
        text = f"{words.nation(g, g.power)} plays {shown} for {words.count(points, 'point')}."
        g.log.add(text, "6.0a", (g.ids.card + card,))
    g.push(Operate(card, second, points))


class Operate(ActiveStep[Board]):
    """One operation after the other while points are left. `second` is the card of a Peace event, or -1."""

    def __init__(self, card: int, second: int, points: int) -> None:
        self.card = card
        self.second = second
        self.points = points

    def choices(self, g: Board, seat: int) -> list[int]:
        """Kinds to deploy, own units to move, enemy units to attack, and how to end."""
        power = g.power
        points = self.points
        found = [DONE]
        if g.saved(power) >= 0:
            found.append(ADD_SAVED)  # [6.0c]
        elif points:
            found.append(SAVE)  # [6.0b]
        if deployment.has_units(g, power):
            found.append(DISBAND)
        first = g.ids.unit
        for unit in movement.movable(g, power, points):
            found.append(first + unit)
        for unit in movement.movable_uboats(g, power, points):
            found.append(first + unit)
        for unit in attack.targets(g, power, points):
            found.append(first + unit)
        first = g.ids.kind
        for kind in deployment.kinds(g, power, points):
            found.append(first + kind)
        return found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0:
            return choice in self.choices(g, seat)
        if g.owner(unit) == g.power:
            cost = movement.cost(g, g.power, unit)
            return cost <= self.points and movement.destinations(g, g.power, unit) != 0
        like = [u for u in attack.targets(g, g.power, self.points) if g.place[u] == g.place[unit]]
        return any([g.t.unit_kind[u] == g.t.unit_kind[unit] for u in like])

    def answer(self, g: Board, seat: int, choice: int) -> None:
        power = g.power
        if choice in (DONE, SAVE):
            g.agenda.pop()
            self.end(g, choice == SAVE)
        elif choice == ADD_SAVED:
            g.discard(g.saved(power))
            if g.log is not None:
                g.log.add(f"{words.nation(g, power)} adds its saved point.", "6.0c")
            self.again(g, self.points + g.t.saved_most)
        elif choice == DISBAND:
            g.push(deployment.Disband())
        elif choice >= g.ids.kind:
            kind = choice - g.ids.kind
            self.again(g, self.points - deployment.cost(g, power, kind))
            g.push(deployment.Deploy(kind))
        else:
            unit = choice - g.ids.unit
            if g.owner(unit) == power:
                self.again(g, self.points - movement.cost(g, power, unit))
                g.push(movement.Move(unit))
            else:
                self.again(g, self.points - attack.cost(g, power, unit))
                attack.destroy(g, power, unit)  # as often as points last [6.3e]

    def again(self, g: Board, points: int) -> None:
        g.agenda[-1] = Operate(self.card, self.second, points)

    def end(self, g: Board, save: bool) -> None:
        """Lay the cards off: turned with its saved point, or on the discard pile. [6.0b]"""
        if save:
            g.lay(self.card, TURNED + g.power)
            if g.log is not None:
                g.log.add(f"{words.nation(g, g.power)} saves 1 point.", "6.0b")
        else:
            g.discard(self.card)
        if self.second >= 0:
            g.discard(self.second)

    def prompt(self, g: Board, seat: int) -> Ask:
        power, points = g.power, self.points
        moves = [movement.cost(g, power, unit) for unit in movement.movable(g, power, points)]
        moves += [movement.cost(g, power, unit) for unit in movement.movable_uboats(g, power, points)]
        attacks = [attack.cost(g, power, unit) for unit in attack.targets(g, power, points)]
        builds = [deployment.cost(g, power, kind) for kind in deployment.kinds(g, power, points)]
        ways: list[str] = []
        if moves:
            ways.append(f"one of your units to move it ({words.either(moves)})")
        if attacks:
            ways.append(f"an enemy unit to destroy it ({words.either(attacks)})")
        if builds:
            ways.append(f"a kind of unit to deploy it ({words.either(builds)})")
        left = f"{words.nation(g, power)} has {words.count(points, 'point')} left"
        if ways:
            return Ask(f"{left}: click {', '.join(ways)}, or Done.", "6.0a")
        if not points:
            return Ask(f"{left}: click Done.", "6.0a")
        return Ask(f"{left}: too few for anything now; click Done or what else is offered.", "6.0a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        ids = g.ids
        if choice == SAVE:
            if g.saved(g.power) >= 0:
                return Refusal("You have a saved point already; you may add it now.", "6.0b")
            return Refusal("There is no point left to save.", "6.0b")
        if choice == ADD_SAVED:
            return Refusal("You have no saved point.", "6.0c")
        if choice == DISBAND:
            return Refusal("You have no units on the board.", "6.1d")
        if AREA <= choice < ids.unit:
            return Refusal("Click a unit first: then the areas it can reach are offered.", "6.2b")
        if ids.unit <= choice < ids.kind:
            return why_unit(g, choice - ids.unit, self.points)
        if ids.kind <= choice < ids.card:
            return deployment.why_kind(g, g.power, choice - ids.kind, self.points)
        if ids.card <= choice < ids.power:
            return Refusal("One card is played in a turn; end these operations first.", "3.3a")
        return Refusal("A card played for points buys deployment, moves and attacks, nothing else.", "6.0f")


def why_unit(g: Board, unit: int, points: int) -> Refusal:
    """Return why a unit can be neither moved nor attacked with a number of points."""
    t = g.t
    if g.place[unit] < 0:
        if g.owner(unit) != g.power:
            return Refusal(f"The {words.unit(g, unit)} is in the supply, and not yours to deploy.", "6.1b")
        return Refusal("That counter is in the supply: click its kind to deploy it.", "6.1b")
    if g.owner(unit) != g.power:
        return attack.why_unit(g, g.power, unit, points)
    name, where = words.unit(g, unit), words.area(g, g.place[unit])
    kind = t.unit_type[unit]
    if kind == AIR_FLEET and g.used[unit]:
        return Refusal(f"The {name} in {where} does nothing more this round.", "11.1.Ac")
    need = movement.cost(g, g.power, unit)
    if need > points:
        left = words.count(points, "point")
        return Refusal(f"Moving the {name} costs {words.count(need, 'point')}; {left} left.", "6.2a")
    if kind < U_BOAT and not g.supplied(g.power) & t.bit[g.place[unit]]:
        return Refusal(f"The {name} in {where} is out of supply.", "3.9c")
    return Refusal(f"There is no area that the {name} in {where} could move to.", "6.2b")
