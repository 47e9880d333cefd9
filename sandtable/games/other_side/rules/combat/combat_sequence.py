"""Land Combat, step by step: card, Generals, Allied roll, Axis roll, Events, results. [6]

The current Combat is `Board.fight`. The step `Combat` is on the agenda until the Combat is over and carries
out the stages below. Amphibious Combat (`amphibious`) shares Generals, Paratroops and dice. [6.9]
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import effect_types, words
from sandtable.games.other_side.components.combat_state import CombatState
from sandtable.games.other_side.components.constants import bits, mask_of
from sandtable.games.other_side.components.effect_types import Effect
from sandtable.games.other_side.components.ids import NO, YES
from sandtable.games.other_side.components.state import AVAILABLE, IN_COMMAND, ISOLATED, Board
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.cards import effects, events
from sandtable.games.other_side.rules.combat import (
    combat_dice,
    combat_results,
    leading_general,
    special_effects,
)
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.production import tracks

# Stages. [6c]
DRAW: Final = 0
SOURCE: Final = 1
HEAD: Final = 2
ARMIES: Final = 3
LEADER: Final = 4
SPECIAL: Final = 5
ALLIED_ROLL: Final = 6
PARATROOPS: Final = 7
AXIS_ROLL: Final = 8
REROLLS: Final = 9
CONVERSIONS: Final = 10
CHANGES: Final = 11
PLANES: Final = 12
EVENTS: Final = 13
RESULTS: Final = 14
END: Final = 15


def begin(
    g: Board, area: int, role: int, faction: int, directive: int = const.NONE, amphibious: int = 0
) -> None:
    """Put the Combat for a pawn on the agenda; the Faction of the Segment attacks. [6]"""
    f = CombatState(area, role, faction)
    f.directive, f.amphibious = directive, amphibious
    if role == const.ROLE_ATTACKER:
        if not leading_general.sources(g, area):
            take_pawn(g, area)  # [R14]
            if g.log is not None:
                text = f"No Army can attack {words.space(g, area)}. The pawn is removed."
                g.log.add(text, "6.2.1a", (g.ids.space + area,))
            return
        f.faction = g.ally_side[area]  # [6.1]
    g.fight = f
    set_sector(g)
    g.push(Combat())
    if g.log is not None:
        where = f"{words.space(g, area)}, {words.sector(g, area, f.sector)}"
        terrain = words.TERRAINS[g.t.terrain[area][f.sector]]
        who = "the Axis attacks" if role == const.ROLE_ATTACKER else f"{words.faction(faction)} attacks"
        g.log.add(f"Combat in {where} ({terrain}): {who}.", "6a", (g.ids.space + area,))
    if role == const.ROLE_DEFENDER and not g.at[area]:
        f.stage = END
        undefended(g)


def set_sector(g: Board) -> None:
    """Set the Combat Sector: under the Allied Disk if the Axis attacks, else under its own. [6a]"""
    f = g.combat()
    if f.area < g.t.n_areas:
        f.sector = g.ally[f.area] if f.role == const.ROLE_ATTACKER else g.axis[f.area]


def undefended(g: Board) -> None:
    """Retreat three times and question the OB; no card and no General is used. [6b] [R17]"""
    f = g.combat()
    if g.log is not None:
        text = f"Undefended: {g.t.undefended} Retreats."
        g.log.add(text, "6b", (g.ids.space + f.area,))
    f.extra_retreats = g.t.undefended
    combat_results.defeat(g, combat_results.UNDEFENDED)
    ob = g.ob[g.t.front[f.area]]
    if ob >= 0:
        command_positions.question(g, ob, "6b")


def take_pawn(g: Board, space: int) -> None:
    """Remove the pawn from the map. [4.4e] [6.1a]"""
    g.pawns &= ~(1 << space)
    g.sea_pawns &= ~(1 << space)
    g.pawn_card[space] = const.NONE


class Combat(Step[Board]):
    """The Combat that is being fought; `CombatState.stage` is the next stage. [6c]"""

    def run(self, g: Board) -> bool:
        """Carry out the next stage."""
        f = g.combat()
        stage = f.stage
        f.stage = stage + 1
        if stage < RESULTS:
            drop_removed_units(g)
            if stage > DRAW and pointless(g):
                f.stage = END
                return False
        if stage <= LEADER:
            _generals(g, stage)
        elif stage == SPECIAL:
            special_effects.begin(g)  # [6.3]
        elif stage == ALLIED_ROLL:
            allied_roll(g)
        elif stage == PARATROOPS:
            if f.role == const.ROLE_ATTACKER and may_drop(g):
                g.push(Paratroops())  # [6.4d]
        elif stage == AXIS_ROLL:
            _add_dice(g)
            axis_roll(g, axis_dice(g))
        elif stage <= CHANGES:
            _rules(g, stage)
        elif stage == PLANES:
            planes(g)
            count_events(g)
        elif stage == EVENTS:
            _events(g)
        elif stage == RESULTS:
            combat_results.resolve(g)
        else:
            finish(g)
        return False


def drop_removed_units(g: Board) -> None:
    """Drop participants that cards have taken off the map or out of play."""
    f = g.combat()
    if f.role == const.ROLE_DEFENDER:
        f.units = mask_of(g.at[f.area])
    else:
        for unit in bits(f.units):
            if g.place[unit] != f.source:
                f.units &= ~(1 << unit)
    if f.head != const.NONE and not AVAILABLE <= g.where[f.head] <= IN_COMMAND:
        f.head = const.NONE
    if f.leading != const.NONE and not AVAILABLE <= g.where[f.leading] <= IN_COMMAND:
        f.leading = const.NONE


def pointless(g: Board) -> bool:
    """Return whether an Event has removed the Disks that the Combat is fought for."""
    f = g.combat()
    if f.role == const.ROLE_ATTACKER:
        return g.ally[f.area] == 0
    return g.axis[f.area] == 0 or not (g.axis_controls(f.area) or g.align[f.area] == const.DISPUTED)


def finish(g: Board) -> None:
    """Use up the card, remove the pawn and end the Combat. [6.3] [6.1a]"""
    f = g.combat()
    g.agenda.pop()
    g.fight = None
    take_pawn(g, f.area)
    if f.card != const.NONE:
        combat_dice.use_combat(g, f.card)


def _generals(g: Board, stage: int) -> None:
    """Choose the card, the attacking Area, the Head, the Armies and the Leading General. [6.1] [6.2]"""
    f = g.combat()
    if stage == DRAW:
        draw(g)
    elif stage == SOURCE:
        if f.role == const.ROLE_ATTACKER:
            g.push(leading_general.AttackFrom())
    elif stage == HEAD:
        g.push(leading_general.SeniorHead())
    elif stage == ARMIES:
        if f.role == const.ROLE_ATTACKER:
            g.push(leading_general.StayOut(0))
    elif f.units & g.t.german:
        g.push(leading_general.LeadingGeneral())  # none where only Satellite Armies fight [6.2.2]


def draw(g: Board) -> None:
    """Draw the Combat card; an Attack cell without a number has only its Special Effect. [6.1] [6.1a]"""
    f = g.combat()
    f.card = combat_dice.draw_combat(g)
    found = special_effects.cell(g)
    attack = f.role == const.ROLE_DEFENDER
    if g.log is not None:
        text = f"Combat card {g.t.combat_number[f.card]}: "
        text += words.many_dice(found.dice)
        effects = special_effects.effects_text(g, found)
        if effects:
            text += f"; Special Effect: {words.listed(effects)}"
        g.log.add(text + ("." if found.dice or not attack else ". No attack."), "6.1")
    if attack and found.dice == 0:
        f.stage = END  # [R41]
        special_effects.begin(g)


# --- the Allied roll


def allied_dice(g: Board) -> list[tuple[int, str]]:
    """Return how many dice the Allies roll, and why."""
    f = g.combat()
    t = g.t
    terrain, front = t.terrain[f.area][f.sector], t.front[f.area]
    found: list[tuple[int, str]] = [(special_effects.cell(g).dice, "on the card")]
    if f.role == const.ROLE_ATTACKER:
        if terrain == const.ROUGH:
            found.append((t.allied_dice["rough"], "for Rough"))  # [6.3f]
        if terrain == const.FORTIFIED or g.landing[f.area] == f.sector:
            # Once, also where both are true. [6.3g] [R61]
            found.append((t.allied_dice["fortified_or_landing"], "for Fortified or Landing marker"))
    if f.faction == const.WEST and g.air[front] == t.air_min and g.season() != const.WINTER:
        found.append((t.allied_dice["air"], "for Air/Naval Control"))  # [6.3h]
    for other in bits(t.extra_die[f.faction][f.area]):
        if g.controls(f.faction, other):
            found.append((t.allied_dice["line"], f"for the line to {t.space_name[other]}"))  # [6.3i]
    if f.role == const.ROLE_DEFENDER and f.faction == const.SOVIETS and g.soviet_dice:
        found.append((g.soviet_dice, "by cards"))
    if f.more_allied:
        found.append((f.more_allied, "by cards"))
    return found


def allied_roll(g: Board) -> None:
    """Roll the Allied dice, however many there are in the box. [6.3] [6.3j]"""
    f = g.combat()
    set_sector(g)
    parts = allied_dice(g)
    number = max(0, sum([n for n, _ in parts]))
    f.more_allied = 0
    f.allied = [combat_dice.roll(g, combat_dice.die_of(f.faction)) for _ in range(number)]
    if g.log is not None:
        text = words.listed([f"{n} {why}" for n, why in parts])
        g.log.add(f"The Allies roll {number} ({text}): {words.dice(f.allied)}.", "6.3")


# --- the Axis roll


def may_drop(g: Board) -> bool:
    """Return whether Paratroops can drop: their marker is on its Track, not winter. [6.4d] [6.9b]"""
    return g.paratroops > 0 and g.season() != const.WINTER


class Paratroops(SectionStep):
    """Operations may add a grey die; a roll decides the future of the marker. [6.4d]"""

    section = const.OPERATIONS

    def choices(self, g: Board, seat: int) -> list[int]:
        return [YES, NO]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == YES:
            drop(g)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Use Paratroops for one more grey die? Their marker is in box {g.paratroops}.", "6.4d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("First choose whether to use Paratroops.", "6.4d")


def drop(g: Board) -> None:
    """Add a grey die; a roll above the box removes the marker, one below moves it down. [6.4d]"""
    f = g.combat()
    f.more_axis.append(effect_types.GREY)
    box = g.paratroops
    result = g.rng.roll()
    g.revealed += 1
    if result > box:
        saved = 0
        if f.leading != const.NONE and not f.amphibious:
            special = command_positions.special(g, f.leading, const.PARATROOP_SHIFT)
            saved = special.n if special is not None else 0
        g.paratroops = max(0, box - saved) if saved else 0
    elif result < box:
        g.paratroops = box - 1
    if g.log is not None:
        end = f"their marker is in box {g.paratroops}" if g.paratroops else "their marker is removed"
        g.log.add(f"Paratroops: one more grey die. A roll of {result} against box {box}: {end}.", "6.4d")


def army_dice(g: Board, units: int) -> list[int]:
    """Return the colours of these Armies' dice, up to the limit of the Combat Area. [6.4e]"""
    f = g.combat()
    # Isolation weakens Land Combat only: the rule for invasions does not mention it. [6.4c] [6.9b]
    isolated = g.supply[f.source] == ISOLATED and not f.amphibious
    colours = [combat_dice.die_of_army(g.t.unit_kind[unit], isolated) for unit in bits(units)]  # [6.4]
    return colours[: g.t.stacking[f.area]] if f.area < g.t.n_areas else colours


