"""A second opinion on the rules of Downfall, written from the rulebook alone.

`atlas` reads the component files, `position` the raw lists of a state; `ground`, `ways`, `journeys`,
`fights`, `stock` and `nations` say what the book allows, `effects` what comes of each step. None of them
imports a rule of the game. `positions` makes positions at random, `umpire` plays games and compares.
"""
