"""What the text of a card must say of its effects and conditions, in one wording for all cards."""

from sandtable.games.other_side.components.schema import Pack
from sandtable.games.other_side.components.schema_cards import Condition, Effect

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FRONTS = {"east": "the East", "west": "the West", "south": "the South", "germany": "Germany"}
POSITIONS = {"east": "OB Ost", "west": "OB West", "south": "OB Süd"}
SIDES = {"axis": "Axis", "allied": "Allied"}
FACTIONS = {"western": "Western", "soviet": "Soviet"}
STATES = {
    "neutral": "Neutral",
    "satellite": "a Satellite",
    "western": "Western",
    "soviet": "Soviet",
    "occupied": "Occupied",
}
STATUSES = {"third_republic": "Third Republic", "vichy": "Vichy", "ffl": "FFL"}
COMBAT = ("axis_role", "combat_vs", "terrain_in")


def joined(parts: list[str], word: str) -> str:
    """A, B or C."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


class Sayings:
    """The wording of effects and conditions with the names of a pack."""

    def __init__(self, pack: Pack) -> None:
        self.area = {a.id: a.name for a in pack.areas.areas} | {b.id: b.name for b in pack.areas.bases}
        self.area["caucasus"] = "the Caucasus"
        self.sector = {s.id: s.name for s in pack.areas.sectors}
        self.land = {c.id: c.name for c in pack.countries.countries}
        self.land["france"] = "Vichy France"  # only Vichy is ever spoken of
        self.row: dict[str, str] = {r.id: r.name for r in pack.tracks.production}
        self.army: dict[str, str] = {a.id: a.name for a in pack.armies.armies}
        self.project = {c.id: c.name for c in pack.production.cards}

    # --- effects

    def effects(self, effects: tuple[Effect, ...]) -> list[str]:
        return [self.effect(e) for e in effects]

    def effect(self, e: Effect) -> str:
        return self.of_tracks(e) or self.of_states(e) or self.of_combat(e)

    def of_tracks(self, e: Effect) -> str:
        n = e.n or 0
        sign = f"{n:+d}"
        match e.op:
            case "resources" | "fanaticism" | "unrest" | "technology":
                return f"{upper(e.op)} {sign}"
            case "strategic_warfare":
                return f"Strategic Warfare {sign}"
            case "set_unrest":
                return f"Unrest to {n}"
            case "air":
                return f"Air/Naval Control of {FRONTS[e.track]} {sign}"
            case "air_front":
                return f"Air/Naval Control of the Front {sign}"
            case "air_any":
                return f"{WORDS[n]} more point{'s' if n > 1 else ''} of Air/Naval Control on any Track"
            case "unlock":
                return f"the Locked marker leaves box {e.box}"
            case "flip_limit":
                return f"the {self.row[e.category]} marker is flipped (box 3 opens)"
            case "production_shift":
                if e.category == "replacement_choice":
                    return f"one Replacement marker {sign}"
                more = " (and Fanaticism with it)" if e.category == "consumer_goods" else ""
                return f"{self.row[e.category]} {sign}{more}"
            case "pool_add":
                plural = "ies" if n > 1 else "y"
                return f"{WORDS[n]} {self.army[e.army].removesuffix('y')}{plural} into the Force Pool"
            case "diplomacy_bonus":
                return f"{sign} to the next Diplomacy roll for {self.land[e.country]}"
            case "western_strategic_hits":
                return f"{sign} Western Hit in every Strategic Warfare roll"
            case "axis_strategic_hits":
                return f"{sign} Axis Hit in every Strategic Warfare roll"
            case "bombing_shift":
                return f"Bombing of Germany is read as if Air/Naval Control were {n} higher"
            case "ignore_next_bombing":
                return f"the next {WORDS[n]} Bombings of Germany are ignored"
        return ""

    def of_states(self, e: Effect) -> str:
        n = e.n or 0
        match e.op:
            case "activate_satellite":
                return f"{self.land[e.country]} becomes a Satellite"
            case "activate_western":
                return f"{self.land[e.country]}, if Neutral, joins the Western Faction"
            case "activate_ussr":
                return "the USSR enters the war"
            case "activate_usa":
                return "the USA enters the war"
            case "no_offensive":
                where = "the next Operations Phase" if e.where == "next_ops" else self.area[e.where]
                return f"no {FACTIONS[e.faction]} Offensive in {where}"
            case "occupy":
                return f"{self.area[e.area]} is Occupied"
            case "france_surrenders":
                return "France surrenders"
            case "italy_status":
                return f"the Status of Italy becomes {upper(e.to)}"
            case "vichy_collapse":
                return "Vichy France ends (FFL)"
            case "activate_ob":
                return f"the Position {POSITIONS[e.front]} opens"
            case "unquestion":
                return f"up to {WORDS[n]} Questioned Generals are turned to their regular side"
            case "country_switches":
                way = "becomes Neutral" if e.to == "neutral" else f"goes over to the {FACTIONS[e.to]} Faction"
                return f"{self.land[e.country]} {way}"
            case "coup_attempt":
                return "a Coup is attempted"
            case "discard_black_orchestra":
                return f"up to {WORDS[n]} random Black Orchestra cards go back to their deck"
            case "ops_modifier":
                return f"{WORDS[n]} more red die in every Soviet attack of this Operations Phase"
            case "choice":
                if all(len(o) == 1 and o[0].op == "diplomacy_bonus" for o in e.options):
                    lands = [self.land[o[0].country] for o in e.options]
                    return f"{e.options[0][0].n:+d} to the next Diplomacy roll for {joined(lands, 'or')}"
                return joined([" and ".join(self.effects(option)) for option in e.options], "or")
            case "if":
                assert e.cond is not None and not (e.then and e.else_)
                word = "if" if e.then else "unless"
                told = " and ".join(self.effects(e.then or e.else_)).replace(", if Neutral,", "")
                return f"{told} {word} {self.condition(e.cond)}"
        return ""

    def of_combat(self, e: Effect) -> str:
        n = e.n or 0
        match e.op:
            case "axis_hits":
                return f"{n:+d} Axis Hit"
            case "allied_hits":
                return f"{n:+d} Allied Hit"
            case "add_dice":
                return f"{WORDS[n]} more {e.color} di{'c' if n > 1 else ''}e"
            case "reroll":
                dice = "one blank {} die" if n == 1 else f"up to {WORDS[n]} blank {{}} dice"
                return f"re-roll {dice.format(SIDES[e.side])}"
            case "convert":
                return self.converted(e)
            case "no_second_advance":
                return "no second Advance"
            case "free_second_advance":
                return "the second Advance costs no Reduction"
            case "second_advance_any_terrain":
                return "the second Advance may enter any terrain except Fortified and Festung"
            case "ignore_special":
                return "cancel the Special Effect of the Combat card"
            case "lose_less":
                return f"ignore {WORDS[n]} Retreat or Reduction"
            case "extra_retreat":
                return f"{WORDS[n]} further Retreat if the Axis is defeated"
            case "retreats_become_reductions":
                return "the first Retreat must be taken as a Reduction"
            case "reduce":
                where = "of the Armies in the Combat" if e.where == "combat" else f"in {self.area[e.where]}"
                return f"{WORDS[n]} Reduction {where}"
            case "eliminate_satellite":
                where = "the Combat" if e.where == "combat" else self.area[e.where]
                count = "one Satellite Army" if n == 1 else f"up to {WORDS[n]} Satellite Armies"
                return f"eliminate {count} in {where}"
            case "question":
                who = {"leading": "Leading General", "ag_head": "activated Head", "ob": "OB"}[e.who]
                return f"the {who} becomes Questioned"
        raise AssertionError(e)

    def converted(self, e: Effect) -> str:
        colour = "" if e.color == "any" else f"{e.color} "
        match (e.from_, e.to):
            case ("blank", "hit"):
                return f"turn one blank {colour}die into a Hit"
            case ("hit", "blank"):
                return f"one {colour}Hit is lost"
            case ("tank", "hit"):
                if e.n == 9:
                    return f"{SIDES[e.side]} tanks count as one Hit only"
                return f"one {SIDES[e.side]} tank counts as one Hit only"
        raise AssertionError(e)

    # --- conditions

    def condition(self, c: Condition) -> str:
        """A clause without a conjunction: the Axis controls Poland."""
        if c.all:
            combat = [x for x in c.all if any(getattr(x, key) for key in COMBAT)]
            rest = [self.condition(x) for x in c.all if x not in combat]
            return " and ".join(([self.fight(combat)] if combat else []) + rest)
        if c.any:
            return self.one_of(c.any)
        if c.not_ is not None:
            return self.negation(c.not_)
        if c.axis_role or c.combat_vs or c.terrain_in:
            return self.fight([c])
        return self.of_map(c) or self.of_rest(c)

    def one_of(self, conditions: tuple[Condition, ...]) -> str:
        """Several of a kind in one clause: the Axis controls Egypt or the Caucasus."""
        clauses = [self.condition(x) for x in conditions]
        for start, end in (
            ("the Axis controls ", ""),
            ("a Western Disk lies in ", ""),
            ("", " is a Satellite"),
        ):
            if all(x.startswith(start) and x.endswith(end) for x in clauses):
                return start + joined([x[len(start) : len(x) - len(end)] for x in clauses], "or") + end
        if all(x.axis_disk_in for x in conditions):
            return f"an Axis Disk lies in {joined([self.area[x.axis_disk_in] for x in conditions], 'or')}"
        if all(x.army_in_combat for x in conditions):
            return f"a {joined([upper(x.army_in_combat) for x in conditions], 'or')} Army takes part"
        return " or ".join(clauses)

    def fight(self, conditions: list[Condition]) -> str:
        verb, foe, ground = "fights", "", ""
        for c in conditions:
            if c.axis_role:
                verb = {"attacker": "attacks", "defender": "defends"}[c.axis_role]
            if c.combat_vs:
                foe = f"the {FACTIONS[c.combat_vs]} Faction"
            if c.terrain_in:
                ground = f" in {joined([upper(x) for x in c.terrain_in], 'or')}"
        foe = foe and (f" {foe}" if verb == "attacks" else f" against {foe}")
        return f"the Axis {verb}{foe}{ground}"

    def of_map(self, c: Condition) -> str:
        if c.area_control is not None:
            who = {"axis": "the Axis"}.get(c.area_control.by, f"the {upper(c.area_control.by)} Faction")
            return f"{who} controls {self.area[c.area_control.area]}"
        if c.country_is is not None:
            return f"{self.land[c.country_is.country]} is {STATES[c.country_is.is_]}"
        if c.sector_axis or c.base_axis:
            return f"the Axis holds {self.sector[c.sector_axis] if c.sector_axis else self.area[c.base_axis]}"
        for side, area in (
            ("an Axis", c.axis_disk_in),
            ("a Western", c.western_disk_in),
            ("a Soviet", c.soviet_disk_in),
        ):
            if area:
                return f"{side} Disk lies in {self.area[area]}"
        if c.front_in:
            return f"the Combat is in {joined([FRONTS[x] for x in c.front_in], 'or')}"
        if c.combat_area_in:
            return f"the Combat is in {joined([self.area[x] for x in c.combat_area_in], 'or')}"
        return ""

    def of_rest(self, c: Condition) -> str:
        for land, war in (("USSR", c.ussr_at_war), ("USA", c.usa_at_war)):
            if war is not None:
                return f"the {land} is {'' if war else 'not '}at war"
        if c.season_in:
            return f"it is {joined([upper(x) for x in c.season_in], 'or')}"
        if c.year_min is not None:
            return f"the year is {c.year_min} or later"
        if c.italy_status_in:
            return f"the Status of Italy is {joined([upper(x) for x in c.italy_status_in], 'or')}"
        if c.france_status_in:
            return f"the Status of France is {joined([STATUSES[x] for x in c.france_status_in], 'or')}"
        if c.fanaticism_max is not None:
            return f"Fanaticism is {c.fanaticism_max} or less"
        if c.resources_max is not None:
            return f"Resources are {c.resources_max} or less"
        if c.landing_on_map is not None:
            return f"{'a' if c.landing_on_map else 'no'} Landing marker lies in an Area"
        if c.black_orchestra_min is not None:
            return f"{WORDS[c.black_orchestra_min]} Black Orchestra cards or more are on the boards"
        if c.project_completed:
            return f"{self.project[c.project_completed]} is completed"
        if c.paratroops_on_track is not None:
            return f"the Paratroops are {'' if c.paratroops_on_track else 'not '}on their Track"
        if c.army_in_combat:
            return f"a {self.army[c.army_in_combat]} takes part"
        raise AssertionError(c)

    def negation(self, c: Condition) -> str:
        if c.any:
            return " and ".join([self.negation(x) for x in c.any])
        text = self.condition(c)
        for old, new in (
            (" controls ", " does not control "),
            (" is ", " is not "),
            (" are ", " are not "),
        ):
            if old in text:
                return text.replace(old, new, 1)
        for article in ("a Western", "a Soviet", "an Axis"):
            if text.startswith(f"{article} Disk"):
                return f"no{text[len(article.split()[0]) :]}"
        raise AssertionError(text)
