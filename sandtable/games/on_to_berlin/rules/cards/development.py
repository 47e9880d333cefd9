"""Development of cards, New Weapons and Lend-Lease: cards and units that become available."""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import DEVELOPED, DISCARDED, NEW_WEAPONS, POOL, POOLED
from sandtable.games.on_to_berlin.components.schema_cards import Develop, ReleaseNewWeapons
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep

# --- Development


def developable(g: Board, values: tuple[int, ...]) -> list[int]:
    """Return the cards of these Strategic Values in the side's Development Pool. [2.2.2e] [2.3.3a]"""
    return [card for card in g.cards_in(g.side, POOLED) if g.t.card_sv[card] in values]


def develop_possible(g: Board, event: Develop) -> bool:
    """Return whether there is a card to gain. [6.1a, R22]"""
    return bool(developable(g, event.sv))


def start_develop(g: Board, event: Develop) -> None:
    """Ask for the card."""
    g.push(Developing(event.cards, event.mandatory, event.sv))


class Developing(ActiveStep):
    """The choice of cards that move from the Development Pool to the discards. [2.3.3a]"""

    def __init__(self, left: int, must: bool, values: tuple[int, ...]) -> None:
        self.left = left
        self.must = must
        self.values = values

    def run(self, g: Board) -> bool:
        if self.left and developable(g, self.values):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.card + card for card in developable(g, self.values)]
        return found if self.must else [PASS, *found]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Put the card on the discard pile, face down if development is secret. [2.3.3a] [16.1.1]"""
        if choice == PASS:
            g.agenda.pop()
            return
        card = choice - g.ids.card
        g.agenda[-1] = Developing(self.left - 1, self.must, self.values)
        g.cards[card] = DISCARDED
        if g.development_secrecy:  # [16.1.1]
            g.face_down = changed(g.face_down, card, DEVELOPED)
        if g.log is not None:
            secret = f"Developed: {words.card(g, card)}."
            if g.development_secrecy:
                # The piles are separate, so all players see which one the card comes from.
                text = f"Developed, face down: a card of Strategic Value {g.t.card_sv[card]}."
                g.log.whisper(text, secret, (seat,), "16.1.1")
            else:
                g.log.add(secret, "2.3.3a", (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        rule = "16.1.1" if g.development_secrecy else "2.3.3a"
        return Ask("Choose a card from your Development Pool; you own it from the next turn on.", rule)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        if choice in (PASS, DONE):
            return Refusal("You must carry out this event, because it is possible now.", "6.1a")
        card = choice - g.ids.card
        if 0 <= card < t.n_cards:
            if t.card_owner[card] != seat:
                return Refusal("This card belongs to the other side.", "2.2.2e")
            if g.cards[card] != POOLED:
                return Refusal("This card is no longer in your Development Pool.", "2.3.3a")
            values = words.listed([str(value) for value in self.values], "or")
            return Refusal(f"This event develops cards of Strategic Value {values}.", "2.3.3a")
        return Refusal("Choose a card from your Development Pool.", "2.3.3a")


# --- New Weapons and Lend-Lease


def releasable(g: Board, event: ReleaseNewWeapons) -> list[int]:
    """Return the types with a counter in the New Weapons Pool that the event can release now. [2.2.2f]"""
    t = g.t
    if event.needs_area and g.held[t.area_index[event.needs_area]] != g.side:
        return []
    found: list[int] = []
    for name in event.nations:
        nation = t.nation_index[name]
        if name in event.needs_at_war and (g.nside[nation] != g.side or not g.war[nation]):
            continue
        for kind in range(t.n_types):
            if t.type_nation[kind] == nation and g.free_unit(kind, NEW_WEAPONS) >= 0:
                found.append(kind)
    return found


def release_possible(g: Board, event: ReleaseNewWeapons) -> bool:
    """Return whether there is a unit to release. [6.1a, R22]"""
    return bool(releasable(g, event))


def start_release(g: Board, event: ReleaseNewWeapons) -> None:
    """Ask for the units."""
    g.push(Releasing(g.t.card_event.index(event), event.max_units))


class Releasing(ActiveStep):
    """The choice of units that move from the New Weapons Pool to the Mobilization Pool. [2.2.2f]"""

    def __init__(self, card: int, left: int) -> None:
        self.card = card
        self.left = left

    def event(self, g: Board) -> ReleaseNewWeapons:
        """Return the event of the card."""
        event = g.t.card_event[self.card]
        assert isinstance(event, ReleaseNewWeapons)
        return event

    def run(self, g: Board) -> bool:
        if self.left and releasable(g, self.event(g)):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.kind + kind for kind in releasable(g, self.event(g))]
        return found if self.event(g).mandatory else [DONE, *found]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Make one more unit available for mobilization. [2.2.2d]"""
        if choice == DONE:
            g.agenda.pop()
            return
        kind = choice - g.ids.kind
        g.agenda[-1] = Releasing(self.card, self.left - 1)
        g.place[g.free_unit(kind, NEW_WEAPONS)] = POOL
        if g.log is not None:
            g.log.add(f"Ready for mobilization: {g.t.type_name[kind]}.", "2.2.2f", (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        units = words.count(self.left, "more unit" if self.left < self.event(g).max_units else "unit")
        return Ask(f"Release up to {units} from the New Weapons Pool, or done.", "2.2.2f")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        event = self.event(g)
        kind = choice - g.ids.kind
        unit = choice - g.ids.unit
        if 0 <= unit < t.n_units:
            kind = t.unit_type[unit]
        if not 0 <= kind < t.n_types:
            return Refusal("Choose a type of unit in the New Weapons Pool.", "2.2.2f")
        nation = t.type_nation[kind]
        name = words.nation(g, nation)
        if t.nation_id[nation] not in event.nations:
            return Refusal(f"This card releases no units of {name}.", "2.2.2f")
        if g.free_unit(kind, NEW_WEAPONS) < 0:
            return Refusal(f"No {t.type_name[kind]} is in the New Weapons Pool.", "2.2.2f")
        return Refusal(f"{name} is not At War on your side.", "2.2.2f")
