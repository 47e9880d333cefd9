"""Control of the map: each change of markers and Disks must have a cause in the rulebook."""

from collections.abc import Iterable

from tests.games.other_side.referee import atlas, attacks, nations
from tests.games.other_side.referee.fights import Fights, Moment
from tests.games.other_side.referee.nations import Map
from tests.games.other_side.referee.position import Position

# Steps that can change who controls what; what each of them does is looked at. All others must not.
CHANGING = {
    *("Combat", "SecondAdvance", "TakeHits", "CombatEnd", "Invasion"),
    *("WesternOffensive", "SovietOffensive", "Resolve", "Recurring"),
}


class Control(Fights):
    """The part of an umpire that looks at the whole map."""

    def raw_map(self) -> tuple[bytes, ...]:
        """Return markers and Disks as the state holds them, quickly compared."""
        g = self.g
        return (g.align, g.axis, g.ally, g.ally_side)

    def untouched(self, before: tuple[bytes, ...], name: str) -> None:
        """Expect that a step which has nothing to do with control has changed nothing."""
        if name not in CHANGING:
            self.expect(self.raw_map() == before, True, f"{name} leaves the map as it is")

    def map_is(self, after: Position, wanted: Map, what: str) -> None:
        """Compare the whole map."""
        found = nations.on_map(after)
        self.expect({k: v for k, v in found.items() if wanted[k] != v}, {}, f"{what}: what lies elsewhere")

    def only(self, s: Moment, spaces: Iterable[str]) -> None:
        """Expect that a step has changed nothing but these Areas, which are looked at elsewhere."""
        found = nations.on_map(s.after)
        self.map_is(s.after, nations.on_map(s.before) | {space: found[space] for space in spaces}, "a fight")

    # --- Combats change the Area they are fought in

    def run_Combat(self, s: Moment) -> None:
        assert s.before.fight is not None
        self.only(s, [s.before.fight.area])
        super().run_Combat(s)

    def answer_SecondAdvance(self, s: Moment) -> None:
        assert s.before.fight is not None
        self.only(s, [s.before.fight.area])
        super().answer_SecondAdvance(s)

    def take_hit(self, before: Position, after: Position, asked: bool) -> None:
        assert after.fight is not None
        self.only(Moment(before, after, [], [], asked), [after.fight.place])
        super().take_hit(before, after, asked)

    def run_CombatEnd(self, s: Moment) -> None:
        assert s.before.fight is not None
        self.only(s, [s.before.fight.place])
        super().run_CombatEnd(s)

    def run_Invasion(self, s: Moment) -> None:
        assert s.before.fight is not None
        self.only(s, [s.before.fight.area])
        super().run_Invasion(s)

    # --- countries

    def landing(self, before: Position, after: Position) -> None:
        """4.5.1: a Neutral country that is landed in joins the Axis first, with all its Home Areas."""
        area = attacks.landing(before)
        wanted = nations.on_map(before)
        if area:
            if before.align[area] == "neutral":
                wanted = nations.satellite(before, atlas.COUNTRY_OF[area])
            wanted[area] = nations.on_map(after)[area]
        self.map_is(after, wanted, "a Landing")
        super().landing(before, after)

    def run_SovietOffensive(self, s: Moment) -> None:
        old = nations.on_map(s.before)
        wanted = dict(old)
        for area in attacks.soviet_pawns(s.before) if s.args[0] == 1 else ():
            if s.before.align[area] == "neutral":
                new = nations.satellite(s.before, atlas.COUNTRY_OF[area])
                wanted |= {space: there for space, there in new.items() if there != old[space]}
        self.map_is(s.after, wanted, "a Soviet Offensive")
        super().run_SovietOffensive(s)

    def run_Recurring(self, s: Moment) -> None:
        """7: the USSR enters the war with its last step of Commitment."""
        last, there = s.before.raw["ussr"] == 5, s.after.raw["ussr"] == 6
        wanted = nations.ussr(s.before) if last and there else nations.on_map(s.before)
        self.map_is(s.after, wanted, "Commitment")
        self.seen["USSR by Commitment"] += last and there

    def run_Resolve(self, s: Moment) -> None:
        """Compare the map after each effect of a card, and Armies and Resources after those on countries."""
        effect = nations.effect_at(s.args)
        if effect is None or s.asked:
            self.map_is(s.after, nations.on_map(s.before), "the end of a card")
            return
        if effect["op"] == "if":
            self.expect(self.g.agenda[-1].pack()[-1], nations.way_of(s.before, effect), "the way of a card")
        wanted = nations.after(s.before, effect)
        self.map_is(s.after, wanted, effect["op"])
        if wanted == nations.on_map(s.before):
            return
        self.seen[effect["op"]] += 1
        self.symbols(s, wanted, effect["op"] == "activate_satellite")
        armies = s.after.whereabouts()
        if effect["op"] == "activate_satellite":
            country = effect["country"]
            mine = {key: n for key, n in armies.items() if key[0] == country}
            self.expect(mine, dict(nations.recruits(s.before, country)), f"Armies of {country}")
            for area in nations.neutral(s.before, country):
                if area in atlas.PORTS:
                    self.expect((s.after.port[area], s.after.supply[area]), ("open", "naval"), "its port")
            air = min(5, s.before.air["south"] + (2 if country == "italy" else 0))
            self.expect(s.after.air["south"], air, "Air/Naval Control of the South")
        elif effect["op"] == "italy_status":
            self.expect(armies, nations.left_in_italy(s.before), "Armies after the Occupation of Italy")
        elif effect["op"] == "country_switches":
            left = {place for kind, place in armies if kind == effect["country"]}
            self.expect(left, {"removed"}, "Armies of a country that has left the Axis")

    def symbols(self, s: Moment, wanted: Map, joins: bool) -> None:
        """2.4, 3.3.1: symbols count where the Axis controls their Areas now; one for a new Satellite."""
        change = 0
        for area in atlas.RESOURCE:
            counted = s.before.flagged("counted", atlas.AREAS.index(area))
            ours = wanted[area][0] in ("occupied", "satellite")
            if ours and not counted and wanted[area] != nations.on_map(s.before)[area]:
                change += 1
            elif counted and not ours:
                change -= 1
        change = min(1, change) if joins else change
        total = max(0, min(21, s.before.raw["resources"] + change))
        self.expect(s.after.raw["resources"], total, "Resources after a card")
