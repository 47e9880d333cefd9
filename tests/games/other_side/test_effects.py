"""Effects of cards: each operation does what it says, as far as it can be done."""

from typing import Any

import pytest

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.effect_types import (
    ACTIVATE_OB,
    ADD_DICE,
    AG_HEAD,
    AIR,
    AIR_ANY,
    AIR_FRONT,
    ALLIED_DICE,
    ALLIED_HITS,
    AXIS_DICE,
    AXIS_HITS,
    BOMBING_SHIFT,
    DISCARD_BLACK_ORCHESTRA,
    ELIMINATE_SATELLITE,
    EXTRA_RETREAT,
    FANATICISM,
    FLIP_LIMIT,
    FREE_SECOND_ADVANCE,
    IGNORE_COMBAT_EVENTS,
    IGNORE_NEXT_BOMBING,
    IGNORE_SPECIAL,
    LEADING,
    LOSE_LESS,
    NO_SECOND_ADVANCE,
    OB,
    OP_IDS,
    OPS_MODIFIER,
    POOL_ADD,
    PRODUCTION_SHIFT,
    QUESTION,
    REDUCE,
    RESOURCES,
    RETREATS_BECOME_REDUCTIONS,
    SECOND_ADVANCE_ANY_TERRAIN,
    SET_UNREST,
    STRATEGIC_WARFARE,
    TECHNOLOGY,
    UNLOCK,
    UNQUESTION,
    UNREST,
    WHITE,
    Effect,
)
from sandtable.games.other_side.components.state import COMPLETED, VACANCY, Board
from sandtable.games.other_side.rules.cards import effects
from sandtable.games.other_side.rules.cards.effect_choices import AirPoint, ClearGenerals, ShiftMarker, shift
from sandtable.games.other_side.rules.cards.effects import OF_DIRECTIVE, OF_STRATEGIC, Resolve
from sandtable.games.other_side.testing import area, directive, general, position, units_at
from tests.games.other_side.driving import answer, begin, go_on, idle, log, names, offered, prompt, refused
from tests.games.other_side.fighting import a_fight, questioned
from tests.games.other_side.looking import Values, changes, look


def done(g: Board, *found: Effect) -> Values:
    """Carry out effects; all that has changed once nobody is asked any more."""
    before = look(g)
    for effect in found:
        effects.apply(g, effect)
    go_on(g)
    return changes(before, g)


# --- tracks: the operation, its arguments, the position before and what changes

TRACKS: list[tuple[Effect, dict[str, Any], Values]] = [
    (Effect(RESOURCES, -2), {"tracks": {"resources": 8}}, {"resources": 6}),
    (Effect(RESOURCES, 2), {"tracks": {"resources": 20}}, {"resources": 21}),
    (Effect(FANATICISM, 2), {"tracks": {"fanaticism": 7}}, {"fanaticism": 9}),
    (Effect(FANATICISM, 2), {"tracks": {"fanaticism": 8}}, {}),  # ignored as a whole
    (Effect(FANATICISM, -2), {"tracks": {"fanaticism": 1}}, {}),
    (Effect(FANATICISM, -1), {"tracks": {"fanaticism": 0}}, {}),
    (Effect(UNREST, 1), {"tracks": {"unrest": 0}}, {"unrest": 1}),
    (Effect(UNREST, 2), {"tracks": {"unrest": 2, "fanaticism": 4}}, {"unrest": 1, "fanaticism": 3}),
    (Effect(SET_UNREST, 0), {"tracks": {"unrest": 2}}, {"unrest": 0}),
    (Effect(AIR, 1, const.WEST_FRONT), {"tracks": {"air_west": 4}}, {"air_west": 5}),
    (Effect(AIR, -1, const.GERMANY), {"tracks": {"air_germany": 1}}, {}),
    (Effect(STRATEGIC_WARFARE, 1), {"tracks": {"warfare": 2}}, {"warfare": 3}),
    (Effect(STRATEGIC_WARFARE, 1), {"tracks": {"warfare": 2, "locked": [3]}}, {}),
    (Effect(STRATEGIC_WARFARE, -2), {"tracks": {"warfare": 1}}, {"warfare": 0}),
    (Effect(TECHNOLOGY, 1), {"tracks": {"technology": 3}}, {"technology": 4}),
    (Effect(UNLOCK, 0, 3), {"tracks": {"locked": [3, 4]}}, {"locked": 1 << 4}),
    (Effect(UNLOCK, 0, 3), {"tracks": {"locked": [4]}}, {}),
    (Effect(FLIP_LIMIT, 0, 1), {}, {"flipped": 2}),
    (Effect(FLIP_LIMIT, 0, 1), {"flipped": ["luftwaffe"]}, {}),
    (Effect(PRODUCTION_SHIFT, -1, 0), {"production": {"wehrmacht": 2}}, {"production wehrmacht": 1}),
    (Effect(POOL_ADD, 2, 0), {"pool": "panzer"}, {"pool panzer": 3, "out panzer": 1}),
    (Effect(ACTIVATE_OB, 0, const.EAST_FRONT), {}, {"ob_east": "vacancy"}),
    (Effect(IGNORE_NEXT_BOMBING, 2), {}, {"bombings_ignored": 2}),
]


