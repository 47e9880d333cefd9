"""Diplomacy, War Entry Tracks, nations that leave again, Vichy France. [3.1.2] [3.1.3e] [2.2.2c]"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, NEUTRAL, POOL
from sandtable.games.on_to_berlin.components.ids import build_names
from sandtable.games.on_to_berlin.components.schema_cards import ChangeSide, ChooseOne
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import diplomacy, mobilization, nations, resources
from sandtable.games.on_to_berlin.testing import area, card, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.waiting import Idle

T = tables()
NAMES = build_names(T)
EXAMPLES = tomllib.loads((Path(__file__).parent / "examples.toml").read_text())["examples"]
ALLIED_JOINERS = {"sw", "nw", "sz", "pg", "ir", "ne", "be", "yu", "gr", "de"}
CARDS = {AXIS: "ax_diplomacy_2", ALLIED: "al_diplomacy_2"}


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of an example."""
    return next(e["cases"] for e in EXAMPLES if e["id"] == name)


def event(name: str) -> ChooseOne:
    """The event of a Diplomacy card."""
    found = T.card_event[T.card_index[name]]
    assert isinstance(found, ChooseOne)
    return found


def ask(g: Board) -> set[str]:
    """Begin the Diplomacy of the active side; what it offers."""
    g.agenda = [Idle()]
    diplomacy.start(g, event(CARDS[g.side]))
    g.advance()
    return offered(g)


def offered(g: Board) -> set[str]:
    """The keys that may be chosen now."""
    return {NAMES.keys[choice] for choice in g.choices(g.seats()[0])}


def play(g: Board, key: str) -> None:
    """Begin the Diplomacy of the active side and choose."""
    assert key in ask(g), key
    g.apply(g.side, NAMES.index[key])


def why(g: Board, key: str) -> Refusal:
    """Why a key is refused now."""
    choice = NAMES.index[key]
    assert not g.agenda[-1].allows(g, g.side, choice)
    refusal = g.agenda[-1].why_not(g, g.side, choice)
    assert refusal is not None
    return refusal


def side(g: Board, name: str) -> int:
    """The side of a nation."""
    return g.nside[country(g, name)]


def space(g: Board, track: str) -> int:
    """Where the marker of a track stands."""
    return g.markers[T.track_id.index(track)]


def log(g: Board) -> list[str]:
    """The log with its rules."""
    assert g.log is not None
    return [f"{line.text} [{line.rule}]" for line in g.log.lines(None)]


# --- what the cards offer


@pytest.mark.rule("on_to_berlin", "3.1.2")
@pytest.mark.rule("on_to_berlin", "3.1.2g")
@pytest.mark.rule("on_to_berlin", "3.1.2c")
@pytest.mark.rule("on_to_berlin", "2.2.2c")
def test_what_the_axis_card_offers() -> None:
    g = position()
    assert ask(g) == {f"nation:{n}" for n in ("it", "hu", "ru", "bu", "fi")} | {"track:sp", "track:tu"}
    assert g.agenda[-1].prompt(g, AXIS) == (
        "Diplomacy: choose a nation that joins you or a marker to move.",
        "3.1.2",
    )
    assert why(g, "nation:sw") == ("This card does not bring Sweden into the war.", "3.1.2g")
    assert why(g, "nation:sp") == ("Spain enters the war by its marker.", "2.2.2c")
    assert why(g, "nation:uk") == ("United Kingdom is not Neutral.", "3.1.2g")
    assert why(g, "track:us") == ("This card does not move the marker of United States.", "2.2.2c")
    assert why(g, "button:advance").rule == why(g, "button:return").rule == "3.1.2"
    assert why(g, "area:rome").rule == "3.1.2"
    assert why(g, "button:pass").rule == why(g, "button:done").rule == "6.1a"


@pytest.mark.rule("on_to_berlin", "3.1.2g")
@pytest.mark.rule("on_to_berlin", "3.1.2b")
def test_what_the_allied_card_offers() -> None:
    g = position(side="allied")
    joiners = {f"nation:{n}" for n in ALLIED_JOINERS}
    assert ask(g) == joiners | {"track:sp", "track:tu", "button:advance"}
    assert why(g, "track:us") == ("These markers move together: press the button for them.", "3.1.2b")
    assert why(g, "button:return") == ("France is not on the other side.", "3.1.2f")
    assert "return" not in g.agenda[-1].prompt(g, ALLIED).text
    assert "the advance of the markers" in g.agenda[-1].prompt(g, ALLIED).text


