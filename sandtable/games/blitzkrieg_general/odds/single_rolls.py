"""The odds of single rolls: searches at sea, raids, coasts, V-weapons and the atomic bomb, research."""

from __future__ import annotations

from typing import Final

from sandtable.engine.odds import Chances, Odds, Row, added, clamped, hits, walked
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import RAID
from sandtable.games.blitzkrieg_general.components.constants import COMBAT, INVADING, NONE
from sandtable.games.blitzkrieg_general.components.ids import ATOM, SEARCH
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.odds.combat_tree import CombatTree, error_of
from sandtable.games.blitzkrieg_general.odds.fire_rounds import SIDES, copied, play_step
from sandtable.games.blitzkrieg_general.rules.combat import air_battle, strategic_raids
from sandtable.games.blitzkrieg_general.rules.combat.combat_dice import steps
from sandtable.games.blitzkrieg_general.rules.combat.strength import in_air
from sandtable.games.blitzkrieg_general.rules.economy import research
from sandtable.games.blitzkrieg_general.rules.naval import invasion, naval_search

DOCTRINE: Final = (
    "Losses, retreats and segments are chosen as the bots would choose them; cards are not counted."
)
COMING: Final = "Reserves, aircraft and ships that may still come are not counted."


# --- words


def refs_of(g: Board, space: int, units: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Return a space and units as choices."""
    return (g.ids.space + space, *[g.ids.unit + unit for unit in units])


def unit_losses(g: Board, found: list[tuple[int, int, int]]) -> tuple[str, int]:
    """Return in words what happens to units, and how many are eliminated.

    Each is given with the hits it could take before and after.
    """
    changed: list[str] = []
    gone = 0
    for unit, before, after in found:
        if after < before:
            changed.append(f"{words.unit(g, unit)} {'flipped' if after else 'eliminated'}")
            if not after:
                gone += 1
    return words.tally(changed) if changed else "no effect", gone


def with_how(title: str, how: str) -> str:
    """Return a title with its condition."""
    return f"{title}, {how}" if how else title


def rows_of(found: dict[str, float], good: dict[str, int]) -> tuple[Row, ...]:
    """Return rows in the order in which they were found."""
    return tuple([Row(text, chance, good[text]) for text, chance in found.items()])


# --- searches


def search_once(g: Board) -> int:
    """Let one side search, if it can; return 1 if it finds the enemy."""
    step = g.agenda[-1]
    assert isinstance(step, naval_search.Encounter)
    if step.run(g):
        step.answer(g, NONE, SEARCH)
    after = g.agenda[-1]
    assert isinstance(after, naval_search.Encounter)
    return after.mine if after.stage == naval_search.THEIRS else after.theirs


def search_chances(g: Board, step: naval_search.Encounter) -> list[tuple[int, float]]:
    """Return whether the searching side finds the enemy: 0 and 1 with their chances."""
    h = copied(g)
    h.agenda = [step]
    found = walked(h, search_once) or {}
    return sorted(found.items())


def encounter_odds(g: Board, step: naval_search.Encounter) -> list[Odds]:
    """Return the odds of the searches of ships that meet, if any is still to be made."""
    if step.stage > naval_search.THEIRS:
        return []
    side, zone = g.side, step.zone
    both: dict[tuple[int, int], float] = {}
    for mine, p in search_chances(g, step) if step.stage == naval_search.MINE else [(step.mine, 1.0)]:
        for theirs, q in search_chances(g, naval_search.Encounter(zone, naval_search.THEIRS, mine, NONE)):
            both[(mine, theirs)] = p * q
    fleet = len(step.ships(g, side)) > 0
    chances: dict[str, float] = {}
    good: dict[str, int] = {}
    for mine, theirs in ((1, 1), (1, 0), (0, 1), (0, 0)):
        if both.get((mine, theirs), 0.0) > 0.0:
            text = search_text(side, mine, theirs, fleet)
            chances[text] = chances.get(text, 0.0) + both[(mine, theirs)]
            good[text] = mine - theirs if fleet else mine
    units = step.searching_units(g, side) + step.searching_units(g, 1 - side)
    needs = [search_target_text(who, step.need(g, who)) for who in (side, 1 - side)]
    note = f"{words.listed(needs)}. Both are assumed to search where they can; cards are not counted."
    ours, enemy = (
        words.units(g, step.searching_units(g, side)),
        words.units(g, step.searching_units(g, 1 - side)),
    )
    title = f"Search in {words.space(g, zone)}: {ours} against {enemy}"
    refs = refs_of(g, zone, units)
    return [Odds(title, "A6.4.3D2", rows_of(chances, good), (), 0.0, refs, f"T{note[1:]}")]


def search_text(side: int, mine: int, theirs: int, fleet: bool) -> str:
    """Return the result of two searches; aircraft cannot be found, and fight whatever they find."""
    if not mine and not theirs:
        return "Nobody is found: no combat"
    if not fleet:
        return f"T{words.side_does(side, 'finds', 'find')[1:]} the enemy: combat"
    if mine and theirs:
        return "Both find each other: combat"
    finder = side if mine else 1 - side
    return f"Only {words.side_does(finder, 'finds', 'find')} the enemy, and may fight"


def search_target_text(side: int, need: int) -> str:
    """Return what a side needs to find the enemy."""
    if not need:
        return words.side_does(side, "cannot", "cannot") + " search"
    return words.side_does(side, "needs", "need") + f" {need} or less on two dice"


def search_passing(g: Board) -> int:
    """Let enemies search for a group that passes; return 1 if they find it."""
    step = g.agenda[-1]
    assert isinstance(step, naval_search.Passing)
    step.search(g)
    return len(g.agenda)


def passing_odds(g: Board, step: naval_search.Passing) -> list[Odds]:
    """Return the odds of the search for ships that pass, if it is still to be made."""
    if step.stage:
        return []
    h = copied(g)
    h.agenda = [step]
    found = walked(h, search_passing) or {}
    hunters = naval_search.hunters(g, step.zone, step.ships)
    rows = []
    follows = "the move may end in combat" if step.beyond(g) else "one round of combat may follow"
    for number, text, good in ((1, f"Found: {follows}", -1), (0, "Not found", 1)):
        if number in found:
            rows.append(Row(text, found[number], good))
    ships = list(step.ships)
    where = words.space(g, step.zone)
    title = f"{words.units(g, hunters)} in {where} search for {words.units(g, ships)}"
    return [Odds(title, "A6.4.3D1", tuple(rows), (), 0.0, refs_of(g, step.zone, hunters + ships))]


# --- coasts


def coast_odds(g: Board, area: int, how: str) -> list[Odds]:
    """Return the odds of the coast's fire at a landing."""
    units = [unit for unit in g.at[area] if g.cond[unit] & INVADING and g.carrier[unit] < 0]
    if not units:
        return []
    landed = units[:]
    for unit in landed:
        ship = invasion.convoy_of(g, unit)
        if ship != NONE and ship not in units:
            units.append(ship)
    chances: dict[str, float] = {}
    good: dict[str, int] = {}
    lost = 0.0
    for die in range(1, SIDES + 1):
        h = copied(g, die)
        h.agenda = []
        invasion.coastal_defence(h, area)
        while h.agenda:
            play_step(h, h.agenda[-1])
        after = [(u, steps(g, u), steps(h, u) if h.place[u] >= 0 else 0) for u in units]
        text, gone = unit_losses(g, after)
        text = text[0].upper() + text[1:]
        chances[text] = chances.get(text, 0.0) + 1.0 / SIDES
        good[text] = 1 if text == "No effect" else -1
        lost += gone / SIDES
    title = with_how(f"The coast of {words.space(g, area)} against {words.units(g, landed)}", how)
    means = (("units eliminated", lost),)
    return [Odds(title, "A6.5.4h", rows_of(chances, good), means, 0.0, refs_of(g, area, units), DOCTRINE)]


# --- raids


class RaidOutcomes:
    """The possible results of a raid, added up over all ends of its air combat."""

    def __init__(self, area: int) -> None:
        self.area = area
        self.chances: dict[str, float] = {}
        self.good: dict[str, int] = {}
        self.points = 0.0

    def add(self, text: str, points: int, good: int, chance: float) -> None:
        """Add an outcome."""
        self.chances[text] = self.chances.get(text, 0.0) + chance
        self.good[text] = good
        self.points += points * chance

    def roll_bombers(self, g: Board, units: list[int], chance: float, before: str) -> None:
        """Add the outcomes of one roll for each bomber."""
        found: Chances = {0: 1.0}
        for unit in units:
            found = added(found, hits(1, max(0, min(SIDES, in_air(g, unit, self.area, False))) / SIDES))
        found = clamped(found, 0, strategic_raids.production_left(g, self.area))
        for number in sorted(found):
            if found[number] > 0.0:
                text = f"{before}{words.points(number)} destroyed"
                self.add(text[0].upper() + text[1:], number, 1 if number else -1, chance * found[number])

    def drop_bombs(self, g: Board, chance: float) -> None:
        """Add the outcomes of the bombs after the air combat."""
        area = self.area
        bombers = [u for u in air_battle.bombers(g, area) if g.place[u] == area]
        carrier = NONE
        for unit in strategic_raids.raiders(g, area):
            if g.target[unit] == area:
                carrier = unit
        plain = [u for u in bombers if u != carrier]
        if carrier == NONE:
            self.roll_bombers(g, plain, chance, "")
            return
        for die in range(1, SIDES + 1):
            if strategic_raids.stop_bomber(copied(g, die), carrier, air_battle.hits_on_raiders(g)):
                self.roll_bombers(g, plain, chance / SIDES, "the atomic bomber is brought down, ")
            else:
                add_explosion(self, g, g.serves[carrier], area, chance / SIDES)


def add_explosion(found: RaidOutcomes, g: Board, major: int, area: int, chance: float) -> None:
    """Add the outcomes of an atomic bomb: its area's production is gone, its country may surrender."""
    home = strategic_raids.collapsing_home(g, area)
    worth = strategic_raids.production_left(g, area)
    text = f"The atomic bomb destroys {words.points(worth)}"
    if home == NONE:
        found.add(text, worth, 1, chance)
        return
    country = g.t.home_country[home]
    name = words.country(g, country) if len(g.t.homes_of[country]) == 1 else g.t.home_name[home]
    for die in range(1, SIDES + 1):
        h = copied(g, die)
        strategic_raids.explode(h, major, area)
        fallen = (h.homes_conquered >> home) & 1 != 0
        verb = "surrenders" if fallen else "fights on"
        outcome = f"{text}; {name} {verb}"
        found.add(outcome, worth, 1, chance / SIDES)


def raid_odds(g: Board, area: int, how: str) -> Odds:
    """Return the odds of a raid; `g` may be in the middle of its air combat, with `Battle` on the agenda."""
    h = copied(g)
    found = RaidOutcomes(area)
    lost = [0.0, 0.0]
    error = 0.0
    if h.fight is None or h.fight.kind != RAID:
        h.agenda = []
        h.fight = None
        air_battle.intercept(h, area)
    units = strategic_raids.raiders(g, area) + strategic_raids.escorts(g, area)
    if h.fight is None:
        found.drop_bombs(h, 1.0)
    else:
        tree = CombatTree(h)
        ends = tree.ends()
        guessed = RaidOutcomes(area)
        known = 1.0 / (1.0 - ends.lost)
        for end in ends.sure + ends.guessed:
            found.drop_bombs(end.node.board, end.chance * known)
            for party in (0, 1):
                lost[party] += end.chance * known * tree.count_losses(end.node, party)[0]
        for end in ends.guessed:
            guessed.drop_bombs(end.node.board, end.chance)
        error = error_of(list(guessed.chances.values()), ends)
    means = (
        ("BP destroyed", found.points),
        (f"units lost by the {words.side(g.side)}", lost[0]),
        (f"units lost by the {words.side(1 - g.side)}", lost[1]),
    )
    rows = [Row(text, min(1.0, found.chances[text]), found.good[text]) for text in sorted(found.chances)]
    mine = [unit for unit in units if g.side_of_unit(unit) == g.side]
    title = with_how(f"Raid on {words.space(g, area)} by {words.units(g, mine)}", how)
    note = DOCTRINE if g.phase == COMBAT and h.fight is not None else f"{DOCTRINE} {COMING}"
    return Odds(title, "A6.5.6", tuple(rows), means, error, refs_of(g, area, units), note)


# --- V-weapons


def strikes_odds(g: Board, step: strategic_raids.Strike, seat: int) -> list[Odds]:
    """Return the odds of a V-weapon against each area it may be fired at."""
    majors = strategic_raids.strikers(g, seat) if step.major == NONE else [step.major]
    found: list[Odds] = []
    for major in majors:
        for area in strategic_raids.strike_targets(g, major) if step.area == NONE else [step.area]:
            aimed = strategic_raids.Strike(seat, major, area)
            for choice in aimed.choices(g, seat):
                found.append(strike_odds(g, major, area, choice))
    return found


def strike_odds(g: Board, major: int, area: int, choice: int) -> Odds:
    """Return the odds of a V-weapon, with the bomb or without it, against an area."""
    result = RaidOutcomes(area)
    if choice == ATOM:
        add_explosion(result, g, major, area, 1.0)
        title = f"{words.people(g, major)} V-weapon with the atomic bomb at {words.space(g, area)}"
    else:
        for die in range(1, SIDES + 1):
            h = copied(g, die)
            strategic_raids.strike(h, major, area, False)
            lost = h.bombed[area] - g.bombed[area]
            text = f"Hit: {words.points(lost)} destroyed" if lost else "No hit"
            result.add(text, lost, 1 if lost else -1, 1.0 / SIDES)
        title = f"{words.people(g, major)} V-weapon at {words.space(g, area)}"
    means = (("BP destroyed", result.points),)
    refs = (g.ids.space + area, g.ids.country + major)
    return Odds(title, "A7.5.1", rows_of(result.chances, result.good), means, 0.0, refs)


# --- research


def research_odds(g: Board, major: int) -> Odds:
    """Return the odds of a research roll, and the numbers left after it."""
    chances: dict[str, float] = {}
    good: dict[str, int] = {}
    for die in range(1, SIDES + 1):
        h = copied(g, die)
        h.agenda = [research.ResearchRoll(major)]
        h.agenda[-1].run(h)
        if h.agenda:
            text = "The research succeeds"
        else:
            text = f"The research fails, {words.count(h.numbers[major], 'number')} left"
        chances[text] = chances.get(text, 0.0) + 1.0 / SIDES
        good[text] = 1 if h.agenda else -1
    numbers = words.count(g.numbers[major], "number")
    title = f"{words.country(g, major)} rolls for research with {numbers}"
    return Odds(title, "A7.5b", rows_of(chances, good), (), 0.0, (g.ids.country + major,))
