"""What the phases of a year do: deal and draft, replacement, Espionage, the Administrative phase, the end."""

from tests.games.total_domination.atlas import AREA, CARD, HOME, PLAYERS, TECH
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import (
    ADDITIONAL,
    ALLIES,
    AXIS,
    COLOURS,
    MATE,
    PARTNERS,
    PRIORITY,
    ROUNDS,
    SOLO,
)
from tests.games.total_domination.referee.deeds import draw, give, shift
from tests.games.total_domination.referee.orders import developable, fits

SOLO_DEAL = {1939: 6, 1940: 5, 1941: 6, 1942: 7, 1943: 9, 1944: 9, 1945: 9}  # [13.0.3]
EXTRA = {1939: "germany", 1941: "japan"}  # who draws a card more [4.1.Ad]
SOLO_FREE = (
    *("mechanization", "self_propelled_artillery", "landing_crafts", "heavy_battleships", "arsenal"),
    *("shipyard", "attack_aircraft", "aircraft_carriers"),  # the last two have effects in 13.0
)


# The powers that place units, how many and of which country, in this order. [11.3]
PLACING = (
    *(("ussr", "ussr", 4), ("japan", "japan", 6)),
    *(("uk", "uk", 3), ("uk", "france", 1), ("uk", "us", 2)),
    *(("germany", "germany", 5), ("germany", "italy", 1)),
)


def decks_apart(p: Position) -> list[int]:
    """How many cards of the United States and of China lie in decks of their own at the start. [2.0.6]"""
    return [4, 2] if p.scenario.id in ("standard", "solo") else [0, 0]  # [12.1c] [12.2a]


# --- deal and draft


def number(p: Position, hand: str) -> int:
    """The cards that a hand draws, except extra ones. [4.0c] [10.1a] [12.2c]"""
    each = ROUNDS[p.round].draw
    if p.scenario.id == "fall_of_the_axis" and p.year == 1943:
        each = 5
    return 2 * each - 1 if p.common else each


def deal(p: Position, after: Position) -> None:
    """Cards for a new year, with those set aside for it. [4.1.Aa] [4.1.Ad] [4.1.Af] [9.1b]"""
    hands = p.hands()
    aside: dict[str, int] = {}
    for hand in hands:
        waiting = p.at(f"reserve:{hand}")
        for power in p.sharers(hand):
            waiting += p.at(f"lent:{power}")
        for card in waiting:
            p.cards[card] = f"packet:{hand}"
        aside[hand] = len(waiting)
    goal = "hand" if p.scenario.solo else "packet"
    if p.scenario.solo:  # taken up at once [13.0.4]
        for hand in hands:
            for card in p.at(f"packet:{hand}"):
                p.cards[card] = f"hand:{hand}"
    more = EXTRA.get(p.year, "") if p.scenario.id != "fall_of_the_axis" else ""
    due = {f"{goal}:{h}": number(p, h) + (more in p.sharers(h)) for h in hands}
    got = draw(p, after, due)
    if p.scenario.solo:
        return
    for hand in hands:
        extra = max(0, got[f"packet:{hand}"] - number(p, hand))
        p.picks[hand] = keep(p) + extra + aside[hand]  # [4.1.Ab] [4.1.Af] [4.1.Ag] [10.1d]
    short_packets(p)


def keep(p: Position) -> int:
    """How many cards are kept in each round of the draft. [4.1.Ae] [10.1d]"""
    return 2 if p.common else 1


def short_packets(p: Position) -> None:
    """A hand that need not choose keeps all of a packet; when nobody chooses the packets go on. [R78]"""
    for hand in p.hands():
        packet = p.at(f"packet:{hand}")
        if len(packet) <= p.picks[hand]:
            p.picks[hand] = 0
            for card in packet:
                p.cards[card] = f"kept:{hand}"
    if not any(p.picks.values()):
        pass_on(p)


