"""What comes of Offensives and Combats, compared step by step."""

from collections import Counter
from typing import Any, NamedTuple

from tests.games.other_side.referee import atlas, attacks
from tests.games.other_side.referee.ground import (
    advanced,
    ground,
    is_reduction,
    next_areas,
    on_festung,
    reduced_all,
    retreated,
)
from tests.games.other_side.referee.moves import Movement
from tests.games.other_side.referee.position import Fight, Position

# The stages of a Combat and of an invasion as a state numbers them.
DRAW, HEAD, ARMIES, LEADER, ALLIED_ROLL, AXIS_ROLL, PLANES, RESULTS, END = 0, 2, 3, 4, 6, 8, 12, 14, 15
INVASION_HEAD, INVASION_LEADER, INVASION_ROLL = 1, 3, 5
ATTRITION, DEFEAT = 0, 1
DONE = "button:done"


class Moment(NamedTuple):
    """A step that has run, or a question that was answered."""

    before: Position
    after: Position
    args: list[int]  # what the step packs
    told: list[str]  # new lines of the log
    asked: bool  # whether it asks now
    key: str = ""  # the answer


class Question(NamedTuple):
    """What a seat is asked: the keys that are offered, and the Armies that may be clicked."""

    p: Position
    args: list[int]
    offered: set[str]
    units: set[int]
    seat: int


