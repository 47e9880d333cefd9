"""The odds of combats for the table: declared ones, the one being fought, those the next click would bring.

How many hits a round makes is exact, and so is the end of a combat unless its forces are large: then what is
rare is sampled, and of very large ones all (chapter clash). Searches, raids, coasts, V-weapons and research
are the chapter odds_rolls. Cards are not counted: neither those in anybody's hand nor those that could be
used again. Whose counters are covered has no odds.
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
    Fight,
)
from sandtable.games.blitzkrieg_general.components.ids import FIGHT
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.odds import single_rolls
from sandtable.games.blitzkrieg_general.odds.combat_tree import GONE, NODES, Clash, Node, error_of
from sandtable.games.blitzkrieg_general.odds.fire_rounds import as_asked, copied
from sandtable.games.blitzkrieg_general.odds.single_rolls import COMING, DOCTRINE, fate, refs_of
from sandtable.games.blitzkrieg_general.rules.combat import (
    combat_sequence,
    reaction,
    reserves,
    strategic_raids,
)
from sandtable.games.blitzkrieg_general.rules.combat.combatants import muster
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

# How a combat ends for the attacker.
WON: Final = 0  # the defenders are eliminated
DRIVEN: Final = 1  # they have left
NOBODY: Final = 2
BOTH: Final = 3
LEFT: Final = 4  # the attackers have left
LOST: Final = 5  # they are eliminated
GOOD: Final = (1, 1, 0, 0, -1, -1)


# --- the fights of a position


def in_sight(g: Board, seat: int | None) -> list[Odds]:
    """The odds of the fights being put together or about to be rolled, from what a seat may know."""
    if g.result is not None or not g.agenda:
        return []
    step = g.agenda[-1]
    found = [] if g.fight is None else of_fight(g)
    if seat is not None and seat in step.seats(g):
        found += prospects(g, step, seat)
    found += searches(g, seat)
    if g.advanced and const.COMBAT >= g.phase >= const.NAVAL_MOVE:
        for area in strategic_raids.targets(g):
            if (g.fight is None or g.fight.space != area) and seen(g, seat, area):
                found.append(single_rolls.raid(g, area, ""))
    for step in g.agenda:
        if isinstance(step, research.ResearchRoll):
            found.append(single_rolls.research_roll(g, step.major))
    return found + declared(g, seat)


def seen(g: Board, seat: int | None, space: int) -> bool:
    """Whether a seat sees all counters in a space."""
    if not g.rule(const.HIDDEN_STACKS):
        return True
    for unit in g.at[space]:
        if covered(g, seat, unit):
            return False
    return True


def declared(g: Board, seat: int | None) -> list[Odds]:
    """The combats that are to come, those of landings included."""
    if not g.battles:
        return []
    h = ashore(g)
    found: list[Odds] = []
    spaces = [space for space in h.battles if seen(g, seat, space)]
    for space in spaces:
        found += of_space(h, space, "", max(FEW, NODES // len(spaces)))
    return found


def ashore(g: Board) -> Board:
    """A copy in which those who are to land have landed."""
    h = copied(g)
    h.fight = None
    if h.advanced:
        for unit in range(h.t.n_units):
            if h.cond[unit] & const.INVADING and h.carrier[unit] >= 0:
                invasion.land(h)
                break
    return h


def of_space(g: Board, space: int, how: str, nodes: int = NODES) -> list[Odds]:
    """The odds of the combat in a space; of a landing on an empty coast those of the coast; else nothing."""
    fight = muster(g, space)
    found: list[Odds] = []
    if g.advanced and space < g.t.n_areas:
        found = single_rolls.coast(g, space, how)
    if not fight.attackers or not fight.defenders:
        return found
    h = copied(g)
    h.fight = fight
    h.agenda = [combat_sequence.Battle()]
    note = f"{DOCTRINE} {COMING}" if g.phase not in (const.COMBAT, const.EXPLOIT_COMBAT) else DOCTRINE
    found.append(whole(h, Clash(h), how, note, nodes))
    return found


def searches(g: Board, seat: int | None) -> list[Odds]:
    """Searches at sea that are being made or to come, and the combats they may lead to."""
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
        if isinstance(step, naval_search.Passing) and seen(g, seat, step.zone):
            found += single_rolls.passing(g, step)
            if step.stage <= 3:
                h = copied(g)
                h.agenda = []
                step.fight(h)
                clash, how = Clash(h), "if they are engaged" if step.stage < 2 else ""
                found += round_odds(h, clash, how)
                if step.beyond(g) and clash.starts[0].node.fires:  # a whole combat
                    found.append(whole(h, clash, how, DOCTRINE, FEW))
        elif isinstance(step, naval_search.Encounter) and seen(g, seat, step.zone):
            found += of_meeting(g, step)
    if const.NAVAL_MOVE <= g.phase <= const.EXPLOIT_COMBAT:
        for zone in range(first, g.t.n_spaces):
            if not g.ships[zone] or zone in g.battles or not naval_search.meets(g, zone):
                continue
            if not seen(g, seat, zone):
                continue
            if naval_search.forced(g, zone):
                found += of_space(g, zone, "", FEW)
            elif g.phase in (const.COMBAT, const.EXPLOIT_COMBAT) or sought(g, zone):
                found += of_meeting(
                    g, naval_search.Encounter(zone, naval_search.MINE, const.NONE, const.NONE)
                )
    return found


def sought(g: Board, zone: int) -> bool:
    """Whether somebody of the phasing side has come to a zone in this phase."""
    for unit in g.at[zone]:
        if g.cond[unit] & const.MOVED and g.side_of_unit(unit) == g.side:
            return True
    return False


def of_meeting(g: Board, step: naval_search.Encounter) -> list[Odds]:
    """Whether ships that meet find each other, and the combat if they fight."""
    found = single_rolls.encounter(g, step)
    if step.zone not in g.battles:
        how = "if it comes to combat" if step.stage <= naval_search.DECIDE else ""
        found += of_space(g, step.zone, how, FEW)
    return found


# --- what the next click would bring


def prospects(g: Board, step: Step[Board], seat: int) -> list[Odds]:
    """The odds of each fight that the next click of the seat would open or join."""
    if isinstance(step, Strike):
        return single_rolls.strikes(g, step, seat)
    if isinstance(step, research.Research) and not step.buying(g):
        return [single_rolls.research_roll(g, step.major(g))]
    unit = const.NONE
    if isinstance(
        step, (land_movement.March, air_missions.Fly, transport.Ashore, reaction.Whither, reserves.ReserveTo)
    ):
        unit = step.unit
    elif isinstance(step, (movement_phase.Support, invasion.Against)):
        unit = step.ship
    elif isinstance(step, naval_movement.Sail):
        unit = step.ships[0]
    elif isinstance(step, para_drops.Drop):
        unit = step.unit if step.plane != const.NONE else const.NONE
    elif isinstance(step, air_missions.Mission):
        return missions(g, step, seat)
    if unit == const.NONE:
        return []
    found: list[Odds] = []
    goals = [choice for choice in step.choices(g, seat) if opposed(g, seat, choice - g.ids.space)]
    how = f"with {words.unit(g, unit)}"
    for choice in goals[:MOST]:
        h = copied(g)
        step.answer(h, seat, choice)
        found += joined(h, choice - g.ids.space, how)
    return found


def opposed(g: Board, seat: int, space: int) -> bool:
    """Whether a choice is a space with counters of the side that does not act, none of them covered."""
    if not 0 <= space < g.t.n_spaces or not seen(g, seat, space):
        return False
    there = g.land[space] | g.air[space] | g.ships[space]
    return there & ~g.mask(g.side) != 0


def joined(h: Board, space: int, how: str) -> list[Odds]:
    """The fight in a space after a click, if there is one."""
    if space in h.battles:
        after = ashore(h)
        return of_space(after, space, how, FEW) if space in after.battles else []
    if h.advanced and space >= h.t.n_areas and naval_search.meets(h, space):
        return of_meeting(h, naval_search.Encounter(space, naval_search.MINE, const.NONE, const.NONE))
    return []


def missions(g: Board, step: air_missions.Mission, seat: int) -> list[Odds]:
    """An aircraft that may fight in a space or bomb it."""
    found: list[Odds] = []
    if not seen(g, seat, step.space):
        return found
    how = f"with {words.unit(g, step.unit)}"
    for choice in step.choices(g, seat):
        h = copied(g)
        step.answer(h, seat, choice)
        if choice == FIGHT:
            found += joined(h, step.space, how)
        elif step.space in strategic_raids.targets(h):
            found.append(single_rolls.raid(h, step.space, how))
    return found


# --- the combat that is being fought


def of_fight(g: Board) -> list[Odds]:
    """The next round of the combat that is being fought, and its end."""
    base = const.NONE
    for at in range(len(g.agenda)):
        if isinstance(g.agenda[at], combat_sequence.Battle):
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
    as_asked(h)
    if fight.kind == RAID:
        return [single_rolls.raid(h, fight.space, "")]
    found: list[Odds] = []
    if fight.stage <= combat_sequence.COAST and fight.invasion:
        found = single_rolls.coast(g, fight.space, how)
    clash = Clash(h)
    if len(clash.starts) == 1:
        found += round_odds(h, clash, how)
    if fight.kind != TRANSIT and clash.starts[0].node.fires:
        found.append(whole(h, clash, how, DOCTRINE))
    return found


def round_odds(g: Board, clash: Clash, how: str) -> list[Odds]:
    """What each party hits in the next round: exact."""
    node = clash.starts[0].node
    fight = node.board.fight
    if fight is None or not node.fires:
        return []
    found: list[Odds] = []
    for party in (ATTACKER, DEFENDER):
        span = range(clash.attackers, len(clash.units))
        if party == DEFENDER:
            span = range(clash.attackers)
        chances: dict[tuple[int, str], float] = {}
        lost: dict[tuple[int, str], int] = {}
        for p, scored, left in clash.round(node, party):
            told, gone = fate(node.board, [(clash.units[at], node.left[at], left[at]) for at in span])
            key = (scored, told)
            chances[key] = chances.get(key, 0.0) + p
            lost[key] = gone
        rows: list[Row] = []
        for key in sorted(chances):
            number, told = key
            text = f"{words.count(number, 'hit')}: {told}" if number else "No hit"
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
        refs = refs_of(g, fight.space, clash.units)
        rule = "A6.5.1" if g.advanced else "B6.2.1"
        found.append(Odds(titled(title, how), rule, tuple(rows), means, 0.0, refs, DOCTRINE))
    return found


def whole(g: Board, clash: Clash, how: str, note: str, nodes: int = NODES) -> Odds:
    """How a combat ends."""
    found = clash.ends(nodes)
    fight = g.fight
    assert fight is not None
    chances = [0.0] * len(GOOD)
    guessed = [0.0] * len(GOOD)
    lost = [0.0] * 4
    known = 1.0 / (1.0 - found.lost)
    for end in found.sure + found.guessed:
        chances[kind_of(clash, end.node)] += end.chance * known
        for party in (ATTACKER, DEFENDER):
            units, taken = clash.lost(end.node, party)
            lost[party] += end.chance * known * units
            lost[2 + party] += end.chance * known * taken
    for end in found.guessed:
        guessed[kind_of(clash, end.node)] += end.chance
    rows = [Row(told(fight, k), min(1.0, chances[k]), GOOD[k]) for k in range(len(GOOD)) if chances[k] > 0.0]
    first = clash.attackers
    attackers, defenders = list(clash.units[:first]), list(clash.units[first:])
    title = f"{words.space(g, fight.space)}: {words.units(g, attackers)} against {words.units(g, defenders)}"
    who = [words.side(fight.side_of(party)) for party in (ATTACKER, DEFENDER)]
    means = (
        (f"units lost by the {who[0]}", lost[0]),
        (f"units lost by the {who[1]}", lost[1]),
        (f"hits taken by the {who[0]}", lost[2]),
        (f"hits taken by the {who[1]}", lost[3]),
    )
    refs = refs_of(g, fight.space, clash.units)
    rule = "A6.5" if g.advanced else "B6.2"
    return Odds(titled(title, how), rule, tuple(rows), means, error_of(guessed, found), refs, note)


def titled(title: str, how: str) -> str:
    """A title with what it hangs on."""
    return f"{title}, {how}" if how else title


def kind_of(clash: Clash, end: Node) -> int:
    """How a combat has ended."""
    fight = end.board.fight
    assert fight is not None
    if fight.attackers and fight.defenders:
        return BOTH
    if not fight.attackers and not fight.defenders:
        return NOBODY
    first = clash.attackers
    if fight.attackers:
        return DRIVEN if min(end.left[first:]) < GONE else WON  # be it only aircraft
    return LEFT if min(end.left[:first]) < GONE else LOST


def told(fight: Fight, kind: int) -> str:
    """An end in words."""
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
