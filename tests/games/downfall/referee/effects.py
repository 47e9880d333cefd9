"""What each step of the engine has to do to a position: the referee does the same by the book, and compares.

`answer_X` follows an answer to step X, `run_X` what it does by itself; both change the position `p`.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.games.downfall.referee import atlas, journeys, nations, stock
from tests.games.downfall.referee.atlas import ALLIES, AREA, AXIS, NEAR, NEUTRAL, SIDES
from tests.games.downfall.referee.fights import air_allowed, fight
from tests.games.downfall.referee.position import Attack, Position, Unit
from tests.games.downfall.referee.ways import way_price

DIE = re.compile(r"die (\d)")


class Told(NamedTuple):
    """A line of the log: the text and the numbers of the counters it names."""

    text: str
    units: list[int]


class Moment(NamedTuple):
    """A step at work: its fields, the choice as text and counter, the log, what comes next."""

    args: Sequence[int]
    key: str  # "area:riga", "button:stop", ...
    unit: int  # the counter chosen, or -1
    told: list[Told]
    top: str  # the step on top of the agenda afterwards
    asked: bool


# --- the order of play


def run_Sequence(p: Position, m: Moment) -> None:
    nations.turn_begins(p)


def run_TurnEnd(p: Position, m: Moment) -> None:
    for unit in p.units.values():
        unit.hit.clear()
    if p.turn < atlas.LAST_TURN:
        p.turn += 1
        p.year, p.season = atlas.year(p.turn), atlas.season(p.turn)


def run_SideTurn(p: Position, m: Moment) -> None:
    side = SIDES[m.args[0]]
    if p.plays(side):
        nations.side_begins(p, side)


def run_SideEnd(p: Position, m: Moment) -> None:
    nations.side_ends(p)


def close_beginning(p: Position) -> None:
    """Points of minors that were not used are lost. 4.2"""
    p.minor_points = dict.fromkeys(p.minor_points, 0)


def run_TurnStart(p: Position, m: Moment) -> None:
    if not m.asked:
        close_beginning(p)


def answer_TurnStart(p: Position, m: Moment) -> None:
    if m.key == "button:done":
        close_beginning(p)
    elif m.key.startswith("army:"):
        start_build(p, m)
    elif m.unit >= 0:
        upgrade(p, p.units[m.unit])


def answer_Removing(p: Position, m: Moment) -> None:
    del p.units[m.unit]


def answer_Exchanging(p: Position, m: Moment) -> None:
    nation = p.units[m.unit].nation
    kinds = [k.id for k in atlas.KINDS if k.nation == nation and not k.armor and not k.needs]
    p.exchange(m.unit, next(kind for kind in kinds if p.free(kind)))


# --- the menus


def menu(p: Position, m: Moment) -> None:
    """An Action, a build, a submarine mission; all else only asks on."""
    name = m.key.split(":")[1]
    if m.key.startswith("army:"):
        start_build(p, m)
    elif m.key.startswith("mission:submarine"):
        advanced = name.endswith(".advanced")
        p.subs[advanced] -= 1
        p.atlantic[advanced] += 1
        p.atlantic[2] += advanced and not p.has(ALLIES, "advanced_warships")
    elif name in p.taken:
        act(p, name, m)


answer_BeforeCombat = answer_AfterCombat = menu


def act(p: Position, action: str, m: Moment) -> None:
    """An Action is taken. 4"""
    p.actions_left -= 1
    p.taken[action] += 1
    if action == "supply":
        p.supply[p.side] += stock.supply_units(p)
    elif action == "reinforcements":
        p.points += stock.points(p)
    elif action == "armor_production":
        p.armor[p.side] += 5 if p.has(p.side, "tank_industry") else 3
    elif action == "air_missions":
        if m.top != "Commission":
            commission(p, stock.new_air(p))
    elif action == "submarine_missions":
        p.subs[p.has(AXIS, "advanced_warships")] += stock.new_boats(p)
    elif action == "lend_lease":
        p.lend_lease = p.turn
    elif m.top != "Develop":
        (tile,) = stock.open_tiles(p)
        develop(p, tile)


def commission(p: Position, number: int) -> None:
    """New air missions come where nobody has to choose their nation. 4.4"""
    kinds = [n for n, row in enumerate(atlas.FLIERS) if row[1] == p.side and stock.free_air(p, n) > 0]
    total = sum(stock.free_air(p, n) for n in kinds)
    assert len(kinds) < 2 or total <= number, "the nation of air missions has to be chosen"
    for n in kinds:
        p.air[2 * n + p.has(p.side, "advanced_aviation")] += min(number, stock.free_air(p, n))


def answer_Commission(p: Position, m: Moment) -> None:
    p.air[mission(m)] += 1
    if m.args[0] > 1 and m.top != "Commission":
        commission(p, m.args[0] - 1)


def mission(m: Moment) -> int:
    """The number of the air mission chosen: nation, basic or advanced."""
    name, _, advanced = m.key.split(":")[1].partition(".")
    return 2 * atlas.FLIER.index(name) + bool(advanced)


def develop(p: Position, tile: tuple[str, str]) -> None:
    """A Development Action's work on a tile. 4.6"""
    if p.tiles[tile] == "unused" and p.year < 1944:
        p.tiles[tile], p.begun[tile] = "in progress", p.turn
    else:
        p.tiles[tile], p.begun[tile] = "available", -1


