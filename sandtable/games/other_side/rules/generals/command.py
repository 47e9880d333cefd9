"""The Command Segment: limits, dismissals, appointments, Personnel's replacement. [4.3]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.choice import PASS
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import HEAD_WITH_ONE_ARMY, NONE, PERSONNEL, bits
from sandtable.games.other_side.components.state import (
    ACTIVATED,
    AVAILABLE,
    IN_COMMAND,
    NO_HEAD,
    VACANCY,
    Board,
)
from sandtable.games.other_side.rules.base_steps import ForcedStep, SectionStep
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.generals.appointment import Appointment, can_fill
from sandtable.games.other_side.rules.production import tracks

# The parts of the Segment.
CHECK: Final = 0
DISMISSALS: Final = 1
VACANCIES: Final = 2
REPLACEMENT: Final = 3
REFILL: Final = 4  # the Position that the replacement left [R15]
SINGLE_ARMY: Final = 5  # a General who may head a single Army


class Command(Step[Board]):
    """Carries out the parts of the Segment. [4.3d] [4.3.2i]"""

    def __init__(self, stage: int = CHECK) -> None:
        self.stage = stage

    def run(self, g: Board) -> bool:
        """Begin the next part."""
        if self.stage > SINGLE_ARMY:  # [4.3]
            g.agenda.pop()
            return False
        g.agenda[-1] = Command(self.stage + 1)
        if self.stage == CHECK:
            g.appointed = 0
            g.from_dismissal = 0
            for area in range(g.t.n_areas):
                command_positions.adjust_heads(g, area)  # [4.3d]
        elif self.stage == DISMISSALS:
            g.push(Dismissals())
        elif self.stage in (VACANCIES, REFILL):
            g.push(Vacancies())
        elif self.stage == REPLACEMENT:
            g.push(Replace(NONE))
        else:
            g.push(SingleArmyHead(0))
        return False


class Dismissals(ForcedStep):
    """Dismissal Rolls for Questioned Generals in an order that Personnel chooses. [4.3.1] [4.3.1e]"""

    section = PERSONNEL

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.general + n for n in bits(g.questioned)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        roll(g, choice - g.ids.general)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Dismissal Rolls: click the Questioned General to roll for next.", "4.3.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        general = choice - g.ids.general
        if 0 <= general < g.t.n_generals:
            return Refusal(f"{words.opening(g, general)} is not Questioned.", "4.3.1")
        return Refusal("Click a Questioned General.", "4.3.1")


def roll(g: Board, general: int) -> None:
    """Make one Dismissal Roll against a General's Confidence. [4.3.1] [2.2b]"""
    t = g.t
    card = t.generals[general]
    die = g.rng.roll()
    g.revealed += 1
    g.questioned &= ~(1 << general)  # [4.3.1a] [R39]
    if g.log is not None:
        name = words.general(g, general)
        text = f"Dismissal Roll for {name}: {die} against Confidence {card.confidence}."
        g.log.add(text, "4.3.1", (g.ids.general + general,))
    if die < card.confidence:
        if g.log is not None:
            g.log.add(f"{words.opening(g, general)} stays.", "4.3.1a")
    elif die > card.confidence:
        command_positions.dismiss(g, general, "4.3.1d")
    elif card.dissident or g.dissident >> general & 1:
        command_positions.dismiss(g, general, "4.3.1b")  # [2.2c] [R7]
    elif g.dissident.bit_count() >= t.dissidents:
        command_positions.dismiss(g, general, "4.3.1c")  # [4.3.1c]
    else:
        g.dissident |= 1 << general
        if g.log is not None:
            g.log.add(
                f"{words.opening(g, general)} becomes a Dissident.", "4.3.1b", (g.ids.general + general,)
            )
        tracks.unrest(g, 1, "4.3.1b")
        command_positions.draw_orchestra(g, g.owner[general])


