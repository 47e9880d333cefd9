"""The part of the umpire that looks at combats."""

from typing import Any

from tests.games.blitzkrieg_general.referee import strengths
from tests.games.blitzkrieg_general.referee.position import Fight, Position
from tests.games.blitzkrieg_general.referee.watching import Question, Watching

LAST_VOLLEY = 3


class FightWatch(Watching):
    """Volleys and losses."""

    def run_Battle(self, step: Any) -> bool:
        """6.2.1: who fires with what, and what is hit."""
        fight = self.g.fight
        thrown, number = len(fight.dice), fight.round
        before = self.now()
        asked = bool(step.run(self.g))
        if self.g.fight is fight and len(fight.dice) > thrown and fight.round == number:
            self.volley(before, fight, list(fight.dice[thrown:]))
        return asked

    def volley(self, p: Position, fight: Any, dice: list[int]) -> None:
        """One volley of both parties."""
        f = p.fight
        assert f is not None
        rows = [tuple(dice[n : n + 3]) for n in range(0, len(dice), 3)]
        self.seen["volley " + f.kind] += 1
        fired: dict[int, list[int]] = {}
        hits = list(f.hits)
        for unit, strength, die in rows:
            fired.setdefault(unit, []).append(die)
            if unit < 0:
                continue
            self.expect(strength, strengths.strength(p, f, p.unit[unit]), f"{p.unit[unit]} in {f.space}")
        for attackers in (True, False):
            self.one_side(p, f, attackers, fired, hits)
        extra = [row for row in rows if row[0] < 0]
        hits[0] += sum(die <= strength for _, strength, die in extra)
        self.expect(list(fight.hits), hits, f"hits in {f.space}")

    def one_side(
        self, p: Position, f: Fight, attackers: bool, fired: dict[int, list[int]], hits: list[int]
    ) -> None:
        """Whoever can fire and has something to hit does so, in the order of volleys."""
        units = strengths.party(p, f, attackers)
        able = [u for u in units if strengths.strength(p, f, u) > 0]
        if f.kind == "raid":
            able = [u for u in able if u.number in f.air]
        classes = {strengths.volley(p, f, u) for u in units if u.number in fired}
        assert len(classes) <= 1, f"{self.at}: volleys {classes} at once"
        foe = 3 if attackers else 0  # hits on the attackers stand first
        for u in units:
            at = foe + strengths.pool(p, f, u)
            hits[at] += sum(die <= strengths.strength(p, f, u) for die in fired.get(u.number, []))
        for u in able:
            which = strengths.pool(p, f, u)
            room = strengths.capacity(strengths.targets(p, f, not attackers, which))
            dice = fired.get(u.number, [])
            if classes and strengths.volley(p, f, u) in classes and hits[foe + which] < room:
                self.expect(len(dice), strengths.shots(p, f, u), f"dice of {u} in {f.space}")
            assert hits[foe + which] <= room, f"{self.at}: void hits in {f.space}"

    def ask_Losses(self, q: Question) -> None:
        """6.2.2: who may take a hit."""
        f = q.p.fight
        assert f is not None
        found = strengths.targets(q.p, f, q.args[0] == 0, q.args[1])
        self.compare({u.like() for u in q.units()}, {u.like() for u in found}, f"who is hit in {f.space}")
