"""The public information of a position, ready for JSON: everything except the order of decks. [2.5b]"""

from __future__ import annotations

from typing import Any

from sandtable.games.other_side.components.constants import ALIGNMENT_IDS, FACTION_IDS, TRACK_IDS, bits
from sandtable.games.other_side.components.effect_types import FRANCE_IDS, ITALY_IDS
from sandtable.games.other_side.components.state import (
    COMPLETED,
    LANDING_BOX,
    NO_SEAT,
    ON_MAP,
    POOL,
    TRANSIT,
    Board,
)
from sandtable.games.other_side.rules import victory
from sandtable.games.other_side.rules.generals.nomination import Nomination

SUPPLY = ("supplied", "naval", "isolated")
PORTS = ("none", "open", "closed")
CARDS = ("future", "available", "activated", "in_command", "gone")
DIRECTIVES = ("deck", "selected", "active", "discarded")
HOLDERS = {-1: "", -2: "vacancy", -3: "not_available"}


def build_view(g: Board, seat: int | None) -> dict[str, Any]:
    """Return the position. No player has secrets from the others."""
    t = g.t
    return {
        "scenario": t.scenarios[g.scenario].id,
        "year": t.years[g.year],
        "box": t.box_id[g.box],
        "sections": {t.section_id[n]: seat for n, seat in enumerate(g.section_seat)},
        "spaces": [space_view(g, space) for space in range(t.n_spaces)],
        "transit": units_view(g, TRANSIT),
        "pool": units_view(g, POOL),
        "tracks": tracks_view(g),
        "production": dict(zip(t.category_id, g.production, strict=True)),
        "flipped": [t.category_id[n] for n in bits(g.flipped)],
        "projects": projects_view(g),
        "countries": {t.country_id[n]: ALIGNMENT_IDS[g.country[n]] for n in range(t.n_countries)},
        "diplomacy_bonus": {t.country_id[n]: g.bonus[n] for n in range(t.n_countries) if g.bonus[n]},
        "ob": {TRACK_IDS[n]: holder_view(g, g.ob[n]) for n in range(3)},
        "generals": [general_view(g, n) for n in range(t.n_generals)],
        "directives": {t.directives[n].id: DIRECTIVES[g.directives[n]] for n in range(t.n_directives)},
        "pawns": [t.space_id[n] for n in bits(g.pawns)],
        "decks": decks_view(g),
        "nomination": nomination_view(g),
        "fight": None if g.fight is None else g.fight.pack(),
        "victory_points": victory.total(g),
    }


def nomination_view(g: Board) -> dict[str, Any] | None:
    """Return who was named and who has passed in a nomination."""
    step = g.agenda[-1] if g.agenda else None
    if not isinstance(step, Nomination):
        return None
    return {
        "task": step.task(g),
        "named": [g.t.generals[n].id for n in step.nominees],
        "passed": bits(step.out),
        "must_name": step.named,
    }


def holder_view(g: Board, holder: int) -> str:
    """Return the General or marker in a Position."""
    return g.t.generals[holder].id if holder >= 0 else HOLDERS[holder]


def space_view(g: Board, space: int) -> dict[str, Any]:
    """Return an Area or a Base."""
    t = g.t
    found: dict[str, Any] = {"id": t.space_id[space], "alignment": ALIGNMENT_IDS[g.align[space]]}
    if space >= t.n_areas:
        return found
    found["axis_sector"] = g.axis[space]
    found["allied_sector"] = g.ally[space]
    found["ally"] = FACTION_IDS[g.ally_side[space]] if g.ally_side[space] else ""
    found["armies"] = [t.kind_id[t.unit_kind[unit]] for unit in g.at[space]]
    found["attacked"] = [t.kind_id[t.unit_kind[unit]] for unit in g.at[space] if g.fought >> unit & 1]
    found["heads"] = [holder_view(g, holder) for holder in g.heads[2 * space : 2 * space + 2]]
    found["supply"] = SUPPLY[g.supply[space]]
    found["port"] = PORTS[g.port[space]]
    found["landing"] = g.landing[space]
    found["no_offensive"] = [
        FACTION_IDS[n + 1] for n, mask in enumerate((g.no_west, g.no_soviet)) if mask >> space & 1
    ]
    return found


