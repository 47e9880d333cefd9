"""Every click that is not allowed is answered with a reason and a rule, in every kind of decision."""

import pytest

from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.step import step_name
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.combat.amphibious_combat import Embark
from sandtable.games.other_side.rules.combat.combat_results import MoveIn
from sandtable.games.other_side.rules.combat.leading_general import StayOut
from sandtable.games.other_side.rules.combat.losses import LostSatellite
from sandtable.games.other_side.rules.movement.movement import Operational
from tests.games.other_side.moments import GAME, asking, moments

KINDS = sorted(asking())
NOTHING_OF_ITS_OWN = "is not what is asked now"

# What players do most, and where they would try what is not allowed.
IMPORTANT = {
    "Planning",
    "Wehrmacht",
    "ProductionTable",
    "ProductionDirectives",
    "PoliticalDirectives",
    "MilitaryDirectives",
    "Operational",
    "StrategicMovement",
    "AirMovement",
    "Appointment",
    "Replace",
    "PlacePawns",
    "Combats",
    "LeadingGeneral",
    "TakeHits",
    "Withdraw",
}


def refusals(g: Board, seat: int) -> dict[int, tuple[str, str]]:
    """The sentence and the rule of every refusal, for all choices that a seat does not have."""
    step = g.agenda[-1]
    offered = step.choices(g, seat)
    found: dict[int, tuple[str, str]] = {}
    for choice in range(len(GAME.names)):
        if choice in offered:
            continue
        if step.allows(g, seat, choice):
            assert any(GAME.same(g, choice, other) for other in offered), GAME.key(g, choice)
            continue
        refusal = GAME.refusal(g, seat, choice)
        found[choice] = refusal.text, refusal.rule
    return found


# --- all of them


def test_the_moments_are_of_all_scenarios_players_and_options() -> None:
    assert set(moments()) == asking()
    found = [m for kind in KINDS for m in moments()[kind]]
    assert {m.setup.scenario for m in found} == {s.id for s in GAME.scenarios}
    assert {m.setup.players for m in found} == {1, 2, 3, 4}
    for option in GAME.options:
        assert {m.setup.options[option.id] for m in found} == set(option.values), option.id


@pytest.mark.parametrize("kind", KINDS)
def test_every_refusal_is_a_sentence_with_a_rule_of_the_decision(kind: str) -> None:
    for m in moments()[kind]:
        before = saves.digest(GAME, m.state)
        for seat in m.state.seats():
            found = refusals(m.state, seat)
            assert len(found) > 150
            for choice, (text, rule) in found.items():
                what = f"{kind}, {GAME.key(m.state, choice)}: {text!r} [{rule}]"
                assert text[0].isupper() and text.endswith(".") and not text.endswith(".."), what
                assert "\n" not in text and "  " not in text and text == text.strip(), what
                assert rule in GAME.rules, what
                assert NOTHING_OF_ITS_OWN not in text, what
        assert saves.digest(GAME, m.state) == before


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_is_a_sentence_with_a_rule(kind: str) -> None:
    for m in moments()[kind]:
        for prompt in m.prompts:
            assert prompt.text[0] in "0123456789" or prompt.text[0].isupper()
            assert prompt.text[-1] in ".?", prompt.text
            assert "\n" not in prompt.text and "  " not in prompt.text
            assert prompt.rule in GAME.rules, f"{kind}: {prompt}"


def spent(g: Board, unit: int) -> bool:
    """Whether an Army differs from those of its kind in its place: it has moved, attacked or been chosen."""
    step = g.agenda[-1]
    if isinstance(step, Operational):
        return g.moved >> unit & 1 == 1
    if isinstance(step, Embark):
        return (step.units | g.fought) >> unit & 1 == 1
    if isinstance(step, StayOut):
        return not step.inside(g) >> unit & 1
    if isinstance(step, MoveIn):
        assert g.fight is not None
        return not g.fight.units >> unit & ~step.chosen >> unit & 1
    return isinstance(step, LostSatellite) and not step.units >> unit & 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_army_like_one_that_is_offered_may_be_clicked_as_well(kind: str) -> None:
    for m in moments()[kind]:
        g = m.state
        assert isinstance(g, Board)
        for seat in g.seats():
            offered = g.choices(seat)
            for unit in range(g.t.n_units):
                choice = g.ids.unit + unit
                if spent(g, unit) or not any(GAME.same(g, choice, other) for other in offered):
                    continue
                assert g.agenda[-1].allows(g, seat, choice), f"{kind}: {GAME.key(g, choice)}"


@pytest.mark.parametrize("kind", KINDS)
def test_no_refusal_tells_a_secret(kind: str) -> None:
    rng = Rng(5)
    for m in moments()[kind]:
        for seat in m.state.seats():
            found = refusals(m.state, seat)
            assert refusals(GAME.determinize(m.state, seat, rng), seat) == found


def test_play_and_explain_say_the_same() -> None:
    for found in moments().values():
        m = Match(GAME, found[0].setup, found[0].state.copy())
        seat = m.prompts[0].seat
        before = saves.digest(GAME, m.state)
        for choice, (text, rule) in list(refusals(m.state, seat).items())[::13]:
            with pytest.raises(IllegalChoice) as refusal:
                m.play(choice, seat)
            assert (str(refusal.value), refusal.value.rule) == (f"{text} [{rule}]", rule)
            assert m.explain(choice, seat) == f"{text} [{rule}]"
        assert saves.digest(GAME, m.state) == before


def test_what_is_offered_is_said_to_be_open() -> None:
    for found in moments().values():
        m = found[0]
        for choice in m.prompts[0].choices:
            label = GAME.label(m.state, choice)
            assert m.explain(choice, m.prompts[0].seat) == f"{label} can be chosen now."


def test_random_games_meet_the_important_decisions_and_explain_themselves() -> None:
    rng = Rng(17)
    met: set[str] = set()
    for seed in range(100, 112):
        walk = Walk(GAME, seed)
        while walk.state.result is None:
            g = walk.state
            step = g.agenda[-1]
            met.add(type(step).__name__)
            for seat in g.seats():
                choice = rng.below(len(GAME.names))
                if not step.allows(g, seat, choice):
                    text, rule = GAME.refusal(g, seat, choice)
                    assert text.endswith(".") and rule in GAME.rules
            walk.play(*walk.pick())
    assert met >= IMPORTANT, IMPORTANT - met


# --- the steps themselves


def test_every_step_of_random_games_packs_and_unpacks() -> None:
    seen: set[str] = set()
    agendas = [m.state.agenda for found in moments().values() for m in found]
    for agenda in agendas:
        for step in agenda:
            seen.add(type(step).__name__)
            fields = step.pack()
            assert all(type(n) is int for n in fields), step
            again = GAME.steps[step_name(type(step))].unpack(list(fields))
            assert type(again) is type(step) and again.pack() == fields
            assert vars(again) == vars(step) if hasattr(step, "__dict__") else True
    assert seen >= asking()
