"""Helpers of tests that replay the tutorials: the vectors of examples.toml, and a match played by words.

A story is a row of functions, one for each vector, that play one match from the set-up to the end of the
text. After each of them what the vector tells is compared with what happened: moves, dice, hits, production,
control, units.
"""

import re
import shutil
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.game import Setup
from sandtable.engine.log import Log
from sandtable.engine.match import Match
from sandtable.engine.rng import ScriptedRng
from sandtable.engine.step import Refusal, Window, step_name
from sandtable.games import blitzkrieg_general
from sandtable.games.blitzkrieg_general import sequence
from sandtable.games.blitzkrieg_general.components.constants import CHART, FLIPPED, POOL
from sandtable.games.blitzkrieg_general.components.ids import BUTTONS
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.game import BlitzkriegGeneral
from sandtable.games.blitzkrieg_general.rules import setup as setting
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import Return
from sandtable.games.blitzkrieg_general.testing import country, holder, space, units_at
from sandtable.testing import dice_left, scripted
from tests.games.blitzkrieg_general.driving import placing

HERE = Path(__file__).parent
DATA = Path(str(blitzkrieg_general.__file__)).parent / "data"
Vector = dict[str, Any]
Row = tuple[int, str, int, tuple[int, ...], int]
WORDS = {"pass": PASS, "done": DONE} | {id: DONE + 1 + at for at, (id, _) in enumerate(BUTTONS)}
ROLLS = re.compile(r"hitting at (\d+), rolls? ([\d, and]+)")  # as the log tells it


@cache
def vectors() -> dict[str, Vector]:
    """The worked examples by their ids."""
    file = tomllib.loads((HERE / "examples.toml").read_text(encoding="utf-8"))
    return {vector["id"]: vector for vector in file["examples"]}


def dice_of(vector: Vector) -> list[int]:
    """The dice of a combat in the order in which they are rolled.

    Submarines fire first; of both sides the attacker, in the air before on the ground. What the text has too
    much or too little of stands in `use`. [R51]
    """
    first = vector["rolls"][0]["side"]

    def when(roll: dict[str, Any]) -> tuple[int, bool, bool, bool]:
        return (roll["round"], roll["segment"] != "sub", roll["side"] != first, roll["segment"] == "land")

    rows = sorted(vector["rolls"], key=when)
    return [die for roll in rows for die in roll.get("use", roll["dice"])]


def rows_of(vector: Vector) -> Counter[Row]:
    """The dice of a combat as `Replay.fire` gives them: round, side, strength, dice, hits."""
    rows: dict[tuple[int, str, int], list[int]] = {}
    hits: Counter[tuple[int, str, int]] = Counter()
    for roll in vector["rolls"]:
        key = (roll["round"], roll["side"], roll["strength"])
        dice = roll.get("use", roll["dice"])
        rows.setdefault(key, []).extend(dice)
        hits[key] += sum([die <= roll["strength"] for die in dice]) if "use" in roll else roll["hits"]
    return Counter((*key, tuple(sorted(dice)), hits[key]) for key, dice in rows.items() if dice)


