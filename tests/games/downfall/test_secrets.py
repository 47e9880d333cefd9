"""Developments are secret until they are used: no view, scene or log tells more. [4.6b]"""

from collections.abc import Iterator

import msgspec
import pytest

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.checks.secrets import difference, shown
from sandtable.engine.game import OptionValue
from sandtable.engine.log import Log
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.ids import ACTION, REVEAL
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import armor
from sandtable.games.downfall.rules.armor import ConvertTo
from sandtable.games.downfall.rules.developments import Develop
from sandtable.games.downfall.rules.secrets import is_possible, resample
from sandtable.games.downfall.sequence import AfterCombat, SideEnd, SideTurn, TurnEnd
from sandtable.games.downfall.table.view import build_view
from sandtable.games.downfall.testing import position, unit_at
from tests.games.downfall.clicks import GAME, T, board, offers, order, table


def json(what: object) -> bytes:
    data: bytes = msgspec.json.encode(what)
    return data


def tile(name: str) -> int:
    return T.tile_index[name]


def walk(seed: int, players: int, secret: bool, reactions: str = "ask") -> Walk:
    options: dict[str, OptionValue] = {"secret_developments": secret, "reactions": reactions}
    return Walk(GAME, seed, GAME.settle(None, players, options, seed))


def positions(seed: int, players: int, secret: bool, number: int) -> Iterator[Board]:
    """Positions of a random game, some distance apart; half of them where a development was in question."""
    game = walk(seed, players, secret)
    checks = Rng(seed)
    while game.state.result is None and number:
        seat, choice = game.pick()
        developing = isinstance(game.state.agenda[-1], Develop)
        game.play(seat, choice)
        if game.state.seats() and checks.below(6 if developing else 80) == 0:
            assert isinstance(game.state, Board)
            number -= 1
            yield game.state


# --- resampling


@pytest.mark.rule("downfall", "4.6b")
def test_determinized_positions_can_be_played_to_the_end() -> None:
    for players in (2, 3):
        for g in positions(20 + players, players, True, 2):
            for seat in range(players):
                new = GAME.determinize(g, seat, Rng(seat))
                rng = Rng(5)
                new.log = None
                while new.result is None:
                    asked = new.seats()[0]
                    choices = new.choices(asked)
                    new.apply(asked, choices[rng.below(len(choices))])
                    if rng.below(20) == 0:
                        GAME.check(new)


def hidden_side(*states: tuple[str, int, int]) -> Board:
    """An Axis position of turn 14 in which these Allied tiles have come so far in secret."""
    g = position(turn=14, side="axis", t=T)
    for name, state, since in states:
        g.tiles[tile(name)] = state
        g.tile_since[tile(name)] = since
    return g


@pytest.mark.rule("downfall", "4.6b")
def test_only_the_others_hidden_tiles_are_drawn_anew() -> None:
    g = hidden_side(
        ("allies_logistics", const.AVAILABLE, -1),
        ("allies_tank_industry", const.IN_PROGRESS, 13),
        ("allies_aviation", const.AVAILABLE, -1),
        ("axis_logistics", const.AVAILABLE, -1),
        ("ussr_urals_industry", const.AVAILABLE, -1),
    )
    g.tile_known[tile("allies_aviation")] = True
    own = [i for i in range(T.n_tiles) if T.tile_side[i] == const.AXIS]
    theirs = [i for i in range(T.n_tiles) if T.tile_side[i] == const.ALLIES]
    seen = set()
    for seed in range(40):
        new = g.copy()
        resample(new, 0, Rng(seed))
        assert [new.tiles[i] for i in own] == [g.tiles[i] for i in own]
        assert new.tiles[tile("allies_aviation")] == const.AVAILABLE
        assert sorted((new.tiles[i], new.tile_since[i]) for i in theirs) == sorted(
            (g.tiles[i], g.tile_since[i]) for i in theirs
        )
        assert all(is_possible(new, T.tile_side[i], i) for i in range(T.n_tiles))
        seen.add(tuple(new.tiles[i] for i in theirs))
    assert len(seen) > 10
    # Each other player's tiles in turn; one's own stay, and so do the partner's with two players.
    new = g.copy()
    resample(new, 1, Rng(3))
    assert [new.tiles[i] for i in theirs] == [g.tiles[i] for i in theirs]
    two = g.copy()
    two.seat_of = (0, 1, 1)
    resample(two, 1, Rng(3))
    assert [two.tiles[i] for i in range(T.n_tiles) if T.tile_side[i] != const.AXIS] == [
        g.tiles[i] for i in range(T.n_tiles) if T.tile_side[i] != const.AXIS
    ]
    g.secret_tiles = False
    resample(g, 0, Rng(3))
    assert g.tiles[tile("allies_logistics")] == const.AVAILABLE


