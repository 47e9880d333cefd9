"""Hits: who takes them and what they do. [11.2] [11.3]"""

from __future__ import annotations

from typing import Any

from sandtable.engine.log import Log
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import DESTROYS, RETREATS, SPENDS, SPENT
from sandtable.games.on_to_berlin.components.group_action import GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.base_steps import BoardStep
from sandtable.games.on_to_berlin.rules.combat import combat
from sandtable.games.on_to_berlin.rules.combat.retreats import FREE as FREE
from sandtable.games.on_to_berlin.rules.combat.retreats import Retreat as Retreat
from sandtable.games.on_to_berlin.rules.combat.retreats import pack_action, retreat_likeness, unpack_action


def deal(
    g: Board,
    seat: int,
    area: int,
    hits: int,
    victims: tuple[int, ...],
    as_spent: bool,
    action: GroupAction | None,
) -> None:
    """Let a seat assign hits to these units. [11.1a] [11.1b]

    `as_spent`: they are hit as if spent [10.1d]. `action`: FREE in an attack; in a counterattack the action
    that it answers, which says where beaten units retreat. [11.5d]
    """
    if hits and victims:
        most = tuple([combat.max_hits(g, unit, area, as_spent) for unit in victims])
        g.push(Assign(seat, area, hits, as_spent, action, victims, most, (0,) * len(victims)))


