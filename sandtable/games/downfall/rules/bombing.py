"""Strategic Bombing: bombers are placed, intercepted, and cost the Axis an Action. [14] [13.11]

The ends of the Allied and of the Axis turn, at which missions come home, are here too.
"""

from typing import ClassVar, Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal, Step, Window
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules.base_steps import ActiveStep
from sandtable.games.downfall.rules.missions import NONE_IN_BOX, NOT_YOUR_MISSION, mission_name

NO_BOMBING: Final = Refusal("Only the Allies bomb Germany, in their own turn.", "14a")
NO_BASES: Final = Refusal("Strategic Bombing needs London under Allied control.", "14a")
NOT_ADVANCED: Final = Refusal("Strategic Bombing needs advanced air missions.", "14a")
INTERCEPT_ADVANCED: Final = Refusal("Bombers can be countered only by advanced air missions.", "14b")


def why_not_bomb(g: Board) -> Refusal | None:
    """Why no bombers can be sent out now; None if some can. Winter does not matter. [14] [14a] [19g]"""
    t = g.t
    if g.side != t.bombing_side:
        return NO_BOMBING
    if g.control[t.bombing_area] != g.side:  # asked when they are placed, not later [R30]
        return NO_BASES
    for kind in t.air_kinds_of_side[g.side]:
        if g.air[2 * kind + 1] > 0:
            return None
    return NOT_ADVANCED


def can_bomb(g: Board) -> bool:
    """Whether the active side can send out bombers. [11b] [14a]"""
    return g.side == g.t.bombing_side and why_not_bomb(g) is None


def count_bombers(g: Board) -> int:
    """How many missions are in the Strategic Bombing box."""
    found = 0
    for number in g.bombers:
        found += number
    return found


