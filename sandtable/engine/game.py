"""A game: its scenarios and options, how it starts, what a seat may know, what a position is worth."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple

from sandtable.engine.choice import Names
from sandtable.engine.data.pack import pack_hash
from sandtable.engine.data.schema import Rule as RuleText
from sandtable.engine.errors import BadOption, BrokenRules
from sandtable.engine.native import TypeVar, mypyc_attr
from sandtable.engine.observation import Observation
from sandtable.engine.odds import Odds
from sandtable.engine.parts import Measure, OpenCard, Parts
from sandtable.engine.registry import step_classes
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Card, Order, Panel, Piece, Place, Scene
from sandtable.engine.state import Result, State
from sandtable.engine.step import Refusal, Step, step_name
from sandtable.engine.view_observation import ViewObservation
from sandtable.engine.words import one_stop
from sandtable.engine.words import players as players_of

OptionValue = bool | int | str
B = TypeVar("B", bound=State, default=Any)

SEEDS: Final = 1 << 64  # the generator reads no more of a seed


class Scenario(NamedTuple):
    """One way to set a game up; `seats` are the player counts it can be played with."""

    id: str
    title: str
    seats: tuple[int, ...]


class Option(NamedTuple):
    """A choice made before the game: `values` lists what it may be, `default` need not be the first."""

    id: str
    title: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    help: str


class Rule(NamedTuple):
    """One entry of a game's rules index, in our words."""

    id: str
    title: str
    scope: str
    text: str


class Setup(NamedTuple):
    """Everything that decides how a match begins."""

    scenario: str
    players: int
    options: dict[str, OptionValue]
    seed: int