def axis_dice(g: Board) -> list[int]:
    """Return the colours of all Axis dice: Armies, air, Rough, cards and Paratroops. [6.4]"""
    f = g.combat()
    colours = army_dice(g, f.units)
    if g.air[g.t.front[f.area]] == g.t.air_max and g.season() != const.WINTER:
        colours.append(effect_types.WHITE)  # [6.4a]
    if f.role == const.ROLE_DEFENDER and g.t.terrain[f.area][f.sector] == const.ROUGH:
        colours.append(effect_types.WHITE)  # [6.4b]
    return colours + f.more_axis


def axis_roll(g: Board, colours: list[int]) -> None:
    """Roll Axis dice. [6.4]"""
    f = g.combat()
    f.more_axis = []
    f.axis = [combat_dice.roll(g, colour) for colour in colours]
    if g.log is not None:
        g.log.add(f"The Axis rolls {len(f.axis)}: {words.dice(f.axis)}.", "6.4")


def _add_dice(g: Board) -> None:
    """Add the dice of Projects and Generals before the Axis roll. [6.2]"""
    for effect in effects.hooked(g, const.HOOK_DICE):  # [3.2.1e]
        effects.apply(g, effect, combat_dice.roller(g))
    for rule in leading_general.rules_in_force(g):
        for effect in rule:
            if effect.op == effect_types.ADD_DICE:
                effects.apply(g, effect, combat_dice.roller(g))


