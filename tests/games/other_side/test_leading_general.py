"""Participants of a Combat: attacking Areas, Heads, Armies left out, the Leading General and his rule."""

from typing import Any

import pytest

from sandtable.engine.state import changed
from sandtable.games.other_side.components.constants import (
    NONE,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    SATELLITES,
    SOVIETS,
    WEST,
    mask_of,
)
from sandtable.games.other_side.components.state import ACTIVATED, AVAILABLE, OUT_OF_PLAY, POOL, Board
from sandtable.games.other_side.rules.combat import leading_general
from sandtable.games.other_side.rules.generals.nomination import Nomination
from sandtable.games.other_side.testing import area, directive, general, position
from tests.games.other_side.driving import answer, begin, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import a_fight, allies_attack, axis_attacks, fight, where


def names(g: Board, found: list[int]) -> list[str]:
    """Areas by their ids."""
    return [g.t.space_id[n] for n in found]


def attack(g: Board, target: str = "ukraine") -> Board:
    """The Axis attacks; the card is not drawn."""
    f = a_fight(g, target, ROLE_ATTACKER, SOVIETS)
    f.units = 0
    return g


# --- where an attack comes from


@pytest.mark.rule("other_side", "6.2.1a")
def test_an_allied_area_is_attacked_from_adjacent_areas_with_armies() -> None:
    g = position(
        align={
            "ukraine": "soviet",
            "hungary": "satellite",
            "romania_bulgaria": "satellite",
            "belarus": "disputed 1/2 soviet",
            "poland": "occupied",
        },
        armies={"hungary": "regular", "belarus": "panzer", "poland": "3 panzer"},
    )
    assert names(g, leading_general.sources(g, area(g, "ukraine"))) == ["hungary", "belarus"]
    g.fought = mask_of(g.at[area(g, "hungary")])
    assert names(g, leading_general.sources(g, area(g, "ukraine"))) == ["belarus"]


@pytest.mark.rule("other_side", "6.2.1")
def test_a_disputed_area_is_attacked_by_the_armies_in_it() -> None:
    g = position(
        align={"ukraine": "disputed 1/2 soviet", "hungary": "satellite"},
        armies={"ukraine": "regular", "hungary": "regular"},
    )
    assert names(g, leading_general.sources(g, area(g, "ukraine"))) == ["ukraine"]
    # Only an attack from outside asks for Armies that have not attacked yet.
    g.fought = mask_of(g.at[area(g, "ukraine")])
    assert names(g, leading_general.sources(g, area(g, "ukraine"))) == ["ukraine"]
    g = position(
        align={"ukraine": "disputed 1/2 soviet", "hungary": "satellite"}, armies={"hungary": "regular"}
    )
    assert leading_general.sources(g, area(g, "ukraine")) == []


def test_armies_in_a_neutral_area_do_not_attack() -> None:
    g = position(
        align={"northern_france": "western", "belgium_holland": "neutral 1"},
        armies={"belgium_holland": "2 panzer"},
    )
    assert leading_general.sources(g, area(g, "northern_france")) == []


@pytest.mark.rule("other_side", "6.7.1b")
@pytest.mark.rule("other_side", "1.3q")
def test_a_single_army_held_by_partisans_attacks_nobody() -> None:
    align = {"belarus": "soviet", "poland": "occupied"}
    g = position(align=align, armies={"poland": "panzer"})
    assert leading_general.sources(g, area(g, "belarus")) == []
    g = position(align=align, armies={"poland": "panzer, reduced"})
    assert names(g, leading_general.sources(g, area(g, "belarus"))) == ["poland"]
    g = position(align={"ukraine": "soviet", "hungary": "satellite"}, armies={"hungary": "panzer"})
    assert names(g, leading_general.sources(g, area(g, "ukraine"))) == ["hungary"]
    g = position(align={"poland": "disputed 1/2 western"}, armies={"poland": "panzer"})
    assert names(g, leading_general.sources(g, area(g, "poland"))) == ["poland"]


