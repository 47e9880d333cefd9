"""The sequence of play: the war, a turn, a side's turn with its six parts. [3]

war   := turn 1 .. turn 22, verdict
turn  := entries into the war, then Axis, Allies, Soviet Union                                     [3b]
side  := start, beginning, free play, battles, play after the battles, end                          [3c]
"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.downfall import (
    actions,
    armor,
    beginning,
    bombing,
    combat,
    countries,
    developments,
    missions,
    operations,
    politics,
    reinforcements,
    supply,
    torch,
    words,
)
from sandtable.games.downfall.active import ActiveStep
from sandtable.games.downfall.ids import (
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
from sandtable.games.downfall.state import (
    AFTER,
    AT_WAR,
    BEGINNING,
    FREE,
    HIT_BY_ALLIES,
    HIT_BY_USSR,
    READY,
    THIS_SIDE_TURN,
    Board,
)
from sandtable.games.downfall.tables import ALLIES, AXIS


class Turn(Step[Board]):
    """A turn begins: countries go to war, then each side plays. [3] [3b]"""

    def run(self, g: Board) -> bool:
        """Lay out the turn."""
        g.agenda.pop()
        if g.log is not None:
            g.log.add(f"Turn {g.turn}: {g.t.turn_name[g.turn]}.", "3a")
        countries.start_of_turn(g)
        g.push(TurnEnd())
        for side in reversed(g.t.side_order):
            g.push(SideTurn(side))
        return False


class TurnEnd(Step[Board]):
    """All three sides have played: the next turn, or the end. [3a] [20c]"""

    def run(self, g: Board) -> bool:
        """Count on."""
        g.agenda.pop()
        cond = g.cond
        for unit in range(len(cond)):
            cond[unit] &= ~(HIT_BY_ALLIES | HIT_BY_USSR)  # [17f]
        if g.turn >= g.t.last_turn:
            countries.verdict(g, True)
        else:
            g.turn += 1
            g.push(Turn())
        return False


class SideTurn(Step[Board]):
    """A side's turn, laid out from its start to its end."""

    def __init__(self, side: int) -> None:
        self.side = side

    def pack(self) -> list[int]:
        """The side."""
        return [self.side]

    def run(self, g: Board) -> bool:
        """Start, then lay out the rest; a side that has surrendered does not play. [R32]"""
        g.agenda.pop()
        if countries.plays(g, self.side):
            g.side = self.side
            start(g)
            g.push(SideEnd())
            g.push(AfterCombat())
            g.push(combat.Battles())
            g.push(Free())
            g.push(beginning.Beginning())
        return False


def start(g: Board) -> None:
    """Count Actions, see which armies are in supply, clear what belonged to the last turn. [4] [8w]"""
    side = g.side
    g.phase = BEGINNING
    g.supplied = None
    g.points = 0
    g.british_points = 0
    g.landings = 0
    g.line_landings = 0
    g.landed_at = []
    g.strategic_in_ussr = 0
    g.passages = 0
    g.interceptors = 0
    g.attacks = []
    g.actions_taken = [0] * len(g.actions_taken)
    g.actions_left = actions.count_actions(g, side)
    ready: list[int] = []
    for unit in g.t.units_of_side[side]:
        if g.place[unit] >= 0 and g.status[g.t.unit_nation[unit]] == AT_WAR and supply.has_line(g, unit):
            g.cond[unit] |= READY
            ready.append(unit)
    if g.log is not None:
        has = f"{words.count(g.actions_left, 'Action')}{actions.reasons(g, side)}"
        stock = words.count(g.supply[side], "supply unit")
        g.log.add(f"{g.t.side_name[side]}: {has}, {stock}.", "4")
    developments.show_lines(g, side, ready)  # everybody sees who may operate [4.6b, R33]
    if side == g.t.country_side[g.t.yugoslavia]:
        countries.raise_partisans(g)  # [18j, R23]
    beginning.beginning(g)


