"""What players read is about the game: no names of files, no numbers of rulings or rules inside a sentence.

The rule of a sentence is shown beside it; the terminal and the table write it there themselves.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.games import SLUGS, load_game

PACKAGE = Path(sandtable.__file__).parent
CHOICES = 300  # of a random game
CLICKS = 4  # that are explained at each question

# A file, a name with an underscore, a ruling, the number of a rule in brackets.
INNER = re.compile(
    r"\b\w+\.(?:toml|py|md)\b|\b[a-z0-9]+_[a-z0-9_]+\b|\bR\d{1,3}\b|\brulings?\b|\[[^\]]*\d[^\]]*\]"
)


def test_what_is_looked_for_is_found() -> None:
    for text in (
        "The mix is in armies.toml.",
        "An army may operate (ruling R9).",
        "Tiles stay hidden until used [4.6b].",
        "See [A9.10, R12].",
        "when_possible: only who can react.",
    ):
        assert INNER.search(text), text
    for text in ("Rule 4.6b says so.", "A die [of six] is rolled.", "R-boats sail.", "1 unit, e.g. armor"):
        assert not INNER.search(text), text


def standing(game: Game) -> Iterator[str]:
    """Yield the texts of a game that are the same in every match."""
    yield game.title
    yield game.about()
    for scenario in game.scenarios:
        yield scenario.title
    for option in game.options:
        yield option.title
        yield option.help
        # The table and the terminal write a space for what stands between the words of a value.
        yield from [str(value).replace("_", " ") for value in option.values]
    for rule in game.rules.values():
        yield rule.title
        yield rule.text
    order = game.order()
    yield order.text
    yield from [stage.text for stage in order.stages]


def asked(match: Match, rng: Random) -> Iterator[str]:
    """Yield what a position shows, what is asked, and why a few clicks are refused."""
    game, g = match.game, match.state
    for prompt in match.prompts:
        yield prompt.text
        yield from game.choice_labels(g, prompt.seat, prompt.choices)
        for click in rng.sample(range(len(game.names)), CLICKS):
            if click not in prompt.choices:
                yield game.refusal(g, prompt.seat, click).text


def shown(match: Match) -> Iterator[str]:
    """Yield what lies on the table: places, counters, panels, cards, odds."""
    game, g = match.game, match.state
    for seat in range(match.setup.players):
        scene = game.scene(g, seat)
        yield scene.subtitle
        yield from [place.name for place in scene.places]
        for piece in scene.pieces:
            yield from (piece.name, piece.label)
        for panel in scene.panels:
            yield from (panel.title, *panel.heads, *[cell for row in panel.rows for cell in row])
        for card in game.cards(g, seat):
            yield from (card.name, card.text, card.pile)
        for odds in game.odds(g, seat):
            yield from (odds.title, odds.note, *[row.text for row in odds.rows])


def played(game: Game, seed: int) -> Iterator[str]:
    """Yield what is read in a few hundred choices of a random game."""
    rng = Random(seed)
    match = Match(game, game.settle(seed=seed))
    while match.prompts and len(match.history) < CHOICES:
        yield from asked(match, rng)
        if len(match.history) % 50 == 0:
            yield from shown(match)
        prompt = match.prompts[0]
        match.play(rng.choice(prompt.choices), prompt.seat)
    for seat in (None, *range(match.setup.players)):
        yield from [line.text for line in match.log(seat)]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_texts_of_a_game_are_for_players(slug: str) -> None:
    game = load_game(slug)
    found = {text for text in standing(game) if INNER.search(text)}
    found |= {text for text in played(game, 7) if INNER.search(text)}
    assert sorted(found) == []


def sentences(path: Path) -> Iterator[str]:
    """Yield what a module may tell: its strings with a full stop, docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            if re.search(r"[a-z)][.?!](?:\s|$)", node.value):
                yield node.value


@pytest.mark.parametrize("folder", ["cli", "server"])
def test_the_texts_of_the_terminal_and_the_server_are_for_players(folder: str) -> None:
    paths = sorted((PACKAGE / folder).rglob("*.py"))
    told = [(path.name, text) for path in paths for text in sentences(path)]
    assert len(told) > 50
    assert [(name, text) for name, text in told if INNER.search(text)] == []


def test_the_texts_of_the_pages_are_for_players() -> None:
    """Between the tags of the markup, and in strings that are sentences."""
    found: list[str] = []
    for path in (PACKAGE / "web" / "js").rglob("*.js"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        found += re.findall(r">([^<>`${}]*[a-z] [^<>`${}]*)<", text)
        found += re.findall(r'"([A-Z][^"\n]*[.?!])"', text)
    assert len(found) > 50
    assert [text for text in found if INNER.search(text)] == []
