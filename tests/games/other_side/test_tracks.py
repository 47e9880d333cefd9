"""Markers on tracks: Fanaticism, Unrest, Resources; what Armies and Disks start from."""

import pytest

from sandtable.games.other_side.components.constants import FESTUNG, NEUTRAL, NONE, SATELLITES, WEST_FRONT
from sandtable.games.other_side.components.state import OUT_OF_PLAY, POOL, TRANSIT
from sandtable.games.other_side.rules.production import tracks
from sandtable.games.other_side.testing import area, position, units_at
from tests.games.other_side.driving import log


@pytest.mark.rule("other_side", "9")
@pytest.mark.parametrize(("old", "n", "new"), [(8, 3, 8), (8, 1, 9), (1, -3, 1), (1, -1, 0), (5, 2, 7)])
def test_fanaticism_stays_on_its_track(old: int, n: int, new: int) -> None:
    g = position(tracks={"fanaticism": old})
    tracks.fanaticism(g, n, "9")
    assert g.fanaticism == new


@pytest.mark.rule("other_side", "9a")
@pytest.mark.parametrize(
    ("unrest", "fanaticism", "n", "after"),
    [(1, 5, 1, (2, 5)), (2, 5, 1, (0, 4)), (2, 0, 1, (2, 0)), (2, 5, 4, (0, 3)), (1, 5, -2, (0, 5))],
)
def test_unrest_at_its_end_costs_fanaticism(
    unrest: int, fanaticism: int, n: int, after: tuple[int, int]
) -> None:
    g = position(tracks={"fanaticism": fanaticism, "unrest": unrest})
    tracks.unrest(g, n, "9a")
    assert (g.unrest, g.fanaticism) == after


@pytest.mark.rule("other_side", "2.3a")
def test_satellite_armies_belong_to_a_country_and_the_others_are_german() -> None:
    g = position(align={"poland": "occupied"}, armies={"poland": "panzer, regular, satellite_italy"})
    assert g.german[area(g, "poland")] == 2
    for kind in range(g.t.n_kinds):
        assert (g.t.kind_country[kind] == NONE) == (kind < SATELLITES)


@pytest.mark.rule("other_side", "2.3b")
def test_an_army_is_in_one_place_at_a_time() -> None:
    g = position(align={"poland": "occupied", "hungary": "satellite"}, armies={"poland": "panzer"})
    unit = g.at[area(g, "poland")][0]
    for place in (TRANSIT, POOL, OUT_OF_PLAY, area(g, "hungary")):
        g.put(unit, place)
        assert g.place[unit] == place
        assert g.at[area(g, "poland")] == () and g.german[area(g, "poland")] == 0
    assert units_at(g, "hungary") == "panzer" and g.german[area(g, "hungary")] == 1


@pytest.mark.rule("other_side", "2.4h")
@pytest.mark.rule("other_side", "1.3g")
@pytest.mark.rule("other_side", "1.3s")
@pytest.mark.parametrize("scenario", ["armageddon", "world_war", "total_war", "decline_of_the_third_reich"])
def test_neutral_areas_have_no_disk_but_on_a_festung_sector(scenario: str) -> None:
    g = position(scenario, set_up=True)
    for n in range(g.t.n_areas):
        assert g.axis[n] <= g.t.top[n] and g.ally[n] <= g.t.top[n]
        if g.align[n] == NEUTRAL and g.axis[n]:
            assert FESTUNG in g.t.terrain[n][1 : g.axis[n] + 1]
            assert g.ally[n] == 0


@pytest.mark.parametrize(("old", "n", "new"), [(20, 3, 21), (1, -3, 0), (5, 2, 7)])
def test_resources_stay_on_their_track(old: int, n: int, new: int) -> None:
    g = position(tracks={"resources": old})
    tracks.resources(g, n, "3.1.3")
    assert g.resources == new
    assert log(g) == f"Resources {'+' if n > 0 else '−'}{abs(new - old)}: now {new}."


@pytest.mark.rule("other_side", "6.7.1d")
@pytest.mark.rule("other_side", "6.7.2b")
def test_a_resource_symbol_counts_once() -> None:
    g = position(tracks={"resources": 7})
    where, without = area(g, "ukraine"), area(g, "hungary")
    for _ in range(2):
        tracks.gain_resource(g, where, "6.7.1d")
        assert g.resources == 8
    tracks.gain_resource(g, without, "6.7.1d")
    assert g.resources == 8
    for _ in range(2):
        tracks.lose_resource(g, where, "6.7.2b")
        assert g.resources == 7


@pytest.mark.parametrize(("old", "n", "new"), [(4, 2, 5), (2, -3, 1), (2, 1, 3)])
def test_air_control_stays_on_its_track(old: int, n: int, new: int) -> None:
    g = position(tracks={"air_west": old})
    tracks.air(g, WEST_FRONT, n, "4.1")
    assert g.air[WEST_FRONT] == new and g.air[0] == position().air[0]
    assert f"Air/Naval Control of the Western Front {new - old:+d}: now {new}.".replace("-", "−") in log(g)


@pytest.mark.rule("other_side", "3.1.2h")
@pytest.mark.parametrize(
    ("old", "n", "locked", "new"),
    [(1, 2, [], 3), (3, 2, [], 4), (1, 3, [3], 2), (2, 1, [3], 2), (1, -2, [], 0), (4, -1, [3], 3)],
)
def test_strategic_warfare_never_rises_into_a_locked_box(
    old: int, n: int, locked: list[int], new: int
) -> None:
    g = position(tracks={"warfare": old, "locked": locked})
    tracks.warfare(g, n, "3.1.2h")
    assert g.warfare == new


@pytest.mark.parametrize(("old", "n", "new"), [(3, 2, 4), (1, -3, 0), (1, 1, 2)])
def test_technology_stays_on_its_track(old: int, n: int, new: int) -> None:
    g = position(tracks={"technology": old})
    tracks.technology(g, n, "3.2b")
    assert g.technology == new


@pytest.mark.rule("other_side", "9a")
def test_unrest_is_told_and_set() -> None:
    g = position(tracks={"fanaticism": 5, "unrest": 2})
    tracks.unrest(g, 1, "4.3.1d")
    assert log(g) == "Unrest reaches 3 and goes back to 0.\nFanaticism −1: now 4."
    tracks.set_unrest(g, 2, "7g")
    assert (g.unrest, g.fanaticism) == (2, 4)
    tracks.unrest(g, -1, "2.2f")
    assert g.unrest == 1 and log(g).endswith("Unrest −1: now 1.")


@pytest.mark.rule("other_side", "9a")
def test_unrest_goes_on_when_fanaticism_comes_back() -> None:
    g = position(tracks={"fanaticism": 0, "unrest": 1})
    tracks.unrest(g, 3, "4.3.1d")
    assert (g.unrest, g.fanaticism) == (2, 0)
    tracks.fanaticism(g, 1, "9")
    tracks.unrest(g, 1, "4.3.1d")
    assert (g.unrest, g.fanaticism) == (0, 0)
