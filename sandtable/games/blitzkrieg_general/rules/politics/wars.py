"""Wars and their partners, entry into the war and peace. [B1.0g] [B8.3] [A8.3] [R2]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import AWAY, NONE
from sandtable.games.blitzkrieg_general.components.effect_types import DO_PEACE
from sandtable.games.blitzkrieg_general.components.schema_tables import Event
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import deck
from sandtable.games.blitzkrieg_general.rules.economy import treaty_deliveries
from sandtable.games.blitzkrieg_general.rules.movement.relocation import expel
from sandtable.games.blitzkrieg_general.rules.politics import minors, us_level


def note_war(g: Board, one: int, other: int) -> None:
    """Note that two countries are at war; `update_wars` must follow. [B1.0g]"""
    g.war[one] |= 1 << other
    g.war[other] |= 1 << one


def leave(g: Board, minor: int) -> None:
    """Let a minor leave the wars of its manager but keep its own; another manager follows. [R40]

    Its own are those with the majors that attacked it and with whoever holds its land; `update_wars` must
    follow.
    """
    t = g.t
    own = 0
    for area in t.areas_of[minor]:
        own |= 1 << g.control[area]
    for other in range(t.n_countries):
        attacked = other < t.n_majors and (g.declared[other] >> minor) & 1
        if (g.war[minor] >> other) & 1 and not attacked and not (own >> other) & 1:
            g.war[minor] &= ~(1 << other)
            g.war[other] &= ~(1 << minor)


def spread(g: Board) -> None:
    """Spread the wars of countries to those that share them. [R2]"""
    t = g.t
    if g.trust:
        g.manager[t.trust] = t.usa  # [TT14]
    while True:
        before = g.war[:]
        axis = [t.germany]
        if g.at_war(t.italy):
            axis.append(t.italy)
        for minor in t.axis_minors:
            if g.manager[minor] != NONE:
                axis.append(minor)
        _share(g, axis)
        _share(g, [t.be, t.france])
        for country in range(t.n_majors, t.n_countries):
            manager = g.manager[country]
            if manager != NONE:  # its own attacker does not become its manager's enemy [R79]
                _add(g, country, g.war[manager])
        if g.war == before:
            return


def _share(g: Board, group: list[int]) -> None:
    """Give all of a group the enemies of each."""
    enemies = 0
    for country in group:
        enemies |= g.war[country]
    for country in group:
        _add(g, country, enemies)


def _add(g: Board, country: int, enemies: int) -> None:
    """Put a country at war with all of a set except its own side."""
    side = g.side_of(country)
    for other in range(g.t.n_countries):
        if (enemies >> other) & 1 and g.side_of(other) != side:
            note_war(g, country, other)


def update_wars(g: Board, before: list[int]) -> None:
    """Carry out what follows from new wars and managers; `before` are the earlier wars. [R95]

    May push steps: units that have lost the right to be where they are leave at once.
    """
    t = g.t
    friends = g.friends
    spread(g)
    if _bring(g):
        spread(g)
    for major in range(t.n_majors):
        if not g.war[major]:
            g.war_since[major] = NONE
        elif g.war_since[major] == NONE:
            g.war_since[major] = g.turn  # [R93]
    _rail(g, before)
    for event in t.events:
        if event.kind == "pacific_production" and g.at_war(t.country_index[event.by]):
            pacific(g, event.ref)  # [TT15a]
    treaty_deliveries.check(g)
    g.recount_friends()
    if g.log is not None:
        _log_wars(g, before)
    for country in range(t.n_countries):
        if (friends[country] | before[country]) & ~(g.friends[country] | g.war[country]):
            expel(g, list(range(t.n_areas)))  # [A8.2a] [A8.2b]
            return


def _bring(g: Board) -> bool:
    """Let minors join when two powers go to war with each other. [S39b] [TT10] [TT7]"""
    t = g.t
    found = False
    for event in t.events:
        if event.kind == "war_brings" and g.enemy(t.country_index[event.by], t.country_index[event.nation]):
            for name in event.brings:
                minor = t.country_index[name]
                if minors.is_neutral(g, minor):
                    _enlist(g, minor, _standing(g, t.country_index[event.manager]))
                    found = True
    return found


def _standing(g: Board, manager: int) -> int:
    """Return a major, or one drawn from its side if it is conquered. [B8.4d]"""
    return minors.random_manager(g, g.major_side[manager]) if g.fallen(manager) else manager


def _rail(g: Board, before: list[int]) -> None:
    """Raise the rail capacity of a power that enters its great war. [S39i]"""
    s = g.t.scenarios[g.scenario]
    for row in s.rail_raised:
        nation, enemy = g.t.country_index[row.nation], g.t.country_index[row.enemy]
        if g.enemy(nation, enemy) and not (before[nation] >> enemy) & 1:
            more = row.capacity - s.rail[row.nation]
            g.rail = changed(g.rail, nation, min(g.rail[nation] + more, g.t.number["rail_max"]))


def pacific(g: Board, rule: str) -> None:
    """Count British Pacific production from now on. [TT15] [TT15a]"""
    if g.pacific:
        return
    g.pacific = 1
    if g.log is not None:
        refs = tuple([g.ids.space + area for area in g.t.be_pacific])
        text = f"{words.spaces(g, g.t.be_pacific)} produce for {words.country(g, g.t.be)} from now on."
        g.log.add(text, rule, refs)


def _log_wars(g: Board, before: list[int]) -> None:
    """Log which majors are enemies now, except wars that a declaration has named."""
    assert g.log is not None
    named = 0  # set of majors whose war is in the log
    for side in (0, 1):
        for one in g.majors(side):
            new = [m for m in range(g.t.n_majors) if (g.war[one] & ~before[one]) >> m & 1]
            unnamed: list[int] = []
            for m in new:
                named |= 1 << one | 1 << m
                if side == 0 and not g.declared[one] >> m & 1 and not g.declared[m] >> one & 1:
                    unnamed.append(m)
            if unnamed:
                refs = tuple([g.ids.country + c for c in [one, *unnamed]])
                text = f"{words.country(g, one)} is at war with {words.countries(g, unnamed)}."
                g.log.add(text, "B1.0g", refs)
            if g.war[one] and not before[one] and not named >> one & 1:
                g.log.add(f"{words.country(g, one)} enters the war.", "B8.3", (g.ids.country + one,))


# --- entering the war by date, card or attack


def entry_event(g: Board, nation: int) -> Event | None:
    """Return the row of the time table by which a major enters the war. [TT10] [TT11]"""
    for event in g.t.events:
        if event.kind == "enters_war" and g.t.country_index[event.nation] == nation:
            return event
    return None


def event_turn(event: Event) -> int:
    """Return the turn of an event with a fixed date."""
    assert event.year is not None and event.quarter is not None
    return 4 * event.year + event.quarter - 1


def enter(g: Board, nation: int) -> None:
    """Let a major enter the war by the time table: by date, card or attack. [TT9] [TT11]"""
    t = g.t
    event = entry_event(g, nation)
    if event is None or g.fallen(nation):
        return
    before = g.war[:]
    enemies = 0
    for name in event.nations:
        enemies |= 1 << t.country_index[name]
    if event.side:
        enemies = _partners_wars(g, nation) if nation == t.italy else 0
        if not enemies:
            for major in range(t.n_majors):
                if g.at_war(major) or nation == t.usa:
                    enemies |= 1 << major
    if not g.at_war(nation):
        us_level.count_entry(g, nation)  # [A7.2e]
    _add(g, nation, enemies)
    for a, b in event.also:
        one, other = t.country_index[a], t.country_index[b]
        if g.major_side[one] != g.major_side[other]:
            note_war(g, one, other)
    update_wars(g, before)


def _partners_wars(g: Board, nation: int) -> int:
    """Return the enemies of Germany, whose wars Italy shares once it is in. [R2]"""
    t = g.t
    if g.major_side[nation] != g.major_side[t.germany]:
        return 0
    return g.war[t.germany]


def join(g: Board, minor: int, manager: int) -> None:
    """Let a neutral minor join a side, run by a major whose wars it shares. [TT1] [CA4] [CA6] [R98]"""
    before = g.war[:]
    _enlist(g, minor, manager)
    update_wars(g, before)


def _enlist(g: Board, minor: int, manager: int) -> None:
    """Give a minor a manager and set up its forces; its colonies then belong to nobody."""
    t = g.t
    g.manager[minor] = manager
    if g.log is not None:
        side = words.side(g.major_side[manager])
        text = f"{words.country(g, minor)} joins the {side}, run by {words.country(g, manager)}."
        g.log.add(text, "B1.0h", (g.ids.country + minor, g.ids.country + manager))
    for area in t.areas_of[minor]:
        if t.area_home[area] == NONE and g.control[area] == minor:
            g.set_control(area, t.nobody)
    minors.set_up_forces(g, minor)


# --- peace


def make_peace(g: Board, one: int, other: int) -> None:
    """Make two majors and all they run neutral to each other; trespassers leave. [A8.2a] [CP2]"""
    before = g.war[:]
    for a in range(g.t.n_countries):
        for b in range(g.t.n_countries):
            if g.manager[a] == one and g.manager[b] == other:
                g.war[a] &= ~(1 << b)
                g.war[b] &= ~(1 << a)
    update_wars(g, before)


def end_peace(g: Board) -> None:
    """End the peace: its powers are neutral to each other, its card goes under the deck. [CP1]"""
    g.peace = 0
    g.recount_friends()  # [A8.2b]
    for card in g.t.cards_with(DO_PEACE):
        if g.card_at[card] == AWAY:
            deck.put_open_under(g, card)
    if g.log is not None:
        g.log.add("The peace ends.", "CP1")
