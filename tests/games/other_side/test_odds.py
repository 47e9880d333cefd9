"""The odds of Combats, invasions and Strategic Warfare are those of the game's own play."""

import re
import time
from collections import Counter
from math import sqrt
from typing import Any

import pytest

from sandtable.engine.choice import DONE
from sandtable.engine.log import Log
from sandtable.engine.odds import Odds
from sandtable.engine.rng import Rng
from sandtable.engine.state import Result
from sandtable.games import load_game
from sandtable.games.other_side.components.constants import NONE, ROLE_ATTACKER, SOVIETS
from sandtable.games.other_side.components.effect_types import ADD_DICE, ALLIED_DICE, AXIS_DICE, BLACK, Effect
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.components.tables import build_tables
from sandtable.games.other_side.game import OtherSide
from sandtable.games.other_side.odds import fights
from sandtable.games.other_side.odds.combat_tree import steps
from sandtable.games.other_side.rules.cards.directives import MilitaryDirectives
from sandtable.games.other_side.rules.combat import combat_sequence
from sandtable.games.other_side.rules.offensives import Combats, PlacePawns
from sandtable.games.other_side.rules.production.strategic_warfare import StrategicWarfare
from sandtable.games.other_side.testing import area, deck, directive, position
from tests.games.other_side.clashes import GROUNDS
from tests.games.other_side.driving import Idle, answer, begin, idle, key, log
from tests.games.other_side.test_amphibious_combat import invasion

_game = load_game("other_side")
assert isinstance(_game, OtherSide)
GAME = _game
SAMPLES = 500


def sound(found: list[Odds]) -> None:
    """What holds for all odds."""
    for one in found:
        assert one.title and one.rule in GAME.rules and one.refs and one.error == 0.0
        assert sum(row.chance for row in one.rows) == pytest.approx(1.0)
        assert len({row.text for row in one.rows}) == len(one.rows)
        assert all(0 <= ref < len(GAME.names.keys) for ref in one.refs)


def by_doctrine(g: Board) -> None:
    """Answer what is asked as the doctrine would."""
    seat = g.seats()[0]
    choices = g.choices(seat)
    worth = GAME.preferences(g, seat, choices)
    g.apply(seat, choices[worth.index(max(worth))])


def play(g: Board) -> None:
    """Go on by the doctrine until the test's own step asks."""
    while g.result is None and not idle(g):
        by_doctrine(g)


class Brute:
    """What happened in many games from one position."""

    def __init__(self) -> None:
        self.texts: Counter[str] = Counter()
        self.sums: Counter[str] = Counter()

    def agrees(self, one: Odds) -> None:
        """Whether rows and averages are what the odds say, within four standard errors."""
        number = self.texts.total()
        assert set(self.texts) <= {row.text for row in one.rows}
        for row in one.rows:
            error = sqrt(row.chance * (1.0 - row.chance) / number)
            # What hardly ever comes is not told by so few games.
            assert abs(self.texts[row.text] / number - row.chance) <= 4.0 * error + 1.0 / number, row.text
        for name, mean in one.means:
            assert self.sums[name] / number == pytest.approx(mean, abs=0.25), name


def brute(g: Board, choice: int = NONE, number: int = SAMPLES) -> Brute:
    """Fight the Combat that has begun, or the one of this choice, over and over, with any decks and dice."""
    found = Brute()
    luck = Rng(3)
    full = steps(g)
    for _ in range(number):
        h = GAME.determinize(g, 0, luck)
        assert isinstance(h, Board)
        h.log = Log()
        if choice != NONE:
            h.agenda[-1].answer(h, h.seats()[0], choice)
        f = h.fight
        assert f is not None
        before = h.axis[f.area]
        h.advance()
        play(h)
        attacking = f.role == ROLE_ATTACKER
        moved = max(0, h.axis[f.area] - before) if attacking else f.retreats
        hits = re.search(r"Axis Hits (\d+), Allied Hits (\d+): (\w+)", log(h))
        kind = fights.ENDS.index(hits[3]) if hits else 3 if moved else 0
        gone = full - steps(h)
        found.texts[fights.outcome_text(kind, moved, gone, attacking)] += 1
        found.sums["Advances" if attacking else "Retreats"] += moved
        found.sums["Axis steps lost"] += gone
        found.sums["Axis Hits"] += int(hits[1]) if hits else 0
        found.sums["Allied Hits"] += int(hits[2]) if hits else 0
        found.sums["Combat Events"] += log(h).count("Combat Event: ")
    return found


