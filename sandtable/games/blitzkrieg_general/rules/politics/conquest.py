"""Conquest and liberation of countries. [B7.1] [A7.1]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import effect_types as effects
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import deck
from sandtable.games.blitzkrieg_general.rules.movement.relocation import ashore, evict
from sandtable.games.blitzkrieg_general.rules.politics import minors, wars


class Conquest(Step[Board]):
    """The conquest phase: a country whose home areas are all enemy controlled falls. [B7.1] [A7.1]"""

    def run(self, g: Board) -> bool:
        """Let all due countries fall at the same moment. [R92]"""
        g.agenda.pop()
        for home in due_homes(g):
            fall_home(g, home)
        return False


def due_homes(g: Board) -> list[int]:
    """Return the home countries whose areas are all enemy controlled, without colonies. [B7.1] [B7.1c]"""
    t = g.t
    found: list[int] = []
    for home in range(t.n_homes):
        country = t.home_country[home]
        if (g.homes_conquered >> home) & 1:
            continue
        taken = 0
        for area in t.home_areas[home]:  # flags of a major, all areas of a minor [B7.1a] [B7.1b] [R91]
            if g.hostile(country, area):
                taken += 1
            elif g.control[area] != t.vichy or country != t.france:  # [R92] [R76]
                taken = -len(t.home_areas[home])
        if taken > 0:
            found.append(home)
    return found


def fall_home(g: Board, home: int) -> None:
    """Conquer a home country, and with the last one its country. [B7.1f] [R27]"""
    t = g.t
    country = t.home_country[home]
    g.homes_conquered |= 1 << home
    for other in t.homes_of[country]:
        if not (g.homes_conquered >> other) & 1:
            if g.log is not None:
                g.log.add(f"{t.home_name[home]} is conquered.", "B7.1f", (g.ids.country + country,))
            remove(g, [u for u in t.units_of[country] if t.unit_home[u] == home])
            return
    fall(g, country)


def surrender_home(g: Board, home: int) -> None:
    """Let a home country surrender to the bomb; the British Empire falls piece by piece. [A7.5.2e] [B7.1f]

    If the country itself stands, what it holds of its lost home belongs to nobody. [R154]
    """
    t = g.t
    country = t.home_country[home]
    fall_home(g, home)
    if g.fallen(country):
        return
    turned = [area for area in t.home_areas[home] if g.control[area] == country]
    for area in turned:
        g.set_control(area, t.nobody)
    if g.log is not None:
        text = f"{words.spaces(g, turned)} {'belongs' if len(turned) == 1 else 'belong'} to nobody now."
        g.log.add(text, "A7.5.2e", tuple([g.ids.space + area for area in turned]))
    evict(g, turned)


def fall(g: Board, country: int) -> None:
    """Conquer a country, or let it give up: its forces, colonies and cards are lost. [A7.1]"""
    t = g.t
    g.conquered |= 1 << country
    for home in t.homes_of[country]:
        g.homes_conquered |= 1 << home
    if g.log is not None:
        g.log.add(f"{words.country_is(g, country)} conquered.", "B7.1", (g.ids.country + country,))
    disband(g, country)
    turned = lose_colonies(g, country)
    if country < t.n_majors:
        lose_power(g, country)
    _events(g, country)
    if g.advanced:
        _obsolete(g, country)
    before = g.war[:]
    wars.update_wars(g, before)
    evict(g, turned)


def disband(g: Board, country: int) -> None:
    """Remove all units that serve a country, on the map and in production. [B7.1e]"""
    remove(g, [u for u in range(g.t.n_units) if g.serves[u] == country])


def remove(g: Board, units: list[int]) -> None:
    """Remove these units from the game if they are on the map or the chart. [B7.1e]"""
    t = g.t
    gone = [u for u in units if g.place[u] >= 0 or g.place[u] == const.CHART]
    if g.log is not None and gone:
        text = f"{words.units(g, gone)} {'leaves' if len(gone) == 1 else 'leave'} the game."
        g.log.add(text, "B7.1e", tuple([g.ids.unit + u for u in gone]))
    for unit in gone:
        if g.place[unit] >= 0:
            ashore(g, unit, gone)  # [R100]
        g.take(unit, const.POOL if t.unit_mark[unit] == t.mark_free else const.REMOVED)  # [B7.1e]


def lose_colonies(g: Board, country: int) -> list[int]:
    """Give a conquered country's areas outside its home to nobody or a trust. [B7.1d] [TT17] [CV8]"""
    t = g.t
    holder = t.nobody
    for event in t.events:
        if event.kind == "colonies_in_trust" and t.country_index[event.nation] == country:
            trustee = t.country_index[event.taker]
            if _conquerors(g, country) >> (1 - g.major_side[trustee]) & 1 and not g.fallen(trustee):
                holder = t.trust  # [TT14]
                g.trust = 1
    own = t.home_of[country]
    turned: list[int] = []
    for area in range(t.n_areas):
        lost = g.control[area] == country and area not in own
        if holder == t.trust and g.control[area] == t.nobody and t.area_country[area] == country:
            lost = True  # a coup had left it without an owner [TT14]
        if lost or (g.control[area] == t.trust and g.manager[t.trust] == country):
            g.set_control(area, holder)
            turned.append(area)
    if g.log is not None and turned:
        one = len(turned) == 1
        state = f"belong{'s' if one else ''} to nobody"
        if holder == t.trust:
            state = f"{'is' if one else 'are'} held in trust"
        text = f"{words.spaces(g, turned)} {state} now."
        g.log.add(text, "TT14" if holder == t.trust else "B7.1d", tuple([g.ids.space + a for a in turned]))
    return turned


