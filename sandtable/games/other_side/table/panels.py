"""What lies beside the map: tracks, the Production Table, Force Pool, Projects, decks, the Combat at hand."""

from __future__ import annotations

from sandtable.engine.scene import Card, Panel
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.effect_types import ALLIED_DICE, AXIS_DICE
from sandtable.games.other_side.components.state import (
    ACTIVATED,
    ACTIVE,
    AVAILABLE,
    COMPLETED,
    FUTURE,
    IN_COMMAND,
    IN_DECK,
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
        coming = [n for n in bits(mask) if n >= g.moment()]
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
        told = "not begun" if state == 0 else f"{state} to go"
        if state == COMPLETED:
            told = f"completed {t.years[g.completed[project]]}"
        if g.advance_on == project:
            told += ", advance marker"
        rows.append((t.directives[t.project_card[project]].name, told))
    return Panel("Projects", (), tuple(rows) or ((DASH, DASH),))


def sections_panel(g: Board) -> Panel:
    """Return the panel of the Sections and their players."""
    rows = [(words.section(g, n), words.player(g, seat)) for n, seat in enumerate(g.section_seat)]
    return Panel("Sections", (), tuple(rows))


def countries_panel(g: Board) -> Panel:
    """Return the panel of countries that are not Neutral, and of bonuses for Diplomacy."""
    rows: list[tuple[str, ...]] = []
    for country in range(g.t.n_countries):
        told = words.ALIGNMENTS[g.country[country]]
        if g.bonus[country]:
            told += f", Diplomacy +{g.bonus[country]}"
        if g.country[country] != const.NEUTRAL or g.bonus[country]:
            rows.append((words.country(g, country), told))
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
    f = g.fight
    assert f is not None
    t = g.t
    rows: list[tuple[str, ...]] = [("Area", words.space(g, f.area))]
    if f.sector and f.area < t.n_areas:
        terrain = words.TERRAINS[t.terrain[f.area][f.sector]]
        rows.append(("Sector", f"{words.sector(g, f.area, f.sector)}, {terrain}"))
    rows.append(("Attacker", "Axis" if f.role == const.ROLE_ATTACKER else words.faction(f.faction)))
    if f.card != const.NONE:
        cell = special_effects.cell(g)
        told = [words.count(cell.dice, "die").replace("dies", "dice") if cell.dice else "no dice"]
        told += special_effects.told(g, cell)
        rows.append((f"Combat card {t.combat_number[f.card]}", words.listed(told)))
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


# --- cards

PILES = ("Military Directives", "Political Directives", "Production Directives")
COLOURS = ("east", "west", "south")


def build_cards(g: Board, seat: int | None) -> list[Card]:
    """Return Directives, Generals and Black Orchestra cards; all are open. [2.5b]"""
    return directive_cards(g) + general_cards(g, seat) + orchestra_cards(g, seat)


def directive_cards(g: Board) -> list[Card]:
    """Return the active and selected cards and those still in the decks for this year."""
    found: list[Card] = []
    for state, pile in ((ACTIVE, "active"), (SELECTED, "selected"), (IN_DECK, "deck")):
        for card in range(g.t.n_directives):
            d = g.t.directives[card]
            if g.directives[card] != state or (state == IN_DECK and d.year > g.year):
                continue
            kind = (
                "military"
                if d.deck == const.MILITARY
                else "political"
                if d.deck == const.POLITICAL
                else "production"
            )
            name = f"{PILES[d.deck]}: {pile}"
            held = state != IN_DECK
            found.append(
                Card(
                    g.ids.directive + card,
                    d.id,
                    d.name,
                    d.text,
                    d.cost,
                    kind,
                    COLOURS[d.deck],
                    name,
                    False,
                    held,
                )
            )
    return found


def general_cards(g: Board, seat: int | None) -> list[Card]:
    """Return the Generals of all boards and those who enter play this year. [1.2c]"""
    t = g.t
    piles = {AVAILABLE: "Available", ACTIVATED: "Activated", IN_COMMAND: "In Command"}
    found: list[Card] = []
    for n in t.by_seniority:
        card = t.generals[n]
        where = g.where[n]
        if where in piles:
            who = "" if g.players == 1 else f"{words.player(g, g.owner[n])}: "
            pile = f"{who}Generals, {piles[where]}"
            own = seat == g.owner[n]
        elif where == FUTURE and g.entry[n] <= g.year:
            pile, own = "New Generals", False
        else:
            continue
        told = [f"Confidence {card.confidence}.", card.combat_text]
        if card.special_text:
            told.append(card.special_text)
        if g.post[n] != const.NONE:
            told.append(f"Holds {words.post(g, g.post[n])}.")
        if g.questioned >> n & 1:
            told.append("Questioned.")
        if g.dissident >> n & 1:
            told.append("Dissident.")
        text = " ".join(told)
        held = own and where == AVAILABLE
        found.append(
            Card(
                g.ids.general + n,
                card.id,
                card.name,
                text,
                card.seniority,
                "general",
                "axis",
                pile,
                own,
                held,
            )
        )
    return found


def orchestra_cards(g: Board, seat: int | None) -> list[Card]:
    """Return the Black Orchestra cards on the boards."""
    t = g.t
    told = ("+1 to a Coup.", "A hit of a die takes 1 from a Coup.", "+1 or, early in a Coup, a die for −1.")
    found: list[Card] = []
    for n in range(t.n_orchestra):
        if g.orchestra[n] != NO_SEAT:
            who = "" if g.players == 1 else f"{words.player(g, g.orchestra[n])}: "
            pile = f"{who}Black Orchestra"
            text = told[t.orchestra_value[n]]
            own = seat == g.orchestra[n]
            found.append(
                Card(
                    -1,
                    t.orchestra_id[n],
                    t.orchestra_name[n],
                    text,
                    None,
                    "orchestra",
                    "neutral",
                    pile,
                    own,
                    False,
                )
            )
    return found
