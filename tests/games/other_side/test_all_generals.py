"""Every General: his Combat rule in Combats where it works and where it does not, and his special rule."""

from typing import Any

import pytest

from sandtable.engine.rng import ScriptedRng
from sandtable.games.other_side.components.state import FUTURE, GONE, Board
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.generals.command import Command
from sandtable.games.other_side.testing import area, general, position, tables, units_at
from tests.games.other_side.clashes import GROUNDS, clash, hits
from tests.games.other_side.driving import answer, answers, begin, idle, offered, prompt
from tests.games.other_side.fighting import allies_attack, axis_attacks, state, where

T = tables()

# What a rule does, and what then becomes of a Combat of 1 Axis Hit (a grey die; black and grey are blank)
# against 1 Allied Hit.
HIT = "one Axis Hit more"
LESS = "one Allied Hit less"
BOTH = "one more and one less"
ONCE = "one blank die again"
TWICE = "two blank dice again"
HIT_AND_ONCE = "one Hit more, one blank die again"
DIE = "a white die more"
TURN = "a blank black die is a Hit"
SPARE = "one Hit is ignored"
SECOND = "the second Advance goes anywhere"
FREE = "one Hit more, the second Advance costs nothing"
CALM = "the Special Effect is cancelled, one Hit is ignored"
COOL = "the Special Effect is cancelled, one Allied Hit less"

S_PLAINS, S_RIVER, S_ROUGH, S_FORT = (f"soviet {t}" for t in ("plains", "river", "rough", "fortified"))
W_PLAINS, W_RIVER, W_ROUGH, W_FORT = (f"western {t}" for t in ("plains", "river", "rough", "fortified"))

