"""What must hold in every position; fuzzing asks after every choice.

Control, points and supply are found here in another way than in `state`: area by area from the counters, with
sets of areas in place of running totals.
"""

from __future__ import annotations

from sandtable.engine.errors import BrokenRules
from sandtable.engine.game import ensure
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.cards import technology
from sandtable.games.total_domination.rules.secrets import face_down


def check_board(g: Board) -> None:
    """Raise BrokenRules at the first thing that does not hold."""
    check_round(g)
    check_nations(g)
    check_counters(g)
    check_areas(g)
    check_limits(g)
    check_derived(g)
    check_supply(g)
    check_points(g)
    check_cards(g)
    check_hands(g)
    check_technologies(g)
    if g.start.solo:
        check_solo(g)


# --- the round and the nations


def check_round(g: Board) -> None:
    """Years and flags of powers are within their limits."""
    ensure(g.start.first_round <= g.round <= g.start.last_round, "the year is one of the scenario")  # [4.0a]
    ensure(0 <= g.power < const.POWERS, "it is the turn of a power")
    ensure(g.result is not None or len(g.agenda) > 0, "somebody is asked, or the game is over")
    everybody = (1 << const.POWERS) - 1
    for flags in (g.passed, g.developed, g.leased, g.launched, g.radar_used):
        ensure(flags & ~everybody == 0, "flags are those of powers")
    for power in range(const.POWERS):
        if g.t.faction[power] == const.AXIS:
            ensure(not g.leased >> power & 1, "only the Allies borrow and lend")  # [9.1a]
        if not any([g.techs[power] >> tech & 1 for tech in g.t.rockets]):
            ensure(not g.launched >> power & 1, "a rocket was developed before it was launched")  # [6.4a]
    ensure(g.start.arctic_allowed or not g.arctic, "the scenario has no Arctic")  # [12.2a]


def check_nations(g: Board) -> None:
    """Nations belong to whom they may belong, and join the war when their marker says so. [3.2a] [9.0a]"""
    t = g.t
    for nation in range(t.n_nations):
        lord = g.lord[nation]
        name = t.nation_id[nation]
        if t.partner[nation]:
            ensure(lord < const.POWERS, f"{name} is the partner of a power")
        elif nation in t.additional:
            ensure(lord in (nation, t.patron[nation]), f"{name} is on its own or with its player")
            if nation in g.start.joined:
                ensure(lord != nation, f"{name} is in the war")  # [12.2a]
            else:
                there = g.start.allies_join_war and g.track[nation] >= t.track_steps[nation]
                ensure((lord != nation) == there, f"{name} joins with the last box of its track")
        else:
            ensure(lord == nation, f"{name} is nobody's partner")
        ensure(0 <= g.track[nation] <= t.track_steps[nation], f"the marker of {name} is on its track")
        if not g.start.allies_join_war and nation not in g.start.joined:
            ensure(g.track[nation] == 0, f"{name} stays out of the war")  # [12.1c]
    for nation in t.additional:
        if nation in g.start.apart and not g.start.box:  # a card comes with every step [9.1b] [9.2b]
            deck = len(g.cards_in(const.APART + nation - const.POWERS))
            if deck != t.track_steps[nation] - g.track[nation]:
                raise BrokenRules(f"the deck of {t.nation_id[nation]} does not go with its marker")


# --- counters


def name(g: Board, unit: int) -> str:
    """Return a counter's kind."""
    return g.t.kind_id[g.t.unit_kind[unit]]


def check_counters(g: Board) -> None:
    """Check that each counter is in one place,
    where it may stand. [3.5a] [3.6a] [3.7c] [3.7d] [3.7f] [13.0.8]
    """
    t = g.t
    for unit in range(t.n_units):
        area = g.place[unit]
        if g.used[unit] and t.unit_type[unit] != const.AIR_FLEET:  # [11.1.Ac]
            raise BrokenRules(f"{name(g, unit)} is used but no Air Fleet")
        if area == const.SUPPLY:
            continue
        if not 0 <= area < t.n_areas or g.at[area].count(unit) != 1:
            raise BrokenRules(f"{name(g, unit)} does not stand where it is")
        if g.in_box(unit):
            raise BrokenRules(f"{name(g, unit)} is not in this game")
        if not t.stands[t.unit_type[unit]] & t.bit[area]:
            raise BrokenRules(f"{name(g, unit)} cannot stand in {t.area_id[area]}")
        if not g.open & t.bit[area]:  # [2.0.1a]
            raise BrokenRules(f"{name(g, unit)} is in {t.area_id[area]}, which is not in this game")
    for area in range(t.n_areas):
        if list(g.at[area]) != [u for u in range(t.n_units) if g.place[u] == area]:
            raise BrokenRules(f"the units of {t.area_id[area]} are not those that stand there")


