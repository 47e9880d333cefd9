"""The odds of fights, for players."""
