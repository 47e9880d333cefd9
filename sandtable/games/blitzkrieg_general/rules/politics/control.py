"""Control of areas after a combat or an occupation, and what follows from it. [B6.4] [A6.8]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.effect_types import DO_GARRISON, Effect
from sandtable.games.blitzkrieg_general.components.ids import NO, YES
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy, treaty_deliveries
from sandtable.games.blitzkrieg_general.rules.movement.relocation import evict, expel
from sandtable.games.blitzkrieg_general.rules.politics import conquest, minors, relations, vichy, wars


def occupy(g: Board, area: int, country: int) -> None:
    """Let a land unit of a country take an area without enemies, even in passing. [B6.4b] [R8]

    May push a step: the caller's own step must be finished or replaced before.
    """
    take(g, area, 1 << country)


def after_combat(g: Board, space: int, side: int) -> None:
    """Give an area after a combat to the side with the only land units there. [B6.4b] [B6.4f]"""
    if space >= g.t.n_areas:
        return  # whose ships are in a zone is seen
    takers = g.land[space] & g.mask(side)
    if not takers:  # ships and aircraft take nothing [B6.4c]
        return
    for country in range(g.t.n_countries):
        if (takers >> country) & 1 and g.land[space] & g.war[country]:
            return  # enemy land units are left
    take(g, space, takers)


def take(g: Board, area: int, takers: int) -> None:
    """Let countries with land units in an area take it, or ask who gets it. [B6.4] [A6.8a]"""
    old = g.control[area]
    takers &= g.war[old]
    if not takers:
        return
    taker = _first(takers)
    if old == g.t.nobody:
        relations.intrude(g, g.manager[taker], area)  # [R86]
    owner = rightful(g, area)
    if g.friend(owner, taker) and not _lost(g, owner, area):
        hand_over(g, area, owner, "B6.4b")  # [R26]
        return
    if _frees(g, owner, area, taker):
        if g.rule(const.KEEP_RECONQUERED) and owner < g.t.n_majors and g.manager[taker] != owner:
            g.push(Keep(area, takers))
        else:
            liberate(g, area, owner, taker)
        return
    keep(g, area, takers)


def keep(g: Board, area: int, takers: int) -> None:
    """Give an area to one of its conquerors; their side chooses if there are several. [A6.8a]"""
    found = claimants(g, takers)
    if len(found) == 1:
        hand_over(g, area, found[0], "B6.4b")
    else:
        g.push(Controller(area, takers))


def claimants(g: Board, takers: int) -> list[int]:
    """Return the countries that may get an area their land units have taken. [A6.8a] [B6.4da]"""
    found: list[int] = []
    for country in range(g.t.n_countries):
        if (takers >> country) & 1:
            heir = country
            # An area won by a minor goes to its manager, if that is a party to its wars. [B6.4da] [R79]
            if g.friend(country, g.manager[country]):
                heir = g.manager[country]
            if heir not in found:
                found.append(heir)
    return found


def liberate(g: Board, area: int, owner: int, taker: int = const.NONE) -> None:
    """Return a home area to its conquered country, which is free again. [B7.1g]"""
    if g.fallen(owner):
        conquest.free(g, owner, g.control[area], taker)
    home = g.t.area_home[area]
    if (g.homes_conquered >> home) & 1:
        conquest.free_home(g, home)
    hand_over(g, area, owner, "B7.1g")


def rightful(g: Board, area: int) -> int:
    """Return the rightful owner of an area: its country, or the one that got it by the pact. [TT13]"""
    t = g.t
    for number, event in enumerate(t.events):
        if event.kind == "partition" and (g.events >> number) & 1 and t.space_id[area] in event.areas:
            return t.country_index[event.taker]
    return t.area_country[area]


def _lost(g: Board, owner: int, area: int) -> bool:
    """Check whether the owner of an area, or the home country it is part of, is conquered."""
    if g.fallen(owner):
        return True
    home = g.t.area_home[area]
    return home != const.NONE and g.t.home_country[home] == owner and (g.homes_conquered >> home) & 1 != 0


def _frees(g: Board, owner: int, area: int, taker: int) -> bool:
    """Check whether taking an area frees a conquered country: a home area, taken by a friend. [B7.1g]"""
    home = g.t.area_home[area]
    if home == const.NONE or g.t.home_country[home] != owner:
        return False
    if g.friend(owner, taker):
        return True
    # A minor that fell before the scenario began is on the side of those who fight its conqueror.
    if not g.fallen(owner) or g.manager[owner] != const.NONE or g.manager[g.control[area]] == const.NONE:
        return False
    manager = minors.regular(g, g.manager[g.control[area]])
    return manager == const.NONE or g.friend(manager, taker)


def _first(mask: int) -> int:
    country = 0
    while not (mask >> country) & 1:
        country += 1
    return country


def hand_over(g: Board, area: int, country: int, rule: str) -> None:
    """Hand an area over with its production; may push steps. [B6.4d] [B6.4e]"""
    t = g.t
    old = g.control[area]
    if old == country:
        return
    g.set_control(area, country)
    if g.log is not None:
        who, what = words.country(g, country), words.space(g, area)
        text = f"{who} controls {what}{' again' if country == t.area_country[area] else ''}."
        if who == what:
            text = f"{what} controls its own land again."
        g.log.add(text, rule, (g.ids.country + country, g.ids.space + area))
    _balance(g, area, g.manager[old], g.manager[country])
    expel(g, [area])  # whoever may not stand on the ground of its new holder [A8.2a]
    if area == t.partisan_area:
        if not is_occupied(g, area):
            g.held_since = const.NONE
        elif g.held_since == const.NONE:
            g.held_since = g.turn
    treaty_deliveries.check(g)
    if area == t.vichy_area and country == t.france:
        vichy.regain(g)  # [CV7]


def is_occupied(g: Board, area: int) -> bool:
    """Check whether the Axis holds an area as an enemy of its country, not as a partner. [R40]"""
    holder, owner = g.control[area], g.t.area_country[area]
    if holder == owner or not g.axis_controls(area):
        return False
    return g.manager[owner] == const.NONE or g.enemy(owner, holder)


def _balance(g: Board, area: int, loser: int, winner: int) -> None:
    """Count the right-hand numbers that Japan and the USSR have taken from each other. [A7.6.3a]

    Once enough is lost the USSR has its whole production until peace: the balance falls no lower then.
    """
    t = g.t
    if loser == t.ussr and winner == t.japan:
        g.balance += t.prod_right[area]
    elif loser == t.japan and winner == t.ussr:
        least = t.number["soviet_balance"]
        lasting = g.balance >= least
        g.balance -= t.prod_right[area]
        if lasting:
            g.balance = max(g.balance, least)


# --- the end of a segment


def end_segment(g: Board) -> None:
    """Check control, garrisons and duties when an action segment ends. [R40] [R48]"""
    t = g.t
    if g.must_declare:
        for who, foe in relations.overdue(g):
            if g.major_side[who] == g.side:
                relations.declare(g, who, foe)  # [S41a] [R48]
    for card in t.cards_with(DO_GARRISON):
        if g.card_at[card] == const.IN_EFFECT:
            effect = t.cards[card].effect
            if g.major_side[effect.nation] == g.side:
                _garrison(g, effect, card)
    if g.war[t.nobody]:  # [R86]
        for country in range(t.n_countries):
            g.war[country] &= ~(1 << t.nobody)
        g.war[t.nobody] = 0
    for area in range(t.n_areas):
        if g.land[area]:
            after_combat(g, area, g.side)
    evict(g, list(range(t.n_areas)))  # [A8.2a] [A8.2b] [B6.4h]


def _garrison(g: Board, effect: Effect, card: int) -> None:
    """Let partisans stop the production of a badly held country, or free it. [R40] [CARD.tito_partisans]"""
    area = effect.area
    if not is_occupied(g, area) or g.side_of(g.control[area]) != g.major_side[effect.nation]:
        return
    mask = g.mask(g.major_side[effect.nation])
    refs = (g.ids.card + card, g.ids.space + area)
    if not g.land[area] & mask:
        owner = g.t.area_country[area]
        if g.log is not None:
            g.log.add(
                f"Partisans free {words.space(g, area)}, which has no garrison.", "CARD.tito_partisans", refs
            )
        heir = effect.heir
        willing = not g.fallen(heir) and g.major_side[heir] != g.side
        if g.fallen(owner) and willing and g.manager[owner] != heir:
            wars.leave(g, owner)
            g.manager[owner] = heir
        liberate(g, area, owner)
        return
    strength = 0
    for unit in g.at[area]:
        if g.serves[unit] == effect.nation and g.t.unit_kind[unit] <= const.LAST_LAND:
            strength += g.strength(unit)
    if strength < effect.amount:
        g.bombed = changed(g.bombed, area, max(g.bombed[area], economy.value(g, area)))
        if g.log is not None:
            text = (
                f"{words.people(g, effect.nation)} land units in {words.space(g, area)} have a strength of "
                f"{strength}, less than {effect.amount}: the area produces nothing in this quarter."
            )
            g.log.add(text, "CARD.tito_partisans", refs)


# --- steps


class Controller(Step[Board]):
    """The question which of its conquerors controls an area. [A6.8a]"""

    def __init__(self, area: int, takers: int) -> None:
        self.area = area
        self.takers = takers

    def seats(self, g: Board) -> tuple[int, ...]:
        """Ask the boss of their side. [B1.0d]"""
        return (g.boss(g.side_of(_first(self.takers))),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.country + c for c in claimants(g, self.takers)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        hand_over(g, self.area, choice - g.ids.country, "A6.8a")

    def prompt(self, g: Board, seat: int) -> Ask:
        names = words.countries(g, claimants(g, self.takers))
        text = f"{names} have taken {words.space(g, self.area)}: which of them controls it? Click a country."
        return Ask(text, "A6.8a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        text = f"Only a power whose land units have taken {words.space(g, self.area)} can control it."
        return Refusal(text, "A6.8a")


class Keep(Step[Board]):
    """The question whether a conquered major is freed, or its area kept. [A9.4]"""

    def __init__(self, area: int, takers: int) -> None:
        self.area = area
        self.takers = takers

    def seats(self, g: Board) -> tuple[int, ...]:
        found = claimants(g, self.takers)
        return (g.seat(found[0]) if len(found) == 1 else g.boss(g.side_of(found[0])),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [YES, NO]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == YES:
            liberate(g, self.area, rightful(g, self.area), _first(self.takers))
        else:
            keep(g, self.area, self.takers)

    def prompt(self, g: Board, seat: int) -> Ask:
        owner = words.country(g, rightful(g, self.area))
        text = (
            f"{words.space(g, self.area)} is retaken. Do you free {owner}? If not, its production is yours."
        )
        return Ask(text, "A9.4")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        owner = words.country(g, rightful(g, self.area))
        return Refusal(f"Choose first whether {owner} is freed: Yes or No.", "A9.4")