def check_areas(g: Board) -> None:
    """Check who is in an area, and together with whom. [3.7a] [3.7b] [3.8.4] [7.2.Dd] [11.1c]"""
    t = g.t
    for area in range(t.n_areas):
        where = t.area_id[area]
        owners: list[int] = []
        types = [0] * (const.RESISTANCE + 1)
        for unit in g.at[area]:
            types[t.unit_type[unit]] += 1
            if t.unit_type[unit] <= const.AIR_FLEET:
                owners.append(g.owner(unit))
                check_stranger(g, unit, area)
        if len(set(owners)) > 1:
            raise BrokenRules(f"units of two players are in {where}")
        most = t.limit[area]
        if types[const.ARMY] + types[const.FLEET] + types[const.AIR_FLEET] > most:
            raise BrokenRules(f"more than {most} units are in {where}")
        if types[const.U_BOAT] > t.uboats_per_area:  # [3.7d]
            raise BrokenRules(f"too many U-boats are in {where}")
        firm = types[const.ARMY] + types[const.FLEET]
        if types[const.AIR_FLEET] and not firm:
            home = t.home[area]
            if home == t.neutral or g.lord[home] != owners[0]:
                raise BrokenRules(f"an Air Fleet is alone in {where}")
        if types[const.RESISTANCE]:
            if t.home[area] < const.POWERS and t.faction[t.home[area]] == const.AXIS:  # [7.2.Da]
                raise BrokenRules(f"Resistance is in {where}, a Home area of the Axis")
            if firm and t.faction[owners[0]] == const.ALLIES:
                raise BrokenRules(f"Resistance is in {where} with Allied units")


def check_stranger(g: Board, unit: int, area: int) -> None:
    """Units keep out of a teammate's Home areas; those without a player stay at home. [3.8.4] [12.1c, R12]"""
    t = g.t
    player = g.owner(unit)
    home = t.home[area]
    if player >= const.POWERS:
        if home != t.unit_nation[unit]:
            raise BrokenRules(f"{name(g, unit)} has no player but is in {t.area_id[area]}")
        return
    if home == t.neutral:
        return
    host = g.lord[home]
    if host == t.mate[player]:
        raise BrokenRules(f"{name(g, unit)} is in {t.area_id[area]}, a Home area of the teammate")
    if (
        host == home
        and home >= const.POWERS
        and (t.faction[player] == const.ALLIES or home in g.start.closed)
    ):
        raise BrokenRules(f"{name(g, unit)} is in {t.area_id[area]}, which is closed to it")


def check_limits(g: Board) -> None:
    """Air Fleets of each player, U-boats of the year, damage on Home areas. [6.1e] [6.1h] [11.2c] [R15]"""
    t = g.t
    fleets = [0] * const.POWERS
    boats = 0
    for unit in range(t.n_units):
        if g.place[unit] != const.SUPPLY:
            if t.unit_type[unit] == const.AIR_FLEET and g.owner(unit) < const.POWERS:
                fleets[g.owner(unit)] += 1
            elif t.unit_type[unit] == const.U_BOAT:
                boats += 1
    for power in range(const.POWERS):
        most = t.air_limit
        for tech in bits(g.techs[power]):
            most = max(most, t.tech_bombers[tech])  # [8.1.A4]
        if fleets[power] > most:
            raise BrokenRules(f"{t.nation_id[power]} has more than {most} Air Fleets on the board")
    ensure(boats <= t.uboat_limit[g.round], f"{boats} U-boats are more than the year allows")
    for area in bits(g.damage):
        if t.home[area] == t.neutral or not t.building[area]:  # [R19]
            raise BrokenRules(f"there is nothing to damage in {t.area_id[area]}")


# --- what is kept beside its source