class Vacancies(SectionStep):
    """Fills the Vacancies in an order that Personnel chooses. [4.3.2] [4.3.2i]"""

    section = PERSONNEL

    def open(self, g: Board) -> list[int]:
        """Return the Positions that somebody can take."""
        return [post for post in command_positions.vacancies(g) if can_fill(g, post)]

    def run(self, g: Board) -> bool:
        """Ask for the next Position if there are several."""
        found = self.open(g)
        if len(found) > 1:
            return True
        if found:
            g.push(Appointment(found[0]))
        else:
            g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        found: list[int] = []
        for post in self.open(g):
            if post % 2 == 0 or post - 1 not in self.open(g) or post >= 2 * g.t.n_areas:
                found.append(command_positions.choice_of(g, post))
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.push(Appointment(command_positions.post_of(g, choice)))

    def prompt(self, g: Board, seat: int) -> Ask:
        many = len(self.open(g))
        return Ask(f"{many} Positions are vacant: click the one to fill next.", "4.3.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        post = command_positions.post_of(g, choice)
        if post == NONE:
            return Refusal("Click a vacant Position.", "4.3.2")
        holder = command_positions.holder(g, post)
        if holder >= 0:
            return Refusal(f"{words.opening(g, holder)} holds {words.post(g, post)}.", "4.3.2")
        if post in self.open(g):
            return Refusal("Fill the first box of this Area before the second.", "4.3.2")
        if holder == VACANCY:
            return Refusal(f"Nobody can be appointed to {words.post(g, post)} now.", "4.3.2d")
        if post >= 2 * g.t.n_areas:
            return Refusal(f"{words.post(g, post)} is not available: no card has activated it.", "3.3.2")
        return Refusal(f"The German Armies there do not need another Head of {words.post(g, post)}.", "4.3a")


def held(g: Board) -> list[int]:
    """Return the Positions that Generals hold."""
    areas = g.t.n_areas
    found = [post for post in range(2 * areas) if g.heads[post] >= 0]
    return found + [2 * areas + front for front in range(3) if g.ob[front] >= 0]


class Replace(SectionStep):
    """Personnel may replace a junior General by one of their own, `general` once selected. [4.3.2h]"""

    section = PERSONNEL

    def __init__(self, general: int) -> None:
        self.general = general

    def places(self, g: Board, general: int) -> list[int]:
        """Return the Positions whose holders the General outranks. [4.3.2h]"""
        seniority = g.t.seniority
        found: list[int] = []
        for post in held(g):
            if seniority[command_positions.holder(g, post)] < seniority[general] and post != g.post[general]:
                if command_positions.fits(g, general, post) and self.armed(g, general, post):
                    found.append(post)
        return found

    def armed(self, g: Board, general: int, post: int) -> bool:
        """Return whether the Position has Armies enough; some Generals may head a single German Army."""
        area = post // 2
        return area >= g.t.n_areas or g.german[area] != 1 or command_positions.alone(g, general, area)

    def comers(self, g: Board) -> list[int]:
        """Return Personnel's Generals of any space who could replace somebody. [4.3.2h]

        Generals appointed in this Segment count too: only nominations are limited to one. [R15]
        """
        seat, seniority = g.seat(PERSONNEL), g.t.seniority
        low = min([seniority[command_positions.holder(g, post)] for post in held(g)], default=99)
        found: list[int] = []
        for n in g.t.by_seniority:
            if seniority[n] <= low:
                break
            if g.owner[n] == seat and AVAILABLE <= g.where[n] <= IN_COMMAND and self.places(g, n):
                found.append(n)
        return found

    def run(self, g: Board) -> bool:
        """Ask if somebody can be replaced."""
        if self.general != NONE or self.comers(g):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.general != NONE:
            return [command_positions.choice_of(g, post) for post in self.places(g, self.general)]
        return [PASS, *[g.ids.general + n for n in self.comers(g)]]  # [4.3.2j]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == PASS:
            g.agenda.pop()
        elif self.general == NONE:
            g.agenda[-1] = Replace(choice - g.ids.general)
        else:
            g.agenda.pop()
            post = command_positions.post_of(g, choice)
            old = command_positions.holder(g, post)
            command_positions.vacate(g, post)
            command_positions.send_home(g, old, "4.3.2h")
            command_positions.appoint(g, self.general, post, "4.3.2h")

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.general != NONE:
            who = words.general(g, self.general)
            return Ask(f"Click the Position that {who} takes over from a junior General.", "4.3.2h")
        text = "Personnel may replace one Head or OB by a more senior General: click him, or Pass."
        return Ask(text, "4.3.2h")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if self.general != NONE:
            post = command_positions.post_of(g, choice)
            if post == NONE or command_positions.holder(g, post) < 0:
                return Refusal("Click a Position that a General holds.", "4.3.2h")
            if not command_positions.fits(g, self.general, post) or not self.armed(g, self.general, post):
                name = words.opening(g, self.general)
                return Refusal(f"{name} may not take {words.post(g, post)}.", "2.2f")
            holder = words.opening(g, command_positions.holder(g, post))
            return Refusal(f"{holder} is not junior to {words.general(g, self.general)}.", "4.3.2h")
        general = choice - g.ids.general
        if not 0 <= general < g.t.n_generals:
            return Refusal("Click one of your Generals, or Pass.", "4.3.2h")
        name = words.opening(g, general)
        if not AVAILABLE <= g.where[general] <= IN_COMMAND:
            return Refusal(f"{name} is not in play.", "2.2m")
        if g.owner[general] != seat:
            return Refusal(f"{name} belongs to {words.player(g, g.owner[general])}.", "4.3.2h")
        return Refusal(f"{name} cannot take any Position of a junior General.", "4.3.2h")


class SingleArmyHead(Step[Board]):
    """Lets a General head a single German Army if his card says so; those before `after` are done. [2.2f]"""

    saved_as: ClassVar[str] = "Lone"

    def __init__(self, after: int) -> None:
        self.after = after

    def areas(self, g: Board, general: int) -> list[int]:
        """Return the Areas where the General may head an Army."""
        found = command_positions.special(g, general, HEAD_WITH_ONE_ARMY)
        if found is None or not AVAILABLE <= g.where[general] <= ACTIVATED:
            return []
        return [
            area
            for area in bits(found.areas)
            if g.german[area] == 1 and g.heads[2 * area] == NO_HEAD and g.t.head_boxes[area]
        ]

    def run(self, g: Board) -> bool:
        """Ask for the next such General."""
        for general in g.t.loners:
            if general >= self.after and self.areas(g, general):
                if general != self.after:
                    g.agenda[-1] = SingleArmyHead(general)
                return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        """Return the General's owner, who names them for Positions too. [2.2f]"""
        return (g.owner[self.after],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [PASS, *[g.ids.space + area for area in self.areas(g, self.after)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = SingleArmyHead(self.after + 1)
        if choice != PASS:
            command_positions.appoint(g, self.after, 2 * (choice - g.ids.space), "2.2f")

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.opening(g, self.after)
        return Ask(f"{who} may head a single German Army: click the Area, or Pass.", "2.2f")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        text = f"{words.opening(g, self.after)} may head a single German Army only in the highlighted Areas."
        return Refusal(text, "2.2f")
