"""Facts that hold in every position; the fuzzer checks them after every choice."""

from __future__ import annotations

from sandtable.engine.checks.invariants import check_derived
from sandtable.engine.game import ensure
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    COMPLETED,
    IN_COMMAND,
    NO_HEAD,
    NO_SEAT,
    ON_MAP,
    OUT_OF_PLAY,
    POOL,
    REMOVED,
    TRANSIT,
    VACANCY,
    Board,
)
from sandtable.games.other_side.rules.cards import card_conditions
from sandtable.games.other_side.rules.combat.amphibious_combat import MoveAshore
from sandtable.games.other_side.rules.combat.losses import DisplacedHead, Withdraw
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.generals.command_positions import SendHome
from sandtable.games.other_side.rules.movement.movement import Operational, StrategicMovement, overfull


def check_board(g: Board) -> None:
    """Check all invariants."""
    for area in range(g.t.n_areas):
        check_area(g, area)
    for base in range(g.t.n_areas, g.t.n_spaces):
        ensure(
            g.align[base] in (const.NEUTRAL, const.OCCUPIED, const.WESTERN),
            f"{g.t.space_id[base]} has no such alignment",
        )
    check_armies(g)
    check_generals(g)
    check_tracks(g)
    check_cards(g)


def check_area(g: Board, area: int) -> None:
    """Check that alignment and Control Disks agree. [2.4e]"""
    t = g.t
    name = t.space_id[area]
    align, axis, ally, side = g.align[area], g.axis[area], g.ally[area], g.ally_side[area]
    if align in (const.OCCUPIED, const.SATELLITE):
        # [2.4f]
        ensure(axis == t.top[area] and ally == 0, f"{name} is the Axis's, but Disks are {axis}/{ally}")
    elif align in (const.WESTERN, const.SOVIET):
        ensure(axis == 0 and ally == 1, f"{name} is Allied, but Disks are {axis}/{ally}")  # [2.4f]
        ensure(
            side == (const.WEST if align == const.WESTERN else const.SOVIETS),
            f"{name} has the wrong Allied Disk",
        )
    elif align == const.DISPUTED:
        neighbours = 0 < axis < t.top[area] and ally == axis + 1  # [2.4g]
        ensure(neighbours, f"{name} is Disputed, but Disks are {axis}/{ally}")
        ensure(side in (const.WEST, const.SOVIETS), f"{name} is Disputed with nobody")
    else:
        ensure(ally == 0, f"{name} is Neutral with an Allied Disk")
        german = axis == 0 or t.festung >> area & 1 == 1  # [2.4h]
        ensure(german, f"{name} is Neutral with an Axis Disk")
    leaving = any(isinstance(step, Withdraw) and step.area == area for step in g.agenda)
    ensure(axis > 0 or leaving or not g.at[area], f"Armies stand in {name} without an Axis Disk")
    ensure(axis > 0 or g.supply[area] == 0, f"{name} has a supply marker without an Axis Disk")
    ensure(g.landing[area] == 0 or g.landing[area] > axis, f"a Landing marker is behind the front in {name}")
    if g.counted >> area & 1:
        ensure(g.axis_controls(area) and t.resource >> area & 1 == 1, f"the resource of {name} is counted")


def check_armies(g: Board) -> None:
    """Check that every cube is somewhere once, and that no Area is too full."""
    t = g.t
    check_derived(g, {"at": "Armies are not where they stand", "german": "the German Armies are miscounted"})
    for area in range(t.n_areas):
        ensure(g.room(area) >= -1, f"{t.space_id[area]} is too full")  # [2.3f]
    tight = overfull(g)
    moving = any(isinstance(step, (Operational, StrategicMovement)) for step in g.agenda)
    ensure(tight == const.NONE or moving, "an Area is over its limit outside of movement")
    for unit in range(t.n_units):
        place = g.place[unit]
        ensure(
            0 <= place < t.n_areas or place in (TRANSIT, POOL, OUT_OF_PLAY, REMOVED),  # [1.2a]
            f"{t.kind_id[t.unit_kind[unit]]} is nowhere",
        )
    limit = (0, 1)[g.italy] if g.italy < 2 else t.n_units
    italian = 0
    for area in bits(t.italian):
        italian += g.german[area]
    ensure(italian <= limit, "more German Armies are in Italy than its status allows")


