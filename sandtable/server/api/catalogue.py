"""The games on this server's shelf, with the packs it offers: what is told of them, and their drawn maps."""

from pathlib import Path
from typing import Final

import msgspec

from sandtable.bots.levels import LEVELS
from sandtable.engine.errors import BadOption, PackError
from sandtable.engine.game import Game, OptionValue, Setup
from sandtable.games import SLUGS
from sandtable.server.api.assets import Asset
from sandtable.server.api.schemas import (
    BotOut,
    GameOut,
    GamesOut,
    OptionOut,
    OrderOut,
    RuleOut,
    RulesOut,
    ScenarioOut,
    StageOut,
)
from sandtable.server.bots import packed
from sandtable.server.store import MatchRecord

BOARD: Final = "board"  # the option of a game that has several maps
MOST_NAMES: Final = 1_000  # set-ups whose seats are remembered
MOST_MAPS: Final = 60  # and whose maps are

Key = tuple[str, str, str, int, tuple[tuple[str, OptionValue], ...]]  # game, pack and set-up


class Catalogue:
    """Every game, alone and with each pack that fits it."""

    def __init__(self, packs: tuple[str, ...] = ()) -> None:
        self._folders = packs
        self._packs: dict[str, dict[str, str]] = {slug: {} for slug in SLUGS}
        self._told: Asset | None = None
        self._rules: dict[str, Asset] = {}
        self._maps: dict[Key, Asset] = {}
        self._names: dict[Key, list[str]] = {}

    def open(self) -> None:
        """Load everything; a pack that fits no game is refused with the sentence of the first."""
        for folder in self._folders:
            fits = False
            trouble: PackError | None = None
            for slug in SLUGS:
                try:
                    packed(slug, folder)
                except PackError as error:
                    trouble = trouble or error
                else:
                    fits = True
                    self._packs[slug][Path(folder).name] = folder
            if not fits and trouble is not None:
                raise trouble
        self.games()

    def folder(self, slug: str, pack: str) -> str:
        """The folder of a pack by its name; nothing for the game's own components."""
        if not pack:
            return ""
        found = self._packs.get(slug, {}).get(pack)
        if found is None:
            raise BadOption("There is no pack of that name for this game.")
        return found

    def game(self, slug: str, pack: str = "") -> Game:
        """A game, alone or with a pack by its name."""
        return packed(slug, self.folder(slug, pack))

    def game_of(self, record: MatchRecord) -> Game:
        """The game of a stored match."""
        return packed(record.game, record.pack)

    def pack_name(self, record: MatchRecord) -> str:
        """What the pack of a stored match is called; the folder it lies in is nobody's business."""
        return Path(record.pack).name if record.pack else ""

    def games(self) -> Asset:
        """All games with their scenarios, options, bots and packs."""
        if self._told is None:
            self._told = _json(GamesOut([self._describe(slug) for slug in SLUGS]))
        return self._told

    def rules(self, slug: str) -> Asset:
        """All rules of a game."""
        if slug not in self._rules:
            self._rules[slug] = _json(RulesOut([RuleOut(*rule) for rule in self.game(slug).rules.values()]))
        return self._rules[slug]

    def _describe(self, slug: str) -> GameOut:
        game = self.game(slug)
        scenarios = [
            ScenarioOut(
                s.id,
                s.title,
                list(s.seats),
                game.settle(s.id).players,
                {str(count): self.seat_names(slug, "", s.id, count, {}) for count in s.seats},
            )
            for s in game.scenarios
        ]
        options = [OptionOut(o.id, o.title, list(o.values), o.default, o.help) for o in game.options]
        order = game.order()
        told = OrderOut(order.text, order.rule, [StageOut(*stage) for stage in order.stages])
        packs = sorted(self._packs[slug])
        bots = [BotOut(level.name, level.title, level.about) for level in LEVELS]
        return GameOut(slug, game.title, game.about(), told, scenarios, options, bots, packs)

    def seat_names(
        self, slug: str, folder: str, scenario: str, players: int, options: dict[str, OptionValue]
    ) -> list[str]:
        """What the seats of a set-up are called."""
        key = (slug, folder, scenario, players, tuple(sorted(options.items())))
        found = self._names.get(key)
        if found is None:
            game = packed(slug, folder)
            # Names do not hang on the dice, so any seed will do.
            found = game.seat_names(game.begin(game.settle(scenario, players, options, 0)))
            if len(self._names) >= MOST_NAMES:
                self._names.clear()
            self._names[key] = found
        return found

    def drawn_map(self, slug: str, pack: str, scenario: str | None, board: str | None) -> Asset:
        """The static drawing of a game's map as JSON; takes a second the first time: call it in a thread."""
        game = self.game(slug, pack)
        options: dict[str, OptionValue] = {}
        if board is not None and any(option.id == BOARD for option in game.options):
            options[BOARD] = board
        return self._drawn(game, self.folder(slug, pack), game.settle(scenario, None, options))

    def map_of(self, record: MatchRecord) -> Asset:
        """The static drawing of a match's map, as its pack and its options make it; for a thread as well."""
        game = self.game_of(record)
        return self._drawn(game, record.pack, game.settle(record.scenario, record.players, record.options))

    def _drawn(self, game: Game, folder: str, setup: Setup) -> Asset:
        from sandtable.draw.static_map import base

        key = (game.slug, folder, setup.scenario, setup.players, tuple(sorted(setup.options.items())))
        found = self._maps.get(key)
        if found is None:
            if len(self._maps) >= MOST_MAPS:
                self._maps.clear()
            # What moves is not drawn, so any seed will do.
            found = self._maps[key] = _json(base(game.scene(game.begin(setup), None)))
        return found


def _json(what: object) -> Asset:
    return Asset.of(msgspec.json.encode(what), "application/json")
