"""Strategic Bombing: bombers are placed, intercepted, and cost the Axis an Action. [14] [13.11]

The ends of the Allied and of the Axis turn, at which missions come home, are here too.
"""

from typing import ClassVar, Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal, Step, Window
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules.base_steps import ActiveStep
from sandtable.games.downfall.rules.missions import (
    NONE_IN_BOX,
    NOT_YOUR_MISSION,
    advanced_in_box,
    mission_name,
)

NO_BOMBING: Final = Refusal("Only the Allies bomb Germany, in their own turn.", "14a")
NO_BASES: Final = Refusal("Strategic Bombing needs London under Allied control.", "14a")
NOT_ADVANCED: Final = Refusal("Strategic Bombing needs advanced air missions.", "14a")
INTERCEPT_ADVANCED: Final = Refusal("Bombers can be countered only by advanced air missions.", "14b")


def why_not_bomb(g: Board) -> Refusal | None:
    """Return why no bombers can be sent out now; None if some can, even in winter. [14] [14a] [19g]"""
    t = g.t
    if g.side != t.bombing_side:
        return NO_BOMBING
    if g.control[t.bombing_area] != g.side:  # checked when they are placed, not later [R30]
        return NO_BASES
    return None if advanced_in_box(g, g.side) else NOT_ADVANCED


def can_bomb(g: Board) -> bool:
    """Return whether the active side can send out bombers. [11b] [14a]"""
    return g.side == g.t.bombing_side and why_not_bomb(g) is None


def count_bombers(g: Board) -> int:
    """Return how many missions are in the Strategic Bombing box."""
    return sum(g.bombers)


class Bombing(ActiveStep):
    """Sends advanced missions to the Strategic Bombing box, one by one; then the Axis may intercept. [14a]"""

    def __init__(self, placed: int = 0) -> None:
        self.placed = placed

    def run(self, g: Board) -> bool:
        if advanced_in_box(g, g.side):
            return True
        self.close(g)
        return False

    def close(self, g: Board) -> None:
        """Let the Axis intercept, once for all bombers that were placed together. [R51]"""
        g.agenda[-1] = Intercept()

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.mission + mission for mission in advanced_in_box(g, g.side)]
        return [DONE, *found] if self.placed else found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.close(g)
            return
        mission = choice - g.ids.mission
        g.air[mission] -= 1
        g.bombers[mission >> 1] += 1
        g.agenda[-1] = Bombing(self.placed + 1)
        if g.log is not None:
            g.log.add(f"{mission_name(g, mission)} is sent on Strategic Bombing.", "14a", (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        t = g.t
        goal = f"{t.bombing_needed} not countered cost the {t.side_name[t.bombing_target]} an Action"
        last = ", then Done" if self.placed else ""
        return Ask(f"Strategic Bombing: choose air missions one by one{last} ({goal}).", "14a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == DONE:
            return Refusal("Send out at least one mission.", "14a")
        return why_not_in_box(g, choice, g.side, NOT_ADVANCED)


class Intercept(Window[Board]):
    """The Axis may counter bombers, also those of earlier interruptions, as often as it likes. [14b, R51]"""

    secret = False

    def reactor(self, g: Board) -> int:
        return g.seat_of[g.t.bombing_target]

    def reactions(self, g: Board, seat: int) -> list[int]:
        """Return advanced missions, while there are bombers. [14b]"""
        if count_bombers(g) == 0:
            return []
        return [g.ids.mission + mission for mission in advanced_in_box(g, g.t.bombing_target)]  # [13.11a]

    def react(self, g: Board, choice: int) -> None:
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
        t = g.t
        bombers = words.count(count_bombers(g), "air mission")
        cost = f"{t.bombing_needed} or more cost the {t.side_name[t.bombing_target]} an Action"
        return Ask(
            f"Strategic Bombing by {bombers} ({cost}): counter with one of your missions, or pass.", "14b"
        )

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return why_not_in_box(g, choice, g.t.bombing_target, INTERCEPT_ADVANCED)


def why_not_in_box(g: Board, choice: int, side: int, not_advanced: Refusal) -> Refusal | None:
    """Return why a side cannot use an air mission from its box, where only advanced ones can be used."""
    mission = g.ids.air_mission(choice)
    if mission < 0:
        return None
    if g.t.air_side[mission >> 1] != side:
        return NOT_YOUR_MISSION
    return NONE_IN_BOX if mission & 1 else not_advanced


def shoot_down(g: Board, number: int) -> None:
    """Take bombers out of the box; ask the Axis which ones if that makes a difference."""
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
    """Return countered bombers to the pool. [11e]"""
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
        return (g.seat_of[g.t.bombing_target],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.mission + 2 * kind + 1 for kind in range(g.t.n_air) if g.bombers[kind] > 0]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        lose_bombers(g, (choice - g.ids.mission) >> 1, 1)
        shoot_down(g, self.number - 1)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Choose the bombers that the interceptor counters ({self.number} left).", "14b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if g.ids.air_mission(choice) < 0:
            return None
        return Refusal("No mission of this kind is bombing.", "14b")


# --- the ends of turns


def end_allied_turn(g: Board) -> None:
    """Bring the submarines home [12c] and note whether the bombers cost the Axis an Action [14c]."""
    for i in range(3):
        g.atlantic[i] = 0
    bombers = count_bombers(g)
    g.bombed = bombers >= g.t.bombing_needed  # one lost Action at most, however many are left [R30]
    g.interceptors = 0
    if g.log is not None and bombers:
        log_bombing(g, bombers)


def log_bombing(g: Board, bombers: int) -> None:
    """Log the effect of the bombers that are left."""
    t = g.t
    if g.log is None or g.turn >= t.last_turn:
        return
    target = t.bombing_target
    if not g.bombed:
        text = f"Strategic Bombing: no effect, {bombers} left and {t.bombing_needed} needed."
    elif g.total_war[target] or t.total_war_turn[target] <= g.turn + 1 or 0 < g.axis_total_from <= g.turn + 1:
        text = f"Strategic Bombing: one Action fewer for the {t.side_name[target]} in its next turn."
    else:
        text = f"Strategic Bombing: no effect, the {t.side_name[target]} is not in Total War."
    g.log.add(text, "14c")


def end_axis_turn(g: Board) -> None:
    """Withdraw the bombers of the turn before. [14d]"""
    for kind in range(g.t.n_air):
        g.bombers[kind] = 0
    g.bombed = False
