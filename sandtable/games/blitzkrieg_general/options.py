"""Options of the game: mode, optional rules, who plays which power. [A9.0] [B1.0a] [S39c] [A8.5a]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.errors import BadOption
from sandtable.engine.game import REACTIONS, Option, OptionValue
from sandtable.engine.rng import Rng
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.tables import Tables

AUTO: Final = "auto"
PRINTED: Final = "printed"
MOST_SEATS: Final = 8

# Optional rules: the option's id, its bit, title and help; the id is the number of the rule. [A9.0]
OPTIONAL: Final = (
    (
        "a9_1",
        const.OBSERVERS,
        "Aircraft as observers",
        "An aircraft may stay over a sea zone and search there.",
    ),
    (
        "a9_2",
        const.SURRENDER_BY_COUP,
        "Surrender by coup card",
        "A coup card can make an attacked neutral surrender.",
    ),
    ("a9_3", const.MERGING, "Merging units", "Two identical flipped units become a full one."),
    (
        "a9_4",
        const.KEEP_RECONQUERED,
        "Keeping what is retaken",
        "A re-conqueror may keep an associate's area.",
    ),
    ("a9_5", const.HQ_ABOARD, "Naval HQ aboard a task force", "A task force may carry a naval HQ."),
    ("a9_6", const.CAPE_MAGELLAN, "Cape Magellan", "Ships may sail round South America."),
    ("a9_7", const.RAIL_BUILDING, "Rail building", "Rail capacity can be bought."),
    ("a9_8", const.ISOLATED_AREAS, "Isolated home areas", "They receive only one reinforcement in a turn."),
    ("a9_9", const.COUP_IN_IRAN, "Coup in Iran", "The card of Ireland comes back as that of Iran."),
    (
        "a9_10",
        const.FREE_ALLIANCES,
        "Non-historic alliances",
        "Powers may be on another side than printed.",
    ),
    ("a9_11", const.COOPERATION, "Cooperation", "Only some powers work together."),
    ("a9_12", const.HIDDEN_STACKS, "Hidden stacks", "Only the top unit of an enemy stack is visible."),
    (
        "a9_13",
        const.CHOOSE_ORDER,
        "Choice of order",
        "The winner of the initiative chooses which side goes first.",
    ),
    (
        "a9_14",
        const.RESEARCH_LOSSES,
        "Research losses",
        "A failed roll costs numbers by how much it missed.",
    ),
)

# The usual seat of each major, by number of players.
USUAL: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 1, 1, 1, 1, 1),
    (0, 0, 0, 1, 1, 2, 1, 2),
    (0, 0, 1, 2, 2, 3, 2, 3),
    (0, 0, 1, 2, 3, 4, 3, 2),
    (0, 1, 2, 3, 4, 5, 4, 3),
    (0, 1, 2, 3, 4, 5, 6, 6),
    (0, 1, 2, 3, 4, 5, 6, 7),
)


def build_options(t: Tables) -> list[Option]:
    """Return all options of the game."""
    found = [
        Option(
            "mode",
            "Rules",
            ("advanced", "basic"),
            "advanced",
            "basic: the short rules, without cards, supply, weather, search and research; "
            "advanced: all of them.",
        ),
        Option(
            "historical",
            "Free historical set-up",
            (True, False),
            False,
            "Before the first turn both sides may shift land units and ships, the Allies first.",
        ),
        Option(
            "world_conquest",
            "World conquest (A8.5)",
            (True, False),
            False,
            "Only the defeat of all enemy powers wins, no points and no number of conquests.",
        ),
    ]
    for id, _, title, help in OPTIONAL:
        found.append(Option(id, f"{title} ({id.upper().replace('_', '.')})", (True, False), False, help))
    seats = tuple([str(n + 1) for n in range(MOST_SEATS)])
    for major in range(t.n_majors):
        name = t.country_name[major]
        found.append(
            Option(
                f"{t.country_id[major]}_seat",
                f"{name}: player",
                (AUTO, *seats),
                AUTO,
                f"Which player has {name}; auto: the usual share for the number of players.",
            )
        )
    for major in range(t.n_majors):
        name = t.country_name[major]
        found.append(
            Option(
                f"{t.country_id[major]}_side",
                f"{name}: side",
                (PRINTED, *const.SIDE_IDS),
                PRINTED,
                f"With non-historic alliances: the side of {name}.",
            )
        )
    found.append(REACTIONS)
    return found


def sides_of(t: Tables, options: dict[str, OptionValue]) -> bytes:
    """Return the side of each major. [A9.10]"""
    found = bytearray(t.major_side)
    for major in range(t.n_majors):
        value = str(options[f"{t.country_id[major]}_side"])
        if value != PRINTED:
            found[major] = const.SIDE_IDS.index(value)
    return bytes(found)


def seats_of(t: Tables, options: dict[str, OptionValue], players: int) -> bytes:
    """Return the seat of each major.

    A major without a chosen player goes to its usual one, if that player is on its side. [B1.0a]
    """
    sides = sides_of(t, options)
    usual = usual_seats(t, sides, players)
    seats: list[int] = [const.NONE] * t.n_majors
    for major in range(t.n_majors):
        value = str(options[f"{t.country_id[major]}_seat"])
        if value != AUTO:
            seats[major] = int(value) - 1
    for major in range(t.n_majors):
        if seats[major] == const.NONE:
            others = {
                seats[m] for m in range(t.n_majors) if sides[m] != sides[major] and seats[m] != const.NONE
            }
            partners = [
                seats[m] for m in range(t.n_majors) if sides[m] == sides[major] and seats[m] != const.NONE
            ]
            fits = players == 1 or usual[major] not in others
            seats[major] = usual[major] if fits or not partners else partners[0]
    return bytes(seats)


def usual_seats(t: Tables, sides: bytes, players: int) -> list[int]:
    """Return the usual seat of each major; with other sides the powers of each side in turn."""
    if sides == t.major_side or players == 1:
        return list(USUAL[players])
    axis = [m for m in range(t.n_majors) if sides[m] == 0]
    allies = [m for m in range(t.n_majors) if sides[m] == 1]
    first = min(len(axis), max(1, players - len(allies), players * len(axis) // t.n_majors))
    seats = [0] * t.n_majors
    for i, major in enumerate(axis):
        seats[major] = i % first
    for i, major in enumerate(allies):
        seats[major] = first + i % max(1, players - first)
    return seats


def refuse(t: Tables, scenario: str, options: dict[str, OptionValue], players: int) -> None:
    """Raise BadOption if options do not fit together."""
    modes = t.scenarios[t.scenario_index[scenario]].modes
    mode = str(options["mode"])
    if mode not in modes:
        raise BadOption(f"The scenario {scenario} is played with the {modes[0]} rules only [B3.0b].")
    if mode == "basic":
        for id, _, title, _ in OPTIONAL:
            if options[id] is True:
                raise BadOption(f"{title} ({id}) is an optional rule of the advanced game [A9.0].")
        if options["world_conquest"] is True:
            raise BadOption("World conquest is an option of the advanced game [A8.5a].")
    sides = sides_of(t, options)
    if sides != t.major_side and options["a9_10"] is not True:
        raise BadOption("Sides other than the printed ones need non-historic alliances (a9_10) [A9.10].")
    if len(set(sides)) < 2:
        raise BadOption("Each side needs at least one power [A9.10].")
    seats = seats_of(t, options, players)
    for seat in range(players):
        held = [m for m in range(t.n_majors) if seats[m] == seat]
        if not held:
            raise BadOption(f"Player {seat + 1} has no power; give every player at least one [B1.0a].")
        if players > 1 and len({sides[m] for m in held}) > 1:
            raise BadOption(f"Player {seat + 1} has powers of both sides; only one alone may [B1.0a].")
    for major in range(t.n_majors):
        if seats[major] >= players:
            name = t.country_name[major]
            raise BadOption(f"{name} is given to player {seats[major] + 1} of {players} [B1.0a].")


def optional_bits(options: dict[str, OptionValue]) -> int:
    """Return the set of optional rules in use."""
    bits = 0
    for id, bit, _, _ in OPTIONAL:
        if options[id] is True:
            bits |= bit
    return bits


def draw_options(t: Tables, scenario: str, players: int, rng: Rng) -> dict[str, OptionValue]:
    """Return options for a random game; they may still not fit together."""
    modes = t.scenarios[t.scenario_index[scenario]].modes
    found: dict[str, OptionValue] = {
        "mode": modes[rng.below(len(modes))],
        "historical": rng.below(4) == 0,
        "reactions": ("ask", "when_possible")[rng.below(2)],
    }
    if found["mode"] == "advanced":
        found["world_conquest"] = rng.below(4) == 0
        for id, _, _, _ in OPTIONAL:
            found[id] = rng.below(3) == 0
        if found["a9_10"] is True:
            for major in range(t.n_majors):
                found[f"{t.country_id[major]}_side"] = (PRINTED, PRINTED, *const.SIDE_IDS)[rng.below(4)]
    if rng.below(2) == 0:
        for major in range(t.n_majors):
            found[f"{t.country_id[major]}_seat"] = str(1 + rng.below(players))
    return found