def answer_Develop(p: Position, m: Moment) -> None:
    side, _, name = m.key.split(":")[1].partition("_")
    develop(p, (side, name))


def start_build(p: Position, m: Moment) -> None:
    """Build an army where only one place can take it. 4.2"""
    if m.top == "Place":
        return
    kind, _, reduced = m.key.split(":")[1].partition(".")
    (area,) = stock.places(p, atlas.KIND[kind].nation)
    build(p, kind, not reduced, area)


def build(p: Position, kind: str, full: bool, area: str) -> None:
    """A new army, paid for. 4.2, 10"""
    pay(p, atlas.KIND[kind].nation, 2 if full else 1)
    if atlas.KIND[kind].armor:
        p.armor[p.side] -= 2 if full else 1
    p.place(kind, area, full).ready = p.new_operate


def pay(p: Position, nation: str, points: int) -> None:
    """Spend points on an army. 4.2"""
    if nation not in atlas.MAJOR:
        p.minor_points[nation] -= points
        return
    p.points -= points
    p.british += points if nation == "united_kingdom" else 0


def answer_Place(p: Position, m: Moment) -> None:
    build(p, atlas.KINDS[m.args[0]].id, m.args[1] == 2, m.key.split(":")[1])


def upgrade(p: Position, unit: Unit) -> None:
    """A reduced army becomes a full one. 4.2, 10"""
    pay(p, unit.nation, 1)
    p.armor[p.side] -= unit.armor
    unit.full = True


def convert(p: Position, unit: Unit, kind: str) -> None:
    """Infantry becomes armor. 10"""
    p.armor[p.side] -= 2 if unit.full else 1
    p.exchange(unit.number, kind)


def answer_ConvertTo(p: Position, m: Moment) -> None:
    convert(p, p.units[m.args[0]], m.key.split(":")[1].partition(".")[0])


# --- operations


def answer_ArmyOrder(p: Position, m: Moment) -> None:
    unit = p.units[m.args[0]]
    if m.key == "button:upgrade":
        upgrade(p, unit)
    elif m.key == "button:convert" and m.top != "ConvertTo":
        (kind,) = stock.armor_for(p, unit)
        convert(p, unit, kind)
    elif m.unit >= 0:
        tactical(p, unit, (unit.area,), m.unit)


def answer_March(p: Position, m: Moment) -> None:
    if not m.key.startswith("area:"):
        tactical(p, p.units[m.args[0]], tuple(atlas.AREAS[a] for a in m.args[3:]), m.unit)


def tactical(p: Position, unit: Unit, way: tuple[str, ...], target: int) -> None:
    """A tactical operation comes to its end. 8"""
    p.supply[p.side] -= way_price(p, way)
    unit.operated = True
    travel(p, unit, way)
    if target >= 0:
        border = NEAR[way[-2]][way[-1]].number if len(way) > 1 else -1
        strike(p, unit, target, border)


def travel(p: Position, unit: Unit, way: tuple[str, ...]) -> None:
    """An army goes its way, with what that sets off. 2, 4, 9"""
    lands = {AREA[a].land for a in way}
    if unit.nation == "germany" and "romania" in lands and AREA[way[-1]].land != "romania":
        p.passages += 1
    unit.area = way[-1]
    for area in way[1:]:
        nations.enter(p, unit, area)


def strike(p: Position, unit: Unit, target: int, way: int) -> None:
    """Declare an attack, or the support of one. 17"""
    for attack in p.attacks:
        if attack.defender == target:
            unit.supports = True
            attack.supports.append(unit.number)
            return
    unit.attacks = True
    if p.side != AXIS:
        p.units[target].hit.add(p.side)
    p.attacks.append(Attack([unit.number, target, atlas.AREAS.index(unit.area), way, -1]))
    nations.declared(p, unit, unit.area)


