"""A second opinion on The Other Side of the Hill, written from the rulebook alone.

`atlas` reads the component files, `position` the raw state; `ground`, `moves`, `attacks`, `orders` and
`people` say what the book allows and what comes of it. None of them imports a rule of the game. `game` plays
whole games and compares.
"""
