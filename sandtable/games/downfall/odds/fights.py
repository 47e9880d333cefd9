"""The odds of combats: declared ones, and those the clicked army or mission could start.

Nothing secret counts in a combat and only two dice are rolled, so all chances are exact.
Submarines and bombers roll no dice.
"""

from typing import Final, NamedTuple

from sandtable.engine.odds import Chances, Odds, Row, die
from sandtable.engine.step import Step
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import FIGHTING, FREE, FULL, STEPS
from sandtable.games.downfall.components.ids import AREA, LAND
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.components.tables import Tables
from sandtable.games.downfall.rules import combat, long_movement, missions, operations

OPEN: Final = "Supports and missions that may still come are not counted."
MISSION: Final = "A mission that may still come is not counted."
HELPER_NEARBY: Final = "An army beside it helps the defender; another attack may remove it first."


class Ending(NamedTuple):
    """One way a combat can end: the row of the result table, who wins, losses, chance."""

    row: int
    winner: int  # 1 the attacker, -1 the defender, 0 neither
    attacker_loss: int
    defender_loss: int
    chance: float


def scores(g: Board, unit: int, area: int, factor: int) -> Chances:
    """Return the scores an army can reach in an area with this adjusted factor."""
    found: Chances = {}
    for value, p in die(g.t.die).items():
        score = factor + combat.die_value(g, unit, area, value)
        found[score] = found.get(score, 0.0) + p
    return found


def combat_endings(
    t: Tables, attack: Chances, defence: Chances, attacker_full: bool, defender_full: bool
) -> list[Ending]:
    """Return how a combat between two scores can end, best for the attacker first."""
    found: dict[tuple[int, int, int, int], float] = {}
    for a, p in attack.items():
        for d, q in defence.items():
            lost = combat.casualties(t, a, d, attacker_full, defender_full)
            winner = 1 if a > d else -1 if a < d else 0
            key = (combat.outcome(a, d, attacker_full, defender_full), winner, lost[0], lost[1])
            found[key] = found.get(key, 0.0) + p * q
    endings = [Ending(*key, p) for key, p in found.items()]
    endings.sort(key=attacker_gain, reverse=True)
    return endings


def attacker_gain(ending: Ending) -> int:
    """Return how good an ending is for the attacker."""
    return 10 * ending.winner + ending.defender_loss - ending.attacker_loss


def endings_of(g: Board, attack: Attack) -> list[Ending]:
    """Return how an attack can end with the present factors."""
    area = attack.area
    return combat_endings(
        g.t,
        scores(g, attack.attacker, area, combat.attack_factor(g, attack)),
        scores(g, attack.defender, area, combat.defence_factor(g, attack)),
        g.cond[attack.attacker] & STEPS == FULL,
        g.cond[attack.defender] & STEPS == FULL,
    )


def attack_odds(g: Board, attack: Attack, condition: str = "") -> Odds:
    """Return the odds of an attack with the present factors; `condition` says what they depend on."""
    attacker = attack.attacker
    defender = attack.defender
    rows: list[Row] = []
    lost = [0.0, 0.0]
    for ending in endings_of(g, attack):
        row, winner, attacker_loss, defender_loss, chance = ending
        text = combat.ending_text(g, attack, row, winner, attacker_loss, defender_loss)
        rows.append(Row(text, chance, winner))
        lost[0] += chance * min(attacker_loss, g.cond[attacker] & STEPS)
        lost[1] += chance * min(defender_loss, g.cond[defender] & STEPS)
    return Odds(
        f"{g.t.area_name[attack.area]}: {words.army(g, attacker)} attacks {words.army(g, defender)}, "
        f"{combat.attack_factor(g, attack)} to {combat.defence_factor(g, attack)}{condition}",
        "17.1",
        tuple(rows),
        (("steps lost by the attacker", lost[0]), ("steps lost by the defender", lost[1])),
        refs=tuple([AREA + attack.area] + [g.ids.unit + u for u in [attacker, defender, *attack.supports]]),
        note=note(g, attack),
    )


def note(g: Board, attack: Attack) -> str:
    """Return what the odds of an attack do not count."""
    notes = [OPEN] if g.phase == FREE else []
    if g.phase == FIGHTING and attack.air < 0 and missions.can_support(g, attack):
        notes.append(MISSION)
    if combat.together_bonus(g, attack.defender, attack.area):
        for other in g.attacks:
            if other.area == attack.area and other.defender != attack.defender:
                notes.append(HELPER_NEARBY)
                break
    return " ".join(notes)


# --- the fights of a position


def odds(g: Board, seat: int | None) -> list[Odds]:
    """Return the odds of what the seat is preparing, then of all declared attacks."""
    found: list[Odds] = []
    if g.result is not None:
        return found
    step = g.agenda[-1]
    if isinstance(step, missions.Counter):
        attack = g.attacks[g.attack_on(step.defender)]
        plain = missions.with_air(attack, -1)
        found.append(attack_odds(g, plain, f", if {missions.mission_name(g, attack.air)} is countered"))
    # The areas an army can reach may depend on secret developments: only its own player sees these odds.
    elif seat is not None and seat in step.seats(g):
        found = possible_odds(g, step, seat)
    for attack in g.attacks:
        found.append(attack_odds(g, attack))
    return found


def possible_odds(g: Board, step: Step[Board], seat: int) -> list[Odds]:
    """Return the odds of each attack that the next click would declare, support or send a mission to."""
    found: list[Odds] = []
    if isinstance(step, long_movement.LongMove):
        if step.kind == LAND:
            for choice in step.choices(g, seat):
                after = clicked(g, step, seat, choice)
                ashore = after.agenda[-1]
                if isinstance(ashore, long_movement.AttackAfterLanding):
                    found.extend(possible_odds(after, ashore, seat))
        return found
    note = ""
    if isinstance(step, missions.PlaceAir):
        note = f", with {missions.mission_name(g, step.mission)}"
    elif not isinstance(step, (operations.ArmyOrder, operations.March, long_movement.AttackAfterLanding)):
        return found
    for choice in step.choices(g, seat):
        target = choice - g.ids.unit
        if g.ids.unit <= choice < g.ids.tile:
            # The click is made on a copy, because an invasion may change the factors.
            after = clicked(g, step, seat, choice)
            attack = after.attacks[after.attack_on(target)]
            support = f", with the support of {words.army(g, attack.supports[-1])}" if attack.supports else ""
            found.append(attack_odds(after, attack, note or support))
    return found


def clicked(g: Board, step: Step[Board], seat: int, choice: int) -> Board:
    """Return a copy of the position after one more click, before anything else happens."""
    after = g.fork()
    step.answer(after, seat, choice)
    return after
