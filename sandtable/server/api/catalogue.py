"""The games of this server with their packs: their descriptions and drawn maps."""

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

BOARD: Final = "board"  # the option that selects one of several maps
MOST_NAMES: Final = 1_000  # set-ups whose seat names are cached
MOST_MAPS: Final = 60  # maps that are cached

Key = tuple[str, str, str, int, tuple[tuple[str, OptionValue], ...]]  # game, pack and set-up


class Catalogue:
    """Every game, with its own components and with each pack that fits it."""

    def __init__(self, packs: tuple[str, ...] = ()) -> None:
        self._folders = packs
        self._packs: dict[str, dict[str, str]] = {slug: {} for slug in SLUGS}
        self._told: Asset | None = None
        self._rules: dict[str, Asset] = {}
        self._maps: dict[Key, Asset] = {}
        self._names: dict[Key, list[str]] = {}

    def open(self) -> None:
        """Load everything; if a pack fits no game, raise the error of the first game."""
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
        """Return the folder of a pack by its name; nothing for the game's own components."""
        if not pack:
            return ""
        found = self._packs.get(slug, {}).get(pack)
        if found is None:
            raise BadOption("This game has no pack of that name.")
        return found

    def game(self, slug: str, pack: str = "") -> Game:
        """Return a game, with a pack if one is named."""
        return packed(slug, self.folder(slug, pack))

    def game_of(self, record: MatchRecord) -> Game:
        """Return the game of a stored match."""
        return packed(record.game, record.pack)

    def pack_name(self, record: MatchRecord) -> str:
        """Return the name of a match's pack; its folder stays private."""
        return Path(record.pack).name if record.pack else ""

    def games(self) -> Asset:
        """Return all games with their scenarios, options, bots and packs."""
        if self._told is None:
            self._told = _json(GamesOut([self._describe(slug) for slug in SLUGS]))
        return self._told

    def rules(self, slug: str) -> Asset:
        """Return all rules of a game."""
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
        """Return the names of the seats of a set-up."""
        key = (slug, folder, scenario, players, tuple(sorted(options.items())))
        found = self._names.get(key)
        if found is None:
            game = packed(slug, folder)
            # Names do not depend on dice, so any seed will do.
            found = game.seat_names(game.begin(game.settle(scenario, players, options, 0)))
            if len(self._names) >= MOST_NAMES:
                self._names.clear()
            self._names[key] = found
        return found

    def drawn_map(self, slug: str, pack: str, scenario: str | None, board: str | None) -> Asset:
        """Return the static drawing of a game's map as JSON.

        The first time this takes about a second: call it in a thread.
        """
        game = self.game(slug, pack)
        options: dict[str, OptionValue] = {}
        if board is not None and any(option.id == BOARD for option in game.options):
            options[BOARD] = board
        return self._drawn(game, self.folder(slug, pack), game.settle(scenario, None, options))

    def map_of(self, record: MatchRecord) -> Asset:
        """Return the static drawing of a match's map with its pack and options; call it in a thread."""
        game = self.game_of(record)
        return self._drawn(game, record.pack, game.settle(record.scenario, record.players, record.options))

    def _drawn(self, game: Game, folder: str, setup: Setup) -> Asset:
        from sandtable.draw.static_map import build_static_map

        key = (game.slug, folder, setup.scenario, setup.players, tuple(sorted(setup.options.items())))
        found = self._maps.get(key)
        if found is None:
            if len(self._maps) >= MOST_MAPS:
                self._maps.clear()
            # Counters are not drawn, so any seed will do.
            found = self._maps[key] = _json(build_static_map(game.scene(game.begin(setup), None)))
        return found


def _json(what: object) -> Asset:
    return Asset.of(msgspec.json.encode(what), "application/json")