def units_view(g: Board, place: int) -> list[str]:
    """Return Armies in a box."""
    t = g.t
    return [t.kind_id[t.unit_kind[unit]] for unit in range(t.n_units) if g.place[unit] == place]


def tracks_view(g: Board) -> dict[str, Any]:
    """Return all tracks."""
    t = g.t
    return {
        "resources": g.resources,
        "air": dict(zip(TRACK_IDS, g.air, strict=True)),
        "strategic_warfare": g.warfare,
        "technology": g.technology,
        "locked": bits(g.locked),
        "usa": "war" if g.usa == t.usa_war else g.usa,
        "ussr": "war" if g.ussr == t.ussr_war else g.ussr,
        "fanaticism": g.fanaticism,
        "unrest": g.unrest,
        "paratroops": g.paratroops,
        "italy": ITALY_IDS[g.italy],
        "france": FRANCE_IDS[g.france],
        "collapse": g.collapse,
        "landings": [landing_view(g, place) for place in g.landing_markers],
        "no_western_offensive": [box_view(g, n) for n in bits(g.west_skips)],
        "no_soviet_offensive": [box_view(g, n) for n in bits(g.soviet_skips)],
        "bombings_ignored": g.bombings_ignored,
        "soviet_dice": g.soviet_dice,
    }


def landing_view(g: Board, place: int) -> str:
    """Return where a Landing marker is."""
    if place < len(g.t.years):
        return str(g.t.years[place])
    return "box" if place == LANDING_BOX else "map" if place == ON_MAP else "off"


def box_view(g: Board, moment: int) -> str:
    """Return an Operations box."""
    year, box = divmod(moment, len(g.t.box_id))
    return f"{g.t.years[0] + year} {g.t.box_id[box]}"


def projects_view(g: Board) -> dict[str, Any]:
    """Return how far the Projects are."""
    t = g.t
    found: dict[str, Any] = {}
    for project in range(t.n_projects):
        state = g.project[project]
        name = t.directives[t.project_card[project]].id
        found[name] = "completed" if state == COMPLETED else state
    if g.advance_on >= 0:
        found["advance_marker"] = t.directives[t.project_card[g.advance_on]].id
    return found


def general_view(g: Board, general: int) -> dict[str, Any]:
    """Return a General's card."""
    return {
        "id": g.t.generals[general].id,
        "where": CARDS[g.where[general]],
        "owner": g.owner[general],
        "entry": g.t.years[g.entry[general]] if g.entry[general] < len(g.t.years) else 0,
        "questioned": bool(g.questioned >> general & 1),
        "dissident": bool(g.dissident >> general & 1),
    }


def decks_view(g: Board) -> dict[str, Any]:
    """Return the cards of the decks without their order, except those that all saw go to the bottom."""
    t = g.t
    strategic, battle = g.strategic_deck, g.battle_deck
    return {
        "combat": len(g.combat_deck),
        "combat_used": [t.combat_number[n] for n in g.combat_used],
        "strategic": sorted(t.strategic[n].id for n in strategic[g.strategic_known :]),
        "strategic_bottom": [t.strategic[n].id for n in strategic[: g.strategic_known]],
        "strategic_next_year": [t.strategic[n].id for n in g.strategic_next],
        "battle": sorted(t.battle[n].id for n in battle[g.battle_known :]),
        "battle_bottom": [t.battle[n].id for n in battle[: g.battle_known]],
        "battle_next_year": [t.battle[n].id for n in g.battle_next],
        "black_orchestra": len(g.orchestra_deck),
        "black_orchestra_held": {
            t.orchestra_id[n]: seat for n, seat in enumerate(g.orchestra) if seat != NO_SEAT
        },
    }
