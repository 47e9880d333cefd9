"""The table of Total Domination as a scene: board, counters, technologies, cards and tracks for one seat."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.scene import Edge, Panel, Piece, Place, Scene
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import Tables, bits
from sandtable.games.total_domination.rules import victory
from sandtable.games.total_domination.rules.cards import discards
from sandtable.games.total_domination.rules.secrets import sees
from sandtable.games.total_domination.table import current_phase
from sandtable.games.total_domination.table.view import holders, players_of, threshold
from sandtable.wargame.scenes import stacks

TITLE: Final = "Total Domination"
NONE: Final = "–"
RESISTERS: Final = const.FACTION_IDS[const.ALLIES]  # whose the Resistance is

# The symbol of each type of unit.
SYMBOLS: Final = ("infantry", "fleet", "air", "submarine", "resistance")
UNITS: Final = (
    ("army", "armies"),
    ("fleet", "fleets"),
    ("Air Fleet", "Air Fleets"),
    ("U-boat", "U-boats"),
    ("Resistance", "Resistance"),
)

# What the signs of the scene mean in this game.
WORDS: Final = {
    "infantry": "army",
    "air": "Air Fleet",
    "submarine": "U-boat",
    "resistance": "Resistance",
    "full": "",
    "reduced": "used",
    "land": "land",
    "coastal": "coast",
    "island": "island",
    "sea": "sea link",
    "land_link": "land link",
    "sea_link": "sea link",
    "triangle": "triangles",
    "triangle_link": "land link too",
    "one_star": "1 star",
    "two_stars": "2 stars",
    "three_stars": "Capital, 3 stars",
    "star": "victory point",
    "factory": "factory",
    "shipyard": "shipyard",
    "u_boats": "U-boat area",
    "arctic": "Arctic area",
    "damage": "damaged",
    "home": "home of",
    "neutral": "nobody",
}
STARS: Final = ("", "one_star", "two_stars", "three_stars")


def build_scene(g: Board, seat: int | None) -> Scene:
    """Return what a seat sees of the table (None: a spectator)."""
    t = g.t
    colours = {look.power: look.colour for look in t.drawing.powers}
    letters: dict[str, str] = {}
    names = dict(WORDS)
    for look in t.drawing.powers:
        nation = t.nation_index[look.power]
        if not t.partner[nation]:  # what partners hold is their player's
            letters[look.power] = look.letter
        if nation != t.neutral:
            names[look.power] = t.nation_name[nation]
    for faction in t.drawing.factions:
        if faction.faction == RESISTERS and g.flying():
            colours[RESISTERS] = faction.colour
            letters[RESISTERS] = faction.letter
            names[RESISTERS] = UNITS[const.RESISTANCE][
                0
            ]  # not the name of a side: logs mention the Allies otherwise
    for side in t.side_of_board:
        name = names.get(side)
        names[region(side)] = f"Board: side of {name}" if name and side in letters else side.title()
    places, pieces = build_board(g)
    return Scene(
        TITLE,
        build_headline(g, seat),
        places,
        build_edges(g, place_index(g)),
        pieces,
        build_panels(g, seat),
        colours,
        letters,
        names,
        tuple([(land.of, tuple([(x, y) for x, y in land.points])) for land in t.drawing.ground]),
        True,
    )


def build_headline(g: Board, seat: int | None) -> str:
    """Year, phase, whose turn it is with the cards that are played, and points; or how the game ended."""
    if g.result is not None:
        return f"{g.year()} · {g.result.text}"
    what = current_phase.doing(g)
    if not what:
        what = words.listed([words.nation(g, power) for power in current_phase.acting(g, seat)])
        played = g.cards_in(const.IN_PLAY)
        what += f" with {words.cards(g, played)}" if played else ""
    points = ", ".join([f"{g.t.faction_name[f]} {describe_score(g, f)}" for f in (const.AXIS, const.ALLIES)])
    return f"{g.year()}, {current_phase.PHASES[current_phase.phase(g)]}: {what} · {points}"


def describe_score(g: Board, faction: int) -> str:
    """Return the points of a faction, and how many it needs where points win. [4.3.Ac]"""
    goal = threshold(g, faction)
    points = g.faction_points(faction)
    return f"{points} of {goal} VP" if goal else f"{points} VP"


# ---------------------------------------------------------------- the board


def place_index(g: Board) -> dict[int, int]:
    """Return where among the places each open area stands."""
    return {area: n for n, area in enumerate(bits(g.open))}


def build_board(g: Board) -> tuple[list[Place], list[Piece]]:
    """Return the open areas and the counters in them, alike for all."""
    t = g.t
    index = place_index(g)
    places = [
        build_place(t, area, g.start.stars[area], g.ruler(area), g.control[area], g.damage & t.bit[area] != 0)
        for area in index
    ]
    return places, build_pieces(g, index)


def region(side: str) -> str:
    """Return the id of a quarter of the board."""
    return f"side_{side}"


@lru_cache(maxsize=10_000)
def build_place(t: Tables, area: int, stars: int, holder: int, control: int, damaged: bool) -> Place:
    """Return an area with its kind, stars, buildings, home and controller. [3.5a] [3.5b]"""
    home = t.home[area]
    return Place(
        AREA + area,
        t.area_id[area],
        t.area_name[area],
        t.lon[area],
        t.lat[area],
        const.KIND_IDS[t.kind[area]],
        "neutral" if holder == const.NOBODY else t.nation_id[holder],
        "" if home == t.neutral else t.nation_id[home],
        (const.KIND_IDS[t.kind[area]],),
        area_marks(t, area, stars, control, damaged),
        region(t.side_of_board[area]),
    )


def area_marks(t: Tables, area: int, stars: int, control: int, damaged: bool) -> tuple[str, ...]:
    """Return what an area scores, what is printed in it, whose home it is,
    and damage. [3.5b] [3.5e] [3.5f]
    """
    bit = t.bit[area]
    marks: list[str] = []
    if stars:
        marks.append(STARS[stars])
    if t.factory[area]:
        marks.append("factory")
    if t.shipyard[area]:
        marks.append("shipyard")
    if t.uboat_areas & bit:
        marks.append("u_boats")
    if t.arctic & bit:
        marks.append("arctic")
    home = t.home[area]
    if home != t.neutral and home != control:
        marks.append("home:" + t.nation_id[home])
    if damaged:
        marks.append("damage:")
    return tuple(marks)


def build_edges(g: Board, index: dict[int, int]) -> list[Edge]:
    """Links of all kinds; on the alternative side triangles are plain land links. [2.0.1b] [3.5d]"""
    edges: list[Edge] = []
    for a, b, sea, triangle in g.t.links:
        if a in index and b in index:
            paired = triangle != "" and not g.alternative
            kind = "sea" if sea else "triangle" if paired else "land"
            edges.append(Edge(index[a], index[b], kind, (), triangle if paired else ""))
    return edges


def build_pieces(g: Board, index: dict[int, int]) -> list[Piece]:
    """Return the counters of every area; those that nothing tells apart are together. [3.4]"""
    t = g.t
    pieces: list[Piece] = []
    for area in index:
        for (kind, used), units in stacks(g.at[area], lambda unit: (t.unit_kind[unit], g.used[unit])):
            side = nation = RESISTERS  # [3.6b]
            if t.kind_nation[kind] != const.NOBODY:
                side, nation = t.nation_id[g.owner(units[0])], t.nation_id[t.kind_nation[kind]]
            pieces.append(
                Piece(
                    g.ids.unit + units[0],
                    index[area],
                    t.kind_id[kind],
                    t.kind_name[kind],
                    side,
                    nation,
                    SYMBOLS[t.kind_type[kind]],
                    "",
                    not used,
                    len(units),
                    "",
                    "",
                )
            )
    return pieces


# ---------------------------------------------------------------- panels


def build_panels(g: Board, seat: int | None) -> list[Panel]:
    """Powers, own cards, technology boards, tracks, piles and supplies as far as the seat may know them."""
    panels = [powers_panel(g, seat), factions_panel(g)]
    for holder in holders(g):
        if g.seat_of[holder] == seat:
            panels += hand_panels(g, holder)
    panels += offer_panels(g, seat)
    panels += [boards_panel(g, seat), cards_panel(g, seat), supply_panel(g)]
    return panels


def powers_panel(g: Board, seat: int | None) -> Panel:
    """Points and cards of each power, in player order, and what it has done. [4.0b]"""
    rows: list[tuple[str, ...]] = []
    asked = current_phase.acting(g, seat)
    for power in g.order():
        done = [
            word
            for flags, word in (
                (g.passed, "passed"),
                (g.developed, "technology"),
                (g.leased, "Lend-Lease"),
                (g.launched, "rocket"),
                (g.radar_used, "Radar"),
            )
            if flags >> power & 1
        ]
        rows.append(
            (
                ("» " if power in asked else "") + words.nation(g, power),
                str(g.vp[power]),
                str(len(g.hand(power))) if g.seat_of[power] != const.NOBODY else NONE,
                ", ".join(done) if done else NONE,
            )
        )
    return Panel("Powers", ("", "VP", "Cards", "This round"), tuple(rows))


def factions_panel(g: Board) -> Panel:
    """Points of the factions and their thresholds, and the tracks of additional powers. [4.3.Ac] [9.0a]"""
    t = g.t
    rows: list[tuple[str, ...]] = [("Scenario", g.start.name)]
    rows += [(t.faction_name[faction], describe_score(g, faction)) for faction in (const.AXIS, const.ALLIES)]
    if g.start.victory == const.BY_HOME_AREAS:
        rows.append((f"{t.faction_name[const.ALLIES]} win with", describe_conquests(g)))
    last = "more VP win" if g.start.victory == const.BY_POINTS else f"the {t.faction_name[const.AXIS]} wins"
    rows.append((f"After {t.years[g.start.last_round]}", last))
    for nation in t.additional:
        if g.joined(nation):
            rows.append((t.nation_name[nation], f"at war with {words.nation(g, g.lord[nation])}"))
        elif g.start.allies_join_war:
            rows.append((t.nation_name[nation], f"box {g.track[nation]} of {t.track_steps[nation]}"))
        else:
            rows.append((t.nation_name[nation], "out of the war"))
    for nation in t.partners:
        rows.append((t.nation_name[nation], f"partner of {words.nation(g, g.lord[nation])}"))
    if g.start.solo:
        shown = sum([place == const.SOLO_USED for place in g.solo])
        rows.append(
            ("Solo cards", f"{shown} played, {g.solo.count(const.SOLO_PILE)} to come; {g.solo_vp} VP")
        )
    return Panel("War", (), tuple(rows))


def describe_conquests(g: Board) -> str:
    """Return how much of the home of each Axis power is taken; all of one wins the solo game."""
    t = g.t
    told: list[str] = []
    for power in t.of_faction[const.AXIS]:
        homes, held = victory.conquest(g, power)
        told.append(f"all of {words.areas(g, bits(homes))} ({len(bits(held))} of {len(bits(homes))} held)")
    return words.listed(told, "or")


def hand_panels(g: Board, holder: int) -> list[Panel]:
    """Return the seat's own cards: hand, packet, what is set aside. [9.1e]"""
    who = words.listed([words.nation(g, power) for power in players_of(g, holder)])
    panels: list[Panel] = []
    for title, where in (
        ("Hand of", const.HAND + holder),
        ("Packet of", const.PACKET + holder),
        ("Kept by", const.KEPT + holder),
        ("Reserve of", const.RESERVE + holder),
    ):
        rows = [card_row(g, holder, card) for card in g.cards_in(where)]
        if rows:
            panels.append(Panel(f"{title} {who}", (), tuple(rows)))
    lent = [card_row(g, holder, c) for p in players_of(g, holder) for c in g.cards_in(const.LENT + p)]
    if lent:
        panels.append(Panel("Lend-Lease, for the next draft", (), tuple(lent)))
    return panels


