"""What can be set about a server; `sandtable serve` fills it from its options and the environment."""

import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from sandtable.engine.errors import BadOption

DATABASE = "SANDTABLE_DATABASE"
DAY = 86_400.0


def data_folder() -> Path:
    """Where this user's games, saves and pictures are kept."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "sandtable"


def default_database() -> str:
    """The database of the environment variable, or a file of SQLite in the user's own folder."""
    return os.environ.get(DATABASE) or str(data_folder() / "table.db")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one visitor may do and send."""

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
    odds: int = 60  # counted odds in a burst; then `odds_per_second`
    odds_per_second: float = 4.0
    talk: int = 20  # words at a table in a burst; then `talk_per_second`
    talk_per_second: float = 0.5
    imports: int = 10  # saves in a burst; then `imports_per_second`
    imports_per_second: float = 0.05
    guests: int = 60  # new visitors of one address in a burst; then `guests_per_second`
    guests_per_second: float = 0.2
    address_factor: int = 10  # how many players' worth one address may do
    frame_bytes: int = 16_384  # of one message over the live channel
    body_bytes: int = 65_536  # of one request
    save_bytes: int = 8_000_000  # of an imported save
    name_letters: int = 40
    chat_letters: int = 1_000
    note_letters: int = 20_000
    webhook_letters: int = 500
    matches: int = 200  # unfinished ones of one owner
    bot_matches: int = 50  # the same in which bots play
    bot_starts: int = 60  # matches with bots that are set up in a burst; then `bot_starts_per_second`
    bot_starts_per_second: float = 0.03
    connections: int = 20  # live ones of one session
    live_patience: float = DAY  # seconds a live match waits before an absent player may be replaced
    slow_patience: float = 14 * DAY  # the same of a slow one


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one server process."""

    database: str = field(default_factory=default_database, repr=False)  # may hold a password
    host: str = "127.0.0.1"
    port: int = 8000
    origin: str = ""  # as browsers see the server, if that is not its own address (behind a proxy, say)
    workers: int = 1
    bot_processes: int = 1
    think_seconds: float = 1.0  # a bot's time for one choice, beside the budget of its level
    session_seconds: float = 90 * DAY
    packs: tuple[str, ...] = ()  # folders of component packs that players may choose
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Refuse what cannot work, in a sentence."""
        if not 0 <= self.port <= 65_535:
            raise BadOption(f"There is no port {self.port}; ports go from 0 to 65535.")
        if self.workers < 1:
            raise BadOption("A server needs at least one process.")
        if self.workers > 1 and not self.database.startswith(("postgres://", "postgresql://", "postgresql+")):
            raise BadOption("More than one process needs PostgreSQL: give --database postgresql://…")
        if self.bot_processes < 1:
            raise BadOption("Bots need at least one process.")
        if not 0 < self.think_seconds < math.inf:
            raise BadOption("Bots need some time to think: give a number of seconds above 0.")
        if self.origin and not is_origin(self.origin):
            raise BadOption(f"{self.origin} is no origin; write it as https://games.example.org.")

    @property
    def own_origin(self) -> str:
        """The origin that pages and live connections must come from; the port must be known."""
        if self.origin:
            parts = urlsplit(self.origin)
            return f"{parts.scheme}://{parts.netloc}".lower()
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies travel over HTTPS only: where browsers reach the server by HTTPS."""
        return self.origin.lower().startswith("https://")


def is_origin(text: str) -> bool:
    """Whether this is an origin: a scheme and a host, and no more."""
    try:
        parts = urlsplit(text)
    except ValueError:  # brackets that hold no address
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not parts.path.strip("/")
