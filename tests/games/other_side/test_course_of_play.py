"""Course of play, cards, Generals, the Force Pool, and what players know and say. [0a] [1.4] [2]"""

import msgspec
import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.match import Match
from sandtable.games.other_side.components.constants import (
    OKW,
    OPERATIONS,
    PANZER,
    PERSONNEL,
    PRODUCTION,
    SECTIONS,
)
from sandtable.games.other_side.components.schema_tables import Section
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    DISCARDED,
    FUTURE,
    GONE,
    IN_COMMAND,
    OUT_OF_PLAY,
    REMOVED,
    SELECTED,
    Board,
)
from sandtable.games.other_side.rules import victory
from sandtable.games.other_side.rules.cards import directives, effects
from sandtable.games.other_side.rules.cards.directives import PoliticalDirectives
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.generals.draft import entering, full
from sandtable.games.other_side.rules.movement.movement import Operational
from sandtable.games.other_side.rules.politics import countries
from sandtable.games.other_side.rules.production.economy import ProductionTable
from sandtable.games.other_side.rules.production.replacements import Wehrmacht
from sandtable.games.other_side.rules.setup import HandLimit
from sandtable.games.other_side.testing import area, directive, general, position, units_at
from tests.games.other_side.driving import answer, begin, go_on, key, log, offered, refused
from tests.games.other_side.moments import GAME

SCENARIOS = ["armageddon", "world_war", "total_war", "decline_of_the_third_reich"]


def new(players: int = 1, scenario: str = "world_war", addon: bool = False, seed: int = 3) -> Board:
    """A game at its first question."""
    g = GAME.new(GAME.settle(scenario, players, {"addon_cards": addon}, seed))
    assert isinstance(g, Board)
    g.advance()
    return g


# --- the option


