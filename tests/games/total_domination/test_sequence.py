"""The sequence of a year, and of the years: phases, steps, who begins, when a game is over. [4.0a] [4.0b]"""

import pytest

from sandtable.engine.match import Match
from sandtable.games.total_domination import sequence
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.sequence import Round
from sandtable.games.total_domination.testing import area, power
from tests.games.total_domination.clicks import T, board, cards, game, offered, play_keys, table, top

LAZY = ("button:pass", "button:done")
SCENARIOS = {
    "standard": list(range(1939, 1946)),
    "rise_of_the_axis": list(range(1939, 1943)),
    "fall_of_the_axis": list(range(1943, 1946)),
}


def lazily(m: Match) -> None:
    """Do as little as can be done: pass, end, or take what comes first."""
    prompt = m.prompts[0]
    keys = offered(m, prompt.seat)
    key = next((name for name in LAZY if name in keys), keys[0])
    m.play(key, prompt.seat)


def asked(m: Match, until: int) -> list[str]:
    """The kinds of questions until a year begins, each once where it comes several times in a row."""
    found: list[str] = []
    while m.result is None and board(m).year() < until:
        if found[-1:] != [top(m)]:
            found.append(top(m))
        lazily(m)
    return found


def rules(m: Match) -> list[str]:
    """The rules of the log."""
    return [line.rule for line in m.log(None)]


# --- the years


