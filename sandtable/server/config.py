"""The settings of a server; `sandtable serve` fills them from its options and the environment."""

import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from sandtable.engine.errors import BadOption

DATABASE = "SANDTABLE_DATABASE"
DAY = 86_400.0


def data_folder() -> Path:
    """Return the folder of this user's games, saves and pictures."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "sandtable"


def default_database() -> str:
    """Return the database of the environment variable, or a SQLite file in the user's data folder."""
    return os.environ.get(DATABASE) or str(data_folder() / "table.db")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for one visitor."""

    sign_ins: int = 10  # tries per address and name, in each span of `sign_in_seconds`
    sign_in_seconds: float = 300.0
    clicks: int = 40  # in a burst, of one connection; then `clicks_per_second`
    clicks_per_second: float = 10.0
    requests: int = 120  # state-changing requests in a burst, of one session; then `requests_per_second`
    requests_per_second: float = 4.0
    reads: int = 300  # answers that cost work (states, pictures, lists) in a burst; then `reads_per_second`
    reads_per_second: float = 30.0
    pictures: int = 20  # drawn positions in a burst; then `pictures_per_second`
    pictures_per_second: float = 0.5
    hints: int = 20  # in a burst, each a third of a second of one core; then `hints_per_second`
    hints_per_second: float = 0.5
    odds: int = 60  # computed odds in a burst; then `odds_per_second`
    odds_per_second: float = 4.0
    talk: int = 20  # chat messages in a burst; then `talk_per_second`
    talk_per_second: float = 0.5
    imports: int = 10  # saves in a burst; then `imports_per_second`
    imports_per_second: float = 0.05
    guests: int = 60  # new visitors of one address in a burst; then `guests_per_second`
    guests_per_second: float = 0.2
    address_factor: int = 10  # an address may do as much as this number of players
    frame_bytes: int = 16_384  # of one message over the live channel
    body_bytes: int = 65_536  # of one request
    save_bytes: int = 8_000_000  # of an imported save
    name_letters: int = 40
    chat_letters: int = 1_000
    note_letters: int = 20_000
    webhook_letters: int = 500
    matches: int = 200  # unfinished matches of one owner
    bot_matches: int = 50  # unfinished matches of one owner with bots
    bot_starts: int = 60  # matches with bots that are set up in a burst; then `bot_starts_per_second`
    bot_starts_per_second: float = 0.03
    connections: int = 20  # live connections of one session
    live_patience: float = DAY  # seconds before an absent player of a live match can be replaced
    slow_patience: float = 14 * DAY  # the same in a slow match


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one server process."""

    database: str = field(default_factory=default_database, repr=False)  # may hold a password
    host: str = "127.0.0.1"
    port: int = 8000
    origin: str = ""  # the address in browsers, if it is another one (behind a proxy, say)
    workers: int = 1
    bot_processes: int = 1
    think_seconds: float = 1.0  # added to the time budget of a bot's level
    session_seconds: float = 90 * DAY
    packs: tuple[str, ...] = ()  # folders of component packs that players may choose
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Refuse settings that cannot work."""
        if not 0 <= self.port <= 65_535:
            raise BadOption(f"There is no port {self.port}; ports go from 0 to 65535.")
        if self.workers < 1:
            raise BadOption("A server needs at least one process.")
        if self.workers > 1 and not self.database.startswith(("postgres://", "postgresql://", "postgresql+")):
            raise BadOption("More than one process needs PostgreSQL: give --database postgresql://…")
        if self.bot_processes < 1:
            raise BadOption("Bots need at least one process.")
        if not 0 < self.think_seconds < math.inf:
            raise BadOption("Bots need time to think: give a number of seconds above 0.")
        if self.origin and not is_origin(self.origin):
            raise BadOption(f"{self.origin} is not an origin; write it like https://games.example.org.")

    @property
    def own_origin(self) -> str:
        """The origin of this server's pages and live connections; the port must be known."""
        if self.origin:
            parts = urlsplit(self.origin)
            return f"{parts.scheme}://{parts.netloc}".lower()
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies travel over HTTPS only, because browsers reach the server by HTTPS."""
        return self.origin.lower().startswith("https://")


def is_origin(text: str) -> bool:
    """Check that a text is an origin: a scheme and a host, and nothing else."""
    try:
        parts = urlsplit(text)
    except ValueError:  # brackets without an address
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not parts.path.strip("/")