def control_of(g: Board, area: int) -> int:
    """Return who controls an area, found from its counters alone. [3.8.1a] [3.8.2a] [3.8.3]"""
    t = g.t
    holders = [g.owner(u) for u in g.at[area] if t.unit_type[u] in (const.ARMY, const.FLEET)]
    if t.home[area] == t.neutral:
        return holders[0] if holders and holders[0] < const.POWERS else const.NOBODY
    lord = g.lord[t.home[area]]
    if not holders or holders[0] == lord:
        return lord
    if t.capital[area] and len(holders) < t.to_control_capital:
        return const.NOBODY
    return holders[0]


def check_derived(g: Board) -> None:
    """Tenants, control and what belongs to them are what a recount gives. [3.8.5] [R52]"""
    t = g.t
    firm, full = 0, 0
    present = [0] * t.n_nations
    owned = [0] * t.n_nations
    for area in bits(g.open):
        bit = t.bit[area]
        where = t.area_id[area]
        count = [0] * (const.RESISTANCE + 1)
        tenant = const.NOBODY
        for unit in g.at[area]:
            count[t.unit_type[unit]] += 1
            if t.unit_type[unit] < const.U_BOAT:
                tenant = g.owner(unit)
        if tenant != const.NOBODY:
            present[tenant] |= bit
        if count[const.ARMY] + count[const.FLEET]:
            firm |= bit
        if count[const.ARMY] + count[const.FLEET] + count[const.AIR_FLEET] >= t.limit[area]:
            full |= bit
        holder = control_of(g, area)
        if holder != const.NOBODY:
            owned[holder] |= bit
        if g.tenant[area] != tenant or g.firm_count[area] != count[const.ARMY] + count[const.FLEET]:
            raise BrokenRules(f"the units in {where} are not counted right")
        if g.subs[area] != count[const.U_BOAT] or g.under[area] != count[const.RESISTANCE]:
            raise BrokenRules(f"U-boats or Resistance in {where} are not counted right")
        if g.control[area] != holder:
            raise BrokenRules(f"{where} is controlled by another than its units say")
        taken = holder < const.POWERS and t.home[area] != t.neutral and holder != g.lord[t.home[area]]
        if taken and t.building[area] and not g.damage & bit:  # [6.1h] [6.1j]
            raise BrokenRules(f"{where} is held by an enemy but not damaged")
    ensure(g.firm == firm and g.full == full, "areas that are held or full are recounted")
    ensure(g.present == present and g.owned == owned, "areas of each nation are recounted")
    homes = [0] * t.n_nations
    for area in range(t.n_areas):
        if t.home[area] != t.neutral:
            homes[g.lord[t.home[area]]] |= t.bit[area]
    ensure(g.home_of == homes, "Home areas are those of the lords")  # [3.5b]
    check_bars(g)


def check_bars(g: Board) -> None:
    """Check what is closed to a power, and whose units it may attack. [3.2b] [3.8.4]"""
    t = g.t
    for power in range(const.POWERS):
        closed = 0
        foes = {t.neutral}
        for nation in range(t.n_nations):
            lord = g.lord[nation]
            if lord < const.POWERS:
                if t.faction[lord] != t.faction[power]:
                    foes.add(lord)
                elif lord != power:
                    closed |= t.homes[nation]
            elif nation in t.additional:
                if nation in g.start.closed or t.faction[power] == const.ALLIES:
                    closed |= t.homes[nation]
                else:
                    foes.add(nation)
        ensure(g.closed[power] == closed, f"what is closed to {t.nation_id[power]} is recounted")
        ensure(set(g.enemies[power]) == foes, f"the enemies of {t.nation_id[power]} are recounted")


def check_supply(g: Board) -> None:
    """Supply networks that are remembered are those that the links give. [3.9a] [3.9b, R51]"""
    t = g.t
    for power in range(const.POWERS):
        remembered = g.parts[power]
        if remembered is None:
            continue
        mine = set(bits(g.owned[power]))
        found: list[set[int]] = []
        for area in bits(g.home_of[power]):
            if area in mine and not any([area in part for part in found]):
                part = {area}
                grown = 0
                while grown != len(part):
                    grown = len(part)
                    for a, b, _, _ in t.links:
                        if a in mine and b in mine and (a in part) != (b in part):
                            part |= {a, b}
                found.append(part)
        if sorted([sorted(part) for part in found]) != sorted([bits(mask) for mask, _, _ in remembered]):
            raise BrokenRules(f"the supply network of {t.nation_id[power]} is not the one remembered")
        for mask, land, sea in remembered:
            borders = [0, 0]
            for a, b, by_sea, _ in t.links:
                for here, there in ((a, b), (b, a)):
                    if mask & t.bit[here] and g.open & t.bit[there]:
                        borders[by_sea] |= t.bit[there]
            ensure([land, sea] == borders, f"the borders of {t.nation_id[power]} are not those remembered")


