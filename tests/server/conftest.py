"""What tests of the server share: SQLite and a real PostgreSQL, a store on each, cheap passwords, asyncio."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from sandtable.server import passwords
from sandtable.server.store import Store
from tests.server.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]


@pytest.fixture
def anyio_backend() -> str:
    """Asynchronous tests run under asyncio."""
    return "asyncio"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'table.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database: the test runs on SQLite and on PostgreSQL."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An empty store."""
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes at the least cost, for tests that are not about their strength."""
    monkeypatch.setattr(passwords, "hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
