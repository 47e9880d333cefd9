"""Backups: of SQLite a copy of the database, of PostgreSQL our tables as JSON lines."""

from pathlib import Path

from sqlalchemy import URL


def backup(url: URL, path: Path) -> None:
    """Write a backup."""
    raise NotImplementedError


def restore(url: URL, path: Path) -> None:
    """Put a backup in place."""
    raise NotImplementedError
