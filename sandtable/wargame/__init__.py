"""What at least two wargames do alike: counters and where they stand, stacks on a table, rows of units."""
