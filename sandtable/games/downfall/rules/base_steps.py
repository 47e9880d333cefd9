"""The common base of the questions to the active side."""

from sandtable.games.downfall.components.constants import BY_SEA, FROM_INSIDE
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.components.words import army
from sandtable.wargame import steps


class ActiveStep(steps.ActiveStep[Board]):
    """A step that asks the player of the active side; counters differ by the attack they take part in."""

    def distinction(self, g: Board, seat: int, choice: int) -> str:
        t = g.t
        unit = choice - g.ids.unit
        for attack in g.attacks:
            if unit == attack.defender:
                attacker = army(g, attack.attacker)
                if attack.via == FROM_INSIDE:
                    return f"attacked by {attacker} there"
                if attack.via == BY_SEA:
                    return f"attacked by {attacker} from the sea"
                a, b = t.link_a[attack.via], t.link_b[attack.via]
                return f"attacked by {attacker} from {t.area_name[a if b == attack.area else b]}"
            if unit == attack.attacker or unit in attack.supports:
                return f"attacks {army(g, attack.defender)}"
        return ""
