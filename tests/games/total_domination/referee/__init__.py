"""A referee of Total Domination who knows the rulebook and the components, and nothing of the game's rules.

`book` reads a position: control, supply, points, what cards are worth. `orders` says which operations are
legal and what they cost, `deeds` what comes of them, `hands` what cards can be used for, `years` what the
phases of a year do, `system` how the solo game plays the Axis. `umpire` plays games and compares: what is
offered (`questions`), what answers bring about (`answers`, `preparing`). `positions` makes random positions.
"""
