"""Setting up a scenario: map, Armies, tracks, cards, Generals and Sections."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import sandtable.games.other_side as package
from sandtable.engine.match import Match
from sandtable.games.other_side.components.constants import ALIGNMENT_IDS, TRACK_IDS
from sandtable.games.other_side.components.effect_types import FRANCE_IDS, ITALY_IDS
from sandtable.games.other_side.components.relations import load_pack
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    COMPLETED,
    DISCARDED,
    FUTURE,
    GONE,
    IN_COMMAND,
    NO_HEAD,
    NOT_AVAILABLE,
    OUT_OF_PLAY,
    POOL,
    REMOVED,
    VACANCY,
    Board,
)
from sandtable.games.other_side.components.tables import build_tables
from sandtable.games.other_side.rules.planning import Planning
from sandtable.games.other_side.rules.setup import HandLimit
from sandtable.games.other_side.testing import area, general, position, tables, units_at
from tests.games.other_side.driving import answer, begin, idle, log, offered, refused
from tests.games.other_side.moments import GAME

T = tables()
SCENARIOS = ("armageddon", "world_war", "total_war", "decline_of_the_third_reich")
# The years in which the Generals' set-up codes are read, in their order.
STARTS = {"armageddon": 1939, "world_war": 1941, "total_war": 1942, "decline_of_the_third_reich": 1943}
LIMITS = {1: 30, 2: 15, 3: 10, 4: 8}


def file(scenario: str) -> dict[str, Any]:
    """The set-up as its file has it."""
    path = Path(package.__file__).parent / "data" / "scenarios" / f"{scenario}.toml"
    return tomllib.loads(path.read_text())


def new(scenario: str, players: int = 1, seed: int = 0, addon: bool = False) -> Match:
    """A new game."""
    return Match(GAME, GAME.settle(scenario, players, {"addon_cards": addon}, seed))


def board(m: Match) -> Board:
    """Its position."""
    assert isinstance(m.state, Board)
    return m.state


def in_play(g: Board, seat: int) -> list[int]:
    """A player's Generals."""
    return [n for n in range(T.n_generals) if g.owner[n] == seat and AVAILABLE <= g.where[n] <= IN_COMMAND]


# --- what the file says


@pytest.mark.rule("other_side", "11.1")
@pytest.mark.rule("other_side", "11")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_map_armies_and_tracks_are_those_of_the_file(scenario: str) -> None:
    s = file(scenario)
    g = position(scenario, set_up=True, year=s["start_year"], box=s["start_turn_box"])
    for row in s["alignments"]:
        n = area(g, row["area"])
        assert ALIGNMENT_IDS[g.align[n]] == row["alignment"]
        assert (g.axis[n], g.ally[n]) == (row["axis_sector"], row["allied_sector"])
    for row in s["bases"]:
        assert ALIGNMENT_IDS[g.align[area(g, row["base"])]] == row["alignment"]
    seen = {row["area"]: row for row in s["armies"]}
    for n in range(T.n_areas):
        row = seen.get(T.space_id[n], {})
        wanted = {kind: row.get(kind, 0) for kind in ("panzer", "regular", "reduced")}
        wanted |= {f"satellite_{id}": many for id, many in row.get("satellites", {}).items()}
        words = [kind if many == 1 else f"{many} {kind}" for kind, many in wanted.items() if many]
        assert sorted(units_at(g, T.space_id[n]).split(", ")) == sorted(words or [""])
    for kind in ("panzer", "regular", "reduced"):
        cubes = T.kind_id.index(kind)
        assert (
            g.count(cubes) == s["force_pool"][kind] and g.count(cubes, OUT_OF_PLAY) == s["out_of_play"][kind]
        )
    for id, many in s["satellite_pool"].items():
        cubes = T.kind_id.index(f"satellite_{id}")
        assert g.count(cubes, POOL) == many
        # Those of a country that is not yet a Satellite wait out of play.
        there = sum(row.get("satellites", {}).get(id, 0) for row in s["armies"])
        assert g.count(cubes, REMOVED) == s["satellite_removed"][id]
        assert (
            g.count(cubes, OUT_OF_PLAY)
            == T.kind_mask[cubes].bit_count() - there - many - s["satellite_removed"][id]
        )
    at = s["tracks"]
    assert (g.resources, g.warfare, g.technology) == (
        at["resources"],
        at["strategic_warfare"],
        at["technology"],
    )
    assert list(g.air) == [at[f"air_{name}"] for name in TRACK_IDS]
    assert (g.fanaticism, g.unrest, g.paratroops) == (at["fanaticism"], at["unrest"], at["paratroops"])
    assert (ITALY_IDS[g.italy], FRANCE_IDS[g.france]) == (at["status_of_italy"], at["status_of_france"])
    assert {T.category_id[n]: g.production[n] for n in range(7)} == s["production"]
    assert (T.years[g.year], T.box_id[g.box]) == (s["start_year"], s["start_turn_box"])


