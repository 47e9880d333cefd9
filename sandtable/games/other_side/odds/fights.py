"""The odds of Combats, invasions and Strategic Warfare. Everything is open except the order of decks."""

from __future__ import annotations

from typing import Final

from sandtable.engine.odds import Chances, Odds, Row, added, mean
from sandtable.engine.step import Step
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.combat_state import SHIFT
from sandtable.games.other_side.components.constants import GERMANY, ROLE_ATTACKER, WEST, bits
from sandtable.games.other_side.components.effect_types import BLUE, HIT
from sandtable.games.other_side.components.ids import NO, WARFARE, YES
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.odds.combat_tree import (
    ATTRITION,
    MOVED,
    NO_ATTACK,
    STEPS,
    VICTORY,
    CombatTree,
    Fixed,
    aside,
    drive,
    steps,
)
from sandtable.games.other_side.odds.dice_chances import Rolls, rolled
from sandtable.games.other_side.rules.cards.directives import MilitaryDirectives
from sandtable.games.other_side.rules.combat import amphibious_combat, combat_sequence
from sandtable.games.other_side.rules.combat.leading_general import AttackFrom
from sandtable.games.other_side.rules.offensives import Combats, PlacePawns
from sandtable.games.other_side.rules.production import strategic_warfare

ENDS: Final = ("No attack", "Victory", "Attrition", "Defeat")
BY_DOCTRINE: Final = (
    "Possible Combat cards and Events are counted, Strategic Events are not. The doctrine makes all choices. "
    "One Reduction takes one step."
)


def odds(g: Board, seat: int | None) -> list[Odds]:
    """Return the odds of all Combats that are being prepared or about to be rolled."""
    if g.result is not None or not g.agenda:
        return []
    step = g.agenda[-1]
    if isinstance(step, MilitaryDirectives):
        return [warfare(g)]
    if isinstance(step, Combats):
        return of_pawns(g, step)
    if isinstance(step, PlacePawns):
        return of_places(g, step)
    return of_fight(g, step)


# --- which Combats


def of_pawns(g: Board, step: Combats) -> list[Odds]:
    """Return the Combats of all pawns."""
    found: list[Odds] = []
    rolls = Rolls(g)
    for space in bits(g.pawns):
        found += of_pawn(g, step, space, rolls)
    return found


def of_pawn(g: Board, step: Combats, space: int, rolls: Rolls) -> list[Odds]:
    """Return the Combat of one pawn, if there is an enemy."""
    h = aside(g)
    h.agenda = []
    step.fight(h, space)
    return [] if h.fight is None else [fight(h, "", rolls)]


def of_places(g: Board, step: PlacePawns) -> list[Odds]:
    """Return the Combats of pawns that are placed or may be placed."""
    over_land, over_sea = step.targets(g)
    found = of_pawns(g, Combats(0))
    rolls = Rolls(g)
    for space in bits(over_land | over_sea):
        h = aside(g)
        h.pawns |= 1 << space
        h.sea_pawns |= over_sea & 1 << space
        h.pawn_card[space] = step.card
        found += of_pawn(h, Combats(0), space, rolls)
    return found


def of_fight(g: Board, step: Step[Board]) -> list[Odds]:
    """Return the current Combat while dice are still to be rolled; a choice in it gives several."""
    f = g.fight
    if f is None:
        return []
    base = -1
    for n in range(len(g.agenda)):
        if isinstance(g.agenda[n], (combat_sequence.Combat, amphibious_combat.Invasion)):
            base = n
    if base < 0 or f.stage > (amphibious_combat.ROLL if f.amphibious else combat_sequence.PLANES):
        return []
    start = aside(g)
    start.agenda = g.agenda[base:]
    rolls = Rolls(g)
    if not isinstance(step, (AttackFrom, combat_sequence.Paratroops)):
        return [fight(start, "", rolls)]
    found: list[Odds] = []
    for choice in step.choices(g, 0):
        h = aside(start)
        step.answer(h, 0, choice)
        how = {YES: "with Paratroops", NO: "without Paratroops"}.get(choice, "")
        found.append(fight(h, how, rolls))
    return found


def fight(start: Board, how: str, rolls: Rolls) -> Odds:
    """Return the odds of the Combat of a copy, whose step is the bottom of its agenda."""
    f = start.combat()
    return invasion(start, how) if f.amphibious else land_combat(start, how, rolls)


def title_of(g: Board, how: str) -> str:
    """Return who attacks whom, with what and from which Area."""
    f = g.combat()
    who = words.faction(f.faction)
    who = "The Axis" if f.role == ROLE_ATTACKER else f"T{who[1:]}"
    title = f"{who} attacks {words.space(g, f.area)}"
    if f.source != f.area:
        title += f" from {words.space(g, f.source)}"
    return f"{title} ({how})" if how else title


# --- Land Combat


