"""Combat: terrain bonuses of the defender [16], adjusted factors and dice [17], casualties [17.1]."""

from typing import Final

from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import (
    BY_SEA,
    DOUBLE_SCORE,
    FULL,
    LOSER_REDUCED,
    NORMAL,
    REDUCED,
    STEPS,
    TIE,
)
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.components.tables import Tables

# The rule a combat ends by, in the order of TIE, DOUBLE_SCORE, LOSER_REDUCED, NORMAL.
RESULT_RULE: Final = ("17.1e", "17.1d", "17.1c", "17.1")

# --- factors


def army_factor(g: Board, unit: int, area: int) -> int:
    """Return the combat factor of an army in an area, as it is now."""
    t = g.t
    kind = t.unit_type[unit]
    if t.africa[area]:  # [17j]
        factor = t.cf_full_africa[kind] if g.cond[unit] & STEPS == FULL else t.cf_reduced_africa[kind]
    else:  # [1b]
        factor = t.cf_full[kind] if g.cond[unit] & STEPS == FULL else t.cf_reduced[kind]
    return factor + season_delta(g, unit, area)


def season_delta(g: Board, unit: int, area: int) -> int:
    """Return what the present turn adds to the factor of an army in an area. [17l] [19c]"""
    t = g.t
    delta = 0
    for row in range(t.n_factor_changes):
        if t.factor_turn[row] == g.turn and t.factor_area[row][area]:
            if t.factor_side[row] == t.unit_side[unit]:
                delta += t.factor_delta[row]
    return delta


def support_factor(g: Board, unit: int) -> int:
    """Return what an army adds to an attack it supports. [17b]"""
    kind = g.t.unit_type[unit]
    return g.t.support_full[kind] if g.cond[unit] & STEPS == FULL else g.t.support_reduced[kind]


def crossing_bonus(t: Tables, area: int, via: int) -> int:
    """Return the defender's bonus for the attacker's border; 0 if the attacker was inside already. [16l]"""
    if via >= 0:
        bonus = 0  # high mountain gives nothing [16j, R27]
        if t.link_river[via] == area:  # [16c] [16d]
            bonus += t.river_bonus
        if t.link_strait[via]:  # [16c]
            bonus += t.strait_bonus
        if t.link_line[via] == area:  # [16f]
            bonus += t.line_bonus
        return bonus
    return t.coast_bonus if via == BY_SEA else 0  # [16c]


def fortress_bonus(g: Board, defender: int, area: int) -> int:
    """Return a defender's fortress bonus: only under control, a Soviet one only for Soviets. [16e] [16k]"""
    t = g.t
    if not t.fortress[area] or g.control[area] != t.unit_side[defender]:
        return 0
    nation = t.fortress_nation[area]
    return t.fortress_bonus if nation < 0 or nation == t.unit_nation[defender] else 0


def together_bonus(g: Board, defender: int, area: int) -> int:
    """Return the bonus of a defending Italian army for a German army in the same area. [17k]"""
    t = g.t
    if t.unit_nation[defender] == t.together_nation:
        for unit in g.at[area]:
            if t.unit_nation[unit] == t.together_beside:
                return t.together_bonus
    return 0


def defence_bonus(g: Board, defender: int, area: int, via: int) -> int:
    """Return all that is added to a defender's factor against an attacker that came by `via`. [16] [16g]

    The ground helps the defender, whoever controls the area.
    """
    t = g.t
    bonus = t.terrain_bonus[area] + crossing_bonus(t, area, via)  # [16a] [17i]
    if t.fortress[area]:
        bonus += fortress_bonus(g, defender, area)
    if t.unit_nation[defender] == t.together_nation:
        bonus += together_bonus(g, defender, area)
    return bonus


def attack_factor(g: Board, attack: Attack) -> int:
    """Return the attacker's adjusted factor: army, supports, air mission. [17g] [11a]"""
    factor = army_factor(g, attack.attacker, attack.area)
    for unit in attack.supports:
        factor += support_factor(g, unit)
    if attack.air >= 0:
        factor += g.t.air_bonus[attack.air >> 1]
    return factor


def defence_factor(g: Board, attack: Attack) -> int:
    """Return the defender's adjusted factor; only the attacking army's border counts. [17i] [17d]"""
    area = attack.area
    return army_factor(g, attack.defender, area) + defence_bonus(g, attack.defender, area, attack.via)


def margin(g: Board, attack: Attack) -> int:
    """Return the attacker's adjusted factor minus the defender's."""
    return attack_factor(g, attack) - defence_factor(g, attack)


# --- dice and results


def die_value(g: Board, unit: int, area: int, die: int) -> int:
    """Return what a roll counts for an army in an area. [17n] [17o]"""
    floor = g.t.floor_value[g.t.unit_type[unit]][area]
    return floor if die < floor else die


def outcome(attack_score: int, defence_score: int, attacker_full: bool, defender_full: bool) -> int:
    """Return how a combat ends by scores and steps: TIE, DOUBLE_SCORE, LOSER_REDUCED or NORMAL."""
    if attack_score == defence_score:  # [17.1e]
        return TIE
    attacker_wins = attack_score > defence_score
    high = attack_score if attacker_wins else defence_score
    low = defence_score if attacker_wins else attack_score
    loser_full = defender_full if attacker_wins else attacker_full
    if not loser_full:  # [17.1c]
        return LOSER_REDUCED
    return DOUBLE_SCORE if high >= 2 * low else NORMAL  # [17.1d]


