"""The part of the umpire that looks at supply, railways and rebasing."""

from tests.games.blitzkrieg_general.referee import components as c
from tests.games.blitzkrieg_general.referee import lines
from tests.games.blitzkrieg_general.referee.watching import Question, Watching


class SupplyWatch(Watching):
    """Supply checks, Rail, Rebase."""

    def check_supply(self) -> None:
        """6.1: who is out of supply, right after the check."""
        p = self.now()
        self.seen["supply"] += 1
        known: dict[str, set[str]] = {}
        for unit in p.unit:
            if not unit.on_map or unit.ship:
                continue
            if unit.serves not in known:
                known[unit.serves] = lines.supplied(p, unit.serves)
            home = c.AREA.get(unit.place, {})
            always = home.get("country") == unit.serves and home.get("home") and home.get("prod_left")
            wanted = bool(always) or unit.place in known[unit.serves]
            self.expect(unit.supplied, wanted, f"supply of {unit}")

    def ask_Rail(self, q: Question) -> None:
        """6.2: own units that go by rail."""
        p = q.p
        for row in c.ROLES["rail"]:
            if row["one_a_turn"] and p.seat_of[row["nation"]] == q.seat and p.rail_used[row["nation"]]:
                return  # in which of its theatres it has begun is not written down
        found = []
        for unit in p.unit:
            if unit.ship or not unit.on_map or unit.carrier is not None or not q.moves(unit):
                continue
            if unit.marks & {"railed", "observer"}:
                continue
            majors = [m for m in c.MAJOR if p.seat_of[m] == q.seat and p.rail[m] > p.rail_used[m]]
            if any(lines.rail_goals(p, m, unit) for m in majors):
                found.append(unit.like())
        self.compare({u.like() for u in q.units() if q.mine(u)}, found, "units that go by rail")

    def ask_RailTo(self, q: Question) -> None:
        """6.2: where to."""
        unit, major = q.p.unit[q.args[0]], list(c.MAJOR)[q.args[1]]
        self.compare(q.spaces(), lines.rail_goals(q.p, major, unit), f"{unit} by rail of {major}")

    def ask_Rebase(self, q: Question) -> None:
        """6.3: aircraft that change their base."""
        found = set()
        for unit in q.p.unit:
            ready = unit.on_map and unit.carrier is None and not unit.marks & {"rebased", "observer"}
            if unit.air and ready and q.moves(unit) and lines.rebase_goals(q.p, unit):
                found.add(unit.like())
        self.compare({u.like() for u in q.units()}, found, "aircraft that may rebase")

    def ask_RebaseTo(self, q: Question) -> None:
        """6.3: where to."""
        unit = q.p.unit[q.args[0]]
        self.compare(q.spaces(), lines.rebase_goals(q.p, unit), f"{unit} rebases")
