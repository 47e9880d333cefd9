"""What a game must do as it did in an earlier version, as digests: positions, views, words, odds, bots.

`python -m tests.compatibility.record` writes the digests of this checkout; `test_unchanged.py` compares.
"""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from sandtable.bots import make_bot
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.game import Game, Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest
from sandtable.env.encoder import ObservationEncoder
from sandtable.games import SLUGS

FOLDER: Final = Path(__file__).parent / "recorded"
MARKS: Final = 12  # of a walk, at equal distances
LONGEST: Final = 2_500  # choices of a walk; a longer game is left there
SKILL: Final = 50  # per cent of the choices follow the doctrine, so that games come far
SEARCHED: Final = (2, 7)  # marks at which a search bot chooses too
SEARCH: Final = "search:12"


class Recorded(NamedTuple):
    """One walk: the save at its end, and what was found at every mark."""

    name: str
    marks: list[dict[str, Any]]


def setups(game: Game) -> list[Setup]:
    """Each scenario with the fewest, the most and a middle number of players, and a mix of options."""
    found: list[Setup] = []
    for number, scenario in enumerate(game.scenarios):
        counts = sorted({scenario.seats[0], scenario.seats[len(scenario.seats) // 2], scenario.seats[-1]})
        found += [game.settle(scenario.id, players, None, 100 * number + players) for players in counts]
    rng = Rng(11)
    return [*found, *[game.any_setup(rng) for _ in range(3)]]


def name_of(number: int, setup: Setup) -> str:
    """The name of the files of one walk."""
    return f"{number:02}_{setup.scenario}_{setup.players}"


def short(data: Any) -> str:
    """A digest of plain data."""
    raw = msgspec.json.encode(data, order="deterministic")
    return hashlib.sha256(raw).hexdigest()[:20]


def mark(match: Match, bots: bool, search: bool) -> dict[str, Any]:
    """Digests of all that can be seen of a position, and what bots choose in it."""
    game, g = match.game, match.state
    seats: list[int | None] = [None, *range(match.setup.players)]
    prompts = match.prompts
    encoder = ObservationEncoder(game, match.setup)
    found: dict[str, Any] = {
        "at": len(match.history),
        "position": digest(game, g),
        "offered": short([[p.seat, p.rule, [[c, game.key(g, c)] for c in p.choices]] for p in prompts]),
        "views": short([game.view(g, seat) for seat in seats]),
        "scenes": short([game.scene(g, seat)._asdict() for seat in seats]),
        "words": short([[p.text for p in prompts], [match.log(seat) for seat in seats]]),
        "odds": short([game.odds(g, seat) for seat in seats]),
        "cards": short([game.cards(g, seat) for seat in seats]),
        "figures": short([game.turn_name(g), game.stage(g), game.moment(g), game.measures(g)]),
        "worth": short([game.value(g, seat) for seat in range(match.setup.players)] + [game.traits(g)]),
        "observations": short([encoder.encode(g, seat).tolist() for seat in range(match.setup.players)]),
        "layout": short([list(block) for block in encoder.blocks.values()]),
    }
    if bots and prompts:
        seat = prompts[0].seat
        found["greedy"] = make_bot("greedy").choose(game, g, seat, Rng(1))
        found["drawn"] = digest(game, game.determinize(g, seat, Rng(5)))
        if search:
            found["search"] = make_bot(SEARCH).choose(game, g, seat, Rng(1))
    return found


def record(game: Game, name: str, setup: Setup) -> tuple[Recorded, dict[str, bytes]]:
    """Play a walk and return its marks, with the saves in its middle and at its end."""
    walk = Walk(game, setup.seed, setup)
    walk.skill = [SKILL] * setup.players
    while walk.state.result is None and len(walk.history) < LONGEST:
        walk.play(*walk.pick())
    half = len(walk.history) // 2
    saves = {
        f"{name}_middle": Match.replay(game, setup, walk.history[:half]).save(),
        f"{name}_end": Match.replay(game, setup, walk.history).save(),
    }
    return Recorded(name, marks_of(Match(game, setup), walk.history)), saves


def marks_of(match: Match, history: list[tuple[int, int]]) -> list[dict[str, Any]]:
    """Play a history again, in a new match, and return what is found on the way."""
    marked = [number * len(history) // MARKS for number in range(MARKS)]
    marks: list[dict[str, Any]] = []
    for number, (seat, choice) in enumerate(history):
        if number in marked:
            marks.append(mark(match, True, len(marks) in SEARCHED))
        match.play(choice, seat)
    return [*marks, mark(match, False, False)]


# --- files


def write_save(slug: str, name: str, data: bytes) -> None:
    """Keep a save, compressed."""
    folder = FOLDER / slug
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.save.z").write_bytes(zlib.compress(data, 9))


def read_save(slug: str, name: str) -> bytes:
    """Return a save that was kept."""
    return zlib.decompress((FOLDER / slug / f"{name}.save.z").read_bytes())


def read_marks(slug: str) -> dict[str, list[dict[str, Any]]]:
    """Return the marks of a game's walks by name; nothing while none are recorded."""
    path = FOLDER / f"{slug}.json"
    if not path.exists():
        return {}
    found: dict[str, list[dict[str, Any]]] = msgspec.json.decode(path.read_bytes())
    return found


def write_marks(slug: str, walks: list[Recorded]) -> None:
    """Keep the marks of a game's walks, a line for each mark."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    for walk in walks:
        rows = ",\n  ".join(msgspec.json.encode(row).decode() for row in walk.marks)
        lines.append(f'"{walk.name}": [\n  {rows}\n]')
    (FOLDER / f"{slug}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


ALL: Final = [(slug, name) for slug in SLUGS for name in read_marks(slug)]