REACTIONS = Option(
    "reactions",
    "Ask for reactions",
    ("ask", "when_possible"),
    "ask",
    "ask: a player is asked even with nothing to react with, so that others learn nothing; "
    "when possible: only a player who can react is asked.",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[B]):
    """One title with one component pack.

    A subclass fills in the attributes, sets games up and names what can be clicked; what people see and bots
    think it names once, as `parts`.
    """

    slug: str
    title: str
    version: str  # of the rules; a save of another version may not replay
    names: Names
    scenarios: list[Scenario]
    options: list[Option]
    rules: dict[str, Rule]
    pack_hash: str
    steps: dict[str, type[Step[Any]]]  # every step class by name, for saves
    data_folder: str  # the component pack this game was built from
    parts: Parts[B]
    lookahead: int = 2  # moments (see `moment`) that a bot plays on before it judges a position
    # The lead over the doctrine that a bot must see before it leaves it; less where `value` is good.
    margin: float = 0.2

    def declare(self, slug: str, title: str, version: str, folder: Path, rules: Iterable[RuleText]) -> None:
        """Set what every game is known by: names, its component pack, its rules, its steps."""
        self.slug = slug
        self.title = title
        self.version = version
        self.data_folder = str(folder)
        self.pack_hash = pack_hash(folder)
        self.rules = {rule.id: Rule(rule.id, rule.title, rule.scope, rule.enforce) for rule in rules}
        self.steps = step_classes(type(self).__module__.rpartition(".")[0])

    def settle(
        self,
        scenario: str | None = None,
        players: int | None = None,
        options: dict[str, OptionValue] | None = None,
        seed: int = 0,
    ) -> Setup:
        """Fill in defaults and refuse what the game does not have."""
        chosen = self.scenarios[0]
        if scenario is not None:
            found = [s for s in self.scenarios if s.id == scenario]
            if not found:
                there = ", ".join(s.id for s in self.scenarios)
                raise BadOption(f"{self.title} has no scenario {scenario!r}; it has {there}.")
            chosen = found[0]
        count = chosen.seats[-1] if players is None else players
        if count not in chosen.seats:
            raise BadOption(f"{chosen.title} is for {players_of(chosen.seats)}, not for {count}.")
        settled = {option.id: option.default for option in self.options}
        for key, value in (options or {}).items():
            known = [option for option in self.options if option.id == key]
            if not known:
                raise BadOption(f"{self.title} has no option {key!r}; it has {', '.join(sorted(settled))}.")
            # 1 and True are equal in Python; the type tells a number from a yes.
            if not any(value == v and type(value) is type(v) for v in known[0].values):
                allowed = ", ".join(str(v).lower() for v in known[0].values)
                raise BadOption(f"Option {key} of {self.title} can be {allowed}, not {value!r}.")
            settled[key] = value
        if not 0 <= seed < SEEDS:
            raise BadOption(f"A seed is a whole number from 0 to {SEEDS - 1}, not {seed}.")
        return Setup(chosen.id, count, settled, seed)

    def any_setup(self, rng: Rng) -> Setup:
        """Return any scenario, player count and options that go together, each equally likely.

        For random games.
        """
        while True:
            scenario = self.scenarios[rng.below(len(self.scenarios))]
            players = scenario.seats[rng.below(len(scenario.seats))]
            options: dict[str, OptionValue] = {}
            for option in self.options:
                options[option.id] = option.values[rng.below(len(option.values))]
            try:
                return self.settle(scenario.id, players, options, rng.below(1 << 32))
            except BadOption:
                continue  # this scenario does not go with that option

    def new(self, setup: Setup) -> B:
        """Return the set-up itself, before the first step of the agenda has run."""
        raise NotImplementedError

    def begin(self, setup: Setup) -> B:
        """Return the state at the first question of a settled set-up, without a log."""
        g = self.new(setup)
        g.advance()
        return g

    def seat_names(self, g: B) -> list[str]:
        """Return what each seat is called, in order."""
        raise NotImplementedError

    def teams(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
        """Return the seats that win and lose together.

        Each seat alone where a game does not say otherwise.
        """
        return tuple([(seat,) for seat in range(setup.players)])

    def view(self, g: B, seat: int | None) -> dict[str, Any]:
        """Return what a seat may know of the position, ready for JSON (None: a spectator)."""
        return self.parts.view(g, seat)

    def seen(self, g: B, seat: int | None) -> dict[str, Any]:
        """Return all that a seat is shown.

        The position, its own question, who is waited for, how the game ended.
        """
        asked: dict[str, Any] | None = None
        waiting = g.seats()
        if seat is not None and seat in waiting:
            step = g.agenda[-1]
            ask = step.prompt(g, seat)
            choices = step.choices(g, seat)
            labels = self.choice_labels(g, seat, choices)
            offers = [
                {"id": c, "key": self.key(g, c), "label": label}
                for c, label in zip(choices, labels, strict=True)
            ]
            asked = {"text": one_stop(ask.text), "rule": ask.rule, "choices": offers}
        return {
            "seats": self.seat_names(g),
            "waiting": list(waiting),
            "prompt": asked,
            "result": None if g.result is None else g.result._asdict(),
            "position": self.view(g, seat),
        }

    def determinize(self, g: B, seat: int, rng: Rng) -> B:
        """Return a copy in which what the seat cannot know is drawn again."""
        new = g.copy()
        self.resample(new, seat, rng)
        new.offered = None
        new.rng = Rng(rng.below(1 << 32))  # the dice to come are nobody's knowledge
        if new.log is not None:
            new.log.blind(seat)
        return new

    def resample(self, g: B, seat: int, rng: Rng) -> None:
        """Draw again, in this very position, what the seat cannot know."""
        self.parts.resample(g, seat, rng)

    def reshuffle(self, g: B, rng: Rng) -> None:
        """Draw again, in this very position, what nobody can know: the order of shuffled decks.

        The same generator leads to the same order, whatever it was before. Games that draw each card by
        chance only when it is taken have nothing to do.
        """
        self.parts.reshuffle(g, rng)

    def value(self, g: B, seat: int) -> float:
        """Return a quick honest estimate of the seat's result, 0 to 1."""
        return self.parts.value(g, seat)

    def traits(self, g: B) -> list[float]:
        """Return what can be counted in a position and tells who wins, for the first team.

        As many in every one.
        """
        return self.parts.traits(g)

    def moment(self, g: B) -> int:
        """Return a number that changes whenever a turn, an impulse or a phase passes on.

        Bots look ahead to that.
        """
        return self.parts.moment(g)

    def preferences(self, g: B, seat: int, choices: list[int]) -> list[float]:
        """Return the game's doctrine: how good each choice looks, higher is better."""
        return self.parts.preferences(g, seat, choices)

    def prior(self, g: B, seat: int, choices: list[int]) -> list[float]:
        """Return the same with what a game has learned from play; bots that look ahead use it."""
        learned = self.parts.prior
        return self.preferences(g, seat, choices) if learned is None else learned(g, seat, choices)

    def odds(self, g: B, seat: int | None) -> list[Odds]:
        """Return the odds of the fights being put together or about to be rolled,
        from what the seat may know.
        """
        return self.parts.odds(g, seat)

    def observation(self, setup: Setup) -> Observation[B]:
        """Return what the seats of a set-up see, described as numbers; from their views if need be."""
        describe = self.parts.observation
        return ViewObservation(self, setup) if describe is None else describe(self.begin(setup))

    def check(self, g: B) -> None:
        """Raise BrokenRules where an invariant does not hold."""
        self.parts.check(g)

    def facts(self) -> list[str]:
        """Return where the components contradict what the rulebook says of them,
        a sentence for each place.
        """
        return self.parts.facts()

    def scene(self, g: B, seat: int | None) -> Scene:
        """Return the table as a seat sees it, for drawing: places, links, pieces, panels."""
        return self.parts.scene(g, seat)

    def board(self, g: B) -> tuple[list[Place], list[Piece]] | None:
        """Places and pieces of the scene where all seats see the same ones; None where they may not."""
        return self.parts.board(g)

    def headline(self, g: B, seat: int | None) -> str:
        """Return the subtitle of the scene; which some games have without the rest."""
        told = self.parts.headline
        return self.scene(g, seat).subtitle if told is None else told(g, seat)

    def panels(self, g: B, seat: int | None) -> list[Panel]:
        """Return the panels of the scene; which some games have without the rest."""
        told = self.parts.panels
        return self.scene(g, seat).panels if told is None else told(g, seat)

    def cards(self, g: B, seat: int | None) -> list[Card]:
        """Return the cards and tiles that a seat may look at (None: a spectator), its own first."""
        listed, build = self.open_cards(g, seat), self.parts.card
        if listed is not None and build is not None:
            return [build(g, opened) for opened in listed]
        found = self.parts.cards(g, seat)
        found.sort(key=lambda card: not card.own)
        return found

    def open_cards(self, g: B, seat: int | None) -> list[OpenCard] | None:
        """Return the same cards in short, for caches; None for a game that has no short form."""
        find = self.parts.open_cards
        if find is None:
            return None
        found = find(g, seat)
        found.sort(key=lambda opened: not opened[2])
        return found

    def card(self, g: B, opened: OpenCard) -> Card:
        """Return the card that `open_cards` has found."""
        build = self.parts.card
        assert build is not None
        return build(g, opened)

    def card_sources(self, g: B) -> list[Any] | None:
        """Return what cards depend on: seats see other cards only when it changes. None: not known."""
        if not self.parts.card_fields:
            return None
        values = [getattr(g, name) for name in self.parts.card_fields]
        return [value[:] if isinstance(value, list) else value for value in values]

    def about(self) -> str:
        """Return what the game is, in a line."""
        return self.parts.about

    def order(self) -> Order:
        """Return the order of play, the same for every match."""
        return self.parts.order

    def stage(self, g: B) -> int:
        """Return which stage of the order of play it is, for everybody to see.

        -1 where that cannot be said.
        """
        return self.parts.stage(g)

    def turn(self, g: B) -> int:
        """Return the number of the turn that is played; it never falls. Reports have a point for each."""
        return self.parts.turn(g)

    def turn_name(self, g: B) -> str:
        """Return the turn that is played, in words."""
        told = self.parts.turn_name
        return f"Turn {self.turn(g)}" if told is None else told(g)

    def measures(self, g: B) -> list[Measure]:
        """Territory, resources and points of each side, as everybody may count them; for reports."""
        return self.parts.measures(g)

    def holdings(self, g: B, seat: int) -> list[int]:
        """Return the cards and developments a seat has in hand or in effect, as choices; for reports."""
        return self.parts.holdings(g, seat)

    def blank(self, setup: Setup) -> B:
        """Return a state of this set-up whose contents `restore` will fill."""
        raise NotImplementedError

    def key(self, g: B, choice: int) -> str:
        """Return the readable key of a choice.

        Counters on the map are named by kind and place, and by number.
        """
        stem = self.stem(g, choice)
        if not stem:
            return self.names.keys[choice]
        number = 1
        for other in self.stack(g, stem.partition("@")[2]):
            if other == choice:
                break
            if self.stem(g, other) == stem:
                number += 1
        return stem if number == 1 else f"{stem}/{number}"

    def stem(self, g: B, choice: int) -> str:
        """Return a counter as `unit:<kind>@<place>`, like others of its kind there.

        Nothing for other choices.
        """
        return ""

    def stack(self, g: B, place: str) -> list[int]:
        """Return the counters in the place with this id, in the order in which their keys are numbered."""
        return []

    def label(self, g: B, choice: int) -> str:
        """Return the words for a choice in this position."""
        return self.names.labels[choice]

    def choice_labels(self, g: B, seat: int, choices: list[int]) -> list[str]:
        """Return the words for the choices of a question; counters with the same label get a distinction."""
        labels = [self.label(g, choice) for choice in choices]
        if len(set(labels)) == len(labels):
            return labels
        groups: dict[str, list[int]] = {}
        for i, label in enumerate(labels):
            if self.names.kind(choices[i]) == "unit":
                groups.setdefault(label, []).append(i)
        for label, alike in groups.items():
            if len(alike) == 1:
                continue
            told = [g.agenda[-1].distinction(g, seat, choices[i]) for i in alike]
            for number, i in enumerate(alike):
                if told[number]:
                    labels[i] = f"{label} – {told[number]}"
                if told.count(told[number]) > 1:
                    labels[i] += f" ({told[: number + 1].count(told[number])})"
        return labels

    def find(self, g: B, key: str) -> int:
        """Return the choice with this key in this position; -1 if there is none."""
        found = self.names.index.get(key, -1)
        if found >= 0:
            return found
        for choice in self.stack(g, key.partition("@")[2].partition("/")[0]):
            if self.key(g, choice) == key:
                return choice
        return -1

    def same(self, g: B, one: int, other: int) -> bool:
        """Return whether two choices are alike here and now.

        A step offers one and may allow the other as well.
        """
        return one == other

    def explain_anyway(self, g: B, seat: int, choice: int) -> Refusal:
        """Return what to say of a choice for which the step that asks has no reason of its own."""
        ask = g.agenda[-1].prompt(g, seat)
        return Refusal(f"{self.label(g, choice)} is not what is asked now: {ask.text}", ask.rule)

    def refusal(self, g: B, seat: int, choice: int) -> Refusal:
        """Return why a choice that is not offered is refused."""
        step = g.agenda[-1]
        if seat not in step.seats(g):
            names = self.seat_names(g)
            asked = " and ".join([names[s] for s in step.seats(g)])
            return Refusal(f"{names[seat]} is not asked now; {asked} must answer.", "")
        refusal = step.why_not(g, seat, choice)
        if refusal is None:
            refusal = self.explain_anyway(g, seat, choice)
        return Refusal(one_stop(refusal.text), refusal.rule)

    def pack_state(self, g: B) -> dict[str, Any]:
        """Return the whole position as plain data."""
        return {
            "agenda": [[step_name(type(step)), step.pack()] for step in g.agenda],
            "rng": g.rng.pack(),
            "result": None if g.result is None else [list(g.result.scores), g.result.text, g.result.rule],
            "ask_always": g.ask_always,
            "revealed": g.revealed,
            "fields": g.pack(),
        }

    def unpack_state(self, setup: Setup, data: dict[str, Any]) -> B:
        """Return the position that `pack_state` wrote."""
        g = self.blank(setup)
        g.agenda = [self.steps[name].unpack(fields) for name, fields in data["agenda"]]
        g.rng = Rng.unpack(data["rng"])
        if data["result"] is not None:
            scores, text, rule = data["result"]
            g.result = Result(tuple(scores), text, rule)
        g.ask_always = data["ask_always"]
        g.revealed = data["revealed"]
        g.restore(data["fields"])
        return g


def ensure(condition: bool, what: str) -> None:
    """Raise BrokenRules with `what` unless the condition holds; for `Game.check`."""
    if not condition:
        raise BrokenRules(what)
