"""What a pack says against the rulebook's own statements about its components, which are in facts.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.data.facts import Comparison, Table, like, read_facts, shown, statement
from sandtable.games.total_domination.components.schema import Pack

if TYPE_CHECKING:
    from sandtable.games.total_domination.components.tables import Tables


def check_facts(pack: Pack, t: Tables) -> list[str]:
    """Return a sentence for each fact of the rulebook that does not hold in a pack."""
    return Checker(pack).compare(read_facts(__file__))


class Checker(Comparison):
    """One method for each shape of fact that only Total Domination has."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.pack = pack
        self.technologies: dict[str, Table] = {}
        for entry in self.files["technologies.toml"]["technologies"]:
            self.technologies[entry["id"]] = entry
        self.near: dict[str, list[tuple[str, str]]] = {a.id: [] for a in pack.areas.areas}
        for link in pack.links.links:
            self.near[link.a].append((link.b, link.kind))
            self.near[link.b].append((link.a, link.kind))

    def check_own(self, facts: Table) -> None:
        for order in facts["orders"]:
            self.check_order(order)
        self.check_map(facts["map"])
        self.check_draws(facts["draws"])
        self.check_technologies(facts["technologies"])
        self.check_cards(facts["cards"])
        self.check_set_up(facts["set_up"])
        self.check_own_stars(facts["own_stars"])
        self.check_solo_cards(facts["solo_cards"])

    def check_order(self, stated: Table) -> None:
        """Compare a list whose order matters."""
        value: Any = self.files[stated["file"]]
        for part in stated["at"].split("."):
            value = value.get(part)
        if list(value) != stated["names"]:
            text = f"field {stated['at']}: found {shown(value)}"
            self.say(stated["rule"], stated["file"], text, f"says {shown(stated['names'])}, in this order")

    # --- the map

    def homes(self, power: str) -> list[str]:
        """Return the Home areas of a power and of its partners at the start."""
        own = [p.id for p in self.pack.powers.powers if p.id == power]
        own += [p.id for p in self.pack.powers.powers if p.rank == "partner" and p.player == power]
        return [a.id for a in self.pack.areas.areas if a.home in own]

    def touching(self, area: str, power: str, kind: str) -> list[str]:
        """Return the Home areas of a power that an area touches, by links of a kind ("": of any)."""
        homes = self.homes(power)
        return [there for there, found in self.near.get(area, []) if there in homes and kind in ("", found)]

    def check_map(self, stated: Table) -> None:
        """Compare what the text and its examples say of links."""
        file = "links.toml"
        for pair in stated["borders"]:
            self.check_border(pair)
        for row in stated["off_board"]:
            ends = {row["a"], row["b"]}
            joined = [x for x in self.pack.links.links if {x.a, x.b} == ends and x.triangle]
            if not joined:
                text = f"no triangles join {row['a']} and {row['b']}"
                self.say(row["rule"], file, text, "says that they do")
        for row in stated["by_sea"]:
            if "sea" not in [kind for _, kind in self.near.get(row["area"], [])]:
                self.say(row["rule"], file, f"no sea link leads to {row['area']}", "has one")
        for row in stated["reached"]:
            kind: str = row.get("by", "")
            if not self.touching(row["area"], row["power"], kind):
                way = f" by {kind}" if kind else ""
                text = f"{row['area']} touches no Home area of {row['power']}{way}"
                self.say(row["rule"], file, text, "says that it does")
        for row in stated["apart"]:
            for home in self.touching(row["area"], row["power"], ""):
                text = f"{row['area']} touches {home}, a Home area of {row['power']}"
                self.say(row["rule"], file, text, "says that it touches none")

    # --- the round track

    def check_draws(self, stated: Table) -> None:
        """Compare who draws more than the others, and how much that is."""
        rule: str = stated["rule"]
        for r in self.pack.tracks.rounds:
            right: dict[str, int] = {}
            for row in stated["rows"]:
                if row["year"] == r.year:
                    right[row["power"]] = row["extra"]
                    cards = r.draw + r.extra.get(row["power"], 0)
                    if cards != row["cards"]:
                        text = f"{row['power']} draws {cards} cards in {r.year}"
                        self.say(rule, "tracks.toml", text, f"says {row['cards']}")
            found = {power: extra for power, extra in r.extra.items() if extra}
            if found != right:
                text = f'entry "{r.year}", field extra: found {shown(found) or "nothing"}'
                self.say(rule, "tracks.toml", text, f"says {shown(right) or 'nothing'}")

    # --- technologies

    def check_technologies(self, stated: Table) -> None:
        """Compare effects, the number of technologies they need, and which the solo Axis never has."""
        file = "technologies.toml"
        for row in stated["effects"]:
            entry = self.technologies.get(row["id"])
            if entry is not None:
                found = {key: value for key, value in entry["effect"].items() if value}
                if found != row["effect"]:
                    text = f'entry "{row["id"]}", field effect: found {shown(found) or "nothing"}'
                    self.say(row["rule"], file, text, f"says {shown(row['effect'])}")
        for row in stated["needs"]:
            entry = self.technologies.get(row["id"])
            if entry is not None:
                self.check_prerequisites(row, entry)
        forbidden: Table = stated["forbidden"]
        for name in forbidden["names"]:
            if name not in self.pack.solo.axis_forbidden:
                text = f"field axis_forbidden: found no {name}"
                self.say(forbidden["rule"], "solo.toml", text, "has it")

    def check_prerequisites(self, row: Table, entry: Table) -> None:
        """Compare how many technologies one needs; which they are, only the printed icons tell."""
        for field, key in (("requires_all", "all"), ("requires_any", "any")):
            count = len(entry[field])
            more = key == "all" and row.get("or_more", False)
            if count < row[key] or (count > row[key] and not more):
                text = f'entry "{row["id"]}", field {field}: found {count} technologies'
                words = f"{row[key]} or more" if more else str(row[key])
                self.say(row["rule"], "technologies.toml", text, f"says {words}")

    # --- cards

    def check_cards(self, stated: Table) -> None:
        """Compare what the text says of events on all cards, and that there are such events."""
        file = "cards.toml"
        values: Table = stated["values"]
        for card in self.files[file]["cards"]:
            event: Table = card["event"]
            name = f'entry "{card["id"]}"'
            if event["op"] == "value":
                right = values.get(str(card["ops"]))
                if event["ops"] != right:
                    text = f"{name}, field event.ops: found {event['ops']} for {card['ops']} OPs"
                    self.say(values["rule"], file, text, f"says {shown(right)}")
            elif event["op"] == "influence" and event["vp"] not in stated["influence"]["vp"]:
                text = f"{name}, field event.vp: found {event['vp']}"
                words = " or ".join([str(x) for x in stated["influence"]["vp"]])
                self.say(stated["influence"]["rule"], file, text, f"says {words}")
            elif event["op"] == "peace" and event["bonus"] != stated["peace"]["bonus"]:
                text = f"{name}, field event.bonus: found {event['bonus']}"
                self.say(stated["peace"]["rule"], file, text, f"says {stated['peace']['bonus']}")
        events = [{"colour": card["colour"], **card["event"]} for card in self.files[file]["cards"]]
        for given in stated["exist"]:
            if not any([like(event, statement(given)) for event in events]):
                self.say(given["rule"], file, f"no event has {shown(statement(given))}", "has one")

    # --- the set-up

    def check_set_up(self, stated: Table) -> None:
        """Compare whose units stand at the numbers of the picture, and who begins alike."""
        player = {u.id: u.player for u in self.pack.units.units}
        scenarios = {s.id: s for s in self.pack.scenarios}
        first = scenarios.get(stated["scenario"])
        if first is None:
            return
        file = f"scenarios/{first.id}.toml"
        last = 0
        for row in stated["positions"]:
            last = row["last"]
            for number in range(row["first"], row["last"] + 1):
                here = [x for x in first.placement if x.no == number]
                if not here:
                    self.say(row["rule"], file, f"nothing stands at number {number}", "has units there")
                for x in here:
                    if player[x.unit] != row["player"]:
                        text = f"{x.unit} stands at number {number}"
                        self.say(row["rule"], file, text, f"has units of {row['player'] or 'nobody'} there")
                if len({x.area for x in here}) > 1:
                    self.say(row["rule"], file, f"number {number} is two areas", "has one area for it")
        for x in first.placement:
            if not 1 <= x.no <= last:
                text = f"{x.unit} stands at number {x.no}"
                self.say(stated["positions"][0]["rule"], file, text, f"has numbers from 1 to {last}")
        units = sorted([(x.area, x.unit, x.count) for x in first.placement])
        for row in stated["same"]:
            other = scenarios.get(row["scenario"])
            if other is not None and sorted([(x.area, x.unit, x.count) for x in other.placement]) != units:
                text = "field placement: found other units than in the whole war"
                self.say(row["rule"], f"scenarios/{other.id}.toml", text, "has the same")

    # --- the solo game, and stars that only one scenario has

    def check_own_stars(self, stated: Table) -> None:
        """Compare the stars of scenarios' own with what the text says of areas in every game."""
        for s in self.pack.scenarios:
            for row in s.stars:
                fixed = stated["areas"].get(row.area)
                if fixed is not None and row.stars != fixed["stars"]:
                    text = f"field stars: found {row.stars} for {row.area}"
                    self.say(fixed["rule"], f"scenarios/{s.id}.toml", text, f"says {fixed['stars']}")

    def check_solo_cards(self, stated: Table) -> None:
        """Compare how many actions a side of a solo card has."""
        most: int = stated["most_actions"]
        for card in self.files["solo.toml"]["solo_cards"]:
            for side in stated["sides"]:
                if len(card[side]) > most:
                    text = f'entry "{card["id"]}", field {side}: found {len(card[side])} actions'
                    self.say(stated["rule"], "solo.toml", text, f"shows at most {most}")
