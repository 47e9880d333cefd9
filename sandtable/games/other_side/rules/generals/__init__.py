"""Generals and their Positions."""
