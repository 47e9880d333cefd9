"""The doctrine: an opinion in every kind of decision, sound in plain cases, better than chance in games."""

from sandtable.engine.choice import PASS
from sandtable.engine.match import Match
from sandtable.games.downfall.bot import assessment, doctrine
from sandtable.games.downfall.bot.assessment import Assessment
from sandtable.games.downfall.bot.weights import LEARNED, Weights
from sandtable.games.downfall.components.constants import AXIS, SURRENDERED
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import operations
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.rules.turn_menu import TurnMenu
from sandtable.games.downfall.sequence import AfterCombat
from sandtable.games.downfall.testing import unit_at
from tests.games.downfall.clicks import GAME, T, board, lead, offers, order, table
from tests.games.downfall.moments import moments, torch
from tests.games.liking import favourite, liking, play_bots
from tests.games.moments import name_of
from tests.games.replacing import replaced

PLAIN = Weights({})


# --- every kind of decision


def test_between_combats_all_that_is_left_is_used_before_the_next_fight() -> None:
    armies = [
        "german_armor@riga",
        "soviet_infantry@riga",
        "german_infantry@minsk reduced",
        "soviet_infantry@minsk",
    ]
    held = {"kovel": "axis"}
    m = table(armies=armies, barbarossa=7, control=held, air={"german_air": 1}, dice=[6, 1, 6, 1])
    board(m).actions_left = 1
    order(m, "german_armor@riga", attack="soviet_infantry")
    order(m, "german_infantry.reduced@minsk", attack="soviet_infantry")
    m.play("button:combat")
    clicks: list[str] = []
    while isinstance(m.state.agenda[-1], Combat):
        clicks.append(favourite(m))
        m.play(clicks[-1])
        while not isinstance(m.state.agenda[-1], (Combat, AfterCombat)):
            m.play(favourite(m))
    kinds = [click.partition(":")[0] for click in clicks]
    assert kinds[0] == "button" and kinds[-1] == "unit" and len(clicks) <= 8
    assert "mission:german_air" in clicks and not board(m).attacks and board(m).actions_left == 0


# --- plain cases


def test_minor_countries_are_reinforced() -> None:
    for m in moments()["TurnStart"]:
        builds = [key for key in offers(m) if key.startswith("army:")]
        assert favourite(m) in (builds or ["button:done"]) or favourite(m).startswith("unit:")


def test_actions_come_first_and_supply_before_all() -> None:
    m = table(armies=["german_infantry@berlin"], supply=2)
    board(m).actions_left = 3
    assert favourite(Match(GAME, m.setup, m.state)) == "button:supply"
    m = table(armies=["german_infantry@berlin"], supply=12)
    board(m).actions_left = 3
    assert favourite(Match(GAME, m.setup, m.state)) == "button:reinforcements"


def test_a_fair_fight_is_taken_and_a_hopeless_one_is_not() -> None:
    m = table(armies=["german_armor@riga", "soviet_infantry@riga reduced"], barbarossa=7, turn=8)
    assert favourite(m) == "unit:german_armor@riga"
    lead(m, "german_armor@riga")
    assert favourite(m) == "unit:soviet_infantry.reduced@riga"
    m = table(armies=["german_infantry@tula reduced", "soviet_advanced_armor@tula"], barbarossa=7, turn=12)
    assert favourite(m) == "button:combat"
    assert liking(m)["unit:german_infantry.reduced@tula"] < 0


def test_an_army_is_led_to_where_its_best_operation_ends() -> None:
    m = table(armies=["german_infantry@konigsberg", "soviet_infantry@riga reduced"], barbarossa=7, turn=8)
    assert favourite(m) == "unit:german_infantry@konigsberg"
    while name_of(m) in ("BeforeCombat", "ArmyOrder", "March") and not board(m).attacks:
        m.play(favourite(m))
        if name_of(m) == "BeforeCombat":
            break
    assert [T.area_id[attack.area] for attack in board(m).attacks] == ["riga"]


def test_a_supply_area_of_the_enemy_is_worth_a_march() -> None:
    m = table("ussr", armies=["soviet_infantry@warsaw"], control={"warsaw": "ussr"}, turn=20)
    o = Assessment(board(m), PLAIN)
    breslau, tarnow = T.area_index["breslau"], T.area_index["tarnow"]
    assert o.area_gain(board(m), breslau) > o.area_gain(board(m), tarnow) > 0
    assert o.distance[breslau] == 0 and o.distance[T.area_index["warsaw"]] == 1
    lead(m, "soviet_infantry@warsaw")
    assert favourite(m) == "area:breslau"


