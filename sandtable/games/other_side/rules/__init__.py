"""The rules, a chapter in each module."""
