"""Development of cards, New Weapons and Lend-Lease. [2.3.3a] [2.2.2e] [2.2.2f] [16.1.1]"""

from typing import Any

import pytest

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, DISCARDED, NEW_WEAPONS, POOLED
from sandtable.games.on_to_berlin.components.ids import build_names
from sandtable.games.on_to_berlin.components.schema_cards import Develop, ReleaseNewWeapons
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import mobilization
from sandtable.games.on_to_berlin.rules.cards import development
from sandtable.games.on_to_berlin.testing import card, position, tables
from tests.games.on_to_berlin.waiting import Idle

T = tables()
NAMES = build_names(T)
LATE = ["uk", "po", "su", "us"]
ARSENAL = {"new_weapons": "2 ge_tf_523, ge_tf_633, 4 ge_ss_nw, 3 us_cve, 6 su_tf"}


def develop(name: str) -> Develop:
    """The event of a Development card."""
    found = T.card_event[card_number(name)]
    assert isinstance(found, Develop)
    return found


def release(name: str) -> ReleaseNewWeapons:
    """The event of a card that releases new weapons."""
    found = T.card_event[card_number(name)]
    assert isinstance(found, ReleaseNewWeapons)
    return found


def card_number(name: str) -> int:
    """The number of a card."""
    return T.card_index[name]


def offered(g: Board) -> set[str]:
    """The keys that may be chosen now."""
    return {NAMES.keys[choice] for choice in g.choices(g.side)}


def why(g: Board, key: str) -> Refusal:
    """Why a key is refused now."""
    choice = NAMES.index[key]
    assert not g.agenda[-1].allows(g, g.side, choice)
    refusal = g.agenda[-1].why_not(g, g.side, choice)
    assert refusal is not None
    return refusal


def lines(g: Board, seat: int) -> list[str]:
    """The log as a seat reads it, with its rules."""
    assert g.log is not None
    return [f"{line.text} [{line.rule}]" for line in g.log.lines(seat)]


def idle(g: Board) -> bool:
    """Whether the event is over."""
    return isinstance(g.agenda[-1], Idle)


# --- Development


def developing(event: Develop, **more: Any) -> Board:
    """A position in which a side develops a card."""
    g = position(**more)
    g.agenda = [Idle()]
    development.start_develop(g, event)
    g.advance()
    return g


@pytest.mark.rule("on_to_berlin", "2.3.3a")
@pytest.mark.rule("on_to_berlin", "2.2.2e")
@pytest.mark.parametrize(("side", "prefix", "cards"), [("axis", "ax_", 8), ("allied", "al_", 10)])
def test_the_own_pool_is_offered(side: str, prefix: str, cards: int) -> None:
    g = developing(develop(f"{prefix}development_2"), side=side)
    found = offered(g)
    assert len(found) == cards
    for key in found:
        number = card(g, key.partition(":")[2])
        assert T.card_id[number].startswith(prefix)
        assert T.card_sv[number] in (3, 4) and g.cards[number] == POOLED


@pytest.mark.rule("on_to_berlin", "2.3.3a")
def test_one_card_goes_to_the_discard_pile() -> None:
    g = developing(develop("ax_development_2"))
    number = card(g, "ax_blitzkrieg_3")
    g.apply(AXIS, g.ids.card + number)
    assert idle(g)
    assert g.cards[number] == DISCARDED and not g.face_down[number]
    assert lines(g, ALLIED) == ["Developed: Blitzkrieg (3). [2.3.3a]"]
    assert len(g.cards_in(AXIS, POOLED)) == 7


@pytest.mark.rule("on_to_berlin", "2.3.3a")
@pytest.mark.rule("on_to_berlin", "2.2.2e")
def test_what_is_not_developed() -> None:
    g = developing(develop("ax_development_2"), developed=["ax_blitzkrieg_3"])
    assert "card:ax_blitzkrieg_3" not in offered(g)
    assert why(g, "card:ax_blitzkrieg_3").rule == "2.3.3a"
    assert why(g, "card:ax_blitzkrieg_2").rule == "2.3.3a"
    assert why(g, "card:al_supply_4").rule == "2.2.2e"
    assert why(g, "area:berlin").rule == "2.3.3a"
    assert why(g, "button:pass").rule == "6.1a"
    # Only the values that the event names.
    only = Develop(mandatory=True, cards=1, sv=(4,))
    assert {T.card_sv[card(g, key[5:])] for key in offered(developing(only))} == {4}


@pytest.mark.rule("on_to_berlin", "2.3.3a")
def test_an_empty_pool_gives_nothing() -> None:
    pool = [T.card_id[c] for c in T.cards_of[ALLIED] if T.card_sv[c] > 2]
    g = position(side="allied", developed=pool)
    assert not development.develop_possible(g, develop("al_development_3"))
    g.cards[card(g, pool[0])] = POOLED
    assert development.develop_possible(g, develop("al_development_3"))


def test_an_event_for_several_cards_ends_with_the_pool() -> None:
    pool = [T.card_id[c] for c in T.cards_of[AXIS] if T.card_sv[c] > 2]
    g = developing(Develop(mandatory=False, cards=3, sv=(3, 4)), developed=pool[2:])
    assert offered(g) == {"button:pass", f"card:{pool[0]}", f"card:{pool[1]}"}
    g.apply(AXIS, NAMES.index[f"card:{pool[0]}"])
    assert offered(g) == {"button:pass", f"card:{pool[1]}"}
    step = g.agenda[-1]
    assert development.Developing.unpack(step.pack()).choices(g, AXIS) == step.choices(g, AXIS)
    g.apply(AXIS, NAMES.index[f"card:{pool[1]}"])
    assert idle(g)
    g = developing(Develop(mandatory=False, cards=3, sv=(3, 4)))
    g.apply(AXIS, PASS)
    assert idle(g) and len(g.cards_in(AXIS, DISCARDED)) == 0


