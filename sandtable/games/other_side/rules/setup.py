"""Setting up a scenario. [11.1]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.effect_types import FRANCE_IDS, ITALY_IDS
from sandtable.games.other_side.components.schema import ScenarioFile
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    CLOSED_PORT,
    COMPLETED,
    DISCARDED,
    FUTURE,
    GONE,
    IN_COMMAND,
    ISOLATED,
    LANDING_BOX,
    NAVAL,
    NO_HEAD,
    NOT_AVAILABLE,
    OPEN_PORT,
    OUT_OF_PLAY,
    POOL,
    REMOVED,
    VACANCY,
    Board,
)
from sandtable.games.other_side.components.tables import ScenarioStart
from sandtable.games.other_side.rules.cards.card_conditions import country_state

KINDS = ((const.PANZER, "panzer"), (const.REGULAR, "regular"), (const.REDUCED, "reduced"))


def set_up(g: Board) -> None:
    """Lay out the scenario; the first Planning Segment follows. [11.1]"""
    t = g.t
    start = t.scenarios[g.scenario]
    s = start.file
    g.year, g.box = start.first_year, start.first_box
    lay_map(g, s)
    lay_armies(g, s)
    lay_tracks(g, s)
    lay_cards(g, start)
    for country in range(t.n_countries):
        g.country = changed(g.country, country, country_state(g, country))
    lay_generals(g, start)
    deal_sections(g)
    g.derive()
    for area in range(t.n_areas):
        if t.resource >> area & 1 and g.axis_controls(area):
            g.counted |= 1 << area  # [R23]
        missing = t.heads_for[min(g.german[area], len(t.heads_for) - 1)]  # [4.3b]
        for slot in range(2 * area, 2 * area + min(missing, t.head_boxes[area])):
            if g.heads[slot] == NO_HEAD:
                g.heads[slot] = VACANCY
    if g.log is not None:
        g.log.add(f"{start.name}: {words.date_text(g)}. Resources {g.resources}.", "11.1")


def lay_map(g: Board, file: ScenarioFile) -> None:
    """Place Alignment markers, Control Disks, ports and supply. [1.3g]"""
    t = g.t
    for row in file.alignments:
        area = t.space_index[row.area]
        g.set_align(area, const.ALIGNMENT_IDS.index(row.alignment))
        g.set_axis(area, row.axis_sector)
        if row.allied_sector:
            g.set_ally(area, row.allied_sector, const.FACTION_IDS.index(row.allied_faction))
    for base in file.bases:
        g.set_align(t.space_index[base.base], const.ALIGNMENT_IDS.index(base.alignment))
    for port in file.ports:
        state = OPEN_PORT if port.state == "open" else CLOSED_PORT
        g.port = changed(g.port, t.space_index[port.area], state)
    for id in file.naval_supply:
        g.supply = changed(g.supply, t.space_index[id], NAVAL)
    for id in file.isolated:
        g.supply = changed(g.supply, t.space_index[id], ISOLATED)


def lay_armies(g: Board, file: ScenarioFile) -> None:
    """Place cubes on the map, in the Force Pool and out of play. [1.2a]"""
    t = g.t
    g.place = [REMOVED] * t.n_units
    for row in file.armies:
        area = t.space_index[row.area]
        for kind, number in (
            (const.PANZER, row.panzer),
            (const.REGULAR, row.regular),
            (const.REDUCED, row.reduced),
        ):
            _lay(g, kind, area, number)
        for id, number in row.satellites.items():
            _lay(g, t.kind_of_country[t.country_index[id]], area, number)
    for kind, name in KINDS:
        _lay(g, kind, POOL, file.force_pool[name])
        _lay(g, kind, OUT_OF_PLAY, file.out_of_play[name])
    for id, number in file.satellite_pool.items():
        kind = t.kind_of_country[t.country_index[id]]
        _lay(g, kind, POOL, number)
        unused = t.cubes[t.country_index[id]] - file.satellite_removed[id]
        for unit in range(t.first_unit[kind], t.first_unit[kind] + t.cubes[t.country_index[id]]):
            unused -= g.place[unit] != REMOVED
        _lay(g, kind, OUT_OF_PLAY, unused)  # until the country joins the Axis [2.3c]


def _lay(g: Board, kind: int, place: int, number: int) -> None:
    for _ in range(number):
        g.put(g.free_unit(kind, REMOVED), place)


def lay_tracks(g: Board, file: ScenarioFile) -> None:
    """Place all markers on their tracks."""
    t, at = g.t, file.tracks
    g.resources = at.resources
    g.air = bytes([at.air_east, at.air_west, at.air_south, at.air_germany])
    g.warfare, g.technology = at.strategic_warfare, at.technology
    for box in at.locked:
        g.locked |= 1 << box  # [1.3u]
    g.usa = t.usa_war if at.usa_commitment == "war" else int(at.usa_commitment)
    g.ussr = t.ussr_war if at.ussr_commitment == "war" else int(at.ussr_commitment)
    g.fanaticism, g.unrest, g.paratroops = at.fanaticism, at.unrest, at.paratroops
    g.italy, g.france = ITALY_IDS.index(at.status_of_italy), FRANCE_IDS.index(at.status_of_france)
    g.collapse = at.collapse_disks
    g.production = bytes([file.production[id] for id in t.category_id])
    for id, flipped in file.limits_flipped.items():
        g.flipped |= 1 << t.category_id.index(id) if flipped else 0
    boxes = [
        LANDING_BOX if box == "box" else t.years.index(int(box)) for box in file.landing_markers.values()
    ]
    g.landing_markers = bytes(boxes)
    for row in file.projects:
        project = t.directives[t.directive_index[row.project]].project
        done = row.state == "completed"
        g.project = changed(g.project, project, COMPLETED if done else int(row.state))
        g.completed = changed(g.completed, project, g.year if done else 0)


def lay_cards(g: Board, start: ScenarioStart) -> None:
    """Place Directives, Event decks, Combat cards and the Black Orchestra. [11.1] [0a]"""
    t = g.t
    for card in range(t.n_directives):
        d = t.directives[card]
        # Cards of completed Projects are among those that the scenario removes. [3.2.1e]
        if d.removed or start.out_directives >> card & 1 or (d.addon and not g.addon):
            g.directives = changed(g.directives, card, DISCARDED)
    decks = start.file.decks
    g.strategic_deck = [t.strategic_index[id] for id in decks.strategic_events]
    g.battle_deck = [t.battle_index[id] for id in decks.combat_events]
    if g.addon:
        g.strategic_deck += [n for n, e in enumerate(t.strategic) if e.addon and e.year == g.year]
        g.battle_deck += [n for n, e in enumerate(t.battle) if e.addon and e.year == g.year]
    g.combat_deck = list(range(t.n_combat))
    g.orchestra_deck = list(range(t.n_orchestra))
    for deck in (g.strategic_deck, g.battle_deck, g.combat_deck, g.orchestra_deck):
        g.rng.shuffle(deck)
    g.revealed += 1


def lay_generals(g: Board, start: ScenarioStart) -> None:
    """Place the Generals with their owners and in their Positions. [2.2d] [2.2m] [R38]"""
    t, s = g.t, start.file
    where, owner, entry = bytearray(t.n_generals), bytearray(t.n_generals), bytearray(t.n_generals)
    fourth: list[int] = []
    for n in range(t.n_generals):
        general = t.generals[n]
        code = general.codes[start.code]
        where[n] = AVAILABLE if code else GONE
        entry[n] = general.entry
        if code:
            owner[n] = (code - 1) % g.players if g.players != 3 else code - 1  # [1.2d]
            if g.players == 3 and code == 4:
                fourth.append(n)
        elif general.addon and not g.addon:
            continue  # [0a]
        elif general.entry > g.year:
            where[n] = FUTURE
        elif general.addon:
            # Add-on cards have no set-up codes: Generals of past years enter with the next ones. [R74]
            where[n], entry[n] = FUTURE, g.year + 1
    # Seat 4's Generals are dealt in falling Seniority. [R38]
    for turn, n in enumerate(sorted(fourth, key=lambda n: (-t.generals[n].seniority, n))):
        owner[n] = turn % 3
    for row in s.returning_generals:
        n = t.general_index[row.general]
        where[n], entry[n] = FUTURE, t.years.index(row.enters)
    for post in s.positions:
        n = t.general_index[post.general]
        g.heads[2 * t.space_index[post.place] + post.slot - 1] = n
        where[n] = IN_COMMAND
    for front in range(3):
        holder = s.ob[const.TRACK_IDS[front]]
        g.ob[front] = NOT_AVAILABLE
        if holder == "vacancy":
            g.ob[front] = VACANCY
        elif holder != "not_available":
            n = t.general_index[holder]
            g.ob[front] = n
            where[n] = IN_COMMAND
    g.where, g.owner, g.entry = bytes(where), bytes(owner), bytes(entry)


def deal_sections(g: Board) -> None:
    """Deal the Sections, those that go together to one player. [11.2] [11.2a] [11.2b]"""
    seats = list(range(g.players))
    if g.players > 1:
        g.rng.shuffle(seats)
    for seat, group in zip(seats, g.t.groups[g.players], strict=True):
        for section in group:
            g.section_seat = changed(g.section_seat, section, seat)
    if g.log is not None and g.players > 1:  # alone there are none [11.2c]
        for section in range(len(g.section_seat)):
            who = words.player(g, g.section_seat[section])
            g.log.add(f"{who} is {words.section(g, section)}.", "11.2")


class HandLimit(Step[Board]):
    """Moves the lowest Generals without a Position from a full hand to next year. [11.1a] [R38]"""

    saved_as: ClassVar[str] = "Surplus"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def lowest(self, g: Board) -> list[int]:
        """Return the Generals of lowest Seniority without a Position."""
        t = g.t
        mine = [n for n in range(t.n_generals) if g.where[n] == AVAILABLE and g.owner[n] == self.seat]
        low = min([t.generals[n].seniority for n in mine])
        return [n for n in mine if t.generals[n].seniority == low]

    def excess(self, g: Board) -> int:
        """Return how many Generals exceed the limit. [2.2k] [2.2l]"""
        held = 0
        for n in range(g.t.n_generals):
            held += g.owner[n] == self.seat and AVAILABLE <= g.where[n] <= IN_COMMAND
        return held - g.t.general_limit[g.players]

    def run(self, g: Board) -> bool:
        """Pass on the Generals that must wait; ask if several are equal."""
        excess = self.excess(g)
        if excess <= 0:
            g.agenda.pop()
            return False
        low = self.lowest(g)
        if len(low) > excess:
            return True
        for n in low:
            self.pass_on(g, n)
        return False

    def pass_on(self, g: Board, general: int) -> None:
        """Let a General enter with those of next year."""
        g.where = changed(g.where, general, FUTURE)
        g.entry = changed(g.entry, general, g.year + 1)
        if g.log is not None:
            year = g.t.years[g.year + 1]
            g.log.add(
                f"{words.opening(g, general)} will enter play in {year}.", "11.1a", (g.ids.general + general,)
            )

    def seats(self, g: Board) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.general + n for n in self.lowest(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.pass_on(g, choice - g.ids.general)

    def prompt(self, g: Board, seat: int) -> Ask:
        limit = g.t.general_limit[g.players]
        text = f"You may hold {limit} Generals: click one of lowest Seniority to wait for next year."
        return Ask(text, "11.1a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Click one of your Available Generals of lowest Seniority.", "11.1a")
