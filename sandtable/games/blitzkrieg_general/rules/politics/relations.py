"""The status of areas for countries, declarations of war, and what follows. [B1.0] [B8.4] [A8.4]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import COOPERATION, IN_EFFECT, NONE
from sandtable.games.blitzkrieg_general.components.effect_types import (
    DO_DECLARE_WAR,
    DO_NAVAL_QUOTA,
    DO_PEACE,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import deck
from sandtable.games.blitzkrieg_general.rules.movement.relocation import relocate
from sandtable.games.blitzkrieg_general.rules.politics import minors, us_level
from sandtable.games.blitzkrieg_general.rules.politics.minors import random_manager
from sandtable.games.blitzkrieg_general.rules.politics.wars import (
    end_peace,
    enter,
    entry_event,
    event_turn,
    join,
    make_peace,
    note_war,
    spread,
    update_wars,
)

__all__ = [
    "CLOSED",
    "ENEMY",
    "FRIENDLY",
    "NEUTRAL_OPEN",
    "OWN",
    "declare",
    "enter",
    "join",
    "make_peace",
    "random_manager",
    "relocate",
    "spread",
    "status",
    "why_not_declare",
    "why_not_enter",
]

# What an area is to a country.
OWN: Final = 0
FRIENDLY: Final = 1
ENEMY: Final = 2
NEUTRAL_OPEN: Final = 3  # may be entered by declaring war
CLOSED: Final = 4

# Why war may not be declared.
FREE: Final = 0
AT_WAR: Final = 1
SHUT: Final = 2
NO_VOICE: Final = 3
SAME_SIDE: Final = 4
USA_NEUTRAL: Final = 5
ITALY_NEUTRAL: Final = 6
PACT: Final = 7
WEST: Final = 8
BOUND: Final = 9


def status(g: Board, country: int, area: int) -> int:
    """Return what an area is to a country: OWN, FRIENDLY, ENEMY, NEUTRAL_OPEN or CLOSED.

    [B8.1] [B8.2] [A8.2]
    """
    t = g.t
    if country == t.kept_out and t.area_country[area] == t.kept_out_of:
        return CLOSED  # [A8.8]
    holder = g.control[area]
    if holder == country:
        return OWN
    if (g.friends[country] >> holder) & 1:
        return FRIENDLY
    if (g.war[country] >> holder) & 1:
        return ENEMY
    # Neutral areas are entered by declaring war alone. [A8.1]
    return NEUTRAL_OPEN if _obstacle(g, country, holder) == FREE else CLOSED


def why_not_enter(g: Board, country: int, area: int) -> Refusal:
    """Return why a country's units may not enter an area that is closed to them."""
    t = g.t
    if country == t.kept_out and t.area_country[area] == t.kept_out_of:
        text = f"{words.people(g, country)} units may not enter {words.people(g, t.kept_out_of)} territory."
        return Refusal(text, "A8.8")
    found = why_not_declare(g, country, g.control[area])
    if found is not None:
        return found
    return Refusal(f"{words.space(g, area)} is neutral. Declare war to enter it.", "B8.1")


def why_not_declare(g: Board, attacker: int, victim: int) -> Refusal | None:
    """Return why a country may not declare war on another; None if it may. [B8.4] [A8.4]"""
    bar = _obstacle(g, attacker, victim)
    if bar == FREE:
        return None
    who = words.country(g, g.manager[attacker] if g.manager[attacker] != NONE else attacker)
    whom = words.country(g, victim)
    if bar == AT_WAR:
        return Refusal(f"{who} and {whom} are at war already.", "B1.0g")
    if bar == SHUT:
        return Refusal(f"{whom} is closed: units may neither enter it nor fly over it.", "B1.2a")
    if bar == NO_VOICE:
        return Refusal(f"{who} is neutral and may not attack.", "B8.2")
    if bar == SAME_SIDE:
        return _why_apart(g, attacker, victim)
    if bar == USA_NEUTRAL:
        return Refusal(f"{who} is neutral and may not declare war on anybody.", "B8.4e")
    if bar == ITALY_NEUTRAL:
        return Refusal(f"{who} may not declare war before it has entered the war itself.", "B8.4l")
    if bar == PACT:
        if g.advanced:
            return Refusal(f"{who} needs its card to declare war on {whom}.", "A8.4b")
        return Refusal(f"{who} may not declare war on {whom} before {words.turn(_pact_ends(g))}.", "B8.4f")
    if bar == WEST:
        pair = words.countries(g, [g.t.japan, g.t.usa])
        return Refusal(f"{who} may not declare war on {whom} while {pair} are not at war.", "B8.4i")
    return Refusal(f"The peace binds {who} and {whom} until {words.turn(g.peace_until)}.", "CP3")