@pytest.mark.rule("on_to_berlin", "3.1.2g")
def test_a_nation_joins_at_war_and_is_not_offered_again() -> None:
    g = position(units={"romania": "ru_lf"})
    play(g, "nation:ru")
    assert side(g, "ru") == AXIS and g.war[country(g, "ru")] and not g.lasting[country(g, "ru")]
    assert g.ready(unit_at(g, "ru_lf", "romania"), AXIS)
    assert "nation:ru" not in ask(g)
    assert why(g, "nation:ru") == ("Romania is not Neutral.", "3.1.2g")
    g = position(side="allied")
    play(g, "nation:gr")
    assert side(g, "gr") == ALLIED and g.war[country(g, "gr")]
    assert log(g) == ["Greece joins the Allies, At War. [3.1.2g]"]


def test_a_nation_violated_by_the_axis_does_not_join_it() -> None:
    g = position(units={"romania": "ru_lf"})
    nations.enter(g, AXIS, area(g, "romania"))
    assert "nation:ru" not in ask(g)


# --- markers


@pytest.mark.rule("on_to_berlin", "2.1.2b")
@pytest.mark.rule("on_to_berlin", "2.2.2c")
@pytest.mark.rule("on_to_berlin", "3.1.2b")
@pytest.mark.rule("on_to_berlin", "3.1.2c")
@pytest.mark.rule("on_to_berlin", "3.1.3e")
@pytest.mark.rule("on_to_berlin", "15.3")
@pytest.mark.parametrize("case", cases("ex_war_entry_cases"), ids=lambda c: str(c["n"]))
def test_war_entry_examples(case: dict[str, Any]) -> None:
    track = case["track"]
    g = position(units={"north_atlantic": "uk_nf"})
    before = resources.halves(g, ALLIED)
    for steps in case["plays"]:
        g.side = AXIS if steps > 0 and track in ("sp", "tu") else ALLIED
        play(g, f"track:{track}" if track in ("sp", "tu") else "button:advance")
    assert bool(g.war[country(g, track)]) == case["at_war"]
    assert side(g, track) == (NEUTRAL if not case["at_war"] else AXIS if track in ("sp", "tu") else ALLIED)
    if "us_points" in case:
        if side(g, "su") == ALLIED:  # its areas count too; take it out again
            g.align(country(g, "su"), NEUTRAL, False)
        assert resources.halves(g, ALLIED) - before == 2 * case["us_points"]


@pytest.mark.rule("on_to_berlin", "3.1.2b")
def test_both_markers_advance_and_one_at_its_end_stays() -> None:
    g = position(side="allied", markers={"su": 2})
    play(g, "button:advance")
    assert (space(g, "us"), space(g, "su")) == (1, 3)
    assert side(g, "su") == ALLIED and side(g, "us") == NEUTRAL
    assert log(g) == [
        "Marker of United States: Cash and Carry (space 1). [2.2.2c]",
        "Marker of Soviet Union: Entry (space 3). [2.2.2c]",
        "Soviet Union joins the Allies, At War. [3.1.2b]",
    ]
    play(g, "button:advance")
    assert (space(g, "us"), space(g, "su")) == (2, 3)
    g.markers[T.track_id.index("us")] = 5
    assert "button:advance" not in ask(g)
    assert why(g, "button:advance") == ("Each of these markers has reached its end.", "3.1.2b")


@pytest.mark.rule("on_to_berlin", "2.2.2c")
def test_a_marker_stays_on_its_track() -> None:
    g = position(markers={"sp": 5, "tu": 0}, axis=["ge", "sp"])
    assert "track:sp" not in ask(g) and "track:tu" in offered(g)
    assert why(g, "track:sp") == ("The marker of Spain is at the end of its track.", "2.2.2c")
    g.side = ALLIED
    assert "track:tu" not in ask(g) and "track:sp" in offered(g)
    assert why(g, "track:tu") == ("The marker of Turkey is at the end of its track.", "2.2.2c")


@pytest.mark.rule("on_to_berlin", "3.1.2c")
def test_a_second_entry_space_changes_nothing() -> None:
    g = position(markers={"sp": 4}, axis=["ge", "sp"], units={"madrid": "sp_lf spent, ge_lf"})
    play(g, "track:sp")
    g.side = ALLIED
    play(g, "track:sp")
    assert side(g, "sp") == AXIS and not g.lasting[country(g, "sp")]
    assert units_at(g, "madrid") == "ge_lf, sp_lf spent"
    assert all(line.startswith("Marker of Spain: Entry") for line in log(g))


