"""Air and submarine missions: support of attacks, countering, the Battle of the Atlantic.

Effects of developments [13.10] [13.11], winter [19] and politics [9j] on them are here too. A counter not
in a box, on an attack, bombing or at sea is free to be created again.
"""

from typing import Final

from sandtable.engine.step import Ask, Refusal, Window
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import ALLIES, WINTER
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.rules.base_steps import ActiveStep

NOT_YOUR_MISSION: Final = Refusal("This mission belongs to another side.", "11")
NONE_IN_BOX: Final = Refusal("There is no such mission in your missions box.", "11")
NO_ATTACK: Final = Refusal("A mission supports an attack that has been declared, and there is none.", "11a")
HAS_MISSION: Final = Refusal("This attack already has an air mission.", "17h")
NO_FLYING: Final = Refusal(
    "In winter air missions support attacks only in Africa, except Allied missions in 1945.",
    "19a",
)
NOT_BEFORE_1941: Final = Refusal(
    "Before 1941 Germany uses no air missions in Finland, Greece and Africa.", "9j"
)
CANNOT_COUNTER: Final = Refusal("An advanced mission can be countered only by an advanced one.", "13.11a")
NOT_YOUR_BOATS: Final = Refusal("Only the Axis sends out submarines, in its own turn.", "12")
NO_BOATS: Final = Refusal("There is no such submarine mission in the missions box.", "12")


# --- counters


def free_air(g: Board, kind: int) -> int:
    """Return how many air mission counters of a kind are free. [1e] [11e]"""
    free = g.t.air_count[kind] - g.air[2 * kind] - g.air[2 * kind + 1] - g.bombers[kind]
    for attack in g.attacks:
        if attack.air >> 1 == kind:
            free -= 1
    return free


def free_submarines(g: Board) -> int:
    """Return how many submarine mission counters are free. [1e] [12c]"""
    sea = g.atlantic
    return g.t.sub_count - g.subs[0] - g.subs[1] - sea[0] - sea[1]


def in_box(g: Board, side: int) -> list[int]:
    """Return the air missions in a side's box, each as kind * 2 + 1 if advanced."""
    kinds = g.t.air_kinds_of_side[side]
    return [mission for kind in kinds for mission in (2 * kind, 2 * kind + 1) if g.air[mission] > 0]


def advanced_in_box(g: Board, side: int) -> list[int]:
    """Return the advanced air missions in a side's box."""
    return [mission for mission in in_box(g, side) if mission & 1]


def mission_name(g: Board, mission: int) -> str:
    """Return a mission (kind * 2 + 1 if advanced) in words."""
    name = g.t.air_name[mission >> 1]
    return f"{name} (advanced)" if mission & 1 else name


def with_air(attack: Attack, mission: int) -> Attack:
    """Return the same attack with this mission, or without one (-1)."""
    return Attack(attack.attacker, attack.defender, attack.area, attack.via, attack.supports, mission)


# --- supporting attacks


def why_not_support(g: Board, mission: int, attack: Attack) -> Refusal | None:
    """Return why a mission of the active side cannot be placed on an attack; None if it can. [11a]

    Any mission of the side helps any of its armies, wherever they are. [11f, R58]
    """
    t = g.t
    area = attack.area
    if attack.air >= 0:  # [17h]
        return HAS_MISSION
    if t.season[g.turn] == WINTER and not t.winter_air[area] and g.turn not in t.winter_air_turns[g.side]:
        return NO_FLYING  # [19] [19a], but Africa [19d] and the Allies in 1945 [19e]
    if g.turn < t.barred_until[t.air_nation[mission >> 1]][area]:  # [9j]
        return NOT_BEFORE_1941
    return None


def air_choices(g: Board) -> list[int]:
    """Return the missions in the active side's box that can support a declared attack now. [11] [11a]"""
    out: list[int] = []
    if g.attacks:
        for mission in in_box(g, g.side):
            if why_not_place_air(g, mission) is None:
                out.append(g.ids.mission + mission)
    return out


def can_support(g: Board, attack: Attack) -> bool:
    """Return whether the active side has a mission that can support an attack now."""
    for mission in in_box(g, g.side):
        if why_not_support(g, mission, attack) is None:
            return True
    return False


def why_not_place_air(g: Board, mission: int) -> Refusal | None:
    """Return why the active side cannot place a mission on an attack now; None if it can."""
    if g.t.air_side[mission >> 1] != g.side:
        return NOT_YOUR_MISSION
    if g.air[mission] == 0:
        return NONE_IN_BOX
    reason: Refusal | None = NO_ATTACK
    for attack in g.attacks:
        reason = why_not_support(g, mission, attack)
        if reason is None:
            break
    return reason