def teaching_game(scenario: str, old: str, new: str) -> BlitzkriegGeneral:
    """The game with one thing in a scenario as the tutorial has it, against the printed card."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        shutil.copytree(DATA, folder)
        card = folder / "scenarios" / f"{scenario}.toml"
        text = card.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        card.write_text(text.replace(old, new), encoding="utf-8")
        return BlitzkriegGeneral(folder)


def shuffle(game: BlitzkriegGeneral, setup: Setup, top: Sequence[str]) -> list[int]:
    """The script of a shuffle that puts these cards on top of the deck, the first to be drawn first."""
    g = game.new(setup)
    cards = sorted(g.deck)
    wanted = [g.t.card_index[name] for name in top]
    order = [card for card in cards if card not in wanted] + wanted[::-1]
    return [cards.index(card) for card in order]


class Replay:
    """A match played by words: a button, a place, a card, a power, or `ger_inf_3 back@prussia`."""

    def __init__(
        self,
        scenario: str,
        mode: str,
        dice: Sequence[int] = (),
        deck: Sequence[str] = (),
        game: BlitzkriegGeneral | None = None,
    ) -> None:
        """Set a scenario up for two players, with these dice and these cards on top of the deck."""
        game = BlitzkriegGeneral(DATA) if game is None else game
        setup = game.settle(scenario, 2, {"mode": mode, "reactions": "when_possible"}, 1)
        g = game.blank(setup)
        g.log = Log()
        g.rng = ScriptedRng([*shuffle(game, setup, deck), *dice])
        setting.set_up(g)
        g.push(sequence.War(0))
        g.advance()
        self.match = Match(game, setup, g)
        self.game = game
        self.begin()

    def begin(self, vector: Vector | None = None) -> None:
        """A new part of the story begins; combats of a phase are counted from the phase's beginning.

        The last combat of a phase begins by itself, with its first dice, when the last but one is over.
        """
        if vector is None or not vector["rolls"]:
            self.rolled()
            self.since = len(self.lines())
        self.trails: list[list[int]] = [[place] for place in self.g.place]
        self.barred: set[tuple[str, str, str]] = set()

    @property
    def g(self) -> Board:
        """The position."""
        state = self.match.state
        assert isinstance(state, Board)
        return state

    # --- dice

    def dice(self, *numbers: int) -> "Replay":
        """The next dice after those that are still to be rolled."""
        rng = self.g.rng
        assert isinstance(rng, ScriptedRng)
        scripted(self.match, [*rng.script[rng.at :], *numbers])
        return self

    def rolled(self) -> None:
        """No written die is left."""
        assert dice_left(self.match) == 0, f"{dice_left(self.match)} dice are left"

    # --- clicks

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.g.seats()[0]

    def choice(self, word: str) -> int:
        """What a word means, an offered choice if there is one."""
        g, t = self.g, self.g.t
        if word in WORDS:
            return WORDS[word]
        kind, _, name = word.partition(":")
        if kind in ("build", "research", "country", "card"):
            return self.game.names.index[word]
        what, _, where = word.partition("@")
        name, _, back = what.partition(" ")
        if name in t.type_index:
            return self.counter(name, back == "back", where)
        return g.ids.space + space(g, word)

    def counter(self, name: str, back: bool, where: str) -> int:
        """A counter of a type, face and place that is offered; else any such; -1: there is none."""
        g = self.g
        found = -1
        offered = g.choices(self.seat)
        kind = g.t.type_index[name]
        for unit in range(g.t.first_unit[kind], g.t.first_unit[kind] + g.t.type_count[kind]):
            if bool(g.cond[unit] & FLIPPED) != back or (where and g.place[unit] != self.place(where)):
                continue
            if g.ids.unit + unit in offered:
                return g.ids.unit + unit
            if g.place[unit] != POOL:
                found = g.ids.unit + unit
        return found

    def place(self, where: str) -> int:
        """A space, or the production chart."""
        return CHART if where == "chart" else space(self.g, where)

    def may(self, word: str) -> bool:
        """Whether a word may be said now."""
        choice = self.choice(word)
        return choice in self.g.choices(self.seat) or placing(self.g, choice)

    def play(self, choice: int) -> None:
        """Make a choice, and note who has gone where."""
        self.match.play(choice, self.seat)
        for unit, trail in enumerate(self.trails):
            if trail[-1] != self.g.place[unit]:
                trail.append(self.g.place[unit])

    def say(self, *words: str) -> "Replay":
        """Answer questions in order; card windows that no word mentions are passed."""
        for word in words:
            while not self.may(word) and self.window():
                self.play(PASS)
            if placing(self.g, self.choice(word)):
                continue
            assert self.may(word), f"{word} is not offered.\n{self.asked()}"
            self.play(self.choice(word))
        return self

    def window(self) -> bool:
        """Whether the question is whether a card is played."""
        return isinstance(self.g.agenda[-1], Window) and self.may("pass")

    def refused(self, word: str) -> Refusal:
        """Why a word may not be said now."""
        assert not self.may(word), f"{word} is offered"
        found = self.g.agenda[-1].why_not(self.g, self.seat, self.choice(word))
        assert found is not None and found.rule
        return found

    def asked(self) -> str:
        """The question and what is offered, for people who fix a replay."""
        prompt = self.match.prompts[0]
        return f"{prompt.text} {[self.game.key(self.g, choice) for choice in prompt.choices]}"

    def until(self, *steps: str, by: Sequence[str] = ()) -> "Replay":
        """Give the first of some answers that is offered, repeatedly, until one of these steps asks."""
        while not self.at(*steps):
            found = next((answer for answer in by if self.may(answer)), "pass" if self.window() else "")
            assert found, f"none of {by} is offered.\n{self.asked()}"
            self.play(self.choice(found))
        return self

    def land(self, **bases: Sequence[str]) -> "Replay":
        """Aircraft fly home to bases by type, the first of a type to the first."""
        left = {name: list(rows) for name, rows in bases.items()}
        while isinstance(step := self.g.agenda[-1], Return):
            self.say(left[self.g.t.type_id[self.g.t.unit_type[step.unit]]].pop(0))
        return self

    def at(self, *steps: str) -> bool:
        """Whether the question is one of these steps."""
        return step_name(type(self.g.agenda[-1])) in steps

    # --- moves

    def go(self, what: str, start: str, end: str, n: int = 1, via: Sequence[str] = ()) -> "Replay":
        """Move counters one by one to another place, full ones first, and stop them there."""
        for _ in range(n):
            full = self.may(f"{what}@{start}") or what.endswith(" back")
            self.say(f"{what}@{start}" if full else f"{what} back@{start}")
            unit = self.match.history[-1][1] - self.g.ids.unit
            goal = space(self.g, end)
            self.say(*via)
            while self.g.place[unit] != goal:
                if self.at("Declare", "Mission"):
                    self.say("yes" if self.at("Declare") else "fight")
                else:
                    self.say(self.next(self.g.place[unit], goal))
            if self.at("March", "Sail"):
                self.say("stop")
        return self

    def carry(self, ship: str, start: str, load: str, end: str, shore: str) -> "Replay":
        """A ship takes a unit of its coast aboard, sails, and puts it ashore: `be_arm_4@alexandria`."""
        self.say(f"{ship}@{start}", load)
        unit = self.match.history[-1][1] - self.g.ids.unit
        goal = space(self.g, end)
        while self.g.place[unit] != goal:
            self.say(self.next(self.g.place[unit], goal))
        self.play(self.g.ids.unit + unit)
        if self.at("Ashore"):
            self.say(shore)
        return self.say("stop") if self.at("Sail") else self

    def sail(self, start: str, end: str, *ships: str) -> "Replay":
        """Ships sail together from one zone to another."""
        self.say(*[f"{ship}@{start}" for ship in ships])
        here, goal = space(self.g, start), space(self.g, end)
        while here != goal:
            word = self.next(here, goal)
            self.say(word)
            here = space(self.g, word)
        return self.say("stop") if self.at("Sail") else self

    def next(self, here: int, goal: int) -> str:
        """The place to click on the way to a goal: itself, or one from which it is nearer."""
        t = self.g.t
        offered = [c - self.g.ids.space for c in self.g.choices(self.seat)]
        offered = [s for s in offered if 0 <= s < t.n_spaces]
        near = t.sea_near if here >= t.n_areas else t.land_near
        edge, seen = [goal], {goal}
        while edge:
            for found in edge:
                if found in offered:
                    name = t.space_id[found]
                    return f"zone:{name}" if found >= t.n_areas else name
            edge = [other for found in edge for other in near[found] if other not in seen]
            seen.update(edge)
        raise AssertionError(f"{t.space_id[goal]} cannot be reached.\n{self.asked()}")

    def moves(self, vector: Vector, *kinds: str) -> "Replay":
        """Make the legal moves of a vector that are of these kinds."""
        for move in vector["moves"]:
            if move["kind"] in kinds and move["legal"]:
                what = move["unit"] + (" back" if move.get("face") == "back" else "")
                self.go(what, move["start"], move["end"], move["n"], move.get("via", ()))
        return self

    def bar(self, unit: str, start: str, end: str) -> None:
        """Note that a move was found to be illegal."""
        self.barred.add((unit, start, end))

    # --- what the vectors tell

    def held(self, area: str, by: str) -> None:
        """An area is controlled by a country."""
        same("control", holder(self.g, area), by)

    def lines(self) -> list[str]:
        """What was written down."""
        assert self.g.log is not None
        return [event.text for event in self.g.log.events]

    def fire(self, place: str) -> Counter[Row]:
        """The dice of the combat in a place in this phase: round, side, strength, dice, hits."""
        assert self.g.log is not None
        name = self.g.t.space_name[space(self.g, place)]
        rows: dict[tuple[int, str, int], list[int]] = {}
        for event in self.g.log.events[self.since :]:
            if event.rule in ("A6.5.1", "B6.2.1") and f" in {name}, round " in event.text:
                number = int(event.text.split(", round ")[1].split(":")[0])
                side = "axis" if event.text.startswith("Axis") else "allies"
                for strength, dice in ROLLS.findall(event.text):
                    row = rows.setdefault((number, side, int(strength)), [])
                    row += [int(die) for die in re.findall(r"\d", dice)]
        return Counter(
            (*key, tuple(sorted(dice)), sum([die <= key[2] for die in dice])) for key, dice in rows.items()
        )

    def check(self, vector: Vector) -> None:
        """Everything a vector tells has happened."""
        for move in vector["moves"]:
            name, start, end = move["unit"], move["start"], move["end"]
            if not move["legal"]:
                assert (name, start, end) in self.barred, f"{move} was not tried"
                continue
            number = self.gone(name, space(self.g, start), space(self.g, end))
            assert number >= move["n"], f"{number} instead of {move['n']} made the move {move}"
        if vector["rolls"]:
            same("rolls", sorted(self.fire(vector["place"])), sorted(rows_of(vector)))
        result = vector.get("result", {})
        g = self.g
        found: dict[str, Callable[[str], Any]] = {
            "production": lambda name: economy.production(g, country(g, name)),
            "points": lambda name: g.points[country(g, name)],
            "saved": lambda name: g.saved[country(g, name)],
            "numbers": lambda name: g.numbers[country(g, name)],
            "units": lambda name: units_at(g, name),
            "control": lambda name: holder(g, name),
        }
        for what, look in found.items():
            told = result.get(what, {})
            same(what, {name: look(name) for name in told}, told)
        if "battles" in result:
            same("battles", sorted([g.t.space_id[s] for s in g.battles]), sorted(result["battles"]))

    def gone(self, name: str, start: int, end: int) -> int:
        """How many counters of a type have gone from one place to another in this part of the story."""
        kind = self.g.t.type_index[name]
        first = self.g.t.first_unit[kind]
        number = 0
        for trail in self.trails[first : first + self.g.t.type_count[kind]]:
            if start in trail and end in trail[trail.index(start) + 1 :]:
                number += 1
        return number


def same(what: str, found: Any, told: Any) -> None:
    """Check that what is found is what the tutorial says."""
    assert found == told, f"{what}: {found} instead of {told}"


Tale = Callable[[Replay, Vector], None]


def tell(begin: Callable[[], Replay], story: Mapping[str, Tale]) -> dict[str, BaseException | None]:
    """Play a story from its beginning; what went wrong in each part, as far as it got."""
    found: dict[str, BaseException | None] = {}
    replay = begin()
    for id, part in story.items():
        try:
            replay.begin(vectors()[id])
            part(replay, vectors()[id])
            replay.check(vectors()[id])
            found[id] = None
        except Exception as error:
            found[id] = error
            break
    return found


def heard(told: Mapping[str, BaseException | None], id: str) -> None:
    """A part of a story went as its vector tells."""
    if id not in told:
        pytest.fail("the replay does not get so far")
    error = told[id]
    if error is not None:
        raise error