@pytest.mark.rule("downfall", "13.4")
@pytest.mark.rule("downfall", "4.6a")
def test_what_is_drawn_could_have_come_about() -> None:
    # Advanced warships cannot have been begun before 1943, nor finished before the turn after.
    g = hidden_side(("allies_logistics", const.IN_PROGRESS, 9))
    for seed in range(20):
        new = g.copy()
        resample(new, 0, Rng(seed))
        assert new.tiles[tile("allies_advanced_warships")] == const.UNUSED
    g = hidden_side(("allies_logistics", const.AVAILABLE, -1))
    g.turn = 13
    found = set()
    for seed in range(60):
        new = g.copy()
        resample(new, 0, Rng(seed))
        found |= {T.tile_id[i] for i in range(T.n_tiles) if new.tiles[i] == const.AVAILABLE}
    assert "allies_advanced_warships" not in found and len(found) > 4
    # What needs the Urals industry is not there without it.
    g = hidden_side(("ussr_urals_industry", const.AVAILABLE, -1), ("ussr_guards", const.IN_PROGRESS, 12))
    for seed in range(30):
        new = g.copy()
        resample(new, 0, Rng(seed))
        for name in ("ussr_guards", "ussr_logistics", "ussr_tank_industry", "ussr_air_industry"):
            if new.tiles[tile(name)] != const.UNUSED:
                assert new.tiles[tile("ussr_urals_industry")] == const.AVAILABLE


# --- twins: two histories that differ in a secret choice only


def first_development(seed: int, side: int) -> tuple[Board, int, int, int] | None:
    """A random game at a Development Action of a side, and two tiles that could be begun there."""
    game = walk(seed, 3, True)
    while game.state.result is None:
        g = game.state
        assert isinstance(g, Board)
        if isinstance(g.agenda[-1], Develop) and g.side == side:
            seat = g.seats()[0]
            fresh = [c for c in g.choices(seat) if g.tiles[c - g.ids.tile] == const.UNUSED]
            if len(fresh) > 1:
                return g, seat, fresh[seed % len(fresh)], fresh[(seed + 1) % len(fresh)]
        game.play(*game.pick())
    return None


def first_seen_difference(a: Board, b: Board, mover: int) -> str:
    """Where what another seat sees and reads differs."""
    for seat in (0, 1, 2, None):
        if seat != mover:
            apart = difference(shown(GAME, a, seat), shown(GAME, b, seat))
            if not apart and json(GAME.scene(a, seat)) != json(GAME.scene(b, seat)):
                apart = "scene"
            if apart:
                return f"seat {seat}: {apart}"
    return ""