def test_armies_do_not_march_out_of_supply_and_guard_supply_areas() -> None:
    armies = ["british_infantry@london", "german_infantry@plymouth"]
    m = table("allies", armies=armies)
    g = board(m)
    o = Assessment(g, PLAIN)
    unit = unit_at(g, "british_infantry", "london")
    london, york = T.area_index["london"], T.area_index["york"]
    assert o.alarm[london]
    assert o.move_gain(g, unit, london, york) < 0
    guard = o.move_gain(g, unit, york, london)
    assert guard > 0
    moscow = T.area_index["moscow"]
    assert o.move_gain(g, unit, york, moscow) < guard


def test_an_invasion_that_only_makes_an_enemy_is_no_prize() -> None:
    m = table(armies=["german_infantry@vienna"], at_war=["germany", "united_kingdom"], turn=3)
    o = Assessment(board(m), PLAIN)
    assert o.area_gain(board(m), T.area_index["zagreb"]) < 0 < o.area_gain(board(m), T.area_index["oslo"])
    assert o.area_gain(board(m), T.area_index["berlin"]) == 0


def test_the_east_waits_for_its_time() -> None:
    for turn, wanted in ((3, False), (7, True)):
        m = table(armies=["german_infantry@warsaw"], turn=turn)
        assert assessment.is_axis_goal(board(m), T.soviet_union, PLAIN) is wanted
        goals = {T.area_id[area] for area, _ in assessment.goals(board(m), PLAIN)}
        assert ("leningrad" in goals) is wanted


def test_a_side_without_goals_looks_for_enemies() -> None:
    everything = dict.fromkeys(T.area_id, "ussr")
    m = table("ussr", armies=["german_infantry@kiev"], control={**everything, "kiev": "axis"}, turn=12)
    assert assessment.goals(board(m), PLAIN) == [(T.area_index["kiev"], 0)]


def test_missions_go_where_they_gain_most() -> None:
    armies = [
        "german_armor@riga",
        "soviet_infantry@riga",
        "german_armor@minsk",
        "soviet_advanced_armor@minsk",
    ]
    m = table(armies=armies, air={"german_air": 1}, barbarossa=7, turn=8)
    order(m, "german_armor@riga", attack="soviet_infantry")
    order(m, "german_armor@minsk", attack="soviet_advanced_armor")
    assert favourite(m) == "mission:german_air"
    m.play("mission:german_air")
    gains = liking(m)
    assert gains["unit:soviet_advanced_armor@minsk"] > gains["unit:soviet_infantry@riga"] > 0
    assert doctrine.air_gain(board(m), unit_at(board(m), "german_armor", "riga"), PLAIN) == -99.0


def test_no_mission_is_wasted_on_a_fight_that_is_won() -> None:
    armies = ["german_armor@riga", "2 german_infantry@riga", "soviet_infantry@riga reduced"]
    m = table(armies=armies, air={"german_air": 1}, barbarossa=7, turn=8)
    order(m, "german_armor@riga", attack="soviet_infantry.reduced")
    order(m, "german_infantry@riga", attack="soviet_infantry.reduced")
    order(m, "german_infantry@riga", attack="soviet_infantry.reduced")
    assert liking(m)["mission:german_air"] < 0
    assert favourite(m) == "button:combat"


def test_counters_and_interceptors_are_used_and_bombers_sent() -> None:
    for kind in ("Counter", "Intercept", "Bombing"):
        for m in moments()[kind]:
            assert m.prompts[0].choices == [PASS] or favourite(m) not in ("button:pass", "button:done")


def test_a_tile_begun_is_finished_first() -> None:
    m = table(turn=10)
    g = board(m)
    g.actions_left = 1
    g.tiles[T.tile_index["axis_advanced_tanks"]] = 1
    g.tile_since[T.tile_index["axis_advanced_tanks"]] = 9
    m = Match(GAME, m.setup, g)
    m.play("button:development")
    assert favourite(m) == "tile:axis_advanced_tanks"


def test_new_armies_are_placed_where_they_are_wanted() -> None:
    m = table(armies=["soviet_infantry@debrecen"], points=4, turn=20)
    m.play("army:german_infantry")
    assert favourite(m) == "area:breslau"


def test_the_strongest_army_that_can_be_paid_is_built() -> None:
    m = table(points=2, armor=2, turn=6)
    built = [key for key in offers(m) if key.startswith("army:")]
    assert favourite(m) in ("army:german_armor", "army:afrika_korps") and "army:german_infantry" in built


