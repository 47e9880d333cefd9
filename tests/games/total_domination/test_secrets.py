"""What a seat cannot know is drawn again among all that could be; nothing it is shown depends on that."""

import pytest

from sandtable.engine.checks.secrets import difference, leaks
from sandtable.engine.log import Log
from sandtable.engine.rng import Rng
from sandtable.games import load_game
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.ids import EVENT
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.game import TotalDomination
from sandtable.games.total_domination.invariants import check_board
from sandtable.games.total_domination.rules.action_phase import Turn, Use
from sandtable.games.total_domination.rules.cards import card_events
from sandtable.games.total_domination.rules.secrets import resample, sees
from sandtable.games.total_domination.table.scene import build_scene
from sandtable.games.total_domination.table.view import build_view
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.driving import begin

HANDS = {"germany": ["g01", "g02"], "uk": ["u01", "u02"], "japan": ["j01"], "ussr": ["r01", "r02", "r03"]}
GAME = load_game("total_domination")
assert isinstance(GAME, TotalDomination)
T = GAME.tables


def ids(names: str) -> set[int]:
    return {T.card_index[name] for name in names.split()}


def colour(name: str) -> set[int]:
    """The cards of one colour."""
    return {c for c in range(T.n_cards) if T.card_colour[c] == T.nation_index[name]}


def worlds(g: Board, seat: int, number: int = 60) -> list[Board]:
    """Positions that are all the same to a seat; they are found to look the same, and to be sound."""
    begin(g)
    view = build_view(g, seat)
    open_view = build_view(g, None)
    scene = build_scene(g, seat)
    found: list[Board] = []
    for seed in range(number):
        other = g.copy()
        resample(other, seat, Rng(seed))
        assert not difference(view, build_view(other, seat))
        assert not difference(open_view, build_view(other, None))
        assert build_scene(other, seat) == scene
        assert sorted(other.cards) == sorted(g.cards)
        found.append(other)
    return found


def spread(positions: list[Board], where: int) -> set[int]:
    """All cards that lie in a place in one of the positions."""
    return {c for g in positions for c in g.cards_in(where)}


# --- what is drawn again


def test_other_hands_could_be_any_of_the_hidden_cards() -> None:
    g = position(hands=HANDS, discards=["j05"])
    found = worlds(g, 0)
    hidden = set(range(T.n_cards)) - ids("g01 g02 j05") - colour("us") - colour("china")
    assert (
        spread(found, const.HAND + 1) | spread(found, const.HAND + 3) == spread(found, const.DECK) == hidden
    )
    for other in found:
        check_board(other)
        assert other.hand(0) == g.hand(0) and other.cards_in(const.DISCARDED) == g.cards_in(const.DISCARDED)
        assert [len(other.hand(p)) for p in range(4)] == [2, 2, 1, 3]


@pytest.mark.rule("total_domination", "4.1.Ab")
def test_packets_kept_reserved_and_offered_cards_are_drawn_anew_but_not_the_own_ones() -> None:
    g = position(reserve={"uk": ["u03"], "germany": ["g03"]})
    for names, where in (
        ("g04 g05", const.PACKET),
        ("u04 u05", const.PACKET + 1),
        ("g06", const.KEPT),
        ("u06", const.KEPT + 1),
    ):
        for number in ids(names):
            g.cards[number] = where
    g.cards[card(g, "u07")] = const.OFFERED + 1
    found = worlds(g, 0, 90)
    for where in (const.PACKET, const.KEPT, const.RESERVE):
        assert spread(found, where) == set(g.cards_in(where))
        assert spread(found, where + 1) > set(g.cards_in(where + 1))
        assert all(len(other.cards_in(where + 1)) == len(g.cards_in(where + 1)) for other in found)
    assert len(spread(found, const.OFFERED + 1)) > 20


@pytest.mark.rule("total_domination", "9.1e")
@pytest.mark.rule("total_domination", "9.1b")
@pytest.mark.rule("total_domination", "2.0.6")
def test_lend_lease_cards_and_decks_apart_keep_their_colours() -> None:
    g = position(lent={"uk": "us1", "ussr": "cn1"}, tracks={"us": 1, "china": 1}, hands=HANDS)
    found = worlds(g, 0)
    for other in found:
        check_board(other)
    assert spread(found, const.LENT + 1) == spread(found, const.APART) == colour("us")
    assert spread(found, const.LENT + 3) == spread(found, const.APART + 1) == colour("china")
    assert all(
        len(other.cards_in(const.APART)) == 3 and len(other.cards_in(const.LENT + 3)) == 1 for other in found
    )
    # A player looks at a card that was lent to them.
    own = worlds(g, 1)
    assert spread(own, const.LENT + 1) == ids("us1") and spread(own, const.APART) == colour("us") - ids("us1")
    assert spread(own, const.LENT + 3) == colour("china")