def check_points(g: Board) -> None:
    """Running totals of victory points are those of a recount. [3.5g] [5.1a] [5.1b] [5.1c] [5.1d]"""
    t = g.t
    points = [0] * const.POWERS
    for area in bits(g.open):
        holder = control_of(g, area)
        stars = 0
        if holder < const.POWERS:
            stars = g.start.stars[area]
            for unit in g.at[area]:
                if t.unit_type[unit] == const.RESISTANCE and t.faction[holder] != const.ALLIES:
                    stars -= t.resistance_vp  # [7.2.Db]
                elif t.unit_type[unit] == const.U_BOAT and t.faction[holder] == const.ALLIES:
                    stars = 0  # [11.2b]
            stars = max(0, stars)
            points[holder] += stars
        if g.worth[area] != stars:
            raise BrokenRules(f"{t.area_id[area]} scores {g.worth[area]} in place of {stars}")
    for power in range(const.POWERS):
        colours: set[int] = set()
        for card in range(t.n_cards):
            if g.cards[card] == const.INFLUENCING + power:
                points[power] += t.event_vp[card]
            elif g.cards[card] == const.ACTIVE + power:
                colours.add(t.tech_colour[t.card_tech[card]])
        if g.start.technology_vp and len(colours) > 1:  # [8.2] [13.0.6]
            points[power] += (len(colours) - 1) * t.colour_vp
        if g.vp[power] != points[power]:
            raise BrokenRules(f"{t.nation_id[power]} has {g.vp[power]} points in place of {points[power]}")


# --- cards


def check_cards(g: Board) -> None:
    """Check that each card is in a place where it may be. [2.0.6] [3.3f] [7.4a] [7.1.Aa] [9.1b]"""
    t = g.t
    for card in range(t.n_cards):
        where = g.cards[card]
        nation = t.card_colour[card]
        if not 0 <= where < const.OFFERED + const.POWERS:
            raise BrokenRules(f"{t.card_id[card]} is nowhere")
        if where == const.BOX and not (g.start.box and nation in g.start.apart):  # [R29]
            raise BrokenRules(f"{t.card_id[card]} is out of the game")
        if const.LENT <= where < const.DOWN and t.patron[nation] != where - const.LENT:
            raise BrokenRules(f"{t.card_id[card]} is lent to the wrong power")
        if const.LENT <= where < const.DOWN and nation not in t.additional:
            raise BrokenRules(f"{t.card_id[card]} is nothing that Lend-Lease brings")
        if const.INFLUENCING <= where < const.BEFORE and t.event[card] != const.INFLUENCE:
            raise BrokenRules(f"{t.card_id[card]} has no influence")
        if const.BEFORE <= where < const.TURNED and t.event[card] not in (const.PLUS_ONE, const.MINUS_ONE):
            raise BrokenRules(f"{t.card_id[card]} is not a tactics card")
        if const.APART <= where < const.OFFERED and nation != const.POWERS + where - const.APART:
            raise BrokenRules(f"{t.card_id[card]} is in the deck of another power")
    for seat in range(const.POWERS):
        for card in bits(g.known[seat]):
            if not face_down(g.cards[card]):
                raise BrokenRules(f"{t.card_id[card]} is open, and nothing is known of it beside that")
    for power in range(const.POWERS):
        who = t.nation_id[power]
        taken = g.cards_in(const.DOWN + power)
        ensure(
            not g.piles[power] or (len(taken) == 1 and g.piles[power] >> taken[0] & 1 == 1),
            f"the technology of {who} is one of the cards from which Science took it",
        )  # [7.3]
        ensure(len(g.cards_in(const.DOWN + power)) <= 1, f"{who} develops one technology a round")  # [8.0c]
        ensure(len(g.cards_in(const.LENT + power)) <= 1, f"{who} does one Lend-Lease a round")  # [9.1a]
        ensure(len(g.cards_in(const.TURNED + power)) <= t.saved_most, f"{who} saves one point")  # [6.0b]
    for flag in range(len(t.flag_id)):
        cards = [c for c in range(t.n_cards) if t.event_flag[c] == flag and _beside_a_power(g.cards[c])]
        for card in cards:
            for other in cards:  # [7.4b]
                same = g.cards[card] == g.cards[other] or t.event_vp[card] == t.event_vp[other]
                ensure(same, f"{t.flag_id[flag]} is not influenced by two powers with cards of two values")