@pytest.mark.rule("total_domination", "4.0a")
@pytest.mark.rule("total_domination", "12.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_year_has_its_three_phases(scenario: str) -> None:
    m = game(scenario=scenario, seed=3, advanced=False)
    g = board(m)
    if g.faction_points(const.AXIS) >= T.axis_threshold:  # it must be less, or the first year is the last
        for name in ("poland", "ukraine", "libya", "indochina", "siam"):
            for unit in g.at[area(g, name)]:
                g.take(unit)
    years: dict[int, list[str]] = {}
    while m.result is None:
        kinds = years.setdefault(board(m).year(), [])
        if kinds[-1:] != [top(m)]:
            kinds.append(top(m))
        assert m.view(None)["position"]["year"] == board(m).year()
        lazily(m)
    assert list(years) == SCENARIOS[scenario]
    for year in years:
        assert [kind for kind in years[year] if kind in ("Draft", "Replace", "Turn")][:3] == [
            "Draft",
            "Replace",
            "Turn",
        ]
        assert set(years[year]) <= {"Draft", "Replace", "Spy", "Turn", "Reserve"}
    assert board(m).year() == SCENARIOS[scenario][-1]


@pytest.mark.rule("total_domination", "4.0b")
def test_the_track_says_who_begins_and_the_others_follow_clockwise() -> None:
    m = game(seed=3, advanced=False)
    firsts: dict[int, list[str]] = {}
    while m.result is None:
        if top(m) == "Turn":
            acting = firsts.setdefault(board(m).year(), [])
            name = T.nation_id[board(m).power]
            if name not in acting:
                acting.append(name)
        lazily(m)
    clockwise = ["germany", "uk", "japan", "ussr"]
    for number, year in enumerate(range(1939, 1946)):
        first = number % 4
        assert firsts[year] == clockwise[first:] + clockwise[:first]
    told = [line.text for line in m.log(None) if line.rule == "4.0b"]
    assert len(told) == 7
    assert told[0].startswith(
        "Order of play in 1939: Germany, United Kingdom, Japan and Soviet Union. Victory points: "
    )
    assert told[1].startswith("Order of play in 1940: United Kingdom, Japan, Soviet Union and Germany.")


# --- the steps of a year


@pytest.mark.rule("total_domination", "4.0a")
@pytest.mark.rule("total_domination", "4.1.C")
@pytest.mark.rule("total_domination", "4.3.D")
def test_all_questions_of_a_year_come_in_their_order() -> None:
    units = {
        "france": "2 ussr_army",
        "low_countries": "ussr_army",
        "balkans": "ussr_army",
        "arctic": "uk_fleet",
        "united_kingdom": "uk_army, uk_air_fleet",
        "germany": "german_army, german_fleet",
    }
    m = table(
        Round(sequence.DEAL),
        units=units,
        partners={"france": "germany"},
        techs={"uk": ["espionage", "enigma"]},
        arctic=True,
    )
    assert asked(m, 1940) == [
        "Draft",
        "Offer",
        "Replace",
        "Spy",
        "Turn",
        "Reserve",
        "Turn",
        "Reserve",
        "Turn",
        "Reserve",
        "Turn",
        "Reserve",
        "Relocate",
        "Bombard",
    ]


@pytest.mark.rule("total_domination", "4.3.Aa")
@pytest.mark.rule("total_domination", "4.3.Bb")
@pytest.mark.rule("total_domination", "4.3.C")
@pytest.mark.rule("total_domination", "4.3.E")
@pytest.mark.rule("total_domination", "4.3.F")
@pytest.mark.rule("total_domination", "4.3.G")
def test_the_steps_of_the_administrative_phase_come_in_their_order() -> None:
    units = {
        "france": "german_army",
        "low_countries": "german_army",
        "germany": "german_army, german_air_fleet",
        "austria": "german_air_fleet used",
        "united_kingdom": "uk_army, uk_fleet",
    }
    m = table(
        units=units,
        hands={"germany": ["g06"]},
        techs={"germany": ["heavy_bombers"]},
        down={"uk": "u07"},
        damage=["japan"],
        passed=["uk", "japan", "ussr"],
    )
    play_keys(m, "button:pass button:done")
    assert top(m) == "Bombard"
    m.play("area:united_kingdom")
    g = board(m)
    assert (top(m), g.year()) == ("Draft", 1940)
    wanted = ("4.3.Aa", "4.3.Bb", "4.3.C", "11.1.Ba", "4.3.E", "4.3.F", "4.3.G", "4.0b")
    assert [rule for rule in rules(m) if rule in wanted] == list(wanted)
    # What was bombarded in step D is not repaired before the next year; all Air Fleets are ready.
    assert g.damage == T.bit[area(g, "united_kingdom")] and not any(g.used)
    assert g.lord[power(g, "france")] == power(g, "germany")
    assert cards(m, const.ACTIVE + power(g, "uk")) == ["u07"]
    # The marker on France goes because step B made it a German Home area before step C. [R69]
    assert not g.damage >> area(g, "france") & 1


@pytest.mark.rule("total_domination", "6.0d")
def test_saved_points_and_tactics_end_with_the_action_phase() -> None:
    m = table(
        set_up=True,
        hands={"germany": ["g06"]},
        saved={"germany": "g02", "ussr": "r03"},
        tactics={"uk": ["u04"]},
        passed=["uk", "japan", "ussr"],
    )
    assert cards(m, const.TURNED) == ["g02"]
    m.play("button:pass")
    assert cards(m, const.TURNED) == ["g02"] and cards(m, const.BEFORE + 1) == [
        "u04"
    ]  # until the last has passed
    m.play("button:done")
    g = board(m)
    assert g.year() == 1940
    for where in (*range(const.TURNED, const.TURNED + 4), *range(const.BEFORE, const.BEFORE + 4)):
        assert cards(m, where) == []
    assert {"g02", "r03", "u04", "g06"} <= set(cards(m, const.DISCARDED))


@pytest.mark.rule("total_domination", "4.0a")
def test_the_flags_of_a_round_end_with_it() -> None:
    m = table(
        set_up=True,
        turn="uk",
        hands={"uk": ["u07", "u06"], "germany": ["g01"]},
        techs={"germany": ["flying_bomb"]},
        passed=["japan", "ussr"],
    )
    play_keys(m, "card:u07 button:lend_lease card:g01 button:launch power:ussr")
    g = board(m)
    assert (g.leased, g.launched) == (2, 1)
    while g.year() == 1939:
        lazily(m)
    assert (g.leased, g.launched, g.passed, g.developed) == (0, 0, 0, 0)


@pytest.mark.rule("total_domination", "4.3.Aa")
def test_a_victory_ends_the_game_before_anything_else_happens() -> None:
    # 29 points: the Axis wins in step A, so France does not change sides, nothing is revealed.
    units = {
        "france": "german_army",
        "low_countries": "german_army",
        "poland": "german_army",
        "balkans": "german_army",
        "ukraine": "german_army",
        "germany": "german_army",
        "united_kingdom": "2 german_army",
    }
    m = table(
        units=units,
        hands={"germany": ["g06"]},
        influence={"germany": ["g11", "g13"]},
        down={"uk": "u07"},
        passed=["uk", "japan", "ussr"],
    )
    g = board(m)
    assert g.vp[0] + g.vp[2] >= 29
    play_keys(m, "button:pass button:done")
    assert m.result is not None and m.result.rule == "4.3.Aa" and m.result.scores == (1.0, 0.0, 1.0, 0.0)
    assert g.year() == 1939 and m.prompts == []
    assert g.lord[power(g, "france")] == power(g, "uk") and cards(m, const.DOWN + 1) == ["u07"]


@pytest.mark.rule("total_domination", "4.3.F")
def test_a_technology_of_this_year_works_from_the_next_on() -> None:
    m = table(set_up=True, hands={"germany": ["g07", "g06"]}, passed=["uk", "japan", "ussr"])
    m.play("card:g07")
    m.play("button:develop")
    assert board(m).techs[0] == 0 and cards(m, const.DOWN) == ["g07"]
    while board(m).year() == 1939:
        lazily(m)
    assert board(m).techs[0] == 1 << T.tech_index["self_propelled_artillery"]


# --- two players, one player


@pytest.mark.rule("total_domination", "4.0a")
def test_the_year_of_two_players() -> None:
    m = game("two_players", seed=2, advanced=False)
    assert asked(m, 1940) == [
        "Draft",
        "Replace",
        "Turn",
        "Halve",
        "Turn",
        "Halve",
        "Turn",
        "Reserve",
        "Turn",
        "Reserve",
    ]


@pytest.mark.rule("total_domination", "13.0b")
@pytest.mark.rule("total_domination", "13.0.3")
@pytest.mark.rule("total_domination", "13.0.5")
def test_the_year_of_one_player() -> None:
    m = game("solo", seed=2)
    kinds: list[str] = []
    while m.result is None and board(m).year() == 1939:
        assert m.prompts[0].seat == 0
        if kinds[-1:] != [top(m)]:
            kinds.append(top(m))
        lazily(m)
    assert kinds == ["Thin", "Replace", "Turn", "Halve", "Turn", "Reserve"]
    told = rules(m)
    # Deck and deal first; Axis turns, until their cards are used up; their research before the next year.
    order = [told.index(rule) for rule in ("4.0b", "13.0.3", "13.0.4", "13.1", "4.3.Aa", "13.0.5", "4.3.G")]
    assert order == sorted(order)
    passes = [line.text for line in m.log(None) if "no solo card is left" in line.text]
    assert len(passes) == 2


@pytest.mark.rule("total_domination", "13.0.5")
def test_the_axis_of_the_solo_game_finds_its_technologies_before_the_player_reveals() -> None:
    m = table(
        set_up=True,
        scenario="solo",
        mode="solo",
        turn="uk",
        hands={"uk": ["u07"]},
        down={"uk": "u13"},
        passed=["germany", "japan", "ussr"],
    )
    play_keys(m, "button:pass button:done")
    revealed = [line.text.split()[0] for line in m.log(None) if line.rule == "4.3.F"]
    assert revealed == ["Germany", "Japan", "United"]
