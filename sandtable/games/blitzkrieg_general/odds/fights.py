"""The odds of combats for the table: declared ones, the present one, those the next click would bring.

The number of hits in a round is exact, and so is the end of a combat unless its forces are large (see
`combat_tree`). Searches, raids, coasts, V-weapons and research are in `single_rolls`. Cards are not counted:
neither those in a hand nor those that could be used again. There are no odds for covered counters.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.odds import Odds, Row
from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import (
    ATTACKER,
    DEFENDER,
    LAND,
    RAID,
    TRANSIT,
    CombatState,
)
from sandtable.games.blitzkrieg_general.components.ids import FIGHT
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.odds import single_rolls
from sandtable.games.blitzkrieg_general.odds.combat_tree import GONE, NODES, CombatTree, Node, error_of
from sandtable.games.blitzkrieg_general.odds.fire_rounds import confirm_question, copied
from sandtable.games.blitzkrieg_general.odds.single_rolls import (
    COMING,
    DOCTRINE,
    refs_of,
    unit_losses,
    with_how,
)
from sandtable.games.blitzkrieg_general.rules.combat import (
    combat_sequence,
    reaction,
    reserves,
    strategic_raids,
)
from sandtable.games.blitzkrieg_general.rules.combat.combatants import build_combat
from sandtable.games.blitzkrieg_general.rules.combat.retreats import Resolve
from sandtable.games.blitzkrieg_general.rules.combat.strategic_raids import Strike
from sandtable.games.blitzkrieg_general.rules.economy import research
from sandtable.games.blitzkrieg_general.rules.movement import (
    air_missions,
    land_movement,
    movement_phase,
    para_drops,
)
from sandtable.games.blitzkrieg_general.rules.naval import invasion, naval_movement, naval_search, transport
from sandtable.games.blitzkrieg_general.table.view import covered

FEW: Final = 80  # positions followed of each of many combats
MOST: Final = 8  # combats that the next click could bring

MOVED: Final = "after this move"  # condition of the odds of the next click

# How a combat ends for the attacker.
WON: Final = 0  # the defenders are eliminated
DRIVEN: Final = 1  # they have left
NOBODY: Final = 2
BOTH: Final = 3
LEFT: Final = 4  # the attackers have left
LOST: Final = 5  # they are eliminated
GOOD: Final = (1, 1, 0, 0, -1, -1)


# --- the fights of a position


def current_odds(g: Board, seat: int | None) -> list[Odds]:
    """Return the odds of fights being prepared or about to be rolled, from what a seat may know."""
    if g.result is not None or not g.agenda:
        return []
    step = g.agenda[-1]
    found = [] if g.fight is None else combat_odds(g)
    if seat is not None and seat in step.seats(g):
        found += possible_odds(g, step, seat)
    found += search_odds(g, seat)
    if g.advanced and const.COMBAT >= g.phase >= const.NAVAL_MOVE:
        for area in strategic_raids.targets(g):
            if (g.fight is None or g.fight.space != area) and is_open(g, seat, area):
                found.append(single_rolls.raid_odds(g, area, ""))
    for step in g.agenda:
        if isinstance(step, research.ResearchRoll):
            found.append(single_rolls.research_odds(g, step.major))
    return found + declared_odds(g, seat)


def is_open(g: Board, seat: int | None, space: int) -> bool:
    """Return whether a seat sees all counters in a space."""
    if not g.rule(const.HIDDEN_STACKS):
        return True
    for unit in g.at[space]:
        if covered(g, seat, unit):
            return False
    return True


def declared_odds(g: Board, seat: int | None) -> list[Odds]:
    """Return the odds of the combats to come, those of landings included."""
    if not g.battles:
        return []
    h = after_landing(g)
    found: list[Odds] = []
    spaces = [space for space in h.battles if is_open(g, seat, space)]
    for space in spaces:
        found += space_odds(h, space, "", max(FEW, NODES // len(spaces)))
    return found


def after_landing(g: Board) -> Board:
    """Return a copy in which the landings have been made."""
    h = copied(g)
    h.fight = None
    if h.advanced:
        for unit in range(h.t.n_units):
            if h.cond[unit] & const.INVADING and h.carrier[unit] >= 0:
                invasion.land(h)
                break
    return h


def space_odds(g: Board, space: int, how: str, nodes: int = NODES) -> list[Odds]:
    """Return the odds of the combat in a space, and of its coast against a landing."""
    fight = build_combat(g, space)
    found: list[Odds] = []
    if g.advanced and space < g.t.n_areas:
        found = single_rolls.coast_odds(g, space, how)
    if not fight.attackers or not fight.defenders:
        return found
    h = copied(g)
    h.fight = fight
    h.agenda = [combat_sequence.Combat()]
    note = f"{DOCTRINE} {COMING}" if g.phase not in (const.COMBAT, const.EXPLOIT_COMBAT) else DOCTRINE
    found.append(ending_odds(h, CombatTree(h), how, note, nodes))
    return found


def search_odds(g: Board, seat: int | None) -> list[Odds]:
    """Return the odds of present and coming searches at sea, and of the combats they may lead to."""
    found: list[Odds] = []
    if not g.advanced or g.fight is not None:
        return found
    first = (
        g.t.n_areas
        if g.phase < const.COMBAT or const.EXPLOIT <= g.phase < const.EXPLOIT_COMBAT
        else g.t.n_spaces
    )
    for step in g.agenda:
        if isinstance(step, naval_search.Meetings):
            first = step.zone
    for at in range(len(g.agenda) - 1, -1, -1):
        step = g.agenda[at]
        if isinstance(step, naval_search.Passing) and is_open(g, seat, step.zone):
            found += single_rolls.passing_odds(g, step)
            if step.stage <= 3:
                h = copied(g)
                h.agenda = []
                step.fight(h)
                tree, how = CombatTree(h), "if they are engaged" if step.stage < 2 else ""
                found += round_odds(h, tree, how)
                if step.beyond(g) and tree.starts[0].node.fires:  # a whole combat
                    found.append(ending_odds(h, tree, how, DOCTRINE, FEW))
        elif isinstance(step, naval_search.Encounter) and is_open(g, seat, step.zone):
            found += meeting_odds(g, step)
    if const.NAVAL_MOVE <= g.phase <= const.EXPLOIT_COMBAT:
        for zone in range(first, g.t.n_spaces):
            if not g.ships[zone] or zone in g.battles or not naval_search.has_meeting(g, zone):
                continue
            if not is_open(g, seat, zone):
                continue
            if naval_search.must_fight(g, zone):
                found += space_odds(g, zone, "", FEW)
            elif g.phase in (const.COMBAT, const.EXPLOIT_COMBAT) or was_entered(g, zone):
                found += meeting_odds(
                    g, naval_search.Encounter(zone, naval_search.MINE, const.NONE, const.NONE)
                )
    return found


def was_entered(g: Board, zone: int) -> bool:
    """Return whether a unit of the phasing side has come to a zone in this phase."""
    for unit in g.at[zone]:
        if g.cond[unit] & const.MOVED and g.side_of_unit(unit) == g.side:
            return True
    return False


def meeting_odds(g: Board, step: naval_search.Encounter) -> list[Odds]:
    """Return the odds that ships that meet find each other, and of the combat if they fight."""
    found = single_rolls.encounter_odds(g, step)
    if step.zone not in g.battles:
        how = "if it comes to combat" if step.stage <= naval_search.DECIDE else ""
        found += space_odds(g, step.zone, how, FEW)
    return found


# --- what the next click would bring


def possible_odds(g: Board, step: Step[Board], seat: int) -> list[Odds]:
    """Return the odds of each fight that the next click of the seat would open or join."""
    if isinstance(step, Strike):
        return single_rolls.strikes_odds(g, step, seat)
    if isinstance(step, research.Research) and not step.buying(g):
        return [single_rolls.research_odds(g, step.major(g))]
    unit = const.NONE
    if isinstance(
        step,
        (land_movement.March, air_missions.Fly, transport.Ashore, reaction.ReactionSpace, reserves.ReserveTo),
    ):
        unit = step.unit
    elif isinstance(step, (movement_phase.Support, invasion.ReactionTarget)):
        unit = step.ship
    elif isinstance(step, naval_movement.Sail):
        unit = step.ships[0]
    elif isinstance(step, para_drops.Drop):
        unit = step.unit if step.plane != const.NONE else const.NONE
    elif isinstance(step, air_missions.Mission):
        return mission_odds(g, step, seat)
    if unit == const.NONE:
        return []
    found: list[Odds] = []
    goals = [choice for choice in step.choices(g, seat) if is_opposed(g, seat, choice - g.ids.space)]
    for choice in goals[:MOST]:
        h = copied(g)
        step.answer(h, seat, choice)
        found += odds_after_move(h, choice - g.ids.space)
    return found


def is_opposed(g: Board, seat: int, space: int) -> bool:
    """Return whether a choice is a space with enemies of the acting side, none of them covered."""
    if not 0 <= space < g.t.n_spaces or not is_open(g, seat, space):
        return False
    there = g.land[space] | g.air[space] | g.ships[space]
    return there & ~g.mask(g.side) != 0


def odds_after_move(g: Board, space: int) -> list[Odds]:
    """Return the odds of the fight in a space after a click, if there is one."""
    if space in g.battles:
        after = after_landing(g)
        return space_odds(after, space, MOVED, FEW) if space in after.battles else []
    if g.advanced and space >= g.t.n_areas and naval_search.has_meeting(g, space):
        return meeting_odds(g, naval_search.Encounter(space, naval_search.MINE, const.NONE, const.NONE))
    return []


def mission_odds(g: Board, step: air_missions.Mission, seat: int) -> list[Odds]:
    """Return the odds for an aircraft that may fight in a space or bomb it."""
    found: list[Odds] = []
    if not is_open(g, seat, step.space):
        return found
    for choice in step.choices(g, seat):
        h = copied(g)
        step.answer(h, seat, choice)
        if choice == FIGHT:
            found += odds_after_move(h, step.space)
        elif step.space in strategic_raids.targets(h):
            found.append(single_rolls.raid_odds(h, step.space, MOVED))
    return found


# --- the combat that is being fought


def combat_odds(g: Board) -> list[Odds]:
    """Return the odds of the present combat: its next round, and its end."""
    base = const.NONE
    for at in range(len(g.agenda)):
        if isinstance(g.agenda[at], combat_sequence.Combat):
            base = at
    fight = g.fight
    if base == const.NONE or fight is None:
        return []
    h = copied(g)
    h.agenda = h.agenda[base:]
    step = h.agenda[-1]
    how = ""
    if isinstance(step, Resolve):
        how = f"if {words.side_does(fight.side_of(step.party), 'fights', 'fight')} on"
    confirm_question(h)
    if fight.kind == RAID:
        return [single_rolls.raid_odds(h, fight.space, "")]
    found: list[Odds] = []
    if fight.stage <= combat_sequence.COAST and fight.invasion:
        found = single_rolls.coast_odds(g, fight.space, how)
    tree = CombatTree(h)
    if len(tree.starts) == 1:
        found += round_odds(h, tree, how)
    if fight.kind != TRANSIT and tree.starts[0].node.fires:
        found.append(ending_odds(h, tree, how, DOCTRINE))
    return found


def round_odds(g: Board, tree: CombatTree, how: str) -> list[Odds]:
    """Return the exact odds of the hits of each party in the next round."""
    node = tree.starts[0].node
    fight = node.board.fight
    if fight is None or not node.fires:
        return []
    found: list[Odds] = []
    for party in (ATTACKER, DEFENDER):
        span = range(tree.attackers, len(tree.units))
        if party == DEFENDER:
            span = range(tree.attackers)
        chances: dict[tuple[int, str], float] = {}
        lost: dict[tuple[int, str], int] = {}
        for p, scored, left in tree.round_results(node, party):
            text, gone = unit_losses(node.board, [(tree.units[at], node.left[at], left[at]) for at in span])
            key = (scored, text)
            chances[key] = chances.get(key, 0.0) + p
            lost[key] = gone
        rows: list[Row] = []
        for key in sorted(chances):
            number, lost_text = key
            text = f"{words.count(number, 'hit')}: {lost_text}" if number else "No hit"
            good = 1 if number else -1
            rows.append(Row(text, chances[key], good if party == ATTACKER else -good))
        if len(rows) == 1 and rows[0].text == "No hit":
            continue
        means = (
            ("hits", sum([key[0] * p for key, p in chances.items()])),
            ("units lost by the other side", sum([lost[key] * p for key, p in chances.items()])),
        )
        who = words.side(fight.side_of(party))
        title = f"{words.space(g, fight.space)}, round {fight.round}: fire of the {who}"
        refs = refs_of(g, fight.space, tree.units)
        rule = "A6.5.1" if g.advanced else "B6.2.1"
        found.append(Odds(with_how(title, how), rule, tuple(rows), means, 0.0, refs, DOCTRINE))
    return found


def ending_odds(g: Board, tree: CombatTree, how: str, note: str, nodes: int = NODES) -> Odds:
    """Return the odds of the ends of a combat."""
    found = tree.ends(nodes)
    fight = g.fight
    assert fight is not None
    chances = [0.0] * len(GOOD)
    guessed = [0.0] * len(GOOD)
    lost = [0.0] * 4
    known = 1.0 / (1.0 - found.lost)
    for end in found.sure + found.guessed:
        chances[ending_of(tree, end.node)] += end.chance * known
        for party in (ATTACKER, DEFENDER):
            units, taken = tree.count_losses(end.node, party)
            lost[party] += end.chance * known * units
            lost[2 + party] += end.chance * known * taken
    for end in found.guessed:
        guessed[ending_of(tree, end.node)] += end.chance
    rows = [
        Row(outcome_text(fight, k), min(1.0, chances[k]), GOOD[k])
        for k in range(len(GOOD))
        if chances[k] > 0.0
    ]
    first = tree.attackers
    attackers, defenders = list(tree.units[:first]), list(tree.units[first:])
    title = f"{words.space(g, fight.space)}: {words.units(g, attackers)} against {words.units(g, defenders)}"
    who = [words.side(fight.side_of(party)) for party in (ATTACKER, DEFENDER)]
    means = (
        (f"units lost by the {who[0]}", lost[0]),
        (f"units lost by the {who[1]}", lost[1]),
        (f"hits taken by the {who[0]}", lost[2]),
        (f"hits taken by the {who[1]}", lost[3]),
    )
    refs = refs_of(g, fight.space, tree.units)
    rule = "A6.5" if g.advanced else "B6.2"
    return Odds(with_how(title, how), rule, tuple(rows), means, error_of(guessed, found), refs, note)


def ending_of(tree: CombatTree, end: Node) -> int:
    """Return how a combat has ended."""
    fight = end.board.fight
    assert fight is not None
    if fight.attackers and fight.defenders:
        return BOTH
    if not fight.attackers and not fight.defenders:
        return NOBODY
    first = tree.attackers
    if fight.attackers:
        return DRIVEN if min(end.left[first:]) < GONE else WON  # even if only aircraft are left
    return LEFT if min(end.left[:first]) < GONE else LOST


def outcome_text(fight: CombatState, kind: int) -> str:
    """Return an end in words."""
    side = fight.side if kind <= DRIVEN else 1 - fight.side
    if kind == NOBODY:
        return "Nobody is left"
    if kind == BOTH:
        return "Both sides stay"
    wins = ("holds", "hold") if side != fight.side and fight.kind == LAND else ("wins", "win")
    other = 1 - side
    if kind in (WON, LOST):
        how = words.side_does(other, "is", "are") + " eliminated"
    else:
        how = words.side_does(other, "retreats", "retreat")
    return f"T{words.side_does(side, *wins)[1:]}: {how}"