def _conquerors(g: Board, country: int) -> int:
    """Return the sides that control home areas of a country, as a set."""
    sides = 0
    for area in g.t.home_of[country]:
        if g.control[area] != country:
            sides |= 1 << g.side_of(g.control[area])
    return sides


def lose_power(g: Board, major: int) -> None:
    """Take a major's hand, cards in effect, savings, research numbers and minors. [A7.1a] [A7.1b] [R100]"""
    t = g.t
    g.saved[major] = g.points[major] = 0
    g.numbers = changed(g.numbers, major, 0)
    returned = 0
    for card in range(t.n_cards):
        if g.card_owner[card] == major and (
            g.card_at[card] == const.IN_HAND or g.card_at[card] == const.IN_EFFECT
        ):
            if g.t.cards[card].effect.handler == effects.DO_VICHY and g.card_at[card] == const.IN_EFFECT:
                continue  # what it has set up stays
            after = t.cards[card].after
            if after in (effects.AFTER_RETURN, effects.AFTER_RETURN_AFTER_PEACE):
                deck.put_under(g, card)  # [A7.1b]
                returned += 1
            else:
                g.revealed += 1
                deck.remove(g, card)
                if g.log is not None:
                    g.log.add(f"{words.card(g, card)} leaves the game.", "A7.1a", (g.ids.card + card,))
    if g.log is not None and returned:
        text = f"{words.count(returned, 'card')} of {words.country(g, major)}"
        text += f" {'goes' if returned == 1 else 'go'} under the deck."
        g.log.add(text, "A7.1b", (g.ids.country + major,))
    for minor in range(t.n_majors, t.n_countries):
        if g.manager[minor] == major:
            pass_on(g, minor)


def pass_on(g: Board, minor: int) -> None:
    """Give a minor whose manager is conquered another manager of that side. [B8.4d] [R98] [R100]"""
    t = g.t
    side = g.side_of(minor)
    if minor == t.vichy:
        for card in t.cards_with(effects.DO_VICHY):
            for keeper in t.cards[card].effect.keepers:
                if not g.fallen(keeper) and g.major_side[keeper] == side:
                    g.manager[minor] = keeper
                    return
    foe = const.NONE
    for major in range(t.n_majors):
        if g.enemy(minor, major):
            foe = major
            break
    g.manager[minor] = minors.random_manager(g, side, foe)
    if g.log is not None:
        text = f"{words.country(g, g.manager[minor])} runs {words.country(g, minor)} from now on."
        g.log.add(text, "B8.4d", (g.ids.country + g.manager[minor], g.ids.country + minor))


def _events(g: Board, country: int) -> None:
    """Carry out what the time table says about a conquest. [R4] [TT13] [TT15] [A8.6]"""
    t = g.t
    for number, event in enumerate(t.events):
        if not event.nation or t.country_index[event.nation] != country:
            continue
        if event.kind == "partition" and not (g.events >> number) & 1:
            by, taker = t.country_index[event.by], t.country_index[event.taker]
            held = [a for a in t.home_of[country] if g.control[a] == by]
            if held and not g.enemy(by, taker):
                g.pact_due = 1  # carried out in the next time-table phase
        elif event.kind == "major_falls":
            fortress_falls(g)
            if _conquerors(g, country) & 1 << (1 - g.major_side[t.be]):
                wars.pacific(g, event.ref)  # [TT15]


