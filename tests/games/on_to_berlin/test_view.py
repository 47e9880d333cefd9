"""What a seat may know: everything on the table and its own cards, but no hidden card of the other side."""

from typing import Any

import pytest

from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.table.view import build_view
from sandtable.games.on_to_berlin.testing import area, card, position, unit_at
from tests.games.on_to_berlin.clicks import T, board, new_turn, table

HANDS = {
    "axis": ["ax_blitzkrieg_2", "ax_ambush_2"],
    "allied": ["al_supply_2", "al_redeploy_2", "al_ambush_2"],
}


def sides(g: Board, seat: int | None) -> dict[str, Any]:
    view = build_view(g, seat)["sides"]
    assert isinstance(view, dict)
    return view


def lay(g: Board, name: str, lying: int) -> None:
    """Put a card face down among the discards."""
    g.cards[card(g, name)] = const.DISCARDED
    g.face_down = changed(g.face_down, card(g, name), lying)


@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_hand_and_deck_are_known_to_their_owner_only() -> None:
    g = position(hands=HANDS)
    own = sides(g, 0)["axis"]
    assert own["hand"] == ["ax_blitzkrieg_2", "ax_ambush_2"]
    assert len(own["deck"]) == 6 and "ax_supply_2" in own["deck"]
    for seat in (0, None):
        theirs = sides(g, seat)["allied"]
        assert "hand" not in theirs and "deck" not in theirs
        assert theirs["hand_size"] == 3 and theirs["deck_size"] == 3 and theirs["cards"] == 6
    # The possible cards are not secret.
    assert set(sides(g, 0)["allied"]["unseen"]) == {T.card_id[c] for c in T.scenarios[0].decks} - {
        T.card_id[c] for c in T.cards_of[0]
    }


@pytest.mark.rule("on_to_berlin", "2.3.3d")
def test_discards_and_pools_are_open_to_all() -> None:
    g = position(hands=HANDS, discards=["al_development_2"])
    g.cards[card(g, "ax_vichy_france_2")] = const.GONE
    for seat in (0, 1, None):
        view = sides(g, seat)
        assert view["allied"]["discards"] == ["al_development_2"]
        assert "al_long_range_bombing_4" in view["allied"]["pool"]
        assert view["axis"]["pool_size"] == {"3": 6, "4": 2}
        assert view["axis"]["removed"] == ["ax_vichy_france_2"]
        assert "al_development_2" not in view["allied"]["unseen"]


@pytest.mark.rule("on_to_berlin", "16.1.1")
def test_with_secret_development_pools_and_developed_cards_are_counted_by_value() -> None:
    g = position(options=["development_secrecy"], hands=HANDS, developed=["al_supply_4"])
    lay(g, "al_lend_lease_3", const.DEVELOPED)
    own = sides(g, 1)["allied"]
    assert own["discards"] == ["al_lend_lease_3"] and "al_ambush_3" in own["pool"]
    for seat in (0, None):
        theirs = sides(g, seat)["allied"]
        assert theirs["discards"] == [] and theirs["pool"] == []
        assert theirs["face_down"] == {"developed": {"3": 1}, "lost": 0}
        assert theirs["pool_size"] == {"3": 5, "4": 3}
        # One card has been developed and never seen since.
        assert theirs["cards"] == 7 and len(theirs["unseen"]) == 6
        assert "al_supply_4" not in theirs["unseen"]
    g.shown = changed(g.shown, card(g, "al_supply_4"), 1)
    assert "al_supply_4" in sides(g, 0)["allied"]["unseen"]


@pytest.mark.rule("on_to_berlin", "16.1.2")
def test_with_secret_losses_lost_cards_are_counted() -> None:
    g = position(options=["discard_secrecy"], hands=HANDS, discards=["al_development_2"])
    lay(g, "al_diplomacy_2", const.LOST)
    assert sides(g, 1)["allied"]["discards"] == ["al_diplomacy_2", "al_development_2"]
    theirs = sides(g, 0)["allied"]
    assert theirs["discards"] == ["al_development_2"]
    assert theirs["face_down"] == {"developed": {}, "lost": 1}
    assert "al_diplomacy_2" in theirs["unseen"]


@pytest.mark.rule("on_to_berlin", "5.0a")
def test_how_many_cards_the_other_side_has_chosen_is_seen_when_both_are_done() -> None:
    m = new_turn(points=(2, 2))
    m.play("card:al_supply_2", 1)
    for seat in (0, None):
        theirs = sides(board(m), seat)["allied"]
        assert theirs["hand_size"] is None and theirs["deck_size"] is None and theirs["cards"] == 6
    assert sides(board(m), 1)["allied"]["hand"] == ["al_supply_2"]
    m.play("button:done", 1)
    assert sides(board(m), 0)["allied"]["hand_size"] is None
    m.play("button:done", 0)
    assert sides(board(m), 0)["allied"]["hand_size"] == 1
    assert sides(board(m), 0)["allied"]["hand_limit"] == 2


