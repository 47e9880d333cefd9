"""The references of the cards: a need and a handler have exactly their fields, and what these name exists."""

from __future__ import annotations

from msgspec import structs

from sandtable.games.blitzkrieg_general.components.pack_ids import Names
from sandtable.games.blitzkrieg_general.components.schema_cards import Card, Need, Params

FILE = "cards.toml"
# The fields of each kind of need.
NEED_FIELDS: dict[str, tuple[str, ...]] = {
    "target_neutral": (),
    "target_not_conquered": (),
    "target_at_war": (),
    "any_neutral": ("nations",),
    "all_neutral": ("nations",),
    "at_war": ("nations",),
    "entered_war": ("nations",),
    "not_conquered": ("nations",),
    "conquered_or_vichy": ("nations",),
    "never_attacked": ("nations",),
    "declared_on_or_invaded": ("nations", "on", "side", "home"),
    "production_min": ("nations", "n"),
    "home_areas_controlled": ("side", "nations", "n"),
    "areas_controlled": ("side", "areas", "n"),
    "no_area_in_region": ("nations", "region"),
    "islands_controlled": ("side", "nations", "n"),
    "held_for": ("side", "areas", "n"),
    "no_units_in_home": ("side", "home"),
    "enemy_in_own_home": (),
    "own_home_areas_open": (),
    "own_nation_at_war": ("n",),
    "bad_weather": ("map",),
    "year_min": ("n",),
    "card_in_effect": ("cards",),
    "card_in_effect_or_played": ("cards",),
    "card_played": ("cards",),
    "delivery_in_force": ("delivery",),
    "any_at_peace": ("nations",),
    "area_held": ("areas", "nations"),
    "areas_untaken": ("areas",),
    "first_by": ("nations",),
}
ONE_NATION = (
    "entered_war",
    "not_conquered",
    "conquered_or_vichy",
    "production_min",
    "home_areas_controlled",
    "no_area_in_region",
    "islands_controlled",
    "area_held",
    "first_by",
)
TWO_NATIONS = ("at_war", "never_attacked")
# The params of each handler; those with a question mark may be missing.
PARAMS: dict[str, tuple[str, ...]] = {
    "coup": ("target", "success", "none", "counter", "next_target?"),
    "activate": ("nations",),
    "no_reaction": ("nation",),
    "embargo": ("cancels",),
    "ignore_rivers": (),
    "weakened": ("side", "nation", "bonus"),
    "elite_bonus": ("dice", "bonus", "combats"),
    "end_delivery": ("delivery",),
    "redeploy": ("units", "distance", "types"),
    "vichy": ("nation", "area", "heir", "keepers", "mark", "turns"),
    "peace": ("nations", "dice", "end_at", "year"),
    "production": ("production",),
    "production_self": ("amount",),
    "peace_production": ("nation", "amount"),
    "coastal_defence": ("nation", "dice", "strength?", "home?", "strength_home?", "covers?"),
    "free_french": ("nation", "nations", "mark"),
    "guards": ("nation", "mark"),
    "take_initiative": (),
    "surrender": ("nation", "heir"),
    "end_limits": ("nations",),
    "areas_production": ("nation", "areas"),
    "occupy": ("nation", "area", "event"),
    "naval_quota": ("nation", "amount", "ended_by"),
    "kamikaze": ("nation", "types", "shots", "combats"),
    "lend_lease": ("nation", "amount"),
    "cancel_card": ("cancels",),
    "mountain_bonus": ("terrain", "types", "bonus"),
    "disband": ("nation", "color"),
    "naval_surprise": (),
    "para_drop": ("units", "types"),
    "partisans": ("amount",),
    "sabotage": (),
    "look_at_hands": (),
    "surprise": (),
    "allied_aircraft": ("nation", "nations", "mark", "types", "units"),
    "garrison": ("nation", "area", "amount", "heir"),
    "total_war": ("amount",),
    "region_exploit": ("region",),
    "declare_war": ("nation", "nations"),
    "winter_offensive": ("nation",),
}
FORCED = ("forced_at_once", "forced_next_turn")
ONLY_ONE = ("vichy", "peace", "end_limits", "naval_quota", "free_french", "allied_aircraft", "declare_war")
YEARS = range(1939, 1946)