@pytest.mark.rule("other_side", "11.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_resources_are_seven_and_what_controlled_areas_give(scenario: str) -> None:
    g = position(scenario, set_up=True, year=STARTS[scenario])
    wanted = [n for n in range(T.n_areas) if T.resource >> n & 1 and g.axis_controls(n)]
    assert g.counted == sum(1 << n for n in wanted)
    assert g.resources == 7 + len(wanted) + file(scenario)["resource_adjust"]


@pytest.mark.rule("other_side", "11.1")
@pytest.mark.parametrize("addon", [False, True])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cards_of_other_modes_are_out_and_decks_hold_the_year(scenario: str, addon: bool) -> None:
    g = position(scenario, set_up=True, year=STARTS[scenario], addon=addon)
    out = {d.id for n, d in enumerate(T.directives) if g.directives[n] == DISCARDED}
    assert {"reorganization_of_the_high_command_pol", "plot_exposed"} <= out
    never = T.strategic_index["reorganization_of_the_high_command"]
    assert never not in g.strategic_deck
    s = file(scenario)
    base = {T.strategic[n].id for n in g.strategic_deck if not T.strategic[n].addon}
    assert base == set(s["decks"]["strategic_events"])
    base = {T.battle[n].id for n in g.battle_deck if not T.battle[n].addon}
    assert base == set(s["decks"]["combat_events"])
    for events, cards in ((T.strategic, g.strategic_deck), (T.battle, g.battle_deck)):
        added = {n for n in cards if events[n].addon}
        year = T.years.index(STARTS[scenario])
        assert added == {n for n, e in enumerate(events) if e.addon and addon and e.year == year}
    for project in range(T.n_projects):
        if g.project[project] == COMPLETED:
            assert T.directives[T.project_card[project]].id in out
    for n, d in enumerate(T.directives):
        if d.addon:
            assert (g.directives[n] == DISCARDED) == (not addon)
    assert sorted(g.combat_deck) == list(range(T.n_combat)) and g.combat_used == []
    assert sorted(g.orchestra_deck) == list(range(T.n_orchestra))


@pytest.mark.rule("other_side", "11.1")
def test_cards_of_other_modes_are_out_whatever_a_scenario_removes() -> None:
    t = build_tables(load_pack(Path(package.__file__).parent / "data"))
    for start in t.scenarios:
        start.out_directives = start.out_strategic = 0
    g = position("armageddon", set_up=True, year=1939, t=t)
    out = {d.id for n, d in enumerate(t.directives) if g.directives[n] == DISCARDED and not d.addon}
    assert out == {"reorganization_of_the_high_command_pol", "plot_exposed"}


@pytest.mark.rule("other_side", "3.2.1e")
@pytest.mark.parametrize(
    ("scenario", "done"), [("total_war", ["assault_guns"]), ("decline_of_the_third_reich", ["assault_guns"])]
)
def test_the_card_of_a_project_completed_before_is_out(scenario: str, done: list[str]) -> None:
    g = position(scenario, set_up=True, year=STARTS[scenario])
    cards = [T.project_card[n] for n in range(T.n_projects) if g.project[n] == COMPLETED]
    assert [T.directives[card].id for card in cards] == done
    assert [g.directives[card] for card in cards] == [DISCARDED]
    others = [T.project_card[n] for n in range(T.n_projects) if g.project[n] != COMPLETED]
    assert DISCARDED not in [g.directives[n] for n in others if not T.directives[n].addon]


@pytest.mark.rule("other_side", "11.1")
def test_decks_are_shuffled_by_the_seed() -> None:
    first, again, other = (position("world_war", set_up=True, seed=seed) for seed in (1, 1, 2))
    for name in ("combat_deck", "strategic_deck", "battle_deck", "orchestra_deck"):
        assert getattr(first, name) == getattr(again, name) != getattr(other, name)


@pytest.mark.rule("other_side", "11.1")
@pytest.mark.rule("other_side", "4.3b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_positions_are_filled_or_vacant_as_the_armies_ask(scenario: str) -> None:
    g = position(scenario, set_up=True, year=STARTS[scenario])
    s = file(scenario)
    for row in s["positions"]:
        n = general(g, row["general"])
        assert g.post[n] == 2 * area(g, row["place"]) + row["slot"] - 1 and g.where[n] == IN_COMMAND
    for front, name in enumerate(TRACK_IDS[:3]):
        words = {"vacancy": VACANCY, "not_available": NOT_AVAILABLE}
        who = s["ob"][name]
        assert g.ob[front] == (words[who] if who in words else general(g, who))
    for n in range(T.n_areas):
        row = [h for h in g.heads[2 * n : 2 * n + 2] if h != NO_HEAD]
        many = T.heads_for[g.german[n]]
        if [T.generals[h].id for h in row if h >= 0] == ["rommel"] and g.german[n] == 1:
            many = 1
        assert len(row) == many, T.space_id[n]


# --- Generals


@pytest.mark.rule("other_side", "2.2d")
@pytest.mark.rule("other_side", "2.2m")
@pytest.mark.rule("other_side", "2.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_set_up_codes_say_who_is_in_play_and_whose(scenario: str) -> None:
    g = position(scenario, set_up=True, players=4, year=STARTS[scenario])
    back = {row["general"]: row["enters"] for row in file(scenario).get("returning_generals", [])}
    for n, card in enumerate(T.generals):
        code = card.codes[SCENARIOS.index(scenario)]
        if code:
            assert g.where[n] in (AVAILABLE, IN_COMMAND) and g.owner[n] == code - 1
        elif card.id in back:
            assert g.where[n] == FUTURE and T.years[g.entry[n]] == back[card.id]
        elif not card.addon and T.years[card.entry] > STARTS[scenario]:
            assert g.where[n] == FUTURE and g.entry[n] == card.entry
        else:
            assert g.where[n] == GONE
    for seat in range(4):
        assert len(in_play(g, seat)) <= 8


@pytest.mark.rule("other_side", "2.2d")
def test_fewer_players_share_the_generals_of_the_absent() -> None:
    two = position("world_war", set_up=True, players=2)
    three = position("world_war", set_up=True, players=3)
    one = position("world_war", set_up=True)
    fourth = []
    for n, card in enumerate(T.generals):
        code = card.codes[1]
        if code:
            assert one.owner[n] == 0
            assert two.owner[n] == (0 if code in (1, 3) else 1)
            if code < 4:
                assert three.owner[n] == code - 1
            else:
                fourth.append(n)
    fourth.sort(key=lambda n: (-T.generals[n].seniority, n))
    assert [three.owner[n] for n in fourth] == [turn % 3 for turn in range(len(fourth))]
    assert len(fourth) > 3


@pytest.mark.rule("other_side", "0a")
def test_add_on_generals_wait_or_stay_out() -> None:
    for addon in (False, True):
        g = position("total_war", set_up=True, addon=addon, year=1942)
        for n, card in enumerate(T.generals):
            if card.addon:
                assert g.where[n] == (FUTURE if addon else GONE)
                if addon:
                    assert g.entry[n] == max(card.entry, g.year + 1)


@pytest.mark.rule("other_side", "2.2k")
@pytest.mark.rule("other_side", "2.2l")
@pytest.mark.rule("other_side", "11.1a")
@pytest.mark.parametrize(("players", "waiting"), [(1, 2), (2, 2), (3, 2), (4, 0)])
def test_example_two_and_three_players_in_1943(players: int, waiting: int) -> None:
    """E42: a hand above its limit passes its lowest Generals on to next year's."""
    m = new("decline_of_the_third_reich", players)
    g = board(m)
    before = sum(card.codes[3] > 0 for card in T.generals)
    while isinstance(g.agenda[-1], HandLimit):
        step = g.agenda[-1]
        low = step.lowest(g)
        # Those of lowest Seniority without a Position, where there is a choice.
        mine = [n for n in in_play(g, step.seat) if g.where[n] == AVAILABLE]
        least = min(T.generals[n].seniority for n in mine)
        assert low == [n for n in mine if T.generals[n].seniority == least] and len(low) > 1
        assert g.seats() == (step.seat,)
        m.play(g.ids.general + low[0])
        assert g.where[low[0]] == FUTURE and T.years[g.entry[low[0]]] == 1944
    assert isinstance(g.agenda[-1], Planning)
    hands = [len(in_play(g, seat)) for seat in range(players)]
    assert hands == [min(LIMITS[players], before // players)] * players
    assert sum(hands) == before - waiting and before == 32
    late = [n for n, card in enumerate(T.generals) if card.codes[3] and g.where[n] == FUTURE]
    assert len(late) == waiting and all(T.years[g.entry[n]] == 1944 for n in late)


@pytest.mark.rule("other_side", "11.1a")
def test_who_passes_generals_on_chooses_among_equals_only() -> None:
    cards = {n.id: "available" for n in T.generals[:32]}
    g = position(year=1943, generals=cards)
    begin(g, HandLimit(0))
    low = min(T.generals[n].seniority for n in range(32))
    wanted = {f"general:{T.generals[n].id}" for n in range(32) if T.generals[n].seniority == low}
    assert offered(g) == wanted
    assert refused(g, "general:von_rundstedt").rule == "11.1a"
    chosen = sorted(wanted)[:2]
    answer(g, chosen[0])
    answer(g, chosen[1])
    assert idle(g) and len(in_play(g, 0)) == 30
    assert log(g).count("will enter play in 1944.") == 2


@pytest.mark.rule("other_side", "11.1a")
def test_generals_in_a_position_are_not_passed_on() -> None:
    cards = {n.id: "available" for n in T.generals[:30]}
    g = position(year=1943, generals=cards, ob={"east": "von_manteuffel"})
    begin(g, HandLimit(0))
    # The lowest of all is OB: the lowest of the others go, here four equals of whom one is chosen.
    assert "general:von_manteuffel" not in offered(g)
    low = min(n.seniority for n in T.generals[:30])
    assert offered(g) == {f"general:{n.id}" for n in T.generals[:30] if n.seniority == low}


# --- Sections


@pytest.mark.rule("other_side", "11.2")
@pytest.mark.rule("other_side", "1.4d")
def test_four_players_get_one_section_each_at_random() -> None:
    seen = {tuple(position(set_up=True, players=4, seed=seed).section_seat) for seed in range(30)}
    assert all(sorted(found) == [0, 1, 2, 3] for found in seen)
    assert len(seen) > 10


@pytest.mark.rule("other_side", "11.2a")
def test_with_three_players_personnel_goes_with_operations() -> None:
    seen = {tuple(position(set_up=True, players=3, seed=seed).section_seat) for seed in range(40)}
    for okw, operations, personnel, production in seen:
        assert operations == personnel and sorted((okw, operations, production)) == [0, 1, 2]
    assert len(seen) == 6


@pytest.mark.rule("other_side", "11.2b")
def test_with_two_players_okw_and_personnel_go_together() -> None:
    seen = {tuple(position(set_up=True, players=2, seed=seed).section_seat) for seed in range(20)}
    assert seen == {(0, 1, 0, 1), (1, 0, 1, 0)}


@pytest.mark.rule("other_side", "11.2c")
@pytest.mark.rule("other_side", "1.4f")
def test_alone_one_decides_everything() -> None:
    g = position(set_up=True)
    assert list(g.section_seat) == [0, 0, 0, 0] and "is OKW" not in log(g)
    assert "is OKW" in log(position(set_up=True, players=2))


@pytest.mark.rule("other_side", "11.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_begins_with_planning(scenario: str, players: int) -> None:
    m = new(scenario, players)
    while isinstance(m.state.agenda[-1], HandLimit):
        m.play(m.prompts[0].choices[0])
    while isinstance(m.state.agenda[-1], Planning):
        assert m.prompts[0].rule == "5.4"
        m.play(m.prompts[0].choices[-1])
    text = log(board(m))
    # In 1939 there are so few cards that all are selected without a question.
    for kind in ("Military", "Political", "Production"):
        assert text.index(f"{kind} Directive selected:") < text.index("Administrative Phase —")