class Fights:
    """The part of an umpire that looks at Combats."""

    g: Any

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.at = ""
        self.title = ""
        self.moves: Movement
        self.able: list[int] = []

    def expect(self, found: Any, wanted: Any, what: str) -> None:
        """Compare the engine's word with the referee's."""
        assert found == wanted, f"{self.at or self.title}: {what}: the engine has {found}, the book {wanted}"

    # --- pawns and Landings

    def ask_PlacePawns(self, q: Question) -> None:
        found = {key.split(":")[1] for key in q.offered - {DONE}}
        self.expect(found, attacks.axis_targets(q.p, q.args[0]), "pawns")

    def run_WesternOffensive(self, s: Moment) -> None:
        if s.args[0] == 0:
            if s.before.flagged("west_skips", s.before.moment):
                self.expect(s.after.flagged("west_skips", s.before.moment), False, "the marker for the West")
                self.expect(self.on_top("WesternOffensive"), False, "a Western Offensive")
                return
            self.landing(s.before, s.after)
        elif s.args[0] == 1:
            self.expect(s.after.spaces("pawns"), attacks.western_pawns(s.before), "Western pawns")
            self.seen["Western pawns"] += len(s.after.spaces("pawns"))

    def run_SovietOffensive(self, s: Moment) -> None:
        if s.args[0] == 0:
            skipped = s.before.flagged("soviet_skips", s.before.moment) or s.before.raw["ussr"] != 6
            self.expect(self.on_top("SovietOffensive"), not skipped, "a Soviet Offensive")
        elif s.args[0] == 1:
            wanted = attacks.soviet_pawns(s.before)
            self.expect(s.after.spaces("pawns"), wanted, "Soviet pawns")
            for area in wanted:
                if s.before.align[area] == "neutral":
                    self.expect(s.after.align[area], "satellite", f"{area} joins the Axis")
            self.seen["Soviet pawns"] += len(wanted)

    def on_top(self, name: str) -> bool:
        """Return whether a step of this kind comes next or goes on."""
        return any(type(step).__name__ == name for step in self.g.agenda[-2:])

    def landing(self, before: Position, after: Position) -> None:
        """4.5.1: where the West lands, and what that does."""
        area = attacks.landing(before)
        count = before.raw["landing_markers"].count(50) - after.raw["landing_markers"].count(50)
        self.expect(count, 1 if area else 0, f"a Landing in {area or 'no Area'}")
        if not area:
            return
        sector = after.landing[area]
        self.expect(sector in atlas.LANDING[area].values(), True, f"the Landing Sector {sector} of {area}")
        wanted = ("disputed" if sector > 1 else "western", sector - 1, sector, "western")
        self.expect(ground(after, area), wanted, f"the Landing in {area}")
        self.expect(area in after.spaces("no_west"), True, "No Western Offensive where they have landed")
        self.seen["Landing"] += 1

    # --- the beginning of Combats

    def run_Combats(self, s: Moment) -> None:
        self.begun(s.before, s.after)

    def answer_Combats(self, s: Moment) -> None:
        self.begun(s.before, s.after)

    def begun(self, before: Position, after: Position) -> None:
        """6: an undefended Area gives up three Sectors, and the OB is questioned."""
        f = after.fight
        if f is None or f.attacking or f.row["amphibious"] or after.stack[f.area]:
            return
        self.expect(f.row["extra_retreats"], 3, "Retreats of an undefended Area")
        ob = before.ob[atlas.FRONT[f.area]]
        if ob >= 0:
            self.expect(after.flagged("questioned", ob), True, "the OB of an undefended Area")
        self.seen["undefended"] += 1

    def ask_Combats(self, q: Question) -> None:
        self.expect({key.split(":")[1] for key in q.offered}, q.p.spaces("pawns"), "Combats to be fought")

    def ask_AttackFrom(self, q: Question) -> None:
        assert q.p.fight is not None
        areas = {key.split(":")[1] for key in q.offered}
        self.expect(areas, attacks.sources(q.p, q.p.fight), "attacking Areas")

    def participants(self, before: Position, f: Fight) -> None:
        """6.2.1, 6.4: who takes part, and who commands."""
        if f.attacking:
            self.expect(set(f.units) <= set(self.able), True, "Armies that attack")
            self.expect(len(f.units), min(len(self.able), atlas.STACK[f.area]), "how many Armies attack")
        else:
            self.expect(set(f.units), set(before.stack[f.area]), "Armies that defend")
        heads = before.heads[f.source]
        top = max([atlas.SENIORITY[head] for head in heads], default=0)
        best = [head for head in heads if atlas.SENIORITY[head] == top]
        self.expect(f.head in best or (not best and f.head < 0), True, "the activated Head")

    def run_Combat(self, s: Moment) -> None:
        f, g = s.before.fight, s.after.fight
        assert f is not None
        if g is None or (g.stage == END and f.stage < RESULTS and f.stage > 0):
            return  # over, or there is nothing left to fight for
        if f.stage == DRAW:
            card = atlas.cell(f.faction, g.row["card"], s.before.year)
            calm = not f.attacking and card["attack"] == 0
            self.expect(g.stage == END, calm, "6.1: no Combat where an Attack cell has no number")
        if f.stage == HEAD and f.attacking:
            self.expect(f.source in attacks.sources(s.before, f), True, f"an attack from {f.source}")
        elif f.stage == ARMIES and f.attacking:
            self.able = attacks.fighters(s.before, f, f.source)
        elif f.stage == LEADER:
            self.participants(s.before, f)
        elif f.stage == ALLIED_ROLL:
            self.expect(len(g.allied), attacks.allied_dice(s.before, f), "Allied dice")
            self.expect(
                {die for die, _ in g.allied} <= {"blue" if f.faction == "western" else "red"}, True, "colour"
            )
        elif f.stage == AXIS_ROLL:
            self.axis_dice(s.before, f, g)
        elif f.stage == PLANES:
            front = atlas.FRONT[f.area]
            lost = any(face == "plane" for _, face in f.allied)
            self.expect(
                s.after.air[front], max(1, s.before.air[front] - lost), "Air/Naval Control after the rolls"
            )
            cards = sum(face == "card" for _, face in f.allied + f.axis)
            self.expect(g.row["events"], min(2, cards), "Combat Events")
        elif f.stage == RESULTS:
            self.results(s.before, s.after, f, g)
            self.seen["Combat"] += 1

    def run_Special(self, s: Moment) -> None:
        """6.3: what the Special Effect of a card does, unless it is cancelled."""
        f, g = s.before.fight, s.after.fight
        assert f is not None and g is not None
        row = atlas.cell(f.faction, f.row["card"], s.before.year)
        side = "defense" if f.attacking else "attack"
        effects = row[f"{side}_special"]
        kind = effects[s.args[0]]["kind"] if s.args[0] < len(effects) and not f.row["no_special"] else ""
        if kind == "reduce_winter" and s.before.season != "winter":
            kind = ""
        front, hits = atlas.FRONT[f.area], g.row["allied_hits"] - f.row["allied_hits"]
        here = [unit for unit in s.before.stack.get(f.area, []) if atlas.KIND[unit] not in atlas.GERMAN]
        if kind.startswith("reduce"):
            self.expect(is_reduction(s.before, s.after, f.units), True, "a Reduction by a card")
        elif kind == "satellite" and here:
            nations = {atlas.KIND[unit] for unit in here}
            gone = sum(s.after.place[unit] == "removed" for unit in here)
            self.expect(gone, 0 if len(nations) > 1 else 1, "Satellite Armies lost by a card")
        else:
            self.expect(s.after.on_map(), s.before.on_map(), "no Army is lost by a card")
        alone = kind == "satellite" and not here and row[side] > 0
        self.expect(hits, 1 if alone else 0, "a Hit by a card")
        lost = s.before.air[front] - s.after.air[front]
        self.expect(lost in ((0, 1) if kind == "air" and s.before.air[front] > 1 else (0,)), True, "air")
        self.seen[f"Special {kind}"] += 1

    def axis_dice(self, before: Position, f: Fight, g: Fight) -> None:
        """6.4: the dice of the Axis by colour; Generals and Projects may add some."""
        f.units = self.still_there(before, f)
        wanted, rolled = attacks.axis_dice(before, f), Counter(colour for colour, _ in g.axis)
        if attacks.may_add_dice(before, f):
            self.expect(wanted - rolled, Counter(), "Axis dice that are missing")
        else:
            self.expect(rolled, wanted, "Axis dice")

    @staticmethod
    def still_there(p: Position, f: Fight) -> list[int]:
        """Return the Armies that still take part."""
        return [u for u in f.units if p.place[u] == f.source] if f.attacking else list(p.stack[f.area])

    # --- results [6.6]

    def results(self, before: Position, after: Position, f: Fight, g: Fight) -> None:
        """Compare Hits, and what follows at once."""
        plains = attacks.terrain(f) == "plains"
        ours = attacks.hits(f.axis, plains, f.row["axis_hits"])
        theirs = attacks.hits(f.allied, plains, f.row["allied_hits"])
        units = self.still_there(before, f)
        if not f.attacking:
            spared = f.row["lose_less"]
            hits = 0 if ours > theirs else max(0, max(1, theirs - ours) - spared)
            self.expect(g.row["hits_left"], hits, f"Hits to be taken after {ours} to {theirs}")
            self.expect(ground(after, f.area), ground(before, f.area), "the ground")
        elif ours > theirs and units:
            self.expect(ground(after, f.area), advanced(before, f.area), "the ground after a Victory")
            self.resources(before, after, f.area)
        else:
            self.expect(ground(after, f.area), ground(before, f.area), "the ground after a Defeat")
            self.expect(is_reduction(before, after, units), True, "one Reduction after a Defeat")
            if f.leading >= 0:
                self.expect(after.flagged("questioned", f.leading), True, "the beaten Leading General")
            new = self.newly_questioned(before, after)
            self.expect(new <= {f.leading}, True, "nobody else is questioned")

    def resources(self, before: Position, after: Position, *areas: str) -> None:
        """6.7: a symbol counts while the Axis controls its Area, once."""
        change = 0
        for area in areas:
            counted = before.flagged("counted", atlas.AREAS.index(area))
            if area in atlas.RESOURCE and after.controlled(area) and not counted:
                change += 1
            elif counted and not after.controlled(area):
                change -= 1
        wanted = max(0, min(21, before.raw["resources"] + change))
        self.expect(after.raw["resources"], wanted, f"Resources for {areas}")

    @staticmethod
    def newly_questioned(before: Position, after: Position) -> set[int]:
        """Return the Generals who have been turned."""
        new = after.raw["questioned"] & ~before.raw["questioned"]
        return {n for n in range(len(atlas.GENERALS)) if new >> n & 1}

    def run_SecondAdvance(self, s: Moment) -> None:
        f = s.before.fight
        assert f is not None
        sector = s.before.ally[f.area]
        possible = False
        if sector and f.units and not f.row["no_second"] and s.before.landing[f.area] != sector:
            found = atlas.TERRAIN[f.area, sector]
            possible = found in ("plains", "river") or (bool(f.row["any_terrain"]) and found == "rough")
        self.expect(s.asked, possible, "a second Advance")

    def answer_SecondAdvance(self, s: Moment) -> None:
        f = s.before.fight
        assert f is not None
        if s.key == "button:no":
            self.expect(ground(s.after, f.area), ground(s.before, f.area), "the ground")
            return
        self.expect(ground(s.after, f.area), advanced(s.before, f.area), "the ground after a second Advance")
        if not f.row["free_second"]:
            self.expect(is_reduction(s.before, s.after, f.units), True, "the price of a second Advance")
        self.resources(s.before, s.after, f.area)
        self.seen["second Advance"] += 1

    def ask_MoveIn(self, q: Question) -> None:
        f = q.p.fight
        assert f is not None
        chosen = {unit for unit in range(len(atlas.KIND)) if q.args[0] >> unit & 1}
        self.expect(q.units <= set(f.units) - chosen, True, "Armies that move in")
        self.expect(DONE in q.offered, bool(chosen), "at least one Army moves in")

    def run_MoveIn(self, s: Moment) -> None:
        self.moved_in(s.before, s.after)

    def answer_MoveIn(self, s: Moment) -> None:
        self.moved_in(s.before, s.after)

    def moved_in(self, before: Position, after: Position) -> None:
        """6.7.1: only participants, within the limit, and one stays with partisans."""
        f = before.fight
        assert f is not None
        moved = [u for u, place in enumerate(before.place) if after.place[u] != place]
        if not moved:
            return
        self.expect(set(moved) <= set(f.units), True, "who moves in")
        self.expect({after.place[u] for u in moved}, {f.area}, "where they go")
        if before.align[f.source] == "occupied" and f.source in atlas.PARTISANS:
            self.expect(bool(after.stack[f.source]), True, "one Army stays with the partisans")
        self.seen["moved in"] += 1

    # --- Retreats and Reductions [6.7.2]

    def run_TakeHits(self, s: Moment) -> None:
        self.take_hit(s.before, s.after, s.asked)

    def answer_TakeHits(self, s: Moment) -> None:
        self.take_hit(s.before, s.after, False)

    def take_hit(self, before: Position, after: Position, asked: bool) -> None:
        """Each Hit is a Retreat or a Reduction, of what can give way or be reduced."""
        f, g = before.fight, after.fight
        assert f is not None and g is not None
        left, after_left = (x.row["hits_left"] + x.row["extra_retreats"] for x in (f, g))
        if not left:
            return
        place, moved = f.place, f.row["moved"]
        if not before.axis[place] and moved < 3:
            found = next_areas(before, place)
            if not found:
                self.expect(after_left, 0, "Hits without a further Area")
                return
            self.expect(g.place in found, True, f"Retreats go on in {g.place}, not in {found}")
            place, moved = g.place, 0
        back = before.axis[place] > 0 and moved < 3 and not on_festung(before, place)
        if not before.axis[place]:
            units = [u for u in f.units if before.place[u] in before.stack]
        elif place == f.area or moved >= 3 or on_festung(before, place):
            units = before.stack[place]
        else:
            units = []
        if asked:
            self.expect((back, bool(units)), (True, True), "a choice between Retreat and Reduction")
            return
        retreats, reductions = (g.row[k] - f.row[k] for k in ("retreats", "reductions"))
        if retreats:
            self.expect(back, True, "a Retreat")
            self.expect(ground(after, place), retreated(before, place, f.faction), f"the Retreat in {place}")
            self.resources(before, after, place)
            self.seen["Retreat"] += 1
        elif reductions:
            self.expect(bool(units), True, "a Reduction")
            self.expect(is_reduction(before, after, units), True, f"the Reduction in {place}")
            self.seen["Reduction"] += 1
        else:
            self.expect((back, units, after_left), (False, [], 0), "Hits that are ignored")

    def run_CombatEnd(self, s: Moment) -> None:
        """6.6.2: who is questioned; 6.7.2: whether a Festung Sector falls."""
        f = s.before.fight
        assert f is not None
        retreats, reductions = f.row["retreats"], f.row["reductions"]
        called = set()
        if s.args[0] == ATTRITION and retreats:
            called = {f.head}
        elif s.args[0] == DEFEAT and (retreats >= 1 or reductions >= 2):
            called = {f.head, f.leading}
            if retreats > 1 or reductions > 2:
                called.add(s.before.ob[atlas.FRONT[f.area]])
        gone = {n for n, where in enumerate(s.after.where) if where in ("gone", "future")}
        old = {n for n in called if n >= 0 and s.before.flagged("questioned", n)}
        wanted = {n for n in called if n >= 0} - old - gone
        self.expect(self.newly_questioned(s.before, s.after), wanted, "who is questioned")
        if not on_festung(s.before, f.place) or s.before.stack[f.place]:
            self.expect(ground(s.after, f.place), ground(s.before, f.place), "the ground")
            return
        side = s.before.side[f.place] or f.faction
        fallen = (side, 0, s.before.axis[f.place], side)
        self.expect(ground(s.after, f.place), fallen, f"the Festung in {f.place}")
        self.expect(s.after.raw["collapse"], min(7, s.before.raw["collapse"] + 1), "the Collapse box")
        paying = {f.leading, s.before.ob[atlas.FRONT[f.place]], *s.before.heads[f.place]}
        self.expect({n for n in paying if n >= 0} - gone, set(), "who is dismissed with a Festung Sector")
        self.seen["Festung"] += 1

    # --- invasions [6.9]

    def ask_Embark(self, q: Question) -> None:
        f = q.p.fight
        assert f is not None
        chosen = {unit for unit in range(len(atlas.KIND)) if q.args[0] >> unit & 1}
        self.expect(q.units, set(attacks.carried(q.p, f.source)) - chosen, "Armies that can be carried")
        self.expect(len(chosen) < attacks.capacity(q.p, f.area), True, "how many can be carried")

    def run_Invasion(self, s: Moment) -> None:
        f, g = s.before.fight, s.after.fight
        assert f is not None
        if f.stage == INVASION_HEAD:
            self.expect(f.source in attacks.sources(s.before, f), True, f"an invasion from {f.source}")
        if f.stage != INVASION_ROLL:
            return
        assert g is not None
        self.expect(len(f.units) <= attacks.capacity(s.before, f.area), True, "how many Armies invade")
        self.expect(
            Counter(colour for colour, _ in g.axis), attacks.axis_dice(s.before, f), "dice of an invasion"
        )
        need = atlas.cell("western", s.before.raw["combat_deck"][-1], s.before.year)["defense"]
        hits = sum(face == "hit" for _, face in g.axis)
        if f.area in atlas.BASE:
            won = hits >= need
            self.expect(s.after.align[f.area], "occupied" if won else "western", "the Base")
        else:
            won = hits > need
            wanted = ("disputed", 1, 2, "western") if won else ground(s.before, f.area)
            self.expect(ground(s.after, f.area), wanted, "the invaded Area")
            if won:
                self.expect(
                    (s.after.port[f.area], s.after.supply[f.area]), ("open", "naval"), "its port and supply"
                )
                german = [u for u in f.units if atlas.KIND[u] in atlas.GERMAN] or f.units
                self.expect(is_reduction(s.before, s.after, german), True, "the price of a landing")
        if not won:
            self.expect(+s.after.on_map(), reduced_all(s.before, f.units), "all of them are reduced")
            called = {n for n in (f.head, f.leading) if n >= 0}
            calm = {n for n in called if not s.after.flagged("questioned", n)}
            self.expect(calm, set(), "who answers for a lost invasion")
        self.seen["invasion"] += 1

    def run_MoveAshore(self, s: Moment) -> None:
        """6.9: who has invaded moves in; one Army stays with the partisans it came from."""
        f = s.before.fight
        assert f is not None
        left = [unit for unit in f.units if s.before.place[unit] == f.source]
        self.expect({s.after.place[unit] for unit in left} <= {f.area}, True, "Armies that go ashore")
        if s.before.align[f.source] == "occupied" and f.source in atlas.PARTISANS:
            self.expect(bool(s.after.stack[f.source]), True, "one Army stays with the partisans")
        self.seen["ashore"] += 1