@pytest.mark.rule("downfall", "4.6b")
@pytest.mark.parametrize("side", [const.AXIS, const.ALLIES, const.USSR])
def test_two_histories_that_differ_in_a_secret_choice_look_the_same_until_it_is_used(side: int) -> None:
    compared = 0
    used = 0
    for seed in range(3):
        found = first_development(seed, side)
        if found is None:
            continue
        g, mover, one, two = found
        a, b = g.copy(), g.copy()
        a.apply(mover, one)
        b.apply(mover, two)
        mates = {one: two, two: one}  # what is one tile in the one history is the other in the other
        rng = Rng(seed)
        assert first_seen_difference(a, b, mover) == ""
        for _ in range(300):
            seat = a.seats()[0]
            theirs = b.choices(seat)
            pairs = [(c, mates.get(c, c)) for c in a.choices(seat) if c != REVEAL]
            alike = [(c, d) for c, d in pairs if d in theirs and progress(a, c) == progress(b, d)]
            if not alike:
                break
            # The player goes on with it as soon as it is possible.
            eager = [pair for pair in alike if pair[0] in (one, ACTION + const.ACT_DEVELOPMENT)]
            if seat != mover or progress(a, one) == const.AVAILABLE or not eager:
                eager = alike
            choice, mate = eager[rng.below(len(eager))]
            before = (a.revealed, b.revealed)
            a.apply(seat, choice)
            b.apply(seat, mate)
            if a.result is not None:
                break
            compared += 1
            revealed = (a.revealed, b.revealed) != before
            if revealed or compared % 10 == 0:
                apart = first_seen_difference(a, b, mover)
                if apart and revealed:
                    used += 1
                    break
                assert apart == "", (seed, GAME.key(a, choice))
    assert compared > 200 and used > 0


def progress(g: Board, choice: int) -> int:
    """How far a tile has come; nothing for other choices."""
    return g.tiles[choice - g.ids.tile] if g.ids.tile <= choice < g.ids.mission else 0


# --- each thing that could tell


@pytest.mark.rule("downfall", "4.6b")
def test_the_log_of_a_development_names_it_to_its_owner_only() -> None:
    m = table("allies", turn=10)
    board(m).actions_left = 2
    m.play("button:development")
    m.play("tile:allies_logistics")
    heard = [m.log(seat)[-1].text for seat in (0, 1, 2, None)]
    assert heard == [
        "Allies, Development Action: work begins on a secret development.",
        "Allies, Development Action: work begins on Logistics.",
        "Allies, Development Action: work begins on a secret development.",
        "Allies, Development Action: work begins on a secret development.",
    ]
    view = build_view(board(m), 0)["sides"]["allies"]
    assert view["hidden_tiles"] == {"unused": 8, "in_progress": 1, "available": 0} and view["tiles"] == {}
    assert build_view(board(m), 1)["sides"]["allies"]["tiles"]["allies_logistics"] == "in_progress"
    m = table("allies", turn=10)
    board(m).secret_tiles = False
    board(m).actions_left = 1
    m.play("button:development")
    m.play("tile:allies_logistics")
    assert m.log(0)[-1].text == "Allies, Development Action: work begins on Logistics."
    assert build_view(board(m), None)["sides"]["allies"]["tiles"]["allies_logistics"] == "in_progress"


@pytest.mark.rule("downfall", "4.6b")
def test_the_label_of_a_tile_tells_its_progress_to_its_owner_only() -> None:
    m = table("allies", turn=10)
    g = board(m)
    g.actions_left = 1
    logistics = g.ids.tile + tile("allies_logistics")
    g.tiles[tile("allies_logistics")] = const.IN_PROGRESS
    g.tile_since[tile("allies_logistics")] = 9
    assert GAME.label(g, logistics) == "Logistics"
    m = Match(GAME, m.setup, g)
    m.play("button:development")
    assert GAME.label(m.state, logistics) == "Logistics (in progress)"
    assert "in progress" not in m.explain(logistics, 0)


@pytest.mark.rule("downfall", "4.6b")
@pytest.mark.rule("downfall", "13.10b")
def test_the_atlantic_does_not_tell_the_axis_of_advanced_warships() -> None:
    g = hidden_side(("allies_advanced_warships", const.AVAILABLE, -1))
    g.atlantic = [2, 0, 0]
    assert build_view(g, 0)["atlantic"]["effective"] is True
    assert build_view(g, None)["atlantic"]["effective"] is True
    assert build_view(g, 1)["atlantic"]["effective"] is False
    g.tile_known[tile("allies_advanced_warships")] = True
    assert build_view(g, 0)["atlantic"]["effective"] is False


