"""A position in which all invariants hold, and ways to break each of them. [1a] [1e] [4.1b] [5] [6]"""

from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.testing import unit_at
from tests.games.breaking import let, put
from tests.games.case import Broken
from tests.games.downfall.clicks import T, board, order, table


def sound() -> Board:
    """A position with a supported attack, in which everything holds."""
    m = table(
        armies=[
            "2 german_infantry@riga",
            "german_armor@riga",
            "soviet_infantry@riga",
            "soviet_infantry@minsk",
        ],
        air={"german_air": 2},
        armor=1,
        barbarossa=7,
        developments={"ussr": ["urals_industry"]},
    )
    order(m, "german_armor@riga", attack="soviet_infantry")
    order(m, "german_infantry@riga", attack="soviet_infantry")
    return board(m)


def area(name: str) -> int:
    return T.area_index[name]


def tile(name: str) -> int:
    return T.tile_index[name]


def armor(g: Board) -> int:
    return unit_at(g, "german_armor", "riga")


def idle_infantry(g: Board) -> int:
    return next(
        u
        for u in g.at[area("riga")]
        if g.t.unit_side[u] == const.AXIS and g.cond[u] & (const.ATTACKS | const.SUPPORTS) == 0
    )


def replace_attack(g: Board, **changes: int | tuple[int, ...]) -> None:
    old = g.attacks[0]
    fields = {"attacker": old.attacker, "defender": old.defender, "area": old.area, "supports": old.supports}
    fields.update(changes)
    new = Attack(old.attacker, old.defender, old.area, old.via, old.supports, old.air)
    for name, value in fields.items():
        setattr(new, name, value)
    g.attacks[0] = new


def in_the_pool_with_a_condition(g: Board) -> None:
    g.cond[g.free_unit(T.type_index["german_infantry"])] = const.READY


def without_steps(g: Board) -> None:
    g.cond[armor(g)] &= ~const.STEPS


def with_three_steps(g: Board) -> None:
    g.cond[armor(g)] |= const.STEPS


def acting_out_of_turn(g: Board) -> None:
    g.cond[unit_at(g, "soviet_infantry", "minsk")] |= const.READY


def not_where_it_is(g: Board) -> None:
    g.at[area("minsk")] = ()


def twice_where_it_is(g: Board) -> None:
    g.at[area("minsk")] *= 2


def surrendered_on_the_map(g: Board) -> None:
    g.status[T.country_index["ussr"]] = const.SURRENDERED


def in_two_areas(g: Board) -> None:
    g.at[area("kiev")] = g.at[area("minsk")]


def miscounted(g: Board) -> None:
    g.stack[area("minsk")] += 1


def counted_where_nobody_is(g: Board) -> None:
    g.stack[area("berlin")] += 1


def four_in_an_area(g: Board) -> None:
    for _ in range(2):
        g.put(g.free_unit(T.type_index["german_infantry"]), area("riga"), 2)


def controlled_by_nobody_known(g: Board) -> None:
    g.set_control(area("berlin"), const.NEUTRAL + 1)


def neutral_at_war(g: Board) -> None:
    g.set_control(area("berlin"), const.NEUTRAL)


def neutral_africa_before_the_fall(g: Board) -> None:
    g.set_control(area("oran"), const.NEUTRAL)


def beachhead_inland(g: Board) -> None:
    g.mark_beach(area("minsk"), 1 << const.AXIS)


def two_attacks_by_one(g: Board) -> None:
    g.attacks.append(g.attacks[0])


def attack_elsewhere(g: Board) -> None:
    replace_attack(g, area=area("minsk"))


def attack_by_neutrals(g: Board) -> None:
    country = T.country_index["germany"]
    g.status[country] = const.OUT
    g.derive()


def attack_by_the_enemy(g: Board) -> None:
    replace_attack(g, attacker=g.attacks[0].defender, defender=g.attacks[0].attacker)


def attack_on_a_friend(g: Board) -> None:
    replace_attack(g, defender=idle_infantry(g))


def unmarked_attacker(g: Board) -> None:
    g.cond[armor(g)] &= ~const.ATTACKS


def unmarked_supporter(g: Board) -> None:
    g.cond[g.attacks[0].supports[0]] &= ~const.SUPPORTS


def unfinished_battles(g: Board) -> None:
    g.phase = const.AFTER


def undated(g: Board) -> None:
    g.tiles[tile("axis_logistics")] = const.IN_PROGRESS