def _beside_a_power(where: int) -> bool:
    return const.INFLUENCING <= where < const.BEFORE


def check_hands(g: Board) -> None:
    """Check that hands are as large as draft, reserve and Lend-Lease allow. [4.0c] [4.1.Ah] [4.2c] [10.1a]"""
    t = g.t
    for holder in range(const.POWERS):
        hand = len(g.cards_in(const.HAND + holder))
        packet = len(g.cards_in(const.PACKET + holder))
        reserve = len(g.cards_in(const.RESERVE + holder))
        who = t.nation_id[holder]
        if g.holder[holder] != holder or g.seat_of[holder] == const.NOBODY:
            ensure(hand + packet + reserve == 0, f"{who} holds no cards of its own")
            continue
        powers = [p for p in range(const.POWERS) if g.holder[p] == holder]
        drawn = sum([t.draw[g.round] + t.extra[g.round][p] for p in powers])
        # With a common hand half of it may go to the reserve; what was reserved is drawn beside the others.
        kept = (drawn + len(powers)) // 2 + 1 if g.common else 1
        ensure(reserve <= kept, f"{who} has reserved too many cards")
        most = drawn + kept + len(powers)
        ensure(hand <= most and packet <= most, f"{who} holds too many cards")
        ensure(0 <= g.picks[holder] <= packet, f"{who} picks from its packet")


def check_technologies(g: Board) -> None:
    """Technologies in effect are those of the cards, with their costs. [8.0e] [8.0f] [R14]"""
    t = g.t
    for power in range(const.POWERS):
        who = t.nation_id[power]
        techs = [t.card_tech[card] for card in g.cards_in(const.ACTIVE + power)]
        ensure(len(set(techs)) == len(techs), f"{who} has each technology once")  # [R25]
        known = 0
        for tech in techs:
            known |= 1 << tech
        ensure(g.techs[power] == known, f"the technologies of {who} are those of its cards")
        for column, base in enumerate(t.base_costs):
            cost = base + sum([t.effects[tech][column] for tech in techs])
            ensure(g.costs[power][column] == max(t.least_attack, cost), f"the costs of {who} are recounted")
        for tech in techs:
            ensure(t.needs_all[tech] & ~known == 0, f"{who} has what {t.tech_id[tech]} needs")
        for card in g.cards_in(const.DOWN + power):
            legal = technology.legal(g, power, t.card_tech[card])
            ensure(legal, f"{who} may develop {t.tech_id[t.card_tech[card]]}")


# --- the solo system


def check_solo(g: Board) -> None:
    """Solo cards of later years wait in the box, and only those of the first leave for good. [13.0.2]"""
    t = g.t
    ensure(g.solo_vp >= 0, "the solo marker counts up")  # [13.0.11]
    years: set[int] = set()
    for card in range(t.n_solo):
        year = t.solo_year[card]
        waits = g.solo[card] == const.SOLO_BOX
        ensure(0 <= g.solo[card] <= const.SOLO_GONE, f"solo card {t.solo_id[card]} is somewhere")
        ensure(not waits or year != t.solo_first_label, f"solo card {t.solo_id[card]} is there at once")
        ensure(waits or year <= g.year(), f"solo card {t.solo_id[card]} comes in {year}")
        if g.solo[card] == const.SOLO_GONE:
            ensure(year == t.solo_first_label, f"solo card {t.solo_id[card]} stays in the deck")
        elif not waits and year != t.solo_first_label:
            years.add(year)
    gone = g.solo.count(const.SOLO_GONE)
    ensure(gone == t.solo_remove * len(years), f"{gone} solo cards have left for those of {len(years)} years")
