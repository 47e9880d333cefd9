"""The odds of Combats, for players."""
