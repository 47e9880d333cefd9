"""Checks that run a game: fuzzing, secrets, playthroughs."""
