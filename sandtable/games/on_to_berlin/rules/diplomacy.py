"""Diplomacy and the change of France: nations that join, leave or change sides, and markers. [3.1.2]

The first question offers everything at once: nations that would join, markers that can be moved, ADVANCE for
markers that move together, RETURN for a nation that returns.
"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, NEUTRAL, SIDE_IDS
from sandtable.games.on_to_berlin.components.ids import ADVANCE, AREA, RETURN
from sandtable.games.on_to_berlin.components.schema_cards import (
    ChangeSide,
    ChooseOne,
    Join,
    MoveMarker,
    MoveMarkersEach,
    ReturnNation,
)
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import control, lines_of_communication, nations
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep

# --- markers


def can_step(g: Board, track: int, steps: int) -> bool:
    """Return whether the marker of a track still matters and has a space to go to. [2.2.2c] [3.1.3d, R30]"""
    t = g.t
    if g.lasting[t.track_nation[track]]:  # [3.1.3d]
        return False
    return 0 <= g.markers[track] + steps < len(t.space_entry[track])


def step_marker(g: Board, track: int, steps: int) -> None:
    """Move a marker; its nation joins at an Entry space and leaves behind the last one. [2.2.2c] [2.1.2b]"""
    t = g.t
    before = t.space_entry[track][g.markers[track]]
    g.markers[track] += steps
    space = g.markers[track]
    after = t.space_entry[track][space]
    if g.log is not None:
        text = f"Marker of {t.track_name[track]}: {t.space_label[track][space]} (space {space})."
        g.log.add(text, "2.2.2c", (g.ids.track + track,))
    if after and not before:  # [3.1.2b] [3.1.2c]
        nations.join(g, t.track_nation[track], t.track_side[track], False)
    elif before and not after:
        leave(g, t.track_nation[track])


def leave(g: Board, nation: int) -> None:
    """Make a nation Neutral whose marker has left its Entry spaces, unless it is violated. [3.1.3e]"""
    t = g.t
    inside = [0, 0, 0]
    for area in t.home[nation]:
        for unit in g.at[area]:
            if t.unit_nation[unit] != nation:
                inside[g.side_of(unit)] += 1
    abroad = [
        unit
        for unit in range(t.n_units)
        if t.unit_nation[unit] == nation and g.place[unit] >= 0 and g.place[unit] not in t.home[nation]
    ]
    if inside[AXIS] or inside[ALLIED]:
        both = inside[AXIS] and inside[ALLIED]
        # Units inside violate it; if both sides have some, it stays as it was. [3.1.3e] [3.1.3f]
        side = g.nside[nation] if both else ALLIED if inside[AXIS] else AXIS
        if g.log is not None:
            whose = "both sides" if both else f"the {words.side(1 - side)}"
            text = f"{t.nation_name[nation]} cannot be Neutral: units of {whose} are in it."
            g.log.add(text, "3.1.3f" if both else "3.1.3e", (g.ids.nation + nation,))
        if side != g.nside[nation]:  # its units abroad do not attack their neighbours at once [R65]
            for unit in abroad:
                g.take(unit)
        nations.join(g, nation, side, True)
        g.push(lines_of_communication.Capacity())
        return
    if g.log is not None:
        refs = tuple([AREA + area for area in t.home[nation]])
        g.log.add(f"{t.nation_name[nation]} is Neutral again.", "3.1.3e", (g.ids.nation + nation, *refs))
        if abroad:
            g.log.add(f"To the Mobilization Pool: {words.units(g, abroad)}.", "3.1.3e")
    for unit in abroad:  # [R45]
        g.take(unit)
    g.push(lines_of_communication.Capacity())
    # Now, while it is still on its side, its areas abroad go to its partners there. [3.4b] [R45]
    control.update(g)
    g.align(nation, NEUTRAL, False)  # [3.1.1f]
    for area in t.home[nation]:
        g.set_control(area, nation)


# --- Diplomacy


def possible(g: Board, event: ChooseOne) -> bool:
    """Return whether the card has any effect now. [6.1a, R22]"""
    return bool(offers(g, event))


def start(g: Board, event: ChooseOne) -> None:
    """Ask for one of the effects."""
    g.push(Diplomacy(g.t.card_event.index(event)))


def offers(g: Board, event: ChooseOne) -> list[int]:
    """Return everything that can be chosen: nations, markers, ADVANCE, RETURN."""
    t = g.t
    found: list[int] = []
    for option in event.options:
        if isinstance(option, Join):
            for name in option.nations:
                nation = t.nation_index[name]
                if g.nside[nation] == NEUTRAL:  # [3.1.2g]
                    found.append(g.ids.nation + nation)
        elif isinstance(option, MoveMarker):
            for name in option.tracks:
                track = t.track_id.index(name)
                if can_step(g, track, option.steps):
                    found.append(g.ids.track + track)
        elif isinstance(option, MoveMarkersEach):
            if movable(g, option):
                found.append(ADVANCE)
        elif why_not_return(g, option) is None:
            found.append(RETURN)
    return found


def movable(g: Board, option: MoveMarkersEach) -> list[int]:
    """Return the tracks whose markers can move; a marker at its end stays behind. [3.1.2b]"""
    tracks = [g.t.track_id.index(name) for name in option.tracks]
    return [track for track in tracks if can_step(g, track, option.steps)]


def why_not_return(g: Board, option: ReturnNation) -> Refusal | None:
    """Return why a nation cannot be won back from the other side; None if it can. [3.1.2f, R17]"""
    t = g.t
    nation = t.nation_index[option.nation]
    area = t.area_index[option.area]
    if g.nside[nation] != 1 - g.side:
        return Refusal(f"{t.nation_name[nation]} is not on the other side.", "3.1.2f")
    if g.held[area] != g.side:
        return Refusal(f"{t.area_name[area]} is not under your control.", "3.1.2f")
    if g.force[1 - g.side][area]:
        return Refusal(f"Enemy units are in {t.area_name[area]}.", "3.1.2f")
    return None


class Diplomacy(ActiveStep):
    """The choice of one effect of a Diplomacy card. [3.1.2]"""

    def __init__(self, card: int) -> None:
        self.card = card

    def event(self, g: Board) -> ChooseOne:
        """Return the event of the card."""
        event = g.t.card_event[self.card]
        assert isinstance(event, ChooseOne)
        return event

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return the open effects; PASS only if the card does not insist. [6.1a, R22]"""
        event = self.event(g)
        found = offers(g, event)
        return found if event.mandatory else [PASS, *found]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == PASS:
            return
        for option in self.event(g).options:
            if isinstance(option, Join):
                if g.ids.nation <= choice < g.ids.track:  # [3.1.2g]
                    nations.join(g, choice - g.ids.nation, SIDE_IDS.index(option.side), False)
            elif isinstance(option, MoveMarker):
                if choice >= g.ids.track:
                    step_marker(g, choice - g.ids.track, option.steps)
            elif isinstance(option, MoveMarkersEach):
                if choice == ADVANCE:  # [3.1.2b]
                    for track in movable(g, option):
                        step_marker(g, track, option.steps)
            elif choice == RETURN:  # [3.1.2f]
                change_to(g, g.t.nation_index[option.nation], g.side)
                check_after_change(g)

    def prompt(self, g: Board, seat: int) -> Ask:
        found = self.choices(g, seat)
        ways: list[str] = []
        if [choice for choice in found if g.ids.nation <= choice < g.ids.track]:
            ways.append("a nation that joins you")
        if [choice for choice in found if choice >= g.ids.track]:
            ways.append("a marker to move")
        if ADVANCE in found:
            ways.append("the advance of the markers")
        if RETURN in found:
            ways.append("the return of a nation")
        return Ask(f"Diplomacy: choose {words.listed(ways, 'or')}.", "3.1.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        event = self.event(g)
        if choice in (PASS, DONE):
            return Refusal("You must carry out this event, because it is possible now.", "6.1a")
        if choice >= g.ids.track:
            return self.why_not_marker(g, choice - g.ids.track)
        if choice >= g.ids.nation:
            nation = choice - g.ids.nation
            name = words.nation(g, nation)
            if t.track_of[nation] >= 0:
                return Refusal(f"{name} enters the war by its marker.", "2.2.2c")
            if g.nside[nation] != NEUTRAL:
                return Refusal(f"{name} is not Neutral.", "3.1.2g")
            return Refusal(f"This card does not bring {name} into the war.", "3.1.2g")
        for option in event.options:
            if choice == RETURN and isinstance(option, ReturnNation):
                return why_not_return(g, option)
            if choice == ADVANCE and isinstance(option, MoveMarkersEach):
                tracks = [t.track_id.index(name) for name in option.tracks]
                lasting = any(g.lasting[t.track_nation[track]] for track in tracks)
                no_more = " or no longer matters" if lasting else ""
                return Refusal(f"Each of these markers has reached its end{no_more}.", "3.1.2b")
        if choice in (RETURN, ADVANCE):
            return Refusal("This card does not offer that.", "3.1.2")
        return Refusal("Diplomacy affects nations and their markers.", "3.1.2")

    def why_not_marker(self, g: Board, track: int) -> Refusal:
        """Return why a marker cannot be moved by itself."""
        t = g.t
        name = t.track_name[track]
        if g.lasting[t.track_nation[track]]:
            text = f"{name} is At War because its neutrality was broken; its marker no longer matters."
            return Refusal(text, "3.1.3d")
        for option in self.event(g).options:
            if isinstance(option, MoveMarker) and t.track_id[track] in option.tracks:
                return Refusal(f"The marker of {name} is at the end of its track.", "2.2.2c")
            if isinstance(option, MoveMarkersEach) and t.track_id[track] in option.tracks:
                return Refusal("These markers move together: press the button for them.", "3.1.2b")
        return Refusal(f"This card does not move the marker of {name}.", "2.2.2c")


# --- a nation with two sets of counters


def change_to(g: Board, nation: int, side: int) -> None:
    """Move a nation to a side; the counters of its old set leave the map. [3.1.2e] [3.1.2f, R17, R34]"""
    t = g.t
    old = [unit for unit in range(t.n_units) if t.unit_nation[unit] == nation and g.place[unit] >= 0]
    if g.log is not None:
        rule = "3.1.2e" if side == AXIS else "3.1.2f"
        text = f"{t.nation_name[nation]} joins the {words.side(side)} and is At War."
        g.log.add(text, rule, (g.ids.nation + nation, *[AREA + area for area in t.home[nation]]))
        if old:
            g.log.add(f"To the Mobilization Pool: {words.units(g, old)}.", rule)
    for unit in old:
        g.take(unit)
    g.align(nation, side, True)


def check_after_change(g: Board) -> None:
    """Check control and naval capacity after a nation has changed sides. [R17] [3.6d]"""
    g.push(lines_of_communication.Capacity())
    g.push(control.UpdateControl())


def change_possible(g: Board, event: ChangeSide) -> bool:
    """Return whether the nation is At War on the other side, which lost the named area. [3.1.2e]"""
    t = g.t
    side = SIDE_IDS.index(event.side)
    nation = t.nation_index[event.nation]
    at_war = g.nside[nation] == 1 - side and g.war[nation] != 0
    return at_war and g.held[t.area_index[event.area]] == side


def change_side(g: Board, event: ChangeSide) -> None:
    """Change the nation's side; its new units go where no other nation's are. [3.1.2e, R34]"""
    t = g.t
    change_to(g, t.nation_index[event.nation], SIDE_IDS.index(event.side))
    placed: list[int] = []
    for row in event.place:
        area = t.area_index[row.area]
        unit = g.free_unit(t.type_index[row.unit])
        others = [u for u in g.at[area] if u not in placed and control.can_control(g, u, area)]  # [R70]
        if unit >= 0 and not others:
            g.put(unit, area, False)
            placed.append(unit)
            if g.log is not None:
                refs = (AREA + area, g.ids.unit + unit)
                g.log.add(f"{t.area_name[area]}: {words.unit(g, unit)}.", "3.1.2e", refs)
    check_after_change(g)