def fortress_falls(g: Board) -> None:
    """Destroy the fortress for good. [A8.6]"""
    if g.fortress:
        g.fortress = 0
        if g.log is not None and g.advanced:
            area = g.t.fortress_area
            g.log.add(f"The fortress of {words.space(g, area)} is destroyed.", "A8.6", (g.ids.space + area,))


def _obsolete(g: Board, country: int) -> None:
    """Remove cards of others that concern only the conquered country and their owner. [A7.1c]"""
    for card in range(g.t.n_cards):
        if g.card_at[card] == const.OUT or not concerns_only(g, card, country):
            continue
        if g.card_at[card] == const.IN_DECK:
            g.deck.remove(card)
        elif g.card_at[card] == const.AWAY:
            g.peace = 0
        g.revealed += 1
        deck.remove(g, card)
        if g.log is not None:
            g.log.add(
                f"{words.card(g, card)} is obsolete and leaves the game.", "A7.1c", (g.ids.card + card,)
            )


def concerns_only(g: Board, card: int, country: int) -> bool:
    """Check whether a card concerns only this country and those who may buy it. [A7.1c]"""
    t = g.t
    info = t.cards[card]
    effect = info.effect
    named: list[int] = []
    if effect.handler == effects.DO_COUP:
        if effect.next_target != const.NONE and g.rule(const.COUP_IN_IRAN):
            return False
        named = [effect.target]
    elif effect.handler in (effects.DO_SURRENDER, effects.DO_GARRISON):
        named = [effect.nation]
    elif effect.handler == effects.DO_VICHY:
        named = [] if g.card_at[card] == const.IN_EFFECT else [effect.nation]
    elif effect.handler in (effects.DO_END_LIMITS, effects.DO_PEACE):
        named = list(effect.nations)
    elif effect.handler == effects.DO_PRODUCTION:
        named = list(effect.who)
    elif effect.handler == effects.DO_END_DELIVERY:
        named = [t.delivery_giver[effect.delivery], t.delivery_taker[effect.delivery]]
    if country not in named or info.owners & ~(1 << country) == 0:
        return False
    for other in named:
        if other != country and not (info.owners >> other) & 1:
            return False
    return True


# --- freed again


def free(g: Board, country: int, holder: int, taker: int = const.NONE) -> None:
    """Free a conquered country: its troops may be built again. [B7.1g]

    `holder` is the country that lost the home area, `taker` the one that retook it.
    """
    t = g.t
    before = g.war[:]
    g.conquered &= ~(1 << country)
    enemy = g.manager[holder]
    if enemy != const.NONE:
        if g.manager[country] == const.NONE:
            manager = minors.regular(g, enemy)
            if manager == const.NONE:
                manager = minors.designated(g, enemy) if taker == const.NONE else g.manager[taker]
            g.manager[country] = manager
        elif g.fallen(g.manager[country]):
            pass_on(g, country)
    for unit in t.units_of[country]:
        if g.place[unit] == const.REMOVED:
            g.place[unit] = const.POOL
        elif g.serves[unit] != t.vichy:
            g.serves = changed(g.serves, unit, country)  # [R85]
            if g.place[unit] >= 0:
                g.recount(g.place[unit])
    if g.log is not None:
        text = f"{words.country_is(g, country)} freed, and its units may be built again."
        g.log.add(text, "B7.1g", (g.ids.country + country,))
    wars.update_wars(g, before)


def free_home(g: Board, home: int) -> None:
    """Free a conquered home country. [B7.1g] [R27]"""
    t = g.t
    g.homes_conquered &= ~(1 << home)
    country = t.home_country[home]
    if len(t.homes_of[country]) == 1:
        return
    for unit in t.units_of[country]:
        if t.unit_home[unit] == home and g.place[unit] == const.REMOVED:
            g.place[unit] = const.POOL
    if g.log is not None:
        g.log.add(f"{t.home_name[home]} is freed.", "B7.1g", (g.ids.country + country,))