@pytest.mark.rule("downfall", "13.10a")
def test_boats_meet_the_warships_that_are_drawn() -> None:
    g = hidden_side(("allies_advanced_warships", const.AVAILABLE, -1))
    g.atlantic = [0, 1, 0]
    drawn = set()
    for seed in range(30):
        new = g.copy()
        resample(new, 0, Rng(seed))
        drawn.add((new.tiles[tile("allies_advanced_warships")], new.atlantic[2]))
    assert drawn == {(const.AVAILABLE, 0), (const.UNUSED, 1)}


def pocket(side: str, **more: object) -> Board:
    """An Allied army that only Blitzkrieg supplies: through another one, among enemies."""
    g = position(
        turn=12,
        side=side,
        armies=["british_infantry@caen", "british_armor@paris", "german_infantry@caen"],
        developments={"allies": ["blitzkrieg"]},
        control={
            area: "axis" for area in T.area_id if T.country_id[T.area_country[T.area_index[area]]] == "france"
        },
        beachheads={"caen": "allies"},
        ready=False,
        t=T,
    )
    return g


@pytest.mark.rule("downfall", "4.6b")
@pytest.mark.rule("downfall", "8w")
def test_a_line_of_supply_that_only_a_secret_blitzkrieg_gives_shows_it_when_the_turn_begins() -> None:
    # R33; everybody sees which armies may operate.
    g = pocket("allies")
    g.agenda = [TurnEnd(), SideTurn(const.ALLIES)]
    g.advance()
    assert g.cond[unit_at(g, "british_armor", "paris")] & const.READY
    assert g.tile_known[tile("allies_blitzkrieg")]
    g = pocket("allies")
    g.take(unit_at(g, "british_armor", "paris"))
    g.agenda = [TurnEnd(), SideTurn(const.ALLIES)]
    g.advance()
    assert not g.tile_known[tile("allies_blitzkrieg")]


@pytest.mark.rule("downfall", "4.6b")
@pytest.mark.rule("downfall", "7k")
def test_an_army_that_only_a_secret_blitzkrieg_saves_shows_it_when_the_turn_ends() -> None:
    g = pocket("allies")
    g.agenda = [TurnEnd(), SideTurn(const.USSR), SideEnd()]
    g.advance()
    assert unit_at(g, "british_armor", "paris") >= 0
    assert g.tile_known[tile("allies_blitzkrieg")]
    assert g.log is not None and any("Blitzkrieg" in line.text for line in g.log.lines(0))


@pytest.mark.rule("downfall", "4.6b")
def test_a_conversion_asks_as_long_as_advanced_tanks_could_be_there() -> None:
    armies = ["german_infantry@berlin", "afrika_korps@tripoli"]  # no other armor to choose from
    for had in ([], ["advanced_tanks"]):
        m = table("axis", armies=armies, armor=2, turn=10, developments={"axis": had})
        m.play("unit:german_infantry@berlin")
        m.play("button:convert")
        assert isinstance(m.state.agenda[-1], ConvertTo)
        assert offers(m) == ["army:german_armor", "army:german_advanced_armor"][: 1 + len(had)]
    # Where it is known, or nothing is secret, there is nothing to hide.
    for known, secret in ((True, True), (False, False)):
        m = table("axis", armies=armies, armor=2, turn=10)
        board(m).tile_known[tile("axis_advanced_tanks")] = known
        board(m).secret_tiles = secret
        assert not armor.may_have_secret_armor(board(m), unit_at(board(m), "german_infantry", "berlin"))
        m.play("unit:german_infantry@berlin")
        m.play("button:convert")
        assert not isinstance(m.state.agenda[-1], ConvertTo)