def offer_panels(g: Board, seat: int | None) -> list[Panel]:
    """Return the cards that a seat may choose from and that are not its own: of a pile, or of an opponent."""
    if seat is None or not g.agenda or seat not in g.seats():
        return []
    cards = [choice - g.ids.card for choice in g.choices(seat) if g.ids.card <= choice < g.ids.power]
    hands = [holder for holder in range(const.POWERS) if g.seat_of[holder] == seat]
    own = [where + holder for where in (const.HAND, const.PACKET) for holder in hands]
    rows = [card_row(g, g.holder[g.power], card) for card in cards if g.cards[card] not in own]
    return [Panel("To choose from", (), tuple(rows))] if rows else []


def card_row(g: Board, holder: int, card: int) -> tuple[str, ...]:
    """Return a card: name, printed points, technology, event, and what tactics make of its points."""
    t = g.t
    values: list[str] = []
    for power in players_of(g, holder):
        if g.tactics(power):
            values.append(f"{words.nation(g, power)} {g.value(power, card)}")
    now = f" Now worth: {', '.join(values)}." if values else ""
    colour = t.nation_adjective[t.card_colour[card]]
    technology = t.tech_name[t.card_tech[card]]
    return (words.card(g, card), f"{technology}. {colour} event: {t.card_text[card]}{now}")