@pytest.mark.rule("other_side", "0a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_add_on_cards_join_their_decks_only_if_chosen(scenario: str) -> None:
    base, more = new(scenario=scenario), new(scenario=scenario, addon=True)
    t = base.t
    for n, d in enumerate(t.directives):
        if d.addon:
            assert base.directives[n] == DISCARDED
            assert more.directives[n] != DISCARDED
    for n, card in enumerate(t.generals):
        if card.addon:
            assert base.where[n] == GONE and more.where[n] != GONE
    for n, event in enumerate(t.strategic):
        if event.addon:
            assert n not in base.strategic_deck
            assert (n in more.strategic_deck) == (event.year == more.year)
    assert GAME.settle(scenario).options == {"addon_cards": False}


# --- course of play


@pytest.mark.rule("other_side", "1.4")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_scenario_is_for_one_to_four_who_win_or_lose_together(scenario: str, players: int) -> None:
    g = new(players, scenario)
    assert g.players == players and g.t.scenarios[g.scenario].id == scenario
    setup = GAME.settle(scenario, players)
    assert GAME.teams(setup) == (tuple(range(players)),)


@pytest.mark.rule("other_side", "1.4a")
@pytest.mark.parametrize("players", [1, 3])
def test_a_collapse_ends_the_game_at_once_and_all_lose(players: int) -> None:
    g = position(players=players, tracks={"fanaticism": 9})
    victory.lose(g, "Germany collapses.", "4.7.3")
    assert g.result is not None and g.result.text == "Germany collapses."
    assert len(set(g.result.scores)) == 1 and len(g.result.scores) == players
    assert g.result.scores[0] < victory.LOST


@pytest.mark.rule("other_side", "1.4b")
def test_without_collapse_points_decide() -> None:
    results = []
    for fanaticism in (2, 9):
        g = position(
            set_up=True,
            tracks={"fanaticism": fanaticism},
            align={"northern_france": "occupied", "ukraine": "occupied"},
        )
        victory.finish(g)
        assert g.result is not None and g.result.rule == "10"
        assert f"{victory.total(g)} victory points" in g.result.text
        results.append(g.result.scores[0])
    assert results[1] > results[0] > victory.LOST


@pytest.mark.rule("other_side", "1.4e")
def test_a_section_card_gives_its_field_and_nothing_else() -> None:
    told = {f.name for f in msgspec.structs.fields(Section)} - {"src", "ref", "note"}
    assert told == {"id", "name", "controls"}
    g = position(players=4, sections=(3, 2, 1, 0))
    assert g.t.section_id == ["okw", "operations", "personnel", "production"]
    assert [g.seat(n) for n in (OKW, OPERATIONS, PERSONNEL, PRODUCTION)] == [3, 2, 1, 0]


@pytest.mark.rule("other_side", "1.4f")
def test_alone_one_takes_every_decision() -> None:
    g = new()
    assert set(g.section_seat) == {0} and len(g.section_seat) == SECTIONS
    assert GAME.settle().players == 1 and GAME.seat_names(g) == ["High Command"]
    for _ in range(120):
        assert g.seats() == (0,)
        g.apply(0, g.choices(0)[0])


# --- cards


@pytest.mark.rule("other_side", "2.1a")
def test_a_discarded_card_is_out_of_the_game() -> None:
    g = position(
        directives={"police_crackdown": "selected"},
        production={"political_directives": 3},
        tracks={"unrest": 2},
    )
    begin(g, PoliticalDirectives(), PoliticalDirectives())
    answer(g, "card:police_crackdown")
    assert g.directives[directive(g, "police_crackdown")] == DISCARDED
    assert directives.obstacle(g, 1, directive(g, "police_crackdown"), 3) == directives.NOT_SELECTED
    again = position(directives={"police_crackdown": "discarded"})
    step = PoliticalDirectives()
    told = step.why_not(again, 0, again.ids.directive + directive(again, "police_crackdown"))
    assert told is not None and told.rule == "2.1a"


@pytest.mark.rule("other_side", "2.1b")
@pytest.mark.parametrize("recyclable", [True, False])
def test_a_recyclable_card_that_fails_stays_for_the_year(recyclable: bool) -> None:
    g = position()
    found = [n for n, d in enumerate(g.t.directives) if d.country >= 0 and d.recyclable == recyclable]
    if not found:
        pytest.skip("no Diplomacy card of that kind")
    name = g.t.directives[found[0]].id
    g = position(directives={name: "selected"}, production={"political_directives": 3}, dice=[1])
    directives.negotiate(g, found[0])
    assert g.directives[found[0]] == (SELECTED if recyclable else DISCARDED), log(g)


# --- Generals


@pytest.mark.rule("other_side", "2.2")
def test_what_a_generals_card_says() -> None:
    t = position().t
    assert t.n_generals == 58
    for card in t.generals:
        assert card.name and card.short in card.name
        assert 0 <= card.entry < len(t.years) and len(card.codes) == len(SCENARIOS)
        assert 1 <= card.seniority <= 10 and 1 <= card.confidence <= 6
        assert card.combat_text and card.versus and card.terrain
        assert bool(card.specials) <= bool(card.special_text)
    bock = t.generals[t.general_index["von_bock"]]
    assert (bock.short, bock.seniority) == ("von Bock", 9)
    shown = {card.id: card for card in GAME.cards(position(generals={"von_bock": "available"}), 0)}
    assert shown["von_bock"].value == 9 and f"Confidence {bock.confidence}" in shown["von_bock"].text


@pytest.mark.rule("other_side", "2.2a")
def test_the_higher_seniority_outranks() -> None:
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "5 regular"},
        heads={"poland": ["rommel", "von_bock"]},
    )
    assert command_positions.senior_heads(g, area(g, "poland")) == [general(g, "von_bock")]
    ranks = [g.t.seniority[n] for n in g.t.by_seniority]
    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.rule("other_side", "2.2d")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_set_up_codes_say_whose_a_general_is(scenario: str) -> None:
    g = position(scenario, set_up=True, players=4)
    at = g.t.scenarios[g.scenario].code
    for n, card in enumerate(g.t.generals):
        if card.codes[at] and g.where[n] != FUTURE:
            assert AVAILABLE <= g.where[n] <= IN_COMMAND
            assert g.owner[n] == card.codes[at] - 1
        else:
            assert not AVAILABLE <= g.where[n] <= IN_COMMAND


@pytest.mark.rule("other_side", "2.2k")
@pytest.mark.rule("other_side", "2.2l")
@pytest.mark.parametrize(("players", "limit"), [(1, 30), (2, 15), (3, 10), (4, 8)])
def test_how_many_generals_a_player_may_have(players: int, limit: int) -> None:
    g = position(players=players)
    assert g.t.general_limit[players] == limit
    names = [card.id for card in g.t.generals]
    for many, expected in ((limit - 1, False), (limit, True)):
        g = position(players=players, generals=dict.fromkeys(names[:many], "available"))
        assert full(g, 0) == expected
    g = new(players, "decline_of_the_third_reich")
    while isinstance(g.agenda[-1], HandLimit):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    for seat in range(players):
        held = [n for n in range(g.t.n_generals) if g.owner[n] == seat and 1 <= g.where[n] <= 3]
        assert len(held) <= limit


