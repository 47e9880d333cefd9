"""The settings of a server."""

import math
from pathlib import Path

import pytest

from sandtable.engine.errors import BadOption
from sandtable.server.config import Config
from sandtable.server.store.engine import is_sqlite, parse_url


def test_games_are_kept_in_the_users_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SANDTABLE_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "50% ours?"))
    url = parse_url(Config().database)
    assert is_sqlite(url) and url.database == str(tmp_path / "50% ours?" / "sandtable" / "table.db")
    monkeypatch.setenv("SANDTABLE_DATABASE", "postgresql://sandtable:secret@db/games")
    assert Config().database == "postgresql://sandtable:secret@db/games"
    assert "secret" not in repr(Config())


@pytest.mark.parametrize(
    ("config", "origin", "secure"),
    [
        (Config(port=8123), "http://127.0.0.1:8123", False),
        (Config(host="::1", port=8123), "http://[::1]:8123", False),
        (Config(origin="https://Games.example.org/"), "https://games.example.org", True),
        (Config(origin="http://games.local:8080"), "http://games.local:8080", False),
    ],
)
def test_pages_come_from_the_servers_own_origin(config: Config, origin: str, secure: bool) -> None:
    assert config.own_origin == origin
    assert config.secure_cookies == secure


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"port": 70_000}, "no port 70000"),
        ({"workers": 0}, "at least one process"),
        ({"workers": 2, "database": "table.db"}, "needs PostgreSQL"),
        ({"bot_processes": 0}, "at least one process"),
        ({"think_seconds": 0.0}, "time to think"),
        ({"think_seconds": -1.0}, "time to think"),
        ({"think_seconds": math.nan}, "time to think"),
        ({"think_seconds": math.inf}, "time to think"),
        ({"origin": "games.example.org"}, "not an origin"),
        ({"origin": "https://example.org/games"}, "not an origin"),
        ({"origin": "file:///games"}, "not an origin"),
        ({"origin": "https://[games"}, "not an origin"),
    ],
)
def test_what_cannot_work_is_refused(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        Config(**settings)  # type: ignore[arg-type]
    assert Config(workers=2, database="postgresql://localhost/games").workers == 2