def boards_panel(g: Board, seat: int | None) -> Panel:
    """Return the technology board of each power with all that lies beside it. [8.0b]"""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for power in range(const.POWERS):
        told: list[str] = []
        techs = [t.tech_name[tech] for tech in bits(g.techs[power])]
        if techs:
            told.append(", ".join(techs))
        for card in g.cards_in(const.DOWN + power):  # [8.0a]
            tech = t.tech_name[t.card_tech[card]]
            told.append(f"developing {tech}" if sees(g, seat, card) else "a card face down")
        for card in g.cards_in(const.INFLUENCING + power):
            told.append(f"influence in {t.flag_name[t.event_flag[card]]} ({t.event_vp[card]} VP)")
        if g.cards_in(const.BEFORE + power):
            told.append(f"tactics {g.tactics(power):+d}")
        if g.cards_in(const.TURNED + power):
            told.append("1 point saved")
        rows.append((words.nation(g, power), "; ".join(told) if told else NONE))
    return Panel("Technology boards", (), tuple(rows))


def cards_panel(g: Board, seat: int | None) -> Panel:
    """Decks by their number, the open discard pile, and cards of others that the seat has seen. [3.3f]"""
    t = g.t
    rows: list[tuple[str, ...]] = [("Draw deck", words.count(len(g.cards_in(const.DECK)), "card"))]
    for nation in t.additional:
        number = len(g.cards_in(const.APART + nation - const.POWERS))
        if number:
            rows.append((f"{t.nation_adjective[nation]} deck", words.count(number, "card")))
    for power in range(const.POWERS):
        set_aside = len(g.cards_in(const.RESERVE + power)) + len(g.cards_in(const.LENT + power))
        if set_aside:
            rows.append((words.nation(g, power), f"{words.count(set_aside, 'card')} set aside"))
        if g.seat_of[power] != seat:
            cards = [*g.cards_in(const.HAND + power), *g.cards_in(const.PACKET + power)]
            known = [card for card in cards if sees(g, seat, card)]
            if known:
                rows.append((f"{words.nation(g, power)} holds", words.cards(g, known)))
    pile = discards.shown(g, seat)
    rows.append(("Discard pile", words.cards(g, pile) if pile else NONE))
    missing = discards.taken(g, seat)
    if missing:  # [7.3]
        what = "card of the pile lies" if missing == 1 else "cards of the pile lie"
        rows.append(("Science", f"{missing} {what} face down as a technology"))
    return Panel("Cards", (), tuple(rows))


def supply_panel(g: Board) -> Panel:
    """Counters that can still come, nation by nation. [3.6a]"""
    t = g.t
    found: dict[str, list[str]] = {}
    for kind in range(t.n_kinds):
        first = t.first_unit[kind]
        number = g.place[first : first + t.kind_count[kind]].count(const.SUPPLY)
        if not number or g.in_box(first):  # all counters of a kind are of one type
            continue
        nation = t.kind_nation[kind]
        if nation != t.neutral:  # neutral armies do not come back
            who = t.faction_name[const.ALLIES] if nation == const.NOBODY else t.nation_name[nation]
            called = UNITS[t.kind_type[kind]][number != 1]
            used = g.resting(kind)
            told = f" ({used} used in this round)" if used else ""
            found.setdefault(who, []).append(f"{number} {called}{told}")
    return Panel("Supply", (), tuple([(who, ", ".join(told)) for who, told in found.items()]))