@pytest.mark.rule("on_to_berlin", "3.1.3d")
@pytest.mark.parametrize("violator", [AXIS, ALLIED])
def test_the_marker_of_a_violated_nation_does_not_matter_any_more(violator: int) -> None:
    g = position(markers={"tu": 3})
    nations.enter(g, violator, area(g, "ankara"))
    for player in (AXIS, ALLIED):
        g.side = player
        assert "track:tu" not in ask(g) and "track:sp" in offered(g)
        assert why(g, "track:tu").rule == "3.1.3d"
    assert side(g, "tu") == 1 - violator and g.war[country(g, "tu")]
    assert space(g, "tu") == 3


@pytest.mark.rule("on_to_berlin", "3.1.2b")
@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_a_violated_soviet_union_and_its_marker() -> None:
    g = position(side="allied", markers={"us": 5, "su": 1}, allied=["uk", "fr", "po", "us"])
    nations.enter(g, AXIS, area(g, "minsk"))
    assert side(g, "su") == ALLIED and space(g, "su") == 3  # Entry
    assert "button:advance" not in ask(g)
    g = position(side="allied", markers={"us": 5, "su": 1}, allied=["uk", "fr", "po", "us"])
    nations.enter(g, ALLIED, area(g, "caucasus"))
    assert side(g, "su") == AXIS and space(g, "su") == 1
    assert "button:advance" not in ask(g)


# --- Spain and Turkey return to neutrality


@pytest.mark.rule("on_to_berlin", "3.1.3e")
@pytest.mark.rule("on_to_berlin", "3.1.1f")
def test_a_nation_becomes_neutral_again() -> None:
    g = position(
        side="allied",
        axis=["ge", "it", "sp"],
        markers={"sp": 4},
        units={"madrid": "sp_lf spent", "morocco": "sp_lf, it_lf, uk_lf", "algeria": "sp_lf, uk_lf"},
        control={"morocco": "sp", "algeria": "sp", "seville": "ge"},
    )
    assert nations.cube(g, area(g, "madrid")) == NEUTRAL
    play(g, "track:sp")
    spain = country(g, "sp")
    assert g.nside[spain] == NEUTRAL and not g.war[spain] and not g.lasting[spain]
    assert units_at(g, "madrid") == "sp_lf spent"  # at home they keep their state
    assert units_at(g, "morocco") == "it_lf, uk_lf" and units_at(g, "algeria") == "uk_lf"
    assert [g.place[u] for u in range(T.n_units) if T.unit_nation[u] == spain].count(POOL) == 2
    # What it held abroad stays with its partners there, else it passes to the enemy.
    assert g.control[area(g, "morocco")] == country(g, "it")
    assert g.control[area(g, "algeria")] == country(g, "uk")
    assert all(g.control[a] == spain and g.held[a] == NEUTRAL for a in T.home[spain])
    assert all(nations.cube(g, a) == AXIS for a in T.home[spain])
    assert "Spain is Neutral again. [3.1.3e]" in log(g)
    assert "To the Mobilization Pool: 2 × Spanish infantry. [3.1.3e]" in log(g)
    # Later its marker brings it back.
    g.side = AXIS
    play(g, "track:sp")
    assert side(g, "sp") == AXIS and g.war[spain]


@pytest.mark.rule("on_to_berlin", "3.4b")
@pytest.mark.rule("on_to_berlin", "3.1.3e")
def test_partners_abroad_choose_who_follows_the_nation_that_left() -> None:
    g = position(
        side="allied",
        axis=["ge", "it", "sp"],
        markers={"sp": 4},
        units={"madrid": "sp_lf", "morocco": "sp_lf, it_lf, ge_lf"},
        control={"morocco": "sp"},
    )
    play(g, "track:sp")
    assert g.seats() == (AXIS,) and offered(g) == {"nation:it", "nation:ge"}
    g.apply(AXIS, NAMES.index["nation:it"])
    assert g.control[area(g, "morocco")] == country(g, "it")
    assert side(g, "sp") == NEUTRAL