# General: what it does, a Combat where it works, Combats where it does not
RULES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "von_rundstedt": (HIT, f"attack {W_PLAINS}", (f"attack {W_RIVER}", f"defend {S_PLAINS}")),
    "von_bock": (TWICE, f"attack {S_ROUGH}", (f"defend {S_RIVER}",)),
    "von_leeb": (LESS, f"defend {S_RIVER}", (f"defend {S_PLAINS}", f"attack {S_RIVER}")),
    "list": (HIT, f"attack {W_ROUGH}", (f"attack {W_PLAINS}", f"defend {S_ROUGH}")),
    "von_reichenau": (HIT, f"attack {S_RIVER}", (f"attack {S_ROUGH}", f"defend {S_PLAINS}")),
    "von_witzleben": (ONCE, f"defend {W_RIVER}", (f"defend {S_RIVER}", f"attack {W_PLAINS}")),
    "von_kluge": (LESS, f"defend {W_FORT}", (f"attack {W_FORT}",)),
    "von_kuechler": (
        HIT,
        f"defend {S_ROUGH}",
        (f"defend {S_PLAINS}", f"attack {S_ROUGH}", f"defend {W_ROUGH}"),
    ),
    "strauss": (HIT, f"defend {S_FORT}", (f"defend {W_FORT}",)),
    "blaskowitz": (SPARE, f"defend {W_PLAINS}", (f"defend {S_PLAINS}",)),
    "dollmann": (HIT, f"attack {W_FORT}", (f"attack {W_PLAINS}", f"defend {S_FORT}")),
    "von_weichs": (ONCE, f"attack {S_RIVER}", (f"attack {S_PLAINS}",)),
    "busch": (DIE, f"attack {S_ROUGH}", (f"attack {W_ROUGH}", f"attack {S_PLAINS}")),
    "von_kleist": (SECOND, "attack soviet plains", ("attack soviet rough",)),
    "hoth": (HIT, f"attack {S_PLAINS}", (f"attack {S_ROUGH}", f"attack {W_PLAINS}", f"defend {S_PLAINS}")),
    "guderian": (FREE, f"attack {W_ROUGH}", (f"defend {W_PLAINS}",)),
    "hoepner": (TWICE, f"attack {S_RIVER}", (f"attack {S_PLAINS}", f"attack {W_ROUGH}")),
    "von_falkenhorst": (HIT, "attack soviet finland", (f"attack {S_ROUGH}",)),
    "von_manstein": (BOTH, f"defend {S_PLAINS}", (f"defend {W_PLAINS}", f"attack {S_PLAINS}")),
    "rommel": (
        HIT_AND_ONCE,
        f"attack {W_ROUGH}",
        (f"attack {W_RIVER}", f"attack {S_ROUGH}", f"defend {W_PLAINS}"),
    ),
    "von_schobert": (
        HIT,
        f"attack {S_RIVER}",
        (f"attack {S_PLAINS}", f"attack {W_RIVER}", f"defend {S_RIVER}"),
    ),
    "von_stuelpnagel": (ONCE, f"attack {S_ROUGH}", (f"attack {W_ROUGH}", f"defend {S_ROUGH}")),
    "reinhardt": (TURN, f"attack {S_ROUGH}", (f"attack {W_ROUGH}",)),
    "r_schmidt": (ONCE, f"defend {S_RIVER}", (f"defend {S_FORT}", f"defend {W_RIVER}", f"attack {S_RIVER}")),
    "kesselring": (
        HIT,
        f"defend {W_RIVER}",
        (f"defend {W_PLAINS}", f"attack {W_RIVER}", f"defend {S_RIVER}"),
    ),
    "heinrici": (CALM, f"defend {S_FORT}", (f"defend {W_FORT}",)),
    "ruoff": (ONCE, f"attack {S_PLAINS}", (f"attack {S_RIVER}", f"attack {W_PLAINS}")),
    "lindemann": (ONCE, f"attack {S_FORT}", (f"attack {S_RIVER}", f"attack {W_FORT}")),
    "paulus": (DIE, f"attack {S_RIVER}", (f"attack {S_ROUGH}", f"defend {S_PLAINS}")),
    "model": (COOL, f"defend {W_FORT}", (f"attack {W_FORT}",)),
    "loehr": (ONCE, f"attack {W_ROUGH}", (f"attack {W_PLAINS}",)),
    "von_salmuth": (
        HIT,
        f"defend {S_RIVER}",
        (f"defend {S_PLAINS}", f"defend {W_RIVER}", f"attack {S_RIVER}"),
    ),
    "dietl": (HIT, "defend soviet finland", (f"defend {S_ROUGH}", "attack western norway")),
    "weiss": (ONCE, f"defend {S_PLAINS}", (f"defend {S_RIVER}", f"attack {S_PLAINS}", f"defend {W_PLAINS}")),
    "von_mackensen": (ONCE, f"attack {W_ROUGH}", (f"attack {W_RIVER}", f"defend {S_PLAINS}")),
    "hollidt": (SPARE, f"defend {S_RIVER}", (f"defend {S_FORT}", f"defend {W_RIVER}")),
    "von_arnim": (ONCE, f"attack {W_ROUGH}", (f"attack {S_ROUGH}", f"attack {W_PLAINS}")),
    "von_vietinghoff": (LESS, f"defend {W_ROUGH}", (f"defend {W_RIVER}", f"defend {S_ROUGH}")),
    "hube": (SPARE, f"defend {S_FORT}", ()),
    "jaenecke": (HIT, f"defend {S_FORT}", (f"defend {S_RIVER}", f"defend {W_FORT}", f"attack {S_FORT}")),
    "rendulic": (ONCE, f"defend {S_RIVER}", (f"defend {S_PLAINS}", f"attack {S_ROUGH}")),
    "harpe": (DIE, f"defend {S_PLAINS}", (f"defend {S_RIVER}", f"defend {W_PLAINS}")),
    "student": (DIE, f"attack {W_PLAINS}", (f"attack {S_PLAINS}",)),
    "schoerner": (LESS, f"defend {S_PLAINS}", (f"defend {W_PLAINS}", f"attack {S_PLAINS}")),
    "von_manteuffel": (HIT, f"attack {W_PLAINS}", (f"attack {W_RIVER}", f"defend {W_PLAINS}")),
    "dietrich": (TURN, f"defend {W_PLAINS}", ()),
    "raus": (TWICE, f"defend {S_FORT}", (f"defend {W_FORT}", f"attack {S_FORT}")),
    "balck": (HIT, f"defend {W_RIVER}", (f"defend {W_FORT}", f"attack {W_RIVER}")),
    "woehler": (ONCE, f"defend {S_PLAINS}", (f"defend {S_FORT}", f"attack {S_PLAINS}")),
    "friessner": (DIE, f"defend {S_RIVER}", (f"defend {S_PLAINS}", f"attack {S_RIVER}")),
    "hausser": (TURN, f"attack {S_PLAINS}", (f"attack {S_RIVER}", f"defend {S_PLAINS}")),
    "von_zangen": (LESS, f"defend {W_RIVER}", (f"defend {W_PLAINS}", f"defend {S_RIVER}")),
    "eberbach": (ONCE, f"defend {W_PLAINS}", (f"defend {W_RIVER}", f"defend {S_PLAINS}")),
    "von_tippelskirch": (SPARE, f"defend {S_RIVER}", (f"defend {S_PLAINS}", f"defend {W_RIVER}")),
    "lemelsen": (ONCE, f"defend {W_ROUGH}", (f"defend {W_PLAINS}", f"attack {W_ROUGH}")),
    "liebmann": (ONCE, f"defend {W_FORT}", (f"defend {W_PLAINS}", f"attack {W_FORT}")),
    "de_angelis": (ONCE, f"attack {S_PLAINS}", (f"attack {S_RIVER}", f"attack {W_PLAINS}")),
    "von_schweppenburg": (HIT, f"attack {W_RIVER}", (f"attack {W_ROUGH}", f"attack {S_RIVER}")),
}
NEEDS_PANZER = {"hoth", "guderian", "von_manteuffel", "balck"}