def _why_apart(g: Board, one: int, other: int) -> Refusal:
    """Return why a country keeps out of the areas of one on its own side."""
    t = g.t
    major = g.manager[one] if g.manager[one] != NONE else one
    who, whom = words.country(g, major), words.country(g, other)
    if other == t.trust:
        text = f"Land in trust of {words.country(g, t.usa)} is closed to its own side."
        return Refusal(text, "TT14")
    if not g.war[one] & g.war[other] & ~(1 << t.nobody):
        text = f"{whom} is on the side of {who}, but they have no common enemy. Keep out of its areas."
        return Refusal(text, "B8.4m")
    if g.rule(COOPERATION) and g.manager[other] != NONE and not t.cooperates(major, g.manager[other]):
        return Refusal(f"{who} and {whom} do not cooperate. Keep out of its areas.", "A9.11")
    managers = (major, g.manager[other])
    if g.peace and (t.japan in managers or t.ussr in managers):
        pair = words.countries(g, [t.japan, t.ussr])
        text = f"While the peace of {pair} lasts, {who} and {whom} keep out of each other's areas."
        return Refusal(text, "A8.2b")
    return Refusal(f"{who} does not take part in the war of {whom}. Keep out of its areas.", "B8.4m")


def defending_power(g: Board, victim: int) -> int:
    """Return whose war an attack is: for a trust the trustee's, for a minor its manager's. [R98] [TT14]"""
    if victim == g.t.trust:
        return g.t.usa
    if victim == g.t.vichy or g.manager[victim] == NONE:
        return victim
    return g.manager[victim]


def _obstacle(g: Board, attacker: int, victim: int) -> int:
    """Return what prevents a declaration of war; FREE if nothing does."""
    t = g.t
    who = g.manager[attacker]
    if who == NONE:
        return NO_VOICE
    if (g.war[attacker] >> victim) & 1:
        return AT_WAR
    if (t.impassable >> victim) & 1:
        return SHUT
    foe = defending_power(g, victim)
    side = g.major_side[who]
    if g.side_of(foe) == side:
        return SAME_SIDE  # [B8.4m] [R78]
    if foe in t.axis_minors and g.major_side[t.germany] == side:
        return SAME_SIDE  # [B8.4m] [B1.0c]
    if not g.war[who]:
        if who == t.usa:
            return USA_NEUTRAL  # [B8.4e]
        if who == t.italy:
            return ITALY_NEUTRAL  # [B8.4l] [R77]
    if who == t.ussr:
        if (foe == t.germany or foe == t.italy or foe in t.axis_minors) and _pact(g):
            return PACT
    elif who == t.be or who == t.france:
        # [B8.4i] [TT19]
        if foe == t.japan and not g.enemy(t.japan, t.usa) and g.major_side[t.usa] != g.major_side[t.japan]:
            return WEST
    if g.peace and g.turn <= g.peace_until and _of_peace(g, who) and _of_peace(g, foe):
        return BOUND  # [CP3]
    return FREE  # everybody else at any time [B8.4g] [B8.4k] [TT10a]


def _pact(g: Board) -> bool:
    """Check whether the pact keeps the USSR from attacking Germany and its partners. [B8.4f] [A8.4b]"""
    if g.advanced:
        for card in g.t.cards_with(DO_DECLARE_WAR):
            if g.card_at[card] == IN_EFFECT:
                return False
        return True
    return g.turn < _pact_ends(g)


def _pact_ends(g: Board) -> int:
    """Return the first turn in which the USSR may declare war on Germany in the basic game. [B8.4f]"""
    event = entry_event(g, g.t.ussr)
    return 0 if event is None else event_turn(event)


def _of_peace(g: Board, major: int) -> bool:
    """Check whether a peace card names a major."""
    for card in g.t.cards_with(DO_PEACE):
        if major in g.t.cards[card].effect.nations:
            return True
    return False


# --- declaring war


def declare(g: Board, attacker: int, victim: int, area: int = NONE) -> None:
    """Declare war on the holder of an area that is to be entered, with all that follows. [B8.4] [B8.4a]

    May push steps (ships of a minor are set up): the caller's own step must be finished or replaced before.
    """
    t = g.t
    who = g.manager[attacker]
    foe = defending_power(g, victim)
    if g.log is not None:
        _log_declaration(g, who, victim, area)
    g.declared[who] |= 1 << foe | 1 << victim
    if foe == t.nobody:
        # Areas without an owner may be entered until the segment ends; no country is an enemy for it. [R86]
        note_war(g, who, foe)
        spread(g)
        if area != NONE:
            intrude(g, who, area)
    else:
        _open(g, who, foe)
        if who == t.japan and _western(g, foe, area):
            enter(g, t.usa)  # [B8.4j] [TT18]
    _duty(g)


