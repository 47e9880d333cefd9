"""Hits: who takes them, what they do, where beaten units go. [11.2] [11.3] [11.5]"""

from __future__ import annotations

from typing import Any, Final

from sandtable.engine.log import Log
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.on_to_berlin import combat, entry, nations, words
from sandtable.games.on_to_berlin.groups import likeness
from sandtable.games.on_to_berlin.ids import AREA, DESTROY, VIOLATE
from sandtable.games.on_to_berlin.state import Board
from sandtable.games.on_to_berlin.tables import DESTROYS, NAVAL, RETREATS, SPENDS

# In place of the area to which units beaten by a counterattack must go back. [11.5d]
FREE: Final = -1  # no counterattack: wherever the owner likes
CAME: Final = -2  # each where it came from in this impulse


def deal(
    g: Board, seat: int, area: int, hits: int, victims: tuple[int, ...], as_spent: bool, back: int
) -> None:
    """Hits are to be assigned by a seat to these units. [11.1a] [11.1b]

    `as_spent`: they are hit as if spent [10.1d]. `back`: FREE in an attack; in a counterattack the area
    before the ambush area, or CAME.
    """
    if hits and victims:
        most = tuple([combat.max_hits(g, unit, area, as_spent) for unit in victims])
        g.push(Assign(seat, area, hits, as_spent, back, victims, most, (0,) * len(victims)))


