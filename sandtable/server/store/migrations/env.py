"""Alembic's way in: runs the migrations on the connection that `migrate` has opened."""

from alembic import context

from sandtable.server.store.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
