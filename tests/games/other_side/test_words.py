"""Words of logs and questions: numbers, plurals, whole sentences."""

import random
import re

import pytest

from sandtable.cli.choice_list import Listing
from sandtable.engine.match import Match
from sandtable.games.other_side.components import words
from sandtable.games.other_side.rules.combat import combat_results
from sandtable.games.other_side.rules.production.economy import ProductionTable
from sandtable.games.other_side.rules.production.replacements import Luftwaffe
from sandtable.games.other_side.testing import position
from tests.games.other_side.driving import begin, log
from tests.games.other_side.fighting import a_fight
from tests.games.other_side.moments import GAME, moments
from tests.games.promises.words import refusals

# What no sentence may have in it.
WRONG = (
    re.compile(r"Armys|\bdies\b|\bcountrys\b"),
    re.compile(
        r"\b1 (?!×)[A-Z]?[a-z]+ ?[A-Za-z]*(Armies|Hits|points|pawns|Directives|Sectors|Generals|cards)\b"
    ),
    re.compile(r"  |\.\.|,,| \.| ,|: \.|\(\)"),
    re.compile(r"(?<![A-Za-z])-\d(?!\d)"),
)

# Words of the code and its papers that players must not see.
INSIDE = re.compile(r"\.toml|\bruling|\bR\d{1,3}\b|\[\d|[a-z]_[a-z]")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (words.armies(0), "no Armies"),
        (words.armies(1, "Panzer Army"), "1 Panzer Army"),
        (words.armies(2, "Italian Army"), "2 Italian Armies"),
        (words.many_dice(1), "1 die"),
        (words.many_dice(0), "no dice"),
        (words.many_dice(3, "blue"), "3 blue dice"),
        (words.number(-2), "−2"),
        (words.number(0), "0"),
    ],
)
def test_numbers_of_things(told: str, expected: str) -> None:
    assert told == expected


@pytest.mark.parametrize(("hits", "told"), [(1, "1 Hit cannot be satisfied and is ignored."), (2, "2 Hits")])
def test_one_hit_lapses_and_two_lapse(hits: int, told: str) -> None:
    g = position(align={"ukraine": "disputed 1/2 soviet"})
    a_fight(g, "ukraine").hits_left = hits
    combat_results.TakeHits().lapse(g)
    assert told in log(g) and ("are ignored." in log(g)) == (hits > 1)


def test_satellite_armies_are_called_after_their_people() -> None:
    t = position().t
    names = {t.kind_id[kind]: t.kind_name[kind] for kind in range(t.n_kinds)}
    assert names["satellite_italy"] == "Italian Army" and names["satellite_finland"] == "Finnish Army"
    assert all(name.endswith(" Army") for name in names.values())


@pytest.mark.parametrize(
    ("scenario", "players", "seed"),
    [
        ("armageddon", 1, 11),
        ("world_war", 2, 12),
        ("total_war", 3, 13),
        ("decline_of_the_third_reich", 4, 14),
    ],
)
def test_what_is_asked_and_told_is_said_in_sentences(scenario: str, players: int, seed: int) -> None:
    m = Match(GAME, GAME.settle(scenario, players, {"addon_cards": True}, seed))
    rng = random.Random(seed)
    asked: set[str] = set()
    for _ in range(300):
        if m.result is not None:
            break
        seat = m.state.seats()[0]
        prompt = m.prompt_for(seat)
        assert prompt is not None
        asked.add(prompt.text)
        m.play(rng.choice(m.state.choices(seat)), seat)
    t = GAME.tables
    printed = [d.text for d in t.directives] + [e.text for e in t.strategic] + [e.text for e in t.battle]
    printed.sort(key=len, reverse=True)
    for text in [*asked, *[line.text for line in m.log(None)]]:
        end = next((card for card in printed if text.endswith(card)), "")
        told = text.removesuffix(end)  # cards speak as they are printed
        assert told == "" or told.strip()[-1] in ".?—", text
        assert not told or told[0].isupper() or told[0] in "—+0123456789", text
        for wrong in (*WRONG, INSIDE):
            assert not wrong.search(told.strip()), text


def test_players_read_no_file_names_no_numbers_of_rulings_and_no_ids() -> None:
    t = GAME.tables
    told = [rule.text for rule in GAME.rules.values()] + [rule.title for rule in GAME.rules.values()]
    told += [f"{option.title} {option.help}" for option in GAME.options]
    told += [scenario.title for scenario in GAME.scenarios]
    told += [d.text for d in t.directives] + [e.text for e in (*t.strategic, *t.battle)]
    for general in t.generals:
        told += [general.combat_text, general.special_text]
    for found in moments().values():
        for m in found:
            seat = m.state.seats()[0]
            told += [prompt.text for prompt in m.prompts]
            told += [text for text, _ in refusals(GAME, m.state, seat).values()]
            scene = GAME.scene(m.state, seat)
            for panel in scene.panels:
                told += [panel.title, *[cell for row in panel.rows for cell in row]]
            told += [GAME.label(m.state, choice) for choice in range(len(GAME.names))]
    assert len(told) > 10_000
    assert {text for text in told if INSIDE.search(text)} == set()


def test_choices_of_a_kind_stand_under_a_proper_heading() -> None:
    g = begin(position(set_up=True), ProductionTable())
    listing = Listing(GAME, g, GAME.scene(g, 0), g.choices(0))
    told = [line.plain for line in listing.render(100)]
    assert any(line.startswith("Production Table") for line in told), told
    g = begin(position(set_up=True, production={"luftwaffe": 2}), Luftwaffe())
    listing = Listing(GAME, g, GAME.scene(g, 0), g.choices(0))
    assert any(line.plain.startswith("Air/Naval Control") for line in listing.render(100))