@pytest.mark.rule("downfall", "4.6b")
def test_after_the_battles_a_side_is_asked_if_a_secret_could_give_it_something_to_do() -> None:
    def after(secret: bool, left: int, armies: list[str], steps: int = 0) -> bool:
        g = position(turn=10, side="axis", armies=armies, armor=steps, t=T)
        g.secret_tiles = secret
        g.actions_left = left
        g.actions_taken = [2] * 7
        g.agenda = [TurnEnd(), SideEnd(), AfterCombat()]
        g.advance()
        return isinstance(g.agenda[-1], AfterCombat)

    assert not after(True, 0, ["german_infantry@warsaw"], 2)  # not at home
    assert not after(False, 1, ["german_infantry@warsaw"])
    assert after(True, 1, ["german_infantry@warsaw"])
    # All older armor is in play: only Advanced tanks could make a use of the armor steps.
    older = [
        "2 german_armor@paris",
        "3 german_armor@calais",
        "afrika_korps@tripoli",
        "german_infantry@berlin",
    ]
    assert after(True, 0, older, 2)
    assert not after(False, 0, older, 2)


@pytest.mark.rule("downfall", "4.6b")
def test_which_actions_were_taken_is_open_to_all() -> None:
    m = table("allies", turn=10, total_war=["allies"])
    board(m).actions_left = 3
    m = Match(GAME, m.setup, m.state)
    for key in ("button:supply", "button:armor_production", "button:supply"):
        m.play(key)
    for seat in (0, 1, 2, None):
        view = build_view(board(m), seat)["sides"]
        assert view["allies"]["taken"] == {"supply": 2, "armor_production": 1}
        assert view["axis"]["taken"] == {}


@pytest.mark.rule("downfall", "4.6b")
def test_a_tile_that_is_used_is_known_to_all() -> None:
    m = table("axis", turn=10, developments={"axis": ["tank_industry"]})
    board(m).actions_left = 1
    before = build_view(board(m), 1)["sides"]["axis"]["hidden_tiles"]
    assert before == {"unused": 7, "in_progress": 0, "available": 1}
    m.play("button:armor_production")
    after = build_view(board(m), 1)["sides"]["axis"]
    assert after["tiles"] == {"axis_tank_industry": "available"}
    assert after["hidden_tiles"] == {"unused": 7, "in_progress": 0, "available": 0}
    assert not m.can_undo()


@pytest.mark.rule("downfall", "4.6b")
def test_exploiting_shows_blitzkrieg() -> None:
    armies = [
        "german_infantry@konigsberg",
        "german_infantry@riga",
        "german_armor@konigsberg",
        "soviet_infantry@riga",
    ]
    m = table(armies=armies, developments={"axis": ["blitzkrieg"]}, barbarossa=7)
    assert not board(m).tile_known[tile("axis_blitzkrieg")]
    order(m, "german_infantry@riga", attack="soviet_infantry")
    order(m, "german_infantry@konigsberg", "riga", attack="soviet_infantry")
    assert not board(m).tile_known[tile("axis_blitzkrieg")]
    order(m, "german_armor@konigsberg", "riga", "dvinsk")
    assert board(m).tile_known[tile("axis_blitzkrieg")]


@pytest.mark.rule("downfall", "4.6b")
def test_a_secret_can_be_given_up() -> None:
    m = table("axis", turn=10, developments={"axis": ["logistics"]})
    assert "button:reveal" in offers(m)
    m.play("button:reveal")
    m.play("tile:axis_logistics")
    assert m.log(1)[-1].text == "Axis: Logistics revealed (available)."
    assert "button:reveal" not in offers(m)


def test_a_log_of_a_determinized_position_has_forgotten_what_was_whispered() -> None:
    m = table("allies", turn=10)
    board(m).actions_left = 1
    m.play("button:development")
    m.play("tile:allies_logistics")
    other = GAME.determinize(m.state, 0, Rng(1))
    assert other.log is not None and other.log.lines(1)[-1].text == "?"
    silent = m.state.fork()
    assert GAME.determinize(silent, 0, Rng(1)).log is None
    assert isinstance(m.state.log, Log)


@pytest.mark.rule("downfall", "4.6b")
def test_only_known_tiles_are_shown_as_cards() -> None:
    g = hidden_side(("allies_aviation", const.IN_PROGRESS, 13), ("allies_logistics", const.AVAILABLE, -1))
    for seat, expected in ((1, {"allies_aviation", "allies_logistics"}), (0, set()), (None, set())):
        assert {card.id for card in GAME.cards(g, seat)} == expected
