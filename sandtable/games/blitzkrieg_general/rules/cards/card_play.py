"""Playing a card: its effect, and its place afterwards. [A7.4k] [A7.4m] [A7.4n] [A7.4o]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import effect_types as effects
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import LAND, NAVAL, TRANSIT
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions, card_surrender, coups, deck
from sandtable.games.blitzkrieg_general.rules.cards.card_choices import (
    Activate,
    Cancel,
    DeclareOn,
    Disband,
    Elite,
    Partisans,
    disbandable,
    eligible,
)
from sandtable.games.blitzkrieg_general.rules.cards.espionage import Redeploy, shiftable
from sandtable.games.blitzkrieg_general.rules.economy import treaty_deliveries
from sandtable.games.blitzkrieg_general.rules.movement import para_drops
from sandtable.games.blitzkrieg_general.rules.movement.relocation import evict
from sandtable.games.blitzkrieg_general.rules.politics import control, peace, us_level, vichy

# Cards that change strengths and reactions until the end of the turn; see card_modifiers.
THIS_TURN = (
    effects.DO_NO_REACTION,
    effects.DO_IGNORE_RIVERS,
    effects.DO_WEAKENED,
    effects.DO_MOUNTAIN_BONUS,
    effects.DO_WINTER_OFFENSIVE,
)


def possible(g: Board, major: int, card: int, subject: int) -> bool:
    """Return whether a card would have any effect now; uses no secret."""
    effect = g.t.cards[card].effect
    handler = effect.handler
    fight = g.fight
    if handler == effects.DO_TAKE_INITIATIVE:
        return g.first != g.major_side[major]
    if handler == effects.DO_ELITE_BONUS:
        return fight is not None and len(eligible(g, g.major_side[major])) > 0
    if handler == effects.DO_SURPRISE:
        return fight is not None and fight.kind == LAND and fights(g, major, 0, const.AIRCRAFT)  # [R83]
    if handler == effects.DO_KAMIKAZE:
        right = fight is not None and (fight.kind == LAND or fight.kind == NAVAL)
        return right and fights(g, effect.nation, const.AIRCRAFT, const.AIRCRAFT)
    if handler == effects.DO_NAVAL_SURPRISE:
        return _at_sea(g, major, subject)
    if handler == effects.DO_SABOTAGE:  # never against a neutral
        return subject != const.NONE and g.at_war(subject) and g.numbers[subject] > 0
    if handler == effects.DO_REDEPLOY:
        return len(shiftable(g, major, effect.types)) > 0
    if handler == effects.DO_REGION_EXPLOIT:
        return _in_region(g, g.major_side[major], effect.region)
    if handler == effects.DO_PARA_DROP:
        return para_drops.can_drop(g, major)
    if handler == effects.DO_DISBAND:
        return len(disbandable(g, card)) > 0
    if handler == effects.DO_LOOK_AT_HANDS:
        return len(enemy_hands(g, major)) > 0
    return True


def fights(g: Board, nation: int, low: int, high: int) -> bool:
    """Return whether units of a nation, of these kinds, take part in the present combat."""
    fight = g.fight
    if fight is None:
        return False
    for unit in fight.attackers + fight.defenders:
        if g.serves[unit] == nation and low <= g.t.unit_kind[unit] <= high:
            return True
    return False


def _in_region(g: Board, side: int, region: int) -> bool:
    """Return whether a side has land units in a region."""
    mask = g.mask(side)
    for area in range(g.t.n_areas):
        if g.t.area_region[area] == region and g.land[area] & mask:
            return True
    return False


def _at_sea(g: Board, major: int, zone: int) -> bool:
    """Return whether a nation has ships where a search or a naval combat begins. [CARD.naval_surprise]"""
    fight = g.fight
    if fight is not None and (fight.kind == NAVAL or fight.kind == TRANSIT):
        zone = fight.space
    return zone != const.NONE and (g.ships[zone] >> major) & 1 != 0


def enemy_hands(g: Board, major: int) -> list[int]:
    """Return the cards in the hands of the other side. [CARD.spies]"""
    side = g.major_side[major]
    return [
        card
        for card in range(g.t.n_cards)
        if g.card_at[card] == const.IN_HAND and g.major_side[g.card_owner[card]] != side
    ]


def play(g: Board, major: int, card: int, subject: int) -> None:
    """Play a card of a major, with its effect at once. [A7.4k]

    `subject` is the zone or the major that the window is about.
    """
    info = g.t.cards[card]
    again = (g.played >> card) & 1
    target = card_conditions.target(g, card)
    g.revealed += 1
    if g.log is not None:
        text = f"{words.country(g, major)} plays {info.title}."
        g.log.add(text, deck.rule(g, card), (g.ids.country + major, g.ids.card + card))
    g.card_owner = changed(g.card_owner, card, major)
    if info.effect.next_target != const.NONE and g.rule(const.COUP_IN_IRAN) and not again:
        deck.put_open_under(g, card)  # [A9.9]
    elif info.after == effects.AFTER_RETURN:
        deck.put_open_under(g, card)  # [A7.4n]
    elif info.after == effects.AFTER_DISCARD:
        deck.remove(g, card)  # [A7.4m]
    elif info.after == effects.AFTER_PERMANENT:
        deck.lay_open(g, card, major)  # [A7.4o]
    else:
        deck.put(g, card, const.AWAY)  # until the peace is over
    g.played |= 1 << card
    if info.effect.handler == effects.DO_COUP:
        coups.coup(g, major, card, target)
    elif not _marks(g, major, card, subject) and not _asks(g, major, card):
        _does(g, major, card, subject)


def _marks(g: Board, major: int, card: int, subject: int) -> bool:
    """Mark a card that only has to be remembered for a while; return False for other cards."""
    handler = g.t.cards[card].effect.handler
    fight = g.fight
    if handler in THIS_TURN:
        g.turn_cards |= 1 << card
    elif handler == effects.DO_REGION_EXPLOIT:
        g.segment_cards |= 1 << card
    elif handler == effects.DO_PARA_DROP:
        para_drops.order(g, card)
    elif handler in (effects.DO_SURPRISE, effects.DO_KAMIKAZE):
        assert fight is not None
        fight.cards |= 1 << card
        g.turn_cards |= 1 << card
        if handler == effects.DO_SURPRISE:
            fight.surprise = g.major_side[major]
    elif handler == effects.DO_NAVAL_SURPRISE:
        if fight is not None and (fight.kind == NAVAL or fight.kind == TRANSIT):
            fight.cards |= 1 << card
            fight.surprise = g.major_side[major]
        else:
            g.segment_cards |= 1 << card
            g.surprise_zone = subject
    else:
        return False
    return True


def _asks(g: Board, major: int, card: int) -> bool:
    """Push the question of a card whose player has a choice; return False for other cards."""
    effect = g.t.cards[card].effect
    handler = effect.handler
    if handler == effects.DO_ACTIVATE:
        g.push(Activate(card, major))
    elif handler == effects.DO_ELITE_BONUS:
        die = g.rng.roll(6)
        g.revealed += 1
        if g.log is not None:
            elite = words.count(die, "unit")
            text = f"{words.country(g, major)} rolls {die}: up to {elite} of its side can become elite."
            g.log.add(text, deck.rule(g, card))
        g.push(Elite(card, major, die))
    elif handler == effects.DO_REDEPLOY:
        g.push(Redeploy(card, major))
    elif handler == effects.DO_CANCEL_CARD:
        g.push(Cancel(card, major))
    elif handler == effects.DO_DISBAND:
        g.push(Disband(card, major))
    elif handler == effects.DO_PARTISANS:
        g.push(Partisans(card, major, effect.amount))
    elif handler == effects.DO_DECLARE_WAR:
        g.push(DeclareOn(card, major))
    else:
        return False
    return True


def _does(g: Board, major: int, card: int, subject: int) -> None:
    """Carry out a card without a choice; open permanent cards do nothing now."""
    effect = g.t.cards[card].effect
    handler = effect.handler
    if handler == effects.DO_EMBARGO:
        for other in effect.cancels:
            if g.card_at[other] == const.IN_EFFECT:
                deck.cancel(g, other)
    elif handler == effects.DO_END_DELIVERY:
        treaty_deliveries.end(g, effect.delivery, "TT2R")  # [CARD.embargo_usa_japan]
    elif handler == effects.DO_VICHY:
        vichy.install(g, major)  # [CARD.french_vichy_surrender]
    elif handler == effects.DO_PEACE:
        peace.begin(g, major)  # [CARD.force_peace]
    elif handler == effects.DO_PEACE_PRODUCTION:  # [CARD.increase_us_production]
        us_level.shift(g, effect.amount, g.t.cards[card].title, deck.rule(g, card))  # [R45]
    elif handler == effects.DO_TAKE_INITIATIVE:
        g.first = g.major_side[major]  # the dice are void [CARD.initiative] [R6]
        if g.log is not None:
            g.log.add(
                f"T{words.side_does(g.first, 'has', 'have')[1:]} the initiative in this turn.",
                deck.rule(g, card),
            )
    elif handler == effects.DO_SURRENDER:
        card_surrender.give_up(g, effect.nation, effect.heir)
    elif handler == effects.DO_END_LIMITS:
        g.limit = 0
    elif handler == effects.DO_OCCUPY:
        occupy(g, card)
    elif handler == effects.DO_SABOTAGE:
        g.numbers = changed(g.numbers, subject, 0)
        if g.log is not None:
            text = f"{words.country(g, subject)} loses all of its research numbers."
            g.log.add(text, deck.rule(g, card), (g.ids.country + subject,))
    elif handler == effects.DO_LOOK_AT_HANDS:
        spy(g, major, card)


def use_again(g: Board, major: int, card: int) -> None:
    """Use a permanent card in one combat of this turn. [R38]"""
    if g.log is not None:
        text = f"{words.country(g, major)} uses {words.card(g, card)} in this combat."
        g.log.add(text, deck.rule(g, card), (g.ids.country + major, g.ids.card + card))
    _marks(g, major, card, const.NONE)


def cancel_both(g: Board, major: int, answer: int, card: int) -> None:
    """Answer a card at once by the one that cancels it: both leave the game. [CARD.bnl_embargo]"""
    g.revealed += 1
    g.played |= 1 << answer
    if g.log is not None:
        text = f"{words.country(g, major)} answers with {words.card(g, answer)}: both cards leave the game."
        refs = (g.ids.country + major, g.ids.card + answer, g.ids.card + card)
        g.log.add(text, deck.rule(g, answer), refs)
    deck.remove(g, answer)
    deck.remove(g, card)


def occupy(g: Board, card: int) -> None:
    """Give an area to a nation without a fight; units of its country there leave the game.

    [CARD.japan_occupies_indochine] [TT16R]
    """
    t = g.t
    effect = t.cards[card].effect
    area, taker = effect.area, effect.nation
    owner = t.area_country[area]
    gone = [u for u in g.at[area] if t.unit_nation[u] == owner]
    if g.log is not None and gone:
        refs = tuple([g.ids.unit + unit for unit in gone])
        g.log.add(f"{words.units(g, gone)} leave the game.", deck.rule(g, card), refs)
    for unit in gone:
        g.take(unit, const.REMOVED)
    control.hand_over(g, area, taker, deck.rule(g, card))
    us_level.change(g, effect.event)  # [A7.2e]
    evict(g, [area])


def spy(g: Board, major: int, card: int) -> None:
    """Show all cards in enemy hands to the player. [CARD.spies]"""
    seat = g.seat_of[major]
    found = enemy_hands(g, major)
    for other in found:
        deck.show(g, other, seat)
    if g.log is not None:
        held = words.listed([f"{words.card(g, c)} ({words.country(g, g.card_owner[c])})" for c in found])
        name = words.country(g, major)
        rule = deck.rule(g, card)
        g.log.whisper(f"{name} sees the cards of the other side.", f"{name} sees {held}.", (seat,), rule)