@pytest.mark.rule("other_side", "7g")
@pytest.mark.rule("other_side", "9")
@pytest.mark.parametrize("row", range(len(TRACKS)))
def test_an_effect_changes_its_track_and_nothing_else(row: int) -> None:
    effect, before, expected = TRACKS[row]
    assert done(position(**before), effect) == expected, OP_IDS[effect.op]


@pytest.mark.rule("other_side", "1.2a")
def test_no_more_cubes_come_than_there_are() -> None:
    g = position(pool="3 panzer")
    assert done(g, Effect(POOL_ADD, 2, 0)) == {"pool panzer": 4, "out panzer": 0}
    assert "Added to the Force Pool: 1 Panzer Army." in log(g)
    assert done(g, Effect(POOL_ADD, 1, 0)) == {}


def test_an_open_ob_stays_as_it_is() -> None:
    g = position(ob={"east": "von_manstein"}, generals={"von_manstein": "available"})
    assert done(g, Effect(ACTIVATE_OB, 0, const.EAST_FRONT)) == {} and g.ob[const.EAST_FRONT] != VACANCY


def test_more_dice_for_soviet_attacks_add_up() -> None:
    g = position()
    done(g, Effect(OPS_MODIFIER, 1), Effect(OPS_MODIFIER, 1))
    assert g.soviet_dice == 2


@pytest.mark.rule("other_side", "7h")
@pytest.mark.parametrize(
    "op",
    [
        AXIS_HITS,
        ALLIED_HITS,
        ADD_DICE,
        NO_SECOND_ADVANCE,
        LOSE_LESS,
        QUESTION,
        REDUCE,
        AIR_FRONT,
        IGNORE_SPECIAL,
    ],
)
def test_what_changes_a_combat_does_nothing_outside_one(op: int) -> None:
    g = position(armies={"poland": "regular"}, align={"poland": "occupied"})
    assert done(g, Effect(op, 1)) == {} and g.fight is None


# --- in a Combat


COMBAT: dict[str, Any] = {
    "align": {"ukraine": "disputed 1/2 soviet"},
    "armies": {"ukraine": "panzer, regular"},
}


