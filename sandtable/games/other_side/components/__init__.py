"""The components of the game, their state and their names."""
