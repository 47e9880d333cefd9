"""The engine: knows no game. Choices, steps, states, matches, saves, fuzzing, the ledger of rules."""