@pytest.mark.parametrize(
    ("effect", "field", "value"),
    [
        (Effect(AXIS_HITS, -1), "axis_hits", -1),
        (Effect(ALLIED_HITS, 1), "allied_hits", 1),
        (Effect(ADD_DICE, 2, AXIS_DICE, WHITE), "more_axis", [WHITE, WHITE]),
        (Effect(ADD_DICE, 2, ALLIED_DICE), "more_allied", 2),
        (Effect(NO_SECOND_ADVANCE), "no_second", 1),
        (Effect(FREE_SECOND_ADVANCE), "free_second", 1),
        (Effect(SECOND_ADVANCE_ANY_TERRAIN), "any_terrain", 1),
        (Effect(IGNORE_SPECIAL), "no_special", 1),
        (Effect(IGNORE_COMBAT_EVENTS), "no_events", 1),
        (Effect(LOSE_LESS, 1), "lose_less", 1),
        (Effect(EXTRA_RETREAT, 1), "extra_retreats", 1),
        (Effect(RETREATS_BECOME_REDUCTIONS, 1), "as_reductions", 1),
    ],
)
def test_an_effect_changes_one_thing_of_the_combat(effect: Effect, field: str, value: object) -> None:
    g = position(**COMBAT)
    f = a_fight(g, "ukraine")
    before = f.pack()
    effects.apply(g, effect)
    assert getattr(f, field) == value
    setattr(f, field, [] if isinstance(value, list) else 0)
    assert f.pack() == before


def test_the_front_of_the_combat_loses_air() -> None:
    g = position(**COMBAT, tracks={"air_east": 4})
    a_fight(g, "ukraine")
    assert done(g, Effect(AIR_FRONT, -1)) == {"air_east": 3}


@pytest.mark.parametrize(("who", "name"), [(LEADING, "hoth"), (AG_HEAD, "von_bock"), (OB, "model")])
def test_the_general_meant_is_questioned(who: int, name: str) -> None:
    g = position(
        **COMBAT,
        heads={"ukraine": ["von_bock"]},
        ob={"east": "model"},
        generals={"hoth": "activated"},
    )
    f = a_fight(g, "ukraine")
    f.head, f.leading = general(g, "von_bock"), general(g, "hoth")
    effects.apply(g, Effect(QUESTION, 0, who))
    assert questioned(g) == {name}


def test_nobody_is_questioned_where_there_is_nobody() -> None:
    g = position(**COMBAT)
    a_fight(g, "ukraine")
    for who in (LEADING, AG_HEAD, OB):
        effects.apply(g, Effect(QUESTION, 0, who))
    assert questioned(g) == set()


# --- losses


def test_a_reduction_falls_on_the_attackers_or_on_the_defenders_of_the_area() -> None:
    for role, expected in ((const.ROLE_ATTACKER, "2 regular"), (const.ROLE_DEFENDER, "regular, reduced")):
        g = position(
            align={"ukraine": "soviet", "hungary": "satellite"},
            armies={"hungary": "panzer, regular", "ukraine": "2 regular"},
            pool="regular, reduced",
        )
        f = a_fight(g, "ukraine", role)
        if role == const.ROLE_ATTACKER:
            f.source = area(g, "hungary")
            f.units = sum(1 << unit for unit in g.at[f.source])
        effects.apply(g, Effect(REDUCE, 1))
        where = "hungary" if role == const.ROLE_ATTACKER else "ukraine"
        assert units_at(g, where) == expected


@pytest.mark.rule("other_side", "6.8")
def test_two_satellite_armies_of_an_area_are_lost() -> None:
    g = position(align={"libya": "satellite"}, armies={"libya": "regular, 2 satellite_italy"})
    done(g, Effect(ELIMINATE_SATELLITE, 2, area(g, "libya")))
    assert units_at(g, "libya") == "regular" and units_at(g, "removed") == "2 satellite_italy"


def test_satellite_armies_of_two_countries_are_lost_one_by_one() -> None:
    g = position(align={"libya": "satellite"}, armies={"libya": "2 satellite_italy, satellite_hungary"})
    effects.apply(g, Effect(ELIMINATE_SATELLITE, 2, area(g, "libya")))
    go_on(g)
    answer(g, "unit:satellite_italy@libya")
    assert offered(g) == {"unit:satellite_italy@libya", "unit:satellite_hungary@libya"}
    answer(g, "unit:satellite_italy@libya")
    assert idle(g) and units_at(g, "libya") == "satellite_hungary"


