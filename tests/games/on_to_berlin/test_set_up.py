"""The components as they lie on the table when a game begins."""

from collections import Counter

import pytest

from sandtable import games as shelf
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import Tables, build_tables
from tests.games.on_to_berlin.atlas import AREA, CARD, PACK, SCENARIO, UNIT

GAME = shelf.load_game("on_to_berlin")
T: Tables = build_tables(PACK)


def begun(**options: bool | int | str) -> Board:
    """A game at its very beginning."""
    g = GAME.new(GAME.settle(options=options))
    assert isinstance(g, Board)
    return g


def in_place(g: Board, place: int) -> Counter[str]:
    """How many counters of each type are in a pool, or out of the game."""
    return Counter(T.type_id[T.unit_type[u]] for u in range(T.n_units) if g.place[u] == place)


# ---------------------------------------------------------------- counters


@pytest.mark.rule("on_to_berlin", "2.1.1")
def test_eleven_types_in_three_kinds() -> None:
    kinds = {T.type_class[k]: T.type_kind[k] for k in range(T.n_types)}
    assert kinds == dict.fromkeys(("LF", "TF", "GF", "AB", "SA", "FT"), const.LAND) | {
        "AF": const.AIR
    } | dict.fromkeys(("NF", "CV", "CVE", "SS"), const.NAVAL)


@pytest.mark.rule("on_to_berlin", "2.1.1a")
def test_submarines_are_no_surface_units() -> None:
    surface = {T.type_class[T.unit_type[u]] for u in range(T.n_units) if T.unit_surface[u]}
    assert surface == {"NF", "CV", "CVE"}
    assert all(
        bool(T.unit_surface[u]) != bool(T.unit_submarine[u])
        for u in range(T.n_units)
        if T.unit_kind[u] == const.NAVAL
    )


@pytest.mark.rule("on_to_berlin", "2.1.1d")
@pytest.mark.rule("on_to_berlin", "2.1.1e")
def test_every_counter_has_the_ratings_of_its_type() -> None:
    assert T.n_units == sum(u.count for u in PACK.units.unit_types)
    for u in range(T.n_units):
        entry = UNIT[T.type_id[T.unit_type[u]]]
        found = (T.unit_attack[u], T.unit_defense[u], T.unit_move[u], T.unit_strike[u])
        assert found == (entry.attack, entry.defense, entry.move, entry.airstrike)
        assert (T.unit_strike[u] > 0) == (entry.type in ("AF", "CV", "CVE"))


# ---------------------------------------------------------------- map


@pytest.mark.rule("on_to_berlin", "2.2")
@pytest.mark.rule("on_to_berlin", "2.2.1")
def test_areas_are_land_or_sea() -> None:
    g = begun()
    assert [T.area_id[a] for a in range(T.n_areas) if T.sea[a]] == [a for a in AREA if AREA[a].kind == "sea"]
    for unit in range(T.n_units):
        place = g.place[unit]
        assert place in (const.POOL, const.NEW_WEAPONS, const.OUT) or bool(T.sea[place]) == (
            T.unit_kind[unit] == const.NAVAL
        )


@pytest.mark.rule("on_to_berlin", "2.2.1a")
def test_no_choice_names_an_unnamed_place() -> None:
    blank = [x.id for x in PACK.areas.unnamed_areas]
    g = begun()
    for name in blank:
        assert name not in T.area_index
        assert GAME.find(g, f"area:{name}") == -1
    assert GAME.find(g, "area:berlin") >= 0


@pytest.mark.rule("on_to_berlin", "2.2.1d")
def test_circles_in_halves() -> None:
    worth = {T.area_id[a]: (T.points[a], bool(T.red[a])) for a in range(T.n_areas) if T.points[a]}
    assert worth["ruhr"] == (2, True)
    assert worth["romania"] == (2, False)
    assert worth["finland"] == (1, False)
    assert len(worth) == len([a for a in AREA.values() if a.resource != "none"])