class CardReferences(Names):
    """One method for each part of a card."""

    def check(self) -> None:
        """Check every card."""
        self.terrains = {str(row.id) for row in self.pack.tables.terrain}
        self.events = {x.event for x in self.pack.timetable.us_entry}
        for card in self.pack.cards.cards:
            self.at_id(FILE, card.id)
            self.check_owners(card)
            for need in card.needs:
                self.check_need(card, need)
            self.check_params(card)
        self.at(FILE)
        handlers = [str(card.handler) for card in self.pack.cards.cards]
        for handler in ONLY_ONE:
            number = handlers.count(handler)
            self.need_words(number <= 1, "cards", f"{number} with the handler {handler}", "one at most")

    def check_owners(self, card: Card) -> None:
        if card.owners != ("all",):
            for owner in card.owners:
                self.major("owners", owner)
        self.once("owners", card.owners)

    # --- prerequisites

    def check_need(self, card: Card, need: Need) -> None:
        wanted = NEED_FIELDS[need.kind]
        for field, value in structs.asdict(need).items():
            if field in ("kind", "lasting"):
                continue
            has = value is not None and value != "" and value != ()
            self.given(f"needs.{field}", has, field in wanted, need.kind)
        if need.kind in ("target_neutral", "target_not_conquered"):
            self.need(card.handler == "coup", "needs.kind", need.kind, "a coup for this need")
        number = len(need.nations)
        if need.kind in ONE_NATION:
            self.need_words(number == 1, "needs.nations", f"{number} nations", f"one for {need.kind}")
        if need.kind in TWO_NATIONS:
            right = number == 2 and need.nations[0] != need.nations[1]
            self.need_words(right, "needs.nations", f"{number} nations", f"two others for {need.kind}")
        if need.kind == "any_at_peace":
            self.need_words(number > 1, "needs.nations", f"{number} nations", f"two or more for {need.kind}")
        if need.kind == "year_min":
            self.need(need.n in YEARS, "needs.n", need.n, "a year")
        if need.kind in ("card_played", "card_in_effect_or_played"):
            number = len(need.cards)
            self.need_words(number == 1, "needs.cards", f"{number} cards", f"one for {need.kind}")
        self.check_need_names(need)

    def check_need_names(self, need: Need) -> None:
        for name in need.nations:
            self.nation("needs.nations", name)
        self.once("needs.nations", need.nations)
        for name in need.areas:
            self.area("needs.areas", name)
        self.once("needs.areas", need.areas)
        for name in need.cards:
            self.card("needs.cards", name)
        if need.on:
            self.nation("needs.on", need.on)
        if need.home:
            self.home("needs.home", need.home)
        if need.region:
            self.region("needs.region", need.region)
        if need.delivery:
            self.delivery("needs.delivery", need.delivery)

    # --- what a card does

    def check_params(self, card: Card) -> None:
        p = card.params
        wanted = list(PARAMS[card.handler])
        if card.timing in FORCED:
            wanted += ["forced", "givers"]
        for field, value in structs.asdict(p).items():
            has = value is not None and value != "" and value != () and value != {}
            if f"{field}?" not in wanted:
                self.given(f"params.{field}", has, field in wanted, card.handler)
        self.check_param_names(p)
        if card.handler == "coup":
            self.check_coup(p)
        elif card.handler == "coastal_defence":
            right = (p.home == "") == (p.strength_home is None)
            self.need_words(right, "params.strength_home", "one of home and strength_home", "both or none")
            right = p.strength is not None or p.strength_home is not None
            self.need_words(right, "params.strength", "no strength", "one")
        elif card.handler in ("cancel_card", "embargo"):
            for name in p.cancels:
                right = name != card.id and self.cards[name].after == "permanent"
                self.need(right, "params.cancels", name, "another card, one that is permanent")
        elif card.handler in ("peace", "end_limits"):
            number = len(p.nations)
            self.need_words(number == 2, "params.nations", f"{number} nations", "two")
        right = (card.after == "return_after_peace") == (card.handler == "peace")
        self.need(right, "after", card.after, '"return_after_peace" for a peace, and only for it')

    def check_param_names(self, p: Params) -> None:
        for field, major in (("heir", p.heir), ("forced", p.forced), ("ended_by", p.ended_by)):
            if major:
                self.major(f"params.{field}", major)
        for field, majors in (("givers", p.givers), ("keepers", p.keepers)):
            for name in majors:
                self.major(f"params.{field}", name)
            self.once(f"params.{field}", majors)
        for field, nation in (("nation", p.nation), ("target", p.target), ("next_target", p.next_target)):
            if nation:
                self.nation(f"params.{field}", nation)
        for nation in (*p.nations, *p.production):
            self.nation("params.nations" if nation in p.nations else "params.production", nation)
        self.once("params.nations", p.nations)
        for name in (*p.areas, p.area):
            if name:
                self.area("params.area" if name == p.area else "params.areas", name)
        self.once("params.areas", p.areas)
        for name in p.cancels:
            self.card("params.cancels", name)
        if p.home:
            self.home("params.home", p.home)
        if p.region:
            self.region("params.region", p.region)
        if p.delivery:
            self.delivery("params.delivery", p.delivery)
        if p.terrain:
            self.need(p.terrain in self.terrains, "params.terrain", p.terrain, "the id of a terrain")
        if p.event:
            self.need(
                p.event in self.events, "params.event", p.event, "an event of us_entry in timetable.toml"
            )

    def check_coup(self, p: Params) -> None:
        """The three results of a coup share the rolls of two dice among them."""
        for name in (p.target, p.next_target):
            self.need(name in self.minors or name == "", "params.target", name, "the id of a minor")
        rolls: list[int] = []
        for span in (p.success, p.none, p.counter):
            if span is not None:
                rolls += range(span[0], span[1] + 1)
        right = sorted(rolls) == list(range(2, 13))
        self.need_words(
            right,
            "params.success",
            "rolls " + ", ".join([str(x) for x in sorted(rolls)]),
            "2 to 12, each once",
        )
