"""The table as people see it."""
