"""The card phase: drawing, keeping, offering, buying, cards that are forced on somebody."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import DRAWN
from sandtable.games.blitzkrieg_general.components.ids import BUY
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards.card_phase import CardPhase, can_buy, why_not_buy
from sandtable.games.blitzkrieg_general.testing import card_of, country, position
from tests.games.blitzkrieg_general.carding import lies
from tests.games.blitzkrieg_general.driving import answer, answers, begin, find, idle, offered

POWERS = ("germany", "italy", "japan", "usa", "be", "ussr", "france", "china")


def phase(
    *deck: str,
    conquered: list[str] | None = None,
    points: dict[str, int] | None = None,
    played: list[str] | None = None,
    wars: list[tuple[str, str]] | None = None,
    side: str = "axis",
    players: int = 8,
) -> Board:
    """The card phase with these cards on top of the deck; everybody can pay unless told otherwise."""
    g = position(
        players=players,
        deck=deck,
        side=side,
        conquered=conquered or [],
        wars=wars or [],
        points=dict.fromkeys(POWERS, 30) | (points or {}),
    )
    for name in played or []:
        g.played |= 1 << card_of(g, name)
    return begin(g, CardPhase())


ALLIES_GONE = ["usa", "be", "ussr", "france", "china"]


def alone(*deck: str, **more: dict[str, int]) -> Board:
    """Germany draws alone."""
    return phase(*deck, conquered=["italy", "japan", *ALLIES_GONE], **more)  # type: ignore[arg-type]


# --- drawing


@pytest.mark.rule("blitzkrieg_general", "A7.4")
@pytest.mark.rule("blitzkrieg_general", "A2.3")
@pytest.mark.rule("blitzkrieg_general", "A7.4b")
@pytest.mark.rule("blitzkrieg_general", "A7.4g")
@pytest.mark.rule("blitzkrieg_general", "A7.4f")
@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_the_drawer_buys_its_card() -> None:
    g = alone("bridgehead", "spies")
    size = len(g.deck)
    assert lies(g, "bridgehead") == "drawn germany"
    assert offered(g) == {"button:buy", "button:return"}
    answer(g, "button:buy")
    assert idle(g)
    assert lies(g, "bridgehead") == "hand germany"
    assert lies(g, "spies") == "deck"
    assert g.points[country(g, "germany")] == 29
    assert g.card_turn[card_of(g, "bridgehead")] == g.turn
    assert len(g.deck) == size


@pytest.mark.rule("blitzkrieg_general", "A7.4d")
@pytest.mark.rule("blitzkrieg_general", "A7.4b")
@pytest.mark.rule("blitzkrieg_general", "A7.4p")
def test_a_card_that_is_not_wanted_goes_beneath_the_deck() -> None:
    g = alone("bridgehead", "spies")
    answer(g, "button:return")
    assert lies(g, "bridgehead") == "bottom"
    assert g.points[country(g, "germany")] == 30
    assert g.deck[-1] == card_of(g, "spies")


@pytest.mark.rule("blitzkrieg_general", "A7.4a")
@pytest.mark.rule("blitzkrieg_general", "A7.4")
def test_the_side_with_initiative_draws_first_in_the_order_of_the_powers() -> None:
    g = phase("bridgehead", "spies", "militia", "surprise", side="allies")
    assert [lies(g, c) for c in ("bridgehead", "spies", "militia", "surprise")] == [
        "drawn usa",
        "drawn be",
        "drawn ussr",
        "drawn france",
    ]
    assert not [c for c in range(g.t.n_cards) if g.card_at[c] == DRAWN and g.card_owner[c] < 3]


@pytest.mark.rule("blitzkrieg_general", "A7.4")
@pytest.mark.rule("blitzkrieg_general", "A7.4e")
def test_neutral_powers_draw_and_conquered_ones_do_not() -> None:
    g = phase("bridgehead", "spies", "militia", side="allies", conquered=["be"], wars=[("germany", "france")])
    assert lies(g, "bridgehead") == "drawn usa"  # at war with nobody
    assert lies(g, "spies") == "drawn ussr"


@pytest.mark.rule("blitzkrieg_general", "A7.4q")
def test_an_empty_deck_gives_nothing() -> None:
    g = position(points=dict.fromkeys(POWERS, 30))
    g.deck = [card_of(g, "spies")]
    begin(g, CardPhase())
    assert lies(g, "spies") == "drawn germany"
    answer(g, "button:buy")
    assert idle(g)
    assert g.deck == []


@pytest.mark.rule("blitzkrieg_general", "A7.4d")
def test_a_card_of_the_other_side_goes_beneath_the_deck_unseen() -> None:
    g = alone("lend_lease_usa", "spies")
    assert idle(g)
    assert lies(g, "lend_lease_usa") == "bottom"
    assert lies(g, "spies") == "deck"  # no second draw [A7.4g]
    assert g.card_known[card_of(g, "lend_lease_usa")] == 1  # Germany alone has seen it
    assert g.log is not None
    assert not [line for line in g.log.lines(1) if "Lend Lease" in line.text]
    assert [line for line in g.log.lines(0) if "Lend Lease" in line.text]


@pytest.mark.rule("blitzkrieg_general", "A7.4g")
def test_an_unusable_card_is_not_replaced() -> None:
    g = alone("blitzkrieg", "spies", points={"germany": 0})
    assert idle(g)
    assert lies(g, "blitzkrieg") == "bottom"
    assert lies(g, "spies") == "deck"


@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_an_obsolete_card_is_discarded_and_another_is_drawn() -> None:
    """The example of the rules: BNL has fallen, its coup card is obsolete."""
    g = phase("coup_bnl", "spies", conquered=["bnl", "italy", "japan", *ALLIES_GONE])
    assert lies(g, "coup_bnl") == "out"
    assert lies(g, "spies") == "drawn germany"


# --- who may buy


@pytest.mark.rule("blitzkrieg_general", "A7.4c")
def test_only_powers_named_on_a_card_buy_it() -> None:
    g = phase("coup_siam", "spies", conquered=["italy", *ALLIES_GONE])
    assert offered(g) == {"button:offer", "button:return"}  # Germany is not named
    refusal = g.agenda[-1].why_not(g, 0, find(g, "button:buy"))
    assert refusal is not None and refusal.rule == "A7.4c"


@pytest.mark.rule("blitzkrieg_general", "A7.4f")
def test_the_price_is_paid_in_full_or_not_at_all() -> None:
    g = phase("morsecode", "spies", conquered=["italy", *ALLIES_GONE], points={"germany": 5})
    assert offered(g) == {"button:offer", "button:return"}
    refusal = g.agenda[-1].why_not(g, 0, find(g, "button:buy"))
    assert refusal is not None and refusal.rule == "A7.4f"
    g = alone("morsecode", points={"germany": 6})
    answer(g, "button:buy")
    assert g.points[country(g, "germany")] == 0


@pytest.mark.rule("blitzkrieg_general", "A7.4b")
@pytest.mark.rule("blitzkrieg_general", "A7.4e")
def test_associates_buy_what_they_are_offered() -> None:
    g = phase("coup_siam", "militia", conquered=["italy", *ALLIES_GONE])
    answers(g, "button:offer", "button:return")  # Germany offers, Japan puts its own card back
    assert g.seats() == (country(g, "japan"),)
    assert offered(g) == {"button:pass", "card:coup_siam"}
    answer(g, "card:coup_siam")
    assert idle(g)
    assert lies(g, "coup_siam") == "hand japan"
    assert g.points[country(g, "japan")] == 29
    assert g.points[country(g, "germany")] == 30


@pytest.mark.rule("blitzkrieg_general", "A7.4e")
def test_neutral_associates_are_offered_cards_too() -> None:
    g = phase("lend_lease_usa", "spies", side="allies", conquered=["usa", "france", "china", "ussr"])
    assert lies(g, "lend_lease_usa") == "bottom"  # its only buyer has fallen
    g = phase("spies", "national_war_ussr", side="allies", conquered=["france", "china"], players=2)
    answers(g, "button:return", "button:offer")  # the USA returns, the British Empire offers
    while not idle(g) and "card:national_war_ussr" not in offered(g):
        answer(g, sorted(offered(g) & {"button:return", "button:pass"})[0])
    assert "card:national_war_ussr" in offered(g)  # the USSR is at war with nobody


@pytest.mark.rule("blitzkrieg_general", "A7.4b")
def test_what_nobody_buys_goes_beneath_the_deck() -> None:
    g = phase("coup_siam", "militia", conquered=["italy", *ALLIES_GONE])
    answers(g, "button:offer", "button:return", "button:pass")
    assert idle(g)
    assert lies(g, "coup_siam") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "A7.4g")
def test_a_power_buys_one_card_at_most() -> None:
    """The example of the tutorial: a power with a card of its own decides between it and the offered one."""
    g = phase("coup_siam", "militia", conquered=["italy", *ALLIES_GONE])
    answers(g, "button:offer", "button:buy")
    assert offered(g) == {"button:pass", "card:coup_siam", "card:militia"}
    answer(g, "card:coup_siam")
    assert idle(g)
    assert lies(g, "coup_siam") == "hand japan"
    assert lies(g, "militia") == "bottom"
    assert g.points[country(g, "japan")] == 29


@pytest.mark.rule("blitzkrieg_general", "A7.4b")
@pytest.mark.rule("blitzkrieg_general", "A7.4g")
def test_two_powers_exchange_their_cards() -> None:
    """The Axis of the tutorial: Germany draws Coup in Siam, Italy Lend Lease, Japan Militia."""
    g = phase("coup_siam", "lend_lease_usa", "militia", conquered=ALLIES_GONE)
    assert lies(g, "lend_lease_usa") == "bottom"
    answers(g, "button:offer", "button:offer")
    answers(g, "card:militia", "card:coup_siam")
    assert idle(g)
    assert lies(g, "militia") == "hand germany"
    assert lies(g, "coup_siam") == "hand japan"
    assert [g.points[country(g, name)] for name in ("germany", "italy", "japan")] == [29, 30, 29]


@pytest.mark.rule("blitzkrieg_general", "A7.4e")
@pytest.mark.rule("blitzkrieg_general", "A7.4g")
def test_the_allies_of_the_tutorial() -> None:
    """USA Morsecode, British Empire National War, USSR Para Troops, China Spies."""
    g = phase(
        "morsecode",
        "national_war_ussr",
        "para_troops",
        "spies",
        side="allies",
        conquered=["germany", "italy", "japan", "france"],
    )
    answers(g, "button:buy", "button:offer", "button:buy", "button:return")
    assert g.seats() == (country(g, "ussr"),)
    assert offered(g) == {"button:pass", "card:national_war_ussr", "card:para_troops"}
    answer(g, "card:national_war_ussr")
    assert idle(g)
    assert lies(g, "morsecode") == "hand usa"
    assert lies(g, "national_war_ussr") == "hand ussr"
    assert lies(g, "para_troops") == "bottom"
    assert [g.points[country(g, name)] for name in ("usa", "be", "ussr", "china")] == [24, 30, 29, 30]


@pytest.mark.rule("blitzkrieg_general", "A7.4g")
def test_who_has_bought_is_offered_nothing_more() -> None:
    g = phase("spies", "militia", "surprise", conquered=ALLIES_GONE)
    answers(g, "button:offer", "button:offer", "button:offer")
    answer(g, "card:militia")  # Germany
    assert offered(g) == {"button:pass", "card:spies", "card:surprise"}
    answer(g, "card:spies")  # Italy
    assert idle(g)  # Japan drew the last one itself and has put it out of its own hands
    assert lies(g, "surprise") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_an_offer_is_seen_by_those_who_may_buy() -> None:
    g = phase("coup_siam", "militia", conquered=ALLIES_GONE, players=8)
    answer(g, "button:offer")
    card = card_of(g, "coup_siam")
    assert g.card_known[card] == 1 << 0 | 1 << 2  # Germany and Japan, not Italy
    assert g.log is not None
    assert [line for line in g.log.lines(2) if "Coup in Siam" in line.text]
    assert not [line for line in g.log.lines(1) if "Coup in Siam" in line.text]


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_what_is_bought_is_secret() -> None:
    g = phase("bridgehead", conquered=["italy", "japan", *ALLIES_GONE])
    answer(g, "button:buy")
    assert g.log is not None
    assert not [line for line in g.log.lines(1) if "Bridgehead" in line.text]
    assert [line for line in g.log.lines(1) if line.text.endswith("buys a card.")]
    assert [line for line in g.log.lines(0) if "Bridgehead" in line.text]


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_is_for_japan_until_japan_has_played_it() -> None:
    g = phase("naval_surprise", conquered=["italy", *ALLIES_GONE])
    assert offered(g) == {"button:offer", "button:return"}
    refusal = g.agenda[-1].why_not(g, 0, find(g, "button:buy"))
    assert refusal is not None and refusal.rule == "CARD.naval_surprise"
    g = phase("naval_surprise", "spies", side="allies", conquered=ALLIES_GONE[1:])
    assert lies(g, "naval_surprise") == "bottom"  # no Ally may buy it yet
    g = alone("naval_surprise", "spies")
    assert lies(g, "naval_surprise") == "out"  # nor will anybody ever: Japan has fallen [R151]
    g = phase("naval_surprise", conquered=["italy", "japan", *ALLIES_GONE], played=["naval_surprise"])
    assert "button:buy" in offered(g)


# --- forced cards


@pytest.mark.rule("blitzkrieg_general", "CN1")
@pytest.mark.rule("blitzkrieg_general", "CARD.japanese_navy")
def test_japan_must_take_its_navy_from_whoever_of_the_allies_draws_it() -> None:
    g = phase("japanese_navy", "spies", side="allies")
    assert lies(g, "japanese_navy") == "open japan"
    assert g.points[country(g, "japan")] == 30
    assert lies(g, "spies") == "drawn be"  # the USA has had its draw


@pytest.mark.rule("blitzkrieg_general", "CN1")
def test_japan_draws_its_navy_itself() -> None:
    g = phase("spies", "militia", "japanese_navy")
    assert lies(g, "japanese_navy") == "open japan"


@pytest.mark.rule("blitzkrieg_general", "CN1")
def test_germany_and_italy_put_the_navy_back() -> None:
    g = phase("japanese_navy", "spies", conquered=["italy", "japan", *ALLIES_GONE])
    assert lies(g, "japanese_navy") == "out"  # Japan has fallen, nobody needs it any more
    g = phase("japanese_navy", "spies", conquered=ALLIES_GONE)
    assert lies(g, "japanese_navy") == "bottom"
    assert lies(g, "spies") == "drawn italy"


@pytest.mark.rule("blitzkrieg_general", "CN3")
@pytest.mark.rule("blitzkrieg_general", "CARD.japanese_navy")
def test_the_navy_is_obsolete_once_the_ussr_has_attacked_japan() -> None:
    g = position(deck=["japanese_navy", "spies"], points={"usa": 9}, players=8, side="allies")
    g.declared[country(g, "ussr")] |= 1 << country(g, "japan")
    begin(g, CardPhase())
    assert lies(g, "japanese_navy") == "out"
    assert lies(g, "spies") == "drawn usa"


LEND = "lend_lease_be_ussr"


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_the_british_must_take_lend_lease_unless_the_ussr_buys_it() -> None:
    g = phase(LEND, side="allies", conquered=["germany", "italy", "japan", "be", "china"])
    assert g.seats() == (country(g, "ussr"),)
    g = phase(
        "spies", "militia", LEND, side="allies", conquered=["germany", "italy", "japan", "france", "china"]
    )
    assert g.seats() == (country(g, "ussr"),)
    assert offered(g) == {"button:pass", "button:buy"}
    answer(g, "button:pass")
    assert lies(g, LEND) == "hand be"
    assert g.points[country(g, "be")] == 29
    answer(g, "button:return")  # the USA
    assert idle(g) or "button:buy" not in offered(g)  # the British have bought their card of this turn


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_the_ussr_may_buy_lend_lease() -> None:
    g = phase(LEND, "spies", side="allies", conquered=["germany", "italy", "japan", "france", "china", "usa"])
    answer(g, "button:buy")
    assert lies(g, LEND) == "hand ussr"
    assert g.points[country(g, "ussr")] == 29


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_without_a_choice_the_british_take_lend_lease() -> None:
    gone = ["germany", "italy", "japan", "france", "china", "usa"]
    g = phase(LEND, "spies", side="allies", conquered=gone, points={"ussr": 0})
    assert lies(g, LEND) == "hand be"
    g = phase(LEND, "spies", side="allies", conquered=gone, points={"ussr": 0, "be": 0})
    assert card_of(g, LEND) in g.deck[:2]


@pytest.mark.rule("blitzkrieg_general", "A7.4d")
def test_an_axis_power_puts_lend_lease_back() -> None:
    g = alone(LEND, "spies")
    assert lies(g, LEND) == "bottom"


# --- words


def why(g: Board, key: str) -> tuple[str, str]:
    seat = g.seats()[0]
    refusal = g.agenda[-1].why_not(g, seat, find(g, key))
    assert refusal is not None
    return refusal.text, refusal.rule


@pytest.mark.rule("blitzkrieg_general", "A7.4b")
def test_the_drawer_is_told_what_it_holds_and_what_it_may_do() -> None:
    g = phase("coup_siam", "militia", conquered=["italy", *ALLIES_GONE], points={"japan": 0})
    assert offered(g) == {"button:offer", "button:return"}
    answer(g, "button:return")
    assert lies(g, "coup_siam") == "deck"  # Japan cannot pay: both cards went under the deck
    g = phase("bridgehead", conquered=["italy", "japan", *ALLIES_GONE])
    assert "Germany has drawn Bridgehead (1 BP)" in g.agenda[-1].prompt(g, 0).text
    assert why(g, "button:offer")[1] == "A7.4c"
    assert why(g, "area:paris")[1] == "A7.4b"


@pytest.mark.rule("blitzkrieg_general", "A7.4g")
def test_the_buyer_is_told_what_it_may_buy() -> None:
    g = phase("spies", "militia", "morsecode", conquered=ALLIES_GONE, points={"italy": 5})
    answers(g, "button:offer", "button:buy", "button:offer")
    assert g.seats() == (0,)
    assert g.agenda[-1].prompt(g, 0).text == "Germany may buy Morsecode (6 BP): click a card, or pass."
    assert why(g, "area:paris")[1] == "A7.4g"
    assert why(g, "card:bridgehead")[1] == "A7.4b"
    answer(g, "button:pass")
    assert g.seats() == (1,)
    assert offered(g) == {"button:pass", "card:spies", "card:militia"}
    assert why(g, "card:morsecode") == ("That card is not offered.", "A7.4b")  # Italy has not seen it
    answer(g, "card:spies")
    assert g.done[country(g, "italy")] == 1


@pytest.mark.rule("blitzkrieg_general", "A7.4f")
def test_a_player_sees_for_which_of_its_powers_a_card_is_too_dear() -> None:
    g = phase("spies", "militia", "morsecode", conquered=ALLIES_GONE, points={"italy": 5}, players=2)
    answers(g, "button:offer", "button:buy", "button:offer", "button:pass")
    assert why(g, "card:morsecode") == ("Morsecode costs 6 BP; Italy has 5 BP.", "A7.4f")


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_who_may_buy_a_forced_card_is_told_so() -> None:
    g = phase(LEND, "spies", side="allies", conquered=["germany", "italy", "japan", "france", "china", "usa"])
    seat = g.seats()[0]
    text = g.agenda[-1].prompt(g, seat).text
    assert text == "British Empire must take Lend Lease (BE/USSR), unless USSR buys it for 1 BP. Buy it?"
    assert why(g, "button:return")[1] == "CARD.lend_lease_be_ussr"
    assert g.card_known[card_of(g, LEND)] == 1 << country(g, "be") | 1 << country(g, "ussr")


@pytest.mark.rule("blitzkrieg_general", "A7.4g")
def test_a_second_purchase_is_refused_with_its_reason() -> None:
    g = position(points={"germany": 9}, deck=["spies"])
    g.done = bytes([1, 0, 0, 0, 0, 0, 0, 0])
    assert why_not_buy(g, 0, card_of(g, "spies")).rule == "A7.4g"
    assert not can_buy(g, 0, card_of(g, "spies"))


def test_nothing_is_written_without_a_log() -> None:
    g = position(points=dict.fromkeys(POWERS, 30), players=8, seed=3)
    g.log = None
    begin(g, CardPhase())
    while not idle(g):
        found = g.choices(g.seats()[0])
        g.apply(g.seats()[0], BUY if BUY in found else found[-1])
    assert sum(g.done) > 0
