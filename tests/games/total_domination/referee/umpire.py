"""Whole games, or parts of games, of the engine, step by step, with the referee watching."""

from random import Random

from sandtable.engine.game import Setup
from sandtable.games.total_domination.components.state import Board
from tests.games.total_domination.atlas import PLAYERS
from tests.games.total_domination.clicks import GAME
from tests.games.total_domination.referee import deeds, hands, years
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import ADDITIONAL, AREAS, COUNTERS, FREE
from tests.games.total_domination.referee.moments import STAGES, Moment
from tests.games.total_domination.referee.orders import Coasts
from tests.games.total_domination.referee.preparing import Years
from tests.games.total_domination.referee.questions import Question

KEYS = GAME.names.keys
FIRST_UNIT = GAME.ids.unit
FIRST_AREA = GAME.ids.area(0)
ODDS = 0.1  # how often what players see of attacks
STEPS = 100_000
IDLE = ("button:pass", "button:done", "button:save", "button:disband")
RARE = ("button:event", "button:strike", "button:launch", "button:lend_lease")
# How often a question is compared that is asked often.
SHARE = {"Operate": 0.35, "Move": 0.7, "Logistics": 0.7}


class Umpire(Years):
    """Plays a game and compares what is offered, and what comes of it, with the book."""

    def __init__(self, g: Board, title: str, seed: int, skill: float) -> None:
        super().__init__()
        self.g = g
        self.title = f"{title}, seed {seed}, skill {skill}"
        self.rng = Random(seed)  # for the choices
        self.eyes = Random(seed)  # for what is looked at, so that looking more changes no game
        self.skill = skill
        self.choices = 0
        self.last = ""  # whose turn was the last in this Action phase
        self.table: Position | None = None  # as it stood after the last step
        self.more_years = 0  # how often the war goes on although somebody has won it

    @staticmethod
    def of_game(setup: Setup, skill: float) -> "Umpire":
        """Return the umpire of a whole game; `skill` is the share of choices made by the doctrine."""
        g = GAME.new(setup)
        g.log = None
        umpire = Umpire(g, f"{setup.scenario}, {setup.players} players, {setup.options}", setup.seed, skill)
        umpire.look_at_start(setup.options["set_up"] == "free")
        return umpire

    def now(self) -> Position:
        """Return the position as it stands."""
        return Position(self.g.pack(), self.g.start.id)

    def look_at_start(self, free: bool) -> None:
        """The cards, and who places which units. [2.0.6] [11.3] [12.1c] [12.2a]"""
        p = self.now()
        self.at = f"{self.title}, set-up"
        self.expect([len(p.at(f"apart:{n}")) for n in ADDITIONAL], years.decks_apart(p), "cards apart")
        rows = [(FREE[s.pack()[0]], s.pack()[1]) for s in self.g.agenda if type(s).__name__ == "Place"]
        placing = [(row.player, row.nation, left) for row, left in reversed(rows)]
        self.expect(placing, list(years.PLACING) if free else [], "units that are placed freely")
        if not free and p.year == 1939:
            points = [p.points(power) for power in ("japan", "germany", "ussr", "uk")]
            self.expect(points, [7, 8, 9, 10], "points of the Home areas")  # [2.0.4]

    # --- the course of a game

    def play(self) -> None:
        """Play on to the end, or until nothing but the bottom of a test's agenda is left."""
        self.advance()
        while self.g.result is None and type(self.g.agenda[-1]).__name__ != "Idle":
            self.answer()
            self.advance()
        self.seen["games"] += 1

    def advance(self) -> None:
        """Run the steps that ask nobody, and compare what each does."""
        g = self.g
        g.offered = None
        for _ in range(STEPS):
            if g.result is not None:
                return
            step = g.agenda[-1]
            before, args = self.table or self.now(), step.pack()
            asked = step.run(g)
            if asked:
                return
            self.at = f"{self.title}, after choice {self.choices}, {type(step).__name__}{args}"
            self.must_watch(f"run_{type(step).__name__}", self.moment(before, args, "", -1))
        raise AssertionError(f"{self.title}: the steps have no end")

    def moment(self, before: Position, args: list[int], key: str, unit: int) -> Moment:
        """What has happened, with what comes next."""
        agenda = [(type(step).__name__, step.pack()) for step in self.g.agenda]
        self.table = self.now()
        return Moment(before, self.table, args, key, unit, agenda)

    def must_watch(self, what: str, s: Moment) -> None:
        """Everything that happens is compared."""
        watch = getattr(self, what, None)
        assert watch is not None, f"{self.at}: the referee does not know {what}"
        watch(s)

    def answer(self) -> None:
        """Compare a question, answer it and compare what comes of it."""
        g = self.g
        step = g.agenda[-1]
        name = type(step).__name__
        seat = self.rng.choice(g.seats())
        choices = g.choices(seat)
        p = self.table or self.now()
        self.at = f"{self.title}, choice {self.choices}, {name}{step.pack()}"
        if self.eyes.random() < SHARE.get(name, 1.0):
            self.question(p, seat)
        if name == "Turn":
            self.whose_turn(p)
        self.taken(p, seat, self.choose(seat, choices))

    def take(self, choice: int) -> None:
        """Give an answer to the question, and run on to the next."""
        self.at = f"{self.title}, {self.g.agenda[-1]}"
        self.taken(self.now(), self.g.seats()[0], choice)
        self.advance()

    def taken(self, p: Position, seat: int, choice: int) -> None:
        """Give an answer and compare what comes of it."""
        step = self.g.agenda[-1]
        args, key = step.pack(), KEYS[choice]
        self.choices += 1
        step.answer(self.g, seat, choice)
        unit = choice - FIRST_UNIT if key.startswith("unit:") else -1
        self.at += f" answered {key}"
        self.must_watch(f"answer_{type(step).__name__}", self.moment(p, args, key, unit))

    def question(self, p: Position, seat: int) -> None:
        """Compare what is offered now."""
        step = self.g.agenda[-1]
        name, choices = type(step).__name__, self.g.choices(seat)
        self.look(p)
        offered = {KEYS[c] for c in choices if not KEYS[c].startswith("unit:")}
        units = [c - FIRST_UNIT for c in choices if KEYS[c].startswith("unit:")]
        self.expect(len(choices), len(set(choices)), "choices offered twice")
        getattr(self, f"ask_{name}")(Question(p, step.pack(), offered, units, seat))
        self.seen[name] += 1
        if name == "Operate" and self.eyes.random() < ODDS:
            self.odds(p, step.pack()[2])

    def odds(self, p: Position, points: int) -> None:
        """What players see that their points destroy, area by area. [6.3e]"""
        told = {odds.refs[0] - FIRST_AREA: dict(odds.means) for odds in GAME.odds(self.g, None)}
        found = {AREAS[n]: (row["units destroyed"], row["points spent"]) for n, row in told.items()}
        wanted = {area: deeds.spend(p.copy(), p.me, area, points) for area in p.holder}
        self.expect(found, {area: row for area, row in wanted.items() if row[0]}, "what points destroy")
        self.seen["odds"] += 1

    def choose(self, seat: int, choices: list[int]) -> int:
        """A choice of a greedy bot, or of somebody who does anything rather than nothing."""
        if self.rng.random() < self.skill:
            worth = GAME.preferences(self.g, seat, choices)
            return choices[max(range(len(choices)), key=worth.__getitem__)]
        if self.rng.random() < 0.85:
            choices = [c for c in choices if KEYS[c] not in IDLE] or choices
            rare = [c for c in choices if KEYS[c] in RARE]
            choices = rare if rare and self.rng.random() < 0.7 else choices
        return self.rng.choice(choices)

    def look(self, p: Position) -> None:
        """Control, supply and points, which the engine keeps beside the counters."""
        g = self.g
        for area, who in p.holder.items():
            number = g.control[AREAS.index(area)]
            self.expect("" if number == 255 else g.t.nation_id[number], who, f"control of {area}")
        for n, power in enumerate(PLAYERS):
            self.expect(g.vp[n], p.points(power), f"points of {power}")
            supplied = g.supplied(n)
            for unit in p.all_of(power):
                if p.type(unit) != "u_boot":
                    area = p.place[unit]
                    found = supplied >> AREAS.index(area) & 1 != 0
                    self.expect(found, p.in_supply(unit), f"supply of {COUNTERS[unit]} in {area}")
                    self.seen["cut off"] += not found

    # --- a year

    def run_Round(self, s: Moment) -> None:
        getattr(self, f"year_{STAGES[s.args[0]]}")(s.before.copy(), s)

    def year_deal(self, p: Position, s: Moment) -> None:
        if p.scenario.solo:
            years.new_solo_year(p, s.after)
            self.next(s, "Thin", [PLAYERS.index("uk"), 2])
        years.deal(p, s.after)
        self.same(p, s.after)

    def year_exchange(self, p: Position, s: Moment) -> None:
        self.still(s)
        self.expect(s.top()[0] == "Offer", years.exchanger(p) != "", "an exchange over the Arctic")

    def pushed(self, s: Moment, name: str) -> list[int]:
        """The first fields of the steps of this kind that come next, in order."""
        return [args[0] for step, args in reversed(s.agenda) if step == name]

    def year_replace(self, p: Position, s: Moment) -> None:
        self.still(s)
        self.expect([PLAYERS[n] for n in self.pushed(s, "Replace")], p.hands(), "who may replace a card")

    def year_espionage(self, p: Position, s: Moment) -> None:
        self.still(s)
        found = [p.hand_of(PLAYERS[n]) for n in self.pushed(s, "Spy")]
        self.expect(found, years.spies(p), "who may spy")

    def year_actions(self, p: Position, s: Moment) -> None:
        self.still(s)
        self.last = ""

    def year_victory(self, p: Position, s: Moment) -> None:
        years.end_of_actions(p)
        self.same(p, s.after)
        wanted = years.verdict(p)
        result = self.g.result
        self.expect(result is not None, wanted is not None, f"an end of the game ({wanted})")
        if result is not None:
            first = [seat[0] for seat in p.mode.seats]
            share = {"draw": 0.5, "axis": 1.0, "allies": 0.0}[wanted or ""]
            axis = ("germany", "japan")
            scores = tuple([share if power in axis else 1.0 - share for power in first])
            self.expect(result.scores, scores, "the result")
            self.seen[f"{p.scenario.id}: {wanted}"] += 1
            if self.more_years and not p.last_year():
                self.more_years -= 1
                self.g.result = None

    def year_partners(self, p: Position, s: Moment) -> None:
        self.still(s)
        self.expect(self.pushed(s, "Switch"), [0, 1], "partners that are looked at")

    def year_repair(self, p: Position, s: Moment) -> None:
        years.repair(p)
        self.same(p, s.after)

    def year_bombard(self, p: Position, s: Moment) -> None:
        self.still(s)
        found = [p.player(unit) for unit in self.pushed(s, "Bombard")]
        ready = [u for u in range(len(COUNTERS)) if p.place[u] and p.type(u) == "air_fleet"]
        ready = [u for u in ready if u not in p.used]
        due = [power for power in p.order() for u in ready if p.player(u) == power]  # [11.1.Bb]
        self.expect(found, due, "who may bombard")

    def year_reveal(self, p: Position, s: Moment) -> None:
        if p.scenario.solo:
            years.research(p, s.after)  # [13.0.5]
        years.next_year(p)
        self.same(p, s.after)

    # --- turns

    def run_Actions(self, s: Moment) -> None:
        p = s.before.copy()
        if len(p.passed) == 4:
            self.still(s)
            return
        power = s.after.me
        if p.order()[s.args[0]] in p.passed:
            self.still(s)
            return
        self.expect(power, self.due(p), "whose turn it is")
        self.last = power
        self.coasts = Coasts()
        p.me = power
        if not p.human(power):
            self.solo_turn(p, s)
        elif not p.hand(power):
            p.passed.add(power)  # [4.2b]
        else:
            self.next(s, "Turn", [])
        self.same(p, s.after)

    def due(self, p: Position) -> str:
        """The next power in order that has not passed. [4.2a] [10.1j]"""
        order = p.order()
        first = order.index(self.last) + 1 if self.last else 0
        return next(power for power in [*order[first:], *order] if power not in p.passed)

    def whose_turn(self, p: Position) -> None:
        """The power that is asked holds cards."""
        self.expect(bool(p.hand(p.me)) and p.me not in p.passed, True, f"{p.me} may act")
        self.seen["ready to pass first"] += p.common and hands.first_to_pass(p, p.me)