def test_the_turn_and_the_card_in_play() -> None:
    g = position(turn=5, side="allied", pending=(0, 3), options=["bombing_penalty"])
    g.cards[card(g, "al_supply_2")] = const.PLAYED
    g.card = card(g, "al_supply_2")
    view = build_view(g, None)
    assert view["turn"] == 5 and view["turn_name"] == "Winter 1941" and view["winter"]
    assert view["side"] == "allied" and view["initiative"] == "axis"
    assert view["card"] == "al_supply_2" and view["bombing_modifier"] == 1
    assert view["sides"]["allied"]["reaction_points"] == 3
    assert build_view(position(turn=5), None)["bombing_modifier"] == 0
    assert build_view(position(), None)["card"] == ""


@pytest.mark.rule("on_to_berlin", "3.2")
def test_recorded_points_and_those_of_now() -> None:
    g = position(points=(3, 5), axis=("ge", "fi"))
    view = sides(g, 0)
    assert view["axis"]["points"] == 3 and view["axis"]["points_now"] == 2.5


@pytest.mark.rule("on_to_berlin", "3.1")
def test_nations_with_side_war_and_leaning() -> None:
    g = position(axis=("ge", "tu"), lasting=("tu",), not_at_war=("fr",))
    nations = build_view(g, 0)["nations"]
    assert nations["ge"] == {"side": "axis", "at_war": True, "leaning": "", "lasting": False, "units": "ge"}
    assert nations["tu"]["lasting"] and nations["tu"]["leaning"] == ""
    assert not nations["fr"]["at_war"] and nations["fr"]["side"] == "allied"
    assert nations["it"]["side"] == "" and nations["it"]["leaning"] == "axis"
    assert nations["sw"]["leaning"] == "allied"
    assert build_view(position(axis=("ge", "vc"), allied=("uk",)), 0)["nations"]["fr"]["units"] == "vc"


@pytest.mark.rule("on_to_berlin", "2.2.2c")
def test_tracks_show_where_the_markers_are() -> None:
    tracks = build_view(position(markers={"us": 2, "su": 3}), 0)["tracks"]
    assert tracks["us"] == {"space": 2, "label": "Arsenal of Democracy", "entry": False, "spaces": 6}
    assert tracks["su"]["entry"]


@pytest.mark.rule("on_to_berlin", "3.3")
def test_areas_with_controller_and_units() -> None:
    g = position(units={"paris": "ge_lf, ge_tf spent", "baltic_sea": "ge_nf"}, control={"paris": "ge"})
    tank = unit_at(g, "ge_tf", "paris")
    g.cond[tank] |= const.BY_POINTS | const.BY_EVENT
    g.came[tank] = area(g, "belgium")
    g.shipped = changed(g.shipped, area(g, "baltic_sea"), 1)
    g.carried = changed(g.carried, area(g, "baltic_sea"), 2)
    areas = build_view(g, 1)["areas"]
    infantry = unit_at(g, "ge_lf", "paris")
    assert areas["paris"] == {
        "control": "ge",
        "side": "axis",
        "units": [
            {"id": g.ids.unit + infantry, "type": "ge_lf", "fresh": True},
            {
                "id": g.ids.unit + tank,
                "type": "ge_tf",
                "fresh": False,
                "by_points": True,
                "by_event": True,
                "came_from": "belgium",
            },
        ],
    }
    assert areas["baltic_sea"]["shipped"] == 1 and areas["baltic_sea"]["carried"] == 2
    assert areas["black_sea"] == {"control": "", "side": ""}
    assert areas["rome"] == {"control": "it", "side": ""}


@pytest.mark.rule("on_to_berlin", "2.2.2d")
@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_pools_are_counted_by_type() -> None:
    g = position(units={"berlin": "2 ge_lf", "new_weapons": "3 ge_ss_nw", "out": "ge_ft"})
    view = build_view(g, 1)
    assert view["mobilization_pool"]["ge_lf"] == 14 and view["mobilization_pool"]["ge_ft"] == 1
    assert view["new_weapons_pool"] == {"ge_ss_nw": 3}
    assert view["out_of_the_game"] == {"ge_ft": 1}


def test_what_is_being_done_is_open_but_for_what_is_done_under_cover() -> None:
    m = new_turn(points=(2, 2))
    assert build_view(board(m), None)["doing"] == "Select"
    m = table(hands=HANDS)
    doing = build_view(board(m), 1)["doing"]
    assert doing.startswith("Impulses: ")
    g = board(m)
    g.agenda = []
    assert build_view(g, None)["doing"] == ""