@pytest.mark.rule("on_to_berlin", "16.1.1")
def test_a_secretly_developed_card_lies_face_down() -> None:
    g = developing(develop("al_development_2"), side="allied", options=["development_secrecy"])
    assert g.agenda[-1].prompt(g, ALLIED).rule == "16.1.1"
    number = card(g, "al_lend_lease_3")
    g.apply(ALLIED, g.ids.card + number)
    assert g.cards[number] == DISCARDED
    assert [c for c in range(T.n_cards) if g.face_down[c]] == [number]
    assert lines(g, ALLIED) == ["Developed: Lend-Lease (3). [16.1.1]"]
    assert lines(g, AXIS) == ["Developed, face down: a card of Strategic Value 3. [16.1.1]"]
    assert g.log is not None
    assert not g.log.events[0].refs  # nothing to point at for those who may not know


# --- New Weapons


def releasing(name: str, **more: Any) -> Board:
    """A position in which a card releases new weapons."""
    g = position(units={**ARSENAL, **more.pop("units", {})}, **more)
    g.agenda = [Idle()]
    assert development.release_possible(g, release(name))
    development.start_release(g, release(name))
    g.advance()
    return g


def waiting(g: Board, kind: str) -> int:
    """How many counters of a type are in the New Weapons Pool."""
    number = T.type_index[kind]
    return [g.place[u] for u in range(T.n_units) if T.unit_type[u] == number].count(NEW_WEAPONS)


@pytest.mark.rule("on_to_berlin", "2.2.2f")
@pytest.mark.rule("on_to_berlin", "2.2.2d")
def test_new_weapons_can_be_mobilized_after_their_release() -> None:
    g = releasing("ax_new_weapons_3", units={"berlin": "ge_lf"})
    kind = T.type_index["ge_tf_523"]
    assert offered(g) == {"button:done", "type:ge_tf_523", "type:ge_tf_633", "type:ge_ss_nw"}
    assert kind not in mobilization.types(g, 9)
    assert g.agenda[-1].prompt(g, AXIS).text.startswith("Release up to 2 units ")
    g.apply(AXIS, g.ids.kind + kind)
    assert waiting(g, "ge_tf_523") == 1
    assert kind in mobilization.types(g, 9)
    assert lines(g, ALLIED) == ["Ready for mobilization: German tank force (5-2-3). [2.2.2f]"]
    assert g.agenda[-1].prompt(g, AXIS).text.startswith("Release up to 1 more unit ")
    g.apply(AXIS, g.ids.kind + kind)
    assert waiting(g, "ge_tf_523") == 0 and waiting(g, "ge_tf_633") == 1
    assert idle(g)  # two, and no more


@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_fewer_may_be_released() -> None:
    g = releasing("ax_new_weapons_3")
    g.apply(AXIS, NAMES.index["type:ge_tf_633"])
    assert "type:ge_tf_633" not in offered(g)  # there was only one
    assert why(g, "type:ge_tf_633") == (
        "No German tank force (6-3-3) is in the New Weapons Pool.",
        "2.2.2f",
    )
    g.apply(AXIS, DONE)
    assert idle(g) and waiting(g, "ge_ss_nw") == 4


@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_the_last_of_the_pool_ends_the_event() -> None:
    g = position(units={"new_weapons": "ge_tf_633"})
    g.agenda = [Idle()]
    development.start_release(g, release("ax_new_weapons_3"))
    g.advance()
    g.apply(AXIS, NAMES.index["type:ge_tf_633"])
    assert idle(g)
    assert not development.release_possible(g, release("ax_new_weapons_3"))


@pytest.mark.rule("on_to_berlin", "6.1a")
@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_lend_lease_needs_the_north_atlantic() -> None:
    event = release("al_lend_lease_3")
    g = position(side="allied", units=ARSENAL)
    assert development.release_possible(g, event)
    g = position(side="allied", units=ARSENAL, control={"north_atlantic": "ge"})
    assert not development.release_possible(g, event)


@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_lend_lease_releases_americans_always_and_soviets_at_war() -> None:
    g = releasing("al_lend_lease_3", side="allied")
    assert offered(g) == {"button:done", "type:us_cve"}  # the US need not be At War
    assert why(g, "type:su_tf") == ("Soviet Union is not At War on your side.", "2.2.2f")
    assert why(g, "type:ge_tf_633") == ("This card releases no units of Germany.", "2.2.2f")
    assert why(g, "unit:su_tf#1").rule == "2.2.2f"
    assert why(g, "area:london").rule == "2.2.2f"
    g = releasing("al_lend_lease_3", side="allied", allied=LATE)
    assert offered(g) == {"button:done", "type:us_cve", "type:su_tf"}
    g = releasing("al_lend_lease_3", side="allied", allied=["uk"], axis=["ge", "su"])
    assert offered(g) == {"button:done", "type:us_cve"}
    step = g.agenda[-1]
    assert development.Releasing.unpack(step.pack()).choices(g, ALLIED) == step.choices(g, ALLIED)


@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_units_in_the_ordinary_pool_need_no_release() -> None:
    g = releasing("ax_new_weapons_3")
    assert why(g, "type:ge_lf").rule == "2.2.2f"