def begun_tomorrow(g: Board) -> None:
    g.tiles[tile("axis_logistics")] = const.IN_PROGRESS
    g.tile_since[tile("axis_logistics")] = g.turn + 1


def dated_when_done(g: Board) -> None:
    g.tile_since[tile("ussr_urals_industry")] = 3


def known_before_it_is_begun(g: Board) -> None:
    g.tile_known[tile("axis_logistics")] = True


def without_the_urals(g: Board) -> None:
    g.tiles[tile("ussr_urals_industry")] = 0
    g.tiles[tile("ussr_guards")] = const.AVAILABLE


def nobody_asked(g: Board) -> None:
    g.agenda = []


def more_lines_than_landings(g: Board) -> None:
    g.line_landings = 1


BROKEN: dict[str, Broken] = {
    "before the first turn": ("on the track", let("turn", 0)),
    "after the last turn": ("on the track", let("turn", 23)),
    "too much supply": ("supply is within", put("supply", const.ALLIES, 13)),
    "supply below nothing": ("supply is within", put("supply", const.USSR, -1)),
    "armor below nothing": ("armor is not negative", put("armor", const.AXIS, -1)),
    "Actions below nothing": ("Actions left", let("actions_left", -1)),
    "points below nothing": ("reinforcement points", let("points", -1)),
    "air missions below nothing": ("air missions are not negative", put("air", 0, -1)),
    "bombers below nothing": ("air missions are not negative", put("bombers", 1, -1)),
    "more air missions than counters": ("air missions than counters", put("air", 0, 99)),
    "more bombers than counters": ("air missions than counters", put("bombers", 1, 99)),
    "boats below nothing": ("submarine missions are not negative", put("subs", 0, -1)),
    "boats at sea below nothing": ("submarine missions are not negative", put("atlantic", 1, -1)),
    "more boats than counters": ("submarine missions than counters", put("subs", 0, 5)),
    "more boats at sea than counters": ("submarine missions than counters", put("atlantic", 0, 5)),
    "a tile of no kind": ("neither unused", put("tiles", 0, 3)),
    "a tile below nothing": ("neither unused", put("tiles", 0, -1)),
    "undated": ("wrong date", undated),
    "begun tomorrow": ("wrong date", begun_tomorrow),
    "dated when done": ("wrong date", dated_when_done),
    "known before begun": ("known but", known_before_it_is_begun),
    "without the Urals": ("lacks what it needs", without_the_urals),
    "nobody asked": ("somebody is asked", nobody_asked),
    "minor points below nothing": ("minor countries are not negative", put("minor_points", 0, -1)),
    "minor points too late": ("have lapsed", put("minor_points", 0, 1)),
    "unfinished battles": ("have been fought", unfinished_battles),
    "too many landings": ("land than may", let("landings", 4)),
    "more lines than landings": ("land than may", more_lines_than_landings),
    "too many strategic moves": ("strategically than may", let("strategic_in_ussr", 3)),
    "in the pool with a condition": ("in the pool but", in_the_pool_with_a_condition),
    "without steps": ("without steps", without_steps),
    "with three steps": ("without steps", with_three_steps),
    "acting out of turn": ("another side's turn", acting_out_of_turn),
    "not where it is": ("each area holds", not_where_it_is),
    "twice where it is": ("each area holds", twice_where_it_is),
    "surrendered on the map": ("has surrendered but", surrendered_on_the_map),
    "in two areas": ("each area holds", in_two_areas),
    "miscounted": ("counts of armies", miscounted),
    "counted where nobody is": ("counts of armies", counted_where_nobody_is),
    "four in an area": ("axis stacks too high in riga", four_in_an_area),
    "no controller": ("has no controller", controlled_by_nobody_known),
    "neutral at war": ("berlin is neutral although", neutral_at_war),
    "neutral Africa before the fall": ("oran is neutral although", neutral_africa_before_the_fall),
    "beachhead inland": ("minsk has a beachhead", beachhead_inland),
    "two attacks by one": ("part of one attack", two_attacks_by_one),
    "attack elsewhere": ("fought where", attack_elsewhere),
    "attack by neutrals": ("only armies at war", attack_by_neutrals),
    "attack by the enemy": ("only the active side", attack_by_the_enemy),
    "attack on a friend": ("strikes an enemy", attack_on_a_friend),
    "unmarked attacker": ("attacker is marked", unmarked_attacker),
    "unmarked supporter": ("supporter is marked", unmarked_supporter),
}
