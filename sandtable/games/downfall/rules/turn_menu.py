"""The common part of the free parts of a side's turn: Actions and spending in any order. [3] [3c] [3d]"""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import AFTER, AT_WAR, FREE
from sandtable.games.downfall.components.ids import (
    ACTION,
    AREA,
    BOMB,
    COMBAT,
    END_TURN,
    REMOVE,
    REVEAL,
    STOP,
    STRATEGIC,
    TORCH,
)
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import (
    actions,
    armor,
    bombing,
    developments,
    missions,
    operations,
    politics,
    reinforcements,
    torch_landing,
)
from sandtable.games.downfall.rules.base_steps import ActiveStep


def too_late_text(g: Board) -> str:
    """Return why nothing that belongs before the combats is possible any more."""
    return "The combats of this turn have been fought" if g.phase == AFTER else "The combats have begun"


def left_text(g: Board) -> str:
    """Return the Actions and reinforcement points a side has left, in words."""
    text = words.count(g.actions_left, "Action")
    return f"{text}, {words.count(g.points, 'reinforcement point')}" if g.points > 0 else text


class TurnMenu(ActiveStep):
    """A question that offers Actions and spending: before, between and after combats. [3c] [3d]"""

    def spending_choices(self, g: Board) -> list[int]:
        """Return Actions, armies to build, submarines, bombers and revealing."""
        found: list[int] = []
        if g.actions_left > 0:
            for action in actions.allowed(g):
                found.append(ACTION + action)
        if g.points > 0:
            found.extend(reinforcements.builds(g))
        if g.side == g.t.sub_side:
            found.extend(missions.sub_choices(g))
        if g.side == g.t.bombing_side and bombing.can_bomb(g):
            found.append(BOMB)
        if developments.can_reveal(g):
            found.append(REVEAL)
        return found

    def army_choices(self, g: Board) -> list[int]:
        """Return the armies that can do something now."""
        return [g.ids.unit + unit for unit in operations.clickable_armies(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        ids = g.ids
        if ACTION <= choice < STRATEGIC:
            actions.take(g, choice - ACTION)
        elif ids.unit <= choice < ids.tile:
            g.push(operations.ArmyOrder(choice - ids.unit))
        elif choice >= ids.army:
            reinforcements.start_build(g, choice)
        elif choice >= ids.submarine:
            missions.place_sub(g, choice - ids.submarine)
        elif choice >= ids.mission:
            g.push(missions.PlaceAir(choice - ids.mission))
        elif choice == BOMB:
            g.push(bombing.Bombing())
        elif choice == REVEAL:
            g.push(developments.Reveal())

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        ids = g.ids
        if choice < AREA:
            return self.why_not_press(g, choice)
        if choice < ids.unit:
            if g.phase != FREE:
                return Refusal(f"{too_late_text(g)}; armies no longer move.", "8u")
            return Refusal("Click an army first, then the area it should enter.", "8")
        if choice < ids.tile:
            return self.why_not_click(g, choice - ids.unit)
        if choice < ids.mission:
            return Refusal("Click the Development Action (or Reveal) first, then the tile.", "4.6")
        if choice < ids.army:
            return self.why_not_mission(g, choice)
        return reinforcements.why_not_build(g, choice)

    def why_not_press(self, g: Board, choice: int) -> Refusal | None:
        """Return why a button cannot be pressed."""
        if ACTION <= choice < STRATEGIC:
            return actions.why_not_take(g, choice - ACTION)
        if choice == REMOVE or choice == REMOVE + 1:
            return Refusal("Armies are removed or exchanged at the beginning of the turn only.", "1c")
        if choice == BOMB:
            return bombing.why_not_bomb(g)
        if choice == TORCH:
            return torch_landing.why_not_torch(g) if g.phase == FREE else operations.why_not_after_combat(g)
        if choice == REVEAL:
            return Refusal("You have no secret development to reveal.", "4.6b")
        if choice == COMBAT:
            return Refusal(f"{too_late_text(g)}.", "8u")
        if choice == END_TURN:
            return Refusal(
                "The declared attacks must be fought first. End operations and begin combat.", "17"
            )
        if choice < REMOVE:
            last = "begin combat" if g.attacks else "end the turn"
            return Refusal(f"When nothing is left to do here, {last}.", "3c")
        if g.phase != FREE and choice <= STOP:
            return Refusal(f"{too_late_text(g)}; armies no longer move.", "8u")
        return Refusal("Click an army first, then its order.", "8a")

    def why_not_mission(self, g: Board, choice: int) -> Refusal | None:
        """Return why a mission cannot be placed."""
        if choice >= g.ids.submarine:
            return missions.why_not_place_sub(g, choice - g.ids.submarine)
        if g.phase == AFTER:
            return Refusal(f"{too_late_text(g)}.", "8u")
        return missions.why_not_place_air(g, choice - g.ids.mission)

    def why_not_click(self, g: Board, unit: int) -> Refusal:
        """Return why a counter cannot be clicked."""
        t = g.t
        if g.place[unit] < 0:
            return Refusal("That counter is not on the map.", "1e")
        if t.unit_side[unit] != g.side:
            if politics.is_enemy(g, unit):
                if g.phase != FREE:
                    return Refusal(f"{too_late_text(g)}.", "8u")
                return Refusal("First click the army that should attack it.", "8l")
            if g.seat_of[t.unit_side[unit]] == g.active_seat():
                return Refusal("That army belongs to your other side, which has its own turn.", "2b")
            return Refusal("That army belongs to your partner, who has their own turn.", "2")
        if g.status[t.unit_nation[unit]] != AT_WAR:
            return Refusal("Its country is not at war.", "2")
        return operations.why_not_click(g, unit)


def seems_busy(g: Board) -> bool:
    """Return whether, for all opponents know, a secret development gives the side something to do. [4.6b]"""
    if g.actions_left > 0 or g.points > 0:
        return True
    if g.armor[g.side] > 0:
        for unit in g.t.units_of_side[g.side]:
            if (
                g.place[unit] >= 0
                and armor.is_at_home(g, g.place[unit])
                and armor.may_have_secret_armor(g, unit)
            ):
                return True
    return False
