"""What comes of operations: who is gone, who controls what, what is damaged, who joins the war.

All functions change the position that they are given. What chance decides (which card of a deck) is taken
from the position that the engine has reached, after it was seen to be possible.
"""

from tests.games.total_domination.atlas import AREA, PLAYERS, UNIT
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import ADDITIONAL, ALLIES, AXIS, COUNTERS, TRACK
from tests.games.total_domination.referee.orders import attack_cost, exposed


def shift(p: Position, *counters: int, to: str) -> None:
    """Counters go to an area, or to their supply ("")."""
    held = dict(p.holder)
    for unit in counters:
        p.place[unit] = to
    settle(p, held)


def settle(p: Position, held: dict[str, str]) -> None:
    """What no longer may stand goes home; what has been taken is damaged. [R52]"""
    p.forget()
    for area in p.holder:
        planes = [u for u in p.of_type(area, "air_fleet") if p.player(u) in PLAYERS]
        if planes and not p.soldiers(area) and area not in p.home_of(p.player(planes[0])):
            for unit in planes:  # [11.1c] [R65]
                p.place[unit] = ""
    p.forget()
    for area in p.holder:
        if any([p.player(u) in ALLIES for u in p.crowd(area)]):
            for unit in p.of_type(area, "resistance"):  # [7.2.Dd]
                p.place[unit] = ""
    p.forget()
    for area, who in p.holder.items():
        if who != held[area] and AREA[area].home != "neutral" and who in PLAYERS:
            owner = p.lord[AREA[area].home]
            if owner in PLAYERS and owner != who and (AREA[area].factory or AREA[area].shipyard):
                p.damage.add(area)  # [6.1h] [6.1j] [R19]


def remove(p: Position, unit: int) -> None:
    """A counter returns to its supply; a used Air Fleet stays used there. [6.1d] [11.1.Ac]"""
    shift(p, unit, to="")


def put(p: Position, unit: int, area: str) -> None:
    """A counter comes on the board."""
    shift(p, unit, to=area)


def destroy(p: Position, unit: int, who: str, after: Position | None) -> None:
    """[6.3a] [9.2a]"""
    nation = "" if p.type(unit) == "resistance" else UNIT[COUNTERS[unit]].nation
    remove(p, unit)
    provoke(p, who, nation, after)


def spend(p: Position, who: str, area: str, points: int) -> tuple[int, int]:
    """How many units of an area these points destroy, the cheapest first, and what that costs. [6.3e]"""
    before = len(p.stack[area])
    left = points
    while True:
        prey = [(attack_cost(p, u, who), u) for u in p.stack[area] if exposed(p, u, who)]
        if not prey or min(prey)[0] > left:
            return before - len(p.stack[area]), points - left
        left -= min(prey)[0]
        destroy(p, min(prey)[1], who, None)


def move(p: Position, unit: int, area: str, after: Position) -> None:
    """[6.2b] [6.2g] [9.2a]"""
    who = p.player(unit)
    if p.type(unit) != "u_boot":
        overrun = [other for other in p.of_type(area, "air_fleet") if p.player(other) != who]
        shift(p, *overrun, to="")
    shift(p, unit, to=area)
    provoke(p, who, AREA[area].home, after)


def provoke(p: Position, who: str, nation: str, after: Position | None) -> None:
    """An act of war of the Axis against a power that has been let be. [9.2a] [9.2b] [9.2c] [12.1c]

    `after` is None where it is only imagined.
    """
    if nation not in ADDITIONAL or p.lord[nation] != nation or who not in AXIS:
        return
    if not p.scenario.allies_join_war:
        return
    p.track[nation] += 1
    if after is not None and p.at(f"apart:{nation}"):
        adopt(p, after, f"apart:{nation}", "deck", 1, least=1)
    reach(p, nation)


def reach(p: Position, nation: str) -> None:
    """In the last box a power joins at once. [9.0a] [9.0b]"""
    if p.track[nation] >= TRACK[nation]:
        give(p, nation, ADDITIONAL[nation])


def give(p: Position, nation: str, player: str) -> None:
    """A nation follows a player with all its own; nobody has taken anything by it. [3.2a] [9.0b] [R19]"""
    damage = p.damage.copy()
    held = dict(p.holder)
    p.lord[nation] = player
    settle(p, held)
    p.damage = damage


def adopt(p: Position, after: Position, old: str, new: str, count: int, least: int = -1) -> list[str]:
    """Take over which cards have gone by chance from place to place. `least`: others may follow."""
    found = [c for c in p.at(old) if after.cards[c] == new]
    assert len(found) == count or (least <= count < len(found) and least >= 0), (
        f"{len(found)} cards went from {old} to {new}, by the book {count}"
    )
    for card in found[:count]:
        p.cards[card] = new
    return found[:count]


def draw(p: Position, after: Position, due: dict[str, int]) -> dict[str, int]:
    """Draw cards into these places, one by one and in turn; return how many came. [4.1.Aa] [R5]"""
    asked = dict(due)
    got = dict.fromkeys(due, 0)
    while any(asked.values()):
        pool = p.at("deck")
        if not pool:
            if not p.at("discarded"):
                break
            for card in p.at("discarded"):  # a new deck
                p.cards[card] = "deck"
            pool = p.at("deck")
        # As many rounds as the deck allows; the chance of each card is not the referee's matter.
        share = dict.fromkeys(due, 0)
        left = len(pool)
        while left and any([share[place] < asked[place] for place in due]):
            for place in due:
                if left and share[place] < asked[place]:
                    share[place] += 1
                    left -= 1
        for place in due:
            found = [c for c in pool if after.cards[c] == place]
            assert len(found) >= share[place], f"{len(found)} of {share[place]} cards drawn to {place}"
            for card in found[: share[place]]:
                p.cards[card] = place
            asked[place] -= share[place]
            got[place] += share[place]
    return got
