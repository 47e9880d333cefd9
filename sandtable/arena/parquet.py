"""The tables of a results file as Parquet files beside it, for pandas, Polars and DuckDB."""

from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from sandtable.arena.results_file import TABLES, Store

# A history is of use with the rules only; who wants one reads it from the SQLite file.
LEFT_OUT = "history"
ROWS = 100_000  # in memory at a time
TYPES = {"INTEGER": pa.int64(), "REAL": pa.float64(), "TEXT": pa.string()}


def export(store: Store) -> list[Path]:
    """Write `results.games.parquet` and so on beside `results.db`; the files written."""
    written: list[Path] = []
    for table in TABLES:
        columns = [(name, TYPES[kind]) for name, kind in store.columns(table) if name != LEFT_OUT]
        names = [name for name, _ in columns]
        schema = pa.schema(columns)
        path = store.path.with_suffix(f".{table}.parquet")
        with parquet.ParquetWriter(path, schema) as writer:
            for rows in store.portions(table, names, ROWS):
                data = {name: [row[number] for row in rows] for number, name in enumerate(names)}
                writer.write_table(pa.table(data, schema=schema))
        written.append(path)
    return written