class Menu(ActiveStep):
    """What the free parts of a side's turn share: Actions and spending of stock in any order. [3c] [3d]"""

    def spending(self, g: Board) -> list[int]:
        """Actions, building, submarines, bombers, revealing."""
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

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Take an Action or spend something."""
        ids = g.ids
        if ACTION <= choice < STRATEGIC:
            actions.take(g, choice - ACTION)
        elif ids.unit <= choice < ids.tile:
            g.push(operations.Order(choice - ids.unit))
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
        """Why this cannot be clicked in the free parts of the turn."""
        ids = g.ids
        if choice < AREA:
            return self.why_no_button(g, choice)
        if choice < ids.unit:
            if g.phase != FREE:
                return Refusal("The battles of this turn have been fought; armies move no more.", "8u")
            return Refusal("Click an army first, then the area it shall go to.", "8")
        if choice < ids.tile:
            return self.why_no_unit(g, choice - ids.unit)
        if choice < ids.mission:
            return Refusal("Click the Development Action (or Reveal) first, then the tile.", "4.6")
        if choice < ids.army:
            return self.why_no_mission(g, choice)
        return reinforcements.why_not_build(g, choice)

    def why_no_button(self, g: Board, choice: int) -> Refusal | None:
        """Why a button cannot be pressed: Actions, then the others in turn."""
        if ACTION <= choice < STRATEGIC:
            return actions.refuse(g, choice - ACTION)
        if choice == REMOVE or choice == REMOVE + 1:
            return Refusal("Armies are removed or exchanged at the beginning of the turn only.", "1c")
        if choice == BOMB:
            return bombing.why_not_bomb(g)
        if choice == TORCH:
            return torch.why_no_torch(g) if g.phase == FREE else operations.after_combat()
        if choice == REVEAL:
            return Refusal("There is no secret development of yours to reveal.", "4.6b")
        if choice == COMBAT:
            return Refusal("The battles of this turn have been fought.", "8u")
        if choice == END_TURN:
            return Refusal("Declared attacks must be fought first: end operations, begin combat.", "17")
        if choice < REMOVE:
            last = "begin combat" if g.attacks else "end the turn"
            return Refusal(f"When nothing is left to do here, {last}.", "3c")
        if g.phase != FREE and choice <= STOP:
            return Refusal("The battles of this turn have been fought; armies move no more.", "8u")
        return Refusal("Click an army first, then what it shall do.", "8a")

    def why_no_mission(self, g: Board, choice: int) -> Refusal | None:
        """Why a mission cannot be placed."""
        if choice >= g.ids.submarine:
            return missions.why_not_sub(g, choice - g.ids.submarine)
        if g.phase != FREE:
            return Refusal("The battles of this turn have been fought.", "8u")
        return missions.why_not_air(g, choice - g.ids.mission)

    def why_no_unit(self, g: Board, unit: int) -> Refusal:
        """Why a counter cannot be clicked."""
        t = g.t
        if g.place[unit] < 0:
            return Refusal("That counter is not on the map.", "1e")
        if t.unit_side[unit] != g.side:
            if politics.is_enemy(g, unit):
                if g.phase != FREE:
                    return Refusal("The battles of this turn have been fought.", "8u")
                return Refusal("Click the army of yours that shall attack it first.", "8l")
            return Refusal("That army belongs to your partner, who plays a turn of its own.", "2b")
        if g.status[t.unit_nation[unit]] != AT_WAR:
            return Refusal("Its country is not at war.", "2")
        return operations.why_not_click(g, unit)


class Free(Menu):
    """Actions, operations, missions and building in any order, until combat begins or the turn ends. [3c]"""

    def run(self, g: Board) -> bool:
        """Ask."""
        g.phase = FREE
        return True

    def prompt(self, g: Board, seat: int) -> Ask:
        """What next?"""
        left = f"{words.count(g.actions_left, 'Action')}, {g.supply[g.side] or 'no'} supply"
        if g.points > 0:
            left = f"{left}, {words.count(g.points, 'reinforcement point')}"
        last = "begin combat" if g.attacks else "end the turn"
        return Ask(
            f"{g.t.side_name[g.side]}: take Actions and lead armies in any order, then {last} ({left} left).",
            "3c",
        )

    def choices(self, g: Board, seat: int) -> list[int]:
        """Everything the side may begin now."""
        found = self.spending(g)
        first = g.ids.unit
        for unit in operations.clickable(g):
            found.append(first + unit)
        if g.attacks:
            found.extend(missions.air_choices(g))
        if g.african_neutral and torch.can_torch(g):
            found.append(TORCH)
        found.append(COMBAT)
        if not g.attacks:
            found.append(END_TURN)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Begin it, or close the free play. [8u] [3e]"""
        if choice == COMBAT:
            g.agenda.pop()
        elif choice == END_TURN:
            g.agenda.pop()
            # Below lie the battles, which only settle control now, and the play after them, now renounced.
            del g.agenda[-2]
        elif choice == TORCH:
            g.push(torch.Torch())
        else:
            super().answer(g, seat, choice)


def seems_busy(g: Board) -> bool:
    """Whether, for all the opponents know, a secret development gives the side something to do. [4.6b]"""
    if g.actions_left > 0 or g.points > 0:
        return True
    if g.armor[g.side] > 0:
        for unit in g.t.units_of_side[g.side]:
            if g.place[unit] >= 0 and armor.at_home(g, g.place[unit]) and armor.could_be_more(g, unit):
                return True
    return False


class AfterCombat(Menu):
    """After the battles: Actions and building go on, supply stays where it is. [3e] [4.2h]"""

    def run(self, g: Board) -> bool:
        """Ask, if anything is left to do."""
        g.phase = AFTER
        if g.secret_tiles and seems_busy(g):
            return True
        for choice in self.choices(g, g.seat_of[g.side]):
            if choice != END_TURN and choice != REVEAL:
                return True
        g.agenda.pop()
        return False

    def prompt(self, g: Board, seat: int) -> Ask:
        """What is left to do?"""
        left = words.count(g.actions_left, "Action")
        if g.points > 0:
            left = f"{left}, {words.count(g.points, 'reinforcement point')}"
        return Ask(
            f"{g.t.side_name[g.side]}: the battles are over; take Actions and build, then end the turn "
            f"({left} left).",
            "4.2h",
        )

    def choices(self, g: Board, seat: int) -> list[int]:
        """What costs no supply."""
        found = self.spending(g)
        first = g.ids.unit
        for unit in operations.clickable(g):
            found.append(first + unit)
        found.append(END_TURN)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Go on, or end the turn."""
        if choice == END_TURN:
            g.agenda.pop()
        else:
            super().answer(g, seat, choice)


class SideEnd(Step[Board]):
    """The end of a side's turn: armies out of supply, surrenders, boxes. [7k] [18]"""

    def run(self, g: Board) -> bool:
        """In the order of the rules."""
        g.agenda.pop()
        supply.eliminate_unsupplied(g)
        left = [unit for unit in g.t.units_of_side[g.side] if g.place[unit] >= 0]
        developments.show_lines(g, g.side, left)  # everybody sees who stays [4.6b, R33]
        countries.surrenders(g)
        countries.verdict(g)
        if g.side == ALLIES:
            bombing.end_of_allied_turn(g)
        elif g.side == AXIS:
            bombing.end_of_axis_turn(g)
        for unit in g.t.units_of_side[g.side]:
            g.cond[unit] &= ~THIS_SIDE_TURN
        g.points = 0  # [R10]
        g.actions_left = 0
        return False