def test_all_generals_are_in_the_table() -> None:
    assert set(RULES) == {g.id for g in T.generals}


def led(name: str, ground: str, then: list[Any] | None = None, **more: Any) -> Board:
    """A Combat with this General as the only Head; black and one grey die blank, the other a Hit."""
    side = "blue" if "western" in ground else "red"
    axis = ["black blank", "grey blank", "grey hit"]
    if ground.startswith("defend") and GROUNDS[ground].terrain == "rough":
        axis.append("white hit")
    pool = {"pool": "regular, reduced"}
    return clash(
        ground, axis, [f"{side} hit"], then, heads={GROUNDS[ground].area: [name]}, **{**pool, **more}
    )


def plain(ground: str) -> tuple[int, int]:
    """The Hits where no rule works; a defender in Rough has his white die."""
    return (2, 1) if ground.startswith("defend") and GROUNDS[ground].terrain == "rough" else (1, 1)


def played_out(g: Board) -> Board:
    """Answer with the last choice until the Combat is over: No, Done, Reduction."""
    while not idle(g):
        seat = g.seats()[0]
        g.apply(seat, g.choices(seat)[-1])
    return g


@pytest.mark.rule("other_side", "2.2e")
@pytest.mark.rule("other_side", "2.2")
@pytest.mark.rule("other_side", "6.2")
@pytest.mark.parametrize("name", RULES)
def test_a_generals_rule_where_it_works(name: str) -> None:
    effect, ground, _ = RULES[name]
    axis, allied = plain(ground)
    if effect in (ONCE, TWICE, HIT_AND_ONCE):
        g = led(name, ground, ["black hit", "grey hit"])
        assert offered(g) == {"die:1", "die:2", "button:done"}
        answer(g, "die:1")
        more = 1
        if effect == TWICE:
            assert offered(g) == {"die:2", "button:done"}
            answer(g, "die:2")
            more = 2
        played_out(g)
        assert hits(g) == (axis + more + (effect == HIT_AND_ONCE), allied)
        return
    if effect == DIE:
        assert hits(played_out(led(name, ground, ["white hit"]))) == (axis + 1, allied)
        return
    g = led(name, ground)
    if effect in (HIT, TURN, FREE):
        if effect == FREE:
            assert "It costs nothing" in prompt(g).text
        assert hits(played_out(g)) == (axis + 1, allied)
    elif effect == LESS:
        assert hits(played_out(g)) == (axis, allied - 1)
    elif effect == BOTH:
        assert hits(played_out(g)) == (axis + 1, allied - 1)
    elif effect in (SPARE, CALM):
        assert idle(g) and hits(g) == (1, 1) and units_at(g, GROUNDS[ground].area) == "panzer, 2 regular"
    elif effect == COOL:
        assert hits(played_out(g)) == (axis, allied - 1)
    else:
        assert effect == SECOND and hits(played_out(g)) == (axis, allied)


