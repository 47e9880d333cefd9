"""The files of a game: schemas, loading, references between entries, rulebook facts, the ledger of rules."""
