"""Panels beside the map: tracks, Production Table, Force Pool, Projects, decks, the current Combat."""

from __future__ import annotations

from sandtable.engine.scene import Panel
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.effect_types import ALLIED_DICE, AXIS_DICE
from sandtable.games.other_side.components.state import (
    ACTIVE,
    COMPLETED,
    LANDING_BOX,
    NO_SEAT,
    ON_MAP,
    POOL,
    SELECTED,
    Board,
)
from sandtable.games.other_side.rules import victory
from sandtable.games.other_side.rules.combat import combat_dice, special_effects

DASH = "–"


def build_panels(g: Board, seat: int | None) -> list[Panel]:
    """Return all panels; everybody sees the same."""
    found: list[Panel] = []
    if g.fight is not None:
        found.append(fight_panel(g))
    found += [war_panel(g), production_panel(g), pool_panel(g), projects_panel(g)]
    if g.players > 1:
        found.append(sections_panel(g))
    found += [countries_panel(g), decks_panel(g)]
    return found


def war_panel(g: Board) -> Panel:
    """Return the panel of the tracks."""
    t = g.t
    fortresses, fanaticism, homes, projects = victory.points(g)
    vp = fortresses + fanaticism + homes + projects
    rows = [
        ("Scenario", t.scenarios[g.scenario].name),
        ("Victory points", f"{vp} ({victory.LEVELS[victory.level(g, vp)]})"),
        (
            "of these",
            f"Festung {fortresses}, Fanaticism {fanaticism}, Home Areas {homes}, Projects {projects}",
        ),
        ("Resources", str(g.resources)),
        ("Fanaticism", f"{g.fanaticism} of {t.fanaticism_top}"),
        ("Unrest", f"{g.unrest}; at {t.unrest_trigger} Fanaticism −1"),
        ("Air East, West, South, Germany", ", ".join([str(value) for value in g.air])),
        ("Strategic Warfare", f"{g.warfare}{_locked(g)}; Technology {g.technology}"),
        ("USA", "at war" if g.usa == t.usa_war else f"{g.usa} of {t.usa_war}"),
        ("USSR", "at war" if g.ussr == t.ussr_war else f"{g.ussr} of {t.ussr_war}"),
        ("Italy, France", f"{words.ITALY[g.italy]}, {words.FRANCE[g.france]}"),
        ("Paratroops", str(g.paratroops) if g.paratroops else "gone"),
        ("Collapse of Germany", f"{g.collapse}; from {t.collapse_from} a roll each Phase"),
        ("Landing markers", ", ".join([_landing(g, place) for place in g.landing_markers])),
    ]
    for mask, name in ((g.west_skips, "No Western Offensive"), (g.soviet_skips, "No Soviet Offensive")):
        coming = [n for n in bits(mask) if n >= g.box_number()]
        if coming:
            rows.append((name, "next Operations Phase" if len(coming) == 1 else "next Operations Phases"))
    return Panel("War", (), tuple(rows))


def _locked(g: Board) -> str:
    boxes = bits(g.locked)
    return f" (Locked: {words.listed([str(box) for box in boxes])})" if boxes else ""


def _landing(g: Board, place: int) -> str:
    if place < len(g.t.years):
        return str(g.t.years[place])
    return "ready" if place == LANDING_BOX else "on the map" if place == ON_MAP else "out"


def production_panel(g: Board) -> Panel:
    """Return the panel of the Production Table."""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for row in range(len(t.category_id)):
        top = t.category_top[row]
        if t.category_limit[row] and not g.flipped >> row & 1:
            top = t.category_limit[row]
        rows.append((t.category_name[row], str(g.production[row]), f"of {top}"))
    rows.append(("In all", str(sum(g.production)), f"of {g.resources}"))
    return Panel("Production", ("", "Box", ""), tuple(rows))