@pytest.mark.rule("total_domination", "9.2b")
def test_a_card_that_has_left_its_deck_could_be_in_any_hand() -> None:
    g = position(tracks={"us": 2}, hands=HANDS)
    g.cards[card(g, "us1")] = const.DECK
    g.cards[card(g, "us2")] = const.HAND + 3
    found = worlds(g, 0, 150)
    assert spread(found, const.APART) == colour("us")
    assert spread(found, const.HAND + 3) >= colour("us") and spread(found, const.HAND + 1) & colour("us")
    assert all(len(other.cards_in(const.APART)) == 2 for other in found)


@pytest.mark.rule("total_domination", "8.0a")
@pytest.mark.rule("total_domination", "8.0f")
def test_a_technology_face_down_could_be_any_that_its_power_may_develop() -> None:
    g = position(down={"japan": "j04"}, techs={"japan": ["arsenal", "radar"]}, hands=HANDS)
    found = worlds(g, 0, 200)
    techs = {T.tech_id[T.card_tech[c]] for c in spread(found, const.DOWN + 2)}
    needy = {T.tech_id[i] for i in range(T.n_techs) if T.needs_all[i] or T.needs_any[i]}
    assert techs == set(T.tech_id) - needy - {"arsenal", "radar"}
    more = position(down={"japan": "j04"}, techs={"japan": ["arsenal", "mechanization"]})
    techs = {T.tech_id[T.card_tech[c]] for c in spread(worlds(more, 0, 200), const.DOWN + 2)}
    assert "heavy_bombers" in techs and "mechanization" not in techs and "attack_aircraft" not in techs
    assert spread(worlds(g, 2), const.DOWN + 2) == ids("j04")


def test_where_nothing_else_fits_the_cards_stay() -> None:
    g = position(down={"japan": "j04"}, hands=HANDS)
    for number in range(T.n_cards):
        # no other card that Japan could develop is hidden
        if (
            g.cards[number] not in (const.DOWN + 2, const.APART, const.APART + 1)
            and T.needs_all[T.card_tech[number]] == 0
        ):
            g.cards[number] = const.DISCARDED
    for number in colour("us") | colour("china"):
        g.cards[number] = const.DISCARDED
    assert spread(worlds(g, 0), const.DOWN + 2) == ids("j04")


# --- what is known for sure


@pytest.mark.rule("total_domination", "8.1.D1")
def test_cards_that_were_seen_stay_where_they_are() -> None:
    g = position(hands=HANDS)
    g.known[1] = 1 << card(g, "g01")
    assert all(other.cards[card(g, "g01")] == const.HAND for other in worlds(g, 1))
    assert not all(other.cards[card(g, "g02")] == const.HAND for other in worlds(g, 1))
    assert sees(g, 1, card(g, "g01")) and not sees(g, 3, card(g, "g01")) and not sees(g, None, card(g, "g01"))
    # A third player knows neither the card nor which one is known; that somebody knows one stays true.
    known: set[int] = set()
    for other in worlds(g, 3):
        assert other.known[1].bit_count() == 1
        seen = other.known[1].bit_length() - 1
        assert other.cards[seen] == const.HAND
        known.add(seen)
    assert len(known) > 20


@pytest.mark.rule("total_domination", "7.3")
def test_a_card_that_all_have_seen_go_face_down_is_known_to_all() -> None:
    g = position(down={"japan": "j04"}, hands=HANDS)
    g.known = [1 << card(g, "j04")] * 4
    for seat in (0, 1, 3):
        assert spread(worlds(g, seat), const.DOWN + 2) == ids("j04")
    assert sees(g, None, card(g, "j04"))