@pytest.mark.rule("other_side", "2.2m")
def test_a_general_does_not_enter_before_his_year() -> None:
    g = position("armageddon", set_up=True, year=1941, box="summer_ops_1")
    for n in entering(g):
        assert g.entry[n] <= g.year
    late = [n for n, card in enumerate(g.t.generals) if not card.addon and g.t.years[card.entry] == 1943]
    assert late and all(g.where[n] == FUTURE for n in late)
    assert not set(late) & set(entering(g))
    g.year += 2
    assert set(late) <= set(entering(g))


# --- the Force Pool


@pytest.mark.rule("other_side", "2.3c")
@pytest.mark.parametrize("set_up", [False, True])
def test_a_satellites_armies_come_into_the_pool_when_it_joins(set_up: bool) -> None:
    g = position("armageddon", set_up=set_up, year=1939, box="fall_admin")
    hungary = g.t.country_index["hungary"]
    assert "satellite_hungary" not in units_at(g, "pool")
    countries.activate_satellite(g, hungary)
    assert g.count(g.t.kind_of_country[hungary]) == g.t.to_pool[hungary] > 0
    assert "satellite_hungary" in units_at(g, "hungary")


@pytest.mark.rule("other_side", "2.3c")
def test_a_production_card_brings_armies_into_the_pool_and_only_from_out_of_play() -> None:
    for some in (True, False):
        g = position(year=1942)
        for unit in range(g.t.n_units):
            if not some and g.place[unit] == OUT_OF_PLAY:
                g.place[unit] = REMOVED
        effects.start(g, effects.OF_DIRECTIVE, directive(g, "new_panzer_armies"))
        go_on(g)
        assert (g.count(PANZER) > 0) == some


@pytest.mark.rule("other_side", "2.3d")
def test_armies_leave_the_pool_in_the_economy_segment_only() -> None:
    more = {
        "align": {"poland": "occupied", "hungary": "satellite"},
        "armies": {"poland": "2 regular"},
        "pool": "2 reduced",
        "production": {"wehrmacht": 2},
    }
    g = position(**more)  # type: ignore[arg-type]
    begin(g, Wehrmacht())
    assert "area:hungary" in offered(g)
    g = position(**more)  # type: ignore[arg-type]
    begin(g, Operational())
    assert not any(found.endswith("@pool") for found in offered(g))
    assert refused(g, "unit:reduced@pool").rule


# --- players among themselves


@pytest.mark.rule("other_side", "2.5b")
def test_all_see_all_cards_on_the_boards() -> None:
    g = new(4)
    for _ in range(60):
        for seat in range(1, 4):
            assert GAME.view(g, seat) == GAME.view(g, 0)
            # Each seat's own cards come first.
            first = {(card.id, card.text, card.pile) for card in GAME.cards(g, 0)}
            assert {(card.id, card.text, card.pile) for card in GAME.cards(g, seat)} == first
        seat = g.seats()[0]
        g.apply(seat, g.choices(seat)[-1])
    shown = {card.id for card in GAME.cards(g, None)}
    for n in range(g.t.n_generals):
        if AVAILABLE <= g.where[n] <= IN_COMMAND:
            assert g.t.generals[n].id in shown
    selected = [n for n in range(g.t.n_directives) if g.directives[n] == SELECTED]
    assert selected and {g.t.directives[n].id for n in selected} <= shown


@pytest.mark.rule("other_side", "2.5c")
@pytest.mark.rule("other_side", "2.5a")
def test_others_advise_but_only_the_one_who_is_asked_decides_and_it_stands() -> None:
    m = Match(GAME, GAME.settle("world_war", 3, seed=3))
    while not isinstance(m.state.agenda[-1], ProductionTable):
        asked = m.state.seats()[0]
        m.play(m.state.choices(asked)[-1], asked)
    g = m.state
    assert isinstance(g, Board)
    decider = g.seat(PRODUCTION)
    assert g.seats() == (decider,)
    wanted = g.choices(decider)[0]
    for seat in range(3):
        if seat != decider:
            with pytest.raises(SandtableError):
                m.play(wanted, seat)
            assert m.prompt_for(seat) is None
    ask = m.prompt_for(decider)
    assert ask is not None and "Selected Directives" in ask.text  # for the players to discuss
    row = key(g, wanted).rsplit("_", 1)[0]
    m.play(wanted, decider)
    assert not any(found.startswith(row) for found in offered(g))
    others = [seat for seat in range(3) if seat != decider]
    assert not any(m.can_undo(seat) for seat in others)