def test_two_reductions_of_one_area_follow_one_another() -> None:
    g = position(align={"poland": "occupied"}, armies={"poland": "panzer"}, pool="regular, reduced")
    done(g, Effect(REDUCE, 2, area(g, "poland")))
    assert units_at(g, "poland") == "reduced"


# --- effects that ask


def test_points_of_air_go_where_operations_wants_them() -> None:
    g = position(players=2, sections=[0, 1, 0, 0], tracks={"air_east": 5, "air_west": 4, "air_south": 3})
    effects.apply(g, Effect(AIR_ANY, 2))
    go_on(g)
    assert g.seats() == (1,) and "2 left" in prompt(g).text
    assert refused(g, "air:east").rule == "3.1.2g" and refused(g, "area:poland").rule == "7g"
    answer(g, "air:west")
    answer(g, "air:south")
    assert idle(g) and list(g.air) == [5, 5, 4, 3]


def test_the_only_track_with_room_takes_the_points_without_a_question() -> None:
    full = {"air_east": 5, "air_west": 5, "air_south": 5, "air_germany": 4}
    g = begin(position(tracks=full), AirPoint(2))
    assert idle(g) and list(g.air) == [5, 5, 5, 5]


def test_production_says_which_replacement_marker_goes_back() -> None:
    g = position(
        players=2, sections=[0, 0, 0, 1], production={"wehrmacht": 2, "luftwaffe": 1, "strategic_warfare": 0}
    )
    begin(g, ShiftMarker(-1))
    assert g.seats() == (1,) and offered(g) == {"production:wehrmacht_1", "production:luftwaffe_0"}
    assert refused(g, "production:strategic_warfare_0").rule == "7g"
    answer(g, "production:luftwaffe_0")
    assert idle(g) and list(g.production[:3]) == [2, 0, 0]


def test_the_only_marker_goes_back_without_a_question_and_none_at_all_is_no_harm() -> None:
    g = begin(position(production={"luftwaffe": 1}), ShiftMarker(-1))
    assert idle(g) and list(g.production[:3]) == [0, 0, 0]
    begin(g, ShiftMarker(-1))
    assert idle(g) and list(g.production[:3]) == [0, 0, 0]


@pytest.mark.rule("other_side", "3.1.3d")
def test_consumer_goods_carry_fanaticism_with_them() -> None:
    g = position(production={"consumer_goods": 2}, tracks={"fanaticism": 5})
    shift(g, const.CONSUMER_GOODS, -1)
    assert g.fanaticism == 4 and g.production[const.CONSUMER_GOODS] == 1
    assert g.log is not None
    assert names().keys[g.log.events[0].refs[0]] == "production:consumer_goods_1"
    shift(g, const.CONSUMER_GOODS, -2)
    assert g.fanaticism == 3 and g.production[const.CONSUMER_GOODS] == 0


def test_personnel_clears_questioned_generals_or_stops() -> None:
    def begun() -> Board:
        return begin(
            position(
                players=2,
                sections=[0, 0, 1, 0],
                generals={"rommel": "available", "model": "available", "hoth": "available"},
                questioned=["rommel", "model"],
            ),
            ClearGenerals(2),
        )

    g = begun()
    assert g.seats() == (1,) and offered(g) == {"button:pass", "general:rommel", "general:model"}
    assert refused(g, "general:hoth").rule == "4.3.1" and refused(g, "area:poland").rule == "7g"
    answer(g, "general:rommel")
    assert questioned(g) == {"model"}
    answer(g, "button:pass")
    assert idle(g) and questioned(g) == {"model"}
    g = begun()
    answer(g, "general:rommel")
    answer(g, "general:model")
    assert idle(g) and not questioned(g)


def test_clearing_pushes_its_step() -> None:
    g = position(generals={"rommel": "available"}, questioned=["rommel"])
    effects.apply(g, Effect(UNQUESTION, 1))
    go_on(g)
    answer(g, "general:rommel")
    assert idle(g) and not questioned(g)