def ground(
    name: str, armies: str = "panzer, 2 regular", battle: list[str] | None = None, **more: Any
) -> Board:
    """A Combat on one of the grounds is the next to be resolved; its card is to be drawn."""
    where = GROUNDS[name]
    given: dict[str, Any] = {
        "year": 1943,
        "tracks": {"ussr": "war", "air_east": 4, "air_west": 4, "air_south": 4, **more.pop("tracks", {})},
        "align": {where.area: where.align, **more.pop("align", {})},
        "armies": {where.area: armies},
        "pool": "2 regular, 2 reduced",
    }
    g = deck(position(**{**given, **more}), battle=battle or [])
    g.agenda = [Idle(), Combats(0 if where.axis_attacks else where.faction)]
    g.pawns = 1 << area(g, where.area)
    return g


def space(g: Board) -> int:
    """The choice of the only pawn."""
    return g.ids.space + g.pawns.bit_length() - 1


# --- Land Combat

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "plains": ("attack soviet plains", {}),
    "rough, air, a General who rolls again": (
        "attack soviet rough",
        {
            "tracks": {"air_east": 5},
            "heads": {"caucasus": ["list"]},
            "generals": {"hoepner": "available"},
            "battle": ["dive_bombers", "halt_order", "street_fighting", "not_a_step_back"],
        },
    ),
    "a second Advance that costs nothing": (
        "attack western plains",
        {
            "heads": {"libya": ["von_rundstedt"]},
            "generals": {"guderian": "available"},
            "battle": ["encirclement"],
        },
    ),
    "Allied air, Fortified, isolated": (
        "attack western fortified",
        {"tracks": {"air_south": 1}, "supply": {"libya": "isolated"}, "battle": ["blitzkrieg", "desert_fox"]},
    ),
    "a defence that rolls again and turns dice": (
        "defend soviet plains",
        {
            "armies": "panzer, regular, reduced, satellite_romania_bulgaria",
            "heads": {"southern_russia": ["von_manstein"]},
            "generals": {"weiss": "available"},
            "battle": [
                "rocket_artillery",
                "tank_killers",
                "guards_armies",
                "partisan_sabotage",
                "sturmoviks",
            ],
        },
    ),
    "a defence with losses before the results": (
        "defend western rough",
        {
            "armies": "2 regular, satellite_italy",
            "battle": ["satellite_rout", "carpet_bombing", "fighter_bombers", "airlift", "eighty_eights"],
        },
    ),
    "winter, river, a Retreat more": (
        "defend soviet river",
        {
            "box": "winter_ops",
            "battle": ["general_winter", "deep_operations", "fortress_cities"],
            "generals": {"hollidt": "available"},
        },
    ),
    "an Event is known to lie under the deck": (
        "defend western plains",
        {"tracks": {"battle_known": 1, "air_south": 2}, "battle": ["eighty_eights", "blitzkrieg"]},
    ),
    "nobody defends": ("defend soviet river", {"armies": ""}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_land_combat_from_the_draw_of_its_card(case: str) -> None:
    name, more = CASES[case]
    g = ground(name, **more)
    found = GAME.odds(g, None)
    assert len(found) == 1 and found == GAME.odds(g, 0)
    sound(found)
    assert found[0].refs[0] == space(g)
    brute(g, space(g)).agrees(found[0])
    for seed in range(3):
        assert GAME.odds(GAME.determinize(g, 0, Rng(seed)), 0) == found


@pytest.mark.parametrize("air", [5, 2])
def test_planes_of_a_card_may_change_the_dice(air: int) -> None:
    """At the top of the track the Axis may lose its die, above the bottom the West may gain one."""
    g = ground("defend western plains", year=1944, tracks={"air_south": air})
    g.combat_deck = [g.t.combat_number.index(3)]  # four dice, and two for a plane
    found = GAME.odds(g, 0)
    plane = 1.0 - (4 / 6) ** 2
    ours = 1.0 + 2 / 2 + (1.0 - plane) / 3 * (air == 5)
    theirs = (4 + plane * (air == 2)) * 2 / 3
    assert [found[0].means[2][1], found[0].means[3][1]] == pytest.approx([ours, theirs])
    brute(g, space(g)).agrees(found[0])


@pytest.mark.parametrize(("side", "colour"), [(ALLIED_DICE, NONE), (AXIS_DICE, BLACK)])
def test_dice_added_by_an_event(side: int, colour: int) -> None:
    """No Event of the pack does so; one of a pack may."""
    t = build_tables(GAME.pack)
    t.battle[t.battle_index["eighty_eights"]].effects = [Effect(ADD_DICE, 3, side, colour)]
    g = ground("defend western plains", battle=["eighty_eights"], t=t)
    brute(g, space(g)).agrees(GAME.odds(g, 0)[0])


def test_who_wins_has_the_good_of_it() -> None:
    attack = GAME.odds(ground("attack soviet plains"), 0)[0]
    defence = GAME.odds(ground("defend soviet plains"), 0)[0]
    for one, sign in ((attack, 1), (defence, -1)):
        for row in one.rows:
            wanted = {"Victory": sign, "Defeat": -sign}.get(row.text.split(":")[0], 0)
            assert row.good == wanted
    assert attack.title.startswith("The Axis attacks") and defence.title.startswith("The Soviet Faction")


@pytest.mark.parametrize("source", ["central_russia", "donbass_crimea"])
def test_an_attack_from_either_of_two_areas(source: str) -> None:
    g = position(
        year=1943,
        tracks={"ussr": "war", "paratroops": 3},
        align={"southern_russia": "soviet", "central_russia": "occupied", "donbass_crimea": "occupied"},
        armies={"central_russia": "2 panzer, regular", "donbass_crimea": "2 reduced"},
        steps=[Idle()],
    )
    deck(g, combat=[10])
    combat_sequence.begin(g, area(g, "southern_russia"), ROLE_ATTACKER, SOVIETS)
    g.advance()
    found = GAME.odds(g, 0)
    sound(found)
    choices = g.choices(0)
    assert len(found) == len(choices) == 2
    at = choices.index(g.ids.space + area(g, source))
    assert found[at].title.endswith(f"from {g.t.space_name[area(g, source)]}")
    brute(g, choices[at]).agrees(found[at])


def test_with_and_without_paratroops() -> None:
    """The Allied dice lie already; only those of the Axis are open."""
    g = ground("attack soviet plains", tracks={"paratroops": 3}, battle=["blitzkrieg", "dive_bombers"])
    begin(g)
    assert isinstance(g.agenda[-1], combat_sequence.Paratroops)
    found = GAME.odds(g, 0)
    sound(found)
    assert [one.title.rsplit("(")[-1] for one in found] == ["with Paratroops)", "without Paratroops)"]
    assert found[0].means[2][1] > found[1].means[2][1], "one more die"
    for one, choice in zip(found, g.choices(0), strict=True):
        brute(g, choice).agrees(one)


def test_dice_to_be_rolled_again() -> None:
    """One blank of three has been rolled again when the odds are asked for."""
    g = ground(
        "attack soviet plains",
        heads={"southern_russia": ["von_bock"]},
        armies="4 regular",
        battle=["dive_bombers"],
    )
    deck(g, combat=[10])
    luck = Rng(1)
    while True:
        h = g.copy()
        h.rng = Rng(luck.below(1 << 30))
        begin(h)
        if len(h.agenda) > 2 and h.fight is not None and h.choices(0)[0] >= h.ids.die:
            h.apply(0, h.choices(0)[0])
            if not idle(h) and h.choices(0)[0] >= h.ids.die:
                break
    found = GAME.odds(h, 0)
    sound(found)
    assert len(found) == 1 and key(h, h.choices(0)[0]).startswith("die:")
    brute(h).agrees(found[0])


def test_a_general_is_still_to_be_named() -> None:
    g = ground(
        "defend soviet river",
        heads={"southern_russia": ["von_rundstedt"]},
        generals={"hollidt": "available", "r_schmidt": "available"},
    )
    deck(g, combat=[10])
    begin(g)
    assert type(g.agenda[-1]).__name__ == "LeadingGeneral"
    found = GAME.odds(g, 0)
    sound(found)
    brute(g).agrees(found[0])


def test_several_pawns_have_odds_each_and_dice_that_lie_have_none() -> None:
    g = ground("defend soviet plains", align={"caucasus": "disputed 2/3 soviet"})
    g.pawns |= 1 << area(g, "caucasus")
    found = GAME.odds(g, 0)
    sound(found)
    assert [one.refs[0] for one in found] == g.choices(0)
    deck(g, combat=[10])
    luck = Rng(2)
    while True:
        h = g.copy()
        h.rng = Rng(luck.below(1 << 30))
        answer(h, "area:southern_russia")
        if type(h.agenda[-1]).__name__ == "TakeHits":
            break
    assert GAME.odds(h, 0) == []


# --- invasions


@pytest.mark.parametrize(
    ("target", "source", "armies", "air"),
    [
        ("great_britain", "northern_france", "3 regular", 5),
        ("malta", "southern_italy", "regular, satellite_italy", 5),
    ],
)
def test_an_invasion(target: str, source: str, armies: str, air: int) -> None:
    g = invasion(target, source, armies, air)
    assert type(g.agenda[-1]).__name__ == "Embark"
    found = GAME.odds(g, 0)
    sound(found)
    assert len(found) == 1 and found[0].rule == "6.9"
    luck = Rng(8)
    won = 0
    number = 1500
    for _ in range(number):
        h = GAME.determinize(g, 0, luck)
        assert isinstance(h, Board)
        h.log = Log()
        play(h)
        won += "Victory." in log(h)
    chance = found[0].rows[0].chance
    assert 0.0 < chance < 1.0
    assert abs(won / number - chance) <= 4.0 * sqrt(chance * (1.0 - chance) / number)


def test_paratroops_in_an_invasion() -> None:
    g = invasion("malta", "southern_italy", "satellite_italy", tracks={"paratroops": 4})
    assert isinstance(g.agenda[-1], combat_sequence.Paratroops)
    found = GAME.odds(g, 0)
    sound(found)
    assert found[0].rows[0].chance > found[1].rows[0].chance


def test_places_for_pawns_by_land_and_by_sea() -> None:
    """What lies and what may be laid has odds; they are those of the Combat itself."""
    g = position(
        align={"great_britain": "western", "northern_france": "occupied"},
        armies={"northern_france": "3 regular"},
        tracks={"air_west": 5, "paratroops": 0},
        directives={"seeloewe": "active"},
        steps=[Idle()],
    )
    begin(g, PlacePawns(directive(g, "seeloewe")))
    over_sea = GAME.odds(g, 0)
    assert [one.rule for one in over_sea] == ["6.9"] and over_sea[0].refs[0] in g.choices(0)
    assert over_sea[0].rows == GAME.odds(invasion(), 0)[0].rows

    h = GAME.begin(GAME.settle("world_war", 1, {}, 5))
    while not isinstance(h.agenda[-1], PlacePawns):
        by_doctrine(h)
    found = GAME.odds(h, 0)
    sound(found)
    assert [one.refs[0] for one in found] == [c for c in h.choices(0) if c != DONE] and found


# --- Strategic Warfare


@pytest.mark.parametrize(("usa", "warfare", "technology"), [("war", 3, 2), (0, 2, 0), (0, 0, 1)])
def test_strategic_warfare(usa: str | int, warfare: int, technology: int) -> None:
    g = position(
        year=1943, tracks={"usa": usa, "warfare": warfare, "technology": technology, "air_germany": 5}
    )
    one = fights.warfare(g)
    sound([one])
    luck = Rng(4)
    number = 1500
    count: Counter[int] = Counter()
    for _ in range(number):
        h = GAME.determinize(g, 0, luck)
        assert isinstance(h, Board)
        h.log = Log()
        h.agenda = [Idle()]
        begin(h, StrategicWarfare())
        hits = re.search(r": (\d+) against (\d+)\.", log(h))
        assert hits is not None
        count[max(-1, int(hits[2]) - int(hits[1]))] += 1
    for row in one.rows:
        points = re.search(r"(\d+) points? to lose", row.text)
        ahead = int(points[1]) if points else 0 if row.text == "A draw" else -1
        error = sqrt(row.chance * (1.0 - row.chance) / number)
        assert abs(count[ahead] / number - row.chance) <= 4.0 * error + 1.0 / number, row.text


# --- games


def test_a_game_is_never_wrong_and_never_slow() -> None:
    """Half a game by the doctrine with a random choice now and then."""
    seen: Counter[str] = Counter()
    slowest = 0.0
    for scenario, seed in (("world_war", 1), ("decline_of_the_third_reich", 2)):
        g = GAME.begin(GAME.settle(scenario, 2, {"addon_cards": True}, seed))
        luck = Rng(seed)
        count = 0
        while g.result is None and count < 1000:
            count += 1
            assert isinstance(g, Board)
            seat = g.seats()[0]
            choices = g.choices(seat)
            wanted = isinstance(g.agenda[-1], MilitaryDirectives | Combats) or g.fight is not None
            if count % 25 == 0 or (wanted and luck.below(8) == 0):
                before = time.process_time()
                found = GAME.odds(g, seat)
                slowest = max(slowest, (time.process_time() - before) / max(1, len(found)))
                sound(found)
                seen.update([one.rule for one in found])
                if found:
                    other = GAME.determinize(g, seat, Rng(count))
                    assert GAME.odds(other, seat) == GAME.odds(g, None) == found
                elif g.fight is None:
                    assert not isinstance(g.agenda[-1], Combats | MilitaryDirectives)
            if luck.below(10):
                by_doctrine(g)
            else:
                g.apply(seat, choices[luck.below(len(choices))])
    g.result = Result((0.0, 0.0), "All is over.", "")
    assert GAME.odds(g, 0) == []
    assert seen["6"] > 20 and seen["4.1"] > 0
    assert slowest < 0.1  # a Combat takes a fifth of that and less; a busy machine needs room


def test_the_segment_of_military_directives_is_followed_by_strategic_warfare() -> None:
    g = GAME.begin(GAME.settle("world_war", 1, {}, 5))
    while not isinstance(g.agenda[-1], MilitaryDirectives):
        by_doctrine(g)
    assert [one.title for one in GAME.odds(g, 0)] == ["Strategic Warfare"]
    g.log = Log()
    g.apply(0, DONE)
    assert "Strategic Warfare: the Axis rolls" in log(g)
    assert GAME.odds(g, 0) == []
