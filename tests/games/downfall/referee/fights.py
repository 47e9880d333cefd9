"""What a combat comes to: factors, terrain, dice, casualties. 16, 17"""

from typing import NamedTuple

from tests.games.downfall.referee import atlas
from tests.games.downfall.referee.atlas import ALLIES, AREA, AXIS
from tests.games.downfall.referee.position import Attack, Position, Unit


def factor(p: Position, unit: Unit, area: str) -> int:
    """The combat factor of an army where it fights. 1, 17"""
    full, reduced = unit.kind.full, unit.kind.reduced
    if unit.kind.id == "afrika_korps":
        full, reduced = (7, 4) if AREA[area].africa else (5, 3)
    found = full if unit.full else reduced
    if p.turn == 9 and unit.side == AXIS and AREA[area].land == "ussr":  # winter 1942
        found -= 1
    return found


def terrain(p: Position, unit: Unit, attack: Attack) -> int:
    """What ground, fortress and the way of the attacking army give the defender. 16"""
    place = AREA[attack.area]
    bonus = sum(kind not in ("plain", "coast", "high_mountain") for kind in place.terrain)
    if (
        place.fortress
        and p.control[attack.area] == unit.side
        and (place.land != "ussr" or unit.nation == "ussr")
    ):
        bonus += 1
    if attack.by_sea:
        bonus += 1
    if attack.border:
        bonus += attack.border.strait
        bonus += attack.border.river_in == attack.area
        bonus += 2 * (attack.border.line_in == attack.area)
    return bonus


def sums(p: Position, attack: Attack) -> tuple[int, int]:
    """The adjusted combat factors of attacker and defender. 17"""
    attacker, defender = p.units[attack.attacker], p.units[attack.defender]
    first = factor(p, attacker, attack.area)
    for number in attack.supports:
        first += 2 if p.units[number].full else 1
    if attack.air:
        first += 2
    second = factor(p, defender, attack.area) + terrain(p, defender, attack)
    if defender.nation == "italy" and any(u.nation == "germany" for u in p.here(attack.area)):
        second += 1
    return first, second


def margin(p: Position, attack: Attack) -> int:
    """By how much the attack is stronger."""
    first, second = sums(p, attack)
    return first - second


def counts(unit: Unit, area: str, die: int) -> int:
    """What a roll counts for an army. 17"""
    place = AREA[area]
    panzer = unit.nation == "germany" and unit.armor and place.land == "ussr"
    panzer = panzer and not {"forest", "swamp", "mountain"} & {*place.terrain}
    veteran = unit.kind.id == "afrika_korps" or (unit.nation == "united_kingdom" and unit.armor)
    return max(die, 3) if panzer or (veteran and place.africa) else die


class Outcome(NamedTuple):
    """Scores and casualties of a combat."""

    scores: tuple[int, int]
    losses: tuple[int, int]  # attacker, defender


def fight(p: Position, attack: Attack, dice: tuple[int, int]) -> Outcome:
    """How a combat ends with these rolls of attacker and defender. 17.1"""
    units = (p.units[attack.attacker], p.units[attack.defender])
    first, second = sums(p, attack)
    scores = (first + counts(units[0], attack.area, dice[0]), second + counts(units[1], attack.area, dice[1]))
    if scores[0] == scores[1]:
        return Outcome(scores, (1, 1))
    winner = 0 if scores[0] > scores[1] else 1
    loser = 1 - winner
    spared = not units[loser].full or scores[winner] >= 2 * scores[loser]
    losses = [0, 0]
    losses[loser], losses[winner] = 2, 0 if spared else 1
    return Outcome(scores, (losses[0], losses[1]))


def air_allowed(p: Position, flier: int, attack: Attack) -> bool:
    """Whether a mission may be placed on an attack. 9, 11, 17, 19"""
    nation, side, _ = atlas.FLIERS[flier // 2]
    if attack.air:
        return False
    if p.season == "winter" and not AREA[attack.area].africa and not (side == ALLIES and p.year == 1945):
        return False
    return not german_ban(p, nation, attack.area)


def german_ban(p: Position, nation: str, area: str) -> bool:
    """Whether Germany may not use air missions in an area yet. 9"""
    early = nation == "germany" and p.turn < 5
    return early and (AREA[area].land in ("finland", "greece") or AREA[area].africa)