def casualties(
    t: Tables, attack_score: int, defence_score: int, attacker_full: bool, defender_full: bool
) -> tuple[int, int]:
    """Return the casualties of attacker and defender by their scores and their steps before. [17.1]"""
    row = outcome(attack_score, defence_score, attacker_full, defender_full)
    winner = t.result_winner[row]  # [17.1a]
    loser = t.result_loser[row]  # [17.1b]
    return (loser, winner) if attack_score < defence_score else (winner, loser)


def apply_casualties(g: Board, unit: int, number: int) -> None:
    """Apply casualties: each flips a full army or removes a reduced one. [17.1]"""
    step = (g.cond[unit] & STEPS) - number
    if step >= REDUCED:
        g.cond[unit] = g.cond[unit] & ~STEPS | step
    else:
        g.take(unit)


def fight(g: Board, attack: Attack) -> None:
    """Fight a declared attack with the present factors; supports are not hurt. [17, R59] [17m] [17.1f]

    The air mission of the attack leaves the map with it and can be created again. [11e]
    """
    t = g.t
    area = attack.area
    attacker = attack.attacker
    defender = attack.defender
    attack_die = g.rng.roll(t.die)
    defence_die = g.rng.roll(t.die)
    attack_score = attack_factor(g, attack) + die_value(g, attacker, area, attack_die)
    defence_score = defence_factor(g, attack) + die_value(g, defender, area, defence_die)
    attacker_full = g.cond[attacker] & STEPS == FULL
    defender_full = g.cond[defender] & STEPS == FULL
    attacker_loss, defender_loss = casualties(t, attack_score, defence_score, attacker_full, defender_full)
    if g.log is not None:
        row = outcome(attack_score, defence_score, attacker_full, defender_full)
        winner = attack_score - defence_score
        text = (
            f"{t.area_name[area]}. Attack: {attack_account(g, attack, attack_die, attack_score)}. "
            f"Defence: {defence_account(g, attack, defence_die, defence_score)}. "
            f"{ending_text(g, attack, row, winner, attacker_loss, defender_loss)}."
        )
        g.log.add(text, RESULT_RULE[row], (AREA + area, g.ids.unit + attacker, g.ids.unit + defender))
    g.attacks = [other for other in g.attacks if other.defender != defender]
    if attacker_loss:
        apply_casualties(g, attacker, attacker_loss)
    if defender_loss:
        apply_casualties(g, defender, defender_loss)


# --- in words


def attack_account(g: Board, attack: Attack, die: int, score: int) -> str:
    """Return the attacker's sum in words: army, supports, mission, die."""
    parts = ""
    for unit in attack.supports:
        parts += words.signed(support_factor(g, unit), f"support of {words.army(g, unit)}")
    if attack.air >= 0:
        parts += words.signed(g.t.air_bonus[attack.air >> 1], "air mission")
    return account(g, attack.attacker, attack.area, parts, die, score)


def defence_account(g: Board, attack: Attack, die: int, score: int) -> str:
    """Return the defender's sum in words: army, terrain, border, fortress, neighbours, die."""
    t = g.t
    area = attack.area
    parts = ""
    if t.terrain_bonus[area]:
        ground = words.listed([name.replace("_", " ") for name in t.terrain[area]])
        parts += words.signed(t.terrain_bonus[area], ground)
    via = attack.via
    if via == BY_SEA:
        parts += words.signed(t.coast_bonus, "coast")
    elif via >= 0:
        if t.link_river[via] == area:
            parts += words.signed(t.river_bonus, "river")
        if t.link_strait[via]:
            parts += words.signed(t.strait_bonus, "strait")
        if t.link_line[via] == area:
            parts += words.signed(t.line_bonus, "fortified line")
    fortress = fortress_bonus(g, attack.defender, area)
    if fortress:
        parts += words.signed(fortress, "fortress")
    together = together_bonus(g, attack.defender, area)
    if together:
        parts += words.signed(together, f"army of {t.country_name[t.together_beside]} beside it")
    return account(g, attack.defender, area, parts, die, score)


def account(g: Board, unit: int, area: int, parts: str, die: int, score: int) -> str:
    """Return an army's sum in words: its factor with all additions, its die and its score."""
    delta = season_delta(g, unit, area)
    factor = army_factor(g, unit, area) - delta
    season = words.signed(delta, g.t.turn_name[g.turn]) if delta else ""
    counts = die_value(g, unit, area, die)
    roll = f"die {die}" if counts == die else f"die {die} (counts as {counts})"
    return f"{words.army(g, unit)} {factor}{season}{parts} + {roll} = {score}"


def ending_text(
    g: Board, attack: Attack, row: int, winner: int, attacker_loss: int, defender_loss: int
) -> str:
    """Return an end of a combat in words, the beaten army first; `winner` is above 0 for the attacker."""
    losses = [loss_text(g, attack.attacker, attacker_loss), loss_text(g, attack.defender, defender_loss)]
    if winner > 0:
        losses.reverse()
    result = "A tie" if row == TIE else f"The {'attacker' if winner > 0 else 'defender'} wins"
    twice = " with twice the score" if row == DOUBLE_SCORE else ""
    return f"{result}{twice}: {', '.join(losses)}"


def loss_text(g: Board, unit: int, loss: int) -> str:
    """Return what casualties make of an army, in words."""
    name = g.t.type_name[g.t.unit_type[unit]]
    if (g.cond[unit] & STEPS) - loss < REDUCED:
        return f"{name} eliminated"
    return f"{name} reduced" if loss else f"{name} unhurt"
