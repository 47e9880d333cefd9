"""A second opinion on the rules, from the book alone, and games in which it is compared with the engine."""
