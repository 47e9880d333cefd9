"""Countries, alliances and wars."""