@pytest.mark.rule("on_to_berlin", "3.1.3e")
@pytest.mark.rule("on_to_berlin", "3.1.3f")
@pytest.mark.parametrize(
    ("guests", "joins", "told"),
    [
        ("ge_lf", ALLIED, "units of the Axis are in it. [3.1.3e]"),
        ("uk_lf", AXIS, "units of the Allies are in it. [3.1.3e]"),
        ("ge_lf, uk_lf", AXIS, "units of both sides are in it. [3.1.3f]"),
    ],
)
def test_guests_in_a_nation_that_wants_out(guests: str, joins: int, told: str) -> None:
    g = position(
        side="allied",
        axis=["ge", "sp"],
        markers={"sp": 4},
        units={"madrid": "sp_lf", "barcelona": guests, "morocco": "sp_lf"},
    )
    play(g, "track:sp")
    spain = country(g, "sp")
    assert g.nside[spain] == joins and g.war[spain] and g.lasting[spain]
    assert space(g, "sp") == 3
    # Units abroad are called back by a nation that changes sides. [R65]
    assert units_at(g, "morocco") == ("" if joins == ALLIED else "sp_lf")
    assert [line for line in log(g) if line.endswith(told)]
    for player in (AXIS, ALLIED):
        g.side = player
        assert "track:sp" not in ask(g)


# --- Vichy France


def vichy() -> ChangeSide:
    """The event of the Vichy France card."""
    found = T.card_event[T.card_index["ax_vichy_france_2"]]
    assert isinstance(found, ChangeSide)
    return found


@pytest.mark.rule("on_to_berlin", "3.1.2e")
def test_when_france_can_change_sides() -> None:
    held = {"paris": "ge"}
    assert diplomacy.change_possible(position(units={"paris": "ge_lf"}, control=held), vichy())
    assert not diplomacy.change_possible(position(units={"paris": "ge_lf, fr_lf"}), vichy())
    assert not diplomacy.change_possible(position(control=held, not_at_war=["fr"]), vichy())
    assert not diplomacy.change_possible(position(control=held, axis=["ge", "vc"], allied=["uk"]), vichy())


@pytest.mark.rule("on_to_berlin", "3.1.2e")
@pytest.mark.rule("on_to_berlin", "2.2.2d")
def test_france_changes_sides() -> None:
    g = position(
        units={
            "paris": "2 ge_lf",
            "lorraine": "fr_ft spent",
            "southern_france": "fr_lf, fr_af",
            "algeria": "fr_lf, uk_lf",
            "london": "fr_lf, uk_lf",
            "western_mediterranean": "fr_nf",
            "english_channel": "uk_nf",
        },
        control={"paris": "ge"},
    )
    g.agenda = [Idle()]
    diplomacy.change_side(g, vichy())
    g.advance()
    france = T.france
    assert g.nside[france] == AXIS and g.war[france] and g.france_changed()
    french = [u for u in range(T.n_units) if T.unit_nation[u] == france and not T.unit_changed[u]]
    assert {g.place[u] for u in french} == {POOL}
    for name in ("southern_france", "morocco", "tunisia"):
        assert units_at(g, name) == "vc_lf" and g.held[area(g, name)] == AXIS
        assert g.ready(unit_at(g, "vc_lf", name), AXIS)
    assert units_at(g, "western_mediterranean") == "vc_nf"
    # Where others stand nobody is placed, and control follows at once.
    assert units_at(g, "algeria") == "uk_lf" and g.control[area(g, "algeria")] == country(g, "uk")
    assert units_at(g, "london") == "uk_lf"
    assert g.control[area(g, "lorraine")] == france and g.held[area(g, "lorraine")] == AXIS
    # From now on the second set is mobilized, not the first.
    kinds = {T.type_id[kind] for kind in mobilization.types(g, 9)}
    assert not [kind for kind in kinds if kind.startswith("fr_")]


@pytest.mark.rule("on_to_berlin", "3.1.2e")
def test_the_vichy_fleet_waits_while_others_hold_its_sea() -> None:
    g = position(units={"paris": "ge_lf", "western_mediterranean": "fr_nf, uk_nf"}, control={"paris": "ge"})
    g.agenda = [Idle()]
    diplomacy.change_side(g, vichy())
    g.advance()
    assert units_at(g, "western_mediterranean") == "uk_nf"
    assert g.control[area(g, "western_mediterranean")] == country(g, "uk")