def pass_on(p: Position) -> None:
    """All have kept what they may: packets go to the neighbours, or the draft is over. [4.1.Ac] [4.1.Ae]"""
    hands = p.hands()
    packets = {hand: p.at(f"packet:{hand}") for hand in hands}
    if max([len(packet) for packet in packets.values()]) <= 1:
        for hand in hands:
            for card in packets[hand]:
                p.cards[card] = "discarded"
            for card in p.at(f"kept:{hand}"):
                p.cards[card] = f"hand:{hand}"
        return
    ring = [power for power in PLAYERS if power in hands]  # clockwise
    step = 1 if p.year % 2 else -1  # to the left in '39, '41, '43 and '45
    for hand, packet in packets.items():
        for card in packet:
            p.cards[card] = f"packet:{ring[(ring.index(hand) + step) % len(ring)]}"
    for hand in hands:
        p.picks[hand] = keep(p)
    short_packets(p)


def new_solo_year(p: Position, after: Position) -> None:
    """The solo deck changes with the year and is dealt again. [13.0.2] [13.0.3]"""
    for card, where in p.solo.items():
        if where in ("pile", "used"):
            p.solo[card] = "deck"
    if p.year in (1940, 1941, 1942, 1943):
        gone = [c for c, row in SOLO.items() if row.year == 1939 and p.solo[c] == "deck"]
        gone = [c for c in gone if after.solo[c] == "gone"]
        assert len(gone) == 2, f"{len(gone)} solo cards of 1939 leave"
        for card in gone:
            p.solo[card] = "gone"
        for card, row in SOLO.items():
            if row.year == p.year:
                p.solo[card] = "deck"
    dealt = [c for c, where in p.solo.items() if where == "deck" and after.solo[c] == "pile"]
    assert len(dealt) == SOLO_DEAL[p.year], f"{len(dealt)} solo cards are dealt"
    for card in dealt:
        p.solo[card] = "pile"


# --- before the first turn


def exchanger(p: Position) -> str:
    """Return who may offer a card over the Arctic, if anybody. [11.4d] [R33]"""
    if not p.arctic or p.common:
        return ""
    who = p.holder["arctic"]
    return who if who in PLAYERS and p.hand(who) and p.hand(MATE[who]) else ""


def with_tech(p: Position, hand: str, tech: str) -> int:
    """How many of the powers that share a hand have a technology. [10.1f] [10.1g]"""
    return len([power for power in p.sharers(hand) if tech in p.techs(power)])


def replacement(p: Position, hand: str) -> tuple[int, int]:
    """How many cards are drawn for one that is replaced, and how many are kept. [4.1.Ba] [8.1.D2] [10.1g]"""
    return ((1, 1), (2, 1), (3, 2))[with_tech(p, hand, "enigma")]


def espionage(p: Position, hand: str) -> tuple[int, int]:
    """How many cards a spy looks at, and how many of them it may discard. [8.1.D1] [10.1f]"""
    return ((0, 0), (3, 1), (5, 2))[with_tech(p, hand, "espionage")]


def spies(p: Position) -> list[str]:
    """The hands that may look into others, in the order of the powers that know how. [4.1.C] [10.1f]"""
    able = [power for power in p.order() if p.human(power) and "espionage" in p.techs(power)]
    return list(dict.fromkeys([p.hand_of(power) for power in able]))


# --- the Administrative phase


def verdict(p: Position) -> str | None:
    """Return who has won in step A, or a draw, or nobody yet. [4.3.Aa] [4.3.Ab] [4.3.Ac] [5.2] [12.1b]"""
    axis, allies = p.total(AXIS), p.total(ALLIES)
    if p.scenario.id == "rise_of_the_axis":
        if not p.last_year():
            return None
        return "draw" if axis == allies else "axis" if axis > allies else "allies"
    if axis >= 29:
        return "axis"
    if p.scenario.solo:  # [13.0a]
        if any([all([p.holder[a] in ALLIES for a in PRIORITY[power]]) for power in AXIS]):
            return "allies"
    elif allies >= 33 + 2 * len([n for n in ADDITIONAL if p.lord[n] == ADDITIONAL[n]]):
        return "allies"
    return "axis" if p.last_year() else None