@pytest.mark.rule("other_side", "6.2.1b")
def test_an_amphibious_attack_comes_over_an_amphibious_line() -> None:
    g = position(
        align={"crete": "western", "greece": "occupied", "turkey": "occupied"},
        armies={"greece": "2 regular", "turkey": "2 regular"},
    )
    assert names(g, leading_general.sources(g, area(g, "crete"), True)) == ["greece"]


@pytest.mark.rule("other_side", "6.9")
def test_an_area_without_armies_that_go_by_sea_is_no_source() -> None:
    g = position(
        align={"great_britain": "western", "northern_france": "occupied", "belgium_holland": "occupied"},
        armies={"northern_france": "2 panzer, reduced", "belgium_holland": "2 regular"},
    )
    assert names(g, leading_general.sources(g, area(g, "great_britain"), True)) == ["belgium_holland"]
    g.put(g.at[area(g, "northern_france")][0], POOL)
    g.put(g.free_unit(SATELLITES, OUT_OF_PLAY), area(g, "northern_france"))
    assert len(leading_general.sources(g, area(g, "great_britain"), True)) == 2


@pytest.mark.rule("other_side", "6.2.1a")
def test_operations_chooses_between_areas() -> None:
    g = position(
        align={
            "ukraine": "soviet",
            "hungary": "satellite",
            "romania_bulgaria": "satellite",
            "belarus": "occupied",
            "donbass_crimea": "occupied",
            "southern_russia": "neutral",
        },
        armies={
            "hungary": "regular",
            "romania_bulgaria": "reduced",
            "belarus": "reduced",
            "southern_russia": "reduced",
        },
    )
    begin(attack(g), leading_general.AttackFrom())
    assert offered(g) == {"area:hungary", "area:romania_bulgaria"}
    assert "Ukraine" in prompt(g).text
    assert "adjacent" in refused(g, "area:poland").text
    assert "No Axis Army" in refused(g, "area:donbass_crimea").text
    assert refused(g, "area:belarus").rule == "6.7.1b"
    assert "Neutral" in refused(g, "area:southern_russia").text
    assert refused(g, "base:malta").rule == "6.2.1a"
    answer(g, "area:hungary")
    assert idle(g) and fight(g).source == area(g, "hungary")
    assert "from Hungary" in log(g)


def test_refusal_for_armies_that_have_attacked() -> None:
    g = position(
        align={
            "ukraine": "soviet",
            "hungary": "satellite",
            "romania_bulgaria": "satellite",
            "donbass_crimea": "occupied",
        },
        armies={"hungary": "regular", "romania_bulgaria": "reduced", "donbass_crimea": "regular"},
    )
    g.fought = mask_of(g.at[area(g, "donbass_crimea")])
    begin(attack(g), leading_general.AttackFrom())
    assert "have attacked" in refused(g, "area:donbass_crimea").text


@pytest.mark.rule("other_side", "6.2.1b")
def test_the_prompt_and_refusal_of_an_amphibious_attack() -> None:
    g = position(
        align={"great_britain": "western", "northern_france": "occupied", "belgium_holland": "occupied"},
        armies={"northern_france": "2 regular", "belgium_holland": "2 regular"},
    )
    attack(g, "great_britain").fight.amphibious = 1  # type: ignore[union-attr]
    begin(g, leading_general.AttackFrom())
    assert prompt(g).rule == "6.2.1b"
    assert "Amphibious Line" in refused(g, "area:poland").text
    assert offered(g) == {"area:northern_france", "area:belgium_holland"}


# --- the Head


def two_heads(first: str, second: str, **more: Any) -> Board:
    """Poland with five Armies and two Heads attacks Belarus."""
    g = position(
        align={"poland": "occupied", "belarus": "soviet"},
        armies={"poland": "5 regular"},
        heads={"poland": [first, second]},
        **more,
    )
    attack(g, "belarus")
    fight(g).source = area(g, "poland")
    return g


@pytest.mark.rule("other_side", "6.2.1")
def test_the_senior_head_is_activated() -> None:
    g = begin(two_heads("von_kluge", "von_bock"), leading_general.SeniorHead())
    assert idle(g) and fight(g).head == general(g, "von_bock")
    assert "Von Bock commands" in log(g)


