"""A second opinion on The Other Side of the Hill, written from the rulebook alone.

`atlas` reads the component files, `position` the raw state; `ground`, `moves`, `attacks`, `orders` and
`nations` say what the book allows and what comes of it; `fights` and `control` compare it with what steps
do. None of them imports a rule of the game. `umpire` plays whole games and compares.
"""
