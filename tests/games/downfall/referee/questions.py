"""What the engine offers, question by question, against what the book allows."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tests.games.downfall.referee import atlas, ground, journeys, stock
from tests.games.downfall.referee.atlas import ALLIES, AXIS
from tests.games.downfall.referee.fights import air_allowed, german_ban
from tests.games.downfall.referee.position import Position, Unit
from tests.games.downfall.referee.ways import STOP, operations

FREE, FIGHTING = 1, 2


class Question(NamedTuple):
    """A question: the position, the step's fields, what is offered; chance picks what is compared."""

    p: Position
    args: list[int]
    keys: set[str]  # all but counters
    units: list[int]
    chance: Random

    def named(self, kind: str) -> set[str]:
        """The names of what is offered of a kind: area, button, army, mission, tile."""
        return {key.split(":")[1] for key in self.keys if key.startswith(f"{kind}:")}


def same(found: Any, wanted: Any, what: str) -> None:
    """Complain of a difference."""
    if found != wanted:
        if isinstance(found, set) and isinstance(wanted, set):
            raise AssertionError(f"{what}: offered {found - wanted}, by the book {wanted - found}")
        raise AssertionError(f"{what}: {found}, by the book {wanted}")


def likes(p: Position, numbers: Any) -> set[Any]:
    """The different armies among these."""
    return {p.units[n].look() for n in numbers}


def marks(p: Position, numbers: Any) -> set[Any]:
    """The different armies among these as targets: also by the attack that is declared on them."""
    return {
        (p.units[n].look(), tuple(i for i, a in enumerate(p.attacks) if a.defender == n)) for n in numbers
    }


def own(p: Position) -> list[Unit]:
    """The armies at war of the active side."""
    return [u for u in p.units.values() if u.side == p.side and p.at_war(u)]


# --- menus