@pytest.mark.rule("other_side", "6.2.1")
def test_operations_resolves_a_tie_of_heads() -> None:
    g = two_heads("von_kluge", "strauss", players=2, sections=[0, 1, 0, 0])
    begin(g, leading_general.SeniorHead())
    assert g.seats() == (1,)
    assert offered(g) == {"general:von_kluge", "general:strauss"}
    assert refused(g, "general:model").rule == "6.2.1"
    assert prompt(g).rule == "6.2.1"
    answer(g, "general:strauss")
    assert fight(g).head == general(g, "strauss")


@pytest.mark.rule("other_side", "6.2.1")
def test_a_vacancy_leaves_the_combat_without_head() -> None:
    g = position(align={"poland": "occupied"}, armies={"poland": "2 regular"}, heads={"poland": ["vacancy"]})
    a_fight(g, "poland")
    assert idle(begin(g, leading_general.SeniorHead()))
    assert fight(g).head == NONE


@pytest.mark.rule("other_side", "4.7.1y")
def test_the_head_is_remembered_for_the_directive() -> None:
    g = two_heads("von_kluge", "von_bock", directives={"barbarossa_i": "active"})
    fight(g).directive = directive(g, "barbarossa_i")
    begin(g, leading_general.SeniorHead())
    assert g.active_heads == [1 << general(g, "von_bock")]


# --- the Armies


@pytest.mark.rule("other_side", "6.4e")
def test_operations_leaves_armies_out_where_the_combat_area_is_smaller() -> None:
    g = position(
        align={"poland": "occupied", "belarus": "soviet"},
        armies={"poland": "panzer, 2 regular, 2 reduced"},
    )
    attack(g, "belarus")
    fight(g).source = area(g, "poland")
    begin(g, leading_general.StayOut(0))
    assert offered(g) == {"unit:panzer@poland", "unit:regular@poland", "unit:reduced@poland"}
    assert "At most 4" in prompt(g).text
    assert refused(g, "area:poland").rule == "6.4e"
    answer(g, "unit:reduced@poland")
    assert idle(g)
    kinds = [g.t.unit_kind[u] for u in range(g.t.n_units) if fight(g).units >> u & 1]
    assert kinds == [0, 1, 1, 2]
    assert g.fought == fight(g).units


@pytest.mark.rule("other_side", "6.4e")
def test_like_armies_are_left_out_without_asking() -> None:
    g = position(align={"poland": "occupied", "belarus": "soviet"}, armies={"poland": "5 regular"})
    attack(g, "belarus")
    fight(g).source = area(g, "poland")
    assert idle(begin(g, leading_general.StayOut(0)))
    assert fight(g).units.bit_count() == 4


@pytest.mark.rule("other_side", "6.2.1a")
@pytest.mark.parametrize("source", ["hungary", "ukraine"])
def test_armies_that_have_attacked_take_no_part_in_an_attack_from_outside(source: str) -> None:
    align = {"hungary": "satellite", "ukraine": "soviet" if source == "hungary" else "disputed 1/2 soviet"}
    g = position(align=align, armies={source: "panzer, regular"})
    attack(g)
    fight(g).source = area(g, source)
    used = g.at[area(g, source)][0]
    g.fought = 1 << used
    begin(g, leading_general.StayOut(0))
    left_out = 1 << used if source == "hungary" else 0
    assert fight(g).units == mask_of(g.at[area(g, source)]) & ~left_out


@pytest.mark.rule("other_side", "6.2.1a")
def test_the_area_under_attack_is_no_place_to_attack_from() -> None:
    g = position(
        align={"ukraine": "soviet", "hungary": "satellite", "romania_bulgaria": "satellite"},
        armies={"hungary": "regular", "romania_bulgaria": "regular"},
    )
    attack(g)
    begin(g, leading_general.AttackFrom())
    assert refused(g, "area:ukraine").text == "Ukraine is the target. Choose the Area of the attackers."


# --- the Leading General