class Bombing(ActiveStep):
    """Advanced missions go to the Strategic Bombing box, one by one; then the Axis may intercept. [14a]"""

    def __init__(self, placed: int = 0) -> None:
        self.placed = placed

    def run(self, g: Board) -> bool:
        """Ask while there are missions left."""
        for kind in g.t.air_kinds_of_side[g.side]:
            if g.air[2 * kind + 1] > 0:
                return True
        self.close(g)
        return False

    def close(self, g: Board) -> None:
        """One interruption for all that were placed together. [R51]"""
        g.agenda[-1] = Intercept()

    def choices(self, g: Board, seat: int) -> list[int]:
        """Advanced missions in the box, or enough of it."""
        out = [DONE] if self.placed else []
        for kind in g.t.air_kinds_of_side[g.side]:
            if g.air[2 * kind + 1] > 0:
                out.append(g.ids.mission + 2 * kind + 1)
        return out

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """One more, or close."""
        if choice == DONE:
            self.close(g)
            return
        mission = choice - g.ids.mission
        g.air[mission] -= 1
        g.bombers[mission >> 1] += 1
        g.agenda[-1] = Bombing(self.placed + 1)
        if g.log is not None:
            g.log.add(f"{mission_name(g, mission)} goes out for Strategic Bombing.", "14a", (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        """Which?"""
        t = g.t
        goal = f"{t.bombing_needed} not countered cost the {t.side_name[t.bombing_target]} an Action"
        last = ", then Done" if self.placed else ""
        return Ask(f"Strategic Bombing: choose air missions one by one{last} ({goal}).", "14a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """The reason against a mission."""
        if choice == DONE:
            return Refusal("Send out at least one mission.", "14a")
        mission = choice - g.ids.mission
        if not 0 <= mission < 2 * g.t.n_air:
            return None
        if g.t.air_side[mission >> 1] != g.side:
            return NOT_YOUR_MISSION
        return NOT_ADVANCED if not mission & 1 else NONE_IN_BOX


class Intercept(Window[Board]):
    """The Axis may counter bombers, also those it has let pass before, as often as it likes. [14b, R51]"""

    secret = False

    def reactor(self, g: Board) -> int:
        """The Axis."""
        return g.seat_of[g.t.bombing_target]

    def reactions(self, g: Board, seat: int) -> list[int]:
        """Advanced missions, while there are bombers. [14b]"""
        out: list[int] = []
        if count_bombers(g) > 0:
            for kind in g.t.air_kinds_of_side[g.t.bombing_target]:
                if g.air[2 * kind + 1] > 0:  # [13.11a]
                    out.append(g.ids.mission + 2 * kind + 1)
        return out

    def react(self, g: Board, choice: int) -> None:
        """The interceptor is spent, and what it meets. The window stays open."""
        t = g.t
        mission = choice - g.ids.mission
        g.air[mission] -= 1
        g.interceptors += 1
        # The first two of a turn meet two missions each [13.11b], later ones one [13.11c].
        met = t.bombing_double_cancels if g.interceptors <= t.bombing_double else t.bombing_cancels
        if g.log is not None:
            g.log.add(f"{mission_name(g, mission)} meets the bombers.", "14b", (choice,))
        shoot_down(g, min(met, count_bombers(g)))

    def prompt(self, g: Board, seat: int) -> Ask:
        """Intercept?"""
        t = g.t
        bombers = words.count(count_bombers(g), "air mission")
        cost = f"{t.bombing_needed} or more cost the {t.side_name[t.bombing_target]} an Action"
        return Ask(
            f"Strategic Bombing by {bombers} ({cost}): counter with a mission of yours, or pass.", "14b"
        )

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """The reason against a mission."""
        mission = choice - g.ids.mission
        if not 0 <= mission < 2 * g.t.n_air:
            return None
        if g.t.air_side[mission >> 1] != g.t.bombing_target:
            return NOT_YOUR_MISSION
        return INTERCEPT_ADVANCED if not mission & 1 else NONE_IN_BOX


def shoot_down(g: Board, number: int) -> None:
    """Take bombers out of the box, asking the Axis whose where that makes a difference."""
    kinds = [kind for kind in range(g.t.n_air) if g.bombers[kind] > 0]
    if number == 0:
        return
    if number == count_bombers(g):
        for kind in kinds:
            lose_bombers(g, kind, g.bombers[kind])
    elif len(kinds) == 1:
        lose_bombers(g, kinds[0], number)
    else:
        g.push(CounteredBombers(number))


def lose_bombers(g: Board, kind: int, number: int) -> None:
    """Bombers are countered and return to the pool. [11e]"""
    g.bombers[kind] -= number
    if g.log is not None:
        text = f"Strategic Bombing: {number} × {g.t.air_name[kind]} countered."
        g.log.add(text, "14b", (g.ids.mission + 2 * kind + 1,))


class CounteredBombers(Step[Board]):
    """The Axis chooses which bombers its interceptor meets. [14b]"""

    saved_as: ClassVar[str] = "Victims"

    def __init__(self, number: int) -> None:
        self.number = number

    def seats(self, g: Board) -> tuple[int, ...]:
        """The Axis."""
        return (g.seat_of[g.t.bombing_target],)

    def choices(self, g: Board, seat: int) -> list[int]:
        """One mission of each kind in the box."""
        return [g.ids.mission + 2 * kind + 1 for kind in range(g.t.n_air) if g.bombers[kind] > 0]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """It is gone; on to the next."""
        g.agenda.pop()
        lose_bombers(g, (choice - g.ids.mission) >> 1, 1)
        shoot_down(g, self.number - 1)

    def prompt(self, g: Board, seat: int) -> Ask:
        """Which?"""
        return Ask(f"Choose the bombers that are countered ({self.number} to go).", "14b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """The reason against a mission."""
        mission = choice - g.ids.mission
        if not 0 <= mission < 2 * g.t.n_air:
            return None
        return Refusal("No such mission is bombing.", "14b")


# --- the ends of turns


def end_allied_turn(g: Board) -> None:
    """The boats come home [12c]; the bombers that are left take effect in the next Axis turn [14c]."""
    for i in range(3):
        g.atlantic[i] = 0
    bombers = count_bombers(g)
    g.bombed = bombers >= g.t.bombing_needed  # one lost Action at most, however many are left [R30]
    g.interceptors = 0
    if g.log is not None and bombers:
        log_bombing(g, bombers)


def log_bombing(g: Board, bombers: int) -> None:
    """What the bombers that are left will do; only called while a log is kept."""
    t = g.t
    if g.log is None or g.turn >= t.last_turn:
        return
    target = t.bombing_target
    if not g.bombed:
        text = f"Strategic Bombing: no effect, {bombers} left and {t.bombing_needed} needed."
    elif g.total_war[target] or t.total_war_turn[target] <= g.turn + 1 or 0 < g.axis_total_from <= g.turn + 1:
        text = f"Strategic Bombing: one Action less for the {t.side_name[target]} in its next turn."
    else:
        text = f"Strategic Bombing: no effect, the {t.side_name[target]} is not in Total War."
    g.log.add(text, "14c")


def end_axis_turn(g: Board) -> None:
    """The bombers of the turn before are withdrawn. [14d]"""
    for kind in range(g.t.n_air):
        g.bombers[kind] = 0
    g.bombed = False