def menu(q: Question, phase: int) -> set[str]:
    """What can be done besides leading armies: Actions, building, missions. 4, 11, 12, 14"""
    p = q.p
    wanted = {f"button:{name}" for name in stock.allowed(p)}
    if p.points > 0:
        wanted |= stock.builds(p, False)
    if p.side == AXIS:
        boats = ("mission:submarine", "mission:submarine.advanced")
        wanted |= {key for key, count in zip(boats, p.subs, strict=True) if count}
    if p.side == ALLIES and p.control["london"] == ALLIES and bombers(p):
        wanted.add("button:bomb")
    known = p.raw["tile_known"]
    if any(t[0] == p.side and p.tiles[t] != "unused" and not known[n] for n, t in enumerate(atlas.TILES)):
        wanted.add("button:reveal")
    if phase <= FIGHTING:
        for flier, count in enumerate(p.air):
            own_flier = atlas.FLIERS[flier // 2][1] == p.side
            if count and own_flier and any(air_allowed(p, flier, a) for a in p.attacks):
                wanted.add(f"mission:{name_of(flier)}")
    return wanted


def name_of(flier: int) -> str:
    """An air mission as its button calls it."""
    return atlas.FLIER[flier // 2] + (".advanced" if flier % 2 else "")


def bombers(p: Position) -> set[str]:
    """The advanced missions of the Allies that could bomb."""
    return {
        name_of(2 * n + 1)
        for n, (_, side, _) in enumerate(atlas.FLIERS)
        if side == ALLIES and p.air[2 * n + 1]
    }


def spends(p: Position, unit: Unit) -> bool:
    """Whether points or armor steps can be spent on an army."""
    return stock.may_upgrade(p, unit, False) or bool(stock.armor_for(p, unit))


def free(q: Question) -> None:
    p = q.p
    wanted = menu(q, FREE) | {"button:combat"}
    if not p.attacks:
        wanted.add("button:end_turn")
    if journeys.torch(p):
        wanted.add("button:torch")
    same(q.keys, wanted, "the free part of the turn")
    offered = likes(p, q.units)
    same(offered - likes(p, [u.number for u in own(p)]), set(), "armies of others")
    some = own(p)
    for unit in q.chance.sample(some, min(2, len(some))):
        acts = p.supply[p.side] > 0 and ground.may_operate(p, unit) and bool(orders(p, unit))
        same(unit.look() in offered, acts or spends(p, unit), f"{unit.kind.id} in {unit.area} can be led")


def orders(p: Position, unit: Unit) -> set[str]:
    """The kinds of operation that an army can carry out now. 8"""
    found = set()
    if operations(p, unit):
        found.add("tactical")
    if journeys.strategic(p, unit):
        found.add("strategic")
    if journeys.naval(p, unit):
        found.add("naval")
    if journeys.landings(p, unit):
        found.add("land")
    return found


def battles(q: Question) -> None:
    p = q.p
    same(q.keys, menu(q, FIGHTING), "what can be done between combats")
    struck = {a.defender for a in p.attacks}
    assert set(q.units) & struck, "no attack can be fought"
    spent = [u.number for u in own(p) if spends(p, u)]
    same(likes(p, [n for n in q.units if n not in struck]), likes(p, spent), "armies between combats")


def after_combat(q: Question) -> None:
    same(q.keys, menu(q, 3) | {"button:end_turn"}, "what can be done after the combats")
    same(likes(q.p, q.units), likes(q.p, [u.number for u in own(q.p) if spends(q.p, u)]), "armies afterwards")


def beginning(q: Question) -> None:
    p = q.p
    wanted = {"button:done"} | stock.builds(p, True)
    if own(p):
        wanted.add("button:remove")
    if any(stock.infantry_for(p, u) for u in own(p)):
        wanted.add("button:exchange")
    same(q.keys, wanted, "the beginning of the turn")
    same(likes(p, q.units), likes(p, [u.number for u in own(p) if stock.may_upgrade(p, u, True)]), "flips")


def removing(q: Question) -> None:
    same(likes(q.p, q.units), likes(q.p, [u.number for u in own(q.p)]), "armies to remove")


def exchanging(q: Question) -> None:
    able = [u.number for u in own(q.p) if stock.infantry_for(q.p, u)]
    same(likes(q.p, q.units), likes(q.p, able), "armor to exchange")


def place(q: Question) -> None:
    same(q.named("area"), stock.places(q.p, atlas.KINDS[q.args[0]].nation), "places of a new army")


def convert_to(q: Question) -> None:
    unit = q.p.units[q.args[0]]
    step = "" if unit.full else ".reduced"
    same(q.named("army"), {k + step for k in stock.armor_for(q.p, unit)}, "conversion")


def develop(q: Question) -> None:
    same(q.named("tile"), {f"{side}_{name}" for side, name in stock.open_tiles(q.p)}, "tiles")


def commission(q: Question) -> None:
    p = q.p
    kinds = [n for n, row in enumerate(atlas.FLIERS) if row[1] == p.side and stock.free_air(p, n) > 0]
    wanted = {name_of(2 * n + p.has(p.side, "advanced_aviation")) for n in kinds}
    same(q.named("mission"), wanted, "nations of air missions")


# --- operations


def order(q: Question) -> None:
    p = q.p
    unit = p.units[q.args[0]]
    buttons = set()
    areas: set[str] = set()
    targets: set[int] = set()
    if p.phase == FREE and p.supply[p.side] > 0 and ground.may_operate(p, unit):
        ways = operations(p, unit)
        areas = {way[1] for way in ways if len(way) > 1}
        targets = ways.get((unit.area,), set())
        buttons = orders(p, unit) - {"tactical"}
    if stock.may_upgrade(p, unit, False):
        buttons.add("upgrade")
    if stock.armor_for(p, unit):
        buttons.add("convert")
    what = f"{unit.kind.id} in {unit.area}"
    same(q.named("area"), areas, f"{what}: first areas")
    same(marks(p, q.units), marks(p, targets), f"{what}: targets")
    same(q.named("button"), buttons, f"{what}: orders")


def march(q: Question) -> None:
    p = q.p
    unit = p.units[q.args[0]]
    way = tuple(atlas.AREAS[a] for a in q.args[3:])
    ways = operations(p, unit)
    what = f"{unit.kind.id}, {' - '.join(way)}"
    onward = {w[len(way)] for w in ways if len(w) > len(way) and w[: len(way)] == way}
    same(q.named("area"), onward, f"{what}: next areas")
    ends = ways.get(way, set())
    same("button:stop" in q.keys, STOP in ends, f"{what}: stop")
    same(marks(p, q.units), marks(p, ends - {STOP}), f"{what}: targets")


def journey(q: Question) -> None:
    p = q.p
    unit = p.units[q.args[0]]
    kind = ("strategic", "naval", "land")[q.args[1] - 11]
    reach: dict[str, Any] = {
        "strategic": journeys.strategic,
        "naval": journeys.naval,
        "land": journeys.landings,
    }
    same(q.named("area"), set(reach[kind](p, unit)), f"{unit.kind.id} in {unit.area}: {kind}")


def ashore(q: Question) -> None:
    p = q.p
    unit = p.units[q.args[0]]
    same(marks(p, q.units), marks(p, journeys.strikes(p, unit, unit.area)), "targets of a landing")
    same("button:stop" in q.keys, bool(p.mine(unit.area, p.side, unit)), "landing without attack")


def torch(q: Question) -> None:
    able = [u.number for u in journeys.torch_armies(q.p) if u.number not in q.args]
    same(likes(q.p, q.units), likes(q.p, able), "armies for French North Africa")


# --- missions


def place_air(q: Question) -> None:
    able = {a.defender for a in q.p.attacks if air_allowed(q.p, q.args[0], a)}
    same(set(q.units), able, "attacks for a mission")


def counter(q: Question) -> None:
    p = q.p
    attack = next(a for a in p.attacks if a.defender == q.args[0])
    side = p.units[attack.defender].side
    wanted = set()
    for flier, count in enumerate(p.air):
        nation, owner, _ = atlas.FLIERS[flier // 2]
        stronger = flier % 2 or not attack.flier % 2
        if count and owner == side and stronger and not german_ban(p, nation, attack.area):
            wanted.add(name_of(flier))
    same(q.named("mission"), wanted, "missions that counter")
    assert "button:pass" in q.keys


def bombing(q: Question) -> None:
    same(q.named("mission"), bombers(q.p), "bombers")
    same("button:done" in q.keys, q.args != [0], "enough bombers")


def intercept(q: Question) -> None:
    same(q.keys, {"button:pass", "mission:german_air.advanced"}, "interceptors")
    assert q.p.air[1] and sum(q.p.bombers)


def victims(q: Question) -> None:
    wanted = {name_of(2 * n + 1) for n, count in enumerate(q.p.bombers) if count}
    same(q.named("mission"), wanted, "bombers that are met")


QUESTIONS: dict[str, Callable[[Question], None]] = {
    "BeforeCombat": free,
    "Combat": battles,
    "AfterCombat": after_combat,
    "TurnStart": beginning,
    "Removing": removing,
    "Exchanging": exchanging,
    "Place": place,
    "ConvertTo": convert_to,
    "Develop": develop,
    "Commission": commission,
    "ArmyOrder": order,
    "March": march,
    "LongMove": journey,
    "AttackAfterLanding": ashore,
    "Torch": torch,
    "PlaceAir": place_air,
    "Counter": counter,
    "Bombing": bombing,
    "Intercept": intercept,
    "CounteredBombers": victims,
}