def nominate(
    players: int, available: dict[str, int], head: str = "", personnel: int = 0, head_of: int = 0
) -> Board:
    """A Combat looks for its Leading General among these, each with the seat of his owner."""
    g = position(
        players=players,
        align={"ukraine": "disputed 1/2 soviet"},
        armies={"ukraine": "2 regular"},
        heads={"ukraine": [head]} if head else {},
        generals=dict.fromkeys(available, "available"),
        owners={**available, **({head: head_of} if head else {})},
        sections=[0, 0, personnel, 0],
    )
    f = a_fight(g, "ukraine")
    f.head = general(g, head) if head else NONE
    return begin(g, leading_general.LeadingGeneral())


@pytest.mark.rule("other_side", "6.2.2a")
@pytest.mark.rule("other_side", "6.2.2g")
@pytest.mark.rule("other_side", "6.2.2c")
def test_the_two_highest_seniorities_below_the_head_are_eligible() -> None:
    pool = dict.fromkeys(["von_bock", "strauss", "guderian", "hoth", "ruoff"], 0)
    g = nominate(1, pool, "von_reichenau")
    assert offered(g) == {"general:strauss", "general:guderian", "general:hoth"}
    assert prompt(g).rule == "6.2.2c"
    assert "not junior" in refused(g, "general:von_bock").text
    assert "too junior" in refused(g, "general:ruoff").text
    assert refused(g, "general:model").text == "Model is not in play."
    g.where = changed(g.where, general(g, "hoth"), ACTIVATED)
    assert "not Available" in refused(g, "general:hoth").text
    assert refused(g, "area:poland").rule == "6.2.2d"
    answer(g, "general:guderian")
    assert idle(g) and fight(g).leading == general(g, "guderian")
    assert where(g, "guderian") == ACTIVATED and where(g, "strauss") == AVAILABLE


@pytest.mark.rule("other_side", "6.2.2a")
def test_without_a_head_seniority_has_no_bound() -> None:
    g = nominate(1, {"von_rundstedt": 0, "von_bock": 0, "strauss": 0})
    assert offered(g) == {"general:von_rundstedt", "general:von_bock"}


@pytest.mark.rule("other_side", "6.2.2a")
def test_a_head_of_equal_seniority_bars_the_nominee() -> None:
    g = nominate(1, {"von_kluge": 0, "hoth": 0}, "strauss")
    assert idle(g) and fight(g).leading == general(g, "hoth")


@pytest.mark.rule("other_side", "6.2.2b")
def test_a_general_is_eligible_though_his_rule_cannot_work() -> None:
    g = nominate(1, {"blaskowitz": 0}, "von_bock")  # his rule is against the Western Faction
    assert fight(g).leading == general(g, "blaskowitz")
    assert not leading_general.works(g, general(g, "blaskowitz"))


@pytest.mark.rule("other_side", "6.2.2e")
def test_nobody_eligible_means_nobody_leads() -> None:
    g = nominate(2, {"von_bock": 0}, "strauss")
    assert idle(g) and fight(g).leading == NONE
    assert "Nobody is eligible" in log(g)


@pytest.mark.rule("other_side", "6.2.2f")
def test_the_marker_of_the_leading_general_stays_on_his_board() -> None:
    g = nominate(1, {"hoth": 0}, "von_bock")
    assert where(g, "hoth") == ACTIVATED
    assert g.post[general(g, "hoth")] == NONE and general(g, "hoth") not in g.heads


FOUR = {"hoth": 0, "ruoff": 0, "strauss": 1, "guderian": 2, "model": 3}


