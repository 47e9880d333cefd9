"""The map as text: within the width, without colour, with everything a player needs."""

import pytest

from sandtable.draw import area_card, text_map
from sandtable.engine.errors import SandtableError
from tests.draw.scenes import crowded_scene, start_scene


@pytest.mark.parametrize("width", [30, 60, 80, 132])
@pytest.mark.parametrize("region", [None, "western_europe", "africa"])
def test_the_map_fits_the_width(width: int, region: str | None) -> None:
    for scene in (start_scene(), crowded_scene()):
        for line in text_map(scene, region, width).splitlines():
            assert len(line) <= width


def test_the_whole_map_names_every_area_and_every_counter() -> None:
    scene = start_scene()
    text = " ".join(text_map(scene, None, 100).split())
    for place in scene.places:
        if place.region:
            assert place.name in text
    for piece in scene.pieces:
        assert piece.strength in text
    assert "A Axis, W Allies, S Soviet Union, N Neutral" in text
    assert "A: Finnish inf 4-2; S: 2×Soviet inf 3-2, Soviet arm(r) 5-3" in text


def test_a_region_is_listed_line_by_line() -> None:
    lines = text_map(start_scene(), "Western Europe", 80).splitlines()
    assert "W Calais     plain | W: 2×British inf 4-2, French inf 3-2" in lines
    assert "W Lyon       mountain" in lines
    assert not any("Berlin" in line for line in lines)


def test_an_unknown_region_is_one_sentence() -> None:
    with pytest.raises(SandtableError, match="There is no region 'asia'; the map has America, British Isles"):
        text_map(start_scene(), "asia")


def test_what_an_army_has_done_is_told() -> None:
    text = text_map(crowded_scene(), "western_europe", 200)
    assert "German inf 5-3 moved" in text and "German adv arm(r) 8-5 supported" in text
    assert "beachhead W" in text


def test_a_card_tells_an_area_and_what_lies_around_it() -> None:
    scene = start_scene()
    card = area_card(scene, "nancy", 200).splitlines()
    assert card[0] == "Nancy (W: Allies)"
    assert card[1] == "Western Europe, plain"
    assert card[2] == "W: 2×French inf 3-2"
    between = "river in Stuttgart, fortified line in Nancy (Rhine, Maginot Line)"
    assert f"- Stuttgart (A), {between} | A: 3×German inf 5-3" in card
    sicily = area_card(scene, "sicily", 200)
    assert "coast of the Tyrrhenian Sea" in sicily
    assert "- Taranto (N), strait" in sicily
    assert "- Tunisia (W), Landing Line, 3 armies a turn (Central Mediterranean)" in sicily
    assert "high mountain (Alps)" in area_card(scene, "milan", 200)
    assert "1 army a turn" in area_card(scene, "trondheim", 200)
    assert "east of the Eastern Line" in area_card(scene, "ufa", 200)


def test_cards_of_seas_and_closed_countries_are_short() -> None:
    scene = start_scene()
    assert area_card(scene, "sweden").splitlines()[0] == "Sweden"
    index = next(i for i, p in enumerate(scene.places) if p.id == "north_sea")
    assert "North Sea" in area_card(scene, index)


@pytest.mark.parametrize("width", [30, 60])
def test_cards_fit_the_width(width: int) -> None:
    scene = crowded_scene()
    for place in scene.places:
        assert all(len(line) <= width for line in area_card(scene, place.id, width).splitlines())
