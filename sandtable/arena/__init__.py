"""Matches between bots, ratings and measurements."""
