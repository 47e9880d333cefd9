"""Countries: entry into the war [2], Total War [4f]-[4i], surrender and partisans [18], victory [20].

Movement and the sequence of play call these functions; the decisions and their effects are all here.
"""

from typing import Final

from sandtable.engine.state import Result
from sandtable.games.downfall.components.constants import (
    AT_WAR,
    AXIS,
    BY_CAPITAL,
    BY_ENEMY_ARMIES,
    BY_OCCUPATION,
    BY_SUPPLY_AREAS,
    ENTRY_SURRENDER,
    ENTRY_TURN,
    NEUTRAL,
    ONE,
    OUT,
    POOL,
    SURRENDERED,
    TW_ATTACK,
    TW_ENTRY,
    USSR,
)
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.rules.supply import hand_over, update_beachheads

# The rule a country surrenders by, in the order of the BY_ constants.
SURRENDER_RULE: Final = ("18d", "18c", "18a", "18e", "18f")


# --- entry into the war


def start_turn(g: Board) -> None:
    """Apply what a new game turn brings: entries by date, Total War, partisans."""
    t = g.t
    for country in range(t.n_countries):
        # Belgium, then Romania, Hungary, Bulgaria and Greece, then Yugoslavia and the United States.
        # [2c] [2e] [2f] [2g] [2h]
        if (
            g.status[country] == OUT
            and t.entry_kind[country] == ENTRY_TURN
            and g.turn >= t.entry_turn[country]
        ):
            join(g, country, "2")
    for side in range(NEUTRAL):
        if g.turn >= t.total_war_turn[side]:
            enter_total_war(g, side, "4f")  # [4f]
    early = "4g" if g.barbarossa else "4h"
    if 0 < g.axis_total_from <= g.turn:
        enter_total_war(g, AXIS, early)  # [4g] [4h]
    if 0 < g.ussr_total_from <= g.turn:
        enter_total_war(g, USSR, early)  # [4g] [4h]
    raise_partisans(g)


def join(g: Board, country: int, rule: str = "2") -> None:
    """Bring a country into the war: its neutral areas and its armies go to the side it belongs to. [2]"""
    t = g.t
    side = t.country_side[country]
    if g.log is not None:
        g.log.add(
            f"{t.country_name[country]} joins the {t.side_name[side]}.", rule, (AREA + t.capital[country],)
        )
    g.status[country] = AT_WAR
    for unit in range(t.n_units):
        if t.unit_nation[unit] == country and g.place[unit] != POOL:
            g.stack[g.place[unit]] += ONE[side] - ONE[NEUTRAL]
    hand_over(g, [area for area in t.home[country] if g.control[area] == NEUTRAL], side, rule)
    g.supplied = None


# --- invasion


def may_invade(g: Board, side: int, area: int) -> bool:
    """Return whether neutrality lets the armies of a side enter an area. [2i] [2k, R19]

    Countries that take no part in the game have no areas at all.
    """
    if g.control[area] != NEUTRAL:
        return True
    t = g.t
    if t.torch_area[area]:  # French North Africa, neutral since the fall of France [18o]
        return side == t.torch_side
    other = t.country_side[t.area_country[area]]
    return other == NEUTRAL or t.enemy[side][other]  # Denmark and Norway are open to all [2j]


def invade(g: Board, side: int, area: int) -> None:
    """Let an army enter a neutral area; the country joins the other side at once, if it has one. [2i]

    Denmark and Norway go to war for nobody [2m]; French North Africa is taken area by area [18q].
    """
    t = g.t
    country = t.area_country[area]
    if g.status[country] != OUT or g.control[area] != NEUTRAL:
        return
    # Control of a country that joins nobody changes only later: armies there already do not invade again.
    first = g.armies(side, area) <= 1
    if first and g.log is not None:
        where = f"{t.country_name[country]} ({t.area_name[area]})"
        rule = "2j" if t.country_side[country] == NEUTRAL else "2i"
        g.log.add(f"{t.side_name[side]}: invasion of {where}.", rule, (AREA + area,))
    if t.country_side[country] != NEUTRAL:  # [2m]
        join(g, country, "2i")


# --- the effects of moving and attacking