@pytest.mark.rule("on_to_berlin", "2.2.1f")
def test_neighbours_share_a_border() -> None:
    open_to_all = {frozenset((x.a, x.b)) for x in PACK.links.links if x.kind != "canal"}
    found = {frozenset((T.area_id[a], T.area_id[b])) for a in range(T.n_areas) for b in T.near[a]}
    assert found == open_to_all
    assert all(a in T.near[b] for a in range(T.n_areas) for b in T.near[a])


@pytest.mark.rule("on_to_berlin", "2.2.2")
@pytest.mark.rule("on_to_berlin", "2.2.2a")
def test_tracks() -> None:
    assert T.last_turn == len(T.turn_label) - 1 == 12
    assert [turn for turn in range(1, 13) if T.winter[turn]] == [1, 3, 5, 7, 9, 11]
    assert T.track_id == ["us", "su", "sp", "tu"]
    assert [len(row) for row in T.space_entry] == [6, 4, 6, 6]


# ---------------------------------------------------------------- set-up


@pytest.mark.rule("on_to_berlin", "2.1.2b")
@pytest.mark.rule("on_to_berlin", "4.0")
@pytest.mark.rule("on_to_berlin", "2.1.2")
@pytest.mark.rule("on_to_berlin", "2.1.2a")
def test_markers() -> None:
    g = begun()
    assert (g.turn, g.initiative, g.points) == (1, 0, [2, 4])
    assert dict(zip(T.track_id, g.markers, strict=True)) == SCENARIO.start.tracks


@pytest.mark.rule("on_to_berlin", "2.2.1b")
def test_units_stand_where_they_are_printed() -> None:
    g = begun()
    found = Counter(
        (T.area_id[g.place[u]], T.type_id[T.unit_type[u]]) for u in range(T.n_units) if g.place[u] >= 0
    )
    printed: Counter[tuple[str, str]] = Counter()
    for row in SCENARIO.units_on_map.rows:
        printed[row.area, row.unit] += row.count
    assert found == printed
    assert not any(g.cond[u] & const.SPENT for u in range(T.n_units))


@pytest.mark.rule("on_to_berlin", "3.4")
def test_the_printed_nation_controls() -> None:
    g = begun()
    for a in range(T.n_areas):
        nation = AREA[T.area_id[a]].country
        assert g.control[a] == (T.nation_index[nation] if nation else const.NOBODY)


@pytest.mark.rule("on_to_berlin", "4.0c")
@pytest.mark.rule("on_to_berlin", "16.7")
def test_new_weapons() -> None:
    g = begun(jets=True)
    weapons = {row.unit: row.count for row in SCENARIO.new_weapons_pool.rows}
    assert in_place(g, const.NEW_WEAPONS) == weapons
    assert in_place(g, const.OUT) == {}
    without = begun()
    assert in_place(without, const.OUT) == {"ge_af_jet": 1}
    assert in_place(without, const.NEW_WEAPONS) == {u: n for u, n in weapons.items() if u != "ge_af_jet"}


@pytest.mark.rule("on_to_berlin", "4.0d")
def test_all_others_wait_in_the_mobilization_pool() -> None:
    rows = SCENARIO.mobilization_pool.rows
    assert in_place(begun(), const.POOL) == {row.unit: row.count for row in rows}


@pytest.mark.rule("on_to_berlin", "4.0a")
@pytest.mark.rule("on_to_berlin", "4.0b")
@pytest.mark.rule("on_to_berlin", "2.3.3")
def test_decks_and_development_pools() -> None:
    g = begun()
    lying = {
        place: {T.card_id[c] for c in range(T.n_cards) if g.cards[c] == place}
        for place in (const.DECK, const.POOLED)
    }
    decks = SCENARIO.decks
    assert lying[const.DECK] == {*decks.axis_deck, *decks.allied_deck}
    assert lying[const.POOLED] == {*decks.axis_development_pool, *decks.allied_development_pool}
    assert {CARD[c].sv for c in lying[const.DECK]} == {2} and {CARD[c].sv for c in lying[const.POOLED]} == {
        3,
        4,
    }