def switch(p: Position, nation: str) -> str:
    """A partner follows the control of its area; return its new player, if it has one. [4.3.Bb] [4.3.Bk]"""
    taker, first = p.holder[seat(nation)], PARTNERS[nation]
    if taker not in PLAYERS:
        return ""
    new = first if (taker in AXIS) == (first in AXIS) else taker
    if new == p.lord[nation]:
        return ""
    shift(p, *[u for u, where in enumerate(p.place) if where and COLOURS[u] == nation], to="")
    give(p, nation, new)
    return new


def seat(nation: str) -> str:
    """The area of a partner."""
    (area,) = HOME[nation]
    return area


def refuges(p: Position, unit: int, start: str) -> set[str]:
    """The nearest areas in supply that take in a unit that freed its teammate's partner. [4.3.Bd] [4.3.Bj]"""
    who = p.player(unit)
    able = {a for a in p.holder if p.holder[a] == who and p.base(a, who) and fits(p, unit, a) and p.room(a)}
    reached = {start}
    while not reached & able:
        wider = reached | {b for a in reached for b in p.near(a)}
        if wider == reached:
            return set()
        reached = wider
    return reached & able


def repair(p: Position) -> None:
    """[4.3.C] [6.1i]"""
    p.damage = {a for a in p.damage if p.holder[a] != p.lord[AREA[a].home]}


def wanted(p: Position, power: str) -> set[str]:
    """What an Axis power of the solo game may develop now. [13.0.5a] [13.0.5b] [13.0.5c]"""
    found = {tech for tech in SOLO_FREE if developable(p.techs(power), tech)}
    threats = [a for a in ALLIES if "flying_bomb" in p.techs(a)]
    answers = [a for a in AXIS if "radar" in p.techs(a)]
    if "radar" not in p.techs(power) and len(threats) > len(answers):
        found.add("radar")
    return found


def research(p: Position, after: Position) -> None:
    """Both turn cards up until one shows a technology for them. [13.0.5] [13.0.5d]"""
    both = set(TECH)
    old = p.copy()
    fresh = [c for c in p.at("discarded") if after.cards[c] == "deck"]  # the deck ran out and was made again
    for power in [power for power in p.order() if not p.human(power)]:
        able = wanted(p, power)
        there = [c for c in CARD if p.cards[c] in ("deck", "discarded")]
        fit = [c for c in there if CARD[c].technology in able]
        both &= able if fit else both
        found = [c for c in CARD if after.cards[c] == f"active:{power}" != p.cards[c]]
        assert len(found) == (1 if fit else 0) and set(found) <= set(fit), f"{power} finds {found} of {fit}"
        for card in found:
            p.cards[card] = f"active:{power}"
    # Whatever was turned up without effect was of no use to one of them.
    for card in p.at("deck") + p.at("discarded"):
        if old.cards[card] == "deck" and (fresh or after.cards[card] == "discarded"):
            assert CARD[card].technology not in both, f"{card} was passed over"
        if fresh or old.cards[card] == "deck":
            assert after.cards[card] in ("deck", "discarded"), f"{card} is gone"
            p.cards[card] = after.cards[card]


def next_year(p: Position) -> None:
    """[4.3.E] [4.3.F] [4.3.G]"""
    p.used, p.launched, p.radar_used = set(), set(), set()
    for power in PLAYERS:
        for card in p.at(f"down:{power}"):
            p.cards[card] = f"active:{power}"
    p.round += 1
    p.me = p.order()[0]


def end_of_actions(p: Position) -> None:
    """[6.0d] [7.1.Aa]"""
    for card, where in p.cards.items():
        if where.split(":")[0] in ("turned", "before"):
            p.cards[card] = "discarded"
    p.passed, p.developed, p.leased = set(), set(), set()