class Assign(Step[Board]):
    """One hit more for one of the units: a click each, while that is a choice. [11.2]

    `most` are the hits that destroy each of the `victims`, `dealt` those it has been assigned.
    """

    def __init__(
        self,
        seat: int,
        area: int,
        hits: int,
        as_spent: bool,
        back: int,
        victims: tuple[int, ...],
        most: tuple[int, ...],
        dealt: tuple[int, ...],
    ) -> None:
        self.seat = seat
        self.area = area
        self.hits = hits
        self.as_spent = as_spent
        self.back = back
        self.victims = victims
        self.most = most
        self.dealt = dealt

    def again(self, hits: int, dealt: tuple[int, ...]) -> Assign:
        """The same step with so many hits left."""
        return Assign(self.seat, self.area, hits, self.as_spent, self.back, self.victims, self.most, dealt)

    def run(self, g: Board) -> bool:
        """Ask while there is more than one way to place a hit; then the hits have their effect."""
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
        """The place of the only unit that can take a hit, alike ones taken for one; -1 if there are more."""
        found = -1
        like = 0
        most = self.most
        for i in range(len(most)):
            if dealt[i] < most[i]:  # [11.2g]
                key = likeness(g, self.victims[i]) << 6 | dealt[i]
                if found < 0:
                    found = i
                    like = key
                elif key != like:
                    return -1
        return found

    def strike(self, g: Board, dealt: tuple[int, ...]) -> None:
        """All hits are placed: they have their effect, and the beaten retreat. [11.3]"""
        g.agenda.pop()
        if g.log is not None:
            tell_hits(g, g.log, self, dealt)
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
            g.push(Retreat(tuple(beaten), self.area, self.back, False))

    def seats(self, g: Board) -> tuple[int, ...]:
        """Who assigns."""
        return (self.seat,)

    def choices(self, g: Board, seat: int) -> list[int]:
        """The units that can take one more hit, those alike with the same hits once. [11.2g]"""
        found: list[int] = []
        seen: list[int] = []
        first = g.ids.unit
        for i, unit in enumerate(self.victims):
            if self.dealt[i] < self.most[i]:
                key = likeness(g, unit) << 6 | self.dealt[i]
                if key not in seen:
                    seen.append(key)
                    found.append(first + unit)
        return found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        """A unit that is like an offered one is as good."""
        unit = choice - g.ids.unit
        if unit not in self.victims:
            return False
        i = self.victims.index(unit)
        return self.dealt[i] < self.most[i]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """One hit for this unit."""
        dealt = list(self.dealt)
        dealt[self.victims.index(choice - g.ids.unit)] += 1
        g.agenda[-1] = self.again(self.hits - 1, tuple(dealt))

    def prompt(self, g: Board, seat: int) -> Ask:
        """The question in words."""
        where = g.t.area_name[self.area]
        told = [
            f"{words.unit(g, unit)} {self.dealt[i]} of {self.most[i]}"
            for i, unit in enumerate(self.victims)
            if self.dealt[i]
        ]
        so_far = f" So far: {words.tally(told)}." if told else ""
        left = words.count(self.hits, "hit")
        return Ask(f"{where}: {left} to assign. Which unit takes the next one?{so_far}", "11.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """Why a unit takes no hit."""
        if AREA <= choice < g.ids.unit:
            return Refusal("Hits are assigned to units: click a unit.", "11.2")
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return None
        name = words.unit(g, unit)
        if unit in self.victims:
            return Refusal(f"{name} has the hits that destroy it; it takes no more.", "11.2g")
        if self.back == FREE:
            return Refusal(f"Hits go to the units attacked in {g.t.area_name[self.area]}.", "11.1a")
        if g.t.unit_submarine[unit]:
            return Refusal("Submarines take no hits from a counterattack.", "10.1i")
        return Refusal("Hits of a counterattack go only to the group that it answers.", "11.1b")

    def pack(self) -> list[int]:
        """The fields, for saves."""
        head = [self.seat, self.area, self.hits, int(self.as_spent), self.back, len(self.victims)]
        return [*head, *self.victims, *self.most, *self.dealt]

    @classmethod
    def unpack(cls, fields: list[int]) -> Step[Any]:
        """The step that `pack` wrote."""
        n = fields[5]
        return Assign(
            fields[0],
            fields[1],
            fields[2],
            fields[3] != 0,
            fields[4],
            tuple(fields[6 : 6 + n]),
            tuple(fields[6 + n : 6 + 2 * n]),
            tuple(fields[6 + 2 * n :]),
        )


def tell_hits(g: Board, log: Log, step: Assign, dealt: tuple[int, ...]) -> None:
    """Write down what each unit takes and what that does to it, alike ones in one line."""
    t = g.t
    texts: list[str] = []
    rows: list[list[int]] = []
    for i, unit in enumerate(step.victims):
        if not dealt[i]:
            continue
        found = combat.effect(g, unit, dealt[i], step.area, step.as_spent)
        parts = [
            *(["spent"] if found & SPENDS and not step.as_spent else []),
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
        log.add(f"{words.count(lost, 'hit')} beyond that {verb} lost.", "11.2h", (AREA + step.area,))


# --- retreats


class Retreat(Step[Board]):
    """Beaten units retreat one by one, in the order of their numbers. [11.5]

    `area`: where they were hit; `back`: see above; `unlocked`: the owner of the first has agreed to break a
    neutrality. [3.1.3c]
    """

    def __init__(self, units: tuple[int, ...], area: int, back: int, unlocked: bool) -> None:
        self.units = units
        self.area = area
        self.back = back
        self.unlocked = bool(unlocked)

    def areas(self, g: Board) -> list[int]:
        """Where the first unit may go."""
        unit = self.units[0]
        if self.back >= 0:  # hit on its way: it retreats from where that happened [11.5d, R10]
            return combat.retreats(g, unit, self.area, self.back)
        return combat.retreats(g, unit, g.place[unit], g.came[unit] if self.back == CAME else FREE)

    def breaks(self, g: Board, area: int) -> bool:
        """Whether the first unit would break a neutrality in an area. [3.1.3c]"""
        unit = self.units[0]
        return bool(nations.violated(g, g.side_of(unit), area, (unit,)))

    def run(self, g: Board) -> bool:
        """Go where only one way is open; who has none is destroyed. [11.5c]"""
        areas = self.areas(g)
        if not areas:
            unit = self.units[0]
            self.next(g)
            if g.log is not None:
                tell_lost(g, g.log, unit, self.area if self.back >= 0 else g.place[unit])
            g.destroy(unit)
            return False
        if len(areas) == 1 and (self.unlocked or not self.breaks(g, areas[0])):
            self.go(g, areas[0])
            return False
        return True

    def next(self, g: Board) -> None:
        """The first unit is dealt with; on to the others."""
        if len(self.units) > 1:
            g.agenda[-1] = Retreat(self.units[1:], self.area, self.back, False)
        else:
            g.agenda.pop()

    def go(self, g: Board, area: int) -> None:
        """The first unit retreats to an area; no movement, so nobody may react."""
        unit = self.units[0]
        self.next(g)
        if g.log is not None:
            here = g.t.area_name[g.place[unit]]
            text = f"{words.unit(g, unit)} retreats from {here} to {g.t.area_name[area]}."
            g.log.add(text, "11.5", (g.ids.unit + unit, AREA + area))
        g.move(unit, area)
        g.came[unit] = -1
        nations.enter(g, g.side_of(unit), area, (unit,))  # [3.1.3c]

    def seats(self, g: Board) -> tuple[int, ...]:
        """The owner chooses, whoever has assigned the hits. [11.5g]"""
        return (g.side_of(self.units[0]),)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Areas; Neutral ones only after VIOLATE; DESTROY if there are no others. [3.1.3c]"""
        found: list[int] = []
        broken = False
        for area in self.areas(g):
            if self.breaks(g, area) == self.unlocked:
                found.append(AREA + area)
            else:
                broken = True
        if not self.unlocked:
            if not found:
                found.append(DESTROY)
            if broken:
                found.append(VIOLATE)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Go there, or agree to break a neutrality, or give the unit up."""
        unit = self.units[0]
        if choice == DESTROY:
            self.next(g)
            if g.log is not None:
                text = f"{words.unit(g, unit)} is destroyed, so that no neutrality is broken."
                g.log.add(text, "3.1.3c", (g.ids.unit + unit,))
            g.destroy(unit)
        elif choice == VIOLATE:
            broken = [area for area in self.areas(g) if self.breaks(g, area)]
            if len(broken) == 1:
                self.go(g, broken[0])
            else:
                g.agenda[-1] = Retreat(self.units, self.area, self.back, True)
        else:
            self.go(g, choice - AREA)

    def prompt(self, g: Board, seat: int) -> Ask:
        """The question in words."""
        unit = self.units[0]
        text = f"{words.unit(g, unit)} in {g.t.area_name[g.place[unit]]} must retreat"
        if self.unlocked:
            return Ask(f"{text}: whose neutrality does it break?", "3.1.3c")
        areas = [area for area in self.areas(g) if self.breaks(g, area)]
        if not areas:
            return Ask(f"{text}: to which area?", "11.5")
        if len(areas) == len(self.areas(g)):
            return Ask(f"{text}, but only to Neutral ground: break a neutrality or destroy it?", "3.1.3c")
        return Ask(f"{text}: to which area? Neutral ground ({words.areas(g, areas)}) is open too.", "11.5")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """Why the unit cannot go there."""
        if choice == DESTROY:
            return Refusal("A unit that can retreat without breaking a neutrality does so.", "3.1.3c")
        if choice == VIOLATE:
            return Refusal("The unit cannot retreat to Neutral ground.", "3.1.3c")
        if g.ids.unit <= choice < g.ids.kind:
            return Refusal("Units retreat one by one: click the area to which this one goes.", "11.5")
        if not AREA <= choice < g.ids.unit:
            return None
        return self.why_not_there(g, choice - AREA)

    def why_not_there(self, g: Board, area: int) -> Refusal:
        """Why the unit cannot retreat to an area."""
        t = g.t
        unit = self.units[0]
        name = t.area_name[area]
        side = g.side_of(unit)
        areas = self.areas(g)
        if area in areas:
            if self.unlocked:
                return Refusal("You have agreed to break a neutrality: choose which.", "3.1.3c")
            return nations.warning(g, side, area)
        origin = self.area if self.back >= 0 else g.place[unit]
        if area not in g.near(side)[origin]:
            return Refusal(f"{name} does not border on {t.area_name[origin]}.", "11.5")
        if combat.can_retreat_to(g, unit, area):
            text = f"Beaten by a counterattack, the unit goes back to {t.area_name[areas[0]]}."
            return Refusal(text, "11.5d")
        if (t.unit_kind[unit] == NAVAL) != (t.sea[area] != 0):
            return Refusal("Land units retreat on land, ships at sea.", "11.5b")
        if g.held[area] == 1 - side:
            return Refusal(f"{name} is enemy-controlled.", "11.5a")
        code = entry.barrier(g, unit, area)
        if code:
            found = entry.refuse(g, code, area)
            return Refusal(found.text, "11.5f") if code == entry.BEYOND_LIMIT else found
        return Refusal(entry.refuse(g, entry.room_for(g, unit, area), area).text, "11.5e")

    def pack(self) -> list[int]:
        """The fields, for saves."""
        return [self.area, self.back, int(self.unlocked), *self.units]

    @classmethod
    def unpack(cls, fields: list[int]) -> Step[Any]:
        """The step that `pack` wrote."""
        return Retreat(tuple(fields[3:]), fields[0], fields[1], fields[2] != 0)


def tell_lost(g: Board, log: Log, unit: int, origin: int) -> None:
    """Write down that a unit has no area to retreat to, and whether the Operational Limit is to blame."""
    t = g.t
    side = g.side_of(unit)
    rule = "11.5c"
    for area in g.near(side)[origin]:
        fits = (t.unit_kind[unit] == NAVAL) == (t.sea[area] != 0) and g.held[area] != 1 - side
        if fits and entry.barrier(g, unit, area) == entry.BEYOND_LIMIT:
            rule = "15.6b"
    text = f"{words.unit(g, unit)} cannot retreat from {t.area_name[origin]} and is destroyed."
    log.add(text, rule, (g.ids.unit + unit, AREA + origin))