def _pass_of(effect: Effect) -> int:
    """Return when a General's effect works: re-rolls, then conversions, then all others."""
    if effect.op == effect_types.REROLL:
        return REROLLS
    return CONVERSIONS if effect.op == effect_types.CONVERT else CHANGES


def _rules(g: Board, stage: int) -> None:
    """Change the roll by Projects, then by the Head, the Leading General and the OB, once each. [6.2]"""
    found = list(effects.hooked(g, const.HOOK_ROLL))  # [3.2.1e]
    for rule in leading_general.rules_in_force(g):
        found += rule
    now = [
        e
        for e in found
        if _pass_of(e) == stage and e.op != effect_types.ADD_DICE and e.op != effect_types.IGNORE_SPECIAL
    ]
    if stage != CHANGES:
        now.reverse()  # questions are on the agenda, the first on top
    for effect in now:
        effects.apply(g, effect, combat_dice.roller(g))


# --- planes and Events


def planes(g: Board) -> None:
    """Lower the Front by one point if the Allies have rolled any plane. [6.3] [R18]"""
    f = g.combat()
    if combat_dice.faces(f.allied, effect_types.PLANE):
        tracks.air(g, g.t.front[f.area], -1, "6.3")


def count_events(g: Board) -> None:
    """Count the card faces of both sides; they bring at most two Combat Events. [6.5] [6.5a] [R42] [R63]"""
    f = g.combat()
    cards = combat_dice.faces(f.allied, effect_types.CARD) + combat_dice.faces(f.axis, effect_types.CARD)
    f.events = min(g.t.events_in_combat, cards)


def _events(g: Board) -> None:
    """Draw the next Combat Event and roll the dice that the last one added. [6.5] [R63]"""
    f = g.combat()
    if f.more_allied > 0:
        more = [combat_dice.roll(g, combat_dice.die_of(f.faction)) for _ in range(f.more_allied)]
        f.allied += more
        f.more_allied = 0
        if g.log is not None:
            g.log.add(f"The Allies add {words.dice(more)}.", "6.5")
    if f.more_axis:
        more = [combat_dice.roll(g, colour) for colour in f.more_axis]
        f.axis += more
        f.more_axis = []
        if g.log is not None:
            g.log.add(f"The Axis adds {words.dice(more)}.", "6.5")
    if f.events > 0 and not f.no_events:
        f.stage = EVENTS
        f.events -= 1
        f.drawn += 1
        events.draw_battle(g, combat_dice.roller(g))