def check_generals(g: Board) -> None:
    """Check that a General with a Position is In Command, and has one only."""
    t = g.t
    held: list[int] = []
    for post in range(2 * t.n_areas + 3):
        holder = command_positions.holder(g, post)
        if holder >= 0:
            held.append(holder)
            ensure(g.post[holder] == post, f"{t.generals[holder].id} is not in his Position")
            ensure(
                g.where[holder] == IN_COMMAND,  # [2.2i]
                f"{t.generals[holder].id} holds a Position, but is not In Command",
            )
    ensure(len(held) == len(set(held)), "a General holds two Positions")
    freed = [step.general for step in g.agenda if isinstance(step, DisplacedHead)]
    for general in range(t.n_generals):
        name = t.generals[general].id
        if g.where[general] == IN_COMMAND:
            ensure(general in held or general in freed, f"{name} is In Command of nothing")
        ensure(
            not g.questioned >> general & 1 or AVAILABLE <= g.where[general] <= IN_COMMAND,
            f"{name} is Questioned, but not in play",
        )
        ensure(g.owner[general] < g.players or g.where[general] not in (1, 2, 3), f"{name} has no owner")
    ensure(g.dissident.bit_count() <= t.dissidents, "there are too many Dissidents")
    settled = not any(isinstance(step, (SendHome, Withdraw, DisplacedHead, MoveAshore)) for step in g.agenda)
    if settled and g.fight is None:
        for area in range(t.n_areas):
            row = [h for h in g.heads[2 * area : 2 * area + 2] if h != NO_HEAD]
            # [4.3a]
            ensure(
                len(row) == command_positions.limit(g, area),
                f"{t.space_id[area]} has {len(row)} Heads and Vacancies",
            )
            ensure(all(h >= 0 or h == VACANCY for h in row), f"{t.space_id[area]} has a strange Head")


def check_tracks(g: Board) -> None:
    """Check that markers are on their tracks."""
    t = g.t
    ensure(0 <= g.resources <= t.resources_top, "Resources are off their track")
    ensure(0 <= g.fanaticism <= t.fanaticism_top, "Fanaticism is off its track")
    ensure(0 <= g.unrest < t.unrest_trigger, "Unrest is off its track")
    ensure(all(t.air_min <= value <= t.air_max for value in g.air), "Air/Naval Control is off its track")
    ensure(0 <= g.warfare <= t.strategic_top, "Strategic Warfare is off its track")
    ensure(not g.locked >> g.warfare & 1, "Strategic Warfare is in a Locked box")
    ensure(0 <= g.usa <= t.usa_war and 0 <= g.ussr <= t.ussr_war, "a Commitment is off its track")
    ensure(0 <= g.paratroops <= t.paratroops_top, "Paratroops are off their track")
    for row in range(len(g.production)):
        ensure(0 <= g.production[row] <= t.category_top[row], f"{t.category_id[row]} is off the table")
    lost = 0
    for area in bits(t.festung):
        lost += g.axis[area] == 0 and g.align[area] != const.NEUTRAL
    ensure(g.collapse == lost or g.result is not None, f"{lost} Festung Sectors are lost, not {g.collapse}")
    on_map = sum(place == ON_MAP for place in g.landing_markers)
    ensure(on_map == sum(1 for sector in g.landing if sector), "Landing markers do not add up")


def check_cards(g: Board) -> None:
    """Check that no card is in two places, and that no Combat card is missing."""
    t = g.t
    combat = sorted([*g.combat_deck, *g.combat_used])
    fight = g.fight
    if fight is not None and fight.card != const.NONE:
        combat = sorted([*combat, fight.card])
    ensure(combat == list(range(t.n_combat)), "the Combat cards do not add up")  # [2.1d]
    for deck in ([*g.strategic_deck, *g.strategic_next], [*g.battle_deck, *g.battle_next]):
        ensure(len(deck) == len(set(deck)), "an Event card is in two places")
    held = [n for n in range(t.n_orchestra) if g.orchestra[n] != NO_SEAT]
    ensure(not set(held) & set(g.orchestra_deck), "a Black Orchestra card is in two places")
    ensure(len(g.active) == len(g.active_heads), "active cards and their Heads do not match")
    for project in range(t.n_projects):
        ensure(g.project[project] <= 4 or g.project[project] == COMPLETED, "a Project is off its track")
    for country in range(t.n_countries):
        if g.country[country] == const.NEUTRAL:
            ensure(
                card_conditions.country_state(g, country) == const.NEUTRAL or not t.cubes[country],
                "a Neutral country is at war",
            )
