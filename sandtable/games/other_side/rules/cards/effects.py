"""Effects of cards: one function or branch for each operation of `effect_types`. [2.1e] [7h]

A list of effects is identified by its place (`OF_…`, the card, the path through its options), so that a game
can be saved in the middle of one.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import effect_types, words
from sandtable.games.other_side.components.constants import mask_of
from sandtable.games.other_side.components.effect_types import Effect
from sandtable.games.other_side.components.ids import OPTION
from sandtable.games.other_side.components.state import COMPLETED, NO_SEAT, OUT_OF_PLAY, POOL, VACANCY, Board
from sandtable.games.other_side.rules.cards.card_conditions import holds
from sandtable.games.other_side.rules.cards.effect_choices import AirPoint, ClearGenerals, ShiftMarker, shift
from sandtable.games.other_side.rules.combat import combat_dice, losses
from sandtable.games.other_side.rules.generals import command_positions, coup
from sandtable.games.other_side.rules.politics import countries
from sandtable.games.other_side.rules.production import tracks

# The place of a list of effects.
OF_DIRECTIVE: Final = 0  # the effects of a Political or Production Directive
OF_ON_PLAY: Final = 1  # of a Military Directive when it is played
OF_SUCCESS: Final = 2  # when its objectives are met
OF_STRATEGIC: Final = 3
OF_BATTLE: Final = 4
OF_GENERAL: Final = 5  # a General's Combat rule
OF_OB_SPECIAL: Final = 6  # the effect of an OB on Combats of his Front
OF_COMPLETION: Final = 7  # of a completed Project


def listed_at(g: Board, kind: int, card: int, path: tuple[int, ...]) -> list[Effect]:
    """Return the list of effects at a place; `path` leads through the options of choices and ifs."""
    t = g.t
    if kind <= OF_SUCCESS:
        d = t.directives[card]
        found = d.effects if kind == OF_DIRECTIVE else d.on_play if kind == OF_ON_PLAY else d.success
    elif kind == OF_STRATEGIC:
        found = t.strategic[card].effects
    elif kind == OF_BATTLE:
        found = t.battle[card].effects
    elif kind == OF_GENERAL:
        found = t.generals[card].effects
    elif kind == OF_OB_SPECIAL:
        found = next(s.effects for s in t.generals[card].specials if s.kind == const.OB_COMBAT)
    else:
        found = [hook.effect for hook in t.directives[card].lasting if hook.hook == const.HOOK_COMPLETION]
    for n in range(0, len(path), 2):
        found = found[path[n]].options[path[n + 1]]
    return found


def start(g: Board, kind: int, card: int, seat: int = const.NONE) -> None:
    """Put the effects of a card on the agenda; `seat` makes the choices that name no Section. [7c]"""
    g.push(Resolve(seat, 0, kind, card))


def hooked(g: Board, hook: int) -> list[Effect]:
    """Return the effects of completed Projects at a place in the rules. [3.2.1e]"""
    t = g.t
    found: list[Effect] = []
    for project in range(t.n_projects):
        if g.project[project] == COMPLETED:
            for row in t.directives[t.project_card[project]].lasting:
                if row.hook == hook and holds(g, row.when):
                    found.append(row.effect)
    return found


class Resolve(Step[Board]):
    """Carries out a list of effects; `at` is the next one."""

    def __init__(self, seat: int, at: int, kind: int, card: int, *path: int) -> None:
        self.seat = seat
        self.at = at
        self.kind = kind
        self.card = card
        self.path = path

    def run(self, g: Board) -> bool:
        """Carry out the next effect; ask if it is a choice."""
        effects = listed_at(g, self.kind, self.card, self.path)
        if self.at >= len(effects):
            g.agenda.pop()
            return False
        effect = effects[self.at]
        if effect.op == effect_types.CHOICE:
            ways = self.choices(g, 0)
            if len(ways) > 1:
                return True
            self.take(g, ways[0] - OPTION)
            return False
        g.agenda[-1] = Resolve(self.seat, self.at + 1, self.kind, self.card, *self.path)
        if effect.op == effect_types.IF:
            assert effect.condition is not None
            way = 0 if holds(g, effect.condition) else 1
            g.push(Resolve(self.seat, 0, self.kind, self.card, *self.path, self.at, way))
            return False
        apply(g, effect, self.seat)
        return False

    def take(self, g: Board, way: int) -> None:
        """Continue with one of the options."""
        g.agenda[-1] = Resolve(self.seat, self.at + 1, self.kind, self.card, *self.path)
        g.push(Resolve(self.seat, 0, self.kind, self.card, *self.path, self.at, way))

    def effect(self, g: Board) -> Effect:
        """Return the choice that is asked."""
        return listed_at(g, self.kind, self.card, self.path)[self.at]

    def seats(self, g: Board) -> tuple[int, ...]:
        """Return the Section that the card names. [7c]"""
        return (g.seat(self.effect(g).a),)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return the options that change something; all of them if none does. [7h]"""
        options = self.effect(g).options
        able = [n for n in range(len(options)) if any(possible(g, effect) for effect in options[n])]
        return [OPTION + n for n in (able or range(len(options)))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.take(g, choice - OPTION)

    def prompt(self, g: Board, seat: int) -> Ask:
        options = self.effect(g).options
        text = [
            f"{choice - OPTION + 1}: {words.listed([describe(g, e) for e in options[choice - OPTION]])}"
            for choice in self.choices(g, seat)
        ]
        return Ask(f"{self.name(g)}: choose an option ({'; '.join(text)}).", "7c")

    def name(self, g: Board) -> str:
        """Return the card's name."""
        if self.kind == OF_STRATEGIC:
            return words.strategic(g, self.card)
        if self.kind == OF_BATTLE:
            return words.battle(g, self.card)
        if self.kind in (OF_GENERAL, OF_OB_SPECIAL):
            return words.general(g, self.card)
        return words.directive(g, self.card)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if OPTION <= choice < OPTION + len(self.effect(g).options):
            return Refusal("This option would have no effect now. Choose another one.", "7h")
        return Refusal(f"Choose one of the options of {self.name(g)} first.", "7c")


def possible(g: Board, effect: Effect) -> bool:
    """Return whether an effect, as an option of a card, would change something now. [7h]"""
    if effect.op == effect_types.AIR:
        value = g.air[effect.a] + effect.n
        return g.t.air_min <= value <= g.t.air_max
    if effect.op == effect_types.STRATEGIC_WARFARE:
        return 0 <= g.warfare + effect.n <= g.t.strategic_top
    return True


def describe(g: Board, effect: Effect) -> str:
    """Describe an effect of an option."""
    n = f"+{effect.n}" if effect.n > 0 else f"−{-effect.n}"
    if effect.op == effect_types.AIR:
        return f"{words.track(effect.a)} {n}"
    if effect.op == effect_types.STRATEGIC_WARFARE:
        return f"Strategic Warfare {n}"
    if effect.op == effect_types.DIPLOMACY_BONUS:
        return f"{n} to the next Diplomacy roll for {words.country(g, effect.a)}"
    if effect.op == effect_types.FANATICISM:
        return f"Fanaticism {n}"
    if effect.op == effect_types.UNREST:
        return f"Unrest {n}"
    return f"Resources {n}" if effect.op == effect_types.RESOURCES else "another effect"


# --- one effect


def apply(g: Board, effect: Effect, seat: int = const.NONE) -> None:
    """Carry out one effect and leave out what is impossible. [7h]"""
    op = effect.op
    if op <= effect_types.UNLOCK or op == effect_types.FLIP_LIMIT:
        _on_tracks(g, effect)
    elif op <= effect_types.DIPLOMACY_BONUS:
        _on_map(g, effect)
    elif op <= effect_types.QUESTION:
        _in_combat(g, effect)
    else:
        _on_people(g, effect)


def _on_tracks(g: Board, effect: Effect) -> None:
    op, n = effect.op, effect.n
    if op == effect_types.RESOURCES:
        tracks.resources(g, n, "7g")
    elif op == effect_types.FANATICISM:
        tracks.fanaticism(g, n, "9")
    elif op == effect_types.UNREST:
        tracks.unrest(g, n, "9a")
    elif op == effect_types.SET_UNREST:
        tracks.set_unrest(g, n, "9a")
    elif op == effect_types.AIR:
        tracks.air(g, effect.a, n, "7g")
    elif op == effect_types.AIR_ANY:
        g.push(AirPoint(n))
    elif op == effect_types.AIR_FRONT:
        if g.fight is not None:
            tracks.air(g, g.t.front[g.fight.area], n, "7g")
    elif op == effect_types.STRATEGIC_WARFARE:
        tracks.warfare(g, n, "7g")
    elif op == effect_types.TECHNOLOGY:
        tracks.technology(g, n, "7g")
    elif op == effect_types.UNLOCK:
        if g.locked >> effect.a & 1:
            g.locked &= ~(1 << effect.a)
            if g.log is not None:
                g.log.add(f"Box {effect.a} of the Strategic Warfare Track is unlocked.", "1.3u")
    elif op == effect_types.FLIP_LIMIT:
        if not g.flipped >> effect.a & 1:
            g.flipped |= 1 << effect.a
            if g.log is not None:
                text = f"The {g.t.category_name[effect.a]} marker is turned: box 3 of its row is open."
                g.log.add(text, "3.1.3a", (g.ids.row + 4 * effect.a + 3,))


def _on_map(g: Board, effect: Effect) -> None:
    op = effect.op
    if op == effect_types.PRODUCTION_SHIFT:
        if effect.a == const.NONE:
            g.push(ShiftMarker(effect.n))
        else:
            shift(g, effect.a, effect.n)
    elif op == effect_types.POOL_ADD:
        _add_to_pool(g, effect.a, effect.n)
    elif op == effect_types.ACTIVATE_SATELLITE:
        countries.activate_satellite(g, effect.a)
    elif op == effect_types.ACTIVATE_WESTERN:
        countries.activate_western(g, effect.a)
    elif op == effect_types.ACTIVATE_USSR:
        countries.activate_ussr(g)
    elif op == effect_types.ACTIVATE_USA:
        countries.activate_usa(g)
    elif op == effect_types.NO_OFFENSIVE:
        countries.no_offensive(g, effect.a, effect.b)
    elif op == effect_types.OCCUPY:
        countries.occupy(g, effect.a)
    elif op == effect_types.FRANCE_SURRENDERS:
        countries.france_surrenders(g)
    elif op == effect_types.ITALY_STATUS:
        countries.italy_status(g, effect.a)
    elif op == effect_types.VICHY_COLLAPSE:
        countries.vichy_collapse(g)
    elif op == effect_types.ACTIVATE_OB:
        if g.ob[effect.a] < VACANCY:
            g.ob[effect.a] = VACANCY  # [3.3.2]
            if g.log is not None:
                g.log.add(f"{words.OBS[effect.a]} can be filled now.", "3.3.2", (g.ids.ob + effect.a,))
    elif op == effect_types.DIPLOMACY_BONUS:
        g.bonus = changed(g.bonus, effect.a, g.bonus[effect.a] + effect.n)


def _in_combat(g: Board, effect: Effect) -> None:
    op, n, fight = effect.op, effect.n, g.fight
    if op in (effect_types.REDUCE, effect_types.ELIMINATE_SATELLITE):
        _lose(g, effect)
        return
    if fight is None:
        return  # [7h]
    if op == effect_types.AXIS_HITS:
        fight.axis_hits += n
    elif op == effect_types.ALLIED_HITS:
        fight.allied_hits += n
    elif op == effect_types.ADD_DICE:
        if effect.a == effect_types.ALLIED_DICE:
            fight.more_allied += n
        else:
            fight.more_axis += [effect.b] * n
    elif op == effect_types.REROLL:
        combat_dice.ask_reroll(g, effect.a, effect.b, n)
    elif op == effect_types.CONVERT:
        combat_dice.ask_convert(g, effect.a, effect.b, effect.c, effect.d, n)
    elif op == effect_types.NO_SECOND_ADVANCE:
        fight.no_second = 1
    elif op == effect_types.FREE_SECOND_ADVANCE:
        fight.free_second = 1
    elif op == effect_types.SECOND_ADVANCE_ANY_TERRAIN:
        fight.any_terrain = 1
    elif op == effect_types.IGNORE_SPECIAL:
        fight.no_special = 1
    elif op == effect_types.IGNORE_COMBAT_EVENTS:
        fight.no_events = 1
    elif op == effect_types.LOSE_LESS:
        fight.lose_less += n
    elif op == effect_types.EXTRA_RETREAT:
        fight.extra_retreats += n
    elif op == effect_types.RETREATS_BECOME_REDUCTIONS:
        fight.as_reductions += n
    elif op == effect_types.QUESTION:
        front = g.t.front[fight.area]
        who = (
            fight.leading
            if effect.a == effect_types.LEADING
            else fight.head
            if effect.a == effect_types.AG_HEAD
            else g.ob[front]
        )
        if who >= 0:
            command_positions.question(g, who, "7g")


def _lose(g: Board, effect: Effect) -> None:
    """Take Reductions or lost Satellite Armies in the Combat or in an Area. [6.8]"""
    fight = g.fight
    for _ in range(effect.n):
        if effect.a != const.NONE:
            area, units = effect.a, mask_of(g.at[effect.a])
        elif fight is None:
            return
        elif fight.role == const.ROLE_ATTACKER:
            area, units = fight.source, fight.units
        else:
            area, units = fight.area, mask_of(g.at[fight.area])
        if effect.op == effect_types.REDUCE:
            losses.reduce(g, area, units)
        else:
            losses.eliminate_satellite(g, area, units)


def _on_people(g: Board, effect: Effect) -> None:
    op, n = effect.op, effect.n
    if op == effect_types.UNQUESTION:
        g.push(ClearGenerals(n))
    elif op == effect_types.COUNTRY_SWITCHES:
        countries.country_switches(g, effect.a, effect.b)
    elif op == effect_types.COUP_ATTEMPT:
        coup.attempt(g)
    elif op == effect_types.DISCARD_BLACK_ORCHESTRA:
        _return_orchestra(g, n)
    elif op == effect_types.OPS_MODIFIER:
        g.soviet_dice += n
    elif op == effect_types.IGNORE_NEXT_BOMBING:
        g.bombings_ignored += n


def _add_to_pool(g: Board, kind: int, n: int) -> None:
    """Move up to `n` cubes from out of play to the Force Pool. [1.2a] [2.3c]"""
    taken = 0
    for _ in range(n):
        unit = g.free_unit(kind, OUT_OF_PLAY)
        if unit != const.NONE:
            g.put(unit, POOL)
            taken += 1
    if g.log is not None:
        text = f"Added to the Force Pool: {words.armies(taken, words.kind(g, kind))}."
        g.log.add(text, "2.3c")


def _return_orchestra(g: Board, n: int) -> None:
    """Shuffle up to `n` random cards from the boards back into the deck. [R64]"""
    held = [card for card in range(g.t.n_orchestra) if g.orchestra[card] != NO_SEAT]
    back = 0
    while held and back < n:
        card = held.pop(g.rng.below(len(held)))
        g.orchestra = changed(g.orchestra, card, NO_SEAT)
        g.orchestra_deck.append(card)
        back += 1
    if back:
        g.rng.shuffle(g.orchestra_deck)
        g.revealed += 1
        if g.log is not None:
            text = words.count(back, "Black Orchestra card")
            g.log.add(f"{text} {'goes' if back == 1 else 'go'} back to the deck.", "7.4")