def land_combat(start: Board, how: str, rolls: Rolls) -> Odds:
    """Return Victory, Attrition and Defeat with their losses."""
    f = start.combat()
    attacking = f.role == ROLE_ATTACKER
    area, full = f.area, steps(start)
    title = title_of(start, how)
    refs = (start.ids.space + area, *[start.ids.unit + unit for unit in start.at[f.source]])
    found = CombatTree(start, rolls).forecast()
    chances: dict[str, float] = {}
    good: dict[str, int] = {}
    moved = lost = 0.0
    for outcome in sorted(found.outcomes, key=_order):
        p = found.outcomes[outcome]
        kind, far, gone = outcome % MOVED, outcome % STEPS // MOVED, full - outcome // STEPS
        moved += p * far
        lost += p * gone
        text = outcome_text(kind, far, gone, attacking)
        chances[text] = chances.get(text, 0.0) + p
        good[text] = favour(kind, attacking)
    rows = tuple([Row(text, chances[text], good[text]) for text in chances])
    means = (
        ("Advances" if attacking else "Retreats", moved),
        ("Axis steps lost", lost),
        ("Axis Hits", found.axis_hits),
        ("Allied Hits", found.allied_hits),
        ("Combat Events", found.events),
    )
    return Odds(title, "6", rows, means, 0.0, refs, BY_DOCTRINE)


def _order(outcome: int) -> int:
    """Return the sorting key of an outcome: its kind, then gains or losses."""
    return outcome % MOVED * 1_000_000 + outcome % STEPS * 1000 - outcome // STEPS


def outcome_text(kind: int, moved: int, gone: int, attacking: bool) -> str:
    """Describe an outcome: "Defeat: 2 Retreats, 1 step lost"."""
    parts: list[str] = []
    if moved:
        parts.append(words.count(moved, "Advance" if attacking else "Retreat"))
    if gone > 0:
        parts.append(f"{words.count(gone, 'step')} lost")
    return f"{ENDS[kind]}: {', '.join(parts)}" if parts else f"{ENDS[kind]}: no effect"


def favour(kind: int, attacking: bool) -> int:
    """Return who gains by an outcome: 1 the attacker, -1 the defender, 0 neither."""
    if kind in (NO_ATTACK, ATTRITION):
        return 0
    return 1 if (kind == VICTORY) == attacking else -1


# --- Amphibious Combat


def invasion(start: Board, how: str) -> Odds:
    """Return Victory or Defeat against a Combat card still to be drawn."""
    f = start.combat()
    h = aside(start)
    drive(h, 1)
    f = h.combat()
    while f.stage < amphibious_combat.ROLL:
        h.agenda[-1].run(h)
        drive(h, 1)
    title = title_of(h, how)
    area, armies = f.area, bits(f.units)
    deck = sorted(h.combat_deck)  # nobody knows their order
    h.rng = Fixed()
    h.agenda[-1].run(h)  # only for the colours of the dice
    hits: Chances = {}
    for throw, p in rolled(h.t.die_faces, [die // SHIFT for die in f.axis]).items():
        number = sum([die % SHIFT == HIT for die in throw])
        hits[number] = hits.get(number, 0.0) + p
    won = 0.0
    for card in deck:
        need = start.t.defence[WEST][card][start.year].dice
        for number, p in hits.items():
            if amphibious_combat.enough(start, area, number, need):
                won += p / len(deck)
    base = area >= start.t.n_areas
    gain = "the Base is Occupied" if base else "the Armies go ashore, 1 step lost"
    rows = (
        Row(f"Victory: {gain}", won, 1),
        Row(f"Defeat: {words.armies(len(armies))} reduced or lost", 1.0 - won, -1),
    )
    means = (("Axis Hits", mean(hits)), ("Axis Armies", float(len(armies))))
    refs = (start.ids.space + area, *[start.ids.unit + unit for unit in armies])
    return Odds(title, "6.9", rows, means, 0.0, refs, "The doctrine makes all choices.")


# --- Strategic Warfare


def warfare(g: Board) -> Odds:
    """Return the odds of the Strategic Warfare that begins the next Operations Phase."""
    ours: Chances = {}
    for throw, p in rolled(g.t.die_faces, strategic_warfare.axis_dice(g)).items():
        hits = strategic_warfare.axis_hits(g, list(throw))
        ours[hits] = ours.get(hits, 0.0) + p
    numbers: dict[int, int] = {}
    for card in sorted(g.combat_deck):
        number = g.t.raids[card][g.year]
        numbers[number] = numbers.get(number, 0) + 1
    theirs: Chances = {}
    for number, many in numbers.items():
        for throw, p in rolled(g.t.die_faces, [BLUE] * number).items():
            hits = strategic_warfare.western_hits(g, list(throw))
            theirs[hits] = theirs.get(hits, 0.0) + p * many / len(g.combat_deck)
    ahead = added(theirs, {-hits: p for hits, p in ours.items()})
    won = sum([p for points, p in ahead.items() if points < 0])
    rows: list[Row] = []
    if won:
        rows.append(Row("The Axis wins: Air/Naval Control in the West +1", won, 1))
    for points in sorted(ahead):
        if points == 0:
            rows.append(Row("A draw", ahead[points], 0))
        elif points > 0:
            rows.append(Row(f"The West wins: {words.count(points, 'point')} to lose", ahead[points], -1))
    lost = sum([points * p for points, p in ahead.items() if points > 0])
    means = (("points to lose", lost), ("Axis Hits", mean(ours)), ("Western Hits", mean(theirs)))
    note = "The present position, any Combat card and the dice are counted. Strategic Events are not."
    return Odds("Strategic Warfare", "4.1", tuple(rows), means, 0.0, (WARFARE, g.ids.track + GERMANY), note)
