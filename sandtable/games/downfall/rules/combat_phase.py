"""The combat phase: attacks are fought one by one, with Actions and building between them. [3] [17]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components.constants import ATTACKS, FIGHTING, POOL
from sandtable.games.downfall.components.ids import AREA, COMBAT, END_TURN, REMOVE, REVEAL
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.rules import combat, missions
from sandtable.games.downfall.rules.supply import update_control
from sandtable.games.downfall.rules.turn_menu import TurnMenu, left_text, seems_busy


class Combat(TurnMenu):
    """Lets the active side fight the attacks in any order, then updates control. [17] [6c]

    No supply is spent and no army moves any more. Actions, building, upgrading, conversion and missions go
    on until the last combat, and after it. [3e] [8u] [3c]
    """

    saved_as: ClassVar[str] = "Battles"

    def __init__(self, fought: int = 0) -> None:
        self.fought = fought  # 1 after the first combat of the turn

    def pack(self) -> list[int]:
        """Return nothing before the first combat."""
        return [1] if self.fought else []

    def run(self, g: Board) -> bool:
        """Fight without a question while there is no choice; else ask for the next attack.

        Before the first combat a single attack is fought at once, because everything that is possible now
        was possible before.
        """
        g.phase = FIGHTING
        fought = self.fought
        while g.attacks:
            alone = len(g.attacks) == 1 or len(self.waiting_attacks(g)) == 1
            if fought or not alone:
                found = self.choices(g, g.active_seat())
                if not alone or self.must_ask(g, found):
                    if fought:
                        g.agenda[-1] = Combat(1)
                    return g.offer(found)
            combat.fight(g, g.attacks[0])
            fought = 1
        update_control(g)
        g.agenda.pop()
        return False

    def must_ask(self, g: Board, found: list[int]) -> bool:
        """Return whether the choices offer more than the attack that comes first."""
        if g.secret_tiles and seems_busy(g):
            return True
        return len(found) > 2 or (len(found) == 2 and found[1] != REVEAL)

    def waiting_attacks(self, g: Board) -> list[Attack]:
        """Return the attacks not fought yet, identical ones once."""
        result: list[Attack] = []
        seen: list[tuple[int, ...]] = []
        for attack in g.attacks:
            look = self.attack_key(g, attack)
            if look not in seen:
                seen.append(look)
                result.append(attack)
        return result

    def attack_key(self, g: Board, attack: Attack) -> tuple[int, ...]:
        """Return everything about an attack that can make a difference."""
        t = g.t
        attacker = attack.attacker
        defender = attack.defender
        supports = 0
        for unit in attack.supports:
            supports += combat.support_factor(g, unit)
        return (
            attack.area,
            attack.via,
            attack.air,
            supports,
            t.unit_type[attacker],
            g.cond[attacker],
            t.unit_type[defender],
            g.cond[defender],
        )

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.unit + attack.defender for attack in self.waiting_attacks(g)]
        return found + self.spending_choices(g) + self.army_choices(g) + missions.air_choices(g)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        for attack in g.attacks:
            if attack.defender == choice - g.ids.unit:
                g.agenda[-1] = Combat(1)
                combat.fight(g, attack)
                return
        super().answer(g, seat, choice)

    def prompt(self, g: Board, seat: int) -> Ask:
        text = "Which attack is fought next? Choose the army under attack."
        if len(self.choices(g, seat)) == len(self.waiting_attacks(g)):
            return Ask(text, "17")
        text = f"{text} You can also take Actions and build, but not spend supply"
        return Ask(f"{text} ({left_text(g)} left).", "17")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        ids = g.ids
        t = g.t
        if ids.unit <= choice < ids.tile:
            return self.why_not_fight(g, choice - ids.unit)
        if AREA <= choice < ids.unit:
            area = choice - AREA
            for attack in g.attacks:
                if attack.area == area:
                    return Refusal(f"In {t.area_name[area]} choose the army under attack.", "17")
            return Refusal(f"No attack is waiting to be fought in {t.area_name[area]}.", "17")
        return super().why_not(g, seat, choice)

    def why_not_fight(self, g: Board, unit: int) -> Refusal:
        """Return why a counter names no attack and cannot be clicked for anything else."""
        t = g.t
        name = t.type_name[t.unit_type[unit]]
        if g.place[unit] == POOL:
            return Refusal(f"{name}: this army is not on the map.", "17")
        if t.unit_side[unit] == g.side:
            if g.cond[unit] & ATTACKS:
                return Refusal(f"{name}: choose the army it attacks, not your own.", "17")
            return self.why_not_click(g, unit)
        for attack in g.attacks:
            if attack.defender == unit:
                return Refusal(f"{name}: choose the identical army; the attack is the same.", "17")
        return Refusal(f"{name}: no attack on this army is waiting to be fought.", "17")

    def why_not_press(self, g: Board, choice: int) -> Refusal | None:
        """Return why a button cannot be pressed; the declared attacks come first."""
        if choice in (COMBAT, END_TURN) or choice < REMOVE:
            return Refusal("The declared attacks are fought first. Then the turn goes on.", "17")
        return super().why_not_press(g, choice)