@pytest.mark.rule("on_to_berlin", "3.6d")
@pytest.mark.rule("on_to_berlin", "3.1.2e")
def test_without_its_ships_the_units_they_carried_are_lost() -> None:
    g = position(
        units={"paris": "ge_lf", "western_mediterranean": "fr_nf, uk_lf"},
        control={"paris": "ge", "western_mediterranean": "fr"},
    )
    g.agenda = [Idle()]
    diplomacy.change_side(g, vichy())
    g.advance()
    # The new fleet takes the old one's place, and whom that carried is lost.
    assert units_at(g, "western_mediterranean") == "vc_nf"
    assert unit_at(g, "uk_lf", "pool") >= 0


@pytest.mark.rule("on_to_berlin", "3.1.2e")
@pytest.mark.parametrize(
    ("there", "after"), [("ge_ss", "ge_ss, vc_nf"), ("it_nf", "it_nf"), ("uk_nf", "uk_nf")]
)
def test_only_who_could_control_an_area_keeps_the_new_units_off(there: str, after: str) -> None:
    g = position(
        axis=["ge", "it"],
        units={"paris": "ge_lf", "western_mediterranean": there},
        control={"paris": "ge"},
    )
    g.agenda = [Idle()]
    diplomacy.change_side(g, vichy())
    g.advance()
    assert units_at(g, "western_mediterranean") == after


# --- France returns

VICHY = {"axis": ["ge", "vc"], "allied": ["uk", "po"], "side": "allied"}


@pytest.mark.rule("on_to_berlin", "3.1.2f")
def test_france_returns() -> None:
    g = position(
        units={"paris": "uk_lf", "lorraine": "ge_lf", "algeria": "vc_lf, ge_lf", "tunisia": "vc_lf spent"},
        control={"paris": "uk", "lorraine": "ge"},
        **VICHY,  # type: ignore[arg-type]
    )
    play(g, "button:return")
    france = T.france
    assert g.nside[france] == ALLIED and g.war[france] and not g.france_changed()
    assert {g.place[u] for u in range(T.n_units) if T.unit_nation[u] == france} == {POOL}
    assert g.control[area(g, "algeria")] == country(g, "ge")  # only Germans are left there
    assert g.control[area(g, "tunisia")] == france and g.held[area(g, "tunisia")] == ALLIED
    assert g.control[area(g, "lorraine")] == country(g, "ge")
    assert log(g)[:2] == [
        "France joins the Allies and is At War. [3.1.2f]",
        "To the Mobilization Pool: Vichy French infantry and Vichy French infantry (spent). [3.1.2f]",
    ]


@pytest.mark.rule("on_to_berlin", "3.1.2f")
def test_what_the_return_of_france_needs() -> None:
    g = position(control={"paris": "ge"}, units={"paris": "ge_lf"}, **VICHY)  # type: ignore[arg-type]
    assert "button:return" not in ask(g)
    assert why(g, "button:return") == ("Paris is not under your control.", "3.1.2f")
    g = position(**VICHY)  # type: ignore[arg-type]
    assert "button:return" not in ask(g)  # an empty Paris is Vichy's own
    g = position(control={"paris": "uk"}, units={"paris": "uk_lf, ge_af"}, **VICHY)  # type: ignore[arg-type]
    assert "button:return" not in ask(g)
    assert why(g, "button:return") == ("Enemy units are in Paris.", "3.1.2f")
    g = position(control={"paris": "uk"}, units={"paris": "uk_lf"}, **VICHY)  # type: ignore[arg-type]
    assert "button:return" in ask(g)
    assert g.agenda[-1].prompt(g, ALLIED).text.endswith("or the return of a nation.")


# --- nothing left to do


@pytest.mark.rule("on_to_berlin", "3.1.2")
def test_diplomacy_without_any_way_is_not_possible() -> None:
    everybody = ["ge", "it", "hu", "ru", "bu", "fi", "sp", "tu"]
    g = position(axis=everybody, markers={"sp": 5, "tu": 5})
    assert not diplomacy.possible(g, event("ax_diplomacy_2"))
    g.markers[T.track_id.index("tu")] = 4
    assert diplomacy.possible(g, event("ax_diplomacy_2"))


def test_the_step_packs_its_card() -> None:
    g = position()
    ask(g)
    step = g.agenda[-1]
    assert step.pack() == [card(g, "ax_diplomacy_2")]
    again = diplomacy.Diplomacy.unpack(step.pack())
    assert again.choices(g, AXIS) == step.choices(g, AXIS)