class PlaceAir(ActiveStep):
    """Places a mission from the box on a declared attack, which is chosen by the army under attack. [11a]"""

    def __init__(self, mission: int) -> None:
        self.mission = mission  # kind * 2 + (1 if advanced)

    def run(self, g: Board) -> bool:
        choices = self.choices(g, 0)
        if len(choices) > 1:
            return True
        self.answer(g, 0, choices[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        open_attacks = [attack for attack in g.attacks if why_not_support(g, self.mission, attack) is None]
        return [g.ids.unit + attack.defender for attack in open_attacks]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        t = g.t
        defender = choice - g.ids.unit
        i = g.attack_on(defender)
        g.agenda.pop()
        g.air[self.mission] -= 1
        g.attacks[i] = with_air(g.attacks[i], self.mission)
        if g.log is not None:
            area = t.area_name[g.attacks[i].area]
            army = words.army(g, defender)
            text = f"{area}: {mission_name(g, self.mission)} supports the attack on {army}."
            g.log.add(text, "11a", (choice,))
        g.push(Counter(defender))

    def prompt(self, g: Board, seat: int) -> Ask:
        text = f"{mission_name(g, self.mission)}: which attack does it support? Choose the army under attack."
        return Ask(text, "11a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return None
        i = g.attack_on(unit)
        if i < 0:
            return Refusal("No attack on this army has been declared.", "11a")
        return why_not_support(g, self.mission, g.attacks[i])


class Counter(Window[Board]):
    """The side under attack may spend a mission to cancel the one just placed. [11c]"""

    secret = False  # missions lie open on the table

    def __init__(self, defender: int) -> None:
        self.defender = defender

    def reactor(self, g: Board) -> int:
        """Return the side whose army is attacked; its partner cannot help. [R29]"""
        return g.seat_of[g.t.unit_side[self.defender]]

    def reactions(self, g: Board, seat: int) -> list[int]:
        """Return the side's missions, of any nation, that may counter. [11f, R58]"""
        missions = in_box(g, g.t.unit_side[self.defender])
        return [g.ids.mission + mission for mission in missions if self.why_not_counter(g, mission) is None]

    def why_not_counter(self, g: Board, mission: int) -> Refusal | None:
        """Return why a mission of the side attacked cannot counter; None if it can."""
        attack = g.attacks[g.attack_on(self.defender)]
        # Advanced missions counter both kinds, basic ones only basic ones. [13.11a] [13.11d]
        if attack.air & 1 and not mission & 1:
            return CANNOT_COUNTER
        if g.turn < g.t.barred_until[g.t.air_nation[mission >> 1]][attack.area]:  # countering too [9j]
            return NOT_BEFORE_1941
        return None

    def react(self, g: Board, choice: int) -> None:
        """Spend both missions; another may be placed, and countered again. [11c] [11d] [11e]"""
        mission = choice - g.ids.mission
        i = g.attack_on(self.defender)
        g.agenda.pop()
        g.air[mission] -= 1
        g.attacks[i] = with_air(g.attacks[i], -1)
        if g.log is not None:
            area = g.t.area_name[g.attacks[i].area]
            g.log.add(f"{area}: {mission_name(g, mission)} counters it; both are spent.", "11c", (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        t = g.t
        attack = g.attacks[g.attack_on(self.defender)]
        return Ask(
            f"{t.area_name[attack.area]}, attack on {words.army(g, self.defender)}, supported by: "
            f"{mission_name(g, attack.air)}. Counter it with one of your missions, or pass.",
            "11c",
        )

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        mission = g.ids.air_mission(choice)
        if mission < 0:
            return None
        if g.t.air_side[mission >> 1] != g.t.unit_side[self.defender]:
            return Refusal("Only the side whose army is attacked can counter, with its own missions.", "11c")
        return NONE_IN_BOX if g.air[mission] == 0 else self.why_not_counter(g, mission)


# --- submarines


def why_not_place_sub(g: Board, advanced: int) -> Refusal | None:
    """Return why a submarine mission cannot be placed now; None if it can. [12b]"""
    if g.side != g.t.sub_side:
        return NOT_YOUR_BOATS
    return None if g.subs[advanced] > 0 else NO_BOATS


def sub_choices(g: Board) -> list[int]:
    """Return the submarine missions that can be placed: any, at any time of the Axis turn. [12] [12b]"""
    out: list[int] = []
    for advanced in range(2):
        if why_not_place_sub(g, advanced) is None:
            out.append(g.ids.submarine + advanced)
    return out


def place_sub(g: Board, advanced: int) -> None:
    """Move a submarine mission to the Battle of the Atlantic box. [12]"""
    t = g.t
    g.subs[advanced] -= 1
    g.atlantic[advanced] += 1
    # What the Allies have when it is placed decides whether one is enough. [13.10a, R12]
    if advanced and not g.tile(ALLIES, t.advanced_warships):
        g.atlantic[2] += 1
    if g.log is not None:
        kind = "advanced" if advanced else "basic"
        text = f"{t.side_name[g.side]}: a submarine mission ({kind}) to the Battle of the Atlantic."
        g.log.add(text, "12", (g.ids.submarine + advanced,))


def has_enough_boats(g: Board, warships: bool) -> bool:
    """Return whether the submarines at sea cost the Allies an Action, by the warships they have."""
    t = g.t
    basic = g.atlantic[0]
    advanced = g.atlantic[1]
    if not warships:
        # Two of any kind [12a], or one advanced [13.10a].
        return basic + advanced >= t.sub_needed_basic or advanced >= t.sub_needed_advanced
    if g.atlantic[2] >= t.sub_needed_advanced:  # placed before they had it [R12]
        return True
    if t.sub_needed_basic_warships and basic >= t.sub_needed_basic_warships:  # none is enough [13.10b]
        return True
    return 0 < t.sub_needed_advanced_warships <= advanced  # two [13.10c]


def are_submarines_effective(g: Board) -> bool:
    """Return whether the Battle of the Atlantic costs the Allies an Action in the turn that begins. [12a]"""
    return has_enough_boats(g, g.tile(ALLIES, g.t.advanced_warships))


def do_warships_help(g: Board) -> bool:
    """Return whether the Allies keep an Action only because they have Advanced warships. [13.10b]"""
    return not are_submarines_effective(g) and has_enough_boats(g, False)


def why_not_place(g: Board, choice: int) -> Refusal | None:
    """Return why a mission (air or submarine, as a choice) cannot be placed now; None if it can."""
    if choice >= g.ids.submarine:
        return why_not_place_sub(g, choice - g.ids.submarine)
    return why_not_place_air(g, choice - g.ids.mission)