@pytest.mark.rule("other_side", "6.2.2d")
def test_players_name_candidates_in_any_order_with_rising_seniority() -> None:
    g = nominate(4, FOUR, "von_bock")
    assert set(g.seats()) == {0, 1, 2, 3}
    assert offered(g, 0) == {"button:pass", "general:hoth", "general:ruoff"}
    answer(g, "general:guderian", 2)
    assert set(g.seats()) == {0, 1}  # the fourth has nobody so senior
    assert offered(g, 0) == {"button:pass", "general:hoth"}
    assert "junior to Guderian" in refused(g, "general:ruoff", 0).text
    assert "not one of your Generals" in refused(g, "general:strauss", 0).text
    assert "Seniority 6" in prompt(g, 0).text
    answer(g, "button:pass", 0)
    assert g.seats() == (1,)
    answer(g, "general:strauss", 1)
    assert idle(g) and fight(g).leading == general(g, "strauss")
    assert where(g, "guderian") == AVAILABLE
    assert "Player 3 names Guderian" in log(g)


@pytest.mark.rule("other_side", "6.2.2d")
def test_each_player_names_one_general_only() -> None:
    g = nominate(2, {"hoth": 0, "guderian": 0, "strauss": 1}, "von_bock")
    answer(g, "general:hoth", 0)
    assert g.seats() == (1,)
    assert g.choices(0) == []


@pytest.mark.rule("other_side", "6.2.2d")
@pytest.mark.parametrize(("head", "umpire"), [("von_bock", 1), ("", 2)])
def test_the_owner_of_the_head_settles_ties_and_personnel_without_head(head: str, umpire: int) -> None:
    g = nominate(3, {"hoth": 0, "guderian": 1, "reinhardt": 2}, head, personnel=2, head_of=1)
    answer(g, "general:reinhardt", 2)
    answer(g, "general:hoth", 0)
    answer(g, "general:guderian", 1)
    assert g.seats() == (umpire,)
    assert offered(g) == {"general:hoth", "general:guderian"}
    assert "most senior" in refused(g, "general:reinhardt").text
    assert "Equal" in prompt(g).text
    assert g.choices(0 if umpire else 1) == []
    answer(g, "general:guderian")
    assert idle(g) and fight(g).leading == general(g, "guderian")


@pytest.mark.rule("other_side", "6.2.2e")
def test_if_all_pass_personnel_designates_a_player() -> None:
    g = nominate(3, {"hoth": 0, "guderian": 1, "ruoff": 1}, "von_bock", personnel=2)
    answer(g, "button:pass", 0)
    answer(g, "button:pass", 1)
    assert g.seats() == (2,)
    assert offered(g) == {"player:1", "player:2"}
    assert prompt(g).rule == "6.2.2e"
    assert refused(g, "general:hoth").rule == "6.2.2e"
    answer(g, "player:2")
    assert g.seats() == (1,)
    assert offered(g) == {"general:guderian", "general:ruoff"}
    assert prompt(g).rule == "6.2.2e"
    answer(g, "general:ruoff")
    assert idle(g) and fight(g).leading == general(g, "ruoff")


@pytest.mark.rule("other_side", "6.2.2e")
def test_the_only_player_with_a_candidate_chooses_at_once() -> None:
    g = nominate(3, {"hoth": 1, "ruoff": 1}, "von_bock")
    assert g.seats() == (1,)
    assert offered(g) == {"general:hoth", "general:ruoff"}  # he cannot pass


def test_a_nomination_survives_saving() -> None:
    step = leading_general.LeadingGeneral(NONE, 5, NONE, 7, 9)
    again = leading_general.LeadingGeneral.unpack(step.pack())
    assert isinstance(again, leading_general.LeadingGeneral) and again.pack() == [NONE, 5, NONE, 7, 9]
    assert leading_general.StayOut.unpack([12]).pack() == [12]


def test_the_base_leaves_the_particulars_to_its_heirs() -> None:
    g, base = position(players=2), Nomination()
    for ask in (
        lambda: base.candidates(g, 0),
        lambda: base.umpire(g),
        lambda: base.conclude(g, 0),
        lambda: base.task(g),
        lambda: base.rules(),
    ):
        with pytest.raises(NotImplementedError):
            ask()


class Anyone(leading_general.LeadingGeneral):
    """A nomination that gives no reason of its own."""

    def why_not_nominate(self, g: Board, seat: int, general: int) -> Any:
        """The reason of the base."""
        return Nomination.why_not_nominate(self, g, seat, general)