class Assign(BoardStep):
    """The choice of the unit that takes the next hit, one click for each hit. [11.2]

    `most` are the hits that destroy each of the `victims`, `dealt` the hits it has.
    """

    def __init__(
        self,
        seat: int,
        area: int,
        hits: int,
        as_spent: bool,
        action: GroupAction | None,
        victims: tuple[int, ...],
        most: tuple[int, ...],
        dealt: tuple[int, ...],
    ) -> None:
        self.seat = seat
        self.area = area
        self.hits = hits
        self.as_spent = as_spent
        self.action = action
        self.victims = victims
        self.most = most
        self.dealt = dealt

    def again(self, hits: int, dealt: tuple[int, ...]) -> Assign:
        return Assign(self.seat, self.area, hits, self.as_spent, self.action, self.victims, self.most, dealt)

    def run(self, g: Board) -> bool:
        hits = self.hits
        if sum(self.most) - sum(self.dealt) <= hits:  # all are destroyed, the rest is lost [11.2h]
            self.strike(g, self.most)
            return False
        dealt = list(self.dealt)
        while hits:
            only = self.sole(g, dealt)
            if only < 0:
                if hits != self.hits:
                    g.agenda[-1] = self.again(hits, tuple(dealt))
                return True
            dealt[only] += 1
            hits -= 1
        self.strike(g, tuple(dealt))
        return False

    def sole(self, g: Board, dealt: list[int]) -> int:
        """Return the place of the only unit that can take a hit, identical ones as one; -1 for several."""
        found = -1
        like = 0
        most = self.most
        for i in range(len(most)):
            if dealt[i] < most[i]:  # [11.2g]
                key = retreat_likeness(g, self.victims[i], self.action) << 6 | dealt[i]
                if found < 0:
                    found = i
                    like = key
                elif key != like:
                    return -1
        return found

    def strike(self, g: Board, dealt: tuple[int, ...]) -> None:
        """Apply the hits after the last is placed; beaten units retreat. [11.3]"""
        g.agenda.pop()
        if g.log is not None:
            log_hits(g, g.log, self, dealt)
        beaten: list[int] = []
        for i in range(len(dealt)):
            if not dealt[i]:
                continue
            unit = self.victims[i]
            found = combat.effect(g, unit, dealt[i], self.area, self.as_spent)
            if found & DESTROYS:
                g.destroy(unit)  # [15.8.2a]
                continue
            if found & SPENDS:
                g.spend(unit)
            if found & RETREATS:
                beaten.append(unit)
        if beaten:
            g.push(Retreat(tuple(beaten), self.area, self.action, False))

    def seats(self, g: Board) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return the units that can take one more hit, identical ones with the same hits once. [11.2g]"""
        found: list[int] = []
        seen: list[int] = []
        first = g.ids.unit
        for i, unit in enumerate(self.victims):
            if self.dealt[i] < self.most[i]:
                key = retreat_likeness(g, unit, self.action) << 6 | self.dealt[i]
                if key not in seen:
                    seen.append(key)
                    found.append(first + unit)
        return found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        unit = choice - g.ids.unit
        if unit not in self.victims:
            return False
        i = self.victims.index(unit)
        return self.dealt[i] < self.most[i]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        dealt = list(self.dealt)
        dealt[self.victims.index(choice - g.ids.unit)] += 1
        g.agenda[-1] = self.again(self.hits - 1, tuple(dealt))

    def prompt(self, g: Board, seat: int) -> Ask:
        where = g.t.area_name[self.area]
        told = [
            f"{words.unit(g, unit)} {self.dealt[i]} of {self.most[i]}"
            for i, unit in enumerate(self.victims)
            if self.dealt[i]
        ]
        so_far = f" So far: {words.tally(told)}." if told else ""
        left = words.count(self.hits, "hit")
        return Ask(f"{where}: {left} to assign. Choose the unit that takes the next one.{so_far}", "11.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if AREA <= choice < g.ids.unit:
            return Refusal("Hits are assigned to units: click a unit.", "11.2")
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return None
        name = words.unit(g, unit)
        if unit in self.victims:
            return Refusal(f"{name} has enough hits to be destroyed; it takes no more.", "11.2g")
        if self.action is None:
            return Refusal(f"Hits go to the units attacked in {g.t.area_name[self.area]}.", "11.1a")
        if g.t.unit_submarine[unit]:
            return Refusal("Submarines take no hits from a counterattack.", "10.1i")
        return Refusal("Hits of a counterattack go only to the group that it answers.", "11.1b")

    def pack(self) -> list[int]:
        head = [self.seat, self.area, self.hits, int(self.as_spent), len(self.victims)]
        return [*head, *self.victims, *self.most, *self.dealt, *pack_action(self.action)]

    @classmethod
    def unpack(cls, fields: list[int]) -> Step[Any]:
        n = fields[4]
        return Assign(
            fields[0],
            fields[1],
            fields[2],
            fields[3] != 0,
            unpack_action(fields[5 + 3 * n :]),
            tuple(fields[5 : 5 + n]),
            tuple(fields[5 + n : 5 + 2 * n]),
            tuple(fields[5 + 2 * n : 5 + 3 * n]),
        )


def log_hits(g: Board, log: Log, step: Assign, dealt: tuple[int, ...]) -> None:
    """Log what hits each unit takes and their effect, with one line for identical units."""
    t = g.t
    texts: list[str] = []
    rows: list[list[int]] = []
    for i, unit in enumerate(step.victims):
        if not dealt[i]:
            continue
        found = combat.effect(g, unit, dealt[i], step.area, step.as_spent)
        parts = [
            *(["spent"] if found & SPENDS and not step.as_spent and not g.cond[unit] & SPENT else []),
            *(["must retreat"] if found & RETREATS else []),
            *(["destroyed"] if found & DESTROYS else []),
        ]
        outcome = words.listed(parts) if parts else "no effect"
        text = f"{words.unit(g, unit)}: {words.count(dealt[i], 'hit')}, {outcome}."
        if text in texts:
            rows[texts.index(text)].append(unit)
        else:
            texts.append(text)
            rows.append([unit])
    for text, units in zip(texts, rows, strict=True):
        rule = ("11.3.1", "11.3.2", "15.8.1a")[t.unit_hits[units[0]]]
        times = f"{len(units)} × " if len(units) > 1 else ""
        log.add(times + text, rule, tuple([g.ids.unit + unit for unit in units]))
    lost = step.hits + sum(step.dealt) - sum(dealt)
    if lost:
        verb = "is" if lost == 1 else "are"
        log.add(f"{words.count(lost, 'further hit')} {verb} lost.", "11.2h", (AREA + step.area,))
