"""The time table: events on fixed dates, and those due at the start of a turn. [B5.1] [A5.1] [TT]"""

from __future__ import annotations

from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.schema_tables import Event
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import treaty_deliveries
from sandtable.games.blitzkrieg_general.rules.movement.relocation import evict, send
from sandtable.games.blitzkrieg_general.rules.politics import control, minors, peace, relations, wars


class TimeTable(Step[Board]):
    """The rows of the table: first the pact that is due, then dates, then the peace. [B5.1]"""

    def __init__(self, row: int = -1) -> None:
        self.row = row

    def run(self, g: Board) -> bool:
        if self.row >= len(g.t.events):
            g.agenda.pop()
            return False
        g.agenda[-1] = TimeTable(self.row + 1)
        if self.row < 0:
            for number, event in enumerate(g.t.events):
                if event.kind == "partition" and g.pact_due:
                    partition(g, event, number)
            return False
        event = g.t.events[self.row]
        if event.mode != "both" and (event.mode == "advanced") != (g.advanced != 0):  # [TT10R] [TT11R] [TT2R]
            return False
        if event.kind == "peace_roll":
            peace.roll(g)  # [CP1]
        elif event.year is not None and wars.event_turn(event) == g.turn and not (g.events >> self.row) & 1:
            g.events |= 1 << self.row
            happen(g, event)
        return False


def happen(g: Board, event: Event) -> None:
    """Carry out an event on its fixed date. [TT1] [TT2] [TT9] [TT10] [TT11]"""
    t = g.t
    if event.kind == "delivery_ends":
        treaty_deliveries.end(g, t.delivery_index[event.delivery], event.ref)
        return
    nation = t.country_index[event.nation]
    if event.kind == "joins":
        if minors.is_neutral(g, nation):
            manager = t.country_index[event.manager]
            for foe in range(t.n_majors):  # players may have put its enemy on the manager's side [A9.10]
                if g.enemy(nation, foe) and g.major_side[foe] == g.major_side[manager]:
                    manager = minors.designated(g, foe)
            relations.join(g, nation, manager)
    elif event.kind == "enters_war":
        if g.log is not None and not g.fallen(nation):
            text = f"{words.country(g, nation)} joins the war by the time table."
            g.log.add(text, event.ref, (g.ids.country + nation,))
        wars.enter(g, nation)


def partition(g: Board, event: Event, number: int) -> None:
    """Carry out the pact over a conquered country. [TT13] [R4]"""
    t = g.t
    g.pact_due = 0
    by, taker = t.country_index[event.by], t.country_index[event.taker]
    if g.enemy(by, taker):
        return
    g.events |= 1 << number
    areas = [t.area_index[name] for name in event.areas]
    goal = t.area_index[event.area]
    if g.log is not None:
        text = f"The pact over {words.country(g, t.country_index[event.nation])} is carried out."
        g.log.add(text, "TT13", (g.ids.country + by, g.ids.country + taker))
    for area in areas:
        for unit in list(g.at[area]):
            if g.serves[unit] == by and g.friendly(by, goal):
                send(g, unit, goal)
        control.hand_over(g, area, taker, "TT13")
        home = t.area_home[area]
        country = t.home_country[home]
        if not [a for a in t.home_of[country] if a not in areas]:
            g.conquered |= 1 << country  # it is gone without a fight [R47]
            g.homes_conquered |= 1 << home
    if g.friendly(by, goal):
        control.hand_over(g, goal, by, "TT13")  # whoever of its friends has taken it
    evict(g, areas)