def pool_panel(g: Board) -> Panel:
    """Return the panel of the Force Pool."""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for kind in range(t.n_kinds):
        here = g.count(kind, POOL)
        if here or kind < 3:
            rows.append((t.kind_name[kind], str(here)))
    return Panel("Force Pool", (), tuple(rows))


def projects_panel(g: Board) -> Panel:
    """Return the panel of the Projects."""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for project in range(t.n_projects):
        state = g.project[project]
        if state == 0 and g.directives[t.project_card[project]] not in (SELECTED, ACTIVE):
            continue
        text = "not begun" if state == 0 else f"{state} to go"
        if state == COMPLETED:
            text = f"completed {t.years[g.completed[project]]}"
        if g.advance_on == project:
            text += ", advance marker"
        rows.append((t.directives[t.project_card[project]].name, text))
    return Panel("Projects", (), tuple(rows) or ((DASH, DASH),))


def sections_panel(g: Board) -> Panel:
    """Return the panel of the Sections and their players."""
    rows = [(words.section(g, n), words.player(g, seat)) for n, seat in enumerate(g.section_seat)]
    return Panel("Sections", (), tuple(rows))


def countries_panel(g: Board) -> Panel:
    """Return the panel of countries that are not Neutral, and of bonuses for Diplomacy."""
    rows: list[tuple[str, ...]] = []
    for country in range(g.t.n_countries):
        text = words.ALIGNMENTS[g.country[country]]
        if g.bonus[country]:
            text += f", Diplomacy +{g.bonus[country]}"
        if g.country[country] != const.NEUTRAL or g.bonus[country]:
            rows.append((words.country(g, country), text))
    return Panel("Countries", (), tuple(rows) or ((DASH, DASH),))


def decks_panel(g: Board) -> Panel:
    """Return the panel of the decks and of the Black Orchestra cards on boards."""
    held = g.t.n_orchestra - g.orchestra.count(NO_SEAT)
    rows = (
        ("Combat cards", f"{len(g.combat_deck)} to draw, {len(g.combat_used)} used"),
        ("Strategic Events", f"{len(g.strategic_deck)}, next year {len(g.strategic_next)}"),
        ("Combat Events", f"{len(g.battle_deck)}, next year {len(g.battle_next)}"),
        ("Black Orchestra", f"{held} on the boards, {len(g.orchestra_deck)} in the deck"),
    )
    return Panel("Decks", (), rows)


def fight_panel(g: Board) -> Panel:
    """Return the panel of the current Combat."""
    f = g.combat()
    t = g.t
    rows: list[tuple[str, ...]] = [("Area", words.space(g, f.area))]
    if f.sector and f.area < t.n_areas:
        terrain = words.TERRAINS[t.terrain[f.area][f.sector]]
        rows.append(("Sector", f"{words.sector(g, f.area, f.sector)}, {terrain}"))
    rows.append(("Attacker", "Axis" if f.role == const.ROLE_ATTACKER else words.faction(f.faction)))
    if f.card != const.NONE:
        cell = special_effects.cell(g)
        text = [words.count(cell.dice, "die").replace("dies", "dice") if cell.dice else "no dice"]
        text += special_effects.effects_text(g, cell)
        rows.append((f"Combat card {t.combat_number[f.card]}", words.listed(text)))
    if f.units:
        rows.append(("Axis Armies", words.units(g, bits(f.units))))
    for name, general in (("Head", f.head), ("Leading General", f.leading)):
        if general != const.NONE:
            rows.append((name, f"{words.opening(g, general)}: {t.generals[general].combat_text}"))
    if f.allied:
        rows.append(("Allied dice", f"{words.dice(f.allied)}: {combat_dice.hits(g, f.allied, ALLIED_DICE)}"))
    if f.axis:
        rows.append(("Axis dice", f"{words.dice(f.axis)}: {combat_dice.hits(g, f.axis, AXIS_DICE)}"))
    return Panel("Combat", (), tuple(rows))