def enter_area(g: Board, unit: int, area: int) -> None:
    """Apply what an army starts by entering an area: Barbarossa, Total War, the attack in the West."""
    t = g.t
    side = t.unit_side[unit]
    if t.west_area[area] and t.unit_nation[unit] == t.west_nation and g.control[area] != side:
        note_attack_in_west(g)
    if g.barbarossa == 0 and side == t.barbarossa_side and t.barbarossa_area[area]:
        g.barbarossa = g.turn  # [4g, R6]
        if g.log is not None:
            g.log.add(
                f"{t.side_name[side]}: Barbarossa, the invasion of the Soviet Union.", "4g", (AREA + area,)
            )
    if not (g.total_war[AXIS] and g.total_war[USSR]):
        for row in range(t.n_triggers):
            # [4g] [4i]
            if t.trigger_kind[row] == TW_ENTRY and t.trigger_by[row] == side and t.trigger_areas[row][area]:
                trigger_total_war(g, row, "4g" if side == t.barbarossa_side else "4i")


def note_attack(g: Board, attack: Attack) -> None:
    """Apply what a declared attack starts: Total War by Karelia, the attack in the West."""
    t = g.t
    nation = t.unit_nation[attack.attacker]
    if t.west_area[attack.area] and nation == t.west_nation:
        note_attack_in_west(g)
    for row in range(t.n_triggers):
        if (
            t.trigger_kind[row] == TW_ATTACK
            and t.trigger_nation[row] == nation
            and t.trigger_areas[row][attack.area]
        ):
            trigger_total_war(g, row, "4h")  # [4h]


def note_attack_in_west(g: Board) -> None:
    """Note the turn of Germany's first attack on France or Belgium. [8e, R20]"""
    if g.west_attacked == 0:
        g.west_attacked = g.turn


def trigger_total_war(g: Board, row: int, rule: str) -> None:
    """Apply an event that brings Total War, at once or some turns later; the first such event decides."""
    t = g.t
    turn = g.turn + t.trigger_delay[row]
    for side in range(NEUTRAL):
        if t.trigger_sides[row] >> side & 1 == 0:
            continue
        if turn <= g.turn:
            enter_total_war(g, side, rule)
        elif side == AXIS and g.axis_total_from == 0:
            g.axis_total_from = turn
        elif side == USSR and g.ussr_total_from == 0:
            g.ussr_total_from = turn


def enter_total_war(g: Board, side: int, rule: str) -> None:
    """Put a side into Total War, which it never leaves."""
    if not g.total_war[side]:
        g.total_war[side] = True
        if g.log is not None:
            g.log.add(f"{g.t.side_name[side]}: in Total War from now on.", rule)


# --- surrender


def resolve_surrenders(g: Board) -> None:
    """Let every country whose condition is met at the end of a side's turn surrender. [18]"""
    t = g.t
    falling: list[int] = []
    victors: list[int] = []
    for country in range(t.n_countries):
        to = victor(g, country)
        if to != NEUTRAL:
            falling.append(country)
            victors.append(to)
    for i in range(len(falling)):
        surrender(g, falling[i], victors[i])


def victor(g: Board, country: int) -> int:
    """Return the side a country surrenders to as the active side's turn ends, NEUTRAL if to none. [R53]"""
    t = g.t
    side = g.side
    own = t.country_side[country]
    kind = t.surrender_kind[country]
    if kind == BY_OCCUPATION:
        return occupier(g, country)
    # Denmark and Norway surrender without having been at war; nobody surrenders twice. [2m]
    if g.status[country] != (OUT if own == NEUTRAL else AT_WAR):
        return NEUTRAL
    # All but France fall at the end of the turn of a side that fights them. [18b]
    if own != NEUTRAL and not t.enemy[side][own]:
        return NEUTRAL
    if kind == BY_CAPITAL:
        # To the side that holds the capital, in the turn of that side. [2j] [18d, R37]
        if g.control[t.capital[country]] == side and not (g.partisans and country == t.yugoslavia):
            return side
    elif kind == BY_ENEMY_ARMIES:
        # The territory is the homeland without colonies. [18c] [18m]
        armies = 0
        for area in t.territory_areas[t.surrender_territory[country]]:
            armies += g.foes(own, area)
        if armies >= t.surrender_number[country]:
            return side
    elif kind == BY_SUPPLY_AREAS:
        for area in t.supply_areas[country]:
            if not t.enemy[own][g.control[area]]:
                return NEUTRAL
        return side  # in any mix of enemies [18e, R21]
    return NEUTRAL  # the United Kingdom and the United States whatever happens [18f]


def occupier(g: Board, country: int) -> int:
    """Return to whom France falls as its side's turn ends: after Belgium, with three areas occupied. [18a]"""
    t = g.t
    if g.status[country] != AT_WAR or g.side != t.country_side[country]:
        return NEUTRAL
    if g.status[t.surrender_after[country]] != SURRENDERED:
        return NEUTRAL
    areas = 0
    for area in t.territory_areas[t.surrender_territory[country]]:
        for unit in g.at[area]:
            if t.unit_nation[unit] == t.surrender_nation[country]:
                areas += 1
                break
    if areas < t.surrender_number[country]:
        return NEUTRAL
    return t.country_side[t.surrender_nation[country]]