@pytest.mark.rule("other_side", "2.2e")
@pytest.mark.parametrize("name", RULES)
def test_a_generals_rule_where_it_does_not_work(name: str) -> None:
    for ground in RULES[name][2]:
        g = led(name, ground)
        assert hits(played_out(g)) == plain(ground), ground


@pytest.mark.rule("other_side", "2.2e")
@pytest.mark.parametrize("name", sorted(NEEDS_PANZER))
def test_who_needs_panzers_does_nothing_without(name: str) -> None:
    ground = RULES[name][1]
    side = "blue" if "western" in ground else "red"
    heads = {GROUNDS[ground].area: [name]}
    g = clash(
        ground, ["grey blank", "grey blank", "grey hit"], [f"{side} hit"], armies="3 regular", heads=heads
    )
    assert hits(played_out(g)) == (1, 1)


@pytest.mark.rule("other_side", "6.2")
@pytest.mark.parametrize(("name", "asked"), [("von_kleist", True), ("ruoff", False)])
def test_von_kleist_attacks_in_plains_and_goes_on_into_rough(name: str, asked: bool) -> None:
    g = position(
        year=1943,
        align={"caucasus": "soviet", "donbass_crimea": "occupied"},
        armies={"donbass_crimea": "2 regular"},
        heads={"donbass_crimea": [name]},
        tracks={"air_east": 4},
        dice=["red blank"] * 4 + ["grey hit"] * 2,
    )
    axis_attacks(g, "caucasus", 10)
    answers(g, "unit:regular@donbass_crimea")
    assert state(g, "caucasus")[1] == 1 and idle(g) == (not asked)
    if asked:
        answer(g, "button:yes")
        assert idle(g) and state(g, "caucasus")[1] == 2


@pytest.mark.rule("other_side", "6.2")
def test_von_kleist_does_not_go_on_into_a_fortified_sector() -> None:
    win = ["black hit", "grey hit", "grey hit"]
    g = clash("attack western plains", win, [], heads={"libya": ["von_kleist"]})
    assert idle(g) and state(g, "libya")[1] == 2


# --- special rules


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.rule("other_side", "2.1e")
@pytest.mark.rule("other_side", "2.2j")
@pytest.mark.parametrize(
    ("name", "year", "comes_back"),
    [
        ("von_rundstedt", 1941, 1942),
        ("von_rundstedt", 1945, 0),
        ("guderian", 1941, 1943),
        ("guderian", 1942, 1943),
        ("guderian", 1943, 0),
        ("von_bock", 1941, 0),
    ],
)
def test_who_comes_back_after_a_dismissal(name: str, year: int, comes_back: int) -> None:
    g = position(year=year, generals={name: "available"})
    command_positions.dismiss(g, general(g, name), "4.3.1d")
    assert where(g, name) == (FUTURE if comes_back else GONE)
    if comes_back:
        assert T.years[g.entry[general(g, name)]] == comes_back
    assert g.unrest == 1 and len(g.orchestra_deck) == 13