@pytest.mark.rule("total_domination", "7.3")
def test_what_science_took_could_be_any_fit_card_of_the_pile() -> None:
    g = position(
        hands={"germany": ["g10", "g01"], "uk": ["u01"], "ussr": ["r02"]},
        discards=["u10", "j12", "g03", "r03"],
        techs={"germany": ["arsenal"]},
    )
    g.log = Log()
    begin(g)
    card_events.play(g, 0, card(g, "g10"))
    g.lay(card(g, "g10"), const.IN_PLAY)
    g.apply(0, g.ids.card + card(g, "j12"))
    before = ids("u10 j12 g03 r03")
    for seat in (1, 2, 3):
        found = worlds(g, seat)
        # Attack Aircraft lacks what it needs, Arsenal Germany has
        assert spread(found, const.DOWN) == ids("u10 j12")
        for other in found:
            check_board(other)
            assert set(other.cards_in(const.DISCARDED)) | set(other.cards_in(const.DOWN)) == before | ids(
                "g10"
            )
            assert other.cards[card(g, "g10")] == const.DISCARDED  # it went there afterwards, and all saw it
    assert spread(worlds(g, 0), const.DOWN) == ids("j12")
    assert all(other.cards_in(const.DISCARDED) == g.cards_in(const.DISCARDED) for other in worlds(g, 0))


@pytest.mark.rule("total_domination", "10.3")
def test_a_player_of_two_hands_knows_both() -> None:
    g = position(mode="three_players_axis", hands=HANDS, down={"japan": "j04"})
    for other in worlds(g, 0):
        assert other.hand(0) == g.hand(0) and other.hand(2) == g.hand(2)
        assert other.cards[card(g, "j04")] == const.DOWN + 2
    assert len(spread(worlds(g, 1), const.HAND + 2)) > 10


@pytest.mark.rule("total_domination", "10.1a")
def test_a_common_hand_is_known_to_its_player() -> None:
    g = position(mode="two_players", hands={"germany": ["g01", "j01"], "uk": ["u01"]}, lent={"ussr": "cn1"})
    assert all(other.hand(2) == g.hand(2) for other in worlds(g, 0))
    assert len(spread(worlds(g, 0), const.HAND + 1)) > 10
    assert spread(worlds(g, 1), const.LENT + 3) == ids("cn1")


def test_cards_out_of_the_game_stay_out() -> None:
    g = position(scenario="rise_of_the_axis", hands=HANDS)
    assert all(other.cards_in(const.BOX) == g.cards_in(const.BOX) for other in worlds(g, 0, 20))


def test_the_card_somebody_is_deciding_about_stays() -> None:
    g = position(hands=HANDS)
    begin(g, Use(card(g, "g01")))
    for other in (g.copy() for _ in range(20)):
        resample(other, 1, Rng(5))
        assert other.cards[card(g, "g01")] == const.HAND
        assert other.cards[card(g, "g02")] != const.HAND


@pytest.mark.rule("total_domination", "13.0.3")
def test_the_solo_pile_could_be_any_cards_of_its_deck() -> None:
    g = position(scenario="solo", mode="solo", pile=["s01", "s02"], hands={"uk": ["u01"]})
    g.solo[4], g.solo[5] = const.SOLO_USED, const.SOLO_GONE
    piles: set[int] = set()
    for other in worlds(g, 0):
        assert other.solo[4] == const.SOLO_USED and other.solo[5] == const.SOLO_GONE
        assert other.solo.count(const.SOLO_PILE) == 2
        piles |= {n for n in range(T.n_solo) if other.solo[n] == const.SOLO_PILE}
    assert piles == {n for n in range(T.n_solo) if g.solo[n] in (const.SOLO_DECK, const.SOLO_PILE)}


# --- the proof over random games


@pytest.mark.rule("total_domination", "7.3")
def test_random_games_with_much_science_show_nothing_that_a_seat_cannot_know() -> None:
    """Science whenever it can be played, in games of four and of two."""
    rng = Rng(5)
    taken = 0
    for seed in range(12):
        g = GAME.begin(GAME.settle("standard", (4, 2)[seed % 2], {}, seed))
        assert isinstance(g, Board)
        g.log = Log()
        for _ in range(400):
            if g.result is not None:
                break
            seats = g.seats()
            asked = seats[rng.below(len(seats))]
            offered = g.choices(asked)
            choice = offered[rng.below(len(offered))]
            step = g.agenda[-1]
            if isinstance(step, Use) and EVENT in offered and g.t.event[step.card] == const.SCIENCE:
                choice = EVENT
            elif isinstance(step, Turn):
                found = [c for c in g.hand(g.power) if g.t.event[c] == const.SCIENCE]
                if found and not g.developed >> g.power & 1:
                    choice = g.ids.card + found[0]
            before = sum([pile != 0 for pile in g.piles])
            g.apply(asked, choice)
            if sum([pile != 0 for pile in g.piles]) > before:
                taken += 1
                for seat in range(len(g.t.mode_seats[g.mode])):
                    assert leaks(GAME, g, seat, rng) == []
                    other = GAME.determinize(g, seat, rng)
                    assert isinstance(other, Board)
                    check_board(other)
    assert taken >= 12