def surrender(g: Board, country: int, to: int) -> None:
    """Let a country surrender: its armies are removed, its areas go to a side. [18n, R32, R39]"""
    t = g.t
    if g.log is not None:
        armies = 0
        for unit in range(t.n_units):
            if t.unit_nation[unit] == country and g.place[unit] != POOL:
                armies += 1
        lost = (
            ""
            if armies == 0
            else "; its army is removed"
            if armies == 1
            else f"; its {armies} armies are removed"
        )
        text = f"{t.country_name[country]} surrenders to the {t.side_name[to]}{lost}."
        rule = "2j" if t.country_side[country] == NEUTRAL else SURRENDER_RULE[t.surrender_kind[country]]
        g.log.add(text, rule, (AREA + t.capital[country],))
    # The armies go first: while their country is at war they still count for its side.
    for unit in range(t.n_units):
        if t.unit_nation[unit] == country and g.place[unit] != POOL:
            g.take(unit)  # [18g]
    g.status[country] = SURRENDERED
    g.conqueror[country] = to
    # All its areas, whoever stands there; a side wins them by staying when operations next end. [R22]
    taken: list[int] = []
    neutral: list[int] = []
    for area in t.home[country]:
        if t.territory_neutral_after[t.area_territory[area]]:
            g.african_neutral = True
            if g.control[area] != NEUTRAL:
                neutral.append(area)
        elif g.control[area] != to:
            taken.append(area)
    hand_over(g, taken, to, "18n")  # [18n]
    hand_over(g, neutral, NEUTRAL, "18h")  # [18h]
    for area in t.home[country]:
        update_beachheads(g, area)
    for other in range(t.n_countries):
        # Italy after France. [2d]
        if (
            t.entry_kind[other] == ENTRY_SURRENDER
            and t.entry_country[other] == country
            and g.status[other] == OUT
        ):
            join(g, other, "2d")


def still_plays(g: Board, side: int) -> bool:
    """Return whether a side still takes turns; the Soviet side ends with its only country. [R32]"""
    t = g.t
    return side != t.country_side[t.soviet_union] or g.status[t.soviet_union] != SURRENDERED


# --- French North Africa and Yugoslavia


def hand_over_french_africa(g: Board) -> None:
    """Give the Axis what is still neutral east of Algiers after the landing there. [18p]"""
    t = g.t
    neutral = [area for area in t.torch_handover if g.control[area] == NEUTRAL]
    hand_over(g, neutral, t.torch_handover_to, "18p")


def raise_partisans(g: Board) -> None:
    """Bring Yugoslavia, if it has surrendered, back to war from the summer of 1942 on. [18j]

    This is checked when a turn begins and again when the Allied turn begins: if Yugoslavia falls between the
    two in a later winter or summer, its partisans appear in that Allied turn already. [R23]
    """
    t = g.t
    country = t.yugoslavia
    if (
        g.status[country] == SURRENDERED
        and 0 < t.partisan_turn[country] <= g.turn
        and t.partisan_seasons[country] >> t.season[g.turn] & 1
    ):
        g.status[country] = AT_WAR
        g.partisans = True
        if g.log is not None:
            g.log.add(
                f"{t.country_name[country]} is at war again: partisans.", "18j", (AREA + t.capital[country],)
            )


# --- victory


def check_victory(g: Board, over: bool = False) -> None:
    """End the game if Germany has surrendered, or if the last turn is over (`over`) without that. [20]"""
    t = g.t
    country = t.country_name[t.victory_country]
    if g.status[t.victory_country] == SURRENDERED:
        if g.turn < t.last_turn:
            finish(g, t.victory_before, f"{country} has surrendered", "20b")  # [20b]
        else:
            finish(g, t.victory_on_last, f"{country} has surrendered on the last turn", "20a")  # [20a]
    elif over:
        finish(g, t.victory_survival, f"{country} has not surrendered", "20c")  # [20c]


def finish(g: Board, winners: tuple[int, ...], why: str, rule: str) -> None:
    """Write the result: 1 for a seat that leads a winning side, 0 for others, a half each in a draw. [2]"""
    t = g.t
    scores = [0.5] * (max(g.seat_of) + 1)
    text = f"{why}: a draw."
    if winners:
        for side in range(NEUTRAL):
            scores[g.seat_of[side]] = 1.0 if side in winners else 0.0
        names = " and the ".join([t.side_name[side] for side in winners])
        text = f"{why}: victory for the {names}."
    g.result = Result(tuple(scores), text, rule)
    if g.log is not None:
        g.log.add(text, rule)
