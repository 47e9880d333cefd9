"""Production and what it buys."""