def test_landings_and_journeys_have_their_worth() -> None:
    armies = ["british_infantry@london", "american_infantry@plymouth", "german_infantry@caen"]
    coast = {"calais": "axis", "caen": "axis", "brussels": "axis"}
    landings = {"allies": ["amphibious_landings"]}
    m = table("allies", armies=armies, control=coast, turn=14, developments=landings)
    o = Assessment(board(m), PLAIN)
    unit = unit_at(board(m), "british_infantry", "london")
    calais, caen = T.area_index["calais"], T.area_index["caen"]
    assert doctrine.landing_gain(board(m), o, unit, calais) > doctrine.landing_gain(board(m), o, unit, caen)
    lead(m, "british_infantry@london")
    m.play("button:land")
    assert favourite(m) in ("area:calais", "area:brussels")  # nearer to the enemy than Bergen
    assert liking(m)["area:bergen"] < liking(m)[favourite(m)]


def test_the_way_into_french_africa_is_taken_when_it_is_open() -> None:
    m = torch()
    m.undo()
    m.undo()
    assert 0 < liking(m)["button:torch"] < 40  # after building, before single armies
    assert favourite(m) == "button:torch"


def test_what_an_army_may_not_do_has_no_worth() -> None:
    m = table("allies", armies=["british_infantry@london", "german_infantry@london"], turn=1)
    unit = unit_at(board(m), "british_infantry", "london")
    rated = doctrine.rate_order(board(m), unit, None, Assessment(board(m), PLAIN))
    assert len(rated) == len(operations.ArmyOrder(unit).choices(board(m), 1))


def test_the_chances_of_a_fight_are_those_of_two_dice() -> None:
    assert assessment.win_and_tie(0) == (15 / 36, 6 / 36)
    assert assessment.win_and_tie(5) == (35 / 36, 1 / 36)
    assert assessment.win_and_tie(-6) == (0.0, 0.0)
    m = table(armies=["german_armor@riga", "soviet_infantry@riga", "soviet_infantry@minsk reduced"])
    g = board(m)
    tank, full = unit_at(g, "german_armor", "riga"), unit_at(g, "soviet_infantry", "riga")
    weak = unit_at(g, "soviet_infantry", "minsk")
    gains = [assessment.exchange_gain(g, tank, full, lead, PLAIN) for lead in (-12, -4, 0, 4, 12)]
    assert gains == sorted(gains) and gains[0] < 0 < gains[-1]
    lost = assessment.exchange_gain(g, tank, full, -12, PLAIN)
    assert assessment.exchange_gain(g, tank, weak, -3, PLAIN) > lost


def test_the_value_of_a_position_follows_armies_and_supply_areas() -> None:
    few = table(armies=["german_infantry@berlin", "british_infantry@london"], turn=10)
    many = table(armies=["3 german_infantry@berlin", "british_infantry@london"], turn=10)
    lost = table(
        armies=["german_infantry@berlin", "british_infantry@london"], turn=10, control={"ruhr": "allies"}
    )
    values = [GAME.value(m.state, 0) for m in (lost, few, many)]
    assert values == sorted(values) and values[0] < values[1] < values[2]


# --- whole games


def test_greedy_allies_beat_a_random_axis() -> None:
    for seed, players, seats in ((1, 2, (1,)), (3, 3, (1, 2)), (2, 2, (1,))):
        g, _ = play_bots(GAME, GAME.settle(players=players, seed=seed), seats)
        assert g.result is not None and g.result.scores[1] == 1.0, seed


def test_a_greedy_axis_conquers_the_west_from_random_allies() -> None:
    # Merely to survive is nothing: a random Axis does so too against random Allies.
    setup = GAME.settle(players=3, seed=5)
    g, _ = play_bots(GAME, setup, (0,), lambda g: g.turn > 6)
    fallen = {T.country_id[c] for c in range(T.n_countries) if g.status[c] == SURRENDERED}
    assert {"france", "belgium"} <= fallen
    assert GAME.value(g, 0) > 0.5
    chance, _ = play_bots(GAME, setup, (), lambda g: g.turn > 6)
    assert GAME.value(chance, 0) < GAME.value(g, 0)


# --- what was learnt


def test_each_camp_goes_by_its_own_creed() -> None:
    g = GAME.begin(GAME.settle(None, 2, None, 1))
    assert isinstance(g, Board)
    while not isinstance(g.agenda[-1], TurnMenu):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    seat = g.seats()[0]
    choices = g.choices(seat)
    own = 0 if g.seat_of[AXIS] == seat else 1
    learnt = [PLAIN, PLAIN]
    learnt[own] = Weights({"act_supply": 30.0})
    with replaced(LEARNED, learnt):
        assert GAME.prior(g, seat, choices) != GAME.preferences(g, seat, choices)
    with replaced(LEARNED, learnt[::-1]):
        assert GAME.prior(g, seat, choices) == GAME.preferences(g, seat, choices)