@pytest.mark.rule("other_side", "7.4")
def test_black_orchestra_cards_go_back_to_the_deck_at_random() -> None:
    held = {"ludwig_beck": 0, "hans_oster": 0, "martin_bormann": 0}
    seen = set()
    for seed in range(20):
        g = position(orchestra=held, seed=seed)
        effects.apply(g, Effect(DISCARD_BLACK_ORCHESTRA, 2))
        left = [n for n, seat in enumerate(g.orchestra) if seat != 255]
        seen.add(left[0])
        assert len(left) == 1 and sorted([*g.orchestra_deck, *left]) == list(range(14))
        assert g.revealed
    assert len(seen) == 3
    g = position()
    effects.apply(g, Effect(DISCARD_BLACK_ORCHESTRA, 2))
    assert not g.revealed and log(g) == ""


# --- choices


@pytest.mark.rule("other_side", "7c")
def test_the_section_that_a_card_names_chooses() -> None:
    g = position(players=2, sections=[0, 1, 0, 0], tracks={"warfare": 2, "air_west": 3})
    effects.start(g, OF_STRATEGIC, g.t.strategic_index["battle_of_britain"], 0)
    go_on(g)
    assert g.seats() == (1,) and offered(g) == {"button:option_1", "button:option_2"}
    told = prompt(g)
    assert told.rule == "7c" and "BATTLE OF BRITAIN" in told.text
    assert (
        "1: Air/Naval Control of the Western Front −1" in told.text and "2: Strategic Warfare −1" in told.text
    )
    assert refused(g, "area:poland").rule == "7c"
    answer(g, "button:option_2")
    assert idle(g) and g.warfare == 1 and g.air[const.WEST_FRONT] == 3


@pytest.mark.rule("other_side", "7h")
def test_an_option_that_would_do_nothing_is_not_offered() -> None:
    card = position().t.strategic_index["battle_of_britain"]
    g = position(tracks={"warfare": 0, "air_west": 3})
    effects.start(g, OF_STRATEGIC, card, 0)
    go_on(g)
    assert idle(g) and g.air[const.WEST_FRONT] == 2
    g = position(tracks={"warfare": 2, "air_west": 1})
    effects.start(g, OF_STRATEGIC, card, 0)
    go_on(g)
    assert idle(g) and g.warfare == 1
    g = position(tracks={"warfare": 0, "air_west": 1})
    effects.start(g, OF_STRATEGIC, card, 0)
    go_on(g)
    assert offered(g) == {"button:option_1", "button:option_2"}
    answer(g, "button:option_1")
    assert idle(g) and g.air[const.WEST_FRONT] == 1


def test_an_option_that_is_shut_is_refused_with_its_reason() -> None:
    g = position(tracks={"warfare": 0, "air_west": 3})
    step = Resolve(0, 0, OF_STRATEGIC, g.t.strategic_index["battle_of_britain"])
    begin(g, AirPoint(1))
    g.agenda[-1] = step
    assert refused(g, "button:option_2").rule == "7h"


def test_a_card_in_the_middle_of_its_effects_can_be_saved() -> None:
    g = position()
    card = directive(g, "diplomatic_pressure")
    effects.start(g, OF_DIRECTIVE, card, 0)
    go_on(g)
    step = g.agenda[-1]
    assert isinstance(step, Resolve) and Resolve(*step.pack()).pack() == step.pack()
    assert len(offered(g)) == 6 and "DIPLOMATIC PRESSURE" in prompt(g).text


# --- Projects


@pytest.mark.rule("other_side", "3.2.1e")
def test_completed_projects_work_where_their_hook_is_asked_for() -> None:
    g = position(projects={"strategic_bombers": "completed", "tiger_and_panther": 1})
    assert [e.n for e in effects.hooked(g, const.HOOK_STRATEGIC_DICE)] == [1]
    assert effects.hooked(g, const.HOOK_DICE) == []
    assert g.project[g.t.directives[directive(g, "strategic_bombers")].project] == COMPLETED


def test_hooks_are_no_effects_of_their_own() -> None:
    assert done(position(), Effect(BOMBING_SHIFT, 1)) == {}