def test_the_reason_of_the_base() -> None:
    g = nominate(1, {"hoth": 0, "ruoff": 0}, "von_bock")
    g.agenda[-1] = Anyone()
    g.where = changed(g.where, general(g, "ruoff"), ACTIVATED)
    assert "cannot be named" in refused(g, "general:ruoff").text


# --- Generals' rules


@pytest.mark.rule("other_side", "2.2e")
@pytest.mark.rule("other_side", "6.2")
@pytest.mark.parametrize(
    ("name", "where_", "align", "role", "faction", "armies", "works"),
    [
        ("von_kuechler", "ukraine", "soviet", ROLE_ATTACKER, SOVIETS, "regular", False),
        ("strauss", "ukraine", "soviet", ROLE_ATTACKER, SOVIETS, "regular", True),
        ("strauss", "ukraine", "western", ROLE_ATTACKER, WEST, "regular", False),
        ("von_rundstedt", "ukraine", "soviet", ROLE_ATTACKER, SOVIETS, "regular", True),
        ("von_rundstedt", "ukraine", "disputed 1/2 soviet", ROLE_ATTACKER, SOVIETS, "regular", False),
        ("von_rundstedt", "ukraine", "disputed 1/2 soviet", ROLE_DEFENDER, SOVIETS, "regular", False),
        ("hoth", "ukraine", "soviet", ROLE_ATTACKER, SOVIETS, "regular", False),
        ("hoth", "ukraine", "soviet", ROLE_ATTACKER, SOVIETS, "panzer", True),
    ],
)
def test_a_rule_needs_all_its_requirements(
    name: str, where_: str, align: str, role: int, faction: int, armies: str, works: bool
) -> None:
    g = position(align={where_: align, "hungary": "satellite"}, armies={"hungary": armies})
    f = a_fight(g, where_, role, faction)
    f.units = mask_of(g.at[area(g, "hungary")])
    assert leading_general.works(g, general(g, name)) == works
    f.amphibious = 1
    assert not leading_general.works(g, general(g, name))


@pytest.mark.rule("other_side", "6.2")
def test_of_the_obs_only_those_whose_card_says_so_count_on_their_front() -> None:
    align = {"ukraine": "disputed 1/2 soviet", "southern_italy": "satellite"}
    for ob, counts in (("von_manstein", True), ("von_kluge", False), ("kesselring", False)):
        g = position(align=align, armies={"ukraine": "regular"}, ob={"east": ob})
        a_fight(g, "ukraine")
        assert (len(leading_general.rules_in_force(g)) == 1) == counts
    g = position(align=align, armies={"southern_italy": "regular"}, ob={"south": "kesselring"})
    a_fight(g, "southern_italy", ROLE_DEFENDER, WEST)
    assert len(leading_general.rules_in_force(g)) == 1
    g = position(align=align, armies={"ukraine": "regular"}, ob={"east": "von_manstein"})
    a_fight(g, "ukraine", ROLE_ATTACKER)
    assert leading_general.rules_in_force(g) == []


@pytest.mark.rule("other_side", "6.2.2")
@pytest.mark.parametrize("attacking", [True, False])
def test_a_german_army_needs_a_leading_general(attacking: bool) -> None:
    g = position(
        align={"ukraine": "disputed 1/2 soviet"},
        armies={"ukraine": "regular, 2 satellite_hungary"},
        generals={"hoth": "available", "guderian": "available"},
    )
    (axis_attacks if attacking else allies_attack)(g, "ukraine")
    assert offered(g) == {"general:hoth", "general:guderian"} and prompt(g).rule == "6.2.2c"


@pytest.mark.rule("other_side", "6.2.2")
def test_satellites_alone_need_no_leading_general() -> None:
    g = position(
        align={"ukraine": "disputed 1/2 soviet"},
        armies={"ukraine": "2 satellite_hungary"},
        generals={"hoth": "available", "guderian": "available"},
        dice=["red blank"] * 3 + ["yellow blank"] * 2,
    )
    axis_attacks(g, "ukraine")
    assert idle(g) and where(g, "hoth") == AVAILABLE
