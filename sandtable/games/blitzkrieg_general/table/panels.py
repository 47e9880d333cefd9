"""What lies beside the maps: the war, powers, production chart, cards, research, the battle chart."""

from __future__ import annotations

from sandtable.engine.scene import Panel
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import (
    ATTACKER,
    DEFENDER,
    LAND,
    NAVAL,
    RAID,
    TRANSIT,
    CombatState,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.combat import combatants
from sandtable.games.blitzkrieg_general.rules.combat.strength import strength
from sandtable.games.blitzkrieg_general.rules.economy import economy

DASH = "–"
KIND_NAMES = tuple([name.replace("_", " ").replace("hq", "HQ") for name in const.TYPE_IDS])
PLURAL = ("HQ", "naval HQ", "convoy", "task force", "submarine")


def build_panels(g: Board, seat: int | None) -> list[Panel]:
    """Return all panels as far as a seat may know them."""
    found: list[Panel] = []
    if g.fight is not None:
        found.append(fight_panel(g))
    if g.battles:
        found.append(attacks_panel(g))
    found += [war_panel(g), powers_panel(g), islands_panel(g), chart_panel(g)]
    if g.advanced:
        found += [research_panel(g), cards_panel(g)]
    found.append(relations_panel(g))
    return found


def war_panel(g: Board) -> Panel:
    """Return the turn and the points of both sides."""
    rows = [
        ("Quarter", words.turn(g.turn)),
        ("Phase", words.phase(g)),
    ]
    if g.advanced:
        rows.append(("Initiative", const.SIDE_NAMES[g.first]))
        for at, name in enumerate(const.MAP_IDS):
            rows.append((f"Weather, {name.title()}", "bad" if g.weather[at] else "good"))
        if g.limit:
            rows.append(("Limit in China", f"{g.limit} land units"))
        if not g.at_war(g.t.usa):
            rows.append(("US entry", f"{g.us_level} of {g.t.us_entry_level}"))
    for side in (const.AXIS, const.ALLIES):
        needed = g.t.victory_points[side]
        rows.append((f"Points of the {const.SIDE_NAMES[side]}", f"{economy.points_of(g, side)} of {needed}"))
    return Panel("The war", (), tuple(rows))


def islands_panel(g: Board) -> Panel:
    """Return the islands worth a point each, by their holder, and for whom they count now. [B8.5d]"""
    held: dict[int, list[int]] = {}
    for area in g.t.point_islands:
        held.setdefault(g.control[area], []).append(area)
    rows: list[tuple[str, ...]] = []
    for by in sorted(held, key=lambda c: (g.side_of(c), c)):
        points = DASH
        if economy.counts_islands(g, by):
            points = f"{const.SIDE_NAMES[g.side_of(by)]} {len(held[by])}"
        rows.append((words.country(g, by), points, words.spaces(g, held[by])))
    return Panel("Islands", ("Held by", "Points", ""), tuple(rows))


def attacks_panel(g: Board) -> Panel:
    """Return the next combats with the attackers and defenders that are there now."""
    rows: list[tuple[str, ...]] = []
    for space in g.battles:
        fight = combatants.build_combat(g, space)
        against = f"against {forces(g, fight.defenders)}" if fight.defenders else "unopposed so far"
        rows.append((words.space(g, space), f"{forces(g, fight.attackers + landing(g, space))} {against}"))
    return Panel("Attacks", (), tuple(rows))


def landing(g: Board, space: int) -> list[int]:
    """Return the units still aboard that are about to land in a space."""
    zones = g.t.coast[space] if space < g.t.n_areas else ()
    aboard = [u for zone in zones for u in g.at[zone] if g.cond[u] & const.INVADING]
    return [u for u in aboard if entry_limits.landing_in(g, u) == space]


def forces(g: Board, units: list[int]) -> str:
    """Units by kind: "3 infantry and 1 aircraft"; only their number where stacks are hidden."""
    if g.rule(const.HIDDEN_STACKS):
        return words.count(len(units), "unit")
    kinds = g.t.unit_kind
    rows = [(len([u for u in units if kinds[u] == kind]), name) for kind, name in enumerate(KIND_NAMES)]
    return words.listed([f"{n} {name}{'s' if n > 1 and name in PLURAL else ''}" for n, name in rows if n])


def powers_panel(g: Board) -> Panel:
    """Production, Build Points, savings, rail and hands of each power."""
    rows: list[tuple[str, ...]] = []
    for side in (const.AXIS, const.ALLIES):
        for major in g.majors(side):
            if g.fallen(major):
                rows.append((words.country(g, major), "conquered", DASH, DASH, DASH, DASH))
                continue
            state = "" if g.at_war(major) else " (neutral)"
            rows.append(
                (
                    words.country(g, major) + state,
                    str(economy.production(g, major)),
                    str(g.points[major]),
                    str(g.saved[major]),
                    str(g.rail[major]) if g.advanced else DASH,
                    str(len(g.hand(major))) if g.advanced else DASH,
                )
            )
    return Panel("Powers", ("", "Prod.", "To spend", "Saved", "Rail", "Cards"), tuple(rows))


def chart_panel(g: Board) -> Panel:
    """Return the production chart: the units that arrive in each quarter. [B7.3.6]"""
    t = g.t
    coming: dict[tuple[int, int], list[str]] = {}
    for unit in range(t.n_units):
        if g.place[unit] == const.CHART:
            coming.setdefault((g.due[unit], g.serves[unit]), []).append(words.unit(g, unit))
    rows: list[tuple[str, ...]] = []
    for due, country in sorted(coming):
        mark = "» " if due == g.turn else ""
        rows.append((mark + words.turn(due), words.country(g, country), words.tally(coming[due, country])))
    return Panel("Production chart", ("Quarter", "Of", "Units") if rows else (), tuple(rows))


def research_panel(g: Board) -> Panel:
    """Return research numbers and achievements. [A7.5]"""
    rows: list[tuple[str, ...]] = []
    for major in range(g.t.n_majors):
        found = [g.t.research_name[f] for f in range(len(const.RESEARCH_IDS)) if g.has(major, f)]
        if found or g.numbers[major]:
            rows.append((words.country(g, major), str(g.numbers[major]), words.listed(found) or DASH))
    return Panel("Research", ("", "Numbers", "Achieved"), tuple(rows))


def cards_panel(g: Board) -> Panel:
    """Return the deck, the sizes of hands, drawn cards, and the cards in effect. [A7.4j] [A7.4o]"""
    rows: list[tuple[str, ...]] = [("Deck", words.count(len(g.deck), "card"))]
    for major in range(g.t.n_majors):
        if g.hand(major):
            rows.append((f"Hand of {words.country(g, major)}", words.count(len(g.hand(major)), "card")))
    # In the order in which the powers draw: the order of the cards would reveal them.
    drawers = [g.card_owner[card] for card in range(g.t.n_cards) if g.card_at[card] == const.DRAWN]
    for major in sorted(drawers):
        rows.append(("Drawn, not yet decided on", f"a card of {words.country(g, major)}"))
    for card in range(g.t.n_cards):
        if g.card_at[card] == const.IN_EFFECT:
            rows.append((words.card(g, card), f"in effect for {words.country(g, g.card_owner[card])}"))
    return Panel("Cards", (), tuple(rows))


def relations_panel(g: Board) -> Panel:
    """Return wars, managers, and neutral and conquered countries. [B1.0]"""
    t = g.t
    rows: list[tuple[str, ...]] = []
    belligerents = [c for c in range(t.n_countries) if g.war[c] and not g.fallen(c) and c != t.nobody]
    for major in range(t.n_majors):
        enemies = [words.country(g, c) for c in belligerents if g.enemy(major, c)]
        runs = [words.country(g, c) for c in t.minors if g.manager[c] == major and not g.fallen(c)]
        status = f"at war with {words.listed(enemies)}" if enemies else "at peace"
        if runs:
            status += f"; runs {words.listed(runs)}"
        rows.append((words.country(g, major), "conquered" if g.fallen(major) else status))
    neutral = [words.country(g, c) for c in t.minors if g.side_of(c) == const.NEUTRAL and not g.fallen(c)]
    if neutral:
        rows.append(("Neutral", words.listed(neutral)))
    conquered = [words.country(g, c) for c in t.minors if g.fallen(c)]
    if conquered:
        rows.append(("Conquered", words.listed(conquered)))
    return Panel("Relations", (), tuple(rows))


KINDS = {LAND: "Combat", NAVAL: "Naval combat", RAID: "Interception", TRANSIT: "Interception at sea"}


def fight_panel(g: Board) -> Panel:
    """Return the battle chart: each side by segment, with its strengths and last dice. [A6.5.3]"""
    fight = g.fight
    assert fight is not None
    title = f"{KINDS[fight.kind]} in {words.space(g, fight.space)}, round {fight.round}"
    rows: list[tuple[str, ...]] = []
    rolled = last_dice(fight)
    for party, name in ((ATTACKER, "Attacker"), (DEFENDER, "Defender")):
        side = words.side(fight.side_of(party))
        owed = fight.owed(party)
        rows.append((f"{name}: {side}", "", "", f"{words.count(owed, 'hit')} to take" if owed else ""))
        rolls: dict[tuple[str, str, str], list[str]] = {}  # the dice of units that share a row
        many: dict[tuple[str, str, str], int] = {}
        for unit in sorted(fight.party(party), key=lambda u: (u not in fight.air, -strength(g, fight, u), u)):
            power = strength(g, fight, unit)
            row = (words.unit(g, unit), segment(g, fight, unit), str(power) if power > 0 else DASH)
            many[row] = many.get(row, 0) + 1
            rolls.setdefault(row, []).extend(rolled.get(unit, []))
        for row, dice in rolls.items():
            name = f"{many[row]} × {row[0]}" if many[row] > 1 else row[0]
            rows.append((name, *row[1:], ", ".join(dice)))
        if not rolls:
            rows.append(("nobody left", "", "", ""))
    if const.NONE in rolled:
        rows.append(("Coastal defences", "land", str(fight.extra_strength), ", ".join(rolled[const.NONE])))
    return Panel(title, ("", "Segment" if g.advanced else "", "Strength", "Last roll"), tuple(rows))


def segment(g: Board, fight: CombatState, unit: int) -> str:
    """Return the segment of the battle chart in which a unit is. [A6.5.3c]"""
    if not g.advanced:
        return ""
    if fight.kind == LAND:
        return "air/sea" if unit in fight.air else "land"
    if fight.kind == RAID:
        return "air" if unit in fight.air else "bombs"
    if unit in fight.aims:
        return "at submarines"
    return "submarines" if g.t.unit_kind[unit] == const.SUBMARINE else "surface"


def last_dice(fight: CombatState) -> dict[int, list[str]]:
    """Return the last rolls of each unit, hits marked; NONE stands for coastal defences."""
    found: dict[int, list[str]] = {}
    for at in range(0, len(fight.dice), 3):
        unit, power, die = fight.dice[at : at + 3]
        found.setdefault(unit, []).append(f"{die} hit" if die <= power else str(die))
    return found