@pytest.mark.rule("other_side", "2.2f")
def test_von_witzleben_brings_more_unrest() -> None:
    g = position(generals={"von_witzleben": "available"})
    command_positions.dismiss(g, general(g, "von_witzleben"), "4.3.1d")
    assert g.unrest == 2


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize(
    ("name", "front", "ground", "works"),
    [
        ("von_manstein", "east", f"defend {S_PLAINS}", True),
        ("von_manstein", "east", f"attack {S_ROUGH}", False),
        ("von_manstein", "south", f"defend {S_PLAINS}", False),
        ("kesselring", "south", f"defend {W_ROUGH}", True),
        ("kesselring", "south", f"defend {W_PLAINS}", False),
        ("kesselring", "west", f"defend {W_RIVER}", False),
    ],
)
def test_an_ob_who_takes_part_in_combats_of_his_front(
    name: str, front: str, ground: str, works: bool
) -> None:
    g = led("student" if "soviet" in ground else "ruoff", ground, ["black hit", "grey hit"], ob={front: name})
    if name == "von_manstein":
        asked = not idle(g) and "die:1" in offered(g)
        assert asked == works
        if works:
            answers(g, "die:1", "die:2")
            assert hits(played_out(g)) == (3, 1), "re-rolls only, not his own rule"
    else:
        played_out(g)
        axis, allied = plain(ground)
        assert hits(g) == (axis + works, allied)


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize(
    ("where_", "allowed"), [("libya", True), ("egypt", True), ("northern_africa", True), ("greece", False)]
)
def test_rommel_heads_a_single_army_in_africa(where_: str, allowed: bool) -> None:
    g = position(align={where_: "occupied"}, armies={where_: "regular"}, heads={where_: ["rommel"]})
    assert command_positions.limit(g, area(g, where_)) == (1 if allowed else 0)
    g = position(align={where_: "occupied"}, armies={where_: "regular"}, heads={where_: ["hoth"]})
    assert command_positions.limit(g, area(g, where_)) == 0


@pytest.mark.rule("other_side", "2.2f")
def test_von_falkenhorst_commands_in_the_north_only() -> None:
    align = {"poland": "occupied", "denmark_norway": "occupied"}
    for name, taken in (("poland", "weiss"), ("denmark_norway", "von_falkenhorst")):
        g = position(
            align=align,
            armies={name: "2 regular"},
            heads={name: ["vacancy"]},
            generals={"von_falkenhorst": "available", "weiss": "available"},
        )
        begin(g, Command())
        assert idle(g) and g.heads[2 * area(g, name)] == general(g, taken)


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize("name", ["busch", "schoerner"])
def test_who_takes_the_first_retreat_as_a_reduction(name: str) -> None:
    g = clash(
        f"defend {S_PLAINS}",
        ["black blank", "grey blank", "grey blank"],
        ["red hit", "red hit", "red hit"],
        heads={"southern_russia": [name]},
        pool="regular, reduced",
    )
    assert units_at(g, "southern_russia") == "3 regular", "the first is taken without a question"
    assert offered(g) == {"button:retreat", "button:reduction"}


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize(
    ("name", "vacated", "unrest"), [("model", True, 1), ("model", False, 2), ("raus", True, 2)]
)
def test_model_calms_the_country_in_a_position_left_by_a_dismissal(
    name: str, vacated: bool, unrest: int
) -> None:
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": ["vacancy"]},
        generals={name: "available"},
        tracks={"unrest": 2},
    )
    post = 2 * area(g, "poland")
    g.from_dismissal = 1 << post if vacated else 0
    command_positions.appoint(g, general(g, name), post)
    assert g.unrest == unrest


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize(
    ("leader", "box", "die", "after"),
    [("student", 3, 5, 2), ("student", 1, 5, 0), ("student", 3, 3, 3), ("von_mackensen", 3, 5, 0)],
)
def test_student_saves_the_paratroops(leader: str, box: int, die: int, after: int) -> None:
    g = position(
        align={"libya": "disputed 1/2 western"},
        armies={"libya": "3 regular"},
        generals={leader: "available"},
        tracks={"paratroops": box, "air_south": 4},
        year=1943,
        seed=1,
    )
    axis_attacks(g, "libya", 10)
    assert offered(g) == {"button:yes", "button:no"}
    g.rng = ScriptedRng([die, 5, 5, 5, 5, 5, 5, 5, 5])
    answer(g, "button:yes")
    assert g.paratroops == after


@pytest.mark.rule("other_side", "6.1b")
@pytest.mark.parametrize("name", ["heinrici", "model"])
def test_who_cancels_special_effects(name: str) -> None:
    g = position(
        year=1943,
        align={"ukraine": "disputed 1/2 soviet"},
        armies={"ukraine": "2 regular"},
        heads={"ukraine": [name]},
        pool="reduced",
    )
    allies_attack(g, "ukraine", card=8)
    answer(g, "button:yes")
    assert idle(g) and units_at(g, "ukraine") == "2 regular"
