"""Alembic migrations, run by `sandtable.server.store.migrate`."""
