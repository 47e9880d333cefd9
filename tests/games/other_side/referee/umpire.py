"""Whole games of the engine, played step by step and checked by the referee."""

import random
import re
from pathlib import Path
from typing import Any

import sandtable.games.other_side as package
from sandtable.engine.log import Log
from sandtable.games.other_side.game import OtherSide
from tests.games.other_side.referee import atlas, attacks, orders
from tests.games.other_side.referee.control import Control
from tests.games.other_side.referee.fights import Moment, Question
from tests.games.other_side.referee.ground import (
    faults,
    markers,
    port_modifier,
    refuges,
    supply_resources,
    too_full,
    victory_points,
)
from tests.games.other_side.referee.moves import Movement
from tests.games.other_side.referee.position import Position

GAME = OtherSide(Path(package.__file__).parent / "data")
KEYS = GAME.names.keys
FIRST_UNIT = GAME.names.index["unit:panzer#1"]
DONE = "button:done"
STEPS = 100_000
PORT = re.compile(r"^Port of (.+): (\d) ([+−]) (\d+) against 7: (open|closed)\.$")
COLLAPSE = re.compile(r"^Collapse of Germany: (\d) against (\d) lost")


class Umpire(Control):
    """Plays one game and compares what is offered, and what comes of it, with the book."""

    def __init__(self, g: Any, title: str, seed: int, skill: float) -> None:
        super().__init__()
        self.g = g
        self.title = f"{title}, seed {seed}, skill {skill}"
        self.random = random.Random(seed)
        self.skill = skill
        self.choices = 0

    @staticmethod
    def of_game(scenario: str, players: int, seed: int, skill: float, addon: bool = False) -> "Umpire":
        """Return the umpire of a whole game; `skill` is the share of choices made by the doctrine."""
        g = GAME.new(GAME.settle(scenario, players, {"addon_cards": addon}, seed))
        g.log = Log()
        return Umpire(g, f"{scenario}, {players} players", seed, skill)

    def now(self) -> Position:
        """Return the position as it stands."""
        return Position(self.g.pack())

    # --- the course of a game

    def play(self) -> None:
        """Play on to the end, or until nothing but the bottom of a test's agenda is left."""
        self.advance()
        while self.g.result is None and type(self.g.agenda[-1]).__name__ != "Idle":
            self.answer()
            self.advance()
        if self.g.result is not None:
            self.end()

    def advance(self) -> None:
        """Run the steps that ask nobody, and look at each that the referee knows."""
        g = self.g
        g.offered = None
        for _ in range(STEPS):
            if g.result is not None:
                return
            step = g.agenda[-1]
            name, old = type(step).__name__, self.raw_map()
            watch = getattr(self, f"run_{name}", None)
            if watch is None:
                asked = step.run(g)
            else:
                before, args, told = self.now(), step.pack(), len(g.log.events)
                asked = step.run(g)
                lines = [line.text for line in g.log.events[told:]]
                watch(Moment(before, self.now(), args, lines, asked))
            self.untouched(old, name)
            if asked:
                return
        raise AssertionError(f"{self.title}: the steps have no end")

    def answer(self) -> None:
        """Compare a question, and answer it."""
        g = self.g
        step = g.agenda[-1]
        name = type(step).__name__
        seat = self.random.choice(g.seats())
        choices = g.choices(seat)
        p = self.now()
        self.at = f"{self.title}, choice {self.choices}, {name}"
        self.look(p, name)
        ask = getattr(self, f"ask_{name}", None)
        if ask:
            offered = {KEYS[choice] for choice in choices}
            units = {u for u in range(len(atlas.KIND)) if step.allows(g, seat, FIRST_UNIT + u)}
            ask(Question(p, step.pack(), offered, units, seat))
            self.seen[name] += 1
        if self.random.random() < self.skill:
            worth = GAME.preferences(g, seat, choices)
            choices = [c for c, w in zip(choices, worth, strict=True) if w == max(worth)]
        choice = self.random.choice(choices)
        watch = getattr(self, f"answer_{name}", None)
        args, old = step.pack(), self.raw_map()
        self.choices += 1
        step.answer(g, seat, choice)
        self.untouched(old, name)
        if watch:
            watch(Moment(p, self.now(), args, [], False, KEYS[choice]))

    def look(self, p: Position, name: str) -> None:
        """What holds at every question."""
        calm = p.fight is None and name not in ("Withdraw", "DisplacedHead")
        found = [fault for fault in faults(p) if calm or not fault.startswith("Armies")]
        self.expect(found, [], "control")
        if name not in ("Operational", "StrategicMovement", "SendHome"):
            self.expect(too_full(p), [], "stacking")

    def end(self) -> None:
        """10: the points and the level, unless Germany has collapsed or a Coup has succeeded."""
        text = self.g.result.text
        found = re.search(r"^(\w+ ?\w*) with (-?\d+) victory points", text)
        if found is None:
            self.seen["lost"] += 1
            return
        total = sum(victory_points(self.now()).values())
        level = "Grand Victory" if total >= 21 else "Marginal Victory" if total >= 16 else "Defeat"
        self.expect((found[1], int(found[2])), (level, total), "victory")
        self.seen["points"] += 1

    # --- movement

    def run_Operational(self, s: Moment) -> None:
        if s.args == [-1, 0, 0, -1]:
            self.moves = Movement(s.before)

    def ask_Operational(self, q: Question) -> None:
        full = too_full(q.p)
        if q.args[3] >= 0:
            self.within(q.offered, self.moves.goals(q.p, q.args[3]), q.p)
            return
        goals = {unit: self.moves.goals(q.p, unit) for unit in range(len(atlas.KIND))}
        self.expect({unit for unit in q.units if not goals[unit]}, set(), "Armies that may not move")
        self.expect(DONE in q.offered, not full, "the end of the step")
        if full:
            self.expect({q.p.place[unit] for unit in q.units}, set(full), "who leaves the full Area")
        else:
            free = {u for u, found in goals.items() if any(self.room(q.p, area) for area in found)}
            self.expect(free - q.units, set(), "Armies that may move")

    def answer_Operational(self, s: Moment) -> None:
        if s.args[3] >= 0:
            self.moves.move(s.before, s.args[3], s.key.split(":")[1])

    def ask_StrategicMovement(self, q: Question) -> None:
        full = too_full(q.p)
        if q.args[1] >= 0:
            self.within(q.offered, self.moves.exits(q.p, q.args[1]), q.p)
            return
        on_map = {u for u in range(len(atlas.KIND)) if self.moves.may_embark(q.p, u)}
        exits = {u: self.moves.exits(q.p, u) for u in range(len(atlas.KIND)) if q.p.place[u] == "transit"}
        self.expect(
            {u for u in q.units if u not in on_map and not exits.get(u)}, set(), "Armies that may not go"
        )
        self.expect(DONE in q.offered, not full, "the end of the step")
        if full:
            self.expect({q.p.place[unit] for unit in q.units}, set(full), "who leaves the full Area")
        else:
            free = {u for u, found in exits.items() if any(self.room(q.p, area) for area in found)}
            self.expect((on_map | free) - q.units, set(), "Armies that may go")

    def answer_StrategicMovement(self, s: Moment) -> None:
        if s.args[1] >= 0:
            self.moves.land(s.before, s.args[1], s.key.split(":")[1])
        elif s.key != DONE:
            unit = GAME.names.index[s.key] - FIRST_UNIT
            if s.before.place[unit] != "transit":
                self.moves.embark(s.before, unit)

    def within(self, offered: set[str], goals: set[str], p: Position) -> None:
        """Compare the Areas that are offered: all with room, others only if they are legal at all."""
        found = {key.split(":")[1] for key in offered}
        self.expect(found - goals, set(), "Areas that are closed")
        self.expect({area for area in goals if self.room(p, area)} - found, set(), "Areas that are open")

    @staticmethod
    def room(p: Position, area: str) -> bool:
        """Return whether one more Army fits in."""
        return len(p.stack[area]) < atlas.STACK[area]

    def ask_AirMovement(self, q: Question) -> None:
        raised, lowered, source = q.args
        tracks = {key.split(":")[1] for key in q.offered if key.startswith("air:")}
        if source >= 0:
            self.expect({t for t in tracks if q.p.air[t] >= 5 or t == atlas.TRACKS[source]}, set(), "takers")
            return
        self.expect({t for t in tracks if t == "germany" or q.p.air[t] <= 1}, set(), "givers")
        if not raised | lowered:
            open_ = {t for t in atlas.FRONTS if q.p.air[t] > 1}
            able = {t for t in open_ if any(q.p.air[o] < 5 for o in atlas.TRACKS if o != t)}
            self.expect(tracks, able, "all givers")

    def answer_AirMovement(self, s: Moment) -> None:
        self.expect(sum(s.after.air.values()), sum(s.before.air.values()), "points of Air/Naval Control")
        self.expect(s.after.air["germany"] >= s.before.air["germany"], True, "Germany's points")

    # --- Replacements, Directives, Positions

    def ask_Wehrmacht(self, q: Question) -> None:
        areas = {key.split(":")[1] for key in q.offered if key.startswith("area:")}
        self.expect(areas, orders.deployments(q.p), "deployment")
        numbers = [GAME.names.index[key] - FIRST_UNIT for key in q.offered if key.startswith("unit:")]
        found = {(q.p.place[unit], atlas.KIND[unit]) for unit in numbers}
        self.expect(found, orders.exchanges(q.p), "exchanges")

    def ask_SatelliteArmy(self, q: Question) -> None:
        self.expect({key.split(":")[1] for key in q.offered}, orders.recruits(q.p), "Satellite Replacements")

    def cards(self, p: Position, deck: str, spent: int, offered: set[str]) -> None:
        """Compare the cards that can be played."""
        names = {atlas.DIRECTIVES[card]["id"] for card in orders.playable(p, deck, spent)}
        self.expect({key.split(":")[1] for key in offered - {DONE}}, names, "cards")

    def ask_MilitaryDirectives(self, q: Question) -> None:
        self.cards(q.p, "military", q.args[0], q.offered)

    def ask_PoliticalDirectives(self, q: Question) -> None:
        self.cards(q.p, "political", q.args[0], q.offered)

    def ask_ProductionDirectives(self, q: Question) -> None:
        self.cards(q.p, "production", q.args[0], q.offered)

    def run_Command(self, s: Moment) -> None:
        if s.args != [0] or type(self.g.agenda[-1]).__name__ == "SendHome":
            return
        for area in atlas.AREAS:
            wanted = orders.heads_wanted(s.after, area)
            if s.after.german(area) == 1 and any(orders.alone(head, area) for head in s.after.heads[area]):
                wanted = 1
            self.expect(len(s.after.heads[area]) + s.after.vacant[area], wanted, f"Heads in {area}")
        self.seen["Command"] += 1

    def generals(self, offered: set[str]) -> set[int]:
        """Return the Generals that are offered."""
        names = [row["id"] for row in atlas.GENERALS]
        return {names.index(key.split(":")[1]) for key in offered if key.startswith("general:")}

    def ask_Appointment(self, q: Question) -> None:
        subject, _, _, *nominees = q.args
        if nominees or any(key.startswith("player:") for key in q.offered):
            return
        area = atlas.AREAS[subject // 2] if subject < 2 * len(atlas.AREAS) else ""
        self.expect(self.generals(q.offered), orders.candidates(q.p, q.seat, area), "candidates")

    def ask_LeadingGeneral(self, q: Question) -> None:
        if q.args[3:] or any(key.startswith("player:") for key in q.offered) or q.p.fight is None:
            return
        able = attacks.leaders(q.p, q.seat, q.p.fight.head)
        self.expect(self.generals(q.offered), able, "Leading Generals")

    def ask_Replace(self, q: Question) -> None:
        if q.args[0] < 0:
            self.expect(self.generals(q.offered), orders.replacers(q.p, q.seat), "Personnel's Generals")

    # --- the end of a Phase

    def run_Objectives(self, s: Moment) -> None:
        self.objectives(s.before, s.after)

    def answer_Objectives(self, s: Moment) -> None:
        self.objectives(s.before, s.after)

    def objectives(self, before: Position, after: Position) -> None:
        """4.7.1: which cards succeed, fail, or stay active."""
        last = before.raw["box"] != 6  # summer has a second Operations Phase
        for card in set(before.raw["active"]) - set(after.raw["active"]):
            row = atlas.DIRECTIVES[card]
            won = orders.achieved(before, card)
            self.expect(won or last, True, f"{row['id']} is checked too early")
            stays = row["recyclable"] and not won
            self.expect(after.directives[card], "selected" if stays else "discarded", row["id"])
            if not won:
                heads = {h for a in row["areas"] if a in atlas.AREA for h in before.heads[a]}
                quiet = {head for head in heads if not after.flagged("questioned", head)}
                self.expect(quiet, set(), "Heads who are not questioned")
            self.seen["objectives"] += 1

    def run_Ports(self, s: Moment) -> None:
        rolled = {}
        for found in filter(None, map(PORT.match, s.told)):
            area = next(a for a in atlas.AREAS if atlas.AREA[a]["name"] == found[1])
            add = int(found[4]) * (1 if found[3] == "+" else -1)
            self.expect(add, port_modifier(s.before, area), f"port of {area}")
            self.expect(found[5], "open" if int(found[2]) + add >= 7 else "closed", f"port of {area}")
            self.expect(s.after.port[area], found[5], f"port of {area}")
            rolled[area] = True
        self.expect(set(rolled), {a for a in atlas.PORTS if s.before.axis[a]}, "ports that are rolled for")
        self.seen["Ports"] += len(rolled)

    def run_Supply(self, s: Moment) -> None:
        self.expect(s.after.supply, markers(s.before), "supply")
        change = max(0, min(21, s.before.raw["resources"] + supply_resources(s.before)))
        self.expect(s.after.raw["resources"], change, "Resources after the supply check")
        self.seen["Supply"] += 1

    def run_Collapse(self, s: Moment) -> None:
        lost = s.before.raw["collapse"]
        dice = [int(found[1]) for found in filter(None, map(COLLAPSE.match, s.told))]
        self.expect(len(dice), 1 if lost >= 3 else 0, "a roll for the Collapse of Germany")
        if dice:
            self.expect(self.g.result is not None, dice[0] <= lost, "the Collapse of Germany")
            self.seen["Collapse"] += 1

    def ask_Withdraw(self, q: Question) -> None:
        area = atlas.AREAS[q.args[0]]
        if q.args[1] < 0:
            able = {unit for unit in q.p.stack[area] if refuges(q.p, area, unit)}
            self.expect(q.units, able, "Armies that withdraw")
        else:
            self.expect({key.split(":")[1] for key in q.offered}, refuges(q.p, area, q.args[1]), "refuges")