def intrude(g: Board, who: int, area: int) -> None:
    """Attack an area without an owner: an attack on a neutral, once for each former owner. [R86]"""
    us_level.count_attack(g, who, g.t.area_country[area])
    if who == g.t.japan and _western(g, g.t.nobody, area):
        enter(g, g.t.usa)  # [TT18]


def _log_declaration(g: Board, who: int, victim: int, area: int) -> None:
    """Log a declaration of war. [B8.4]"""
    assert g.log is not None
    refs: tuple[int, ...] = (g.ids.country + who, g.ids.country + victim)
    whom = words.country(g, victim)
    foe = defending_power(g, victim)
    so = ""
    if foe != victim:
        so = f", which means war with {words.country(g, foe)}"
        refs = (*refs, g.ids.country + foe)
    if area != NONE:
        refs = (*refs, g.ids.space + area)
        if victim == g.t.nobody or victim == g.t.trust:
            whom = f"{words.space(g, area)}, which belongs to {whom}"
            if victim == g.t.trust:
                whom = f"{words.space(g, area)}, held in trust by {words.country(g, g.t.usa)}"
            g.log.add(f"{words.country(g, who)} attacks {whom}{so}.", "B8.4", refs)
            return
    g.log.add(f"{words.country(g, who)} declares war on {whom}{so}.", "B8.4", refs)


def _open(g: Board, who: int, foe: int) -> None:
    """Begin a war between a major and another, a neutral minor, or Vichy."""
    t = g.t
    before = g.war[:]
    if g.peace and _of_peace(g, who) and _of_peace(g, foe):
        end_peace(g)  # once it binds no longer, either may [CP3]
    if foe < t.n_majors:
        us_level.count_declaration(g, who, foe)
        _discard_quotas(g, who, foe)
    else:
        us_level.count_attack(g, who, foe)  # [A7.2b] [A7.2c] [CV5]
        if g.manager[foe] == NONE:
            g.manager[foe] = minors.designated(g, who)
            if g.log is not None:
                manager = g.manager[foe]
                text = f"{words.country(g, manager)} runs {words.country(g, foe)} and gets its production."
                g.log.add(text, "TT12", (g.ids.country + manager, g.ids.country + foe))
    note_war(g, who, foe)
    update_wars(g, before)
    if foe == t.usa:
        enter(g, foe)  # [A7.2i] [TT14]
    if foe >= t.n_majors:
        minors.set_up_forces(g, foe)  # [TT12] [S39d]


def _western(g: Board, foe: int, area: int) -> bool:
    """Check whether an attack by Japan is one on the west, which brings in the USA. [B8.4j] [TT18]"""
    t = g.t
    if g.major_side[t.usa] == g.major_side[t.japan]:
        return False  # [A9.10]
    if foe == t.be or foe == t.france or foe == t.bnl:
        return True
    if area == NONE or foe < t.n_majors:
        return False
    # A colony that lost its owner; one may be occupied, in the advanced game by its card only. [TT16] [TT16R]
    return t.area_country[area] == t.bnl or (area == t.indochine and g.advanced != 0)


def _discard_quotas(g: Board, who: int, foe: int) -> None:
    """Discard quota cards of a nation when the enemy they name attacks it. [CN3]"""
    for card in g.t.cards_with(DO_NAVAL_QUOTA):
        effect = g.t.cards[card].effect
        if g.card_at[card] == IN_EFFECT and effect.nation == foe and effect.ended_by == who:
            deck.remove(g, card)
            if g.log is not None:
                g.log.add(f"{words.card(g, card)} leaves the game.", "CN3", (g.ids.card + card,))


def _duty(g: Board) -> None:
    """Note when the war that must be declared in the first turn has been declared. [S41a]"""
    if not overdue(g):
        g.must_declare = 0


def overdue(g: Board) -> list[tuple[int, int]]:
    """Return the declarations of war that the scenario demands and nobody has made. [S41a] [R48]"""
    index = g.t.country_index
    pairs = [(index[a], index[b]) for a, b in g.t.scenarios[g.scenario].must_declare]
    return [(a, b) for a, b in pairs if not g.enemy(a, b) and g.side_of(a) != g.side_of(b)]