def answer_LongMove(p: Position, m: Moment) -> None:
    unit, area = p.units[m.args[0]], m.key.split(":")[1]
    kind = ("strategic", "naval", "land")[m.args[1] - 11]
    if kind == "land":
        land(p, unit, area)
        return
    if kind == "strategic":
        best = journeys.strategic(p, unit)[area]
        romania = {a for a in atlas.AREAS if AREA[a].land == "romania"}
        if unit.nation == "germany" and not {unit.area, area} & romania and not p.total_war[AXIS]:
            p.passages += journeys.strategic(p, unit, romania).get(area) != best
        p.supply[p.side] -= best.price
        p.strategic_in_ussr += p.side == AXIS and best.in_ussr
    else:
        p.supply[p.side] -= journeys.naval(p, unit)[area]
    unit.operated = True
    travel(p, unit, (unit.area, area))


def land(p: Position, unit: Unit, area: str) -> None:
    """An army goes ashore. 8, 13.9"""
    _, row, line = next(way for way in journeys.landing_ways(unit.area) if way[0] == area)
    p.supply[p.side] -= 2
    p.landings += 1
    p.line_landings += line
    p.landed_at.append(row["id"] if line else area)
    unit.operated = unit.landed = True
    travel(p, unit, (unit.area, area))
    p.landed[p.side].add(area)


def answer_AttackAfterLanding(p: Position, m: Moment) -> None:
    if m.unit >= 0:
        strike(p, p.units[m.args[0]], m.unit, -2)


def answer_Torch(p: Position, m: Moment) -> None:
    units = [*m.args, m.unit]
    if len(units) < 3:
        return
    for number, area in zip(units, ("casablanca", "oran", "algiers"), strict=True):
        land(p, p.units[number], area)
    for area in ("constantine", "tunisia"):  # east of Algiers
        if p.control[area] == NEUTRAL:
            p.control[area] = AXIS


# --- missions


def place_air(p: Position, flier: int, target: int) -> None:
    """A mission goes onto an attack. 11"""
    p.air[flier] -= 1
    next(a for a in p.attacks if a.defender == target).flier = flier


def run_PlaceAir(p: Position, m: Moment) -> None:
    if not m.asked:
        (attack,) = [a for a in p.attacks if air_allowed(p, m.args[0], a)]
        place_air(p, m.args[0], attack.defender)


def answer_PlaceAir(p: Position, m: Moment) -> None:
    place_air(p, m.args[0], m.unit)


def answer_Counter(p: Position, m: Moment) -> None:
    if m.key != "button:pass":
        p.air[mission(m)] -= 1
        next(a for a in p.attacks if a.defender == m.args[0]).flier = -1


def answer_Bombing(p: Position, m: Moment) -> None:
    if m.key != "button:done":
        p.air[mission(m)] -= 1
        p.bombers[mission(m) // 2] += 1


def answer_Intercept(p: Position, m: Moment) -> None:
    if m.key != "button:pass":
        p.air[mission(m)] -= 1
        p.interceptors += 1
        shoot_down(p, 2 if p.interceptors <= 2 else 1)


def shoot_down(p: Position, number: int) -> None:
    """Bombers are lost, where the Axis need not choose whose. 13.11, 14"""
    kinds = [n for n, count in enumerate(p.bombers) if count]
    if number >= sum(p.bombers):
        p.bombers = [0] * len(p.bombers)
    elif len(kinds) == 1:
        p.bombers[kinds[0]] -= number


def answer_CounteredBombers(p: Position, m: Moment) -> None:
    p.bombers[mission(m) // 2] -= 1
    if m.args[0] > 1:
        shoot_down(p, m.args[0] - 1)


# --- combats


def combats(p: Position, told: list[Told]) -> None:
    """Fight the combats of which the log tells, with the dice that it tells. 17"""
    for line in told:
        dice = [int(found) for found in DIE.findall(line.text)]
        if len(dice) != 2 or len(line.units) != 2:
            continue
        (attack,) = [a for a in p.attacks if a.attacker == line.units[0] and a.defender == line.units[1]]
        outcome = fight(p, attack, (dice[0], dice[1]))
        for score in outcome.scores:
            assert f"= {score}." in line.text, (line.text, outcome)
        p.attacks.remove(attack)
        for number, loss in zip(line.units, outcome.losses, strict=True):
            steps = (2 if p.units[number].full else 1) - loss
            if steps <= 0:
                del p.units[number]
            else:
                p.units[number].full = steps == 2


def run_Combat(p: Position, m: Moment) -> None:
    combats(p, m.told)
    if not m.asked:
        assert not p.attacks
        nations.operations_end(p)


def answer_Combat(p: Position, m: Moment) -> None:
    if m.unit >= 0 and any(a.defender == m.unit for a in p.attacks):
        combats(p, m.told)
    else:
        menu(p, m)


EFFECTS: dict[str, Any] = {name: found for name, found in globals().items() if name[:4] in ("run_", "answ")}
